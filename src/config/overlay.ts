// The two layers above the files: MEMVAULT_* variables and flags. Light; never reads a file.
import { MemvaultError } from '../model/errors.ts';
import { nearest } from '../model/text.ts';
import { parseValue, problemOf } from './check.ts';
import type { Layer, SettingInForce } from './layers.ts';
import type { SettingKey } from './settings.ts';
import { SETTING_KEYS } from './settings.ts';
import { variablesOf } from './suggest-name.ts';
import { type Environment, PREFIX, variablesIn } from './variables.ts';

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
