// What other tools and vaults remember. mem0: JSON with `results` or `memories`, a list, or JSON lines, each with an
// id. ChatGPT: the list copied from its settings, or JSON. ChatGPT conversations are not memories.
// Vaults: their daily logs.
import { isDay } from '../../model/day.ts';
import type { Fact } from '../../model/fact.ts';
import { isObject, type JsonObject } from '../../model/json.ts';
import { parseDailyLog } from '../../page/daily-log.ts';
import { isCategory } from '../../page/fact-line.ts';
import { type Format, type Found, type Given, type Left, found, type Reading, unread } from '../format.ts';
import { asFields, fieldsOf, nameOf, parseList, textOf, toMoment, toTags } from '../values.ts';

/** Reads the entries of a JSON list; each is taken, or left with a reason. */
function readList(
  text: string,
  keys: readonly string[],
  take: (value: unknown, at: number) => Found | Omit<Left, 'line'>,
): Reading {
  const listed = parseList(text, keys);
  if (listed === null) return unread('it is not a JSON list of memories');
  const facts: Found[] = [];
  const left = listed.damaged.map((line): Left => ({ line, why: 'it is not a JSON object', isBad: true }));
  for (const { value, at } of listed.items) {
    const entry = take(value, at);
    if ('why' in entry) left.push({ line: at, ...entry });
    else facts.push(entry);
  }
  return { facts, left };
}

const MEM0_KEYS = ['results', 'memories', 'data'];
/** Placeholder user names. */
const NOBODY = /^(?:default(?:[_-]user)?|user|me|none|null)$/i;

export const MEM0: Format = {
  name: 'mem0',
  scope: 'export',
  category: 'general',
  detect: ({ path, text }) =>
    /\.jsonl?$/.test(path) &&
    text.includes('"memory"') &&
    (parseList(text, MEM0_KEYS)?.items.some(({ value }) => isObject(value) && typeof value.memory === 'string') ??
      false),
  read: ({ text, today }) =>
    readList(text, MEM0_KEYS, (value) => {
      const memory = asFields(value);
      const expired = toMoment(memory.expiration_date)?.day ?? today;
      if (textOf(memory.memory) === '') return { why: 'it has no "memory"', isBad: true };
      return expired >= today ? memoryOf(memory) : { why: `it expired on ${expired}`, isBad: false };
    }),
};

function memoryOf(value: JsonObject): Found {
  const metadata = asFields(value.metadata);
  const moment = toMoment(value.updated_at) ?? toMoment(value.created_at);
  const category = [textOf(metadata.category), textOf(metadata.type)].find(isCategory) ?? null;
  const person = textOf(value.user_id);
  return found(textOf(value.memory), textOf(value.id), {
    category,
    tags: [...toTags(value.categories), ...toTags(metadata.tags)],
    day: moment?.day ?? null,
    time: moment?.time ?? null,
    fields: fieldsOf({
      project: textOf(metadata.project),
      topic: textOf(metadata.topic),
      location: textOf(metadata.location),
      persons: NOBODY.test(person) ? '' : person,
    }),
  });
}

const CHATGPT_KEYS = ['memories', 'memory', 'saved_memories', 'items', 'data'];
const TEXT_KEYS = ['content', 'text', 'memory', 'value'];
const DATED = /^\s*(?:[-*+•]|\d{1,5}[.)])?\s*\[(\d{4}-\d\d-\d\d)\](?:\s*[.:)–—-])?\s+(\S.*)$/;
const LIST = /^\s*(?:[-*+•]|\d{1,5}[.)])\s+/;
/** Placeholder for a missing day. */
const NO_DAY = /^\[(?:unknown|undated|no date|date unknown|unknown date|n\/?a|-+|\?+)\](?:\s*[.:)–—-])?\s+/i;
/** Lines around the entries of a list: headings, rules, fences, introductions. */
const AROUND = /^\s*(?:#|`{3}|~{3}|(?:\*\*|__)[^*_]+(?:\*\*|__):?\s*$)|[:：](?:\*\*|__)?\s*$/;
/** Metadata keys of an entry. */
const ABOUT = ['enabled', 'created_at', 'updated_at', 'create_time', 'update_time', 'created_timestamp', 'state'];
const CONVERSATIONS = /"mapping"\s*:\s*\{/;

export const CHATGPT: Format = {
  name: 'chatgpt',
  scope: 'export',
  category: 'general',
  detect: ({ path, text }) =>
    isJson(path)
      ? CONVERSATIONS.test(text.slice(0, 100_000)) || hasMemories(path, text)
      : /\.(?:txt|md)$/.test(path) && text.split('\n').some((line) => DATED.test(line.trim())),
  read: (given) => (isJson(given.path) || /^\s*[[{]\s*["{]/.test(given.text) ? readJson(given) : readText(given.text)),
};

const isJson = (path: string): boolean => path.endsWith('.json');

/** Many JSON files contain a list of texts, so a file not named for memories needs more evidence. */
function hasMemories(path: string, text: string): boolean {
  const items = parseList(text, CHATGPT_KEYS)?.items ?? [];
  const isNamed = /memor/i.test(nameOf(path));
  return (
    items.length > 0 &&
    items.every(({ value }) =>
      typeof value === 'string'
        ? isNamed || /\S\s+\S+\s+\S/.test(value)
        : isObject(value) &&
          !('role' in value) &&
          (isNamed ? textIn(value) !== '' : typeof value.content === 'string' && ABOUT.some((key) => key in value)),
    )
  );
}

const textIn = (value: JsonObject): string =>
  TEXT_KEYS.map((key) => value[key])
    .find((one): one is string => typeof one === 'string')
    ?.trim() ?? '';

function readJson({ text }: Given): Reading {
  if (CONVERSATIONS.test(text.slice(0, 100_000))) return unread('it contains conversations, not memories', false);
  return readList(text, CHATGPT_KEYS, (value, at) => {
    const about = asFields(value);
    const words = typeof value === 'string' ? value.trim() : textIn(about);
    if (words === '') return { why: 'it has no text', isBad: true };
    if (about.enabled === false || (typeof about.state === 'string' && about.state !== 'active'))
      return { why: 'it is switched off', isBad: false };
    const moment = TIMES.map((key) => toMoment(about[key])).find((one) => one !== null);
    return found(words, textOf(about.id) || at, { day: moment?.day ?? null, time: moment?.time ?? null });
  });
}

const TIMES = 'updated_at update_time created_at create_time created_timestamp timestamp date'.split(' ');

function readText(text: string): Reading {
  const facts = text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .flatMap((raw, at): Found[] => {
      const line = raw.trim();
      const [, day, dated] = DATED.exec(line) ?? [];
      const words = (dated ?? line.replace(LIST, '').replace(NO_DAY, '')).trim();
      if (!/[\p{L}\p{N}]/u.test(words) || (dated === undefined && AROUND.test(line))) return [];
      return [found(words, at + 1, { day: toMoment(day)?.day ?? null })];
    });
  return { facts, left: [] };
}

/** Daily logs of another vault: memvault's, or the older layout with `- [category] content `tag``. */
export const OLDER_VAULT: Format = {
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
