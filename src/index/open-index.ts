// Opens the published index: its manifest, which lists the segments, and the segments themselves. Takes no lock: files
// that another process replaces meanwhile stay readable.
import type { CacheFile, FileStat, IndexFiles } from '../model/ports.ts';
import { type ParsedFactLine, parseFactLine } from '../page/fact-line.ts';
import { parseClaims } from '../page/page.ts';
import { type FactWords, foundClaim, type FoundDocument, foundFact, foundText, type Source } from './document.ts';
import { dayOfPath, linesOfBytes, textOfBytes } from './documents/parsed.ts';
import { digestOfBytes, hashOfDocument } from './hash.ts';
import type { Options } from './refresh.ts';
import { CorruptSegment, digestOfFile } from './segment/format.ts';
import { openSegment, type Segment } from './segment/open.ts';
import type { SegmentFile } from './segment/row.ts';
import { tablesOver } from './segment/tables.ts';
import type { Fault, OpenIndex, Spot, Tables } from './view.ts';

export const MANIFEST = 'search/manifest';
/** Bump it whenever terms, segments or this format change. */
const VERSION = 15;

export interface SegmentEntry {
  /** File name in the cache. */
  readonly name: string;
  /** Identity reported by the file system when the file was last known to be intact. */
  readonly identity: string;
  /** Digest of its bytes. */
  readonly digest: string;
  /** Rows that are no longer documents, ascending. */
  readonly dead: readonly number[];
}

export interface Manifest {
  /** What the index depends on besides the notes: a change of settings requires a new index. */
  readonly settings: string;
  /** Sorted. */
  readonly forgotten: readonly string[];
  /** Number of indexed notes. */
  readonly files: number;
  /** Oldest and largest first. */
  readonly segments: readonly SegmentEntry[];
  /** Folders that contain or may contain notes, by path, with their modification time; 0 means unknown. */
  readonly folders: Readonly<Record<string, number>>;
  /** Ignore files of git. */
  readonly rules: Readonly<Record<string, FileStat>>;
}

const HEAD = `memvault-search ${VERSION} `;
/** Length of the digest. */
const DIGITS = 16;

/** Pure ASCII, which is fastest to read. */
export function renderManifest(manifest: Manifest): string {
  const body = JSON.stringify(manifest).replace(
    /[^\x00-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${HEAD}${digestOfBytes(Buffer.from(body, 'latin1'))}\n${body}`;
}

/**
 * Also returns the text, to detect whether another manifest has replaced it. Returns a fault if the manifest is
 * unreadable; the index is then rebuilt.
 */
export function readManifest(files: IndexFiles): { readonly manifest: Manifest; readonly text: string } | Fault {
  const text = files.readCache(MANIFEST);
  if (text === null) return 'missing';
  if (!text.startsWith(HEAD)) return text.startsWith('memvault-search ') ? 'version' : 'corrupt';
  const start = HEAD.length + DIGITS + 1;
  const body = text.slice(start);
  if (text.slice(HEAD.length, start) !== `${digestOfBytes(Buffer.from(body, 'latin1'))}\n`) return 'corrupt';
  const manifest: Manifest = JSON.parse(body);
  return { manifest, text };
}

/** A segment and its dead rows. */
export interface Part {
  readonly segment: Segment;
  readonly dead: readonly number[];
}

export interface Published {
  readonly manifest: Manifest;
  /** Text of the manifest. */
  readonly text: string;
  /** In the order of the manifest. */
  readonly parts: readonly Part[];
  readonly tables: Tables;
  /**
   * Set if the segment files are intact but not the ones that the manifest identifies, for example after a copy. Worth
   * storing, because verifying them required reading them through.
   */
  readonly identities: readonly string[] | null;
}

/** How often the manifest is read again because another process replaced the files that it lists. */
const TRIES = 5;

/** The remedy for any fault is `reindex`. */
export function openIndex(files: IndexFiles): Published | Fault {
  for (let tried = 1; ; tried++) {
    const read = readManifest(files);
    if (typeof read === 'string') return read;
    const opened: CacheFile[] = [];
    try {
      for (const { name } of read.manifest.segments) {
        const file = files.openCache(name);
        if (file === null) break;
        opened.push(file);
      }
      if (opened.length === read.manifest.segments.length) return published(read.manifest, read.text, opened);
    } catch (error) {
      closeAll(opened);
      if (isDamage(error)) return 'corrupt';
      throw error;
    }
    closeAll(opened);
    if (tried === TRIES) return 'corrupt';
  }
}

/** Throws CorruptSegment. */
function published(manifest: Manifest, text: string, opened: readonly CacheFile[]): Published {
  const identities = opened.map(({ identity }) => identity);
  const isCopied = identities
    .map((identity, at) => {
      const entry = manifest.segments[at];
      if (identity === entry?.identity) return false;
      if (digestOfFile(opened[at] as CacheFile) !== entry?.digest) throw new CorruptSegment('it is another file');
      return true;
    })
    .includes(true);
  const parts = opened.map((file, at): Part => ({
    segment: openSegment(file),
    dead: manifest.segments[at]?.dead ?? [],
  }));
  return { manifest, text, parts, tables: tablesOver(parts), identities: isCopied ? identities : null };
}

function closeAll(opened: readonly CacheFile[]): void {
  for (const file of opened) file.close();
}

/** True if the error means that a segment is damaged. */
export function isDamage(error: unknown): boolean {
  return error instanceof CorruptSegment;
}

// Reads the document of a row from the markdown: a few bytes of each file, never a whole one. Every search does this,
// so it loads only the parsers of a single line and block.

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

export function inHand(
  files: IndexFiles,
  options: Options,
  tables: Tables,
  rest: Pick<OpenIndex, 'changes' | 'rebuilt' | 'notLookedAt' | 'tokenizer'>,
): OpenIndex {
  let isOpen = true;
  const close = (): void => {
    if (isOpen) tables.close();
    isOpen = false;
  };
  return {
    ...rest,
    tables,
    close,
    documents: tables.size,
    read: (row) => readDocument(tables, files, row),
    async again(rows) {
      const paths = [
        ...new Set([
          ...rows.map((row) => tables.spot(row).path),
          ...tables.citedBy(rows).flatMap((id) => tables.fact(id)?.path ?? []),
        ]),
      ];
      close();
      return await options.again(paths);
    },
  };
}
