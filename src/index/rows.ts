// Facts, claims and passages as rows of a segment, and the order in which a segment holds them. What is long, terms
// and words to filter by, is computed when a row is asked for it: those of a million rows would not fit.
import { dayNumber } from '../model/day.ts';
import { compareText, eventDay } from '../model/fact.ts';
import {
  createKeywords,
  createTerms,
  foundClaim,
  type FoundDocument,
  foundFact,
  foundText,
  type Keywords,
  type Source,
  type Terms,
  timeOfFact,
} from './document.ts';
import type { LoggedFact, ParsedClaim, ParsedFile, ParsedText } from './documents/parsed.ts';
import { hashOfDocument, hashOfText } from './hash.ts';
import type { Part } from './open-index.ts';
import type { SegmentRow } from './segment/row.ts';
import type { Tokenizer } from './tokenizer.ts';

/** A file of a segment: what was parsed of it, and its place among the files, which is told last. */
export interface RowFile extends Pick<ParsedFile, 'path' | 'day' | 'title' | 'tags'> {
  number: number;
}

/** A fact with the file that it stands in. */
export interface Cited {
  readonly logged: LoggedFact;
  readonly log: RowFile;
}

/** A row with what tells its place in the order. */
export interface PlacedRow extends SegmentRow {
  readonly path: string;
}

/** What documents are found by. */
export interface Saying {
  readonly terms: Terms;
  readonly keywords: Keywords;
}

export function createSaying(tokenizer: Tokenizer): Saying {
  return { terms: createTerms(tokenizer), keywords: createKeywords() };
}

const NO_TIME = 65_535;
const NONE: readonly string[] = [];

type Place = Omit<PlacedRow, 'path' | 'file' | 'hash' | 'terms' | 'keywords'>;

/** `document` is made anew each time: kept, those of a million rows would not fit. */
function rowOf(
  place: Place,
  slot: RowFile,
  { terms, keywords }: Saying,
  document: () => FoundDocument,
  { headings = '', isSides = false } = {},
): PlacedRow {
  return {
    ...place,
    hash: hashOfDocument(document()),
    path: slot.path,
    get file() {
      return slot.number;
    },
    get terms() {
      return terms(document(), headings);
    },
    get keywords() {
      return keywords(document(), isSides);
    },
  };
}

export function rowOfFact(
  { fact, offset, length, group, ordinal }: LoggedFact,
  log: RowFile,
  saying: Saying,
): PlacedRow {
  const { id, line } = fact;
  const time = timeOfFact(fact.fields, fact.time);
  const day = eventDay(fact);
  const logged = dayNumber(fact.day);
  return rowOf(
    {
      kind: 'fact',
      superseded: false,
      offset,
      length,
      line,
      part: 0,
      id,
      cites: NONE,
      day: day === fact.day ? logged : dayNumber(day),
      minute: minuteOf(time),
      logged,
      group,
      ordinal,
    },
    log,
    saying,
    () => foundFact(fact, time, { path: log.path, line, title: log.title }),
  );
}

/** `cited`: the facts that it cites, in its order, null for those that no log holds. */
export function rowOfClaim(
  claim: ParsedClaim,
  page: RowFile,
  cited: readonly (Cited | null)[],
  saying: Saying,
): PlacedRow {
  const { offset, length, line, part, text, cites, past, held, sides } = claim;
  const newest = newestOf(cited)?.logged ?? null;
  const fact = newest && newest.fact;
  const time = fact && timeOfFact(fact.fields, fact.time);
  const document = (): FoundDocument => {
    const sources = cites.map((id, index): Source => ({
      id,
      path: cited[index]?.log.path ?? null,
      line: cited[index]?.logged.fact.line ?? null,
    }));
    const known = cited.flatMap((one) => (one === null ? [] : [one.logged.fact]));
    return foundClaim({ text, past, held, sources }, known, fact, time, { path: page.path, line, title: page.title });
  };
  return rowOf(
    {
      kind: 'claim',
      superseded: past,
      offset,
      length,
      line,
      part,
      id: cites[0] ?? '',
      cites,
      day: fact ? dayNumber(eventDay(fact)) : 0,
      minute: minuteOf(time),
      logged: fact ? dayNumber(fact.day) : 0,
      group: newest ? newest.group : hashOfText(page.path),
      ordinal: newest ? newest.ordinal : claim.ordinal,
    },
    page,
    saying,
    document,
    { isSides: sides },
  );
}

export function rowOfText(passage: ParsedText, note: RowFile, saying: Saying): PlacedRow {
  const { id, text, headings, offset, length, line, ordinal } = passage;
  const document = (): FoundDocument => foundText(id, text, note, { path: note.path, line, title: note.title });
  const { date } = document();
  return rowOf(
    {
      kind: 'text',
      superseded: false,
      offset,
      length,
      line,
      part: 0,
      id,
      cites: NONE,
      day: date === null ? 0 : dayNumber(date),
      minute: NO_TIME,
      logged: 0,
      group: hashOfText(note.path),
      ordinal,
    },
    note,
    saying,
    document,
    { headings },
  );
}

/** The one that happened last; of one minute the one that was logged last. */
function newestOf(cited: readonly (Cited | null)[]): Cited | null {
  let newest: Cited | null = null;
  for (const one of cited) if (one !== null && (newest === null || compareInstants(one, newest) > 0)) newest = one;
  return newest;
}

function compareInstants({ logged: { fact: a } }: Cited, { logged: { fact: b } }: Cited): number {
  return (
    compareText(eventDay(a), eventDay(b)) ||
    compareText(timeOfFact(a.fields, a.time) ?? '', timeOfFact(b.fields, b.time) ?? '') ||
    compareText(a.day, b.day) ||
    a.line - b.line
  );
}

export function compareRows(a: PlacedRow, b: PlacedRow): number {
  return (
    a.logged - b.logged ||
    a.group - b.group ||
    a.ordinal - b.ordinal ||
    compareText(a.path, b.path) ||
    a.line - b.line ||
    a.part - b.part
  );
}

function minuteOf(time: string | null): number {
  return time === null ? NO_TIME : Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

// Segments with the rows of them that died, and when they are too many or too much is dead.

/**
 * From how many rows behind the large segment, or dead in it, they are folded in: an eighth of it, but from LEAST to
 * MOST.
 */
const LEAST = 64;
const MOST = 512;

/** The large one first. */
export function isFoldDue([large, ...tail]: readonly Part[]): boolean {
  if (large === undefined) return false;
  const waiting = tail.reduce((sum, { segment }) => sum + segment.rows, large.dead.length);
  return waiting > Math.min(MOST, Math.max(LEAST, large.segment.rows / 8));
}

/** Parts without the rows that died, `dead` by numbers over all of them. */
export function partsAfter(parts: readonly Part[], dead: readonly number[]): Part[] {
  const after: Part[] = [];
  let base = 0;
  for (const { segment, dead: before } of parts) {
    const first = base;
    const end = base + segment.rows;
    const own = dead.filter((row) => row >= first && row < end).map((row) => row - first);
    after.push({ segment, dead: own.length === 0 ? before : [...new Set([...before, ...own])].sort((a, b) => a - b) });
    base = end;
  }
  return after;
}
