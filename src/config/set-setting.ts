// Sets one key in the text of a config.yaml and leaves every other byte alone: comments, order, line
// ends. The result is read again before it is given back; what cannot be done safely is refused.

import { MemvaultError } from '../model/errors.ts';
import { parseValue, problemOf, problemTogether } from './check.ts';
import { renderEdits } from './config-edits.ts';
import { vaultPathProblem } from './default-vault.ts';
import { isSameValue, SETTING_KEYS, type SettingKey, SETTINGS, type SettingValue, showValue } from './keys.ts';
import { resolveKey } from './names.ts';
import { type ConfigFile, parseConfig } from './parse-config.ts';
import type { ConfigOwner } from './schema.ts';
import { parseSource } from './yaml-source.ts';

export interface SetSetting {
  /** The whole new text. */
  readonly text: string;
  readonly key: SettingKey;
  readonly value: SettingValue;
}

/**
 * `text` with the key `name` (in full, or its unique last part) set to what `typed` stands for.
 * `file` is its name for messages. Throws `usage` for an unknown key or a wrong value, `settings` where
 * the file is broken already, and `refused` where only a person can edit it safely.
 */
export function setSetting(
  text: string,
  name: string,
  typed: string,
  file: string,
  owner: ConfigOwner = 'vault',
): SetSetting {
  const key = resolveKey(name);
  const value = parseValue(key, typed);
  const wrong = problemOf(key, value);
  if (wrong !== null) throw new MemvaultError('usage', `${key} ${wrong}`);
  const before = parseConfig(text, file, owner);
  const wanted: ConfigFile['values'] = { ...before.values, [key]: value };
  const together = problemTogether((other) => wanted[other] ?? SETTINGS[other].default);
  if (together !== null) throw new MemvaultError('usage', together);
  if (key in before.values && isSameValue(before.values[key], value)) return { text, key, value };
  for (const edited of renderEdits(parseSource(text, file), key.split('.'), value))
    if (says(edited, { ...before, values: wanted }, file, owner)) return { text: edited, key, value };
  throw new MemvaultError('refused', `${file} is written in a way that cannot be edited safely`, {
    hint: `Set ${key} to ${showValue(value)} there by hand.`,
  });
}

/**
 * The text of the user's own config with `vault` set to a path, absolute or with `~/` in front. Throws `settings` where
 * the file is broken already, `usage` for another path, `refused` where only a person can edit it safely.
 */
export function setDefaultVault(text: string, vault: string, file: string): string {
  const wrong = vaultPathProblem(vault);
  if (wrong !== null) throw new MemvaultError('usage', `vault ${wrong}`);
  const before = parseConfig(text, file, 'user');
  if (before.vault === vault) return text;
  for (const edited of renderEdits(parseSource(text, file), ['vault'], vault))
    if (says(edited, { ...before, vault }, file, 'user')) return edited;
  throw new MemvaultError('refused', `${file} is written in a way that cannot be edited safely`, {
    hint: `Write this line there by hand: vault: ${vault}`,
  });
}

/** Does an edited text say what it should, and nothing else? */
function says(text: string, wanted: ConfigFile, file: string, owner: ConfigOwner): boolean {
  // Both stand for bytes that are not UTF-8; writing them back as text would lose those.
  if (text.includes('\uFFFD') || !text.isWellFormed()) return false;
  try {
    const got = parseConfig(text, file, owner);
    return got.vault === wanted.vault && SETTING_KEYS.every((key) => isSameValue(got.values[key], wanted.values[key]));
  } catch {
    return false;
  }
}
