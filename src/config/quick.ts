// Reads the settings from the compiled copy alone, for the quick verbs, and decides whether that copy is fresh. Returns
// what `loadSettings` would, or nothing: reads no YAML, writes nothing and reports no problem.
import { isAbsolute, join } from 'node:path';
import { MemvaultError } from '../model/errors.ts';
import type { FileStat, SettingsFiles } from '../model/ports.ts';
import type { Settings } from './settings.ts';

export interface QuickSettings {
  readonly files: Pick<SettingsFiles, 'stat' | 'read'>;
  /** Absolute path of the vault. */
  readonly root: string;
  /** Absolute path of the user's config; null without a home. */
  readonly userConfig: string | null;
  readonly version: string;
  readonly env: Environment;
}

/** The settings; null if only `loadSettings` can tell: no fresh copy, or a variable that may be a setting. */
export function readQuickSettings({ files, root, userConfig, version, env }: QuickSettings): Settings | null {
  try {
    if (variablesIn(env).length > 0) return null;
    const places = placesOf(root, userConfig);
    const key = readCopyKey(files, places, version);
    if (places.copy === null || (key.vault === null && key.user === null)) return null;
    const settings = readFreshCopy(files, places.copy, key);
    return isSafe(settings) ? (settings as Settings) : null;
  } catch {
    return null; // `loadSettings` will explain.
  }
}

type Zones = Settings['write']['zones'];

/** The default names: compiling the expression costs as much as everything else here. */
const USUAL: readonly unknown[] = ['daily', '0_Inbox', '1_Projects', '2_Wiki', '3_Personal', '4_Assets', '5_Archives'];
const ZONES = ['inbox', 'projects', 'wiki', 'personal', 'assets', 'archives'] as const satisfies (keyof Zones)[];
const NAME = String.raw`[\w\u00C0-\uFFFF-]+(?: [\w\u00C0-\uFFFF-]+)*`;

/**
 * Checks the form of paths and the time zone. A copy is fresh only if it has the change times of its config files,
 * which cannot be predicted; this is a second check, so that no copy leads out of the vault.
 */
function isSafe(settings: unknown): boolean {
  const { daily_dir: daily, timezone, zones } = (settings as Settings).write;
  const matches = (form: RegExp, value: unknown): boolean => typeof value === 'string' && form.test(value);
  const isPath = (path: unknown): boolean =>
    USUAL.includes(path) || matches(new RegExp(`^${NAME}(?:/${NAME})*$`), path);
  return (
    isPath(daily) &&
    ZONES.every((name) => isPath(zones[name]) && !zones[name].includes('/')) &&
    (timezone === null || matches(/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/, timezone))
  );
}

// Environment variables that may be settings. Light; knows no keys.

export type Environment = Readonly<Record<string, string | undefined>>;

export const PREFIX = 'MEMVAULT_';

/** Variables that are not settings; they do not disable the fast path. */
const OTHERS: readonly string[] = ['VAULT', 'NOW', 'DREAM'];

/** Their names without `MEMVAULT_`. An empty variable counts as unset. */
export function variablesIn(env: Environment): string[] {
  const names: string[] = [];
  for (const name of Object.keys(env)) {
    if (!name.startsWith(PREFIX) || env[name] === '') continue;
    const own = name.slice(PREFIX.length);
    if (!OTHERS.includes(own)) names.push(own);
  }
  return names;
}

// Whether the compiled copy of the settings is fresh: by size and time of both config files and by memvault's version.
// Light, because the quick verbs load it.

/** Absolute paths. */
export interface SettingsPlaces {
  /** The vault's config.yaml; null without a vault. */
  readonly vaultConfig: string | null;
  /** The user's config.yaml; null without a home. */
  readonly userConfig: string | null;
  /** The compiled copy; null without a vault. */
  readonly copy: string | null;
}

/** Raised whenever settings are added, removed or mean something else: a copy of another form is stale. */
const FORM = 2;

/** The state for which a copy is valid. */
export interface CopyKey {
  readonly form: number;
  readonly version: string;
  readonly vault: FileStat | null;
  readonly user: FileStat | null;
  readonly userConfig: string | null;
}

/** The files of a vault; without one, those of the user. */
export function placesOf(root: string | null, userConfig: string | null): SettingsPlaces {
  return {
    vaultConfig: root === null ? null : `${root}/.memvault/config.yaml`,
    userConfig,
    copy: root === null ? null : `${root}/.memvault/cache/settings.json`,
  };
}

/** The key of a copy written now. Take it before reading the files. */
export function readCopyKey(files: Pick<SettingsFiles, 'stat'>, places: SettingsPlaces, version: string): CopyKey {
  const stat = (path: string | null): FileStat | null => {
    const found = path === null ? null : files.stat(path);
    return found && { size: found.size, mtimeMs: found.mtimeMs };
  };
  return {
    form: FORM,
    version,
    vault: stat(places.vaultConfig),
    user: stat(places.userConfig),
    userConfig: places.userConfig,
  };
}

/** The settings of the copy, unchecked; null if it is missing, stale or unreadable. */
export function readFreshCopy(files: Pick<SettingsFiles, 'stat' | 'read'>, path: string, key: CopyKey): unknown {
  try {
    const copied = files.stat(path);
    if (copied === null || !isSettled(key.vault, copied) || !isSettled(key.user, copied)) return null;
    const { settings = null, ...copyKey } = JSON.parse(files.read(path) ?? '{}') as { readonly settings?: unknown };
    return JSON.stringify(copyKey) === JSON.stringify(key) ? settings : null;
  } catch {
    return null;
  }
}

/**
 * A file that changed within one tick of its file system's clock after the copy was made looks unchanged (git calls
 * such an entry racy). A copy therefore counts only if it is younger than its files by more than a tick: 2 s if times
 * are whole seconds, else 20 ms.
 */
function isSettled(config: FileStat | null, copied: FileStat): boolean {
  if (config === null) return true;
  const tick = config.mtimeMs % 1000 === 0 ? 2000 : 20;
  return copied.mtimeMs - config.mtimeMs > tick;
}

// The user's own config: its path, and the vault that it names.

/**
 * The user's config.yaml: under `XDG_CONFIG_HOME`, on Windows `APPDATA`, else `~/.config`. Relative values are ignored,
 * as the XDG specification requires. Null without a home.
 */
export function userConfigPath(env: Environment, platform: string, home: string | null): string | null {
  const base = [env['XDG_CONFIG_HOME'], platform === 'win32' ? env['APPDATA'] : undefined].find(
    (path) => path !== undefined && isAbsolute(path),
  );
  if (base !== undefined) return join(base, 'memvault', 'config.yaml');
  if (home === null || home === '') return null;
  // Avoids `join` for a clean path: its first call costs more than a stat of the file.
  return home.endsWith('/') || home.endsWith('\\') || home.endsWith('.') || platform === 'win32'
    ? join(home, '.config', 'memvault', 'config.yaml')
    : `${home}/.config/memvault/config.yaml`;
}

// The vault that the user's config names: the one key needed before there is a vault.

/**
 * `vault:` of the user's config as an absolute path; null if unset. A plain line `vault: /a/path` is taken as it is,
 * because the YAML reader would cost a quick verb half its time. Throws `settings` for a broken file or a relative
 * path, and any error of `files`.
 */
export async function readDefaultVault(
  files: SettingsFiles,
  userConfig: string | null,
  home: string | null,
): Promise<string | null> {
  const text = userConfig === null ? null : files.read(userConfig);
  if (userConfig === null || text === null) return null;
  let vault = scanVault(text);
  if (vault === undefined) {
    const { parseUserVault } = await import('./config-file.ts');
    vault = parseUserVault(text, userConfig);
  }
  if (vault === null || !vault.startsWith('~')) return vault;
  if (home === null)
    throw new MemvaultError('settings', `${userConfig}: vault begins with ~, but the home folder is unknown`);
  return join(home, vault.slice(1));
}

/** The problem with the value of `vault`, as the end of a sentence; null if it is valid. */
export function vaultPathProblem(value: unknown): string | null {
  if (value === null) return null;
  const right = typeof value === 'string' && /^(~?[\\/]|[A-Za-z]:[\\/]|~$)/.test(value);
  return right ? null : 'must be an absolute path, or begin with ~/';
}

/** Reads the value without YAML: null if the file does not mention a vault, undefined if it is not plain. */
function scanVault(text: string): string | null | undefined {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => !/^\s*(#|$)/.test(line));
  const [line, second] = lines.filter((one) => one.includes('vault'));
  if (line === undefined) return null;
  const next = lines[lines.indexOf(line) + 1] ?? '';
  if (second !== undefined || /^\s/.test(next)) return undefined; // The path could continue on the next line.
  return /^vault: +((?:~?\/|[A-Za-z]:[\\/])[^#:]*?)\s*$/.exec(line)?.[1];
}
