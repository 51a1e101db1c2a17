// Claims, overviews and pins.
import { compareText, type Fact } from './fact.ts';

/** One statement on a page, with the facts that it cites. */
export interface Claim {
  /** The page, relative to the vault's root. */
  readonly page: string;
  /** 1-based line of the page. */
  readonly line: number;
  /** The `##` section that contains it, as written; empty before the first. */
  readonly section: string;
  /** The `###` heading above it, or null. */
  readonly head: string | null;
  /** The statement without list marker, footnotes and escapes. */
  readonly text: string;
  /** Ids of the cited facts, in order. Never empty. */
  readonly facts: readonly string[];
  /** It is in History, or a person struck it through completely: kept and found on request, but no longer current. */
  readonly past: boolean;
  /** For a past claim, the local days between which it held; null if they cannot be parsed, and for a current claim. */
  readonly held: { readonly from: string; readonly to: string } | null;
  /** The sides of a callout of conflicting claims; empty for any other claim. */
  readonly sides: readonly Side[];
}

/** One of the conflicting claims in a callout. */
export interface Side {
  readonly text: string;
  readonly facts: readonly string[];
  /** The local day in parentheses after it, or null. */
  readonly day: string | null;
}

/** True for a past claim. Use this rather than the section, because a person may strike a claim anywhere. */
export function isHistory(claim: Pick<Claim, 'past'>): boolean {
  return claim.past;
}

/** A sentence of an overview. */
export interface Sentence {
  readonly text: string;
  /** The cited facts. */
  readonly facts: readonly string[];
}

/** A paragraph or a list of an overview. */
export interface OverviewPart {
  /** The `###` heading above it; null if it follows the previous part without one. */
  readonly heading: string | null;
  readonly as: 'text' | 'list';
  readonly sentences: readonly Sentence[];
}

// Pins, as lines of `.memvault/marks.jsonl`: a fact is pinned or unpinned.

export interface MarkLine {
  readonly fact: string;
  readonly mark: 'pin' | 'unpin';
  /** ISO in UTC. */
  readonly at: string;
}

/** For each marked fact, whether its latest mark pins it. */
export function foldMarks(lines: Iterable<MarkLine>): Map<string, boolean> {
  return new Map([...lines].sort(compareMarks).map(({ fact, mark }) => [fact, mark === 'pin']));
}

/** The latest mark decides, else the field of the line. */
export function isPinned({ id, fields }: Pick<Fact, 'id' | 'fields'>, marks: ReadonlyMap<string, boolean>): boolean {
  return marks.get(id) ?? (fields.pinned !== undefined && /^(?:true|yes|1)$/i.test(fields.pinned.trim()));
}

/** The pinned facts, including marked ones that are in no log. */
export function pinnedAmong(facts: Iterable<Fact>, lines: Iterable<MarkLine>): Set<string> {
  const marks = foldMarks(lines);
  const pinned = new Set([...marks].flatMap(([fact, pins]) => (pins ? [fact] : [])));
  for (const fact of facts) if (isPinned(fact, marks)) pinned.add(fact.id);
  return pinned;
}

function compareMarks(a: MarkLine, b: MarkLine): number {
  return compareText(a.at, b.at) || compareText(a.fact, b.fact) || compareText(a.mark, b.mark);
}
