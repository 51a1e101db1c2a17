// Many sources to one: defaults, files, variables and flags become the settings in force, each with
// where it came from. Reads nothing.
import { MemvaultError } from '../model/errors.ts';
import type { Settings } from '../model/settings.ts';
import { nearest } from '../model/text.ts';
import { parseValue, problemOf, problemTogether } from './check.ts';
import type { SettingKey, SettingValue } from './setting.ts';
import { lastPart, SETTING_KEYS, SETTINGS } from './settings.ts';
import { variablesOf } from './suggest-name.ts';

/** A value and its source: `default`, `vault`, `user`, `environment MEMVAULT_…` or `flag`. */
export interface SettingInForce {
  readonly value: SettingValue;
  readonly from: string;
}

/** What one source, or several, say. Values in it have been checked one by one. */
export type Layer = Readonly<Partial<Record<SettingKey, SettingInForce>>>;

export interface ResolvedSettings {
  readonly settings: Settings;
  /** Every key in the order of config.yaml; what `config --json` prints. */
  readonly inForce: Readonly<Record<SettingKey, SettingInForce>>;
}

/** The settings in force. A later layer wins. Throws `settings` where values do not go together. */
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

// Which variables of the environment can be settings. Light; knows no keys.

export type Environment = Readonly<Record<string, string | undefined>>;

const PREFIX = 'MEMVAULT_';
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

// The two layers above the files: MEMVAULT_* variables and flags. Light; never reads a file.

/** A flag that stands for a setting, as it was typed. */
export interface SettingFlag {
  /** `--max-days`, for messages. */
  readonly flag: string;
  readonly key: SettingKey;
  readonly text: string;
}

/**
 * What the environment sets. The whole name (`MEMVAULT_WRITE_TIMEZONE`) wins over the short one
 * (`MEMVAULT_TIMEZONE`); an empty variable counts as unset. A name that looks like a misspelled setting
 * is an error, because it would be without effect in silence; any other is somebody else's.
 * Throws `settings`.
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

/** What flags set. Throws `usage`. */
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
