// The value of a place or a firm: its name alone, without what stands behind it in the sentence. Pure; the statement
// keeps its words.
import { EN } from './words.ts';

const SLOTS: ReadonlySet<string> = new Set(['residence', 'birthplace', 'employer']);
const BEHIND_NAMED = EN.pattern('^(?<name>{named}){behindNamed}$');
const BEHIND_FIRM = EN.pattern('^(?<name>{named}){behindFirm}$');
const BEHIND_ANY = EN.pattern('^(?<name>.+?){behindAny}$');

/** "Siemens as an engineer" is Siemens, "Ghent on 4 May 1985" is Ghent; of another slot the value as it is. */
export function placeValue(key: string, value: string): string {
  if (!SLOTS.has(key)) return value;
  const cut = (text: string, pattern: RegExp): string => pattern.exec(text)?.groups?.name ?? text;
  const bare = cut(cut(value, BEHIND_ANY), BEHIND_NAMED);
  return key === 'employer' ? cut(bare, BEHIND_FIRM) : bare;
}
