// The shape of an answer that is promised to programs, and how the time that it is of is said.
import type { FoundDocument, Source } from '../index/document.ts';
import { anywhere, readQuestion } from '../index/query.ts';
import type { Parts } from '../index/rank.ts';
import { reachedTerms } from '../index/segment/row.ts';
import type { OpenIndex } from '../index/view.ts';

// Which parts of a hit's text answer the question, for a face that can mark them.

/** Half-open range of UTF-16 offsets. */
export type Range = readonly [start: number, end: number];

/** A written word that the question reaches, and by which terms. */
export interface Match {
  readonly start: number;
  readonly end: number;
  readonly terms: readonly string[];
}

/**
 * The words of a text that answer, in order. They are known by what they are found by: stems, beginnings and near
 * misspellings of the question's words included. `question`: without operators.
 */
export function matcherFor(
  question: string,
  { tables, tokenizer }: Pick<OpenIndex, 'tables' | 'tokenizer'>,
): (text: string) => Match[] {
  const asked = readQuestion(question, tokenizer, null);
  // Found as it stands.
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

/** None where letters have other lengths in lower case: places would be off. */
function literally(text: string, question: string): Match[] {
  const [lower, wanted] = [text.toLowerCase(), question.toLowerCase()];
  const found: Match[] = [];
  if (lower.length === text.length)
    for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length))
      found.push({ start: at, end: at + wanted.length, terms: [wanted] });
  return found;
}

/** What to mark in a text: ascending, none touching another. */
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
 * How the first of these texts that has it writes a term: terms are stems, and nobody says `holidai`. Null where none
 * has it.
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
  /** Present where a person is asked whether a later statement replaces it. */
  readonly open?: true;
  /** Present on those of which the page says from which local day to which they held. */
  readonly held?: { readonly from: string; readonly to: string };
  /**
   * Present where an explanation was asked for and there is a score to explain. `answer`: the factor for holding the
   * kind of answer that was asked for.
   */
  readonly parts?: Parts & { readonly answer: number; readonly terms: Readonly<Record<string, readonly string[]>> };
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

// Where in a text the question is answered: which of the marked words, its line, and what of a long text to show.

/** Words that stand so near are read together. */
const NEAR = 300;
/** What of the shown text stands before the place, where the text begins earlier. */
const BEFORE = 0.25;

/**
 * Where most different terms of the question stand near each other, from the first to the last of them; the first such
 * place, null where there is none.
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

/** With the line of the match, where a passage has several. Of facts and claims the lines are not those of the file. */
export function withMatchLine(hit: SearchHit, matchesIn: (text: string) => readonly Match[]): SearchHit {
  const place = hit.kind === 'text' && hit.text.includes('\n') ? bestPlace(matchesIn(hit.text)) : null;
  const above = place === null ? 0 : linesBefore(hit.text, place);
  return above === 0 ? hit : { ...hit, matchLine: hit.line + above };
}

/** How many lines of the text stand above the place. */
function linesBefore(text: string, [start]: Range): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < start; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** About `most` characters of the text around the place, or from its start, `…` where something is left out. */
export function cutAround(text: string, place: Range | null, most: number): string {
  if (text.length <= most) return text;
  const [start, end] = place ?? [0, 0];
  let from = end <= most ? 0 : Math.max(0, Math.min(start - Math.floor(most * BEFORE), text.length - most));
  if (from > 0) from = wordAfter(text, from, start);
  let to = Math.min(from + most, text.length);
  if (isSecondHalf(text, to)) to--;
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
}

/** Where the next word begins, if there is one soon. */
function wordAfter(text: string, from: number, before: number): number {
  const space = text.slice(from, Math.min(from + 30, before)).search(/\s/);
  if (space >= 0) return from + space + 1;
  return isSecondHalf(text, from) ? from + 1 : from;
}

function isSecondHalf(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
