// The settings from the compiled copy alone, for the verbs that must be quick, and when that copy counts. It gives what
// `loadSettings` would give, or nothing: it reads no YAML, writes nothing and reports no problem.
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

/** The settings, or null where only `loadSettings` can tell: no good copy, or a variable that may be a setting. */
export function readQuickSettings({ files, root, userConfig, version, env }: QuickSettings): Settings | null {
  try {
    if (variablesIn(env).length > 0) return null;
    const places = placesOf(root, userConfig);
    const key = readCopyKey(files, places, version);
    if (places.copy === null || (key.vault === null && key.user === null)) return null;
    const settings = readFreshCopy(files, places.copy, key);
    return isSafe(settings) ? (settings as Settings) : null;
  } catch {
    return null; // For `loadSettings` to explain.
  }
}

type Zones = Settings['write']['zones'];

/** Names that a vault has unless it says otherwise: to compile the expression costs as much as all else here. */
const USUAL: readonly unknown[] = ['daily', '0_Inbox', '1_Projects', '2_Wiki', '3_Personal', '4_Assets', '5_Archives'];
const ZONES = ['inbox', 'projects', 'wiki', 'personal', 'assets', 'archives'] as const satisfies (keyof Zones)[];
const NAME = String.raw`[\w\u00C0-\uFFFF-]+(?: [\w\u00C0-\uFFFF-]+)*`;

/**
 * What a path or a time zone is made of. A copy is only believed for the change time of the files that it was made
 * from, which nobody can know beforehand; this is checked on top, so that no copy leads out of the vault.
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

// Which variables of the environment can be settings. Light; knows no keys.

export type Environment = Readonly<Record<string, string | undefined>>;

export const PREFIX = 'MEMVAULT_';

/** Variables that mean something else; alone they cost nothing. */
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

// When the compiled copy of the settings counts: by size and time of both config files and by memvault's
// version. Light, because the quick verbs load it; believes nothing that the copy says beyond that.

/** Absolute paths. */
export interface SettingsPlaces {
  /** The vault's config.yaml; null without a vault. */
  readonly vaultConfig: string | null;
  /** The user's config.yaml; null without a home. */
  readonly userConfig: string | null;
  /** The compiled copy; null without a vault. */
  readonly copy: string | null;
}

/** What a copy is valid for. */
export interface CopyKey {
  readonly version: string;
  readonly vault: FileStat | null;
  readonly user: FileStat | null;
  readonly userConfig: string | null;
}

/** The files of a vault, or those that count without one. */
export function placesOf(root: string | null, userConfig: string | null): SettingsPlaces {
  return {
    vaultConfig: root === null ? null : `${root}/.memvault/config.yaml`,
    userConfig,
    copy: root === null ? null : `${root}/.memvault/cache/settings.json`,
  };
}

/** The key of a copy that would be written now. Take it before the files are read. */
export function readCopyKey(files: Pick<SettingsFiles, 'stat'>, places: SettingsPlaces, version: string): CopyKey {
  const stat = (path: string | null): FileStat | null => {
    const found = path === null ? null : files.stat(path);
    return found && { size: found.size, mtimeMs: found.mtimeMs };
  };
  return { version, vault: stat(places.vaultConfig), user: stat(places.userConfig), userConfig: places.userConfig };
}

/**
 * The settings that the copy holds, unchecked; null where it is missing or stale, and where it cannot be read, which is
 * as good as none.
 */
export function readFreshCopy(files: Pick<SettingsFiles, 'stat' | 'read'>, path: string, key: CopyKey): unknown {
  try {
    const copied = files.stat(path);
    if (copied === null || !isSettled(key.vault, copied) || !isSettled(key.user, copied)) return null;
    const text = files.read(path);
    const copy = text === null ? null : (JSON.parse(text) as Partial<CopyKey> & { readonly settings?: unknown });
    return copy !== null && isSameKey(copy, key) ? (copy.settings ?? null) : null;
  } catch {
    return null;
  }
}

function isSameKey(copy: Partial<CopyKey>, key: CopyKey): boolean {
  return (
    copy.version === key.version &&
    copy.userConfig === key.userConfig &&
    isSameStat(copy.vault, key.vault) &&
    isSameStat(copy.user, key.user)
  );
}

function isSameStat(a: FileStat | null | undefined, b: FileStat | null): boolean {
  if (!a || !b) return a === b;
  return a.size === b.size && a.mtimeMs === b.mtimeMs;
}

/**
 * A file that changed within one tick of its file system's clock after the copy was made looks unchanged
 * (git calls such an entry racy). So a copy counts only when it is younger than its files by more than a
 * tick: 2 s where times are whole seconds, else 20 ms.
 */
function isSettled(config: FileStat | null, copied: FileStat): boolean {
  if (config === null) return true;
  const tick = config.mtimeMs % 1000 === 0 ? 2000 : 20;
  return copied.mtimeMs - config.mtimeMs > tick;
}
