// What somebody logged as hardly sure comes a little lower than what is as good otherwise, unless a person pinned it.
// Looks at the words that rows of such statements carry, and at marks where there are both.
import { eachPlace } from '../match.ts';
import { SURE, UNSURE } from '../unsure.ts';
import type { Tables } from '../view.ts';

/** The factor for what is not sure at all. */
export const LEAST_SURE = 0.85;

const FACT = 0;

/** `pins`: by fact whether a person pinned it by a mark. Gives for each place among these rows, which ascend, its factor; null where that is 1 for all. */
export function surenessFactors(tables: Tables, rows: Int32Array, pins: ReadonlyMap<string, boolean>): ((place: number) => number) | null {
  const words = tables.keywords(UNSURE);
  if (words.length === 0) return null;
  const factors = new Float64Array(rows.length).fill(1);
  for (const word of words) {
    const factor = factorOf(Number(word.slice(UNSURE.length)) / 10);
    eachPlace(rows, tables.keyword(word), (place) => (factors[place] = factor));
  }
  const isPinned = pinned(tables, pins);
  return (place) => {
    const factor = factors[place] as number;
    return factor === 1 || isPinned(rows[place] as number) ? 1 : factor;
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
