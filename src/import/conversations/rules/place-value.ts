// The value of a place, a firm or a day of birth: that alone, without what stands behind it in the sentence. Pure; the
// statement keeps its words.
import slotWords from '../../../../templates/slots/words.json';
import { levelOf, oneName, plainForm } from '../../../language/slots/places.ts';
import { EN } from './words.ts';

/** "4 May 1985 in Ghent". */
const BEHIND_DAY = /^(?<name>.*\d.*?),? (?:in|at) (?!\d).+$/u;

const TOOLS: ReadonlySet<string> = new Set(slotWords.tools);
const SLOTS: ReadonlySet<string> = new Set(['residence', 'birthplace', 'employer', 'left']);
const BEHIND_NAMED = EN.pattern('^(?<name>{named}){behindNamed}$');
const BEHIND_FIRM = EN.pattern('^(?<name>{named}){behindFirm}$');
const BEHIND_ANY = EN.pattern('^(?<name>.+?){behindAny}$');

/** "Siemens as an engineer" is Siemens, "Ghent on 4 May 1985" is Ghent; of another slot the value as it is. */
export function placeValue(key: string, value: string): string {
  const cut = (text: string, pattern: RegExp): string => pattern.exec(text)?.groups?.name ?? text;
  if (key === 'birth-date') return cut(value, BEHIND_DAY);
  if (!SLOTS.has(key)) return value;
  const bare = cut(cut(value, BEHIND_ANY), BEHIND_NAMED);
  return key === 'employer' || key === 'left' ? cut(bare, BEHIND_FIRM) : bare;
}

/** May it be the name of a firm: not that of a city, a country or a program? */
export function isFirm(value: string): boolean {
  const form = oneName(plainForm(placeValue('employer', value)));
  return levelOf(form) === null && !TOOLS.has(form) && !TOOLS.has(form.split(' ')[0] ?? form);
}
