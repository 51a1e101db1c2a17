// A new index in the place of an old one, so that a reader sees one or the other and a program that ends in between
// leaves the old one: segments first, then the manifest that names them, then away with what nobody names any more.
import { MemvaultError } from '../model/errors.ts';
import type { IndexFiles } from '../model/ports.ts';
import { digestOfBytes } from './hash.ts';
import { type Manifest, MANIFEST, readManifest, renderManifest, type SegmentEntry } from './open-index.ts';

const FOLDER = 'search';
/** A segment that no manifest names belongs to a process that is about to publish it, or was killed before it did. */
const ABOUT_TO_MS = 600_000;
/** How often segments are written again that a process which purges took for those of a dead one. */
const TRIES = 4;

/** One that stays, or the bytes of a new one. */
export type NextSegment = SegmentEntry | Uint8Array;

export interface Publication {
  readonly manifest: Omit<Manifest, 'segments'>;
  readonly segments: readonly NextSegment[];
  /** The manifest that this one goes on from; null where it does not matter which one it replaces. */
  readonly after: string | null;
  /** No segment stays that the new manifest does not name, whoever made it. */
  readonly purge: boolean;
}

/**
 * `outrun`: another process published meanwhile; what is there is consistent, or missing a segment, which a reader
 * finds. `unwritten`: it cannot be, and need not.
 */
export type Publishing = 'done' | 'outrun' | 'unwritten';

/** Throws `io` where the files must be kept and cannot be. */
export function publish(files: IndexFiles, publication: Publication): Publishing {
  for (let tried = 1; ; tried++) {
    const publishing = tryToPublish(files, publication);
    if (publishing !== 'swept') return publishing;
    if (tried === TRIES) return 'outrun';
  }
}

/**
 * `swept`: what was written is gone, by a process that builds anew as this one does. Both at once would leave a
 * manifest of nothing.
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

/** Null where it cannot be written. Its name is like no other's. */
function write(files: IndexFiles, bytes: Uint8Array, fresh: string[]): SegmentEntry | null {
  const digest = digestOfBytes(bytes);
  const unique = `${performance.timeOrigin + performance.now()} ${digest}`;
  const name = `${FOLDER}/${digestOfBytes(Buffer.from(unique))}.seg`;
  if (!files.publishCache(name, bytes)) return null;
  fresh.push(name);
  const file = files.openCache(name);
  // Swept away already: then the manifest that goes on names what is not there, and a reader finds that.
  const identity = file?.identity ?? '';
  file?.close();
  return { name, identity, digest, dead: [] };
}

function namesIn(read: ReturnType<typeof readManifest>): ReadonlySet<string> {
  return new Set(typeof read === 'string' ? [] : read.manifest.segments.map(({ name }) => name));
}

/** Segments that no manifest came to name. What cannot be removed is cleared away by a later one. */
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
