// Whether it is worth looking for a time in a question. Reads its words alone, and loads nothing of what finds one.
import type { Question } from '../index/asked.ts';

/** Words that may say when, where no days were read from them. */
const OF_TIME = ' recent late weekend morn afternoon even ago ';
/** Words that are a month only beside others: in small letters none of them alone is one. */
const MONTHS = ' may march mar jan sep dec ';
/** Words beside which they are: any before a month, or of a year, or a number. */
const BESIDE =
  ' in since until till before after of by during from between on last past previous this next current ' +
  'coming day year a an couple the one two three four five six seven eight nine ten eleven twelve ';

/** May be wrong where it says so: to look (asked-time.ts) costs more than most searches have. */
export function mayNameTime({ spans, asked }: Question, text: string): boolean {
  if (spans.length > 0) return true;
  let isMonth = text.includes('may') || text.includes('May');
  for (const { term, isNumber } of asked) {
    if (
      isNumber ? term.length === 4 && (term.startsWith('20') || term.startsWith('19')) : OF_TIME.includes(` ${term} `)
    )
      return true;
    isMonth ||= MONTHS.includes(` ${term} `);
  }
  return isMonth && mayNameMonth(text);
}

function mayNameMonth(text: string): boolean {
  if (text !== text.toLowerCase()) return true;
  for (const word of text.split(/[^a-z0-9]+/))
    if (word !== '' && (BESIDE.includes(` ${word} `) || word.charCodeAt(0) <= 57)) return true;
  return false;
}
