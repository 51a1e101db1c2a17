// The document of a row, its words from the markdown: a few bytes of each file, never a whole one. On the way of every
// search, so it loads the parsers of one line and of one block alone.
import { parseFactLine, type ParsedFactLine } from '../markdown/fact-line.ts';
import { parseClaims } from '../markdown/page.ts';
import type { IndexFiles } from '../model/index-files.ts';
import type { FoundDocument, Source } from './document.ts';
import { type FactWords, foundClaim, foundFact, foundText } from './found.ts';
import { hashOfDocument } from './hash.ts';
import { textOfBytes, linesOfBytes } from './records/byte-lines.ts';
import { dayOfPath } from './records/day-of-path.ts';
import type { SegmentFile } from './segment/row.ts';
import type { Spot, Tables } from './view.ts';

type Head = Pick<SegmentFile, 'title' | 'tags'>;
type Files = Pick<IndexFiles, 'dailyDir' | 'readPart'>;

/** Null where the bytes say something else than the row was made of: the file has changed since. */
export function readDocument(tables: Tables, files: Files, row: number): FoundDocument | null {
  const spot = tables.spot(row);
  const file = tables.headOf(row);
  if (file === null) return null;
  const found =
    spot.kind === 'text'
      ? readText(files, spot, file)
      : spot.kind === 'fact'
        ? readFact(files, spot, file, timeOf(tables, row))
        : readClaim(tables, files, spot, file, timeOf(tables, row));
  if (found === null || hashOfDocument(found) !== spot.hash) return null;
  const isPast = !found.superseded && tables.column('superseded')[row] === 1;
  return wellFormed(isPast ? { ...found, superseded: true } : found);
}

/** A byte that is no UTF-8 stands in a text as half a character, which no answer may hold. */
function wellFormed(found: FoundDocument): FoundDocument {
  const { text, title, category, tags } = found;
  if (
    text.isWellFormed() &&
    title.isWellFormed() &&
    tags.every((tag) => tag.isWellFormed()) &&
    category?.isWellFormed() !== false
  )
    return found;
  return {
    ...found,
    text: text.toWellFormed(),
    title: title.toWellFormed(),
    category: category?.toWellFormed() ?? null,
    tags: tags.map((tag) => tag.toWellFormed()),
  };
}

function timeOf(tables: Tables, row: number): string | null {
  const minute = tables.column('minute')[row] ?? NO_TIME;
  return minute === NO_TIME
    ? null
    : `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

const NO_TIME = 65_535;

function readText(files: Files, { id, path, line, offset, length }: Spot, file: Head): FoundDocument | null {
  const bytes = length === 0 ? null : files.readPart(path, offset, length);
  if (length > 0 && bytes?.length !== length) return null;
  return foundText(
    id,
    bytes === null ? file.title : textOfBytes(bytes),
    { tags: file.tags, day: dayOfPath(path, files.dailyDir) },
    { path, line, title: file.title },
  );
}

function readFact(
  files: Files,
  { id, path, line, offset, length }: Spot,
  file: Head,
  time: string | null,
): FoundDocument | null {
  const text = readLines(files, path, offset, length);
  const fact = text === null ? null : parseFactLine(text);
  const day = dayOfPath(path, files.dailyDir);
  return fact === null || day === null
    ? null
    : foundFact(wordsOf(fact, id, day), time, { path, line, title: file.title });
}

/** Lines as they stand between two line ends; null where they do not any more. */
function readLines(files: Files, path: string, offset: number, length: number): string | null {
  const bytes = files.readPart(path, offset, length + 1);
  if (bytes === null || bytes.length < length) return null;
  if (bytes.length > length && bytes[length] !== 10 && bytes[length] !== 13) return null;
  return linesOfBytes(bytes.subarray(0, length));
}

function wordsOf(
  { category, text, tags, fields }: ParsedFactLine,
  id: string,
  day: string,
): FactWords & { readonly text: string } {
  return { id, category, text, tags, fields, day };
}

function readClaim(tables: Tables, files: Files, spot: Spot, file: Head, time: string | null): FoundDocument | null {
  const { path, line, offset, length, part, superseded, hash } = spot;
  const text = readLines(files, path, offset, length);
  if (text === null) return null;
  // What makes a claim past is known; the sections above it need not be.
  const block = {
    kind: text.startsWith('>') ? 'quote' : 'item',
    start: line - 1,
    end: line - 1,
    section: '',
    head: null,
    nested: false,
    unclosed: false,
    text,
  } as const;
  const claim = parseClaims(path, { lines: [], bodyStart: 0, blocks: [block] })[part];
  if (!claim) return null;
  const facts: FactWords[] = [];
  const sources: Source[] = [];
  for (const id of claim.facts) {
    const place = tables.fact(id);
    sources.push({ id, path: place?.path ?? null, line: place?.line ?? null });
    if (place === null) continue;
    const fact = parseFactLine(readLine(files, place.path, place.offset));
    const day = dayOfPath(place.path, files.dailyDir);
    if (fact === null || day === null) return null;
    facts.push(wordsOf(fact, id, day));
  }
  const words = { text: claim.text, past: superseded, held: claim.held, sources };
  // Which of its facts is the newest is not written there; the hash knows.
  let found: FoundDocument | null = null;
  for (let i = Math.max(facts.length - 1, 0); i >= 0; i--) {
    found = foundClaim(words, facts, facts[i] ?? null, time, { path, line, title: file.title });
    if (hashOfDocument(found) === hash) break;
  }
  return found;
}

/** More than most lines have. */
const MOST = 512;

/** The line that begins at a byte, empty where there is none. */
function readLine(files: Files, path: string, offset: number): string {
  for (let most = MOST; ; most *= 16) {
    const bytes = files.readPart(path, offset, most);
    if (bytes === null) return '';
    const end = bytes.indexOf(10);
    if (end < 0 && bytes.length === most) continue;
    return linesOfBytes(end < 0 ? bytes : bytes.subarray(0, end));
  }
}
