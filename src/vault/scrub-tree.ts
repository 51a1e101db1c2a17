// What is forgotten, out of a value of JSON: a plan, a line of the ledger or of the questions. Ids, pages and days
// stay, so that it can be read as before. Pure.
import { isNameKey, type Teller } from '../markdown/forget/about.ts';
import { FORGOTTEN_WORDS } from '../markdown/forget/page.ts';
import { says, type Sought } from '../markdown/forget/words.ts';
import { isObject } from '../model/json.ts';
import { LIMITS } from '../model/limits.ts';

/** What is forgotten, by id and by its words. */
export interface Gone {
  readonly forgotten: ReadonlySet<string>;
  readonly sought: readonly Sought[];
  /** Has a name a word that only this has? */
  readonly tells: Teller['tells'];
}

export type Value = Readonly<Record<string, unknown>>;

export function parseObject(line: string): Value | null {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** What did not change stays the same value, so that a large journal need not be compared. */
export function mapIfOther<T>(list: readonly T[], edit: (one: T) => T): readonly T[] {
  const edited = list.map(edit);
  return edited.every((one, index) => one === list[index]) ? list : edited;
}

/** Words of a plan, of what is about a forgotten fact and of what says it; ids, pages and days stay. */
const WORDS_OF = new Set(['text', 'says', 'reason', 'title', 'about', 'group', 'head', 'from', 'to', 'draft']);
const NAMES_A_FACT = ['fact', 'claim', 'of', 'by', 'with', 'id'];

/** The same value where it holds none of it. */
export function cleanTree(value: unknown, gone: Gone, ownKey = '', depth = 0): unknown {
  // Nothing that memvault writes is so deep: nobody knows what it says.
  if (depth > LIMITS.nesting) return FORGOTTEN_WORDS;
  const { forgotten, sought, tells } = gone;
  if (typeof value === 'string')
    return says(value, sought) || (isNameKey(ownKey) && (tells(value) || forgotten.has(ownKey)))
      ? FORGOTTEN_WORDS
      : value;
  if (Array.isArray(value)) return mapIfOther(value as unknown[], (one) => cleanTree(one, gone, '', depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const isOfIt = entries.some(
    ([key, one]) =>
      (NAMES_A_FACT.includes(key) && typeof one === 'string' && forgotten.has(one)) ||
      (key === 'facts' && Array.isArray(one) && one.some((id) => typeof id === 'string' && forgotten.has(id))),
  );
  const isWords = (key: string, one: unknown): boolean =>
    isOfIt && WORDS_OF.has(key) && typeof one === 'string' && !/^\d{4}-\d{2}-\d{2}$/.test(one);
  const edited = entries.map(([key, one]): [string, unknown] => [
    key,
    isWords(key, one) ? FORGOTTEN_WORDS : cleanTree(one, gone, key, depth + 1),
  ]);
  return edited.every(([, one], index) => one === entries[index]?.[1]) ? value : Object.fromEntries(edited);
}
