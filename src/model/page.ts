// The claims on a page, as nouns.
import { compareText, type Fact } from './fact.ts';

/** One statement on a page that cites the facts it rests on. */
export interface Claim {
  /** The page, from the vault's root. */
  readonly page: string;
  /** 1-based line of the page. */
  readonly line: number;
  /** The `##` section it stands in, as written, or empty before the first. */
  readonly section: string;
  /** The `###` head above it, or null. */
  readonly head: string | null;
  /** The statement without list mark, footnotes and escapes. */
  readonly text: string;
  /** Ids of the facts it cites, in the order they stand. Never empty. */
  readonly facts: readonly string[];
  /**
   * It stands in History, or a person struck the whole statement through, wherever it stands: kept, found on request,
   * no longer so.
   */
  readonly past: boolean;
  /**
   * Of a past one: the local days from which and to which it held; null where they cannot be read, and for a current
   * one.
   */
  readonly held: { readonly from: string; readonly to: string } | null;
  /** The sides of a callout of conflicting claims; empty for every other claim. */
  readonly sides: readonly Side[];
}

/** One of the claims that contradict each other in a callout. */
export interface Side {
  readonly text: string;
  readonly facts: readonly string[];
  /** The local day in brackets behind it, or null. */
  readonly day: string | null;
}

/** Is the claim past? The one answer to it: not the section tells, for a person may strike a claim where it stands. */
export function isHistory(claim: Pick<Claim, 'past'>): boolean {
  return claim.past;
}

/** A sentence of an overview. */
export interface Sentence {
  readonly text: string;
  /** Those that it cites. */
  readonly facts: readonly string[];
}

/** A paragraph or a list of an overview. */
export interface OverviewPart {
  /** The `###` heading above it; null where it stands below the part before it. */
  readonly heading: string | null;
  readonly as: 'text' | 'list';
  readonly sentences: readonly Sentence[];
}

// Marks that a person sets on facts, as lines of `.memvault/marks.jsonl`: pinned, or pinned no more.

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
