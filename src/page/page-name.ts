// What a page may be called: the page that a path means among those that are there, and whether a new one may have its
// name on every system, in a link and in a list of notes. Pure. A page that is there is a page, whatever it is called.
import { dirname, extname } from 'node:path/posix';

// A title as a file name that every system takes: Linux, macOS, Windows, a git checkout, an Obsidian link.

/** In no name. */
const FORBIDDEN = /[/\\:*?"<>|#^[\]`\u0000-\u001F\u007F\u2028\u2029]+/g;
/** Seen by nobody, so that two names would look alike: soft hyphens, marks of direction, zero widths. */
const INVISIBLE = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069]+/g;
/** Devices of Windows, whatever ending they have. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
const MAX_BYTES = 120;

/** A name without ending; never empty, never hidden, never a step upward. */
export function toFileName(title: string): string {
  const flat = title
    .normalize('NFC')
    .toWellFormed()
    .replace(INVISIBLE, '')
    .replace(/\s+/g, ' ')
    .replace(FORBIDDEN, '-');
  const name = fitBytes(flat.slice(0, MAX_BYTES).toWellFormed(), MAX_BYTES).replace(/^[.\s-]+|[.\s-]+$/g, '');
  return name === '' ? 'Unnamed' : name.replace(RESERVED, '$1-');
}

/** As many of the first letters as have room. */
function fitBytes(text: string, most: number): string {
  let short = text;
  while (Buffer.byteLength(short) > most) short = [...short].slice(0, -1).join('');
  return short;
}

/** The first letter in upper case, the rest as it is. */
export function toTitle(text: string): string {
  const [first = '', ...rest] = [...text.trim()];
  return first.toUpperCase() + rest.join('');
}

/** `near`: pages that are there and that the path may mean. */
type NamedPage = { readonly page: string } | { readonly problem: string; readonly near: readonly string[] };

/** Of a path that is no page, whatever its name. */
export const IN_NO_ZONE = 'it is in no zone';

const ENDING = '.md';
/** Letters of a name without its ending. */
const LONGEST_NAME = 120;
/** Of a name with its ending, on most file systems. */
const MOST_BYTES = 255;
/** Letters of a path below the vault: Windows has 260 for all of it. */
const LONGEST_PATH = 200;

/** As file systems compare names that take two spellings for one. */
export const foldName = (name: string): string => name.normalize('NFC').toLowerCase();

/** Why no new page may have this path, as the end of a sentence; null where it may. Its zone is taken as given. */
export function newPageProblem(path: string): string | null {
  const [, ...parts] = path.split('/');
  const leaf = parts.pop() ?? '';
  const odd =
    parts.map(folderProblem).find((problem) => problem !== null) ??
    nameProblem(leaf.endsWith(ENDING) ? leaf.slice(0, -ENDING.length) : leaf);
  return odd ?? (path.length > LONGEST_PATH ? `it is longer than ${LONGEST_PATH} letters` : null);
}

/** Is it a name that no list of notes shows, be the file there or not? */
export const isHiddenPart = (part: string, isFolder: boolean): boolean =>
  part.startsWith('.') || (isFolder && part === 'node_modules');

function folderProblem(name: string): string | null {
  if (isHiddenPart(name, true))
    return name.startsWith('.') ? nameProblem(name) : `notes in ${JSON.stringify(name)} are not read`;
  return name.toLowerCase().endsWith(ENDING)
    ? `${JSON.stringify(name)} is the name of a note, not of a folder`
    : nameProblem(name);
}

function nameProblem(name: string): string | null {
  const shown = JSON.stringify(name.length > 60 ? `${name.slice(0, 59)}…` : name);
  if (name.trim() === '') return 'its name is empty';
  if (name.startsWith('.')) return `${shown} begins with a dot`;
  if (name !== name.trim() || name.endsWith('.')) return `${shown} begins or ends with a space or a dot`;
  const odd = new RegExp(FORBIDDEN).exec(name)?.[0][0];
  if (odd !== undefined) return `${shown} contains ${JSON.stringify(odd)}`;
  if (name.search(INVISIBLE) >= 0 || !name.isWellFormed()) return `${shown} contains an invisible character`;
  if (RESERVED.test(name)) return `${shown} is a reserved name on Windows`;
  return name.length > LONGEST_NAME || Buffer.byteLength(`${name}${ENDING}`) > MOST_BYTES
    ? `${shown} is longer than ${LONGEST_NAME} letters`
    : null;
}

/**
 * Finds the page that a path means: the one that is there, also where the path differs from it by case or by the form
 * of its letters; else a new one, below the folders that are there. New ones are remembered. `isPagePath`: may a page
 * be there at all?
 */
export function makeNamePage(
  pages: Pick<ReadonlyMap<string, unknown>, 'has' | 'keys'>,
  isPagePath: (path: string) => boolean,
): (path: string) => NamedPage {
  let known: Known | null = null;
  return (path) => {
    if (pages.has(path)) return { page: path };
    known ??= knownAmong(pages.keys());
    const near = known.pages.get(foldName(path)) ?? [];
    const [first] = near;
    if (first !== undefined && near.length === 1) return { page: first };
    if (first !== undefined) return { problem: `${near.join(' and ')} exist; name one of them`, near };
    const page = inFolders(path, known.folders);
    const problem = isPagePath(page) ? newPageProblem(page) : (hiddenIn(page) ?? IN_NO_ZONE);
    if (problem !== null) return { problem, near };
    remember(known, page);
    return { page };
  };
}

interface Known {
  readonly pages: Map<string, string[]>;
  readonly folders: Map<string, string>;
}

function knownAmong(paths: Iterable<string>): Known {
  const known: Known = { pages: new Map(), folders: new Map() };
  for (const path of paths) remember(known, path);
  return known;
}

function remember({ pages, folders }: Known, path: string): void {
  const folded = foldName(path);
  pages.set(folded, [...(pages.get(folded) ?? []), path]);
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const folder = path.slice(0, end);
    const key = foldName(folder);
    if (folders.has(key)) break;
    folders.set(key, folder);
  }
}

/** Below the deepest folder that is there, as that is spelled. */
function inFolders(path: string, folders: ReadonlyMap<string, string>): string {
  const plain = path.normalize('NFC');
  for (let end = plain.lastIndexOf('/'); end > 0; end = plain.lastIndexOf('/', end - 1)) {
    const there = folders.get(foldName(plain.slice(0, end)));
    if (there !== undefined) return `${there}${plain.slice(end)}`;
  }
  return plain;
}

/** Steps upward are no names. */
function hiddenIn(path: string): string | null {
  const parts = path.split('/');
  if (parts.some((part) => part === '.' || part === '..')) return null;
  return parts.some((part, at) => at > 0 && isHiddenPart(part, at < parts.length - 1)) ? newPageProblem(path) : null;
}

// Names for files that nothing else has: a number is put behind a name that is given already. Two spellings that some
// file system takes for one are one. Pure: what is there is told.

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
  const end = `${suffix}${extname(path)}`;
  const stem = path.slice(path.lastIndexOf('/') + 1, path.length - extname(path).length);
  return path.slice(0, path.lastIndexOf('/') + 1) + fitBytes(stem, MOST_BYTES - Buffer.byteLength(end)) + end;
}
