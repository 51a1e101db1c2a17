// Marks that a person sets on facts, as lines of `.memvault/marks.jsonl`: pinned, or pinned no more.
import { compareText, type Fact } from './fact.ts';

export interface MarkLine {
  readonly fact: string;
  readonly mark: 'pin' | 'unpin';
  /** ISO in UTC. */
  readonly at: string;
}

/** For each fact that was marked, whether its latest mark pins it. */
export function foldMarks(lines: Iterable<MarkLine>): Map<string, boolean> {
  return new Map([...lines].sort(compareMarks).map(({ fact, mark }) => [fact, mark === 'pin']));
}

/** By the latest mark, else by the field of the line. */
export function isPinned({ id, fields }: Pick<Fact, 'id' | 'fields'>, marks: ReadonlyMap<string, boolean>): boolean {
  return marks.get(id) ?? (fields.pinned !== undefined && /^(?:true|yes|1)$/i.test(fields.pinned.trim()));
}

/** The facts that are pinned; a mark counts also where no line of a log has the fact. */
export function pinnedAmong(facts: Iterable<Fact>, lines: Iterable<MarkLine>): Set<string> {
  const marks = foldMarks(lines);
  const pinned = new Set([...marks].flatMap(([fact, pins]) => (pins ? [fact] : [])));
  for (const fact of facts) if (isPinned(fact, marks)) pinned.add(fact.id);
  return pinned;
}

function compareMarks(a: MarkLine, b: MarkLine): number {
  return compareText(a.at, b.at) || compareText(a.fact, b.fact) || compareText(a.mark, b.mark);
}
