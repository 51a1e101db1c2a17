// What says which segments are the index, with all that must be known before one of them is read: one small text
// with a version and a checksum in its first line. Derived and disposable: whatever is wrong with it, the index is
// built anew.
import type { FileStat, IndexFiles } from '../model/ports.ts';
import { checksumOf } from './hash.ts';
import type { Fault } from './state.ts';

export const MANIFEST = 'search/manifest';
/** Goes up whenever terms, segments or this form change. */
const VERSION = 13;
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

const HEAD = `memvault-search ${VERSION} `;
/** Of the checksum. */
const DIGITS = 8;

/** In ASCII alone, which is read quickest. */
export function renderManifest(manifest: Manifest): string {
  const body = JSON.stringify(manifest).replace(
    /[^\x00-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${HEAD}${checksumOf(body, 0)}\n${body}`;
}

/**
 * With the text it was read from, to tell whether another one has taken its place. What cannot be read of it is made
 * anew.
 */
export function readManifest(files: IndexFiles): { readonly manifest: Manifest; readonly text: string } | Fault {
  const text = files.readCache(MANIFEST);
  if (text === null) return files.cacheTime(FORMER_INDEX) === null ? 'missing' : 'version';
  if (!text.startsWith(HEAD)) return text.startsWith('memvault-search ') ? 'version' : 'corrupt';
  const start = HEAD.length + DIGITS + 1;
  if (text.slice(HEAD.length, start) !== `${checksumOf(text, start)}\n`) return 'corrupt';
  const manifest: Manifest = JSON.parse(text.slice(start));
  return { manifest, text };
}
