// The way to the settings for every verb: the compiled copy where it is fresh, else the files, with
// variables and flags on top. Never imports the YAML reader unless the copy is stale.
import type { SettingsFiles } from '../model/ports.ts';
import { shapeProblem } from './check.ts';
import { type CopyKey, placesOf, readCopyKey, readFreshCopy, type SettingsPlaces } from './copy-key.ts';
import { type Layer, type ResolvedSettings, resolveLayers, type SettingInForce } from './layers.ts';
import { resolveEnvironment, resolveFlags, type SettingFlag } from './overlay.ts';
import type { SettingKey } from './settings.ts';
import { isSettingKey } from './settings.ts';
import type { Environment } from './variables.ts';

// The compiled copy of what the two config files say, for the verbs that must be quick: what each key was
// set to, and the settings that follow from it. Never holds variables or flags.

/**
 * The layer of both files from the copy; null where it is missing, stale or not to be believed. Also where the settings
 * beside it are not those that follow from it: another build of this version has written them, and a quick verb would
 * find no good copy at each of its starts.
 */
function readCopy(files: SettingsFiles, path: string, key: CopyKey): Layer | null {
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
function writeCopy(files: SettingsFiles, path: string, key: CopyKey, layer: Layer): void {
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

export interface LoadSettings {
  readonly files: SettingsFiles;
  /** Absolute path of the vault; null where there is none yet. */
  readonly root: string | null;
  /** Absolute path of the user's config (`userConfigPath`); null without a home. */
  readonly userConfig: string | null;
  /** memvault's own version. */
  readonly version: string;
  readonly env: Environment;
  readonly flags?: readonly SettingFlag[];
  /** Nothing may be written (a dry run): the copy is read but not renewed. */
  readonly readOnly?: boolean;
}

/** The settings in force. Throws `settings` (files, variables), `usage` (flags), and what `files` throws. */
export async function loadSettings(options: LoadSettings): Promise<ResolvedSettings> {
  const { files, root, userConfig, version, env, flags = [], readOnly = false } = options;
  const places = placesOf(root, userConfig);
  const fromFiles = await resolveFiles(files, places, version, readOnly);
  return resolveLayers(fromFiles, resolveEnvironment(env), resolveFlags(flags));
}

async function resolveFiles(
  files: SettingsFiles,
  places: SettingsPlaces,
  version: string,
  readOnly: boolean,
): Promise<Layer> {
  const key = readCopyKey(files, places, version);
  if (key.vault === null && key.user === null) return {};
  const copied = places.copy === null ? null : readCopy(files, places.copy, key);
  if (copied !== null) return copied;
  const { readConfigFiles } = await import('./resolve.ts');
  const layer = readConfigFiles(files, places);
  if (places.copy !== null && !readOnly) writeCopy(files, places.copy, key, layer);
  return layer;
}
