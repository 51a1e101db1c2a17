// Parses the text of a config file into values. Every problem names the file, the line, the key and the nearest valid
// key. Slow to load (YAML): quick verbs use the compiled copy instead (quick.ts).
import { type Document, isMap, isScalar, LineCounter, type Pair, parseDocument, type YAMLError } from 'yaml';
import { MemvaultError } from '../model/errors.ts';
import { isObject } from '../model/json.ts';
import type { SettingsFiles } from '../model/ports.ts';
import { nearest } from '../model/text.ts';
import { hasLoop, yamlProblem } from '../note/front-matter.ts';
import { nearestKey, problemOf } from './check.ts';
import type { Layer, SettingInForce } from './load.ts';
import { type SettingsPlaces, vaultPathProblem } from './quick.ts';
import { isSettingKey, keysUnder, SECTIONS, SETTING_KEYS, type SettingKey, type SettingValue } from './settings.ts';

/** The owner of the file: only the user's may set `vault`. */
export type ConfigOwner = 'vault' | 'user';

export interface ConfigFile {
  /** The keys that the file sets. */
  readonly values: Readonly<Partial<Record<SettingKey, SettingValue>>>;
  /** The user's default vault as written; always null for a vault's own file. */
  readonly vault: string | null;
}

/** `file` is its name in messages. Throws `settings`. An empty file sets nothing. */
export function parseConfig(text: string, file: string, owner: ConfigOwner): ConfigFile {
  const source = parseSource(text, file);
  const value = valueOf(source, file);
  const wrong = problemsIn(value, [], owner);
  if (wrong.length > 0) throw errorOf(wrong, source, file);
  const values: Partial<Record<SettingKey, SettingValue>> = {};
  for (const key of SETTING_KEYS) {
    const set = valueAt(value, key.split('.'));
    if (set !== undefined) values[key] = set as SettingValue;
  }
  return { values, vault: (valueAt(value, ['vault']) as string | null | undefined) ?? null };
}

interface Wrong {
  readonly path: readonly string[];
  readonly message: string;
  readonly meant?: string | null;
}

/**
 * The problems of a value and everything below it. Names that are not settings are sections; a section without a value
 * is empty.
 */
function problemsIn(value: unknown, path: readonly string[], owner: ConfigOwner): Wrong[] {
  const key = path.join('.');
  if (path.some((name) => name.includes('.'))) return [{ path, ...unknownKey(path) }];
  const wrong = isSettingKey(key)
    ? problemOf(key, value)
    : key === 'vault' && owner === 'user'
      ? vaultPathProblem(value)
      : undefined;
  if (wrong !== undefined) return wrong === null ? [] : [{ path, message: `${key} ${wrong}` }];
  if (path.length > 0 && keysUnder(key).length === 0) return [{ path, ...unknownKey(path) }];
  if (value === null) return [];
  if (isObject(value)) return Object.entries(value).flatMap(([name, one]) => problemsIn(one, [...path, name], owner));
  const what = Array.isArray(value) ? 'a list' : `just ${JSON.stringify(value)}`;
  return path.length === 0
    ? [{ path, message: `the file must contain sections with keys, not ${what}` }]
    : [{ path, message: `${key} is a section with keys of its own, not ${what}` }];
}

function unknownKey(parts: readonly string[]): { message: string; meant: string | null } {
  const key = parts.join('.');
  if (key === 'vault') return { message: "vault is a key of the user's own config, not of a vault's", meant: null };
  const meant = (parts.length === 1 ? nearest(key, Object.keys(SECTIONS)) : null) ?? nearestKey(key);
  if (meant !== null) return { message: `unknown key ${key}${did(meant)}`, meant };
  const known = parts.length === 1 ? Object.keys(SECTIONS) : keysUnder(parts.slice(0, -1).join('.'));
  return { message: `unknown key ${key}; there are ${known.join(', ')}`, meant };
}

const did = (meant: string | null): string => (meant === null ? '' : `; did you mean ${meant}?`);

function errorOf(wrong: readonly Wrong[], source: YamlSource, file: string): MemvaultError {
  const problems = wrong
    .map((one) => ({ ...one, line: lineOfPath(source, one.path) }))
    .sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  const lines = problems.map(({ line, message }) => `${file}${line === null ? '' : `:${line}`}: ${message}`);
  return new MemvaultError('settings', lines.join('\n'), {
    hint: 'Correct it there, or remove it to use the default.',
    data: {
      problems: problems.map(({ line, path, meant = null }) => ({ file, line, key: path.join('.'), nearest: meant })),
    },
  });
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const part of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Record<string, unknown>)[part];
  }
  return at;
}

// Parses the text of a config file into a YAML document whose nodes know their positions. Invalid YAML becomes an error
// with a hint; keys are not checked.

export interface YamlSource {
  /** The text without a BOM; node offsets refer to it. */
  readonly body: string;
  readonly bom: string;
  readonly document: Document.Parsed;
  /** 1-based line of an offset. */
  readonly lineAt: (offset: number) => number;
}

/** Throws `settings` with `file:line:column` unless the text is one YAML document. */
export function parseSource(text: string, file: string): YamlSource {
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const body = text.slice(bom.length);
  const refused = yamlProblem(body);
  if (refused !== null)
    throw new MemvaultError('settings', `${file}: ${refused}`, {
      hint: 'write the settings as plain `key: value` lines',
      data: { file },
    });
  const counter = new LineCounter();
  const document = parseDocument(body, { lineCounter: counter, prettyErrors: false, logLevel: 'error' });
  const error = document.errors[0] ?? document.warnings[0];
  if (error !== undefined) {
    const { line, col } = counter.linePos(startOf(error, body));
    const [message = ''] = (error.message.charAt(0).toLowerCase() + error.message.slice(1)).split('; please use');
    throw new MemvaultError('settings', `${file}:${line}:${col}: ${message}`, {
      hint: HINTS[error.code] ?? 'Fix the YAML there; quote unusual text.',
      cause: error,
      data: { file, line, column: col },
    });
  }
  return { body, bom, document, lineAt: (offset) => counter.linePos(offset).line };
}

/** The plain value of the document. Throws `settings` for aliases that are undefined, circular or expand too far. */
export function valueOf(source: YamlSource, file: string): unknown {
  try {
    if (hasLoop(source.document, source.body)) throw new Error('an alias stands within what it names');
    return source.document.toJS();
  } catch (cause) {
    throw new MemvaultError('settings', `${file}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      hint: 'Write the values out instead of using aliases; what only begins with * needs quotes.',
      cause,
    });
  }
}

/** The pair of a key in a map node; null if missing. */
export function findPair(node: unknown, name: string): Pair | null {
  if (!isMap(node)) return null;
  return node.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === name) ?? null;
}

/** 1-based line of the deepest key of a path that the document has; null if it has none. */
function lineOfPath(source: YamlSource, path: readonly string[]): number | null {
  let node: unknown = source.document.contents;
  let line: number | null = null;
  for (const name of path) {
    const pair = findPair(node, name);
    if (pair === null) break;
    if (isScalar(pair.key) && pair.key.range) line = source.lineAt(pair.key.range[0]);
    node = pair.value;
  }
  return line;
}

/** The parser reports a duplicate key at the end of the preceding item, which may be lines above. */
function startOf(error: YAMLError, body: string): number {
  const start = error.pos[0];
  if (error.code !== 'DUPLICATE_KEY') return start;
  return body.length - body.slice(start).replace(/^(?:\s+|#[^\n]*)*/, '').length;
}

const HINTS: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'Use spaces.',
  DUPLICATE_KEY: 'Duplicate key: keep one.',
  MULTIPLE_DOCS: 'A second document starts here: remove the --- line.',
  BAD_INDENT: 'Indent all keys of a section equally.',
};

// Reads both config files; the vault's values override the user's.

/** The checked values of both files. A missing file sets nothing. Throws `settings`, and any error of `files`. */
export function readConfigFiles(files: SettingsFiles, places: SettingsPlaces): Layer {
  const read = (path: string | null, owner: ConfigOwner, name: string): Layer => {
    const text = path === null ? null : files.read(path);
    const layer: Partial<Record<SettingKey, SettingInForce>> = {};
    if (text === null) return layer;
    const { values } = parseConfig(text, name, owner);
    for (const [key, value] of Object.entries(values) as [SettingKey, SettingInForce['value']][])
      layer[key] = { value, from: owner };
    return layer;
  };
  const user = read(places.userConfig, 'user', places.userConfig ?? '');
  const vault = read(places.vaultConfig, 'vault', VAULT_CONFIG);
  // The owner of a value decides what it may do (trust.ts). Only a `from` set here is trusted; the one in the compiled
  // copy is not, because that copy lies inside the vault.
  return { ...user, ...vault };
}

/** `vault:` of the user's config as written; null if unset. Throws `settings`. */
export function parseUserVault(text: string, file: string): string | null {
  return parseConfig(text, file, 'user').vault;
}

/** Name of the vault's config in messages. */
const VAULT_CONFIG = '.memvault/config.yaml';
