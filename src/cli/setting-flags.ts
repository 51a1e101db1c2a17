// Flags that stand for a setting, this one time.
import type { SettingFlag } from '../config/overlay.ts';
import type { SettingKey } from '../config/setting.ts';
import { DAY_FORMS, spanOf } from '../language/dates/calendar.ts';
import { dayOf } from '../model/day.ts';
import { MemvaultError } from '../model/errors.ts';
import { isOn, textValue, type Values } from './spec.ts';

/** Those that choose a model that reads what a person gave, and its limits. */
export const READER_FLAGS = [
  ['engine', 'consolidate.engine'],
  ['timeout', 'consolidate.timeout_seconds'],
  ['model', 'models.model'],
  ['url', 'models.url'],
  ['num-ctx', 'models.num_ctx'],
  ['temperature', 'models.temperature'],
  ['max-calls', 'models.max_calls'],
  ['max-tokens', 'models.max_tokens'],
] as const;

/** Those of the flags that were typed, in their order. */
export function settingFlags(
  values: Values,
  flags: readonly (readonly [flag: string, key: SettingKey])[],
): SettingFlag[] {
  return flags.flatMap(([flag, key]) => {
    const text = textValue(values, flag);
    return text === undefined ? [] : [{ key, flag: `--${flag}`, text }];
  });
}

/** Those that choose a model for `--llm`. Throws `usage` where a model is named and none is asked. */
export function llmFlags(values: Values, hint: string): SettingFlag[] {
  const flags = settingFlags(values, [
    ['engine', 'consolidate.engine'],
    ['model', 'models.model'],
  ]);
  const [first] = flags;
  if (first !== undefined && !isOn(values, 'llm'))
    throw new MemvaultError('usage', `${first.flag} needs --llm`, { hint });
  return flags;
}

// A day as people type it behind a flag.

/**
 * The day that was typed, of a month or another span its first, and its last for `until`; null where the flag is not
 * there.
 */
export function dayFlag(values: Values, name: string, now: Date): string | null {
  const typed = textValue(values, name);
  if (typed === undefined) return null;
  const span = spanOf(typed, dayOf(now));
  if (span !== null) return name === 'until' ? span.to : span.from;
  throw new MemvaultError('usage', `--${name} ${JSON.stringify(typed)} is no day`, {
    hint: `write it as ${DAY_FORMS}`,
  });
}
