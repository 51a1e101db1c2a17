// Marks that a person sets on facts, as lines of `.memvault/marks.jsonl`: pinned, or pinned no more.
import { compareText, type Fact } from './fact.ts';

export interface MarkLine {
  readonly fact: string;
  readonly mark: 'pin' | 'unpin';
  /** ISO in UTC. */
  readonly at: string;
}

/** The facts that are pinned: by the latest mark, else by the field of the line. */
export function pinnedAmong(facts: Iterable<Fact>, lines: Iterable<MarkLine>): Set<string> {
  const pinned = new Set<string>();
  for (const fact of facts) if (/^(?:true|yes|1)$/i.test(fact.fields.pinned?.trim() ?? '')) pinned.add(fact.id);
  for (const { fact, mark } of [...lines].sort(compareMarks)) {
    if (mark === 'pin') pinned.add(fact);
    else pinned.delete(fact);
  }
  return pinned;
}

function compareMarks(a: MarkLine, b: MarkLine): number {
  return compareText(a.at, b.at) || compareText(a.fact, b.fact) || compareText(a.mark, b.mark);
}
