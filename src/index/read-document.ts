// Reads the document of a row from the markdown: a few bytes of each file, never a whole one. Every search does this,
// so it loads only the parsers of a single line and block.
import { decodeBytes } from '../model/bytes.ts';
import { isDay } from '../model/day.ts';
import type { IndexFiles } from '../model/ports.ts';
import { type ParsedFactLine, parseFactLine } from '../page/fact-line.ts';
import { parseClaims } from '../page/page.ts';
import { type FactWords, foundClaim, type FoundDocument, foundFact, foundText, type Source } from './document.ts';
import { hashOfDocument } from './hash.ts';
import type { SegmentFile } from './segment/build.ts';
import type { Spot, Tables } from './view.ts';

type Head = Pick<SegmentFile, 'title' | 'tags'>;
type Files = Pick<IndexFiles, 'dailyDir' | 'readPart'>;

/** Returns null if the bytes no longer match the row: the file has changed since. */
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

/** Invalid UTF-8 may decode to a lone surrogate, which output must not contain. */
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

/** Whole lines, still delimited by line endings; null if they no longer are. */
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
  // The row already says whether the claim is past, so the sections above it are not needed.
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
  // The page does not say which fact is the newest; the hash identifies it.
  let found: FoundDocument | null = null;
  for (let i = Math.max(facts.length - 1, 0); i >= 0; i--) {
    found = foundClaim(words, facts, facts[i] ?? null, time, { path, line, title: file.title });
    if (hashOfDocument(found) === hash) break;
  }
  return found;
}

/** Longer than most lines. */
const MOST = 512;

/** The line that starts at a byte offset; empty if there is none. */
function readLine(files: Files, path: string, offset: number): string {
  for (let most = MOST; ; most *= 16) {
    const bytes = files.readPart(path, offset, most);
    if (bytes === null) return '';
    const end = bytes.indexOf(10);
    if (end < 0 && bytes.length === most) continue;
    return linesOfBytes(end < 0 ? bytes : bytes.subarray(0, end));
  }
}

// Bytes and lines of a file.

/** The day of a daily log, from its path; null for other notes. */
export function dayOfPath(path: string, dailyDir: string): string | null {
  const name = path.startsWith(`${dailyDir}/`) ? path.slice(dailyDir.length + 1) : '';
  return name.endsWith('.md') && isDay(name.slice(0, -3)) ? name.slice(0, -3) : null;
}

/** The byte offsets at which the lines of a file start. Lines are 0-based here. */
export interface ByteLines {
  readonly bytes: Uint8Array;
  readonly starts: readonly number[];
}

/** In a daily log a byte order mark is not part of the first line; in a note it is, as white space. */
export function byteLinesOf(bytes: Uint8Array, { bom }: { readonly bom: 'kept' | 'left out' }): ByteLines {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const starts = [hasMark && bom === 'left out' ? 3 : 0];
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === 10) starts.push(i + 1);
  return { bytes, starts };
}

/** Offset of the end of a line, before the line ending. */
export function endOfLine({ bytes, starts }: ByteLines, line: number): number {
  const next = starts[line + 1];
  const end = next === undefined ? bytes.length : next - 1;
  return end > (starts[line] ?? 0) && bytes[end - 1] === 13 ? end - 1 : end;
}

/** Decodes whole or partial lines, with LF between them, trimmed. */
export function textOfBytes(bytes: Uint8Array): string {
  return linesOfBytes(bytes).trim();
}

/** The same without trimming. */
function linesOfBytes(bytes: Uint8Array): string {
  const text = decodeBytes(bytes);
  return text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
}
