// What says which segments are the index, with all that must be known before one of them is read: one small text
// with a version and a checksum in its first line. Derived and disposable: whatever is wrong with it, the index is
// built anew.
import { MemvaultError } from '../model/errors.ts';
import { checksumOfBytes } from './digest.ts';
import type { IndexFiles } from '../model/index-files.ts';
import type { FileStat } from '../model/ports.ts';
import type { Fault } from './state.ts';

export const MANIFEST = 'search/manifest';
/** Goes up whenever terms, segments or this form change. */
const VERSION = 6;
/** What earlier versions kept. */
export const FORMER_INDEX = 'search-index';

export interface SegmentEntry {
  /** Its file in the cache. */
  readonly name: string;
  /** What the system told of the file when it was known to be whole. */
  readonly identity: string;
  readonly rows: number;
  /** Rows that are no documents any more, ascending. */
  readonly dead: readonly number[];
}

export interface Manifest {
  /** What the index depends on beside the notes: other settings mean another index. */
  readonly settings: string;
  /** Sorted. */
  readonly forgotten: readonly string[];
  /** Notes that the index knows. */
  readonly files: number;
  /** The oldest and largest first. */
  readonly segments: readonly SegmentEntry[];
  /** Folders that hold or may hold notes, by path, with the time of their last change; 0 is that of none. */
  readonly folders: Readonly<Record<string, number>>;
  /** The files that say what git ignores. */
  readonly rules: Readonly<Record<string, FileStat>>;
}

export function renderManifest(manifest: Manifest): Uint8Array {
  const body = Buffer.from(JSON.stringify(manifest));
  return Buffer.concat([Buffer.from(`memvault-search ${VERSION} ${checksumOfBytes(body)}\n`), body]);
}

/** With the bytes it was read from, to tell whether another one has taken its place. */
export function readManifest(files: IndexFiles): { readonly manifest: Manifest; readonly bytes: Buffer } | Fault {
  const bytes = readBytes(files);
  if (bytes === null) return files.cacheTime(FORMER_INDEX) === null ? 'missing' : 'version';
  const end = bytes.indexOf(10);
  const head = /^memvault-search (\d+) ([0-9a-f]{8})$/.exec(bytes.toString('latin1', 0, Math.min(end, 60)));
  if (!head) return 'corrupt';
  if (Number(head[1]) !== VERSION) return 'version';
  const body = bytes.subarray(end + 1);
  if (checksumOfBytes(body) !== head[2]) return 'corrupt';
  const manifest: Manifest = JSON.parse(body.toString('utf8'));
  return { manifest, bytes };
}

function readBytes(files: IndexFiles): Buffer | null {
  const file = files.openCache(MANIFEST);
  if (file === null) return null;
  try {
    const { buffer, byteOffset, byteLength } = file.read(0, file.size);
    return Buffer.from(buffer, byteOffset, byteLength);
  } catch (error) {
    if (!(error instanceof MemvaultError)) throw error;
    // What cannot be read of it is made anew.
    return Buffer.alloc(0);
  } finally {
    file.close();
  }
}
