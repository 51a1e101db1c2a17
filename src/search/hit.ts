// The documented shape of a search result, and how its time span is rendered.
import type { FoundDocument, Source } from '../index/document.ts';
import { anywhere, readQuestion } from '../index/query.ts';
import type { Parts } from '../index/rank.ts';
import { reachedTerms } from '../index/expand-terms.ts';
import type { OpenIndex } from '../index/view.ts';

// Match positions in the text of a hit, for output that can highlight them.

/** Half-open range of UTF-16 offsets. */
export type Range = readonly [start: number, end: number];

/** A word of the text that matches the question, with the matching terms. */
export interface Match {
  readonly start: number;
  readonly end: number;
  readonly terms: readonly string[];
}

/**
 * Finds the words of a text that match, in order, including stems, prefixes and near misspellings of the question's
 * words. `question`: without operators.
 */
export function matcherFor(
  question: string,
  { tables, tokenizer }: Pick<OpenIndex, 'tables' | 'tokenizer'>,
): (text: string) => Match[] {
  const asked = readQuestion(question, tokenizer, null);
  // A question without words matches literally.
  if (asked.asked.length === 0) return (text) => (question === '' || question === '*' ? [] : literally(text, question));
  const exact = reachedTerms(tables, asked.asked);
  const reached = exact.size > 0 ? exact : reachedTerms(tables, anywhere(asked).asked);
  return (text) => {
    const matches: Match[] = [];
    for (const { start, end, terms, tail } of tokenizer.words(text)) {
      const found = tail ? [] : terms.filter((term) => reached.has(term));
      if (found.length > 0) matches.push({ start, end, terms: found });
    }
    return matches;
  };
}

/** Returns nothing if lower-casing changes the length of the text: the offsets would be wrong. */
function literally(text: string, question: string): Match[] {
  const [lower, wanted] = [text.toLowerCase(), question.toLowerCase()];
  const found: Match[] = [];
  if (lower.length === text.length)
    for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length))
      found.push({ start: at, end: at + wanted.length, terms: [wanted] });
  return found;
}

/** The ranges to highlight: ascending and disjoint. */
export function rangesOf(matches: readonly Match[]): Range[] {
  const result: Range[] = [];
  for (const { start, end } of [...matches].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && start <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], end)];
    else result.push([start, end]);
  }
  return result;
}

/**
 * The spelling of a term in the first of these texts that contains it: terms are stems, and nobody writes `holidai`.
 * Null if none contains it.
 */
export function writtenAs(term: string, texts: readonly string[], tokenizer: OpenIndex['tokenizer']): string | null {
  for (const text of texts) {
    const word = tokenizer.words(text).find(({ terms }) => terms.includes(term));
    if (word) return text.slice(word.start, word.end);
  }
  return null;
}

export interface SearchHit {
  readonly id: string;
  readonly kind: FoundDocument['kind'];
  readonly path: string;
  readonly line: number;
  /** The line of the file with the match, if it differs from `line`. */
  readonly matchLine?: number;
  /** The day that the statement is about. */
  readonly date: string | null;
  /** The day on which it was logged, if different. */
  readonly logged?: string;
  readonly score: number;
  /** The whole statement, or the paragraph. */
  readonly text: string;
  readonly category: string | null;
  readonly tags: readonly string[];
  readonly title: string;
  /** The facts that a claim cites; empty for facts and text. */
  readonly sources: readonly Source[];
  /** Confidence as of today, 0 to 1. Present for facts and claims, like the next two. */
  readonly confidence?: number;
  /** Present if it has faded. */
  readonly faded?: true;
  /** Present if it is pinned. */
  readonly pinned?: true;
  /** Present for superseded claims. */
  readonly superseded?: true;
  /** Present while a review asks whether a later statement replaces it. */
  readonly open?: true;
  /** Present if the page states the local days between which it held. */
  readonly held?: { readonly from: string; readonly to: string };
  /**
   * Present if an explanation was requested and the hit has a score. `answer`: the factor for containing the kind of
   * answer that the question wants.
   */
  readonly parts?: Parts & { readonly answer: number; readonly terms: Readonly<Record<string, readonly string[]>> };
}

export interface SearchResult {
  readonly query: string;
  /** All matches, shown or not. */
  readonly total: number;
  readonly hits: readonly SearchHit[];
  /**
   * The time span that is listed, in the words of the question and in local days; null is open. Present if the question
   * asks for nothing else.
   */
  readonly time?: {
    readonly said: string;
    readonly days: readonly { readonly from: string | null; readonly to: string | null }[];
  };
  /** One line for the user if the search deviated from the request. */
  readonly notice: string | null;
}

/** Maximum length of the quoted words, in characters. */
const MOST = 60;

/** Renders on one line: `last week (2026-06-29 to 2026-07-05)`, `since May (from 2026-05-01 on)`. */
export function renderTime({ said, days: all }: NonNullable<SearchResult['time']>): string {
  const days = all.slice(0, 2);
  const spans = days.map(({ from, to }) =>
    from === null
      ? `up to ${to ?? 'today'}`
      : to === null
        ? `from ${from} on`
        : from > to
          ? 'empty range'
          : from === to
            ? from
            : `${from} to ${to}`,
  );
  return (
    (said.length > MOST ? `${said.slice(0, MOST)}…` : said) +
    ` (${spans.join(', ')}${all.length > days.length ? '…' : ''})`
  );
}

// Locates the best match in a text: which highlighted words, which line, and which part of a long text to show.

/** Maximum distance between words that count as one match, in characters. */
const NEAR = 300;
/** Share of an excerpt that precedes the match, if the text starts earlier. */
const BEFORE = 0.25;

/**
 * The range with the most distinct terms of the question close to each other, from the first to the last of them; the
 * first such range, null if there is none.
 */
export function bestPlace(matches: readonly Match[]): Range | null {
  const counts = new Map<string, number>();
  let best: Range | null = null;
  let most = 0;
  let from = 0;
  for (const { start: last, end, terms } of matches) {
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (
      let first = matches[from];
      first &&
      first.start < last &&
      (end - first.start > NEAR || first.terms.every((term) => (counts.get(term) ?? 0) > 1));
      first = matches[++from]
    ) {
      for (const term of first.terms) take(counts, term);
    }
    if (counts.size <= most) continue;
    most = counts.size;
    best = [matches[from]?.start ?? last, end];
  }
  return best;
}

function take(counts: Map<string, number>, term: string): void {
  const left = (counts.get(term) ?? 0) - 1;
  if (left > 0) counts.set(term, left);
  else counts.delete(term);
}

/**
 * Adds the line of the match to a passage of several lines. Lines within facts and claims do not correspond to lines of
 * the file.
 */
export function withMatchLine(hit: SearchHit, matchesIn: (text: string) => readonly Match[]): SearchHit {
  const place = hit.kind === 'text' && hit.text.includes('\n') ? bestPlace(matchesIn(hit.text)) : null;
  const above = place === null ? 0 : linesBefore(hit.text, place);
  return above === 0 ? hit : { ...hit, matchLine: hit.line + above };
}

/** Number of newlines before the range. */
function linesBefore(text: string, [start]: Range): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < start; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** About `most` characters of the text around the range, or from its start, with `…` where text is cut. */
export function cutAround(text: string, place: Range | null, most: number): string {
  if (text.length <= most) return text;
  const [start, end] = place ?? [0, 0];
  let from = end <= most ? 0 : Math.max(0, Math.min(start - Math.floor(most * BEFORE), text.length - most));
  if (from > 0) from = wordAfter(text, from, start);
  let to = Math.min(from + most, text.length);
  if (isSecondHalf(text, to)) to--;
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
}

/** The start of the next word, if there is one soon. */
function wordAfter(text: string, from: number, before: number): number {
  const space = text.slice(from, Math.min(from + 30, before)).search(/\s/);
  if (space >= 0) return from + space + 1;
  return isSecondHalf(text, from) ? from + 1 : from;
}

function isSecondHalf(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
