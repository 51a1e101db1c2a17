// The nightly dream as a value: what runs, when, in which environment. Knows no scheduler's format and no disk.
import { textDigest } from '../model/bytes.ts';
import { MemvaultError } from '../model/errors.ts';

export interface Job {
  /** Short name, unique for a vault: letters a to z, digits and hyphens. */
  readonly name: string;
  /** `HH:MM`. */
  readonly at: string;
  /** IANA zone in which the vault counts its days; null for the system's. */
  readonly zone: string | null;
  /** Program and arguments; the program is an absolute path. */
  readonly words: readonly string[];
  /** Variables that the night would not have of itself. */
  readonly env: readonly (readonly [name: string, value: string])[];
  readonly home: string;
}

/** What a scheduler is told, and how. */
export interface Entry {
  /** Absolute paths; `crontab` for a line of the user's crontab. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** To be run once the files are there. */
  readonly commands: readonly string[];
  /** What a person should know, a sentence each. */
  readonly remarks: readonly string[];
}

export interface JobRequest {
  readonly node: string;
  readonly script: string;
  readonly vault: string;
  readonly at: string;
  readonly zone: string | null;
  readonly commit: boolean;
  readonly env: Job['env'];
  readonly home: string;
}

/** Throws `refused` for a path that no format can hold on a line. */
export function makeJob({ node, script, vault, at, zone, commit, env, home }: JobRequest): Job {
  const words = [node, script, 'dream', '--batch', ...(commit ? ['--commit'] : []), '--vault', vault];
  const broken = [...words, home, ...env.map(([, value]) => value)].find((word) => /[\u0000-\u001F\u007F]/.test(word));
  if (broken !== undefined)
    throw new MemvaultError('refused', `a scheduler's entry cannot hold this path: ${JSON.stringify(broken)}`, {
      hint: 'rename the folder, so that no line break or other control character is in its name',
    });
  return { name: nameFor(vault, home), at, zone, words, env, home };
}

/** The same for a vault each time, so that a newer entry replaces the older, and another for another vault. */
function nameFor(vault: string, home: string): string {
  const [path, base] = [vault.replaceAll('\\', '/'), `${home.replaceAll('\\', '/')}/`];
  const below = path.startsWith(base) ? path.slice(base.length) : path;
  // Only one plain word below the home says which folder it is: `a-b` could be `a/b` as well.
  if (/^[a-z0-9]{1,40}$/.test(below)) return below;
  const plain = below
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(-40)
    .replace(/^-|-$/g, '');
  return [plain, textDigest(vault).slice(0, 6)].filter((part) => part !== '').join('-');
}

// Which path of a program goes into an entry that stays for years. Pure: it judges names, the disk was asked before.

/** A folder of one version goes away with the next: `v20.11.0`, `Cellar/node/20.1.0`, `.pnpm/memvault@0.1.0`. */
const VERSION = /(?:^|[/\\@_-])v?\d+\.\d+/;
/** Folders that are gone after the next login, or whenever a cache is emptied. */
const PASSING = /^\/(?:var\/)?run\/user\/|fnm_multishells|[/\\]_npx[/\\]/;

/**
 * The path as it is, unless it will not last and another name of the very same file will.
 * A version manager's shim is no such name: it is another file, and may choose another version by night.
 */
export function lastingPath(path: string, sameFile: readonly string[]): string {
  return lastsNot(path) === null ? path : (sameFile.find((other) => lastsNot(other) === null) ?? path);
}

/** Why a path may be gone some day, as the end of a sentence; null where nothing says so. */
export function lastsNot(path: string): string | null {
  if (PASSING.test(path)) return 'is in a folder that is emptied now and then; install memvault first';
  return VERSION.test(path) ? 'names a version; after an upgrade, make this entry anew' : null;
}
