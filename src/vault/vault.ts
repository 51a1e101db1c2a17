// A vault as the rest of the program holds it: where it is, how its folders are named and how its
// facts fade.
import { type Stats, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { MemvaultError, systemCode } from '../model/errors.ts';
import { isCloneId, makeCloneId } from '../model/ids.ts';
import { quoteForShell } from '../model/text.ts';
import { createOnce, explainIo, readText } from './disk.ts';

export interface Vault {
  /** Absolute path of the folder. */
  readonly root: string;
  /** Folder of the daily logs, from the root. */
  readonly dailyDir: string;
  /** The six zones' folders, from the root, in the order inbox, projects, wiki, personal, assets, archives. */
  readonly zones: Zones;
  /** What `MEMORY.md` may have. */
  readonly summaryRoom?: { readonly lines: number; readonly chars: number };
}

export interface Zones {
  readonly inbox: string;
  readonly projects: string;
  readonly wiki: string;
  readonly personal: string;
  readonly assets: string;
  readonly archives: string;
}

/** memvault's own folder in a vault. */
export const OWN = '.memvault';

export const CONFIG_FILE = `${OWN}/config.yaml`;
export const SCHEMA_FILES = ['schema.md', 'SCHEMA.md'] as const;
export const RUN_LOG_FILE = 'log.md';
export const CATALOGUE_FILE = 'index.md';
/** The always-visible summary. */
export const SUMMARY_FILE = 'MEMORY.md';
/** On which facts lines of the summary rest that an engine worded; tracked. */
export const SUMMARY_RECORD_FILE = `${OWN}/memory.jsonl`;
export const LEDGER_DIR = `${OWN}/ledger`;
export const RUNS_DIR = `${OWN}/runs`;
export const TOMBSTONE_FILE = `${OWN}/tombstones.jsonl`;
export const REVIEW_FILE = `${OWN}/reviews.jsonl`;
export const MARK_FILE = `${OWN}/marks.jsonl`;
/** Which tags are one, and which never are; a person's to edit, too. */
export const TAGS_FILE = `${OWN}/tags.yaml`;
/** Findings of lint that a person accepted; tracked. */
export const BASELINE_FILE = `${OWN}/baseline.jsonl`;
/** What was recalled, counted, a file a month; tracked. */
export const RECALLS_DIR = `${OWN}/recalls`;
/** What this clone showed to someone; not tracked. */
export const RECALL_FILE = `${OWN}/recall.jsonl`;
/** Bulk input that looks like a secret and is not logged; not tracked. */
export const QUARANTINE_FILE = `${OWN}/quarantine.jsonl`;
/** What was read of conversations, a file each; not tracked. */
export const SESSIONS_DIR = `${OWN}/sessions`;
export const STATE_FILE = `${OWN}/state.json`;
export const CLONE_FILE = `${OWN}/clone`;
export const LOCK_FILE = `${OWN}/lock`;
export const CACHE_DIR = `${OWN}/cache`;
/** Segments of the index, what names them, vectors. */
export const INDEX_DIR = `${CACHE_DIR}/search`;
/** What lint read of the notes. */
export const NOTES_CACHE = `${CACHE_DIR}/notes.json`;

/** What this clone keeps to itself, in part in the user's own words: git ignores it, and only its owner may read it. */
export const PRIVATE = [`${RUNS_DIR}/`, `${CACHE_DIR}/`, STATE_FILE, RECALL_FILE, QUARANTINE_FILE, `${SESSIONS_DIR}/`];

export function isPrivate(path: string): boolean {
  return PRIVATE.some((one) => (one.endsWith('/') ? path.startsWith(one) : path === one));
}

/** Where the texts of the inbox go once they are read, from the root. */
export const sourceFolder = ({ zones }: Pick<Vault, 'zones'>): string => `${zones.archives}/Inbox`;

/** A text that somebody else wrote: no page, whatever it says. */
export function isSource(vault: Pick<Vault, 'zones'>, path: string): boolean {
  const folder = sourceFolder(vault);
  return (
    path.length > folder.length &&
    path[folder.length] === '/' &&
    path.slice(0, folder.length).toLowerCase() === folder.toLowerCase()
  );
}

/** The absolute path of a path from the vault's root, with the separators of this system. */
export function absolute(vault: Pick<Vault, 'root'>, path: string): string {
  // By hand where there is nothing to put right: the first call of node's costs as much as ten of these.
  if (sep === '/' && path !== '' && !vault.root.endsWith('/')) return `${vault.root}/${path}`;
  return join(vault.root, ...path.split('/'));
}

// The name of this clone of the vault: four characters that are never tracked, made when first needed.

/** This clone's name, or null where it has none yet. */
export function peekCloneId(vault: Vault): string | null {
  const known = readText(absolute(vault, CLONE_FILE))?.trim();
  return known !== undefined && isCloneId(known) ? known : null;
}

/** This clone's name; where it cannot be read or kept, a name for this process only. */
export function readCloneId(vault: Vault, random: () => number): string {
  let fresh: string | null = null;
  try {
    const known = peekCloneId(vault);
    if (known !== null) return known;
    fresh = makeCloneId(random);
    const path = absolute(vault, CLONE_FILE);
    createOnce(path, `${fresh}\n`);
    return readText(path)?.trim() || fresh;
  } catch (error) {
    // Whoever is about to log must not lose the text for want of a name.
    if (!(error instanceof MemvaultError)) throw error;
    return fresh ?? makeCloneId(random);
  }
}

export interface VaultHints {
  /** `--vault`. */
  readonly flag: string | undefined;
  /** `MEMVAULT_VAULT`. */
  readonly variable: string | undefined;
  /** Looked at only where it matters: the folder of the process may be gone. */
  readonly cwd: string;
}

/** The vault that a flag, a variable or the folder names; null where only the user's settings can tell. */
export function locateVault(hints: VaultHints): string | null {
  const named = hints.flag ?? (hints.variable === '' ? undefined : hints.variable);
  if (named === '')
    throw new MemvaultError('usage', '--vault names no folder', { hint: 'is the variable behind it empty?' });
  if (named !== undefined) return namedVault(isAbsolute(named) ? resolve(named) : resolve(hints.cwd, named));
  // The process's own folder is named as it should be.
  for (let folder = hints.cwd; ; folder = dirname(folder)) {
    if (isFolder(`${folder}/${OWN}`)) return folder;
    if (folder === dirname(folder)) return null;
  }
}

/** That folder, proved to be a vault. Throws `no-vault`, and `io` where it cannot be told. */
export function namedVault(path: string): string {
  if (isFolder(`${path}/${OWN}`)) return path;
  const stat = statOf(path);
  if (stat && !stat.isDirectory())
    throw new MemvaultError('no-vault', `${path} is a file, not a vault`, {
      hint: 'name the folder that holds the vault',
    });
  const what = stat ? 'is not a vault yet' : 'does not exist';
  throw new MemvaultError('no-vault', `${path} ${what}`, {
    hint: `make it one with: memvault init ${quoteForShell(path)}`,
  });
}

export function noVault(): MemvaultError {
  return new MemvaultError('no-vault', 'no vault here or in any folder above', {
    hint:
      'make one with: memvault init; or name one with --vault DIR or MEMVAULT_VAULT, for good with: memvault ' +
      'config set --user vault DIR',
  });
}

/** A file, or anything else that is no folder, stands there. */
export function isFile(path: string): boolean {
  const stat = statOf(path);
  return stat !== undefined && !stat.isDirectory();
}

function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() ?? false;
}

/** Below a file, or behind a folder that may not be read, nothing is there for us. */
const NOTHING_FOR_US: ReadonlySet<string> = new Set([
  'ENOENT',
  'ENOTDIR',
  'EACCES',
  'EPERM',
  'ELOOP',
  'ENAMETOOLONG',
  'EINVAL',
]);

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (NOTHING_FOR_US.has(systemCode(error) ?? '')) return undefined;
    // A disk that does not answer: there may be a vault, or none.
    throw explainIo(error, 'reach', path);
  }
}
