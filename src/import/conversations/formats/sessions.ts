// Session files of agents, one event per line. Events that are not talk of the person or the model (tool calls and
// results, thinking, summaries, subagents) are counted and left out.
import { type Conversation, nameOfBeginning, type RanCommand, sessionName, type Turn } from '../conversation.ts';
import { isObject, itemsOf, type JsonObject } from '../../../model/json.ts';
import { asFields, asText, folderName, instantOf, jsonEvents, parseJson } from '../../values.ts';
import { saidBy, saidIn } from './messages.ts';

type Said = Pick<Turn, 'role' | 'text'>;

/** Information about the session in an event; the first of each kind counts. */
interface About {
  readonly session?: string | null;
  readonly project?: string | null;
  readonly started?: string | null;
}

export interface SessionFormat {
  readonly name: string;
  isEvent(event: JsonObject): boolean;
  about(event: JsonObject): About;
  /** Returns a function for one file that extracts what an event says; null if it is not talk. */
  openSaid(): (event: JsonObject) => Said | null;
  /** Shell commands that the event starts, and results of commands that it brings, by call id. */
  callsIn(event: JsonObject): readonly Call[];
}

/** `isDone`: missing for the start of a command. */
interface Call {
  readonly id: string;
  readonly command?: string | null;
  readonly isDone?: boolean;
}

/** An event is a line of the file. */
export function readSessionFile({ name, about, openSaid, callsIn }: SessionFormat, text: string): Conversation {
  const turns: Turn[] = [];
  const broken: number[] = [];
  const called = new Map<string, string>();
  const commands: RanCommand[] = [];
  const saidOf = openSaid();
  let events = 0;
  let known: Required<About> = { session: null, project: null, started: null };
  for (const { line, value } of jsonEvents(text)) {
    events = line;
    if (value === null) {
      broken.push(line);
      continue;
    }
    const { session = null, project = null, started = null } = about(value);
    // A resumed session repeats lines that name the previous one; the first name is the file's.
    known = {
      session: known.session ?? session,
      project: known.project ?? project,
      started: known.started ?? started,
    };
    for (const { id, command, isDone } of callsIn(value)) {
      if (typeof command === 'string') called.set(id, command);
      const ran = called.get(id);
      if (isDone !== undefined && ran !== undefined) commands.push({ event: line, command: ran, isDone });
    }
    const said = saidOf(value);
    if (said !== null && said.text !== '')
      turns.push({ event: line, speaker: null, at: instantOf(value.timestamp) ?? known.started, ...said });
  }
  return {
    session: known.session === null ? nameOfBeginning(name, turns) : sessionName(known.session),
    format: name,
    project: known.project,
    turns,
    ...(commands.length > 0 && { commands }),
    events,
    broken,
  };
}

const CLAUDE_EVENTS = new Set([
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
const CLAUDE_MARKS = ['sessionId', 'uuid', 'leafUuid', 'parentUuid', 'messageId'];
/** Set when a program speaks in somebody's name. */
const NOT_SAID = ['isMeta', 'isSidechain', 'isCompactSummary', 'isVisibleInTranscriptOnly', 'isApiErrorMessage'];

/** `~/.claude/projects/<folder>/<session>.jsonl`. */
export const CLAUDE_CODE: SessionFormat = {
  name: 'claude-code',
  isEvent: (event) =>
    typeof event.type === 'string' &&
    CLAUDE_EVENTS.has(event.type) &&
    CLAUDE_MARKS.some((mark) => mark in event) &&
    !('payload' in event),
  about: ({ sessionId, cwd }) => ({ session: asText(sessionId), project: folderName(cwd) }),
  openSaid: () => (event) => {
    const { type } = event;
    const message = asFields(event.message);
    // Tool results come back as messages of the user.
    if (
      (type !== 'user' && type !== 'assistant') ||
      NOT_SAID.some((mark) => event[mark] === true) ||
      (message.role !== undefined && message.role !== type) ||
      'toolUseResult' in event
    )
      return null;
    return { role: type === 'user' ? 'person' : 'assistant', text: saidBy(message.content) };
  },
  callsIn: (event) => {
    if (NOT_SAID.some((mark) => event[mark] === true)) return [];
    const isStopped = asFields(event.toolUseResult).interrupted === true;
    return itemsOf(asFields(event.message).content).flatMap((part): Call[] => {
      const { type, id, name, input, tool_use_id, is_error } = asFields(part);
      const { command, run_in_background } = asFields(input);
      if (type === 'tool_use' && name === 'Bash' && run_in_background !== true)
        return [{ id: asText(id) ?? '', command: asText(command) }];
      return type === 'tool_result' ? [{ id: asText(tool_use_id) ?? '', isDone: is_error !== true && !isStopped }] : [];
    });
  },
};

const CODEX_EVENTS = new Set(['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted']);
/** By the role of a message as sent, and by the type of one as shown. */
const ROLES: ReadonlyMap<unknown, Turn['role']> = new Map([
  ['user', 'person'],
  ['assistant', 'assistant'],
  ['user_message', 'person'],
  ['agent_message', 'assistant'],
]);

/** `~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl`. The first line names the session. */
export const CODEX: SessionFormat = {
  name: 'codex',
  isEvent: ({ type, payload }) => typeof type === 'string' && CODEX_EVENTS.has(type) && isObject(payload),
  about: ({ type, payload }) => {
    const { id, session_id, timestamp, cwd } = asFields(payload);
    const isHead = type === 'session_meta';
    return {
      session: isHead ? (asText(id) ?? asText(session_id)) : null,
      project: folderName(cwd),
      started: isHead ? instantOf(timestamp) : null,
    };
  },
  openSaid: () => {
    // Each message appears twice, as sent to the model and as shown at the terminal, and is taken once. If the counts
    // differ, the larger one counts.
    const ahead = new Map<string, number>();
    return ({ type: kind, payload }) => {
      const { type, role: sender, content, message } = asFields(payload);
      const isShown = kind === 'event_msg';
      const role = ROLES.get(isShown ? type : type === 'message' ? sender : undefined);
      const text = isShown ? saidIn(asText(message) ?? '') : saidBy(content);
      if (role === undefined || text === '' || (!isShown && kind !== 'response_item')) return null;
      const said = { role, text };
      const key = `${said.role}\n${said.text}`;
      const before = ahead.get(key) ?? 0;
      ahead.set(key, before + (isShown ? 1 : -1));
      return (isShown ? before < 0 : before > 0) ? null : said;
    };
  },
  callsIn: ({ type: kind, payload }) => {
    const { type, name, arguments: given, call_id, output } = asFields(payload);
    const id = asText(call_id) ?? '';
    if (kind !== 'response_item') return [];
    if (type === 'function_call_output') {
      const isDone = exitOf(output);
      return isDone === null ? [] : [{ id, isDone }];
    }
    if (type !== 'function_call' || !SHELLS.has(asText(name) ?? '')) return [];
    const { command, cmd } = asFields(parseJson(asText(given) ?? ''));
    // `["bash", "-lc", COMMAND]`
    return [{ id, command: asText(cmd) ?? asText(command) ?? asText(itemsOf(command).at(-1)) }];
  },
};

const SHELLS: ReadonlySet<string> = new Set(['shell', 'shell_command', 'exec_command', 'local_shell']);

/** Did the command exit with 0? Null if the output does not say. */
function exitOf(output: unknown): boolean | null {
  const text = asText(output) ?? '';
  const told = asFields(asFields(parseJson(text)).metadata).exit_code;
  if (typeof told === 'number') return told === 0;
  const [, code] = /^(?:Exit code: |(?:.*\n){0,4}Process exited with code )(\d+)\b/.exec(text) ?? [];
  return code === undefined ? null : Number(code) === 0;
}
