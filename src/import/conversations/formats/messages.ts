// Lists of messages with a role and a content, as in requests to models, in one document or one document per line. An
// event is a message of its list.
import { LIMITS } from '../../../model/limits.ts';
import { type Conversation, nameOfBeginning, sessionName, type Turn } from '../conversation.ts';
import { isObject, itemsOf, type JsonObject } from '../../../model/json.ts';
import { asFields, asText, instantOf, jsonEvents, parseJson } from '../../values.ts';
import { saidBy } from './said.ts';

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
