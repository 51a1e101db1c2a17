// Flags that stand for a setting, this one time.
import type { SettingFlag } from '../config/load.ts';
import type { SettingKey } from '../config/settings.ts';
import { resolveKey } from '../config/check.ts';
import { listValue, textValue, type Values, usage } from './spec.ts';

/** Flags that each stand for one setting. */
const ALIASES: readonly (readonly [flag: string, key: SettingKey])[] = [
  ['engine', 'consolidate.engine'],
  ['model', 'models.model'],
  ['timeout', 'consolidate.timeout_seconds'],
];

/** The settings that were typed, `--set` last. Throws `usage`. */
export function settingFlags(values: Values): SettingFlag[] {
  const aliases = ALIASES.flatMap(([flag, key]) => {
    const text = textValue(values, flag);
    return text === undefined ? [] : [{ key, flag: `--${flag}`, text }];
  });
  const sets = listValue(values, 'set').map((typed) => {
    const at = typed.indexOf('=');
    if (at < 0) throw usage(`--set ${typed} has no value`, 'write it as --set KEY=VALUE');
    const key = resolveKey(typed.slice(0, at).trim());
    return { key, flag: `--set ${key}`, text: typed.slice(at + 1) };
  });
  return [...aliases, ...sets];
}
