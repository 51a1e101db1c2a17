// The way to the settings for every verb: the compiled copy where it is fresh, else the files, with
// variables and flags on top. Never imports the YAML reader unless the copy is stale.

import type { SettingsFiles } from '../model/settings-files.ts';
import { readCopy, writeCopy } from './compiled.ts';
import { placesOf, readCopyKey, type SettingsPlaces } from './copy-key.ts';
import { type Layer, type ResolvedSettings, resolveLayers } from './layers.ts';
import { resolveEnvironment, resolveFlags, type SettingFlag } from './overlay.ts';
import type { Environment } from './variables.ts';

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
