// All scores of a question's rows but for days, recency and sureness, in one loop that calls nothing: what is called
// for each of many thousand rows is a good part of a search. Says the same as the factors one by one, which a test
// holds it to.
import type { Matches } from '../match.ts';
import { askingFactor } from './asks.ts';
import { COVERAGE } from './coverage.ts';
import { NAMED_NAME, namedFactor } from './naming.ts';
import { SHARE } from './nearby.ts';

/** Writes by place the score of each row. */
export function scoreAll(
  { sums, beside, covered, whole, named, asking }: Omit<Matches, 'rows' | 'rest' | 'bound' | 'held'>,
  scores: Float64Array,
): void {
  const { worth, covered: around } = beside;
  const factors = new Float64Array(NAMED_NAME + 1);
  for (let mark = 0; mark <= NAMED_NAME; mark++) factors[mark] = namedFactor(mark);
  const asks = askingFactor(1);
  // Numbers that are no whole ones are objects to code that is not compiled yet: as few are made as can be.
  let [before, part] = [-1, 0];
  for (let place = 0; place < scores.length; place++) {
    const near = worth[place] as number;
    let score = sums[place] as number;
    if (near !== 0) score += SHARE * near;
    if (whole > 0) {
      const beside = around[place] as number;
      const all = beside === 0 ? (covered[place] as number) : (covered[place] as number) + beside;
      if (all !== before) part = all / whole;
      before = all;
      if (part < 1) score *= 1 - COVERAGE + COVERAGE * part;
    }
    const mark = named[place] as number;
    if (mark !== 0) score *= factors[mark] as number;
    if (asking[place] === 1) score *= asks;
    scores[place] = score;
  }
}
