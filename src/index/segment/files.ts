// The files of a segment: by number, by path, by when they changed last.
import { MemvaultError } from '../../model/errors.ts';
import type { CacheFile } from '../../model/ports.ts';
import { CorruptSegment, SECTION } from './format.ts';
import type { Numbers } from './numbers.ts';
import type { SegmentFile } from './row.ts';
import type { Source } from './source.ts';
import { allTexts, oneText, type Texts } from './texts.ts';

/** After so many paths all are read at once. */
const PATIENCE = 24;

export interface Files {
  readonly count: number;
  path(file: number): string;
  paths(): Texts;
  /** Number of the first path that does not come before this one; the count for none. */
  firstFrom(path: string): number;
  /** Number of a path; -1 for none. */
  find(path: string): number;
  /** -1 for gone. */
  size(file: number): number;
  get(file: number): SegmentFile;
  /** What the front of a file says of all of it. */
  head(file: number): Pick<SegmentFile, 'title' | 'tags'>;
  /** All files, those that are gone among them. */
  all(): SegmentFile[];
  /** Numbers of all files, the newest first. */
  recent(): Numbers;
  sizes(): Numbers;
  times(): Numbers;
}

/** Reads nothing yet. */
export function openFiles(source: Source, count: number): Files {
  let texts: Texts | null = null;
  let order: Numbers | null = null;
  let sizes: Numbers | null = null;
  let times: Numbers | null = null;
  const allPaths = (): Texts => (texts ??= allTexts(source, SECTION.paths, count));
  let asked = 0;
  const path = (file: number): string => {
    if (texts === null && !source.small && ++asked <= PATIENCE) return oneText(source, SECTION.paths, count, file);
    return allPaths().get(file);
  };
  const allSizes = (): Numbers => (sizes ??= source.column(SECTION.sizes, count));
  const allTimes = (): Numbers => (times ??= source.column(SECTION.times, count));
  const size = (file: number): number => allSizes()[file] ?? -1;
  const firstFrom = (wanted: string): number => {
    let low = 0;
    for (let high = count; low < high;) {
      const middle = (low + high) >>> 1;
      if (path(middle) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const fileOf = (file: number, info: string): SegmentFile => ({
    path: path(file),
    size: size(file),
    mtimeMs: allTimes()[file] ?? 0,
    ...parseInfo(info),
  });
  return {
    count,
    path,
    paths: allPaths,
    firstFrom,
    find(wanted) {
      const file = firstFrom(wanted);
      return file < count && path(file) === wanted ? file : -1;
    },
    size,
    get: (file) => fileOf(file, oneText(source, SECTION.infos, count, file)),
    head: (file) => parseInfo(oneText(source, SECTION.infos, count, file)),
    all() {
      const infos = allTexts(source, SECTION.infos, count);
      return Array.from({ length: count }, (_, file) => fileOf(file, infos.get(file)));
    },
    recent: () => (order ??= source.column(SECTION.recent, count)),
    sizes: allSizes,
    times: allTimes,
  };
}

function parseInfo(text: string): Pick<SegmentFile, 'digest' | 'title' | 'tags' | 'note'> {
  let info: unknown = null;
  try {
    info = JSON.parse(text);
  } catch {
    // Told below.
  }
  if (!Array.isArray(info)) throw new CorruptSegment('a file without its entry');
  const [digest, title, tags, note]: unknown[] = info;
  if (typeof digest !== 'string' || typeof title !== 'string' || typeof note !== 'string' || !Array.isArray(tags))
    throw new CorruptSegment('a file without its entry');
  return { digest, title, tags: tags.map(String), note };
}

// A segment that no file holds: bytes that are read as if they were one.

/** What is read are views of `bytes`, which must not change. */
export function memoryFile(bytes: Uint8Array): CacheFile {
  return {
    size: bytes.length,
    identity: 'memory',
    read(offset, length) {
      if (offset < 0 || length < 0 || offset + length > bytes.length)
        throw new MemvaultError('io', 'The bytes end before what was asked for');
      return bytes.subarray(offset, offset + length);
    },
    close() {},
  };
}
