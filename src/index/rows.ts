// Turns facts, claims and passages into rows of a segment, and defines the order of rows. Terms and keywords are
// computed on demand: those of a million rows would not fit in memory.
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
import type { LoggedFact, ParsedClaim, ParsedFile, ParsedText } from './documents/parse.ts';
import { hashOfDocument, hashOfText } from './hash.ts';
import type { SegmentRow } from './segment/build.ts';
import type { Tokenizer } from './tokenizer.ts';

/** A file of a segment: its parsed content, and its number among the files, which is assigned last. */
export interface RowFile extends Pick<ParsedFile, 'path' | 'day' | 'title' | 'tags'> {
  number: number;
}

/** A fact with its file. */
export interface Cited {
  readonly logged: LoggedFact;
  readonly log: RowFile;
}

/** A row with its path, which determines its order. */
export interface PlacedRow extends SegmentRow {
  readonly path: string;
}

/** Computes the terms and keywords of documents. */
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

/** Recreates `document` on each access: a million documents would not fit in memory. */
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

/** `cited`: the facts that it cites, in order; null for those that no log holds. */
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

/** The fact that happened last; within a minute the one logged last. */
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
