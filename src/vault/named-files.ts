// Files outside the vault: those that the user names, and those that decide what memvault may execute.
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
  /** Relative to the named folder, with `/`; for a file named directly, its name. */
  readonly name: string;
}

/** A file that is skipped, and why. */
export interface UnreadFile {
  readonly name: string;
  readonly why: string;
  /** It may contain what the user wants. */
  readonly isBad: boolean;
}

export interface NamedFiles {
  readonly files: readonly NamedFile[];
  readonly unread: readonly UnreadFile[];
}

const TEXTS = /\.(?:md|markdown|txt|json|jsonl)$/i;

/**
 * Selects files by name; an unreadable subfolder does not stop the rest. Excludes memvault's own files in `vault`.
 * Throws `not-found`, `io`.
 */
export function listNamed(named: string, cwd: string, vault: Vault): NamedFiles {
  const root = resolve(cwd, named);
  const kind = statAt(root);
  if (kind === undefined) throw new MemvaultError('not-found', `no such file or folder: ${named}`);
  const files: NamedFile[] = [];
  const unread: UnreadFile[] = [];
  const isOwn = ownTest(vault);
  const leave = (name: string, why: string, isBad = true): void => void unread.push({ name, why, isBad });
  const take = (path: string, name: string, stat: Stats): void => {
    const large = tooLarge(stat.size, LIMITS.file);
    if (isOwn(path)) leave(name, 'it belongs to this vault', false);
    else if (!stat.isFile()) leave(name, 'it is not a regular file');
    else if (large !== null) leave(name, large);
    else files.push({ path, name });
  };
  const walk = (folder: string, base: string): void => {
    const entries = orElse(
      () => entriesIn(folder),
      (error) => {
        if (base === '') throw error;
        leave(base, `the folder cannot be read: ${systemCode(error.cause) ?? ''}`);
        return [];
      },
    );
    for (const entry of entries.sort((a, b) => compareText(a.name, b.name))) {
      const [path, name] = [join(folder, entry.name), base + entry.name];
      if (entry.name.startsWith('.')) continue;
      if (entry.isSymbolicLink()) {
        if (TEXTS.test(entry.name) || !entry.name.includes('.'))
          leave(name, 'it is a symlink; name it directly if you want it', false);
      } else if (entry.isDirectory()) {
        if (entry.name !== 'node_modules' && !isOwn(path)) walk(path, `${name}/`);
      } else if (TEXTS.test(entry.name)) {
        const stat = ownStat(path);
        if (stat) take(path, name, stat);
        else leave(name, 'it is gone, or its name is not UTF-8');
      }
    }
  };
  if (kind.isDirectory()) walk(root, '');
  else take(root, basename(root), kind);
  return { files, unread };
}

/** Returns a test for memvault's own files: daily logs, its folder, generated files. */
function ownTest(vault: Vault): (path: string) => boolean {
  const root = realPath(vault.root);
  const own = [SUMMARY_FILE, CATALOGUE_FILE, RUN_LOG_FILE, OWN, vault.dailyDir].map((path) => absolute({ root }, path));
  return (path) => {
    const real = realUserFile(path);
    return own.some((one) => real === one || real.startsWith(one + sep));
  };
}

/** The text of a file, or why there is none. Bytes that are not UTF-8 become lone surrogates. */
export function readNamed({ path, name }: NamedFile): string | UnreadFile {
  const bad = (why: string): UnreadFile => ({ name, why, isBad: true });
  return orElse(
    () => {
      const text = readNamedText(path) ?? bad('it is gone');
      return typeof text === 'string' && text.includes('\0') ? bad('not a text file') : text;
    },
    (error) => bad(`it cannot be read: ${systemCode(error.cause) ?? error.message}`),
  );
}

/**
 * The text of a file wherever it is; null if it does not exist. Throws `bad-input` if it is not a regular file or too
 * large, and `io`.
 */
export function readNamedText(path: string, name = path): string | null {
  const stat = statAt(path);
  if (stat === undefined) return null;
  const large = tooLarge(stat.size, LIMITS.file);
  if (!stat.isFile() || large !== null)
    throw new MemvaultError('bad-input', `${name} is ${large ?? 'not a file'}`, {
      hint: `name ${stat.isFile() ? 'a smaller' : 'a text'} file; - stands for stdin and stdout`,
    });
  const bytes = readBytes(path) ?? Buffer.alloc(0);
  return decodeUtf16(bytes) ?? decodeBytes(bytes);
}

/** Replaces the file atomically; follows a symlink instead of replacing it. */
export function writePlanText(path: string, text: string): void {
  const stat = statAt(path);
  if (stat?.isDirectory() === true)
    throw new MemvaultError('bad-input', `${path} is a folder`, { hint: 'name a file' });
  writeAtomic(stat === undefined ? path : realPath(path), text, PRIVATE_MODE);
}

// Temporary files for another program, in a private folder outside the vault that is removed afterwards.

/** Writes files with these bytes and passes their paths to `use`, by name. Throws `io`, and what `use` throws. */
export async function withScratchFiles<N extends string, T>(
  files: Readonly<Record<N, Uint8Array>>,
  use: (paths: Readonly<Record<N, string>>) => Promise<T>,
): Promise<T> {
  const folder = tryIo('create a folder in', tmpdir(), () => mkdtempSync(join(tmpdir(), 'memvault-')));
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

// Files that decide what memvault may execute: the user's own next to their config, which nobody else may be able to
// write, and those that belong to a vault's request.

/** The text of a file, or null if it does not exist. Throws `refused` if others than its owner may write it. */
export function readPrivate(path: string, platform: string): string | null {
  const text = readText(path);
  if (text === null || platform === 'win32') return text; // Windows permissions are not expressed in these bits.
  for (const [place, bits] of [
    [path, 0o022],
    [dirname(realUserFile(path)), 0o002],
  ] as const) {
    if ((modeOf(place) & bits) === 0) continue;
    throw new MemvaultError('refused', `${place} is writable by others, so ${path} is ignored`, {
      hint: `review it, then run: chmod go-w ${place}`,
    });
  }
  return text;
}

function modeOf(path: string): number {
  const { mode } = tryIo('read', path, () => statSync(path));
  return (mode & 0o1000) === 0 ? mode : mode & ~0o002; // In a sticky folder nobody can replace another user's file.
}

/** Replaces the file atomically with owner-only permissions. Throws like `readPrivate`. */
export function changePrivate(path: string, platform: string, change: (text: string | null) => string): void {
  const target = realUserFile(path);
  makeFolder(dirname(target));
  writeAtomic(target, change(readPrivate(path, platform)), PRIVATE_MODE);
  removeTemporaries(dirname(target), basename(target));
}

/** True if the path is inside the folder after resolving symlinks, even if it does not exist yet. */
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
  /** The name of a file in the folder, or an absolute path without symlinks. */
  readonly path: string;
  /** Digest of its bytes; null for a path alone. */
  readonly digest: string | null;
}

/** The file names that memvault reads in a folder of prompts. */
const PROMPT = /^(?:first-look|second-look|overview|lessons|pass|memory|inbox|contradictions|extract)(?:-\d+)?\.md$/i;

/** Resolves the value of `models.prompts`. */
export function promptFolder(value: string, root: string, home: string | null): string {
  if (/^~(?:[\\/]|$)/.test(value) && home !== null) return join(home, value.slice(1));
  return isAbsolute(value) ? value : join(root, value);
}

/**
 * The real path of the folder, then its prompts by name. Throws `refused` for a prompt that is a symlink out of the
 * folder or not a file.
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
    throw new MemvaultError('refused', `the prompt ${path} is a symlink to a file outside its folder`, {
      hint: 'put the file itself there',
    });
  if (!isRegular(path)) throw new MemvaultError('refused', `the prompt ${path} is not a file`, { hint: 'remove it' });
  return path;
}

/** Files of the vault among the words of a command line, also after a `=`. `from`: its working directory. */
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

/** The names of the hooks in a folder that git would run: executable ones, on Windows all. */
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

/** `anyOf`: mode bits, at least one of which must be set. */
function isRegular(path: string, anyOf: number | null = null): boolean {
  const stat = statIfAny(path);
  return stat?.isFile() === true && (anyOf === null || (stat.mode & anyOf) !== 0);
}
