// The notes of a vault: every markdown file outside hidden folders that git does not ignore. Also every file of any
// kind.
import { constants, readdirSync, realpathSync, type Stats } from 'node:fs';
import { join, relative, sep } from 'node:path';
import ignore from 'ignore';
import { systemCode } from '../model/errors.ts';
import { compareText } from '../model/fact.ts';
import { LIMITS } from '../model/limits.ts';
import type { FoundFile, Listing } from '../model/ports.ts';
import {
  entriesIfAny,
  entriesIn,
  explainIo,
  ifThere,
  orNull,
  ownStat,
  readBytes,
  readPart,
  readText,
  realPath,
  statAt,
} from './disk.ts';
import { absolute, OWN, type Vault } from './vault.ts';

/** Returns a test for paths that match .gitignore patterns. Without patterns nothing matches. */
export function compilePatterns(patterns: readonly string[]): (path: string) => boolean {
  if (patterns.length === 0) return () => false;
  const matcher = ignore().add([...patterns]);
  return (path) => matcher.ignores(path);
}

/**
 * All notes with size and time, sorted by path; with `ignored` also those that git ignores. Throws like `walkNotes`.
 */
export function listNotes(vault: Vault, { ignored = false } = {}): FoundFile[] {
  return [...walkNotes(vault.root, { ignored }).notes].sort((a, b) => compareText(a.path, b.path));
}

/** The rules of one ignore file. */
interface Rules {
  /** The folder of the rules relative to the root, with a trailing `/`; empty for the root. */
  readonly base: string;
  readonly matcher: ReturnType<typeof ignore>;
}

interface Walk {
  readonly root: string;
  readonly notes: FoundFile[];
  readonly folders: { path: string; mtimeMs: number }[];
  readonly rules: FoundFile[];
  readonly realRoot: () => string;
}

/**
 * All notes, unordered. Symlinks out of the vault or to another note are not followed: the other note is listed itself.
 * `ignored`: include ignored notes. Throws `io` if a folder cannot be read: its notes must not seem to be gone.
 */
export function walkNotes(root: string, { ignored = false } = {}): Listing {
  let real: string | null = null;
  const walk: Walk = { root, notes: [], folders: [], rules: [], realRoot: () => (real ??= realPath(root)) };
  visit(walk, '', ignored ? null : rulesAt(walk, '.git/info/exclude', ''));
  return walk;
}

/** `inherited`: the ignore rules of the parent folders, null to ignore nothing. */
function visit(walk: Walk, folder: string, inherited: readonly Rules[] | null): void {
  const here = join(walk.root, folder);
  // Read the time first: a file added while the folder is read then changes it.
  const mtimeMs = folderTime(here);
  // Gone, or replaced by a file or a symlink, which may lead anywhere.
  if (mtimeMs === null && folder !== '') return;
  // Deleted since its parent was read; the root has no parent.
  const entries =
    folder === ''
      ? entriesIn(here)
      : ifThere('read the folder', here, () => readdirSync(here, { withFileTypes: true }));
  if (entries === null) return;
  walk.folders.push({ path: folder, mtimeMs: mtimeMs ?? 0 });
  const base = folder === '' ? '' : `${folder}/`;
  const hasRules = inherited !== null && entries.some((entry) => entry.name === '.gitignore');
  const rules = hasRules ? [...inherited, ...rulesAt(walk, `${base}.gitignore`, base)] : inherited;
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    const path = base + entry.name;
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules' && !isIgnored(`${path}/`, rules)) visit(walk, path, rules);
    } else if (entry.name.endsWith('.md') && !isIgnored(path, rules)) {
      const stat = noteStat(`${here}/${entry.name}`, walk.realRoot);
      if (stat) walk.notes.push({ path, size: stat.size, mtimeMs: changeOf(stat) });
    }
  }
}

/**
 * Time of the last change in milliseconds. Prefers ctime, because mtime can be set by whoever writes the file; on file
 * systems without ctime it is mtime.
 */
export const changeOf = ({ mtimeMs, ctimeMs }: Pick<Stats, 'mtimeMs' | 'ctimeMs'>): number =>
  Math.max(ctimeMs, mtimeMs);

/** See `changeOf`. Null if it is gone or no longer a folder. */
export function folderTime(path: string): number | null {
  const stat = ownStat(path);
  return stat?.isDirectory() === true ? changeOf(stat) : null;
}

/** Used instead of `isFile()`: a search checks a hundred or more files in cold code. */
const { S_IFMT, S_IFREG } = constants;

/**
 * Size and times of a note; null if it is gone, not a file, or a symlink out of the vault or to another note. Throws
 * `io`.
 */
export function noteStat(path: string, realRoot: () => string): Stats | null {
  const own = ownStat(path);
  if (own === undefined || (own.mode & S_IFMT) === S_IFREG) return own ?? null;
  const stat = own.isSymbolicLink() && leadsToOther(realRoot(), path) ? statAt(path) : undefined;
  return stat?.isFile() === true ? stat : null;
}

/** True if a symlink leads to a file of the vault that is not itself a listed note. */
function leadsToOther(root: string, path: string): boolean {
  try {
    const way = relative(root, realpathSync(path));
    const parts = way.split(sep);
    if (way === '' || parts.includes('..')) return false;
    return !way.endsWith('.md') || parts.some((part) => part.startsWith('.') || part === 'node_modules');
  } catch (error) {
    // A dangling or circular link, or one through a file or folder that we cannot read.
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'EPERM'].includes(systemCode(error) ?? '')) return false;
    throw explainIo(error, 'reach', path);
  }
}

/**
 * Comments, and rules for paths that start with a dot: they cannot affect notes, which are never in hidden folders.
 * memvault's own block contains nothing else.
 */
const NO_RULE = /^(?:#|!?\/?\.|\s*$)/;

function rulesAt(walk: Walk, file: string, base: string): Rules[] {
  const path = join(walk.root, file);
  const text = readText(path);
  if (text === null) return [];
  const stat = statAt(path);
  if (stat) walk.rules.push({ path: file, size: stat.size, mtimeMs: changeOf(stat) });
  const lines = text.split(/\r?\n/).filter((line) => !NO_RULE.test(line));
  return lines.length === 0 ? [] : [{ base, matcher: ignore().add(lines.join('\n')) }];
}

/** The nearest rules with a verdict decide, as in git. */
function isIgnored(path: string, rules: readonly Rules[] | null): boolean {
  for (const { base, matcher } of rules?.toReversed() ?? []) {
    const { ignored, unignored } = matcher.test(path.slice(base.length));
    if (ignored || unignored) return ignored;
  }
  return false;
}

// Every file of a vault, including hidden and ignored ones, for callers that must not miss any. Excludes git's own
// store, whose old versions are handled elsewhere.

export interface AllFiles {
  /** Relative to the vault's root, sorted. Links are listed by their own name and not followed. */
  readonly paths: readonly string[];
  /** Unreadable folders. */
  readonly unread: readonly string[];
  /** Whether the vault contains a git store. */
  readonly hasGit: boolean;
}

export function listAllFiles(vault: Vault): AllFiles {
  const paths: string[] = [];
  const unread: string[] = [];
  let hasGit = false;
  const walk = (folder: string): void => {
    const entries = entriesIfAny(join(vault.root, folder));
    if (entries === null) unread.push(folder === '' ? '.' : folder);
    for (const entry of entries ?? []) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name === '.git') hasGit = true;
      else if (entry.isDirectory()) walk(path);
      else if (entry.isFile() || entry.isSymbolicLink()) paths.push(path);
    }
  };
  walk('');
  return { paths: paths.sort(compareText), unread, hasGit };
}

/** The bytes of a listed file; null if it cannot be read or is larger than any text. A link to a folder is empty. */
export function readAnyFile(vault: Vault, path: string): Buffer | null {
  return orNull(() => {
    const stat = statAt(absolute(vault, path));
    if (stat === undefined || stat.isDirectory()) return Buffer.alloc(0);
    return stat.size > LIMITS.file || !stat.isFile() ? null : readBytes(absolute(vault, path));
  });
}

const PLAN = '"memvault/plan"';
const HEAD_OF_PLAN = 4096;
/** Pages, and formats that are never a plan. */
const NO_PLANS = /\.(?:md|png|jpe?g|gif|webp|svg|pdf|mp[34]|mov|zip|gz)$/i;

/** Files that start like a plan, anywhere in the vault except `.memvault`. */
export function listPlanFiles(vault: Vault): string[] {
  return listAllFiles(vault).paths.filter(
    (path) => !NO_PLANS.test(path) && !path.startsWith(`${OWN}/`) && isPlanFile(vault, path),
  );
}

/** Excludes symlinks, which may lead out of the vault to files that are not ours to change. */
function isPlanFile(vault: Vault, path: string): boolean {
  const target = absolute(vault, path);
  const head = orNull(() => (ownStat(target)?.isFile() === true ? readPart(target, 0, HEAD_OF_PLAN) : null));
  return head !== null && Buffer.from(head).includes(PLAN);
}
