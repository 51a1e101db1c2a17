// Carries out a journal, from its beginning or from wherever a crash left it: files that are moved, pages, then what is
// appended, then the generated files, then `done`. Every step looks first at what is there, so it may be done twice.
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
  /** It was begun by another process: what could not be written then may now cost its own facts. */
  readonly again: boolean;
  /**
   * The journal without pages that cannot be written and files that cannot be moved, and why each. Called before
   * anything was appended.
   */
  readonly without: (journal: Journal, unwritten: ReadonlyMap<string, string>) => Journal;
}

export interface CarriedOut {
  /** As it was carried out in the end. */
  readonly journal: Journal;
  /** Pages that were not written and files that were not moved, by their paths, and why. */
  readonly unwritten: ReadonlyMap<string, string>;
}

/** Writes the journal of a new run and does what it says. Throws as `carryOut`, and `refused`. */
export function carryOutNew(vault: Vault, journal: Journal, without: CarryOut['without']): CarriedOut {
  mustStayInside(vault, journal);
  writeJournal(vault, journal);
  const done = carryOut(vault, journal, { again: false, without });
  // Those that a commit is to hold are kept until it does.
  if (!journal.commit) pruneJournals(vault);
  return done;
}

/** Throws `io` where the disk fails as a whole: the journal stays open, and the next holder of the lock goes on. */
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
    // One that was edited meanwhile stays; the next dream brings it in step.
    if (readText(target) !== file.before || file.before === file.after) continue;
    writeFile(vault, target, file);
    syncFolder(dirname(target));
  }
  if (final.kind === 'forget') finishForget(vault, final);
  markRun(vault, journal.run, 'done');
  return { journal: final, unwritten };
}

/**
 * What else holds the words: the files of this clone alone, its journals too, and in the end the log, where that was
 * asked for.
 */
function finishForget(vault: Vault, { purges = [] }: Journal): void {
  const facts = readFacts(vault);
  scrub(vault, { facts, forgotten: forgottenAmong(vault, facts) });
  for (const purge of purges) purgeLine(vault, purge);
}

/**
 * Throws `refused` where a link on the way takes a file that is to grow out of the vault: before a journal says that it
 * will.
 */
function mustStayInside(vault: Vault, { appends, generated }: Pick<Journal, 'appends' | 'generated'>): void {
  for (const append of appends) appendTarget(vault, append);
  for (const file of generated) generatedTarget(vault, file);
}

/** Why a page cannot be replaced as the change says, or null where it can. */
export function obstacleTo(vault: Vault, page: FileChange): string | null {
  try {
    return readText(confinedPage(vault, page.path)) === page.before ? null : editedSince(page);
  } catch (error) {
    mustBeExpected(error, 'refused');
    return error.message;
  }
}

const editedSince = ({ path }: FileChange): string => `${path} was edited in between`;

/** By file why it stays, and by page why that stays with it. */
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

/** Null also where it is written already. */
function obstacleToPage(vault: Vault, page: FileChange | undefined): string | null {
  return page === undefined || readText(confinedPage(vault, page.path)) === page.after ? null : obstacleTo(vault, page);
}

/** A file whose page could not be written waits where it was. */
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
  // Before the ledger says that they are there; once a folder, since a page takes as long as its sync.
  for (const folder of folders) syncFolder(folder);
  return unwritten;
}

/** One page that cannot be written costs its own facts; a disk that cannot be written stops the run. */
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

/** False where somebody saved the file while it was written: then theirs stays. */
function writeFile(vault: Vault, target: string, { before, after }: FileChange): boolean {
  if (after === null) {
    removeFile(target);
    return true;
  }
  makeFolderFor(vault, target);
  return replaceFile(target, encodeText(after), () => readText(target) === before);
}

interface AppendState {
  /** There is such a file. */
  readonly isThere: boolean;
  /** Some of it stands in the file. */
  readonly begun: boolean;
  /** What is still to be appended. */
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
  // A merge or a person changed the file since: whole lines, those that it does not have. An entry of log.md is
  // there when its run's line is; its header may be equal to another's.
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
  // What was there a moment ago and is not now went with the vault.
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

/** Where the lines of these facts stand now, with the copies that a union merge of git's left of one. */
export function purgesOf(vault: Vault, facts: readonly Fact[]): Purge[] {
  return facts.flatMap(({ id, path, line }): Purge[] => {
    // A character a byte, without the line ends of Windows.
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
 * Overwrites a line; one that is gone already is passed over. False where other bytes stand in its place: a merge
 * moved it, and lint finds it again.
 */
function purgeLine(vault: Vault, { path, at, length, digest }: Purge): boolean {
  const target = confined(vault, path);
  const bytes = readBytes(target);
  const line = bytes?.subarray(at, at + length) ?? Buffer.alloc(0);
  if (line.length < length || bytes === null) return false;
  if (line.every((byte) => byte === BLANK)) return true;
  // What a crash left half done begins with blanks and lies between the same two line ends.
  const isHalf =
    line[0] === BLANK &&
    (at === 0 || bytes[at - 1] === LF) &&
    [LF, CR, undefined].includes(bytes[at + length]) &&
    !line.includes(LF);
  if (digestOf(line) !== digest && !isHalf) return false;
  overwriteBytes(target, at, Buffer.alloc(length, BLANK));
  return true;
}

// Files of a person's that a run moves, with their bytes as they are. No file is ever overwritten.

/** Without its page. */
export type Way = Pick<Move, 'from' | 'to' | 'digest'>;

export const wayBack = ({ from, to, digest }: Way): Way => ({ from: to, to: from, digest });

/**
 * Files to where they go; each folder is synced once, since a move takes as long as its sync. By `from` why one stays,
 * in words. `maySkip`: what goes wrong costs that file alone; what else is thrown ends it, and whoever finishes the run
 * finishes it from there.
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

/** The same of one, whose errors are thrown. Null once it is where it is to be. */
const moveFile = (vault: Vault, way: Way): string | null =>
  moveFiles(vault, [way], (_): _ is MemvaultError => false).get(way.from) ?? null;

/** Why a file cannot be moved, or null where it can, or is already. */
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
  if (!here.isFile()) return { kind: 'stays', why: `${from} is no file` };
  return fileDigest(source) === digest
    ? { kind: 'fresh', source, target }
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
