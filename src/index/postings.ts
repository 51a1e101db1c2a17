// Which documents hold a term: a sorted text with one line a term, read by binary search and never
// parsed as a whole, and over it the terms that changed since it was written.
//   term 0:12,15*2,99|3:12
// For each field (by number) the rows of the documents, with how often where that is not once.
import { compareText } from '../model/fact.ts';

/** For each field row, frequency, row, frequency …; a field without the term is absent or empty. */
export type Posting = number[][];

export interface Postings {
  /** Terms from `prefix` on that begin with it, the prefix itself included, in no order. */
  startingWith(prefix: string): string[];
  /** All terms. */
  terms(): string[];
  /** A term's posting; null where no document holds it. Not to be changed. */
  get(term: string): Posting | null;
  add(term: string, field: number, row: number, frequency: number): void;
  /** Takes a document out. False where the term was not there. */
  remove(term: string, field: number, row: number): boolean;
  render(): string;
}

/** Postings over what `render` wrote, or over an empty text. */
export function openPostings(base: string): Postings {
  const changed = new Map<string, Posting>();
  const isHeld = (posting: Posting): boolean => posting.some((pairs) => pairs.length > 0);
  const read = (term: string): Posting | null => {
    const at = seek(base, term);
    return base.startsWith(`${term} `, at) ? parsePosting(base, at + term.length + 1) : null;
  };
  const own = (term: string): Posting => {
    let posting = changed.get(term);
    if (!posting) changed.set(term, (posting = read(term) ?? []));
    return posting;
  };
  const get = (term: string): Posting | null => {
    const posting = changed.get(term) ?? read(term);
    return posting && isHeld(posting) ? posting : null;
  };
  return {
    get,
    startingWith(prefix) {
      const found: string[] = [];
      for (let at = seek(base, prefix); at < base.length && base.startsWith(prefix, at); at = base.indexOf('\n', at) + 1) {
        const term = base.slice(at, base.indexOf(' ', at));
        if (!changed.has(term)) found.push(term);
      }
      for (const [term, posting] of changed) if (term.startsWith(prefix) && isHeld(posting)) found.push(term);
      return found;
    },
    terms() {
      const found: string[] = [];
      for (let at = 0; at < base.length; at = base.indexOf('\n', at) + 1) {
        const term = base.slice(at, base.indexOf(' ', at));
        if (!changed.has(term)) found.push(term);
      }
      for (const [term, posting] of changed) if (isHeld(posting)) found.push(term);
      return found;
    },
    add(term, field, row, frequency) {
      (own(term)[field] ??= []).push(row, frequency);
    },
    remove(term, field, row) {
      const pairs = own(term)[field] ?? [];
      for (let i = 0; i < pairs.length; i += 2) {
        if (pairs[i] !== row) continue;
        pairs.splice(i, 2);
        return true;
      }
      return false;
    },
    render: () => merge(base, new Map([...changed].sort(([a], [b]) => compareText(a, b)).map(([term, posting]) => [term, isHeld(posting) ? renderPosting(posting) : null]))),
  };
}

/** Offset of the first line whose term is not before the given one. */
function seek(base: string, term: string): number {
  let low = 0;
  let high = base.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const start = base.lastIndexOf('\n', middle - 1) + 1;
    if (base.slice(start, base.indexOf(' ', start)) < term) low = base.indexOf('\n', start) + 1;
    else high = start;
  }
  return low;
}

function parsePosting(base: string, start: number): Posting {
  const posting: Posting = [];
  for (const part of base.slice(start, base.indexOf('\n', start)).split('|')) {
    const colon = part.indexOf(':');
    const pairs: number[] = [];
    for (const entry of part.slice(colon + 1).split(',')) {
      const star = entry.indexOf('*');
      if (star < 0) pairs.push(Number(entry), 1);
      else pairs.push(Number(entry.slice(0, star)), Number(entry.slice(star + 1)));
    }
    posting[Number(part.slice(0, colon))] = pairs;
  }
  return posting;
}

function renderPosting(posting: Posting): string {
  const parts: string[] = [];
  posting.forEach((pairs, field) => {
    if (pairs.length === 0) return;
    const entries: string[] = [];
    for (let i = 0; i < pairs.length; i += 2) entries.push(pairs[i + 1] === 1 ? `${pairs[i]}` : `${pairs[i]}*${pairs[i + 1]}`);
    parts.push(`${field}:${entries.join(',')}`);
  });
  return parts.join('|');
}

/** The lines of the base with those of the changed terms in their places; null takes a line out. */
function merge(base: string, changed: ReadonlyMap<string, string | null>): string {
  const parts: string[] = [];
  let at = 0;
  for (const [term, line] of changed) {
    const place = seek(base, term);
    parts.push(base.slice(at, place));
    at = base.startsWith(`${term} `, place) ? base.indexOf('\n', place) + 1 : place;
    if (line !== null) parts.push(`${term} ${line}\n`);
  }
  parts.push(base.slice(at));
  return parts.join('');
}
