// Files of a person's that a run moves, with their bytes as they are. No file is ever overwritten or lost on the way:
// a second name first, then the first name goes. Done from wherever a crash left it.
import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  linkSync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  type Stats,
  unlinkSync,
  utimesSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { MemvaultError, systemCode } from '../model/errors.ts';
import type { Move } from '../model/journal.ts';
import { confined, makeFolderFor } from './confine.ts';
import { discard, explainIo, NOT_FOLLOWED, ownStat, syncFolder, temporaryFor, tryIo, withSynced } from './disk.ts';
import type { Vault } from './vault.ts';
import type { View } from './view.ts';

/** Without its page. */
export type Way = Pick<Move, 'from' | 'to' | 'digest'>;

export const wayBack = ({ from, to, digest }: Way): Way => ({ from: to, to: from, digest });

/**
 * Files to where they go. First each gets its second name, then those names are made to last, then the first names go:
 * a folder is synced once, since a move takes as long as its sync. By `from` why one stays, in words. `maySkip`: what
 * goes wrong costs that file alone; what else is thrown ends it, and whoever finishes the run finishes it from there.
 */
export function moveFiles(
  vault: Vault,
  ways: readonly Way[],
  maySkip: (error: unknown) => error is MemvaultError,
): Map<string, string> {
  const left = new Map<string, string>();
  const leave = <T>({ from }: Way, work: () => T): T | null => {
    try {
      return work();
    } catch (error) {
      if (!maySkip(error)) throw error;
      left.set(from, error.message);
      return null;
    }
  };
  const begun: (readonly [way: Way, state: Begun])[] = [];
  for (const way of ways) {
    const state = leave(way, () => begin(vault, way));
    if (state?.kind === 'stays') left.set(way.from, state.why);
    else if (state !== null && state.kind !== 'done') begun.push([way, state]);
  }
  for (const folder of new Set(begun.map(([, { target }]) => dirname(target)))) syncFolder(folder);
  for (const [way, state] of begun) {
    const why = leave(way, () => removeName(way, state));
    if (why !== null) left.set(way.from, why);
  }
  for (const folder of new Set(begun.map(([, { source }]) => dirname(source)))) syncFolder(folder);
  return left;
}

/** The same of one, whose errors are thrown. Null once it is where it is to be. */
export const moveFile = (vault: Vault, way: Way): string | null =>
  moveFiles(vault, [way], (_): _ is MemvaultError => false).get(way.from) ?? null;

/** The same question, with nothing done. */
export function obstacleToMove(vault: Vault, way: Way): string | null {
  const state = stateOf(vault, way);
  return state.kind === 'stays' ? state.why : null;
}

interface Begun {
  /** `fresh`: not begun before; `named`: it has both names; `done`. */
  readonly kind: 'fresh' | 'named' | 'done';
  readonly source: string;
  readonly target: string;
  /** The source as it was when its bytes were looked at; undefined where there is none. */
  readonly seen: Stats | undefined;
}

type State = { readonly kind: 'stays'; readonly why: string } | Begun;

/** It has its second name then. */
function begin(vault: Vault, way: Way): State {
  const state = stateOf(vault, way);
  if (state.kind === 'fresh') {
    makeFolderFor(vault, state.target);
    giveName(state.source, state.target);
  }
  return state;
}

function stateOf(vault: Vault, { from, to, digest }: Way): State {
  mustTouchInbox(vault, from, to);
  const [source, target] = [entryOf(vault, from), entryOf(vault, to)];
  const [there, here] = [ownStat(target), ownStat(source)];
  if (there !== undefined) {
    if (!there.isFile() || digestOf(target) !== digest) return { kind: 'stays', why: `${to} is there already` };
    return here?.isFile() === true && digestOf(source) === digest
      ? { kind: 'named', source, target, seen: here }
      : { kind: 'done', source, target, seen: here };
  }
  if (here === undefined) return { kind: 'stays', why: `${from} is not there any more` };
  if (!here.isFile()) return { kind: 'stays', why: `${from} is no file` };
  return digestOf(source) === digest
    ? { kind: 'fresh', source, target, seen: here }
    : { kind: 'stays', why: `${from} was edited in between` };
}

/** A link of that name is the link itself, wherever it leads. */
function entryOf(vault: Vault, path: string): string {
  const end = path.lastIndexOf('/');
  const name = path.slice(end + 1);
  if (end <= 0 || ['', '.', '..'].includes(name) || /[\\\0]/.test(name))
    throw new MemvaultError('refused', `${JSON.stringify(path)} is no path of a file in a folder of the vault`);
  return join(confined(vault, path.slice(0, end)), name);
}

/** A journal that says otherwise was not made by memvault. */
function mustTouchInbox({ zones }: Vault, from: string, to: string): void {
  if ([from, to].some((path) => path.startsWith(`${zones.inbox}/`))) return;
  throw new MemvaultError('refused', `the journal moves ${from}, which no run moves`, {
    hint: 'the journal was not made by memvault; remove its folder from .memvault/runs',
  });
}

const CHUNK = 1 << 20;

/** SHA-256 of a file, whatever its size. Throws `io`. */
function digestOf(path: string): string {
  return tryIo('read', path, () => {
    const file = openSync(path, NOT_FOLLOWED);
    try {
      const hash = createHash('sha256');
      const chunk = Buffer.allocUnsafe(CHUNK);
      for (let read = readSync(file, chunk, 0, CHUNK, null); read > 0; read = readSync(file, chunk, 0, CHUNK, null))
        hash.update(chunk.subarray(0, read));
      return hash.digest('hex');
    } finally {
      closeSync(file);
    }
  });
}

/** No second name is to be had on such a disk: exFAT, some network drives, another disk below the vault. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK'];

function giveName(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch (error) {
    if (!NO_LINKS.includes(systemCode(error) ?? '')) throw explainIo(error, 'move', source);
    copyTo(source, target);
  }
}

/** Whole and lasting before it has its name. Who comes in between with a file of that name keeps it. */
function copyTo(source: string, target: string): void {
  const temporary = temporaryFor(target);
  try {
    const { atime, mtime } = lstatSync(source);
    copyFileSync(source, temporary, constants.COPYFILE_EXCL);
    utimesSync(temporary, atime, mtime);
    withSynced(temporary, 'r', () => undefined);
    if (digestOf(temporary) !== digestOf(source))
      throw new MemvaultError('io', `${source} was not copied whole`, {
        hint: 'the disk may be failing; run the command again',
      });
    if (ownStat(target) !== undefined) throw new MemvaultError('refused', `${target} is there already`);
    renameSync(temporary, target);
  } catch (error) {
    discard(temporary);
    throw explainIo(error, 'copy', source);
  }
}

/**
 * Where the old name cannot go, neither is there a new one: a file in two places is nobody's wish. What somebody saved
 * under the old name since stays, and why is given.
 */
function removeName({ from }: Way, { kind, source, target, seen }: Begun): string | null {
  try {
    const now = ownStat(source);
    if (now === undefined) return null;
    if (isAsSeen(now, seen)) {
      unlinkSync(source);
      return null;
    }
    // From a run that was cut short, what it archived is what its page tells of.
    if (kind === 'named' && ownStat(target)?.ino !== now.ino) return null;
    discard(target);
    return `${from} was edited in between`;
  } catch (error) {
    if (kind === 'fresh' && ownStat(source) !== undefined) discard(target);
    throw explainIo(error, 'move', source);
  }
}

const isAsSeen = (now: Stats, seen: Stats | undefined): boolean =>
  now.ino === seen?.ino && now.size === seen.size && now.mtimeMs === seen.mtimeMs;

// Where pages went that a person renamed or moved: the ledger knows which facts ever stood on a page, and the pages
// of now which of them cite those facts.

/**
 * By each page that the ledger names and that is gone, the page that cites its facts now; null where none does, or
 * several. `isThere` tells which paths still hold a note.
 */
export function movedPages(
  { ledgerRead, citedOn }: View,
  isThere: (path: string) => boolean,
): ReadonlyMap<string, string | null> {
  const factsOf = new Map<string, Set<string>>();
  for (const { page, fact } of ledgerRead.lines) {
    if (page === undefined) continue;
    const facts = factsOf.get(page);
    if (facts) facts.add(fact);
    else if (!isThere(page)) factsOf.set(page, new Set([fact]));
  }
  return new Map(
    [...factsOf].map(([gone, facts]) => {
      const now = new Set([...facts].flatMap((fact) => citedOn.get(fact) ?? []));
      const [only] = now;
      return [gone, now.size === 1 && only !== undefined ? only : null];
    }),
  );
}
