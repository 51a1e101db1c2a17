// Lists the files of the inbox with size and time, and says why others cannot be read. Follows no symlink, executes
// nothing, and changes nothing except creating the folder on request.
import { closeSync, type Dirent, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dirname } from 'node:path/posix';
import { dayOf } from '../model/day.ts';
import { type MemvaultError, systemCode } from '../model/errors.ts';
import { compareText } from '../model/fact.ts';
import type { Append, FileChange, Journal, Move } from '../model/journal.ts';
import { NO_USAGE, type Usage } from '../model/plan.ts';
import type { FoundFile } from '../model/ports.ts';
import { renderLink } from '../note/link-map.ts';
import { firstFree, foldName } from '../page/page-name.ts';
import { titleFromPath } from '../page/page.ts';
import { renderRunEntry, renderUsage } from '../page/run-log.ts';
import { carryOutNew } from './carry-out.ts';
import { confined, makeFolderFor } from './confine.ts';
import { entriesIn, isFolder, namesIn, NOT_FOLLOWED, orElse, ownStat, tryIo } from './disk.ts';
import { generatedChanges } from './generated.ts';
import { emptyJournal, newRunId, runLogAppend } from './record-run.ts';
import { absolute, type Vault } from './vault.ts';
import { toPageText, updateView, type View } from './view.ts';

/** A file or folder that stays, and why, as the end of a sentence. */
export interface InboxLeft {
  /** Relative to the vault's root. */
  readonly path: string;
  readonly why: string;
}

export interface InboxListing {
  /** Sorted by path. */
  readonly files: readonly FoundFile[];
  readonly left: readonly InboxLeft[];
}

/** Partial downloads, temporary files and lock files of other programs. */
const PASSING =
  /^~\$|\.(?:crdownload|part|partial|download|tmp|temp|swp|swo|lock)$|~$|^(?:desktop\.ini|Thumbs\.db)$|^Icon\r$/i;

/** All files of the inbox and its subfolders, without hidden and incomplete ones. */
export function listInbox(vault: Vault): InboxListing {
  const files: FoundFile[] = [];
  const left: InboxLeft[] = [];
  const visit = (folder: string): void => {
    const entries = entriesOf(absolute(vault, folder));
    if (typeof entries === 'string') left.push({ path: folder, why: entries });
    else
      for (const entry of entries) {
        const path = `${folder}/${entry.name}`;
        if (entry.name.startsWith('.') || PASSING.test(entry.name)) continue;
        if (entry.isDirectory()) {
          if (entry.name !== 'node_modules') visit(path);
        } else if (entry.isSymbolicLink()) left.push({ path, why: 'it is a link; put the file itself there' });
        else if (!entry.isFile()) left.push({ path, why: 'it is not a file' });
        else if (/[\\\p{Cc}\uFFFD]/u.test(entry.name))
          left.push({ path, why: 'its name has a character that not every system takes; give it another name' });
        else {
          const stat = ownStat(absolute(vault, path));
          if (stat?.isFile() === true) files.push({ path, size: stat.size, mtimeMs: stat.mtimeMs });
        }
      }
  };
  visit(vault.zones.inbox);
  return {
    files: files.sort((a, b) => compareText(a.path, b.path)),
    left: left.sort((a, b) => compareText(a.path, b.path)),
  };
}

/** True if anything exists under the name of the inbox. */
export function hasInbox(vault: Vault): boolean {
  return ownStat(absolute(vault, vault.zones.inbox)) !== undefined;
}

/** Creates the inbox folder. Throws `io`, and `refused` if it would be outside the vault. */
export function makeInbox(vault: Vault): void {
  makeFolderFor(vault, join(confined(vault, vault.zones.inbox), 'text'));
}

/** The entries of a folder, or why it cannot be read; empty if it does not exist. */
function entriesOf(folder: string): Dirent[] | string {
  return orElse(() => {
    const stat = ownStat(folder);
    if (stat === undefined) return [];
    if (stat.isSymbolicLink()) return 'it is a link; memvault does not read folders elsewhere';
    return stat.isDirectory() ? entriesIn(folder) : 'it is not a folder';
  }, whyUnread);
}

const WHY_UNREAD: Readonly<Record<string, string>> = {
  EACCES: 'you may not read it',
  EPERM: 'you may not read it',
  ENOENT: 'it is gone',
  ELOOP: 'it is a link; put the file itself there',
};

function whyUnread(error: MemvaultError): string {
  const why = WHY_UNREAD[systemCode(error.cause) ?? ''];
  if (why === undefined) throw error;
  return why;
}

/** The bytes of such a file, or why there are none, as the end of a sentence. Throws `io` if the disk fails. */
export function readInboxFile(vault: Vault, path: string, mostBytes: number): Buffer | string {
  const read = (): Buffer | string =>
    tryIo('read', path, () => {
      const file = openSync(absolute(vault, path), NOT_FOLLOWED);
      try {
        const stat = fstatSync(file);
        if (!stat.isFile()) return 'it is not a file';
        const bytes = stat.size > mostBytes ? null : readFileSync(file);
        return bytes === null || bytes.length > mostBytes ? tooLarge(bytes?.length ?? stat.size, mostBytes) : bytes;
      } finally {
        closeSync(file);
      }
    });
  return orElse(read, whyUnread);
}

export function tooLarge(size: number, mostBytes: number): string {
  return `it has ${size.toLocaleString('en')} bytes, more than the ${mostBytes.toLocaleString('en')} that are read`;
}

// An inbox run: a page for each text, and each file moved to its place. First planned as a journal, then carried out.

export interface InboxRun {
  readonly start: Date;
  readonly commit: boolean;
  /** The reader of the texts, such as `extract/1`. */
  readonly engine: string;
  /** New pages. */
  readonly pages: readonly FileChange[];
  readonly moves: readonly Move[];
  /** Cost of the model. */
  readonly usage: Usage;
}

/** Builds the journal. `view`: the current vault. */
export function makeInboxRun(
  vault: Vault,
  view: View,
  { start, commit, engine, pages, moves, usage }: InboxRun,
): Journal {
  const run = newRunId(vault, { kind: 'inbox', pages, moves }, start);
  const after = updateView(
    view,
    pages.flatMap(({ path, after: text }) => (text === null ? [] : [toPageText(path, text)])),
    [],
  );
  return {
    ...emptyJournal(run, 'inbox', start, commit),
    engine,
    pages,
    moves,
    ...(usage.calls > 0 ? { usage } : {}),
    appends: [runLogAppend(vault, renderEntry({ run, engine, start: start.toISOString(), pages, moves, usage }))],
    generated: generatedChanges(vault, after, start),
  };
}

/**
 * Writes the journal and carries it out. Returns the pages and files that were left because someone changed them
 * meanwhile, with the reason.
 */
export function carryOutInboxRun(
  vault: Vault,
  journal: Journal,
): { readonly journal: Journal; readonly unwritten: ReadonlyMap<string, string> } {
  return carryOutNew(vault, journal, withoutFiles);
}

/** The journal without what failed; its entry in log.md covers the rest, or is dropped. Pure. */
export function withoutFiles(journal: Journal, unwritten: ReadonlyMap<string, string>): Journal {
  const left = {
    ...journal,
    pages: journal.pages.filter(({ path }) => !unwritten.has(path)),
    ...movesLeft(journal, unwritten),
  };
  const appends = journal.appends.flatMap((append): Append[] =>
    (left.moves ?? []).length === 0
      ? []
      : [{ ...append, text: append.text.slice(0, append.text.indexOf('\n## ')) + renderEntry(left) }],
  );
  // The catalogue was rendered for all the pages; the next dream updates it.
  return { ...left, appends, generated: [] };
}

export function movesLeft(
  { moves }: Pick<Journal, 'moves'>,
  unwritten: ReadonlyMap<string, string>,
): Pick<Journal, 'moves'> {
  return moves === undefined ? {} : { moves: moves.filter(({ from }) => !unwritten.has(from)) };
}

/** A prefix of a digest, long enough to recognise it. */
export const shortDigest = (digest: string): string => digest.slice(0, 12);

/** `2 files; created [Title](…); moved [a.md](…), [b.pdf](…); sources 3f2a9c11d0e4, …`. */
function renderEntry({
  run,
  engine,
  start,
  pages,
  moves = [],
  usage = NO_USAGE,
}: Pick<Journal, 'run' | 'engine' | 'start' | 'pages' | 'moves' | 'usage'>): string {
  const link = (path: string, title: string): string => renderLink(title, 'log.md', path);
  const parts = [
    `${moves.length} file${moves.length === 1 ? '' : 's'}`,
    ...(pages.length === 0 ? [] : [`created ${pages.map(({ path }) => link(path, titleFromPath(path))).join(', ')}`]),
    `moved ${moves.map(({ to }) => link(to, to.slice(to.lastIndexOf('/') + 1))).join(', ')}`,
    ...(renderUsage(usage) === null ? [] : [renderUsage(usage)]),
    `sources ${moves.map(({ digest }) => shortDigest(digest)).join(', ')}`,
  ];
  return renderRunEntry({
    day: dayOf(new Date(start)),
    kind: 'inbox',
    about: 'inbox',
    watermark: null,
    run,
    summary: `${engine}: ${parts.join('; ')}`,
  });
}

/**
 * Returns the path itself if it is free, else adds a number. `taken`: folded paths that count as existing. Throws `io`.
 */
export function freePath(vault: Vault, path: string, taken: ReadonlySet<string>): string {
  const there = foldedNamesIn(vault, dirname(path));
  return firstFree(path, { namesIn: () => there, taken });
}

/** The folded names in a folder; empty if it does not exist. Throws `io`. */
export function foldedNamesIn(vault: Vault, folder: string): ReadonlySet<string> {
  const path = absolute(vault, folder);
  return new Set(isFolder(path) ? namesIn(path).map(foldName) : []);
}
