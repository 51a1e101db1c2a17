// The settings as a table, as one value, and as the body of the JSON document.
import type { ResolvedSettings } from '../../config/layers.ts';
import type { SettingKey, SettingValue } from '../../config/setting.ts';
import { SETTING_KEYS, showValue } from '../../config/settings.ts';
import { plain } from '../../model/controls.ts';
import { painter } from '../terminal/paint.ts';

type InForce = ResolvedSettings['inForce'];

/** Three columns: key, value, where it comes from. */
export function renderSettings(inForce: InForce, color: boolean): string {
  const paint = painter(color);
  const rows = SETTING_KEYS.map((key) => ({ key, value: renderValue(inForce[key].value), from: inForce[key].from }));
  const keyWidth = Math.max(...rows.map((row) => row.key.length));
  const valueWidth = Math.max(...rows.map((row) => row.value.length));
  return rows
    .map(
      ({ key, value, from }) =>
        `${key.padEnd(keyWidth)}  ${paint(from === 'default' ? 'dim' : 'bold', value)}` +
        `${' '.repeat(valueWidth - value.length)}  ${paint('dim', from)}`,
    )
    .join('\n');
}

export const renderValue = (value: SettingValue): string => plain(showValue(value));

/** All settings, or the one of `key`. */
export function toSettings(inForce: InForce, key: SettingKey | null): Record<string, InForce[SettingKey]> {
  const keys = key === null ? SETTING_KEYS : [key];
  return Object.fromEntries(keys.map((one) => [one, inForce[one]]));
}
