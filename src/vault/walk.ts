// A walk through the notes of a vault: every markdown file that no dot-folder hides and no rule of git's ignores.
// What the rules mean is told by whoever asks, so that a vault without any need not load what reads them.
import { constants, readdirSync, realpathSync, type Stats } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { systemCode } from '../model/errors.ts';
import type { FoundFile, Listing } from '../model/ports.ts';
import { entriesIn, explainIo, ifThere, ownStat, readBytes, realPath, statAt } from './disk.ts';

/** What a text of rules says of a path below the folder that it stands in; null where it says nothing. */
export type Verdict = (path: string) => boolean | null;
/** Rules as lines to what they say. */
export type Compile = (lines: readonly string[]) => Verdict;

interface Rules {
  /** The folder the rules stand in, from the root, with a `/` behind; empty for the root. */
  readonly base: string;
  readonly verdict: Verdict;
}

interface Walk {
  readonly root: string;
  readonly compile: Compile | null;
  readonly notes: FoundFile[];
  readonly folders: { path: string; mtimeMs: number }[];
  readonly rules: FoundFile[];
  readonly realRoot: () => string;
}

/** Thrown inside a walk that met rules and has nobody to read them. */
class Unread extends Error {}

/**
 * All notes, in no order; with `only` those that lie directly in that folder, and the folders there. Links to outside
 * the vault are not followed, nor are those to other notes: these are there themselves. `compile` null: gives null
 * where there are rules. `ignored`: rules count for nothing. Throws `io` for a folder that cannot be read: what could
 * not be looked at must not pass for gone.
 */
export function walkNotes(root: string, compile: Compile | null, { ignored = false } = {}): Listing | null {
  let real: string | null = null;
  const walk: Walk = { root, compile, notes: [], folders: [], rules: [], realRoot: () => (real ??= realPath(root)) };
  try {
    const rules = ignored ? null : rulesAt(walk, '.git/info/exclude', '');
    visit(walk, '', rules);
  } catch (error) {
    if (error instanceof Unread) return null;
    throw error;
  }
  return walk;
}

/** `inherited`: the ignore rules of the folders above, null to ignore nothing. */
function visit(walk: Walk, folder: string, inherited: readonly Rules[] | null): void {
  const here = join(walk.root, folder);
  // Taken first: what comes into the folder while it is read makes it another time.
  const mtimeMs = folderTime(here);
  // Gone, or a file or a link now, which may lead anywhere.
  if (mtimeMs === null && folder !== '') return;
  // One that went since its folder was read; the vault itself is in none.
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
      if (entry.name === 'node_modules' || isIgnored(`${path}/`, rules)) continue;
      visit(walk, path, rules);
    } else if (entry.name.endsWith('.md') && !isIgnored(path, rules)) {
      const stat = noteStat(`${here}/${entry.name}`, walk.realRoot);
      if (stat) walk.notes.push({ path, size: stat.size, mtimeMs: changeOf(stat) });
    }
  }
}

/**
 * When something changed last, in milliseconds. The time that the system keeps of any change tells more than that of
 * the bytes, which whoever writes them may set; file systems without one tell that of the bytes.
 */
export function changeOf({ mtimeMs, ctimeMs }: Pick<Stats, 'mtimeMs' | 'ctimeMs'>): number {
  return ctimeMs > mtimeMs ? ctimeMs : mtimeMs;
}

/** As of `changeOf`. Null for one that is gone, or no folder any more. */
export function folderTime(path: string): number | null {
  const stat = ownStat(path);
  return stat?.isDirectory() === true ? changeOf(stat) : null;
}

/** Asked by bits: a search looks at a hundred files and more, each with what has run but a few times. */
const { S_IFMT, S_IFREG } = constants;

/**
 * Size and times of a note; null where it is gone, is no file, or is a link that leads out of the vault or to another
 * note of it. Throws `io`.
 */
export function noteStat(path: string, realRoot: () => string): Stats | null {
  const own = ownStat(path);
  if (own === undefined || (own.mode & S_IFMT) === S_IFREG) return own ?? null;
  if (!own.isSymbolicLink() || !leadsToOther(realRoot(), path)) return null;
  const stat = statAt(path);
  return stat?.isFile() === true ? stat : null;
}

/** Does a link lead to a file of the vault that is no note by its own path? */
function leadsToOther(root: string, path: string): boolean {
  try {
    const way = relative(root, realpathSync(path));
    if (way === '' || way.startsWith('..') || way.includes(`..${sep}`)) return false;
    const parts = way.split(sep);
    return !way.endsWith('.md') || parts.some((part) => part.startsWith('.') || part === 'node_modules');
  } catch (error) {
    // A link to nowhere, or around in a circle, or through a file or a folder that is not ours to read.
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'EPERM'].includes(systemCode(error) ?? '')) return false;
    throw explainIo(error, 'reach', path);
  }
}

/**
 * Comments, and rules whose paths begin with a dot: they say nothing of notes, which are in no dot-folder.
 * memvault's own block is nothing else.
 */
const NO_RULE = /^(?:#|!?\/?\.|\s*$)/;

function rulesAt(walk: Walk, file: string, base: string): Rules[] {
  const path = join(walk.root, file);
  const bytes = readBytes(path);
  if (bytes === null) return [];
  const stat = statAt(path);
  if (stat) walk.rules.push({ path: file, size: stat.size, mtimeMs: changeOf(stat) });
  const lines = bytes
    .toString('utf8')
    .split(/\r?\n/)
    .filter((line) => !NO_RULE.test(line));
  if (lines.length === 0) return [];
  if (walk.compile === null) throw new Unread();
  return [{ base, verdict: walk.compile(lines) }];
}

/** The nearest rules that say something decide, as in git. */
function isIgnored(path: string, rules: readonly Rules[] | null): boolean {
  if (rules === null) return false;
  for (let i = rules.length - 1; i >= 0; i--) {
    const nearest = rules[i];
    const verdict = nearest?.verdict(path.slice(nearest.base.length)) ?? null;
    if (verdict !== null) return verdict;
  }
  return false;
}
