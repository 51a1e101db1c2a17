// The shape of an answer that is promised to programs, and how the time that it is of is said.
import type { FoundDocument, Source } from '../index/document.ts';
import type { Parts } from '../index/rank.ts';

export interface SearchHit {
  readonly id: string;
  readonly kind: FoundDocument['kind'];
  readonly path: string;
  readonly line: number;
  /** The line of the file in which the question is answered, where it is another. */
  readonly matchLine?: number;
  /** The day that it speaks of. */
  readonly date: string | null;
  /** The day on which it was logged, where that is another. */
  readonly logged?: string;
  readonly score: number;
  /** The whole statement, or the paragraph. */
  readonly text: string;
  readonly category: string | null;
  readonly tags: readonly string[];
  readonly title: string;
  /** The facts that a claim cites; empty for facts and text. */
  readonly sources: readonly Source[];
  /** How sure it is today, 0 to 1. Present on facts and claims, like the next two. */
  readonly confidence?: number;
  /** Present on what has faded. */
  readonly faded?: true;
  /** Present on what a person pinned. */
  readonly pinned?: true;
  /** Present on claims that another has superseded. */
  readonly superseded?: true;
  /** Present on those of which the page says from which local day to which they held. */
  readonly held?: { readonly from: string; readonly to: string };
  /** Present where an explanation was asked for and there is a score to explain. */
  readonly parts?: Parts & { readonly terms: Readonly<Record<string, readonly string[]>> };
}

export interface SearchResult {
  readonly query: string;
  /** All that match, shown or not. */
  readonly total: number;
  readonly hits: readonly SearchHit[];
  /**
   * The time of which all is listed, as the question says it, in local days; null is open. Present where nothing else
   * is asked.
   */
  readonly time?: {
    readonly said: string;
    readonly days: readonly { readonly from: string | null; readonly to: string | null }[];
  };
  /** One line for the person who asked, when something was done otherwise than asked. */
  readonly notice: string | null;
}

/** Characters of the words that are said again. */
const MOST = 60;

/** `last week (2026-06-29 to 2026-07-05)`, `since May (from 2026-05-01 on)`; on one line. */
export function renderTime({ said, days: all }: NonNullable<SearchResult['time']>): string {
  const days = all.slice(0, 2);
  const spans = days.map(({ from, to }) =>
    from === null
      ? `up to ${to ?? 'today'}`
      : to === null
        ? `from ${from} on`
        : from > to
          ? 'no day'
          : from === to
            ? from
            : `${from} to ${to}`,
  );
  return (
    (said.length > MOST ? `${said.slice(0, MOST)}…` : said) +
    ` (${spans.join(', ')}${all.length > days.length ? '…' : ''})`
  );
}
