// When the compiled copy of the settings counts: by size and time of both config files and by memvault's
// version. Light, because the quick verbs load it; believes nothing that the copy says beyond that.
import type { FileStat } from '../model/ports.ts';
import type { SettingsFiles } from '../model/ports.ts';

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

/** A copy as it was found: its key is right, what else it holds is still to be checked. */
export interface FoundCopy {
  readonly values?: unknown;
  readonly settings?: unknown;
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

/** What the copy says; null where it is missing or stale, and where it cannot be read, which is as good as none. */
export function readFreshCopy(
  files: Pick<SettingsFiles, 'stat' | 'read'>,
  path: string,
  key: CopyKey,
): FoundCopy | null {
  try {
    const copied = files.stat(path);
    if (copied === null || !isSettled(key.vault, copied) || !isSettled(key.user, copied)) return null;
    const text = files.read(path);
    const copy = text === null ? null : (JSON.parse(text) as Partial<CopyKey> & FoundCopy);
    return copy !== null && isSameKey(copy, key) ? copy : null;
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
