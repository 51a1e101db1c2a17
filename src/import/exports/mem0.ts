// An export of mem0: JSON with `results` or `memories`, a list of memories or one a line, each with its id.
import { isObject } from '../../model/json.ts';
import { isCategory } from '../../page/fact-line.ts';
import { fieldsOf, found, toMoment, toTags, type Format, type Found, type Left } from '../format.ts';
import { parseList, textOf, type Fields } from '../json.ts';

const KEYS = ['results', 'memories', 'data'];
/** Names that stand for nobody in particular. */
const NOBODY = /^(?:default(?:[_-]user)?|user|me|none|null)$/i;

export const MEM0: Format = {
  name: 'mem0',
  what: 'Exports of mem0, JSON or JSON lines',
  known: 'a list of objects with `memory`, alone or under `results` or `memories`',
  takes:
    'each `memory`, on the day of `updated_at`, else of `created_at`. `categories` are tags; `metadata` may ' +
    'name `category` (or `type`), `project`, `topic` and `location`; `user_id` is in `persons`. One that has ' +
    'expired is left out',
  scope: 'export',
  category: 'general',
  detect: ({ path, text }) =>
    /\.jsonl?$/.test(path) &&
    text.includes('"memory"') &&
    (parseList(text, KEYS)?.items.some(({ value }) => isObject(value) && typeof value.memory === 'string') ?? false),
  read: ({ text, today }) => {
    const parsed = parseList(text, KEYS);
    if (parsed === null) return { facts: [], left: [{ line: null, why: 'it is no JSON with memories', isBad: true }] };
    const left: Left[] = [...parsed.left];
    const facts = parsed.items.flatMap(({ value, at }): Found[] => {
      const memory = isObject(value) ? memoryOf(value) : null;
      const expired = isObject(value) ? (toMoment(value.expiration_date)?.day ?? today) : today;
      if (memory !== null && expired >= today) return [memory];
      left.push(
        memory === null
          ? { line: at, why: 'it has no "memory"', isBad: true }
          : { line: at, why: `it expired on ${expired}`, isBad: false },
      );
      return [];
    });
    return { facts, left };
  },
};

function memoryOf(value: Fields): Found | null {
  const text = textOf(value.memory);
  if (text === '') return null;
  const metadata = isObject(value.metadata) ? value.metadata : {};
  const moment = toMoment(value.updated_at) ?? toMoment(value.created_at);
  const category = [textOf(metadata.category), textOf(metadata.type)].find(isCategory) ?? null;
  const person = textOf(value.user_id);
  return found(text, textOf(value.id), {
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
