// Names for files that nothing else has: a number is put behind a name that is given already. Two spellings that some
// file system takes for one are one. Pure: what is there is told.
import { dirname, extname } from 'node:path/posix';
import { foldName } from './page-name.ts';

/** What has a name already. */
export interface Given {
  /** The names in a folder, folded. */
  readonly namesIn: (folder: string) => ReadonlySet<string>;
  /** Paths that are as good as there, folded. */
  readonly taken: ReadonlySet<string>;
}

export function isFree(path: string, { namesIn, taken }: Given): boolean {
  const folder = dirname(path);
  return !namesIn(folder).has(foldName(path.slice(folder.length + 1))) && !taken.has(foldName(path));
}

/** The path itself where nothing has it, else with a number: `x 2.md`. The path names a folder. */
export function firstFree(path: string, given: Given): string {
  let candidate = path;
  for (let number = 2; !isFree(candidate, given); number++) candidate = withSuffix(path, ` ${number}`);
  return candidate;
}

/** The path with more behind its name, which loses letters where it would be too long for a file system. */
export function withSuffix(path: string, suffix: string): string {
  const end = extname(path);
  return `${shortened(path.slice(0, path.length - end.length), `${suffix}${end}`)}${suffix}${end}`;
}

/** Of a name, in bytes, on most file systems. */
const MOST_BYTES = 255;

function shortened(stem: string, end: string): string {
  let short = stem;
  const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
  while (Buffer.byteLength(`${nameOf(short)}${end}`) > MOST_BYTES) short = [...short].slice(0, -1).join('');
  return short;
}
