// Session files of Claude Code (`~/.claude/projects/<folder>/<session>.jsonl`): one event a line. What is no talk of
// the person or the model (tools and what they gave, thinking, summaries, side chains of other agents) is counted and
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

export const CLAUDE_CODE = 'claude-code';

const EVENTS = new Set([
  'user',
  'assistant',
  'system',
  'summary',
  'progress',
  'attachment',
  'queue-operation',
  'file-history-snapshot',
  'custom-title',
  'ai-title',
  'last-prompt',
]);
const MARKS = ['sessionId', 'uuid', 'leafUuid', 'parentUuid', 'messageId'];

export function isClaudeCode(event: Fields): boolean {
  return (
    typeof event.type === 'string' &&
    EVENTS.has(event.type) &&
    MARKS.some((mark) => mark in event) &&
    !('payload' in event)
  );
}

/** An event is a line of the file. */
export function readClaudeCode(text: string): Conversation {
  const turns: Turn[] = [];
  const broken: number[] = [];
  let [events, session, project]: [number, string | null, string | null] = [0, null, null];
  for (const { line, value } of jsonEvents(text)) {
    events = line;
    if (value === null) {
      broken.push(line);
      continue;
    }
    // Lines that a resumed session brought along may name the one before; the file is that of its first.
    session ??= asText(value.sessionId);
    project ??= folderName(value.cwd);
    const turn = turnOf(line, value);
    if (turn !== null) turns.push(turn);
  }
  return {
    session: session === null ? nameOfBeginning(CLAUDE_CODE, turns) : sessionName(session),
    format: CLAUDE_CODE,
    project,
    turns,
    events,
    broken,
  };
}

/** Set where a program speaks in somebody's name. */
const NOT_SAID = ['isMeta', 'isSidechain', 'isCompactSummary', 'isVisibleInTranscriptOnly', 'isApiErrorMessage'];

function turnOf(event: number, value: Fields): Turn | null {
  if ((value.type !== 'user' && value.type !== 'assistant') || NOT_SAID.some((mark) => value[mark] === true))
    return null;
  const message = asFields(value.message);
  // What a tool gave comes back in the person's name.
  if (message === null || (message.role !== undefined && message.role !== value.type) || 'toolUseResult' in value)
    return null;
  const text = saidIn(wordsOf(message.content));
  return text === ''
    ? null
    : {
        event,
        role: value.type === 'user' ? 'person' : 'assistant',
        speaker: null,
        at: instantOf(value.timestamp),
        text,
      };
}

function wordsOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const blocks = (asList(content) ?? []).map(asFields);
  return blocks.flatMap((block) => (block?.type === 'text' ? (asText(block.text) ?? []) : [])).join('\n\n');
}
