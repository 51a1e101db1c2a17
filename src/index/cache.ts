// The index as it is kept between runs: one text with a version and a digest in its first line. Derived
// and disposable: whatever is wrong with it, it is built anew.
import { checksumOf } from './digest.ts';
import type { FactRow, FileRecord } from './records/record.ts';

export const CACHE_NAME = 'search-index';
/** Goes up whenever terms, records or their form change. */
const VERSION = 6;

/** Why there is no usable cache. */
export type CacheFault = 'missing' | 'corrupt' | 'version';

export interface FileEntry {
  readonly size: number;
  readonly mtimeMs: number;
  readonly digest: string;
  readonly record: FileRecord;
}

export interface Manifest {
  /** What the settings said: other folders mean another index. */
  readonly dailyDir: string;
  readonly zones: readonly string[];
  readonly forgotten: readonly string[];
  readonly files: Readonly<Record<string, FileEntry>>;
  /** When the files were looked at, by the clock that stamps them. */
  readonly at: number;
  /** Daily logs whose ids earlier days had taken, with the ids that they got. */
  readonly clashes: Readonly<Record<string, readonly FactRow[]>>;
}

export interface Cache {
  readonly manifest: Manifest;
  /** What the engine rendered. */
  readonly engine: string;
}

export function renderCache(cache: Cache): string {
  const body = `${JSON.stringify(cache.manifest)}\n${cache.engine}`;
  return `memvault-search ${VERSION} ${checksumOf(body, 0)}\n${body}`;
}

export function parseCache(text: string | null): Cache | CacheFault {
  if (text === null) return 'missing';
  const head = /^memvault-search (\d+) ([0-9a-f]{8})\n/.exec(text.slice(0, 60));
  if (!head) return 'corrupt';
  if (Number(head[1]) !== VERSION) return 'version';
  const start = head[0].length;
  if (checksumOf(text, start) !== head[2]) return 'corrupt';
  const end = text.indexOf('\n', start);
  return { manifest: JSON.parse(text.slice(start, end)), engine: text.slice(end + 1) };
}
