// Where in a text the question is answered: which of the marked words, its line, and what of a long text to show.
import type { SearchHit } from './hit.ts';
import type { Match, Range } from './marks.ts';

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
