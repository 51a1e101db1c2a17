// The compiled copy of what the two config files say, for the verbs that must be quick.
// Valid by size and time of both files and by memvault's version; never holds variables or flags.

import type { FileStat } from '../model/ports.ts';
import type { SettingsFiles } from '../model/settings-files.ts';
import { shapeProblem } from './check.ts';
import { isSettingKey, type SettingKey } from './keys.ts';
import type { Layer, SettingInForce } from './layers.ts';

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

/** The key of a copy that would be written now. Take it before the files are read. */
export function readCopyKey(files: SettingsFiles, places: SettingsPlaces, version: string): CopyKey {
  const stat = (path: string | null): FileStat | null => {
    const found = path === null ? null : files.stat(path);
    return found && { size: found.size, mtimeMs: found.mtimeMs };
  };
  return { version, vault: stat(places.vaultConfig), user: stat(places.userConfig), userConfig: places.userConfig };
}

/** The layer of both files from the copy; null where it is missing, stale or not to be believed. */
export function readCopy(files: SettingsFiles, path: string, key: CopyKey): Layer | null {
  try {
    const copied = files.stat(path);
    if (copied === null || !isSettled(key.vault, copied) || !isSettled(key.user, copied)) return null;
    const text = files.read(path);
    return text === null ? null : parseCopy(text, key);
  } catch {
    return null; // A copy that cannot be read is as good as none.
  }
}

/** Keeps a layer for the next start. Where the vault cannot be written it does nothing. */
export function writeCopy(files: SettingsFiles, path: string, key: CopyKey, layer: Layer): void {
  try {
    files.write(path, renderCopy(key, layer));
  } catch {
    // It only saves time.
  }
}

function renderCopy(key: CopyKey, layer: Layer): string {
  return `${JSON.stringify({ ...key, values: layer })}\n`;
}

/**
 * Values are checked again, since a copy can come with a vault from elsewhere: nothing in it may do what
 * a config file could not. `from` is only believed for display.
 */
function parseCopy(text: string, key: CopyKey): Layer | null {
  const copy = JSON.parse(text) as Partial<CopyKey> & { values?: unknown };
  const fresh =
    copy.version === key.version &&
    copy.userConfig === key.userConfig &&
    isSameStat(copy.vault, key.vault) &&
    isSameStat(copy.user, key.user);
  if (!fresh || typeof copy.values !== 'object' || copy.values === null) return null;
  const layer: Partial<Record<SettingKey, SettingInForce>> = {};
  for (const [name, entry] of Object.entries(copy.values) as [string, Partial<SettingInForce> | null][]) {
    if (!isSettingKey(name) || entry?.value === undefined || shapeProblem(name, entry.value) !== null) return null;
    if (entry.from !== 'vault' && entry.from !== 'user') return null;
    layer[name] = { value: entry.value, from: entry.from };
  }
  return layer;
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
