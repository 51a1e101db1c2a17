// The formats of exports and notes, and their detection. The order matters: the most specific come first.
import { isDay } from '../../model/day.ts';
import type { Fact } from '../../model/fact.ts';
import { parseDailyLog } from '../../page/daily-log.ts';
import { detectConversation } from '../conversations/formats/detect.ts';
import {
  CONVERSATION_FORMATS,
  type ConversationFormat,
  type Format,
  type Found,
  type Given,
  unread,
} from '../format.ts';
import { AGENT_MEMORY_FOLDER, BASIC_MEMORY, CLAUDE_MD } from '../notes/agent-memory.ts';
import { OBSIDIAN_DAILY } from '../notes/obsidian-daily.ts';
import { nameOf } from '../values.ts';
import { CHATGPT, MEM0 } from './memories.ts';

/** Daily logs of another vault: memvault's, or the older layout with `- [category] content `tag``. */
const OLDER_VAULT: Format = {
  name: 'older-vault',
  scope: 'day',
  category: 'general',
  detect: (given) => {
    const { length } = factsIn(given);
    // Not a daily note in which a few lines happen to look like facts.
    const isLog = () =>
      /^\uFEFF?# Daily Log\b/.test(given.text) || length * 2 >= (given.text.match(/^[-*+] /gm)?.length ?? 0);
    return length > 0 && isLog();
  },
  read: (given) =>
    isDay(dayIn(given)) ? { facts: factsIn(given).map(asFound), left: [] } : unread('its file name is not a date'),
};

function asFound({ id, text, category, tags, fields: { source, ...fields }, day, time, session }: Fact): Found {
  const origin = source === undefined ? fields : { ...fields, origin: source };
  return { text, category, tags, fields: origin, day, time, session, place: id };
}

const dayIn = ({ path }: Pick<Given, 'path'>): string => nameOf(path).replace(/\.md$/, '');

/** The facts of such a log, with their original ids. */
const factsIn = ({ path, text }: Given): readonly Fact[] =>
  isDay(dayIn({ path })) ? parseDailyLog({ day: dayIn({ path }), path, text }) : [];

const FORMATS: readonly Format[] = [
  CLAUDE_MD,
  MEM0,
  OLDER_VAULT,
  OBSIDIAN_DAILY,
  BASIC_MEMORY,
  AGENT_MEMORY_FOLDER,
  CHATGPT,
];

/** Null for an unknown format. */
export const detectFormat = (given: Given): Format | null => FORMATS.find((format) => format.detect(given)) ?? null;

export const formatNamed = (name: string): Format | null => FORMATS.find((format) => format.name === name) ?? null;

/**
 * Also detects conversations, which may look like a list with days. In a folder, for a file not named itself, a name
 * before a colon is not enough for a speaker.
 */
export function recognizeFormat(given: Given, isNamed: boolean): Format | ConversationFormat | null {
  const format = detectFormat(given);
  return format !== null && format !== CHATGPT ? format : (detectConversation(given.text, !isNamed) ?? format);
}

export const anyFormatNamed = (name: string): Format | ConversationFormat | null =>
  formatNamed(name) ?? CONVERSATION_FORMATS.find((format) => format === name) ?? null;
