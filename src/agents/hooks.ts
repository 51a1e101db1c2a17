// Parses the events of agents and renders the answers, in the agents' formats. Events are untrusted. Pure.
import { isAbsolute } from 'node:path';
import type { Agent, HookEvent } from '../model/agents.ts';
import { toJson } from '../model/controls.ts';
import { MemvaultError } from '../model/errors.ts';
import { isObject, isText, itemsOf, parseJson } from '../model/json.ts';

export interface AgentEvent {
  /** The agent's working folder; absolute. */
  readonly folder: string | null;
  readonly session: string | null;
  readonly prompt: string | null;
  /** Absolute path of the session's transcript. */
  readonly transcript: string | null;
}

/** Throws `bad-input` for anything but an event. */
export function parseEvent(text: string): AgentEvent {
  const event = parseJson(text.replace(/^\uFEFF/, ''));
  if (!isObject(event)) throw new MemvaultError('bad-input', 'the event on stdin is not a JSON object');
  const first = (...values: readonly unknown[]): string | null =>
    values.filter(isText).find((value) => value.trim() !== '') ?? null;
  return {
    folder: pathOf(first(event.cwd, ...itemsOf(event.workspace_roots))),
    session: first(event.session_id, event.conversation_id),
    prompt: first(event.prompt),
    transcript: pathOf(first(event.transcript_path)),
  };
}

/** A local path: opening a network path would reveal this machine to another. */
const pathOf = (path: string | null): string | null =>
  path !== null && isAbsolute(path) && !/^[\\/]{2}|\0/.test(path) ? path : null;

/** Renders the text in the agent's format. */
export function renderAnswer(agent: Agent, event: HookEvent, text: string): string {
  if (agent.answer === 'text') return text;
  const answer =
    agent.answer === 'additional_context'
      ? { additional_context: text }
      : { hookSpecificOutput: { hookEventName: agent.events[event], additionalContext: text } };
  return `${toJson(answer)}\n`;
}
