// The compiled copy of what the two config files say, for the verbs that must be quick: what each key was
// set to, and the settings that follow from it. Never holds variables or flags.

import type { SettingsFiles } from '../model/settings-files.ts';
import { shapeProblem } from './check.ts';
import { type CopyKey, readFreshCopy } from './copy-key.ts';
import { isSettingKey, type SettingKey } from './keys.ts';
import { type Layer, resolveLayers, type SettingInForce } from './layers.ts';

/**
 * The layer of both files from the copy; null where it is missing, stale or not to be believed. Also where the settings
 * beside it are not those that follow from it: another build of this version has written them, and a quick verb would
 * find no good copy at each of its starts.
 */
export function readCopy(files: SettingsFiles, path: string, key: CopyKey): Layer | null {
  const copy = readFreshCopy(files, path, key);
  const layer = copy?.settings === undefined ? null : checkLayer(copy.values);
  return layer !== null && JSON.stringify(copy?.settings) === settingsOf(layer) ? layer : null;
}

/** Null where values do not go together. */
function settingsOf(layer: Layer): string | null {
  try {
    return JSON.stringify(resolveLayers(layer).settings);
  } catch {
    return null;
  }
}

/** Keeps a layer for the next start. Does nothing where the vault cannot be written. */
export function writeCopy(files: SettingsFiles, path: string, key: CopyKey, layer: Layer): void {
  try {
    files.write(path, `${JSON.stringify({ ...key, values: layer, settings: resolveLayers(layer).settings })}\n`);
  } catch {
    // It only saves time. Values that do not go together are for the caller to refuse.
  }
}

/**
 * Values are checked again, since a copy can come with a vault from elsewhere: nothing in it may do what
 * a config file could not. `from` is only believed for display.
 */
function checkLayer(values: unknown): Layer | null {
  if (typeof values !== 'object' || values === null) return null;
  const layer: Partial<Record<SettingKey, SettingInForce>> = {};
  for (const [name, entry] of Object.entries(values) as [string, Partial<SettingInForce> | null][]) {
    if (!isSettingKey(name) || entry?.value === undefined || shapeProblem(name, entry.value) !== null) return null;
    if (entry.from !== 'vault' && entry.from !== 'user') return null;
    layer[name] = { value: entry.value, from: entry.from };
  }
  return layer;
}
