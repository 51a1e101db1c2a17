// Loads the settings from defaults, files, variables and flags, each value with its source. Also writes the compiled
// copy from which the quick verbs read them (quick.ts).
import { MemvaultError } from '../model/errors.ts';
import type { SettingsFiles } from '../model/ports.ts';
import { nearest } from '../model/text.ts';
import { parseValue, problemOf, problemTogether, variablesOf } from './check.ts';
import {
  type CopyKey,
  type Environment,
  placesOf,
  PREFIX,
  readCopyKey,
  readFreshCopy,
  type SettingsPlaces,
  variablesIn,
} from './quick.ts';
import { lastPart, SETTING_KEYS, type SettingKey, type Settings, SETTINGS, type SettingValue } from './settings.ts';

export interface LoadSettings {
  readonly files: SettingsFiles;
  /** Absolute path of the vault; null if there is none yet. */
  readonly root: string | null;
  /** Absolute path of the user's config (`userConfigPath`); null without a home. */
  readonly userConfig: string | null;
  /** The version of memvault. */
  readonly version: string;
  readonly env: Environment;
  readonly flags?: readonly SettingFlag[];
  /** A dry run: reads the copy, but does not renew it. */
  readonly readOnly?: boolean;
}

/** Loads the settings. Throws `settings` (files, variables), `usage` (flags), and any error of `files`. */
export async function loadSettings(options: LoadSettings): Promise<ResolvedSettings> {
  const { files, root, userConfig, version, env, flags = [], readOnly = false } = options;
  const places = placesOf(root, userConfig);
  const fromFiles = await resolveFiles(files, places, version, readOnly);
  return resolveLayers(fromFiles, resolveEnvironment(env), resolveFlags(flags));
}

/** Reads both config files, and saves the resulting settings for the quick verbs. */
async function resolveFiles(
  files: SettingsFiles,
  places: SettingsPlaces,
  version: string,
  readOnly: boolean,
): Promise<Layer> {
  const key = readCopyKey(files, places, version);
  if (key.vault === null && key.user === null) return {};
  const { readConfigFiles } = await import('./config-file.ts');
  const layer = readConfigFiles(files, places);
  if (places.copy !== null && !readOnly) keepCopy(files, places.copy, key, layer);
  return layer;
}

/** The copy never contains variables or flags. A failed write is ignored, since the copy only saves time. */
function keepCopy(files: SettingsFiles, path: string, key: CopyKey, layer: Layer): void {
  try {
    const { settings } = resolveLayers(layer);
    if (JSON.stringify(readFreshCopy(files, path, key)) !== JSON.stringify(settings))
      files.write(path, `${JSON.stringify({ ...key, settings })}\n`);
  } catch {
    // The caller reports values that conflict.
  }
}

// Merges defaults, files, variables and flags into the settings in force, each with its source. Reads nothing.

/** A value and its source: `default`, `vault`, `user`, `environment MEMVAULT_…` or `flag`. */
export interface SettingInForce {
  readonly value: SettingValue;
  readonly from: string;
}

/** The values of one or several sources, each checked on its own. */
export type Layer = Readonly<Partial<Record<SettingKey, SettingInForce>>>;

export interface ResolvedSettings {
  readonly settings: Settings;
  /** Every key in the order of config.yaml; printed by `config --json`. */
  readonly inForce: Readonly<Record<SettingKey, SettingInForce>>;
}

/** Merges layers; a later one wins. Throws `settings` if the values conflict. */
export function resolveLayers(...layers: readonly Layer[]): ResolvedSettings {
  const inForce = {} as Record<SettingKey, SettingInForce>;
  for (const key of SETTING_KEYS) inForce[key] = { value: SETTINGS[key].default, from: 'default' };
  for (const layer of layers) Object.assign(inForce, layer);
  const wrong = problemTogether((key) => inForce[key].value);
  if (wrong !== null) {
    const named = SETTING_KEYS.filter((key) => wrong.includes(key));
    throw new MemvaultError('settings', wrong, {
      hint: `${named.map((key) => `${key} comes from: ${inForce[key].from}`).join('; ')}.`,
    });
  }
  return { settings: nest(inForce), inForce };
}

function nest(inForce: Readonly<Record<SettingKey, SettingInForce>>): Settings {
  const root: Record<string, unknown> = {};
  for (const key of SETTING_KEYS) {
    const parts = key.split('.');
    let group = root;
    for (let depth = 0; depth < parts.length - 1; depth++) {
      const part = parts[depth] ?? '';
      group[part] ??= {};
      group = group[part] as Record<string, unknown>;
    }
    group[lastPart(key)] = inForce[key].value;
  }
  return root as unknown as Settings;
}

// The two layers above the files: MEMVAULT_* variables and flags. Light; never reads a file.

/** A flag for a setting, as typed. */
export interface SettingFlag {
  /** `--max-days`, for messages. */
  readonly flag: string;
  readonly key: SettingKey;
  readonly text: string;
}

/**
 * The layer of the environment. The whole name (`MEMVAULT_WRITE_TIMEZONE`) wins over the short one
 * (`MEMVAULT_TIMEZONE`); an empty variable counts as unset. A name that looks like a misspelled setting is an error,
 * because it would silently have no effect; any other unknown name is ignored. Throws `settings`.
 */
export function resolveEnvironment(env: Environment): Layer {
  const given = variablesIn(env);
  if (given.length === 0) return {};

  const layer: Partial<Record<SettingKey, SettingInForce>> = {};
  const known: string[] = [];
  for (const key of SETTING_KEYS) {
    const variables = variablesOf(key);
    known.push(...variables);
    const name = variables.find((variable) => given.includes(variable));
    if (name === undefined) continue;
    const value = parseValue(key, env[PREFIX + name] ?? '');
    const wrong = problemOf(key, value);
    if (wrong !== null)
      throw new MemvaultError('settings', `the variable ${PREFIX}${name}: ${key} ${wrong}`, {
        hint: `Correct ${PREFIX}${name}, or unset it.`,
      });
    layer[key] = { value, from: `environment ${PREFIX}${name}` };
  }
  for (const name of given) {
    if (known.includes(name)) continue;
    const meant = nearest(name, known);
    if (meant !== null)
      throw new MemvaultError(
        'settings',
        `the variable ${PREFIX}${name} is not a setting; did you mean ${PREFIX}${meant}?`,
        {
          hint: `Correct its name, or unset ${PREFIX}${name}.`,
        },
      );
  }
  return layer;
}

/** The layer of the flags. Throws `usage`. */
export function resolveFlags(flags: readonly SettingFlag[]): Layer {
  const layer: Partial<Record<SettingKey, SettingInForce>> = {};
  for (const { flag, key, text } of flags) {
    const value = parseValue(key, text);
    const wrong = problemOf(key, value);
    if (wrong !== null) throw new MemvaultError('usage', `${flag} ${wrong}`);
    layer[key] = { value, from: 'flag' };
  }
  return layer;
}
