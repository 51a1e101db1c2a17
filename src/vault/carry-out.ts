// Carries out a journal, from its beginning or from wherever a crash left it: files that are moved, pages, then what is
// appended, then the generated files, then `done`. Every step looks first at what is there, so it may be done twice.
import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { decodeBytes, encodeText } from '../model/bytes.ts';
import { MemvaultError, systemCode } from '../model/errors.ts';
import type { Fact } from '../model/fact.ts';
import type { Append, FileChange, Journal, Move, Purge } from '../model/journal.ts';
import { confined, confinedPage, makeFolderFor } from './confine.ts';
import { appendBytes, overwriteBytes, readBytes, readText, removeFile, replaceFile, syncFolder } from './disk.ts';
import { markRun, pruneJournals, writeJournal } from './journal.ts';
import { moveFile, moveFiles, wayBack } from './moves.ts';
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
    if (error instanceof MemvaultError && error.code === 'refused') return error.message;
    throw error;
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
  if (bytes.length >= at && wanted.subarray(0, tail.length).equals(tail))
    return { isThere, begun: tail.length > 0, rest: wanted.subarray(tail.length) };
  if (bytes.length >= at && tail.subarray(0, wanted.length).equals(wanted))
    return { isThere, begun: true, rest: Buffer.alloc(0) };
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
    const bytes = readBytes(absolute(vault, path));
    const [start, end] = bytes === null ? [0, 0] : lineAt(bytes, line);
    if (bytes === null || end === start) return [];
    const own = bytes.subarray(start, end);
    return placesOf(bytes, own).map((at) => ({ path, fact: id, at, length: own.length, digest: digestOf(own) }));
  });
}

/** Where a line begins that has these bytes and no other. */
function placesOf(bytes: Buffer, own: Buffer): number[] {
  const found: number[] = [];
  for (let at = bytes.indexOf(own); at >= 0; at = bytes.indexOf(own, at + own.length)) {
    const isWhole = (at === 0 || bytes[at - 1] === LF) && [LF, CR, undefined].includes(bytes[at + own.length]);
    if (isWhole) found.push(at);
  }
  return found;
}

/** The bytes of a line, 1-based, without its end. */
function lineAt(bytes: Buffer, line: number): [number, number] {
  let start = 0;
  for (let number = 1; number < line; number++) {
    const end = bytes.indexOf(LF, start);
    if (end < 0) return [0, 0];
    start = end + 1;
  }
  const end = bytes.indexOf(LF, start);
  const last = end < 0 ? bytes.length : end;
  return [start, last > start && bytes[last - 1] === CR ? last - 1 : last];
}

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

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
