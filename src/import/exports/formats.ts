// The formats of exports and notes, and their detection. The order matters: the most specific come first.
import { isDay } from '../../model/day.ts';
import type { Fact } from '../../model/fact.ts';
import { parseDailyLog } from '../../page/daily-log.ts';
import { detectConversation } from '../conversations/formats/detect.ts';
import { CONVERSATION_FORMATS, type ConversationFormat } from '../format-names.ts';
import { AGENT_MEMORY_FOLDER, CLAUDE_MD } from '../notes/agent-memory.ts';
import { BASIC_MEMORY } from '../notes/basic-memory.ts';
import { OBSIDIAN_DAILY } from '../notes/obsidian-daily.ts';
import { CHATGPT, MEM0 } from './memories.ts';
import { type Format, type Given, nameOf } from '../format.ts';

// Daily logs of another vault: memvault's, or the older layout with `- [category] content `tag``. Each fact keeps its
// day, time, session, tags and fields.

const OLDER_VAULT: Format = {
  name: 'older-vault',
  what: 'The daily logs of another vault, also of the older layout',
  known: 'a day as the name (`2026-07-01.md`) and lines `- [category] content`',
  takes:
    'each fact as it stands, with day, time, session, tags and fields; a `source` that it had is kept as ' +
    '`origin`, and `supersedes` names the fact as it is here. What was forgotten there ' +
    '(`.state/tombstones.jsonl`, `.memvault/tombstones.jsonl`) is not taken',
  scope: 'day',
  category: 'general',
  detect: (given) => isDay(dayIn(given)) && isLog(given),
  read: (given) => {
    if (!isDay(dayIn(given)))
      return { facts: [], left: [{ line: null, why: 'its file name is not a date', isBad: true }] };
    return {
      facts: factsIn(given).map(({ id, text, category, tags, fields, day, time, session }) => ({
        text,
        category,
        tags,
        fields: withOrigin(fields),
        day,
        time,
        session,
        place: id,
      })),
      left: [],
    };
  },
};

const dayIn = ({ path }: Pick<Given, 'path'>): string => nameOf(path).replace(/\.md$/, '');

/** Not a daily note in which a few lines happen to look like facts. */
function isLog(given: Given): boolean {
  const facts = factsIn(given).length;
  return (
    facts > 0 && (/^\uFEFF?# Daily Log\b/.test(given.text) || facts * 2 >= (given.text.match(/^[-*+] /gm)?.length ?? 0))
  );
}

/** The facts of such a log, with their original ids. */
function factsIn({ path, text }: Pick<Given, 'path' | 'text'>): Fact[] {
  return parseDailyLog({ day: dayIn({ path }), path, text });
}

function withOrigin({ source, ...fields }: Fact['fields']): Fact['fields'] {
  return source === undefined ? fields : { ...fields, origin: source };
}

export { FORMAT_NAMES } from '../format-names.ts';

export const FORMATS: readonly Format[] = [
  CLAUDE_MD,
  MEM0,
  OLDER_VAULT,
  OBSIDIAN_DAILY,
  BASIC_MEMORY,
  AGENT_MEMORY_FOLDER,
  CHATGPT,
];

/** Null for an unknown format. */
export function detectFormat(given: Given): Format | null {
  return FORMATS.find((format) => format.detect(given)) ?? null;
}

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
