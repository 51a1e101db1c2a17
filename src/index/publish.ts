// Replaces a published index atomically: readers see the old one or the new one, and a crash leaves the old one. Writes
// segments first, then the manifest that lists them, then deletes unlisted files.
import { MemvaultError } from '../model/errors.ts';
import type { IndexFiles } from '../model/ports.ts';
import { digestOfBytes } from './hash.ts';
import { type Manifest, MANIFEST, readManifest, renderManifest, type SegmentEntry } from './open-index.ts';

const FOLDER = 'search';
/** A segment that no manifest lists belongs to a process that is about to publish it or was killed before it could. */
const ABOUT_TO_MS = 600_000;
/** How often segments are written again after a purging process deleted them as leftovers. */
const TRIES = 4;

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
    if (tried === TRIES) return 'outrun';
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
