// The published index: its manifest, which lists the segments, and the segments themselves. Opening takes no lock:
// files that another process replaces meanwhile stay readable.
import { MemvaultError } from '../model/errors.ts';
import type { CacheFile, FileStat, IndexFiles } from '../model/ports.ts';
import { digestOfBytes } from './hash.ts';
import { readDocument } from './read-document.ts';
import type { Options } from './refresh.ts';
import { CorruptSegment, digestOfFile } from './segment/format.ts';
import { openSegment, type Segment } from './segment/open.ts';
import { tablesOver } from './segment/tables.ts';
import type { Fault, OpenIndex, Tables } from './view.ts';

const MANIFEST = 'search/manifest';
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
function renderManifest(manifest: Manifest): string {
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
function readManifest(files: IndexFiles): { readonly manifest: Manifest; readonly text: string } | Fault {
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

// Segments with their dead rows, and the rule for when to merge them.

/**
 * The small segments are folded into the large one when their rows and its dead rows exceed an eighth of its rows,
 * clamped to LEAST and MOST.
 */
const LEAST = 64;
const MOST = 512;

/** The large segment comes first. */
export function isFoldDue([large, ...tail]: readonly Part[]): boolean {
  if (large === undefined) return false;
  const waiting = tail.reduce((sum, { segment }) => sum + segment.rows, large.dead.length);
  return waiting > Math.min(MOST, Math.max(LEAST, large.segment.rows / 8));
}

/** Marks more rows as dead; `dead` are row numbers over all parts. */
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

// Replaces a published index atomically: readers see the old one or the new one, and a crash leaves the old one. Writes
// segments first, then the manifest that lists them, then deletes unlisted files.

const FOLDER = 'search';
/** A segment that no manifest lists belongs to a process that is about to publish it or was killed before it could. */
const ABOUT_TO_MS = 600_000;
/** How often segments are written again after a purging process deleted them as leftovers. */
const MOST_WRITTEN = 4;

/** An existing segment, or the bytes of a new one. */
export type NextSegment = SegmentEntry | Uint8Array;

export interface Publication {
  readonly manifest: Omit<Manifest, 'segments'>;
  readonly segments: readonly NextSegment[];
  /** The manifest that this one is based on; null if it may replace any. */
  readonly after: string | null;
  /** Delete every segment that the new manifest does not list, whoever wrote it. */
  readonly purge: boolean;
}

/**
 * `outrun`: another process published meanwhile; the result is consistent or lacks a segment, which readers detect.
 * `unwritten`: it cannot be written, and does not have to be.
 */
export type Publishing = 'done' | 'outrun' | 'unwritten';

/** Throws `io` if the files must be kept and cannot be. */
export function publish(files: IndexFiles, publication: Publication): Publishing {
  for (let tried = 1; ; tried++) {
    const publishing = tryToPublish(files, publication);
    if (publishing !== 'swept') return publishing;
    if (tried === MOST_WRITTEN) return 'outrun';
  }
}

/**
 * `swept`: another process that also rebuilds has deleted the new files. If both went on, the manifest would list
 * nothing.
 */
function tryToPublish(files: IndexFiles, { manifest, segments, after, purge }: Publication): Publishing | 'swept' {
  const fresh: string[] = [];
  const isThere = (name: string): boolean => files.cacheTime(name) !== null;
  let isNamed = false;
  try {
    const entries: SegmentEntry[] = [];
    for (const segment of segments) {
      const entry = segment instanceof Uint8Array ? write(files, segment, fresh) : segment;
      if (entry === null) return 'unwritten';
      entries.push(entry);
    }
    let former: ReturnType<typeof readManifest> = 'missing';
    let isOutrun = false;
    let isSwept = false;
    const isStill = (): boolean => {
      former = readManifest(files);
      isOutrun = after !== null && (typeof former === 'string' || former.text !== after);
      isSwept = !fresh.every(isThere);
      return !isOutrun && !isSwept;
    };
    if (!files.publishCache(MANIFEST, Buffer.from(renderManifest({ ...manifest, segments: entries })), isStill))
      return isOutrun ? 'outrun' : isSwept ? 'swept' : 'unwritten';
    isNamed = true;
    clear(files, new Set(entries.map(({ name }) => name)), namesIn(former), purge);
    if (entries.every(({ name }) => isThere(name))) return 'done';
    return after === null ? 'swept' : 'outrun';
  } finally {
    if (!isNamed) takeBack(files, fresh);
  }
}

/** Returns null if it cannot be written. Its name is unique. */
function write(files: IndexFiles, bytes: Uint8Array, fresh: string[]): SegmentEntry | null {
  const digest = digestOfBytes(bytes);
  const unique = `${performance.timeOrigin + performance.now()} ${digest}`;
  const name = `${FOLDER}/${digestOfBytes(Buffer.from(unique))}.seg`;
  if (!files.publishCache(name, bytes)) return null;
  fresh.push(name);
  const file = files.openCache(name);
  // Deleted already: the manifest will list a missing file, and readers detect that.
  const identity = file?.identity ?? '';
  file?.close();
  return { name, identity, digest, dead: [] };
}

function namesIn(read: ReturnType<typeof readManifest>): ReadonlySet<string> {
  return new Set(typeof read === 'string' ? [] : read.manifest.segments.map(({ name }) => name));
}

/** Deletes segments that no manifest came to list. A later run clears away any that cannot be removed. */
function takeBack(files: IndexFiles, names: readonly string[]): void {
  try {
    for (const name of names) files.removeCache(name);
  } catch (error) {
    if (!(error instanceof MemvaultError)) throw error;
  }
}

function clear(files: IndexFiles, named: ReadonlySet<string>, replaced: ReadonlySet<string>, purge: boolean): void {
  const now = Date.now();
  for (const { name: file, mtimeMs } of files.listCache(FOLDER)) {
    const name = `${FOLDER}/${file}`;
    if (file.endsWith('.seg') && !named.has(name) && (purge || replaced.has(name) || now - mtimeMs > ABOUT_TO_MS))
      files.removeCache(name);
  }
}
