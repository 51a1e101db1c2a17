// Reads a config file into values, and writes one. Every problem names the file, the line, the key and the nearest
// valid key. Slow to load (YAML): quick verbs use the compiled copy instead (quick.ts).
import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  parseDocument,
  stringify,
  type YAMLError,
  type YAMLMap,
} from 'yaml';
import { MemvaultError } from '../model/errors.ts';
import { isObject } from '../model/json.ts';
import type { SettingsFiles } from '../model/ports.ts';
import { nearest } from '../model/text.ts';
import { hasLoop, yamlProblem } from '../note/front-matter.ts';
import { nearestKey, parseValue, problemOf, problemTogether, resolveKey } from './check.ts';
import type { Layer, SettingInForce } from './load.ts';
import { type SettingsPlaces, vaultPathProblem } from './quick.ts';
import {
  isSameValue,
  isSettingKey,
  keysUnder,
  SECTIONS,
  SETTING_KEYS,
  type SettingKey,
  SETTINGS,
  type SettingValue,
  showValue,
} from './settings.ts';

/** The owner of the file: only the user's may set `vault`. */
type ConfigOwner = 'vault' | 'user';

interface ConfigFile {
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
  if (path.length > 0 && keysUnder(key).length === 0) {
    const unknown = unknownKey(path);
    // A section of an older version, in which every key is a comment still.
    return value === null && path.length === 1 && unknown.meant === null ? [] : [{ path, ...unknown }];
  }
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
  return { message: `unknown key ${key}; known keys: ${known.join(', ')}`, meant };
}

const did = (meant: string | null): string => (meant === null ? '' : `; did you mean ${meant}?`);

function errorOf(wrong: readonly Wrong[], source: YamlSource, file: string): MemvaultError {
  const problems = wrong
    .map((one) => ({ ...one, line: lineOfPath(source, one.path) }))
    .sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  const lines = problems.map(({ line, message }) => `${file}${line === null ? '' : `:${line}`}: ${message}`);
  return new MemvaultError('settings', lines.join('\n'), {
    hint: 'Fix it, or remove it to use the default.',
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

interface YamlSource {
  /** The text without a BOM; node offsets refer to it. */
  readonly body: string;
  readonly bom: string;
  readonly document: Document.Parsed;
  /** 1-based line of an offset. */
  readonly lineAt: (offset: number) => number;
}

/** Throws `settings` with `file:line:column` unless the text is one YAML document. */
function parseSource(text: string, file: string): YamlSource {
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
    if (hasLoop(source.document, source.body)) throw new Error('an alias refers to its own node');
    return source.document.toJS();
  } catch (cause) {
    throw new MemvaultError('settings', `${file}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      hint: 'Write the values out instead of using aliases; quote values that begin with *.',
      cause,
    });
  }
}

/** The pair of a key in a map node; null if missing. */
function findPair(node: unknown, name: string): Pair | null {
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

// Writes config.yaml: a new file with every key commented out, or one key set in an existing file with all other bytes
// kept. Parses each edit again before returning it, and refuses those that are not safe.

// Sets one key in the text of a config file by position, touching no other byte. The caller must parse the result again
// and verify it.

/** The whole new text. `path` is the key in parts. Null unless the keys are block mappings, one per line. */
function renderEdit(source: YamlSource, path: readonly string[], value: SettingValue): string | null {
  let node: unknown = source.document.contents;
  let group: Pair | null = null;
  for (const [depth, name] of path.entries()) {
    const pair = findPair(node, name);
    if (pair === null) {
      const map = isMap(node) ? node : null;
      return map?.flow === true ? null : addition(source, group, map, path.slice(depth), value);
    }
    group = pair;
    node = pair.value;
  }
  return group === null ? null : replacement(source, group, value);
}

function replacement(source: YamlSource, pair: Pair, value: SettingValue): string | null {
  const { value: node } = pair;
  if (!(isScalar(node) || isSeq(node)) || !node.range) return null;
  const [start, end] = node.range;
  const { body } = source;
  // A comment inside a list would be lost; a # in quotes is not a comment.
  const bare = body.slice(start, end).replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, '');
  if (isSeq(node) && (!node.flow || /(^|\s)#/.test(bare))) return null;
  if (start === end) {
    const colon = body.indexOf(':', endOfKey(pair)) + 1;
    return splice(source, colon, colon, ` ${plain(value)}`);
  }
  // The range of a folded value includes its line end.
  return splice(source, start, end, plain(value) + (body.slice(start, end).endsWith('\n') ? eolOf(source) : ''));
}

/**
 * Adds below the key's commented default, else at the end of its group, else at the end of the file. `missing`: the
 * parts of the path that do not exist yet.
 */
function addition(
  source: YamlSource,
  group: Pair | null,
  map: YAMLMap | null,
  missing: readonly string[],
  value: SettingValue,
): string {
  const eol = eolOf(source);
  const { head, lines } = linesOfGroup(source, group);
  const comment = missing.length > 1 ? undefined : lines.findLast((line) => commentedKey(line.text) === missing[0]);
  const indent = indentOfItems(source, map) ?? (head === null ? '' : `${indentOf(head.text)}  `);
  const added = missing
    .map(
      (name, depth) =>
        `${indent}${'  '.repeat(depth)}${name}:${depth === missing.length - 1 ? ` ${plain(value)}` : ''}`,
    )
    .join(eol);
  const after = comment ?? (head === null ? null : (lines.findLast((line) => isContent(line.text)) ?? head));
  if (after !== null) return splice(source, after.end, after.end, eol + added);
  const { body } = source;
  return splice(source, body.length, body.length, `${body === '' || body.endsWith('\n') ? '' : eol}${added}${eol}`);
}

interface Line {
  readonly text: string;
  readonly start: number;
  /** Offset of its line end. */
  readonly end: number;
}

/** The line of a group's key, and the lines below it up to the next key outside; all lines without a group. */
function linesOfGroup({ body }: YamlSource, group: Pair | null): { head: Line | null; lines: readonly Line[] } {
  const all = [...body.matchAll(/[^\r\n]+/g)].map(({ 0: text, index: start }): Line => ({
    text,
    start,
    end: start + text.length,
  }));
  if (group === null) return { head: null, lines: all };
  const at = all.findLastIndex((line) => line.start < endOfKey(group));
  const head = all[at] ?? null;
  const depth = head === null ? 0 : indentOf(head.text).length;
  const below = all.slice(at + 1);
  const outside = below.findIndex((line) => isContent(line.text) && indentOf(line.text).length <= depth);
  return { head, lines: outside < 0 ? below : below.slice(0, outside) };
}

function indentOfItems({ body }: YamlSource, map: YAMLMap | null): string | null {
  const key = map?.items[0]?.key;
  if (!isScalar(key) || !key.range) return null;
  const [start] = key.range;
  return body.slice(body.lastIndexOf('\n', start - 1) + 1, start);
}

const splice = ({ bom, body }: YamlSource, start: number, end: number, put: string): string =>
  bom + body.slice(0, start) + put + body.slice(end);

const eolOf = ({ body }: YamlSource): string => /\r?\n/.exec(body)?.[0] ?? '\n';

const endOfKey = ({ key }: Pair): number => (isScalar(key) ? (key.range?.[1] ?? 0) : 0);

const plain = (value: SettingValue): string =>
  Array.isArray(value) ? `[${value.map(plain).join(', ')}]` : stringify(value, { lineWidth: 0 }).trimEnd();

const isContent = (line: string): boolean => /^\s*[^\s#]/.test(line);

const indentOf = (line: string): string => line.slice(0, line.length - line.trimStart().length);

const commentedKey = (line: string): string | null => /^[ \t]*#[ \t]?([A-Za-z_]+)[ \t]*:/.exec(line)?.[1] ?? null;

interface SetSetting {
  /** The whole new text. */
  readonly text: string;
  readonly key: SettingKey;
  readonly value: SettingValue;
}

/**
 * Sets the key `name` (in full, or its unique last part) to the value parsed from `typed`. `file` is its name in
 * messages. Throws `usage` for an unknown key or an invalid value, `settings` if the file is already broken, and
 * `refused` if it cannot be edited safely.
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
  const edited = renderEdit(parseSource(text, file), key.split('.'), value);
  return { text: checked(edited, { ...before, values: wanted }, file, owner, `${key}: ${plain(value)}`), key, value };
}

/**
 * Sets `vault` in the user's config to a path, absolute or with `~/` in front. Throws `settings` if the file is already
 * broken, `usage` for any other path, `refused` if the file cannot be edited safely.
 */
export function setDefaultVault(text: string, vault: string, file: string): string {
  const wrong = vaultPathProblem(vault);
  if (wrong !== null) throw new MemvaultError('usage', `vault ${wrong}`);
  const before = parseConfig(text, file, 'user');
  if (before.vault === vault) return text;
  const edited = renderEdit(parseSource(text, file), ['vault'], vault);
  return checked(edited, { ...before, vault }, file, 'user', `vault: ${vault}`);
}

/** Returns the edited text if it sets exactly the wanted values. Throws `refused`. */
function checked(edited: string | null, wanted: ConfigFile, file: string, owner: ConfigOwner, line: string): string {
  if (edited !== null && says(edited, wanted, file, owner)) return edited;
  throw new MemvaultError('refused', `${file} is written in a way that cannot be edited safely`, {
    hint: `Edit it by hand: ${line}`,
  });
}

function says(text: string, wanted: ConfigFile, file: string, owner: ConfigOwner): boolean {
  // Both stand for bytes that are not UTF-8; writing them back as text would lose them.
  if (text.includes('\uFFFD') || !text.isWellFormed()) return false;
  try {
    const got = parseConfig(text, file, owner);
    return got.vault === wanted.vault && SETTING_KEYS.every((key) => isSameValue(got.values[key], wanted.values[key]));
  } catch {
    return false;
  }
}

// The config.yaml of a new vault: every key commented out under its section, so that an old file does not pin a default
// that improves later. Sets nothing.

const HEADER = `# Settings of this vault. Each key is listed as a comment with its default; remove the # to change it,
# or run for example: memvault config set min_facts 30
# \`memvault config\` prints every setting in force and where it comes from.
`;

/** Columns of a comment. */
const WIDTH = 100;

/** The text of a new config.yaml, with LF line ends. Parsed, it sets nothing. */
export function renderConfig(): string {
  return [
    HEADER,
    ...Object.entries(SECTIONS).map(([section, about]) => `# ${about}\n${section}:\n${renderGroup(section, '  ')}`),
  ].join('\n');
}

function renderGroup(group: string, indent: string): string {
  const direct = keysUnder(group).map((key) => key.slice(group.length + 1).replace(/\..*/, ''));
  return [...new Set(direct)]
    .map((name) => {
      const key = `${group}.${name}`;
      if (!Object.hasOwn(SETTINGS, key)) return `${indent}${name}:\n${renderGroup(key, `${indent}  `)}`;
      const { meaning, default: initial } = SETTINGS[key as SettingKey];
      return `${linesOf(meaning, WIDTH - indent.length)
        .map((line) => `${indent}# ${line}\n`)
        .join('')}${indent}#${name}: ${showValue(initial)}\n`;
    })
    .join('');
}

/** Wraps a sentence between words. */
function linesOf(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
