// Writes config.yaml: a new file with every key commented out, or one key set in an existing file with all other bytes
// kept. Parses each edit again before returning it, and refuses those that are not safe.
import { isMap, isScalar, isSeq, type Pair, stringify, type YAMLMap } from 'yaml';
import { MemvaultError } from '../model/errors.ts';
import { parseValue, problemOf, problemTogether, resolveKey } from './check.ts';
import {
  type ConfigFile,
  type ConfigOwner,
  findPair,
  parseConfig,
  parseSource,
  type YamlSource,
} from './parse-config.ts';
import { vaultPathProblem } from './quick.ts';
import {
  isSameValue,
  keysUnder,
  SECTIONS,
  SETTING_KEYS,
  type SettingKey,
  SETTINGS,
  type SettingValue,
  showValue,
} from './settings.ts';

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

export interface SetSetting {
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
