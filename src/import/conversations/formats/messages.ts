// Lists of messages with a role and a content, as requests to models have them, in one document or a document a line.
// An event is a message of its list.
import { LIMITS } from '../../../model/limits.ts';
import type { Conversation, Turn } from '../conversation.ts';
import {
  asFields,
  asList,
  asText,
  type Fields,
  instantOf,
  jsonEvents,
  nameOfBeginning,
  parseJson,
  sessionName,
} from './fields.ts';
import { saidIn } from './said.ts';

/** One list and what stands beside it. */
export interface MessageList {
  readonly messages: readonly unknown[];
  readonly about: Fields;
  readonly broken: readonly number[];
}

/** Every list of the text; null where it is none, neither as a whole nor by lines. */
export function messageLists(text: string): readonly MessageList[] | null {
  const whole = parseJson(text.replace(/^\uFEFF/, ''));
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
  // The answer may stand beside what was asked.
  const choice = asFields(asFields(asList(about.choices)?.[0])?.message);
  return [
    { messages: [...own, ...(choice === null ? [] : [choice]), ...(asList(about.output) ?? [])], about, broken: [] },
  ];
}

/** A message a line is one list; a list a line is many. */
function listsByLine(text: string): readonly MessageList[] | null {
  const [single, lists, broken]: [unknown[], MessageList[], number[]] = [[], [], []];
  for (const { line, value } of jsonEvents(text)) {
    const own = value === null || isMessage(value) ? null : listsOf(value);
    if (own !== null) for (const one of own) lists.push(one);
    if (value === null) broken.push(line);
    // By lines, so that a message keeps its number whatever becomes of one before it.
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

export function readMessages(
  format: string,
  text: string,
  isWords: (type: string) => boolean,
): readonly Conversation[] {
  return (messageLists(text) ?? []).map(({ messages, about, broken }) => {
    const turns = messages.flatMap((message, at) => turnOf(at + 1, asFields(message), isWords) ?? []);
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

/** `id` is the answer's where an answer stands there. */
const NAMES = ['session_id', 'conversation_id', 'thread_id', 'uuid'];
const PEOPLE = new Set(['user', 'human']);
const TIMES = ['timestamp', 'created_at', 'createdAt', 'create_time', 'created', 'date'];

function turnOf(event: number, message: Fields | null, isWords: (type: string) => boolean): Turn | null {
  if (message === null) return null;
  const isPerson = PEOPLE.has(asText(message.role) ?? '');
  if (!isPerson && message.role !== 'assistant') return null;
  const text = saidIn(wordsOf(message.content, isWords));
  if (text === '') return null;
  return {
    event,
    role: isPerson ? 'person' : 'assistant',
    speaker: isPerson ? asText(message.name) : null,
    at: TIMES.map((key) => instantOf(message[key])).find((at) => at !== null) ?? null,
    text,
  };
}

function wordsOf(content: unknown, isWords: (type: string) => boolean): string {
  if (typeof content === 'string') return content;
  return (asList(content) ?? [])
    .flatMap((part) => {
      if (typeof part === 'string') return [part];
      const block = asFields(part);
      return block !== null && isWords(asText(block.type) ?? 'text') ? (asText(block.text) ?? []) : [];
    })
    .join('\n\n');
}

// Messages as OpenAI's interfaces have them: `{"messages":[{"role","content"}]}`, the list alone, one a line, or the
// `input` of a response. What the system, a developer or a tool says is left out.

export const OPENAI = 'openai';

const WORDS = new Set(['text', 'input_text', 'output_text']);

export const readOpenAi = (text: string): readonly Conversation[] =>
  readMessages(OPENAI, text, (type) => WORDS.has(type));
