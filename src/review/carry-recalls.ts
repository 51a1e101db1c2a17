// The recalls of several facts go over to the one that was logged in their place: one tracked line with the sum.
import type { Append } from '../model/journal.ts';
import { addRecalls, type Recalled, type RecallLine } from '../model/recall.ts';
import { appendFor } from '../vault/append.ts';
import { readRecalledBy } from '../vault/recalls.ts';
import { RECALLS_DIR, type Vault } from '../vault/vault.ts';

/** None where nobody was shown any of them until `start`. */
export function carriedRecalls(
  vault: Vault,
  from: readonly string[],
  to: string,
  clone: string,
  start: Date,
): (run: string, at: string) => Append[] {
  const known = readRecalledBy(vault, start);
  const sum = new Map<string, Recalled>();
  for (const fact of from) {
    const recalled = known.get(fact);
    if (recalled) addRecalls(sum, to, recalled);
  }
  const total = sum.get(to);
  return (run, at) => {
    if (total === undefined) return [];
    // It folds nothing of this clone's record, so it must not move where that was folded up to.
    const line: RecallLine = {
      fact: to,
      count: total.count,
      last: total.last,
      clone,
      until: new Date(0).toISOString(),
      run,
      at,
    };
    return [appendFor(vault, `${RECALLS_DIR}/${at.slice(0, 7)}.jsonl`, `${JSON.stringify(line)}\n`)];
  };
}
