// The index as it was published: its manifest read, its segments open. Takes no lock: what another process replaces
// meanwhile stays readable as long as it is open, and what is gone before it could be opened has a newer manifest.
import type { CacheFile, IndexFiles } from '../model/index-files.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { isWhole } from './segment/checksum.ts';
import { CorruptSegment } from './segment/corrupt.ts';
import { openSegment, type Segment } from './segment/open.ts';
import { tablesOver } from './segment/tables.ts';
import type { Fault } from './state.ts';
import type { Tables } from './view.ts';

/** A segment without its dead rows. */
export interface Part {
  readonly segment: Segment;
  readonly dead: readonly number[];
}

export interface Published {
  readonly manifest: Manifest;
  /** Of the manifest. */
  readonly text: string;
  /** As the manifest has them. */
  readonly parts: readonly Part[];
  readonly tables: Tables;
  /**
   * The files of the segments are others than the manifest knows, and whole: a copy, say. It is worth noting, as it was
   * read through to know it.
   */
  readonly identities: readonly string[] | null;
}

/** How often the manifest is read again because another process replaced what it names. */
const TRIES = 5;

/** `reindex` is the answer to any fault. */
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
      if (identity === manifest.segments[at]?.identity) return false;
      if (!isWhole(opened[at] as CacheFile)) throw new CorruptSegment('a sum does not fit');
      return true;
    })
    .includes(true);
  const parts = opened.map((file, at): Part => ({
    segment: openSegment(file),
    dead: manifest.segments[at]?.dead ?? [],
  }));
  // One that is whole may still be another: two files of a copy under each other's names.
  for (let at = 0; at < parts.length; at++)
    if (parts[at]?.segment.rows !== manifest.segments[at]?.rows) throw new CorruptSegment('it is another segment');
  return { manifest, text, parts, tables: tablesOver(parts), identities: isCopied ? identities : null };
}

function closeAll(opened: readonly CacheFile[]): void {
  for (const file of opened) file.close();
}

/** Was this thrown because a segment is not what it was? */
export function isDamage(error: unknown): boolean {
  return error instanceof CorruptSegment;
}
