// Session files of Codex (`~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl`): one event a line. A message stands there
// twice, as the model got it and as the terminal showed it, and is taken once. Calls, their output and reasoning are
// left out.
import type { Conversation, Turn } from '../conversation.ts';
import {
  asFields,
  asList,
  asText,
  type Fields,
  folderName,
  instantOf,
  jsonEvents,
  nameOfBeginning,
  sessionName,
} from './fields.ts';
import { saidIn } from './said.ts';

export const CODEX = 'codex';

const EVENTS = new Set(['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted']);

export function isCodex(event: Fields): boolean {
  if (typeof event.type === 'string' && EVENTS.has(event.type) && asFields(event.payload) !== null) return true;
  // Before there were payloads: the first line names the session, the others are messages.
  return (
    event.record_type === 'state' ||
    (!('type' in event) &&
      asText(event.id) !== null &&
      asText(event.timestamp) !== null &&
      ('instructions' in event || 'git' in event))
  );
}

type Source = 'item' | 'shown';

/** An event is a line of the file. */
export function readCodex(text: string): Conversation {
  const turns: Turn[] = [];
  const broken: number[] = [];
  const twice = { item: new Map<string, number>(), shown: new Map<string, number>() };
  let [events, session, project, started]: [number, string | null, string | null, string | null] = [
    0,
    null,
    null,
    null,
  ];
  for (const { line, value } of jsonEvents(text)) {
    events = line;
    if (value === null) {
      broken.push(line);
      continue;
    }
    const payload = asFields(value.payload);
    const isHead = payload !== null ? value.type === 'session_meta' : !('type' in value) && 'id' in value;
    if (isHead) {
      const head = payload ?? value;
      session ??= asText(head.id) ?? asText(head.session_id);
      started ??= instantOf(head.timestamp);
    }
    project ??= folderName(payload?.cwd);
    const said =
      payload === null
        ? saidBy('item', value)
        : value.type === 'response_item'
          ? saidBy('item', payload)
          : value.type === 'event_msg'
            ? saidBy('shown', payload)
            : null;
    if (said === null || isSecond(twice, said)) continue;
    turns.push({
      event: line,
      role: said.role,
      speaker: null,
      at: instantOf(value.timestamp) ?? started,
      text: said.text,
    });
  }
  return {
    session: session === null ? nameOfBeginning(CODEX, turns) : sessionName(session),
    format: CODEX,
    project,
    turns,
    events,
    broken,
  };
}

interface Said extends Pick<Turn, 'role' | 'text'> {
  readonly source: Source;
}

function saidBy(source: Source, payload: Fields): Said | null {
  const role =
    source === 'item'
      ? roleOf(payload)
      : payload.type === 'user_message'
        ? 'person'
        : payload.type === 'agent_message'
          ? 'assistant'
          : null;
  if (role === null) return null;
  const text = saidIn(source === 'item' ? wordsOf(payload.content) : (asText(payload.message) ?? ''));
  return text === '' ? null : { source, role, text };
}

function roleOf({ type, role }: Fields): Turn['role'] | null {
  return type !== 'message' ? null : role === 'user' ? 'person' : role === 'assistant' ? 'assistant' : null;
}

/** Each was said as often as the source that has it more often says. */
function isSecond(twice: Record<Source, Map<string, number>>, { source, role, text }: Said): boolean {
  const key = `${role}\n${text}`;
  const other = twice[source === 'item' ? 'shown' : 'item'];
  const waiting = other.get(key) ?? 0;
  if (waiting > 0) {
    other.set(key, waiting - 1);
    return true;
  }
  twice[source].set(key, (twice[source].get(key) ?? 0) + 1);
  return false;
}

const WORDS = new Set(['input_text', 'output_text', 'text']);

/** A part that a program put in is a part of its own. */
function wordsOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = (asList(content) ?? []).map(asFields);
  return parts
    .flatMap((part) => (part !== null && WORDS.has(asText(part.type) ?? '') ? [saidIn(asText(part.text) ?? '')] : []))
    .filter((part) => part !== '')
    .join('\n\n');
}
