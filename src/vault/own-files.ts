// The files that memvault keeps beside pages and daily logs, as texts: `log.md`, the generated files, `tags.yaml` and
// every `.jsonl` of its own folder. For who checks them; whoever needs their meaning reads them by their own module.
import { closeSync, type Dirent, lstatSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { decodeBytes, decodeUtf16 } from '../model/bytes.ts';
import { MemvaultError, systemCode } from '../model/errors.ts';
import { compareText } from '../model/fact.ts';
import { LIMITS, tooLarge } from '../model/limits.ts';
import { explainIo, isFolder, readBytes, readStat } from './disk.ts';
import {
  absolute,
  CATALOGUE_FILE,
  LEDGER_DIR,
  OWN,
  RUN_LOG_FILE,
  SUMMARY_FILE,
  TAGS_FILE,
  type Vault,
} from './vault.ts';

export interface FileText {
  /** From the vault's root. */
  readonly path: string;
  readonly text: string;
}

/**
 * The files at the top of a vault that memvault writes and that name its pages: that one of them links to a page says
 * nothing of that page.
 */
export const LISTING_FILES: ReadonlySet<string> = new Set([CATALOGUE_FILE, RUN_LOG_FILE, SUMMARY_FILE]);

/** Those that exist, sorted by path. */
export function readOwnFiles(vault: Vault): FileText[] {
  const paths = [
    ...LISTING_FILES,
    TAGS_FILE,
    ...[OWN, LEDGER_DIR, `${OWN}/recalls`].flatMap((folder) => jsonLinesIn(vault, folder)),
  ];
  return paths.sort(compareText).flatMap((path) => {
    const bytes = readBytes(absolute(vault, path));
    return bytes === null ? [] : [{ path, text: decodeBytes(bytes) }];
  });
}

function jsonLinesIn(vault: Vault, folder: string): string[] {
  try {
    return readdirSync(absolute(vault, folder), { withFileTypes: true })
      .filter((entry) => entry.name.endsWith('.jsonl') && !entry.isDirectory())
      .map((entry) => `${folder}/${entry.name}`);
  } catch (error) {
    // A folder that is made when first needed.
    if (systemCode(error) === 'ENOENT') return [];
    throw explainIo(error, 'read the folder', absolute(vault, folder));
  }
}

// Every file of a vault, hidden ones and those that git ignores too, for who must not overlook one. git's own store is
// left out: what it keeps of former versions is another matter.

export interface AllFiles {
  /** From the vault's root, sorted. Links are files of their own name; where they lead is not followed. */
  readonly paths: readonly string[];
  /** Folders that could not be read. */
  readonly unread: readonly string[];
  /** There is a store of git's in the vault. */
  readonly hasGit: boolean;
}

export function listAllFiles(vault: Vault): AllFiles {
  const paths: string[] = [];
  const unread: string[] = [];
  let hasGit = false;
  const walk = (folder: string): void => {
    for (const entry of entriesOf(vault, folder, unread)) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name === '.git') hasGit = true;
      else if (entry.isDirectory()) walk(path);
      else if (entry.isFile() || entry.isSymbolicLink()) paths.push(path);
    }
  };
  walk('');
  return { paths: paths.sort(compareText), unread, hasGit };
}

function entriesOf(vault: Vault, folder: string, unread: string[]): Dirent[] {
  try {
    return readdirSync(join(vault.root, folder), { withFileTypes: true });
  } catch (error) {
    if (systemCode(error) === null) throw error;
    unread.push(folder === '' ? '.' : folder);
    return [];
  }
}

/** What is larger is no text that anybody wrote, and would fill the memory. */
const MOST_BYTES = 256 * 2 ** 20;

/** The bytes of a listed file; null where they cannot be read. A link to a folder has none. */
export function readAnyFile(vault: Vault, path: string): Buffer | null {
  try {
    const stat = statSync(absolute(vault, path));
    if (stat.size > MOST_BYTES || !(stat.isFile() || stat.isDirectory())) return null;
    return readFileSync(absolute(vault, path));
  } catch (error) {
    const code = systemCode(error);
    if (code === null) throw error;
    return code === 'ENOENT' || code === 'EISDIR' ? Buffer.alloc(0) : null;
  }
}

const PLAN = '"memvault/plan"';
const HEAD_OF_PLAN = 4096;
/** Pages, and what nobody keeps a plan as. */
const NO_PLANS = /\.(?:md|png|jpe?g|gif|webp|svg|pdf|mp[34]|mov|zip|gz)$/i;

/** Files that say at their beginning that they are a plan, wherever in the vault; `.memvault` has none. */
export function listPlanFiles(vault: Vault): string[] {
  return listAllFiles(vault).paths.filter(
    (path) => !NO_PLANS.test(path) && !path.startsWith(`${OWN}/`) && isPlanFile(vault, path),
  );
}

export function isPlanFile(vault: Vault, path: string): boolean {
  try {
    // A link may lead out of the vault, to what is not ours to change.
    if (!lstatSync(absolute(vault, path)).isFile()) return false;
    const file = openSync(absolute(vault, path), 'r');
    try {
      const head = Buffer.alloc(HEAD_OF_PLAN);
      return head.toString('utf8', 0, readSync(file, head, 0, HEAD_OF_PLAN, 0)).includes(PLAN);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return false;
  }
}

// Files that a person names, wherever they are: read as they are, never written.

/** Throws `not-found`, `bad-input` for what is no file, `io`. */
export function readOuterText(path: string, name: string): string {
  const stat = readStat(path);
  if (stat === null)
    throw new MemvaultError('not-found', `there is no file ${name}`, { hint: 'name a file; - stands for stdin' });
  if (isFolder(path))
    throw new MemvaultError('bad-input', `${name} is a folder`, {
      hint: `name its files: ${name.replace(/[/\\]+$/, '')}/*`,
    });
  if (!isPlainFile(path))
    throw new MemvaultError('bad-input', `${name} is no file`, { hint: 'name a file; - stands for stdin' });
  const large = tooLarge(stat.size, LIMITS.file);
  if (large !== null) throw new MemvaultError('bad-input', `${name} is too large: ${large}`, { hint: 'split it' });
  const bytes = readBytes(path) ?? Buffer.alloc(0);
  return decodeUtf16(bytes) ?? decodeBytes(bytes);
}

function isPlainFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch (error) {
    throw explainIo(error, 'read', path);
  }
}
