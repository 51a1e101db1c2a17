// Messages with a role and a content: what they say without what programs add (reminders, command wrappers, shell
// output, editor context), and lists of them, as in requests to models, in one document or one document per line. An
// event is a message of its list.
import { LIMITS } from '../../../model/limits.ts';
import { type Conversation, nameOfBeginning, sessionName, type Turn } from '../conversation.ts';
import { isObject, itemsOf, type JsonObject } from '../../../model/json.ts';
import { asFields, asText, instantOf, jsonEvents, parseJson } from '../../values.ts';

/** One list and the fields next to it. */
export interface MessageList {
  readonly messages: readonly unknown[];
  readonly about: JsonObject;
  readonly broken: readonly number[];
}

/** Every message list in the text; null if it contains none, neither as a whole nor by lines. */
export function messageLists(text: string): readonly MessageList[] | null {
  const whole = parseJson(text);
  return whole === undefined ? listsByLine(text) : listsOf(whole);
}

const KEYS = ['messages', 'input', 'chat_messages'];

function listsOf(value: unknown, depth = 0): readonly MessageList[] | null {
  if (depth > LIMITS.nesting) return null;
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    if (list.some(isMessage)) return [{ messages: list, about: {}, broken: [] }];
    const lists = list.map((one) => listsOf(one, depth + 1));
    return list.length > 0 && lists.every((one) => one !== null) ? lists.flat() : null;
  }
  const about = asFields(value);
  const messages = KEYS.map((key) => itemsOf(about[key])).find((one) => one.some(isMessage));
  return messages === undefined ? null : [{ messages, about, broken: [] }];
}

/** One message per line makes one list; one list per line makes many. */
function listsByLine(text: string): readonly MessageList[] | null {
  const [single, lists, broken]: [unknown[], MessageList[], number[]] = [[], [], []];
  for (const { line, value } of jsonEvents(text)) {
    if (value === null) broken.push(line);
    // Indexed by line, so that a message keeps its number whatever happens to earlier ones.
    single[line - 1] = isMessage(value) ? value : null;
    if (!isMessage(value)) for (const one of listsOf(value) ?? []) lists.push(one);
  }
  if (lists.length > 0) return lists.map((list, at) => (at === 0 ? { ...list, broken } : list));
  return single.some((one) => one !== null) ? [{ messages: [...single], about: {}, broken }] : null;
}

function isMessage(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.role === 'string' &&
    ('content' in value || 'tool_calls' in value || 'parts' in value)
  );
}

export function readMessages(format: string, text: string): readonly Conversation[] {
  return (messageLists(text) ?? []).map(({ messages, about, broken }) => {
    const turns = messages.flatMap((message, at) => turnOf(at + 1, asFields(message)) ?? []);
    const name =
      NAMES.map((key) => asText(about[key])).find((one) => one !== null) ??
      ('choices' in about || 'stop_reason' in about ? null : asText(about.id));
    return {
      session: name === null ? nameOfBeginning(format, turns) : sessionName(name),
      format,
      project: null,
      turns,
      events: messages.length,
      broken,
    };
  });
}

/** `id` counts only outside an answer, where it would be the answer's. */
const NAMES = ['session_id', 'conversation_id', 'thread_id', 'uuid'];
const PEOPLE = new Set(['user', 'human']);
const TIMES = ['timestamp', 'created_at', 'createdAt', 'create_time', 'created', 'date'];

function turnOf(event: number, message: JsonObject): Turn | null {
  const isPerson = PEOPLE.has(asText(message.role) ?? '');
  if (!isPerson && message.role !== 'assistant') return null;
  const text = saidBy(message.content);
  if (text === '') return null;
  return {
    event,
    role: isPerson ? 'person' : 'assistant',
    speaker: isPerson ? asText(message.name) : null,
    at: TIMES.map((key) => instantOf(message[key])).find((at) => at !== null) ?? null,
    text,
  };
}

const ANTHROPIC_BLOCKS = new Set([
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'document',
  'server_tool_use',
  'web_search_tool_result',
]);

/**
 * The APIs of Anthropic and OpenAI share the basic form. Only Anthropic's has the system prompt next to the list, and
 * these blocks.
 */
export function isAnthropic(lists: readonly MessageList[]): boolean {
  return lists.some(
    ({ messages, about }) =>
      'system' in about ||
      'stop_reason' in about ||
      messages
        .flatMap((message) => itemsOf(asFields(message).content))
        .map(asFields)
        .some(
          (block) => ANTHROPIC_BLOCKS.has(asText(block.type) ?? '') || (block.type === 'image' && 'source' in block),
        ),
  );
}

// What a person or a model said, without what programs add. Removes nothing that a person typed.

/** Tags around text written by a program. */
const PROGRAMS = new Set([
  'system-reminder',
  'command-name',
  'command-message',
  'command-contents',
  'local-command-stdout',
  'local-command-stderr',
  'local-command-caveat',
  'bash-input',
  'bash-stdout',
  'bash-stderr',
  'ide_opened_file',
  'ide_selection',
  'ide_diagnostics',
  'task-notification',
  'persisted-output',
  'new-diagnostics',
  'environment_context',
  'user_instructions',
  'instructions',
  'permissions',
  'turn_aborted',
  'user_shell_command',
  'subagent_notification',
  'skill',
  'collaboration_mode',
  'memvault-memory',
]);
/** Tags around text that a person typed after a command. */
const TYPED = new Set(['command-args', 'user-memory-input']);
const TAG = /<([A-Za-z][A-Za-z_-]*)(?: [^<>\n]{0,200})?>/g;
/** Whole lines that a program writes in the person's name, and image markers. */
const NOTICES = new RegExp(
  String.raw`^[ \t]*(?:\[Request interrupted by user[^\]\n]*\]|` +
    String.raw`Caveat: The messages below were generated by the user while running local commands\..*|` +
    String.raw`\[Image(?: #\d+|: [^\]\n]*)?\])[ \t]*$`,
  'gm',
);
const PICTURE = /\[Image(?: #\d+|: [^\]\n]*)\]/g;
/** Editors put the open files before the request. */
const REQUEST = /^## My request for Codex:?[ \t]*$/m;
const RULES_FILE = /^# AGENTS\.md instructions for [^\n]*\n/;
/** A summary in place of a beginning that was too long. */
const CONTINUED = /^This session is being continued from a previous conversation that ran out of context\./;

/** Empty if nobody said anything. */
export function saidIn(text: string): string {
  const plain = withoutPrograms(text.replaceAll('\r\n', '\n'));
  if (RULES_FILE.test(plain.trimStart()) || CONTINUED.test(plain.trimStart())) return '';
  const request = REQUEST.exec(plain);
  const own =
    request === null || !plain.trimStart().startsWith('# Context from my IDE setup')
      ? plain
      : plain.slice(request.index + request[0].length);
  return own
    .replace(NOTICES, '')
    .replace(PICTURE, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Scans by hand, so that many unclosed tags do not slow it down. */
function withoutPrograms(text: string): string {
  if (!text.includes('<')) return text;
  const parts: string[] = [];
  const open = new Set<string>();
  let at = 0;
  TAG.lastIndex = 0;
  for (let tag = TAG.exec(text); tag !== null; tag = TAG.exec(text)) {
    const name = tag[1] ?? '';
    const [isProgram, isTyped] = [PROGRAMS.has(name.toLowerCase()), TYPED.has(name.toLowerCase())];
    if ((!isProgram && !isTyped) || open.has(name)) continue;
    const start = tag.index + tag[0].length;
    const close = text.indexOf(`</${name}>`, start);
    if (close < 0) {
      open.add(name); // Not a tag but a mention of one in a sentence.
      continue;
    }
    parts.push(text.slice(at, tag.index), isTyped ? text.slice(start, close) : '');
    at = close + name.length + 3;
    TAG.lastIndex = at;
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(at);
}

const WORDS: ReadonlySet<string> = new Set(['text', 'input_text', 'output_text']);

/**
 * The same for a message's content: a text, or parts of which some are text. A part that a program inserted is removed.
 */
export function saidBy(content: unknown): string {
  if (typeof content === 'string') return saidIn(content);
  return itemsOf(content)
    .map((part) => {
      const { type, text } = typeof part === 'string' ? { type: 'text', text: part } : asFields(part);
      return WORDS.has(asText(type) ?? 'text') ? saidIn(asText(text) ?? '') : '';
    })
    .filter((part) => part !== '')
    .join('\n\n');
}
