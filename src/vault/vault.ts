// A vault in memory: its location, the names of its folders, and the paths of its files.
import { type Stats, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { MemvaultError, systemCode } from '../model/errors.ts';
import { isCloneId, makeCloneId } from '../model/ids.ts';
import { quoteForShell } from '../model/text.ts';
import { createOnce, explainIo, readText } from './disk.ts';

export interface Vault {
  /** Absolute path of the folder. */
  readonly root: string;
  /** Folder of the daily logs, relative to the root. */
  readonly dailyDir: string;
  /** The folders of the six zones, relative to the root. */
  readonly zones: Zones;
  /** Maximum size of `MEMORY.md`. */
  readonly summaryRoom?: { readonly lines: number; readonly chars: number };
  /** Days after which a resolved episode is archived. */
  readonly archiveDays?: number;
}

export interface Zones {
  readonly inbox: string;
  readonly projects: string;
  readonly wiki: string;
  readonly personal: string;
  readonly assets: string;
  readonly archives: string;
}

/** The zones that memvault writes pages to. */
export const pageZones = ({ zones }: Pick<Vault, 'zones'>): readonly string[] =>
  Object.values(zones).filter((zone) => zone !== zones.assets);

/** memvault's own folder in a vault. */
export const OWN = '.memvault';

export const CONFIG_FILE = `${OWN}/config.yaml`;
export const SCHEMA_FILES = ['schema.md', 'SCHEMA.md'] as const;
export const RUN_LOG_FILE = 'log.md';
export const CATALOGUE_FILE = 'index.md';
/** The always-visible summary. */
export const SUMMARY_FILE = 'MEMORY.md';
/** The facts behind engine-worded lines of the summary; tracked. */
export const SUMMARY_RECORD_FILE = `${OWN}/memory.jsonl`;
export const LEDGER_DIR = `${OWN}/ledger`;
export const RUNS_DIR = `${OWN}/runs`;
export const TOMBSTONE_FILE = `${OWN}/tombstones.jsonl`;
export const REVIEW_FILE = `${OWN}/reviews.jsonl`;
export const MARK_FILE = `${OWN}/marks.jsonl`;
/** Tag aliases and tags kept apart; may be edited by the user. */
export const TAGS_FILE = `${OWN}/tags.yaml`;
/** Accepted lint findings; tracked. */
export const BASELINE_FILE = `${OWN}/baseline.jsonl`;
/** Recall counts, one file per month; tracked. */
export const RECALLS_DIR = `${OWN}/recalls`;
/** What this clone showed; untracked. */
export const RECALL_FILE = `${OWN}/recall.jsonl`;
/** Bulk input that was not logged because it looks like a secret; untracked. */
export const QUARANTINE_FILE = `${OWN}/quarantine.jsonl`;
/** Records of imported conversations, one file each; untracked. */
export const SESSIONS_DIR = `${OWN}/sessions`;
export const STATE_FILE = `${OWN}/state.json`;
export const CLONE_FILE = `${OWN}/clone`;
export const LOCK_FILE = `${OWN}/lock`;
export const CACHE_DIR = `${OWN}/cache`;
/** Index segments, their manifest, and vectors. */
export const INDEX_DIR = `${CACHE_DIR}/search`;
/** Lint's cache of parsed notes. */
export const NOTES_CACHE = `${CACHE_DIR}/notes.json`;

/** Files local to this clone, partly with the user's own words: ignored by git and readable only by their owner. */
export const PRIVATE = [`${RUNS_DIR}/`, `${CACHE_DIR}/`, STATE_FILE, RECALL_FILE, QUARANTINE_FILE, `${SESSIONS_DIR}/`];

export function isPrivate(path: string): boolean {
  return PRIVATE.some((one) => (one.endsWith('/') ? path.startsWith(one) : path === one));
}

/** Where the texts of the inbox are moved once they are read, relative to the root. */
export const sourceFolder = ({ zones }: Pick<Vault, 'zones'>): string => `${zones.archives}/Inbox`;

/** True for a text that somebody else wrote: never a page, whatever it contains. */
export function isSource(vault: Pick<Vault, 'zones'>, path: string): boolean {
  const folder = sourceFolder(vault);
  return (
    path.length > folder.length &&
    path[folder.length] === '/' &&
    path.slice(0, folder.length).toLowerCase() === folder.toLowerCase()
  );
}

/** The absolute path of a path relative to the vault's root, with the separators of this system. */
export function absolute(vault: Pick<Vault, 'root'>, path: string): string {
  // Concatenate if nothing needs normalising: the first call of node's `join` costs as much as ten of these.
  if (sep === '/' && path !== '' && !vault.root.endsWith('/')) return `${vault.root}/${path}`;
  return join(vault.root, ...path.split('/'));
}

// The id of this clone: four characters, untracked, created on demand.

/** This clone's id; null if it has none yet. */
export function peekCloneId(vault: Vault): string | null {
  const known = readText(absolute(vault, CLONE_FILE))?.trim();
  return known !== undefined && isCloneId(known) ? known : null;
}

/** This clone's id; if it cannot be read or stored, one for this process only. */
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
    // A missing id must not make `log` lose its text.
    if (!(error instanceof MemvaultError)) throw error;
    return fresh ?? makeCloneId(random);
  }
}

export interface VaultHints {
  /** `--vault`. */
  readonly flag: string | undefined;
  /** `MEMVAULT_VAULT`. */
  readonly variable: string | undefined;
  /** Read lazily: the working directory may no longer exist. */
  readonly cwd: string;
}

/** The vault named by the flag, the variable or the working directory; null if only the user's settings can tell. */
export function locateVault(hints: VaultHints): string | null {
  const named = hints.flag ?? (hints.variable === '' ? undefined : hints.variable);
  if (named === '')
    throw new MemvaultError('usage', '--vault is empty', { hint: 'check the variable that it comes from' });
  if (named !== undefined) return namedVault(isAbsolute(named) ? resolve(named) : resolve(hints.cwd, named));
  // The working directory is absolute and needs no normalising.
  for (let folder = hints.cwd; ; folder = dirname(folder)) {
    if (isFolder(`${folder}/${OWN}`)) return folder;
    if (folder === dirname(folder)) return null;
  }
}

/** Verifies that the folder is a vault. Throws `no-vault`, and `io` if that cannot be determined. */
export function namedVault(path: string): string {
  if (isFolder(`${path}/${OWN}`)) return path;
  const stat = statOf(path);
  if (stat && !stat.isDirectory())
    throw new MemvaultError('no-vault', `${path} is a file, not a vault`, {
      hint: 'name the folder that contains the vault',
    });
  const what = stat ? 'is not a vault yet' : 'does not exist';
  throw new MemvaultError('no-vault', `${path} ${what}`, {
    hint: `create one with: memvault init ${quoteForShell(path)}`,
  });
}

export function noVault(): MemvaultError {
  return new MemvaultError('no-vault', 'no vault here or in any folder above', {
    hint:
      'create one: memvault init DIR; name one with --vault DIR or MEMVAULT_VAULT; or set a default: memvault ' +
      'config set --user vault DIR',
  });
}

/** True for a file or anything else that is not a folder. */
export function isFile(path: string): boolean {
  const stat = statOf(path);
  return stat !== undefined && !stat.isDirectory();
}

function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() ?? false;
}

/** Below a file or an unreadable folder there is nothing that we can use. */
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
    // The disk does not respond: whether there is a vault is unknown.
    throw explainIo(error, 'reach', path);
  }
}
