// Whether a value is right for its key, and what a typed text stands for. The same answers for files,
// variables, flags and the compiled copy. Light: the quick verbs load it.
import { LANGUAGES } from '../language/languages.ts';
import { hasControls } from '../model/controls.ts';
import { nearest } from '../model/text.ts';
import type { SettingKey, SettingKind, SettingValue } from './setting.ts';
import { SETTING_KEYS, SETTINGS, showValue } from './settings.ts';

// Whether a time zone exists under exactly this name. Knows no clock.

/**
 * What is wrong with a zone's name, as the end of a sentence; null where it exists.
 * The spelling must be exact, because the process's zone falls back to UTC for `europe/berlin`
 * without a word.
 */
function zoneProblem(name: string): string | null {
  if (name === 'UTC') return null;
  const known = Intl.supportedValuesOf('timeZone');
  if (known.includes(name)) return null;
  const canonical = canonicalZone(name);
  // Old names such as US/Pacific are not listed, but work; they too begin with a capital.
  if (canonical !== null && canonical.toLowerCase() !== name.toLowerCase() && /^[A-Z]/.test(name)) return null;
  const meant = nearest(name, canonical === null ? known : [canonical]);
  return (
    `must be a time zone such as Europe/Berlin, and there is no ${name}` +
    (meant === null ? '' : `; did you mean ${meant}?`)
  );
}

function canonicalZone(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/**
 * What is wrong with `value` as the value of `key`, as the end of a sentence that begins with the key
 * ("must be …"); null where it is right.
 */
export function problemOf(key: SettingKey, value: unknown): string | null {
  const wrong = shapeProblem(key, value);
  return wrong === null && typeof value === 'string' && SETTINGS[key].is.kind === 'timezone'
    ? zoneProblem(value)
    : wrong;
}

/** As `problemOf`, without asking whether a time zone exists: that costs a millisecond. */
export function shapeProblem(key: SettingKey, value: unknown): string | null {
  const { is, default: initial } = SETTINGS[key];
  if (value === null) return initial === null ? null : `has no value; ${needs(is)}`;
  const wrong = (): string => `${needs(is)}, not ${found(value)}`;
  if (is.kind === 'whole') {
    if (isWhole(value) && value >= is.min && value <= (is.max ?? value)) return null;
    return typeof value === 'string' && /^\d+$/.test(value) ? `${wrong()}; take the quotes away` : wrong();
  }
  if (is.kind === 'number') {
    if (typeof value === 'number' && value >= is.min && value <= is.max) return null;
    return typeof value === 'string' && NUMBER.test(value) ? `${wrong()}; take the quotes away` : wrong();
  }
  if (is.kind === 'words') {
    if (!Array.isArray(value)) return wrong();
    const odd: unknown = value.find((word) => typeof word !== 'string' || !WORD.test(word));
    return odd === undefined ? null : `${needs(is)}, and ${found(odd)} is none`;
  }
  if (is.kind === 'languages') {
    if (!Array.isArray(value)) return wrong();
    const odd: unknown = value.find((code) => !LANGUAGES.includes(String(code)));
    return odd === undefined ? null : `${needs(is)}, and ${found(odd)} is none; known are ${LANGUAGES.join(', ')}`;
  }
  if (is.kind === 'patterns') {
    if (!Array.isArray(value)) return wrong();
    for (const pattern of value as unknown[]) {
      const odd = patternProblem(pattern);
      if (odd !== null) return `${needs(is)}, and ${found(pattern)} ${odd}`;
    }
    return value.length > MOST_PATTERNS ? `${needs(is)}, at most ${MOST_PATTERNS} of them` : null;
  }
  const isName = is.kind === 'folder' || is.kind === 'path' || is.kind === 'name' || is.kind === 'text';
  if (typeof value === 'number' && isName) return `${needs(is)}; put ${value} in quotes`;
  if (typeof value !== 'string') return wrong();
  if (is.kind === 'choice') return is.of.includes(value) ? null : wrong();
  // A zone becomes the process's own, and some C libraries read a path or a rule out of that.
  if (is.kind === 'timezone') return /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(value) ? null : wrong();
  if (is.kind === 'name') return /^[^\s\p{C}]{1,253}$/u.test(value) ? null : wrong();
  if (is.kind === 'text') return value.trim() !== '' && value.length <= 2000 && !hasControls(value) ? null : wrong();
  if (is.kind === 'url')
    return urlProblem(value) === null ? null : `${needs(is)}, and ${found(value)} ${urlProblem(value)}`;
  const names = is.kind === 'path' ? value.split('/') : [value];
  const odd = names.map(folderProblem).find((problem) => problem !== null);
  return odd === undefined ? null : `${needs(is)}, and ${found(value)} ${odd}`;
}

const FOLDERS = SETTING_KEYS.filter((key) => ['folder', 'path'].includes(SETTINGS[key].is.kind));

/** What is wrong with values that are right one by one, as a sentence; null where nothing is. */
export function problemTogether(valueOf: (key: SettingKey) => SettingValue): string | null {
  if (FOLDERS.every((key) => valueOf(key) === SETTINGS[key].default)) return null; // The usual case, and quick.
  const zones = new Map<string, SettingKey>();
  for (const key of FOLDERS) {
    if (key === 'write.daily_dir' || key === 'inbox.binaries') continue;
    const name = foldName(String(valueOf(key)));
    const other = zones.get(name);
    if (other !== undefined) return `${other} and ${key} are the same folder, "${showValue(valueOf(key))}"`;
    zones.set(name, key);
  }
  const daily = String(valueOf('write.daily_dir'));
  const around = zones.get(foldName(daily.split('/')[0] ?? ''));
  if (around === undefined) return binariesProblem(valueOf, daily);
  return (
    `write.daily_dir "${daily}" lies in the zone "${showValue(valueOf(around))}" (${around}); pages and daily ` +
    'logs need folders of their own'
  );
}

/** What is no text goes where nothing else is looked for. */
function binariesProblem(valueOf: (key: SettingKey) => SettingValue, daily: string): string | null {
  const binaries = valueOf('inbox.binaries');
  if (typeof binaries !== 'string') return null;
  const lies = (folder: SettingValue): boolean => `${foldName(binaries)}/`.startsWith(`${foldName(String(folder))}/`);
  const within = (['write.zones.inbox', 'write.daily_dir'] as const).find((key) =>
    lies(key === 'write.daily_dir' ? daily : valueOf(key)),
  );
  return within === undefined
    ? null
    : `inbox.binaries "${binaries}" lies in "${showValue(valueOf(within))}" (${within}); choose another folder`;
}

/** The value that a text from a flag, a variable or the command line stands for; not yet checked. */
export function parseValue(key: SettingKey, text: string): SettingValue {
  const { is, default: initial } = SETTINGS[key];
  const trimmed = text.trim();
  if (initial === null && trimmed === 'null') return null;
  if (is.kind === 'words' || is.kind === 'languages') return wordsIn(trimmed);
  if (is.kind === 'patterns') return patternsIn(trimmed);
  return (is.kind === 'whole' && /^\d+$/.test(trimmed)) || (is.kind === 'number' && NUMBER.test(trimmed))
    ? Number(trimmed)
    : trimmed;
}

/** `identity, work`, also in brackets; `[]` is an empty list. */
function wordsIn(text: string): readonly string[] {
  const inside = /^\[(.*)\]$/s.exec(text)?.[1] ?? text;
  return inside.trim() === '' ? [] : inside.split(',').map((word) => word.trim());
}

/** As `wordsIn`; one with a comma in it stands in quotes, as in JSON. */
function patternsIn(text: string): readonly string[] {
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list) && list.every((one) => typeof one === 'string')) return list;
  } catch {
    // Not all of them are in double quotes.
  }
  return wordsIn(text).map(unquoted);
}

/** A pattern as it is written in YAML may stand in quotes. */
function unquoted(text: string): string {
  const inside = /^"(.*)"$|^'(.*)'$/s.exec(text);
  return inside?.[1] ?? inside?.[2] ?? text;
}

const MOST_PATTERNS = 100;
/** Of one pattern; each more makes a path that nearly fits dearer to refuse. */
const MOST_STARS = 6;

function patternProblem(pattern: unknown): string | null {
  if (typeof pattern !== 'string') return 'is none; put it in quotes';
  if (pattern.trim() === '' || pattern.length > 300 || hasControls(pattern)) return 'is none';
  if (pattern.startsWith('#')) return 'is a comment; write \\# for a name that begins with #';
  if (/^!?\.{0,2}\/*$/.test(pattern) || /(^!?|\/)\.\.?(\/|$)/.test(pattern))
    return 'leads out of the vault; begin at its root, without ./';
  if (/(^|[^\\])(\\\\)*\\$/.test(pattern)) return 'ends with a \\ that nothing follows';
  return (pattern.match(/\*+/g)?.length ?? 0) > MOST_STARS ? `has more than ${MOST_STARS} *` : null;
}

const NUMBER = /^(?:\d+\.?\d*|\.\d+)$/;
/** As a category may be written. */
const WORD = /^[\p{L}\p{N}_-]+(?: [\p{L}\p{N}_-]+)*$/u;

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

function needs(is: SettingKind): string {
  if (is.kind === 'whole') return `must be a whole number from ${is.min}${is.max === undefined ? '' : ` to ${is.max}`}`;
  if (is.kind === 'number') return `must be a number from ${is.min} to ${is.max}`;
  if (is.kind === 'words') return 'must be a list of categories such as [identity, constraint]';
  if (is.kind === 'languages') return 'must be a list of languages such as [en, de]';
  if (is.kind === 'patterns') return 'must be a list of patterns such as ["1_Projects/", "**/*.md"]';
  if (is.kind === 'choice')
    return is.of.length === 1 ? `can only be ${is.of.join('')}` : `must be one of ${is.of.join(', ')}`;
  if (is.kind === 'timezone') return "must be a time zone such as Europe/Berlin, or null for the system's";
  if (is.kind === 'name') return 'must be the name of a clone or a machine, or null for any';
  if (is.kind === 'text') return `must be ${is.what}`;
  if (is.kind === 'url') return 'must be an address such as http://127.0.0.1:11434';
  if (is.kind === 'folder') return 'must be the name of a folder';
  return "must be a folder of the vault, from the vault's root";
}

function urlProblem(text: string): string | null {
  if (!URL.canParse(text)) return 'is none';
  const { protocol, username, password, search, hash } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:') return 'is not of http or https';
  if (username !== '' || password !== '') return 'has a name or a password in it; keys come from the environment';
  return search !== '' || hash !== '' ? 'has a ? or a # in it' : null;
}

/** Also right on the file systems of Windows and in the links of Obsidian. */
function folderProblem(name: string): string | null {
  if (name === '') return 'has an empty name in it';
  if (name.startsWith('.')) return 'begins with a dot';
  if (name !== name.trim() || name.endsWith('.')) return 'begins or ends with a space or a dot';
  const odd = /[\\/:*?"<>|#^[\]\u0000-\u001f\u007f]/.exec(name);
  if (odd) return `has ${JSON.stringify(odd[0])} in it`;
  if (/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name)) return 'is a name that Windows keeps for itself';
  return /\.md$/i.test(name) ? 'is the name of a note' : null;
}

const foldName = (name: string): string => name.normalize('NFC').toLowerCase();

function found(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'a group of keys';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
