// What is of the time that a question names: listed, where it asks for nothing else; else only what holds a word beside
// the time, since every fact of May has its month. Loaded only for questions that may name a time.
import { reach } from '../index/expand-terms.ts';
import { ROW_FIELDS } from '../index/fields.ts';
import { admitting } from '../index/filter.ts';
import { newest } from '../index/listed.ts';
import type { Question } from '../index/query.ts';
import type { Ranking } from '../index/rank.ts';
import type { Tokenizer } from '../index/tokenizer.ts';
import type { Tables, View } from '../index/view.ts';
import type { SearchResult } from './hit.ts';
import { type AskedTime, askedTime, type Days } from './query-time.ts';
import type { Resolved } from './request.ts';

type Admits = (row: number) => boolean;

export interface OfTime {
  /** Nothing else is asked: what is of the time is listed. */
  readonly isAll: boolean;
  /** The newest first, and behind it what names the time in its words. `days`: as a result has it. */
  list(
    tables: Tables,
    admits: Admits,
    most: number,
  ): { readonly ranking: Ranking; readonly time: NonNullable<SearchResult['time']> };
  /** Of these rows those that hold more of the question than the time at which they were logged. */
  beside(tables: View, question: Question, admits: Admits): Admits;
}

/** Null where the question names no time. */
export function ofTime(
  { question, phrases }: Pick<Resolved, 'question' | 'phrases'>,
  today: string,
  tokenizer: Tokenizer,
): OfTime | null {
  const asked = askedTime(question, today, tokenizer, phrases);
  if (asked === null) return null;
  return {
    isAll: asked.isAll,
    list: (tables, admits, most) => list(asked, tables, admits, most),
    beside: (tables, words, admits) => {
      const holding = rowsBeside(tables, words, asked);
      return (row) => holding[row] === 1 && admits(row);
    },
  };
}

function list(
  { said, days, earlier, names }: AskedTime,
  tables: Tables,
  admits: Admits,
  most: number,
): ReturnType<OfTime['list']> {
  let used = days;
  let within = withinAny(days, tables);
  let dated = newest(tables, (row) => admits(row) && within(row), most);
  for (const before of earlier) {
    if (dated.total > 0) break;
    const isWithin = withinAny([before], tables);
    const found = newest(tables, (row) => admits(row) && isWithin(row), most);
    if (found.total > 0) [used, within, dated] = [[before], isWithin, found];
  }
  const time = { said, days: used };
  if (names.length === 0) return { ranking: dated, time };
  const naming = rowsNaming(tables, names);
  const named = newest(tables, (row) => naming[row] === 1 && admits(row) && !within(row), most);
  return {
    ranking: {
      total: dated.total + named.total,
      rows: [...dated.rows, ...named.rows].slice(0, most),
      partsOf: () => null,
    },
    time,
  };
}

function withinAny(days: readonly Days[], tables: View): Admits {
  const tests = days.map(({ from, to }) =>
    from !== null && to !== null && from > to
      ? (): boolean => false
      : admitting(
          { every: [], none: [], folder: null, project: null, projectFolder: '', since: from, until: to, all: true },
          tables,
        ),
  );
  return (row) => tests.some((test) => test(row));
}

const DATE = ROW_FIELDS.indexOf('date');

/** By row 1 where it says all terms of one of these names itself: what it was logged on says nothing of that. */
function rowsNaming(view: View, names: readonly (readonly string[])[]): Uint8Array {
  const naming = new Uint8Array(view.rows);
  for (const terms of names) {
    const counts = new Uint8Array(view.rows);
    terms.forEach((term, count) => {
      for (const { field, rows } of view.postings(term)) {
        if (field === DATE) continue;
        for (let i = 0; i < rows.length; i++) {
          const row = rows[i] as number;
          if (counts[row] === count) counts[row] = count + 1;
        }
      }
    });
    for (let row = 0; row < counts.length; row++) if (counts[row] === terms.length) naming[row] = 1;
  }
  return naming;
}

/** By row 1 where it holds a word that does not say when. */
function rowsBeside(view: View, { asked }: Question, { others, numbers }: AskedTime): Uint8Array {
  const holding = new Uint8Array(view.rows);
  for (const one of asked) {
    const isOther = others.has(one.term);
    if (!isOther && !numbers.has(one.term)) continue;
    for (const { postings } of reach(view, one)) {
      for (const { field, rows } of postings)
        if (isOther || field !== DATE) for (let i = 0; i < rows.length; i++) holding[rows[i] as number] = 1;
    }
  }
  return holding;
}
