// A page that is full keeps its name as a hub and gets parts that new claims fill: `Work - 2025-03.md`,
// named by the month of the first fact that goes there.
import { eventDay, type Fact } from '../../model/fact.ts';

export interface Fill {
  claimsOn(page: string): number;
  /** The parts that a hub has, those that this batch creates included. */
  partsOf(hub: string): readonly string[];
  /** How many claims a page may hold. */
  readonly limit: number;
}

/** The page itself while it has room, else a part with room, the latest first, else a new part. */
export function pageWithRoom(page: string, fact: Fact, fill: Fill): string {
  const hasRoom = (path: string): boolean => fill.claimsOn(path) < fill.limit;
  if (hasRoom(page)) return page;
  const parts = fill.partsOf(page);
  const open = [...parts].sort().reverse().find(hasRoom);
  if (open !== undefined) return open;
  const stem = `${page.slice(0, -'.md'.length)} - ${eventDay(fact).slice(0, 7)}`;
  for (let number = 1; ; number++) {
    const part = `${stem}${number === 1 ? '' : ` (${number})`}.md`;
    if (!parts.includes(part)) return part;
  }
}

/** The hub that a part belongs to, or null for a page that is no part. */
export function hubOf(page: string): string | null {
  const match = /^(.+) - \d{4}-\d{2}(?: \(\d+\))?\.md$/.exec(page);
  return match?.[1] === undefined ? null : `${match[1]}.md`;
}
