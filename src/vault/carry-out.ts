// Carries out a journal from the start or from where a crash left it: moves, pages, appends, generated files, then
// `done`. Every step checks the current state first, so it can be repeated.
import { createHash, hash } from 'node:crypto';
import { closeSync, linkSync, openSync, readSync, renameSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { decodeBytes, encodeText } from '../model/bytes.ts';
import { MemvaultError, mustBeExpected, systemCode } from '../model/errors.ts';
import type { Fact } from '../model/fact.ts';
import type { Append, FileChange, Journal, Move, Purge } from '../model/journal.ts';
import { confined, confinedPage, makeFolderFor } from './confine.ts';
import {
  appendBytes,
  NOT_FOLLOWED,
  overwriteBytes,
  ownStat,
  readBytes,
  readText,
  removeFile,
  replaceFile,
  syncFolder,
  tryIo,
} from './disk.ts';
import { markRun, pruneJournals, writeJournal } from './journal.ts';
import { scrub } from './scrub.ts';
import { forgottenAmong } from './tombstones.ts';
import {
  absolute,
  CATALOGUE_FILE,
  LEDGER_DIR,
  MARK_FILE,
  RECALLS_DIR,
  REVIEW_FILE,
  RUN_LOG_FILE,
  SUMMARY_FILE,
  SUMMARY_RECORD_FILE,
  TAGS_FILE,
  TOMBSTONE_FILE,
  type Vault,
} from './vault.ts';
import { readFacts } from './view.ts';

export interface CarryOut {
  /** The journal was started by another process: a write that still fails now counts against its own facts only. */
  readonly again: boolean;
  /**
   * Returns the journal without the pages and moves that failed, given the reason for each. Called before anything is
   * appended.
   */
  readonly without: (journal: Journal, unwritten: ReadonlyMap<string, string>) => Journal;
}

export interface CarriedOut {
  /** The journal as finally carried out. */
  readonly journal: Journal;
  /** Pages not written and files not moved, by path, with the reason. */
  readonly unwritten: ReadonlyMap<string, string>;
}

/** Writes the journal of a new run and carries it out. Throws like `carryOut`, and `refused`. */
export function carryOutNew(vault: Vault, journal: Journal, without: CarryOut['without']): CarriedOut {
  mustStayInside(vault, journal);
  writeJournal(vault, journal);
  const done = carryOut(vault, journal, { again: false, without });
  // Journals that await a commit are kept until then.
  if (!journal.commit) pruneJournals(vault);
  return done;
}

/** Throws `io` if the disk as a whole fails: the journal stays open for the next holder of the lock. */
export function carryOut(vault: Vault, journal: Journal, { again, without }: CarryOut): CarriedOut {
  const unmoved = moveAll(vault, journal, again);
  const unwritten = new Map([
    ...unmoved,
    ...writePages(
      vault,
      journal.pages.filter(({ path }) => !unmoved.has(path)),
      again,
    ),
  ]);
  for (const move of journal.moves ?? [])
    if (!unmoved.has(move.from) && unwritten.has(move.page ?? ''))
      unwritten.set(move.from, putBack(vault, move, unwritten.get(move.page ?? '') ?? ''));
  let final = journal;
  if (unwritten.size > 0 && !journal.appends.some((append) => stateOf(vault, append).begun)) {
    final = without(journal, unwritten);
    writeJournal(vault, final);
  }
  for (const append of final.appends) finishAppend(vault, append);
  for (const file of final.generated) {
    const target = generatedTarget(vault, file);
    // A file that was edited meanwhile stays; the next dream updates it.
    if (readText(target) !== file.before || file.before === file.after) continue;
    writeFile(vault, target, file);
    syncFolder(dirname(target));
  }
  if (final.kind === 'forget') finishForget(vault, final);
  markRun(vault, journal.run, 'done');
  return { journal: final, unwritten };
}

/**
 * Removes forgotten words elsewhere: from this clone's local files including journals, and finally from the log if
 * requested.
 */
function finishForget(vault: Vault, { purges = [] }: Journal): void {
  const facts = readFacts(vault);
  scrub(vault, { facts, forgotten: forgottenAmong(vault, facts) });
  for (const purge of purges) purgeLine(vault, purge);
}

/** Throws `refused` if a symlink takes an append outside the vault, before the journal is written. */
function mustStayInside(vault: Vault, { appends, generated }: Pick<Journal, 'appends' | 'generated'>): void {
  for (const append of appends) appendTarget(vault, append);
  for (const file of generated) generatedTarget(vault, file);
}

/** Why a page cannot be replaced as planned; null if it can. */
export function obstacleTo(vault: Vault, page: FileChange): string | null {
  try {
    return readText(confinedPage(vault, page.path)) === page.before ? null : editedSince(page);
  } catch (error) {
    mustBeExpected(error, 'refused');
    return error.message;
  }
}

const editedSince = ({ path }: FileChange): string => `${path} was edited in between`;

/** Maps each file that stays to the reason, and its page to the same reason. */
function moveAll(vault: Vault, { moves = [], pages }: Journal, again: boolean): Map<string, string> {
  const pageAt = new Map(pages.map((page) => [page.path, page]));
  const obstacles = new Map(
    moves.flatMap(({ from, page }): [string, string][] => {
      const why = whyNot(() => obstacleToPage(vault, pageAt.get(page ?? '')), again);
      return why === null ? [] : [[from, why]];
    }),
  );
  const unmoved = new Map([
    ...obstacles,
    ...moveFiles(
      vault,
      moves.filter(({ from }) => !obstacles.has(from)),
      (error) => isOfThePage(error, again),
    ),
  ]);
  for (const { from, page } of moves)
    if (page !== null && unmoved.has(from)) unmoved.set(page, unmoved.get(from) ?? '');
  return unmoved;
}

/** Also null if the page is already written. */
function obstacleToPage(vault: Vault, page: FileChange | undefined): string | null {
  return page === undefined || readText(confinedPage(vault, page.path)) === page.after ? null : obstacleTo(vault, page);
}

/** Moves a file back if its page could not be written. */
function putBack(vault: Vault, move: Move, why: string): string {
  const stuck = whyNot(() => moveFile(vault, wayBack(move)), false);
  return stuck === null ? why : `${why}; it is now ${move.to}, since ${stuck}`;
}

function whyNot(work: () => string | null, again: boolean): string | null {
  try {
    return work();
  } catch (error) {
    if (!isOfThePage(error, again)) throw error;
    return error.message;
  }
}

function writePages(vault: Vault, pages: readonly FileChange[], again: boolean): Map<string, string> {
  const unwritten = new Map<string, string>();
  const folders = new Set<string>();
  for (const page of pages) {
    try {
      const target = confinedPage(vault, page.path);
      const now = readText(target);
      if (now !== page.after && (now !== page.before || !writeFile(vault, target, page)))
        unwritten.set(page.path, editedSince(page));
      folders.add(dirname(target));
    } catch (error) {
      if (!isOfThePage(error, again)) throw error;
      unwritten.set(page.path, error.message);
    }
  }
  // Before the ledger refers to the pages; once per folder, because a sync takes as long as writing a page.
  for (const folder of folders) syncFolder(folder);
  return unwritten;
}

/** An unwritable page only costs its own facts; an unwritable disk stops the run. */
function isOfThePage(error: unknown, again: boolean): error is MemvaultError {
  if (!(error instanceof MemvaultError)) return false;
  if (error.code === 'refused') return true;
  const code = systemCode(error.cause) ?? '';
  return (
    error.code === 'io' &&
    (again
      ? code !== '' && !['ENOSPC', 'EDQUOT', 'EROFS', 'ENOENT'].includes(code)
      : ['EACCES', 'EPERM', 'EEXIST', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'].includes(code))
  );
}

/** Returns false if a person saved the file meanwhile: then theirs stays. */
function writeFile(vault: Vault, target: string, { before, after }: FileChange): boolean {
  if (after === null) {
    removeFile(target);
    return true;
  }
  makeFolderFor(vault, target);
  return replaceFile(target, encodeText(after), () => readText(target) === before);
}

interface AppendState {
  /** Whether the file exists. */
  readonly isThere: boolean;
  /** Whether part of the text is already in the file. */
  readonly begun: boolean;
  /** What remains to be appended. */
  readonly rest: Buffer;
}

function stateOf(vault: Vault, { path, at, text }: Append): AppendState {
  const present = readBytes(confined(vault, path));
  const isThere = present !== null;
  const bytes = present ?? Buffer.alloc(0);
  const wanted = encodeText(text);
  const tail = bytes.subarray(at);
  const common = Math.min(tail.length, wanted.length);
  if (bytes.length >= at && tail.subarray(0, common).equals(wanted.subarray(0, common)))
    return { isThere, begun: common > 0, rest: wanted.subarray(common) };
  // A merge or a person has changed the file since, so compare whole lines and append the missing ones. An entry of
  // log.md is present if its run line is; its header may equal another entry's.
  const standing = new Set(decodeBytes(bytes).split('\n'));
  const lines = text.split('\n').filter((line) => line !== '');
  const missing =
    path === RUN_LOG_FILE
      ? standing.has(lines.at(-1) ?? '')
        ? []
        : lines
      : lines.filter((line) => !standing.has(line));
  if (missing.length === 0) return { isThere, begun: true, rest: Buffer.alloc(0) };
  const torn = bytes.length > 0 && bytes[bytes.length - 1] !== 10 ? '\n' : '';
  return {
    isThere,
    begun: missing.length < lines.length,
    rest: encodeText(`${torn}${text.startsWith('\n') ? '\n' : ''}${missing.join('\n')}\n`),
  };
}

function finishAppend(vault: Vault, append: Append): void {
  const { isThere, rest } = stateOf(vault, append);
  if (rest.length === 0) return;
  const target = appendTarget(vault, append);
  makeFolderFor(vault, target);
  // A file that existed a moment ago and is gone now disappeared with the vault.
  appendBytes(target, rest, { mustExist: isThere });
  if (append.at === 0) syncFolder(dirname(target));
}

const GROWING: readonly string[] = [RUN_LOG_FILE, REVIEW_FILE, MARK_FILE, TOMBSTONE_FILE, SUMMARY_RECORD_FILE];
const GROWING_IN = [`${LEDGER_DIR}/`, `${RECALLS_DIR}/`];

function appendTarget(vault: Vault, { path }: Append): string {
  return confined(
    vault,
    GROWING.includes(path) || GROWING_IN.some((folder) => path.startsWith(folder)) ? path : refusePath(path),
  );
}

function generatedTarget(vault: Vault, { path }: FileChange): string {
  return confined(
    vault,
    path === CATALOGUE_FILE || path === SUMMARY_FILE || path === TAGS_FILE ? path : refusePath(path),
  );
}

function refusePath(path: string): never {
  throw new MemvaultError('refused', `the journal names ${path}, which no run writes`, {
    hint: 'the journal was not made by memvault; remove its folder from .memvault/runs',
  });
}

const LF = 10;
const CR = 13;
const BLANK = 32;

/** The current positions of the facts' lines, including copies left by git's union merge. */
export function purgesOf(vault: Vault, facts: readonly Fact[]): Purge[] {
  return facts.flatMap(({ id, path, line }): Purge[] => {
    // One character per byte, without Windows line endings.
    const lines = (readBytes(absolute(vault, path)) ?? Buffer.alloc(0)).toString('latin1').split('\n');
    const bare = (text: string): string => text.replace(/\r$/, '');
    const own = bare(lines[line - 1] ?? '');
    if (own === '') return [];
    let next = 0;
    return lines.flatMap((text): Purge[] => {
      const at = next;
      next += text.length + 1;
      if (bare(text) !== own) return [];
      return [{ path, fact: id, at, length: own.length, digest: digestOf(Buffer.from(own, 'latin1')) }];
    });
  });
}

const digestOf = (bytes: Uint8Array): string => hash('sha256', bytes).slice(0, 16);

/**
 * Blanks a line; skips a line that is already blank. Returns false if the bytes differ: a merge moved the line, and
 * lint will report it.
 */
function purgeLine(vault: Vault, { path, at, length, digest }: Purge): boolean {
  const target = confined(vault, path);
  const bytes = readBytes(target);
  const line = bytes?.subarray(at, at + length) ?? Buffer.alloc(0);
  if (line.length < length || bytes === null) return false;
  if (line.every((byte) => byte === BLANK)) return true;
  // A half-blanked line, left by a crash, starts with blanks and lies between the same two line endings.
  const isHalf =
    line[0] === BLANK &&
    (at === 0 || bytes[at - 1] === LF) &&
    [LF, CR, undefined].includes(bytes[at + length]) &&
    !line.includes(LF);
  if (digestOf(line) !== digest && !isHalf) return false;
  overwriteBytes(target, at, Buffer.alloc(length, BLANK));
  return true;
}

// Moves a person's files with their bytes unchanged. Never overwrites a file.

/** A move without its page. */
export type Way = Pick<Move, 'from' | 'to' | 'digest'>;

export const wayBack = ({ from, to, digest }: Way): Way => ({ from: to, to: from, digest });

/**
 * Moves files and syncs each folder once, because a sync takes as long as a move. Returns why a file stays, by `from`.
 * `maySkip`: errors that affect only that file; others propagate, and whoever finishes the run continues from there.
 */
export function moveFiles(
  vault: Vault,
  ways: readonly Way[],
  maySkip: (error: unknown) => error is MemvaultError,
): Map<string, string> {
  const left = new Map<string, string>();
  const [targets, sources] = [new Set<string>(), new Set<string>()];
  for (const way of ways) {
    try {
      const state = moveState(vault, way);
      if (state.kind === 'stays') left.set(way.from, state.why);
      else if (state.kind === 'fresh') {
        const { source, target } = state;
        makeFolderFor(vault, target);
        moveTo(source, target);
        targets.add(dirname(target));
        sources.add(dirname(source));
      }
    } catch (error) {
      if (!maySkip(error)) throw error;
      left.set(way.from, error.message);
    }
  }
  for (const folder of [...targets, ...sources]) syncFolder(folder);
  return left;
}

/** Errors of file systems without hard links, such as exFAT and some network drives. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Moves by a hard link, which never overwrites a file that appeared meanwhile, or by a rename where links fail. */
function moveTo(source: string, target: string): void {
  tryIo('move', source, () => {
    try {
      if (ownStat(target)?.ino !== ownStat(source)?.ino) linkSync(source, target);
    } catch (error) {
      if (!NO_LINKS.includes(systemCode(error) ?? '')) throw error;
      return renameSync(source, target);
    }
    try {
      unlinkSync(source);
    } catch (error) {
      // Never leave a file under two names.
      removeFile(target);
      throw error;
    }
  });
}

/** Moves one file and throws its errors. Null once it is in place. */
const moveFile = (vault: Vault, way: Way): string | null =>
  moveFiles(vault, [way], (_): _ is MemvaultError => false).get(way.from) ?? null;

/** Why a file cannot be moved; null if it can or already has been. */
export function obstacleToMove(vault: Vault, way: Way): string | null {
  const state = moveState(vault, way);
  return state.kind === 'stays' ? state.why : null;
}

type MoveState =
  | { readonly kind: 'stays'; readonly why: string }
  | { readonly kind: 'fresh' | 'done'; readonly source: string; readonly target: string };

function moveState(vault: Vault, { from, to, digest }: Way): MoveState {
  mustTouchInbox(vault, from, to);
  const [source, target] = [entryOf(vault, from), entryOf(vault, to)];
  const [there, here] = [ownStat(target), ownStat(source)];
  if (there !== undefined) {
    if (!there.isFile() || fileDigest(target) !== digest) return { kind: 'stays', why: `${to} is there already` };
    // A crash may have left both names.
    return { kind: here?.ino === there.ino ? 'fresh' : 'done', source, target };
  }
  if (here === undefined) return { kind: 'stays', why: `${from} is not there any more` };
  if (!here.isFile()) return { kind: 'stays', why: `${from} is not a file` };
  return fileDigest(source) === digest
    ? { kind: 'fresh', source, target }
    : { kind: 'stays', why: `${from} was edited in between` };
}

/** A symlink in the last component is treated as itself and not followed. */
function entryOf(vault: Vault, path: string): string {
  const end = path.lastIndexOf('/');
  const name = path.slice(end + 1);
  if (end <= 0 || ['', '.', '..'].includes(name) || /[\\\0]/.test(name))
    throw new MemvaultError('refused', `${JSON.stringify(path)} is not the path of a file in a folder of the vault`);
  return join(confined(vault, path.slice(0, end)), name);
}

/** A move that does not involve the inbox was not planned by memvault. */
function mustTouchInbox({ zones }: Vault, from: string, to: string): void {
  if ([from, to].some((path) => path.startsWith(`${zones.inbox}/`))) return;
  throw new MemvaultError('refused', `the journal moves ${from}, which no run moves`, {
    hint: 'the journal was not made by memvault; remove its folder from .memvault/runs',
  });
}

const CHUNK = 1 << 20;

/** SHA-256 of a file of any size. Throws `io`. */
function fileDigest(path: string): string {
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
