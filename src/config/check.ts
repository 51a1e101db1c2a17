// Resolves names of keys, parses values as typed, and validates them. The same rules for files, variables, flags and
// the compiled copy.
import { MemvaultError } from '../model/errors.ts';
import { isText, parseJson } from '../model/json.ts';
import { nearest } from '../model/text.ts';
import {
  isSettingKey,
  keysUnder,
  lastPart,
  SETTING_KEYS,
  type SettingKey,
  settingOf,
  type SettingValue,
  showValue,
} from './settings.ts';

/**
 * The problem with a zone's name, as the end of a sentence; null if the zone exists. The spelling must be exact,
 * because the process's zone silently falls back to UTC for `europe/berlin`.
 */
function zoneProblem(name: string): string | null {
  if (name === 'UTC') return null;
  const known = Intl.supportedValuesOf('timeZone');
  if (known.includes(name)) return null;
  const canonical = canonicalZone(name);
  // Old names such as US/Pacific work without being listed; they too begin with a capital.
  if (canonical !== null && canonical.toLowerCase() !== name.toLowerCase() && /^[A-Z]/.test(name)) return null;
  const meant = nearest(name, canonical === null ? known : [canonical]);
  const hint = meant === null ? '' : `; did you mean ${meant}?`;
  return `must be a time zone such as Europe/Berlin, not ${found(name)}${hint}`;
}

function canonicalZone(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/**
 * The problem with `value` as the value of `key`, as the end of a sentence that begins with the key ("must be …"); null
 * if it is valid.
 */
export function problemOf(key: SettingKey, value: unknown): string | null {
  const { schema, needs, default: initial } = settingOf(key);
  const parsed = schema.safeParse(value);
  if (parsed.success) return key === 'write.timezone' && typeof value === 'string' ? zoneProblem(value) : null;
  if (value === null) return `has no value; must be ${needs}`;
  const [issue] = parsed.error.issues;
  const at = issue?.path[0];
  if (Array.isArray(value) && typeof at === 'number')
    return issue?.code === 'custom'
      ? `must be ${needs}; ${found(value[at])} ${issue.message}`
      : `must be ${needs}, without ${found(value[at])}${typeof value[at] === 'number' ? '; put it in quotes' : ''}`;
  if (issue?.code === 'custom' && issue.path.length === 0 && issue.message !== 'Invalid input')
    return `must be ${needs}; ${found(value)} ${issue.message}`;
  if (typeof value === 'number' && typeof initial !== 'number') return `must be ${needs}; put ${value} in quotes`;
  const isQuoted = typeof initial === 'number' && typeof value === 'string' && NUMBER.test(value);
  return `must be ${needs}, not ${found(value)}${isQuoted ? '; remove the quotes' : ''}`;
}

const FOLDERS = SETTING_KEYS.filter((key) => key === 'write.daily_dir' || key.startsWith('write.zones.'));

/** The problem with values that are valid one by one but conflict, as a sentence; null if they fit together. */
export function problemTogether(valueOf: (key: SettingKey) => SettingValue): string | null {
  if (FOLDERS.every((key) => valueOf(key) === settingOf(key).default)) return null; // The usual case, and fast.
  const zones = new Map<string, SettingKey>();
  for (const key of FOLDERS) {
    if (key === 'write.daily_dir') continue;
    const name = foldName(String(valueOf(key)));
    const other = zones.get(name);
    if (other !== undefined) return `${other} and ${key} are the same folder, "${showValue(valueOf(key))}"`;
    zones.set(name, key);
  }
  const daily = String(valueOf('write.daily_dir'));
  const around = zones.get(foldName(daily.split('/')[0] ?? ''));
  if (around === undefined) return null;
  return (
    `write.daily_dir "${daily}" is inside the zone "${showValue(valueOf(around))}" (${around}); keep daily logs ` +
    'out of the zones'
  );
}

/** Parses a value from a flag, a variable or the command line; does not check it. */
export function parseValue(key: SettingKey, text: string): SettingValue {
  const { default: initial } = settingOf(key);
  const trimmed = text.trim();
  if (initial === null && trimmed === 'null') return null;
  if (Array.isArray(initial)) return listIn(trimmed);
  return typeof initial === 'number' && NUMBER.test(trimmed) ? Number(trimmed) : trimmed;
}

/** `en, de`, also in brackets; `[]` is an empty list. Items with a comma need quotes, as in JSON. */
function listIn(text: string): readonly string[] {
  // JSON only if every item is in double quotes.
  const list = parseJson(text);
  if (Array.isArray(list) && list.every(isText)) return list;
  const inside = /^\[(.*)\]$/s.exec(text)?.[1] ?? text;
  return inside.trim() === '' ? [] : inside.split(',').map((word) => unquoted(word.trim()));
}

/** A pattern may be in quotes, as in YAML. */
function unquoted(text: string): string {
  const inside = /^"(.*)"$|^'(.*)'$/s.exec(text);
  return inside?.[1] ?? inside?.[2] ?? text;
}

const NUMBER = /^(?:\d+\.?\d*|\.\d+)$/;

const foldName = (name: string): string => name.normalize('NFC').toLowerCase();

function found(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'a group of keys';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

// Names of keys: in full, by their last part if that is unique, and as variables. Suggests the right key for a wrong
// name. Knows no values.

/**
 * Resolves a key as typed: `consolidate.min_facts`, or `min_facts` if no other key ends with it. Throws `usage` for an
 * unknown or ambiguous name, with the nearest key or the candidates.
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

/**
 * The key nearest to a name: by the last part, because a common mistake is the wrong section, else by the whole name.
 */
export function nearestKey(name: string): SettingKey | null {
  const part = nearest(lastPart(name), SETTING_KEYS.map(lastPart));
  const key = part ?? nearest(name, SETTING_KEYS);
  return SETTING_KEYS.find((one) => one === key || lastPart(one) === key) ?? null;
}

/**
 * The variables that set a key, without `MEMVAULT_`: the whole key, then its last part if that is unique.
 * `CONSOLIDATE_MIN_FACTS`, `MIN_FACTS`.
 */
export function variablesOf(key: SettingKey): readonly string[] {
  const last = lastPart(key);
  const unique = SETTING_KEYS.filter((other) => lastPart(other) === last).length === 1;
  const whole = key.replaceAll('.', '_').toUpperCase();
  return unique ? [whole, last.toUpperCase()] : [whole];
}
