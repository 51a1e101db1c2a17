// Many sources to one: defaults, files, variables and flags become the settings in force, each with
// where it came from. Reads nothing.
import { MemvaultError } from '../model/errors.ts';
import type { Settings } from './settings.ts';
import { problemTogether } from './check.ts';
import type { SettingKey, SettingValue } from './settings.ts';
import { lastPart, SETTING_KEYS, SETTINGS } from './settings.ts';

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
