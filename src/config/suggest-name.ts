// What a key is called: in full, by its last part where only one key ends so, and as a variable.
// Finds the right key for a wrong name. Knows no values.
import { MemvaultError } from '../model/errors.ts';
import { nearest } from '../model/text.ts';
import type { SettingKey } from './settings.ts';
import { isSettingKey, keysUnder, lastPart, SETTING_KEYS } from './settings.ts';

/**
 * The key that a person means: `consolidate.min_facts`, or `min_facts` as the only key that ends so.
 * Throws `usage` for an unknown or ambiguous one, with the nearest key, or those it could be.
 */
export function resolveKey(name: string): SettingKey {
  if (isSettingKey(name)) return name;
  const matches = SETTING_KEYS.filter((key) => key.endsWith(`.${name}`));
  const [only, second] = matches;
  if (only !== undefined && second === undefined) return only;
  if (only !== undefined)
    throw new MemvaultError('usage', `${name} is ambiguous: ${matches.join(', ')}`, {
      hint: 'Give the key with its section.',
    });
  const below = keysUnder(name);
  if (below.length > 0)
    throw new MemvaultError('usage', `${name} is a group of settings`, {
      hint: `Its settings are ${below.join(', ')}.`,
    });
  const meant = nearestKey(name);
  throw new MemvaultError('usage', `unknown setting: ${name}${meant === null ? '' : `; did you mean ${meant}?`}`, {
    hint: '`memvault config` lists every setting.',
  });
}

/** The key nearest to a name: by the last part, since a key is easily put in the wrong section, else as a whole. */
export function nearestKey(name: string): SettingKey | null {
  const part = nearest(lastPart(name), SETTING_KEYS.map(lastPart));
  const key = part ?? nearest(name, SETTING_KEYS);
  return SETTING_KEYS.find((one) => one === key || lastPart(one) === key) ?? null;
}

/**
 * The variables that set a key, without `MEMVAULT_`: the whole key, then its last part where only one
 * key ends so. `CONSOLIDATE_MIN_FACTS`, `MIN_FACTS`.
 */
export function variablesOf(key: SettingKey): readonly string[] {
  const last = lastPart(key);
  const unique = SETTING_KEYS.filter((other) => lastPart(other) === last).length === 1;
  const whole = key.replaceAll('.', '_').toUpperCase();
  return unique ? [whole, last.toUpperCase()] : [whole];
}
