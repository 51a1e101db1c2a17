// What dreams and people decided over time, and how many pages and claims there were by then: from the ledger alone.
// Pure.
import { CITED, DISPOSITIONS, type LedgerLine } from '../model/disposition.ts';
import { compareLines } from '../model/line-order.ts';
import type { Buckets } from './buckets.ts';

/** Lists have one number for each part of the span. */
export interface DecisionStats {
  /** Decisions of the span, by what was decided. One that was taken back later was made all the same and counts. */
  readonly decided: Readonly<Record<string, { readonly count: number; readonly over: readonly number[] }>>;
  /** How many pages had facts, and how many statements were current, at the end of each part, as the ledger says. */
  readonly pagesOver: readonly number[];
  readonly claimsOver: readonly number[];
}

/**
 * Counts over all lines of the ledger, in any order. `dayOfTime`: the local day of an ISO time, empty for what is none.
 */
export function decisionsOver(
  lines: readonly LedgerLine[],
  { starts, of }: Buckets,
  dayOfTime: (at: string) => string,
): DecisionStats {
  const over = new Map<string, number[]>();
  const state = new Placed();
  const [pages, claims]: [number[], number[]] = [[], []];
  const last = starts.length - 1;
  let at = 0;
  const close = (until: number): void => {
    for (; at < until; at++) {
      pages[at] = state.pages;
      claims[at] = state.claims;
    }
  };
  const [first] = starts;
  for (const line of inOrder(lines)) {
    const day = dayOfTime(line.at);
    const place = of(day);
    // Decisions before the span count towards how many there were at its beginning; later ones count for nothing.
    if (place < 0 && day !== '' && first !== undefined && day >= first && day > (starts[last] ?? '')) break;
    if (place > at) close(place);
    state.take(line);
    if (place < 0 || line.undoes !== undefined || line.as === 'pending') continue;
    const counts = over.get(line.as) ?? starts.map(() => 0);
    over.set(line.as, counts);
    counts[place] = (counts[place] ?? 0) + 1;
  }
  close(starts.length);
  const kinds = [
    ...DISPOSITIONS,
    ...[...over.keys()].filter((as) => !DISPOSITIONS.some((known) => known === as)),
  ].filter((as) => over.has(as));
  return {
    decided: Object.fromEntries(
      kinds.map((as) => [
        as,
        { count: (over.get(as) ?? []).reduce((all, count) => all + count, 0), over: over.get(as) ?? [] },
      ]),
    ),
    pagesOver: pages,
    claimsOver: claims,
  };
}

/**
 * In an order that `compareLines` agrees with for the lines of each fact. It is asked last, since it makes a text of
 * every line.
 */
function inOrder(lines: readonly LedgerLine[]): LedgerLine[] {
  return [...lines].sort((a, b) =>
    a.at < b.at
      ? -1
      : a.at > b.at
        ? 1
        : a.run < b.run
          ? -1
          : a.run > b.run
            ? 1
            : a.fact < b.fact
              ? -1
              : a.fact > b.fact
                ? 1
                : compareLines(a, b),
  );
}

/** Which facts stand on which pages, followed decision by decision. */
class Placed {
  private readonly pageOf = new Map<string, string>();
  private readonly current = new Set<string>();
  private readonly factsOn = new Map<string, number>();
  private forgotten = new Map<string, string>();

  get pages(): number {
    return this.factsOn.size;
  }

  get claims(): number {
    return this.current.size;
  }

  take({ fact, as, page, run, undoes }: LedgerLine): void {
    const gone = this.forgotten.get(fact);
    if (gone !== undefined && as !== 'forgotten' && !(as === 'pending' && undoes === gone)) return;
    if (as === 'forgotten') this.forgotten.set(fact, run);
    else this.forgotten.delete(fact);
    this.move(fact, CITED.has(as) ? page : undefined);
    if (as === 'placed' || as === 'conflict') this.current.add(fact);
    else this.current.delete(fact);
  }

  private move(fact: string, page: string | undefined): void {
    const before = this.pageOf.get(fact);
    if (before === page) return;
    if (before !== undefined) {
      const left = (this.factsOn.get(before) ?? 1) - 1;
      if (left === 0) this.factsOn.delete(before);
      else this.factsOn.set(before, left);
      this.pageOf.delete(fact);
    }
    if (page === undefined) return;
    this.pageOf.set(fact, page);
    this.factsOn.set(page, (this.factsOn.get(page) ?? 0) + 1);
  }
}
