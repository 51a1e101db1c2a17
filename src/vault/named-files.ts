// Files outside the vault: those that a person names, and those that decide what memvault may run.
import { hash } from 'node:crypto';
import { mkdtempSync, type Stats, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { decodeBytes, decodeUtf16 } from '../model/bytes.ts';
import { MemvaultError, systemCode } from '../model/errors.ts';
import { compareText } from '../model/fact.ts';
import { LIMITS, tooLarge } from '../model/limits.ts';
import { realUserFile } from './confine.ts';
import {
  entriesIn,
  isFolder,
  isWithin,
  makeFolder,
  namesIn,
  orElse,
  ownStat,
  PRIVATE_MODE,
  readBytes,
  readText,
  realPath,
  removeFolder,
  removeTemporaries,
  statAt,
  statIfAny,
  tryIo,
  writeAtomic,
} from './disk.ts';
import { absolute, CATALOGUE_FILE, OWN, RUN_LOG_FILE, SUMMARY_FILE, type Vault } from './vault.ts';

export interface NamedFile {
  /** Absolute. */
  readonly path: string;
  /** From what was named, with `/`; of a file that was named itself its name. */
  readonly name: string;
}

/** A file that is not read, and why. */
export interface UnreadFile {
  readonly name: string;
  readonly why: string;
  /** It may hold what was asked for. */
  readonly isBad: boolean;
}

export interface NamedFiles {
  readonly files: readonly NamedFile[];
  readonly unread: readonly UnreadFile[];
}

const TEXTS = /\.(?:md|markdown|txt|json|jsonl)$/i;
const PASSED_OVER = new Set(['node_modules']);

/** By their names. What memvault itself keeps in `vault` is none of them. Throws `not-found`, `io`. */
export function listNamed(named: string, cwd: string, vault: Vault): NamedFiles {
  const path = resolve(cwd, named);
  const stat = statAt(path);
  if (stat === undefined) throw new MemvaultError('not-found', `no such file or folder: ${named}`);
  const files: NamedFile[] = [];
  const unread: UnreadFile[] = [];
  const isOwn = ownTest(vault);
  const take = (one: NamedFile, kind: Pick<Stats, 'isFile' | 'size'>): void => {
    if (isOwn(one.path)) unread.push({ name: one.name, why: 'it is what this vault itself keeps', isBad: false });
    else if (!kind.isFile()) unread.push({ name: one.name, why: 'it is no regular file', isBad: true });
    else {
      const large = tooLarge(kind.size, LIMITS.file);
      if (large === null) files.push(one);
      else unread.push({ name: one.name, why: large, isBad: true });
    }
  };
  if (stat.isDirectory()) walk(path, '', { take, unread, isOwn });
  else take({ path, name: basename(path) }, stat);
  return { files, unread };
}

interface Walk {
  readonly take: (file: NamedFile, kind: Stats) => void;
  readonly unread: UnreadFile[];
  readonly isOwn: (path: string) => boolean;
}

/** A folder in it that cannot be read is named, and the others are looked at. */
function walk(folder: string, base: string, to: Walk): void {
  const entries = orElse(
    () => entriesIn(folder),
    (error) => {
      if (base === '') throw error;
      to.unread.push({ name: base, why: `the folder cannot be read: ${systemCode(error.cause) ?? ''}`, isBad: true });
      return [];
    },
  );
  for (const entry of entries.sort((a, b) => compareText(a.name, b.name))) {
    const [path, name] = [join(folder, entry.name), base + entry.name];
    if (entry.name.startsWith('.')) continue;
    if (entry.isSymbolicLink()) {
      if (TEXTS.test(entry.name) || !entry.name.includes('.'))
        to.unread.push({ name, why: 'it is a link; name the link itself if you want it', isBad: false });
    } else if (entry.isDirectory()) {
      if (!PASSED_OVER.has(entry.name) && !to.isOwn(path)) walk(path, `${name}/`, to);
    } else if (TEXTS.test(entry.name)) {
      const stat = ownStat(path);
      if (stat) to.take({ path, name }, stat);
      else to.unread.push({ name, why: 'it is gone, or its name is not UTF-8', isBad: true });
    }
  }
}

/** Is a path one that memvault keeps: a daily log, its own folder, what it generates? */
function ownTest(vault: Vault): (path: string) => boolean {
  const root = realPath(vault.root);
  const own = [SUMMARY_FILE, CATALOGUE_FILE, RUN_LOG_FILE, OWN, vault.dailyDir].map((path) => absolute({ root }, path));
  return (path) => {
    const real = realUserFile(path);
    return own.some((one) => real === one || real.startsWith(one + sep));
  };
}

/** Its text, or why there is none. Bytes that are not UTF-8 become lone surrogates. */
export function readNamed({ path, name }: NamedFile): string | UnreadFile {
  const bad = (why: string): UnreadFile => ({ name, why, isBad: true });
  return orElse(
    () => {
      const bytes = readBytes(path);
      if (bytes === null) return bad('it is gone');
      const text = decodeUtf16(bytes) ?? decodeBytes(bytes);
      return text.includes('\0') ? bad('not a text file') : text;
    },
    (error) => bad(`it cannot be read: ${systemCode(error.cause) ?? error.message}`),
  );
}

/** In bytes. More is no plan that a person made or memvault wrote. */
const LARGEST = 256 * 1024 * 1024;

/** Null where there is none. Throws `bad-input` for what is no file or too large to be a plan, `io`. */
export function readPlanText(path: string): string | null {
  const stat = statAt(path);
  if (stat === undefined) return null;
  if (!stat.isFile())
    throw new MemvaultError('bad-input', `${path} is no file`, { hint: 'name a file; - stands for stdin and stdout' });
  if (stat.size > LARGEST)
    throw new MemvaultError('bad-input', `${path} is no plan: it is too large`, {
      hint: 'memvault dream --plan FILE makes one',
    });
  return readText(path);
}

/** Replaces it as a whole; what a link leads to, not the link. */
export function writePlanText(path: string, text: string): void {
  const stat = statAt(path);
  if (stat?.isDirectory() === true)
    throw new MemvaultError('bad-input', `${path} is a folder`, { hint: 'name a file' });
  writeAtomic(stat === undefined ? path : realPath(path), text, PRIVATE_MODE);
}

// Files for another program: in a folder of their own outside the vault that only its owner can enter, gone afterwards.

/** Gives `use` the paths of files with these bytes, by their names. Throws `io`, and what `use` throws. */
export async function withScratchFiles<N extends string, T>(
  files: Readonly<Record<N, Uint8Array>>,
  use: (paths: Readonly<Record<N, string>>) => Promise<T>,
): Promise<T> {
  const folder = tryIo('make a folder in', tmpdir(), () => mkdtempSync(join(tmpdir(), 'memvault-')));
  try {
    const paths: Record<string, string> = {};
    for (const [name, bytes] of Object.entries<Uint8Array>(files)) {
      const path = join(folder, name);
      tryIo('write', path, () => writeFileSync(path, bytes, { mode: PRIVATE_MODE }));
      paths[name] = path;
    }
    return await use(paths as Record<N, string>);
  } finally {
    removeFolder(folder);
  }
}

// Files that decide what memvault may run: the user's own beside their config, which nobody else could have written,
// and those that count with what a vault asks for.

/** Its text, or null where there is none. Throws `refused` where others than its owner may write it. */
export function readPrivate(path: string, platform: string): string | null {
  const text = readText(path);
  if (text === null || platform === 'win32') return text; // There, permissions are no matter of these bits.
  for (const [place, bits] of [
    [path, 0o022],
    [dirname(realUserFile(path)), 0o002],
  ] as const) {
    if ((modeOf(place) & bits) === 0) continue;
    throw new MemvaultError(
      'refused',
      `others besides you may write to ${place}, so what ${path} says does not count`,
      { hint: `look at what it says, then: chmod go-w ${place}` },
    );
  }
  return text;
}

function modeOf(path: string): number {
  const { mode } = tryIo('read', path, () => statSync(path));
  return (mode & 0o1000) === 0 ? mode : mode & ~0o002; // In a sticky folder nobody replaces another's file.
}

/** Changes it as a whole, for its owner alone to read and write. Throws as `readPrivate`. */
export function changePrivate(path: string, platform: string, change: (text: string | null) => string): void {
  const target = realUserFile(path);
  makeFolder(dirname(target));
  writeAtomic(target, change(readPrivate(path, platform)), PRIVATE_MODE);
  removeTemporaries(dirname(target), basename(target));
}

/** Does this path, whatever links are on the way, lie in that folder? Also for what is not there yet. */
export function leadsInto(folder: string, path: string): boolean {
  return isWithin(realUserFile(folder), realOrNearest(path));
}

const realOrNearest = (path: string): string =>
  orElse(
    () => realPath(path),
    (error) => {
      if (path === dirname(path)) throw error;
      return join(realOrNearest(dirname(path)), basename(path));
    },
  );

export interface FileDigest {
  /** Of a folder's own file its name, else an absolute path without links. */
  readonly path: string;
  /** Of its bytes; null for a path alone. */
  readonly digest: string | null;
}

/** The names that memvault reads in a folder of prompts. */
const PROMPT = /^(?:first-look|second-look|overview|pass|memory|inbox|contradictions|extract)(?:-\d+)?\.md$/i;

/** The folder that `models.prompts` means. */
export function promptFolder(value: string, root: string, home: string | null): string {
  if (/^~(?:[\\/]|$)/.test(value) && home !== null) return join(home, value.slice(1));
  return isAbsolute(value) ? value : join(root, value);
}

/**
 * Where the folder really is, then its prompts by name. Throws `refused` for one that is a link out of it, or no file
 * at all.
 */
export function lookAtPrompts(folder: string): FileDigest[] {
  const real = realUserFile(folder);
  const files = namesIn(real)
    .filter((name) => PROMPT.test(name))
    .sort();
  return [
    { path: real, digest: null },
    ...files.map((name) => ({ path: name, digest: digestOf(regular(real, name)) })),
  ];
}

function regular(folder: string, name: string): string {
  const path = join(folder, name);
  if (ownStat(path)?.isSymbolicLink() === true && !leadsInto(folder, path))
    throw new MemvaultError('refused', `the prompt ${path} is a link that leads out of its folder`, {
      hint: 'put the file itself there',
    });
  if (!isRegular(path)) throw new MemvaultError('refused', `the prompt ${path} is no file`, { hint: 'remove it' });
  return path;
}

/**
 * Files of the vault among the words of a command line, also behind a `=`. `from`: the folder in which it would run.
 */
export function vaultFilesIn(words: readonly string[], root: string, from: string): FileDigest[] {
  const paths = [...words, ...words.flatMap((word) => word.split('=').slice(1))]
    .filter((word) => word !== '')
    .map((word) => resolve(from, word));
  const inVault = [...new Set(paths)].filter((path) => isRegular(path) && leadsInto(root, path)).map(realUserFile);
  return [...new Set(inVault)].sort().map((path) => ({ path, digest: digestOf(path) }));
}

/** The hooks that `git commit` may run. */
const HOOK = new RegExp(
  String.raw`^(?:pre-commit|prepare-commit-msg|commit-msg|post-commit|post-index-change|reference-transaction|` +
    String.raw`pre-auto-gc)(?:\.exe)?$`,
);

/** The names of the hooks in a folder that git would run: those that are executable, on Windows all. */
export function hooksIn(folder: string, platform: string): string[] {
  // `core.hooksPath` may be /dev/null.
  return (isFolder(folder) ? namesIn(folder) : [])
    .filter((name) => {
      const path = join(folder, name);
      return HOOK.test(name) && isRegular(path, platform === 'win32' ? null : 0o111);
    })
    .sort();
}

const digestOf = (path: string): string => hash('sha256', readBytes(path) ?? '');

/** `anyOf`: bits of the mode of which one must be set. */
function isRegular(path: string, anyOf: number | null = null): boolean {
  const stat = statIfAny(path);
  return stat?.isFile() === true && (anyOf === null || (stat.mode & anyOf) !== 0);
}
