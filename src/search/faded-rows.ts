// Which rows have faded today, as far as the index tells it: most hits of an old vault need not be read to know that
// they come last. Reads no document; what cannot be told for certain is left to those who do.
import { keyword } from '../index/keywords.ts';
import { SEVERAL } from '../index/several.ts';
import type { Tables } from '../index/view.ts';
import { fadedUpTo } from '../model/confidence.ts';
import { dayOf, daysBetween } from '../model/day.ts';
import type { Memory } from './fading.ts';

const FACT = 0;
/** What no fact begins with more than. */
const SUREST = 1;
const PINNED = ['true', 'yes', '1'];

/**
 * Has a row surely faded? What says so of a fact or a claim, `surenessOf` says as well; not of all that have. `isOfProject`:
 * claims are seen without the facts of other projects.
 */
export function fadedRows(tables: Tables, { today, fading, marks, lastRecall }: Memory, isOfProject: boolean): (row: number) => boolean {
  const last = fading.fade === 'off' ? '' : fadedUpTo(today, SUREST, fading);
  if (last === '') return () => false;
  const limit = daysBetween('1970-01-01', last);
  const days = tables.column('day');
  // 0 for prose and for claims whose facts no log holds.
  const logged = tables.column('logged');
  let kept: readonly ((row: number) => boolean)[] | null = null;
  let isNamed: boolean | null = null;
  return (row) => {
    if ((days[row] as number) > limit || logged[row] === 0 || days[row] === 0) return false;
    if (isOfProject && tables.column('kind')[row] !== FACT) return false;
    kept ??= rowsToKeep(tables, fading.fade_never);
    for (let i = 0; i < kept.length; i++) if (kept[i]?.(row) === true) return false;
    isNamed ??= lastRecall !== null || pinsAny(marks);
    if (!isNamed) return true;
    const id = tables.id(row);
    if (marks.get(id) === true) return false;
    const recalled = lastRecall === null ? null : lastRecall(id);
    return recalled === null || dayOf(new Date(recalled)) <= last;
  };
}

/** Tell rows that may last whatever their day: by their category or kind, by their line, or by another of their facts. */
function rowsToKeep(tables: Tables, lasting: readonly string[]): ((row: number) => boolean)[] {
  const words = [SEVERAL];
  for (const word of lasting) words.push(keyword('category', word), keyword('kind', word));
  for (const word of PINNED) words.push(keyword('field', `pinned=${word}`));
  const tests: ((row: number) => boolean)[] = [];
  for (const word of words) {
    const test = tables.withKeyword(word);
    if (test !== null) tests.push(test);
  }
  return tests;
}

function pinsAny(marks: Memory['marks']): boolean {
  for (const isPin of marks.values()) if (isPin) return true;
  return false;
}
