// What somebody logged as hardly sure comes a little lower than what is as good otherwise, unless a person pinned it.
// Looks at the words that rows of such statements carry, and at marks where there are both; of the rows only at those it is
// asked for, which are few of all that a question finds.
import { SURE, UNSURE } from '../unsure.ts';
import type { Tables } from '../view.ts';

/** The factor for what is not sure at all. */
export const LEAST_SURE = 0.85;

const FACT = 0;

/** `pins`: by fact whether a person pinned it by a mark. Gives for a row its factor; null where that is 1 for all. */
export function surenessFactor(tables: Tables, pins: ReadonlyMap<string, boolean>): ((row: number) => number) | null {
  const tests: ((row: number) => boolean)[] = [];
  const factors: number[] = [];
  for (const word of tables.keywords(UNSURE)) {
    const test = tables.withKeyword(word);
    if (test === null) continue;
    tests.push(test);
    factors.push(factorOf(Number(word.slice(UNSURE.length)) / 10));
  }
  if (tests.length === 0) return null;
  const isPinned = pinned(tables, pins);
  return (row) => {
    // A row carries one of the words at most.
    for (let i = 0; i < tests.length; i++) if (tests[i]?.(row) === true) return isPinned(row) ? 1 : (factors[i] as number);
    return 1;
  };
}

/** For a confidence of 0 to 1. */
export function factorOf(confidence: number): number {
  return confidence >= SURE ? 1 : LEAST_SURE + (1 - LEAST_SURE) * (confidence / SURE);
}

/** A fact by its id; a claim where any fact is pinned that it cites. */
function pinned(tables: Tables, pins: ReadonlyMap<string, boolean>): (row: number) => boolean {
  const ids: string[] = [];
  for (const [id, isPin] of pins) if (isPin) ids.push(id);
  if (ids.length === 0) return () => false;
  const kinds = tables.column('kind');
  let claims: ReadonlySet<number> | null = null;
  return (row) => {
    if (kinds[row] === FACT) return pins.get(tables.spot(row).id) === true;
    return (claims ??= new Set(ids.flatMap((id) => [...tables.citing(id)]))).has(row);
  };
}
