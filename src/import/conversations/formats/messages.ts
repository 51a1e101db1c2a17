// Lists of messages with a role and a content, as in requests to models, in one document or one document per line. An
// event is a message of its list.
import { LIMITS } from '../../../model/limits.ts';
import { type Conversation, nameOfBeginning, sessionName, type Turn } from '../conversation.ts';
import { asFields, asList, asText, instantOf, jsonEvents, parseJson } from '../../json.ts';
import type { JsonObject } from '../../../model/json.ts';
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
  const list = asList(value);
  if (list !== null) {
    if (list.some(isMessage)) return [{ messages: list, about: {}, broken: [] }];
    const lists = list.map((one) => listsOf(one, depth + 1));
    return list.length > 0 && lists.every((one) => one !== null) ? lists.flat() : null;
  }
  const about = asFields(value);
  const own =
    about === null
      ? undefined
      : KEYS.map((key) => asList(about[key])).find((one) => one !== null && one.some(isMessage));
  if (about === null || own === undefined || own === null) return null;
  return [{ messages: own, about, broken: [] }];
}

/** One message per line makes one list; one list per line makes many. */
function listsByLine(text: string): readonly MessageList[] | null {
  const [single, lists, broken]: [unknown[], MessageList[], number[]] = [[], [], []];
  for (const { line, value } of jsonEvents(text)) {
    const own = value === null || isMessage(value) ? null : listsOf(value);
    if (own !== null) for (const one of own) lists.push(one);
    if (value === null) broken.push(line);
    // Indexed by line, so that a message keeps its number whatever happens to earlier ones.
    single[line - 1] = value !== null && isMessage(value) ? value : null;
  }
  if (lists.length > 0) return lists.map((list, at) => (at === 0 ? { ...list, broken } : list));
  return single.some((one) => one !== null) ? [{ messages: [...single], about: {}, broken }] : null;
}

function isMessage(value: unknown): boolean {
  const message = asFields(value);
  return (
    message !== null &&
    typeof message.role === 'string' &&
    ('content' in message || 'tool_calls' in message || 'parts' in message)
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

function turnOf(event: number, message: JsonObject | null): Turn | null {
  if (message === null) return null;
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
        .flatMap((message) => asList(asFields(message)?.content) ?? [])
        .map((block) => asFields(block) ?? {})
        .some(
          (block) => ANTHROPIC_BLOCKS.has(asText(block.type) ?? '') || (block.type === 'image' && 'source' in block),
        ),
  );
}
