// Facts, claims and passages as rows of a segment, and the order in which a segment holds them. What is long, terms
// and words to filter by, is computed when a row is asked for it: those of a million rows would not fit.
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
import type { Part, SegmentEntry } from './open-index.ts';
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

/** Fields that a row would hold twice are read from what it was made of. */
class FactRow implements PlacedRow {
  readonly day: number;
  readonly minute: number;
  readonly logged: number;
  readonly hash: number;
  private readonly from: LoggedFact;
  private readonly log: RowFile;
  private readonly saying: Saying;
  constructor(from: LoggedFact, log: RowFile, saying: Saying) {
    this.from = from;
    this.log = log;
    this.saying = saying;
    const day = eventDay(from.fact);
    this.logged = dayNumber(from.fact.day);
    this.day = day === from.fact.day ? this.logged : dayNumber(day);
    this.minute = minuteOf(this.time);
    this.hash = hashOfDocument(this.found);
  }
  get kind(): 'fact' {
    return 'fact';
  }
  get superseded(): boolean {
    return false;
  }
  get path(): string {
    return this.log.path;
  }
  get file(): number {
    return this.log.number;
  }
  get offset(): number {
    return this.from.offset;
  }
  get length(): number {
    return this.from.length;
  }
  get line(): number {
    return this.from.fact.line;
  }
  get part(): number {
    return 0;
  }
  get id(): string {
    return this.from.fact.id;
  }
  get cites(): readonly string[] {
    return NONE;
  }
  get group(): number {
    return this.from.group;
  }
  get ordinal(): number {
    return this.from.ordinal;
  }
  get terms(): SegmentRow['terms'] {
    return this.saying.terms(this.found, '');
  }
  get keywords(): readonly string[] {
    return this.saying.keywords(this.found);
  }
  private get time(): string | null {
    return timeOfFact(this.from.fact.fields, this.from.fact.time);
  }
  private get found(): FoundDocument {
    return foundFact(this.from.fact, this.time, { path: this.log.path, line: this.line, title: this.log.title });
  }
}

class ClaimRow implements PlacedRow {
  readonly day: number;
  readonly minute: number;
  readonly logged: number;
  readonly group: number;
  readonly ordinal: number;
  readonly hash: number;
  private readonly newest: Cited | null;
  private readonly from: ParsedClaim;
  private readonly page: RowFile;
  private readonly cited: readonly (Cited | null)[];
  private readonly saying: Saying;
  constructor(from: ParsedClaim, page: RowFile, cited: readonly (Cited | null)[], saying: Saying) {
    this.from = from;
    this.page = page;
    this.cited = cited;
    this.saying = saying;
    this.newest = newestOf(cited);
    const last = this.newest?.logged;
    this.day = last ? dayNumber(eventDay(last.fact)) : 0;
    this.minute = minuteOf(this.time);
    this.logged = last ? dayNumber(last.fact.day) : 0;
    this.group = last ? last.group : hashOfText(page.path);
    this.ordinal = last ? last.ordinal : from.ordinal;
    this.hash = hashOfDocument(this.found);
  }
  get kind(): 'claim' {
    return 'claim';
  }
  get superseded(): boolean {
    return this.from.past;
  }
  get path(): string {
    return this.page.path;
  }
  get file(): number {
    return this.page.number;
  }
  get offset(): number {
    return this.from.offset;
  }
  get length(): number {
    return this.from.length;
  }
  get line(): number {
    return this.from.line;
  }
  get part(): number {
    return this.from.part;
  }
  get id(): string {
    return this.from.cites[0] ?? '';
  }
  get cites(): readonly string[] {
    return this.from.cites;
  }
  get terms(): SegmentRow['terms'] {
    return this.saying.terms(this.found, '');
  }
  get keywords(): readonly string[] {
    return this.saying.keywords({ ...this.found, isSides: this.from.sides });
  }
  private get time(): string | null {
    return this.newest && timeOfFact(this.newest.logged.fact.fields, this.newest.logged.fact.time);
  }
  private get found(): FoundDocument {
    const {
      from: { text, past, held, cites, line },
      page,
      cited,
      newest,
    } = this;
    const sources = cites.map((id, index): Source => ({
      id,
      path: cited[index]?.log.path ?? null,
      line: cited[index]?.logged.fact.line ?? null,
    }));
    const known = cited.flatMap((one) => (one === null ? [] : [one.logged.fact]));
    return foundClaim({ text, past, held, sources }, known, newest?.logged.fact ?? null, this.time, {
      path: page.path,
      line,
      title: page.title,
    });
  }
}

class TextRow implements PlacedRow {
  readonly day: number;
  readonly group: number;
  readonly hash: number;
  private readonly from: ParsedText;
  private readonly note: RowFile;
  private readonly saying: Saying;
  constructor(from: ParsedText, note: RowFile, saying: Saying) {
    this.from = from;
    this.note = note;
    this.saying = saying;
    const found = this.found;
    this.day = found.date === null ? 0 : dayNumber(found.date);
    this.group = hashOfText(note.path);
    this.hash = hashOfDocument(found);
  }
  get kind(): 'text' {
    return 'text';
  }
  get superseded(): boolean {
    return false;
  }
  get path(): string {
    return this.note.path;
  }
  get file(): number {
    return this.note.number;
  }
  get offset(): number {
    return this.from.offset;
  }
  get length(): number {
    return this.from.length;
  }
  get line(): number {
    return this.from.line;
  }
  get part(): number {
    return 0;
  }
  get id(): string {
    return this.from.id;
  }
  get cites(): readonly string[] {
    return NONE;
  }
  get minute(): number {
    return NO_TIME;
  }
  get logged(): number {
    return 0;
  }
  get ordinal(): number {
    return this.from.ordinal;
  }
  get terms(): SegmentRow['terms'] {
    return this.saying.terms(this.found, this.from.headings);
  }
  get keywords(): readonly string[] {
    return this.saying.keywords(this.found);
  }
  private get found(): FoundDocument {
    return foundText(this.from.id, this.from.text, this.note, {
      path: this.note.path,
      line: this.line,
      title: this.note.title,
    });
  }
}

export function rowOfFact(fact: LoggedFact, log: RowFile, saying: Saying): PlacedRow {
  return new FactRow(fact, log, saying);
}

/** `cited`: the facts that it cites, in its order, null for those that no log holds. */
export function rowOfClaim(
  claim: ParsedClaim,
  page: RowFile,
  cited: readonly (Cited | null)[],
  saying: Saying,
): PlacedRow {
  return new ClaimRow(claim, page, cited, saying);
}

export function rowOfText(text: ParsedText, note: RowFile, saying: Saying): PlacedRow {
  return new TextRow(text, note, saying);
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

/** Days since 1970-01-01 of a real day, negative before it. */
export function dayNumber(day: string): number {
  const month = Number(day.slice(5, 7));
  // Years begin in March, so that the day that leap years add is their last.
  const year = Number(day.slice(0, 4)) - (month <= 2 ? 1 : 0);
  const century = Math.floor(year / 100);
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + Number(day.slice(8)) - 1;
  return 365 * year + Math.floor(year / 4) - century + Math.floor(century / 4) + ofYear - 719_468;
}

// Segments with the rows of them that died, and when they are too many or too much is dead.

/**
 * From how many rows behind the large segment, or dead in it, they are folded in: an eighth of it, but from LEAST to
 * MOST.
 */
const LEAST = 64;
const MOST = 512;

/** The large one first. */
export function isFoldDue(segments: readonly Pick<SegmentEntry, 'rows' | 'dead'>[]): boolean {
  const [large, ...tail] = segments;
  if (large === undefined) return false;
  const waiting = tail.reduce((sum, { rows }) => sum + rows, large.dead.length);
  return waiting > Math.min(MOST, Math.max(LEAST, large.rows / 8));
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
