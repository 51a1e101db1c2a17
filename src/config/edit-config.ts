// Writes config.yaml: a new one with every key as a comment, and one key set in an existing one with every other byte
// kept. Each edit is read back before it is returned; what cannot be done safely is refused.
import { isAlias, isMap, isNode, isScalar, isSeq, type Pair, stringify, type YAMLMap, type YAMLSeq } from 'yaml';
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
import { vaultPathProblem } from './user-config.ts';

// The ways to write one key into the text of a config file, by position and without touching another
// byte. Proposes only: whoever asks reads each result again and takes the first that is right.

interface Place {
  /** Where the key would belong: its group's key, null for the file itself. */
  readonly group: Pair | null;
  /** What is there of the group so far; null where it has no value. */
  readonly map: YAMLMap | null;
  /** The parts of the path that are not there yet. */
  readonly missing: readonly string[];
}

/** Whole new texts, best first. `path` is the key in parts. Empty where there is no way. */
function* renderEdits(source: YamlSource, path: readonly string[], value: SettingValue): Generator<string> {
  let node: unknown = source.document.contents;
  let group: Pair | null = null;
  for (const [depth, name] of path.entries()) {
    const pair = findPair(node, name);
    if (pair === null) {
      const place: Place = { group, map: isMap(node) ? node : null, missing: path.slice(depth) };
      if (place.map?.flow === true) yield* additionsInFlow(source, place.map, place.missing, value);
      else yield* additionsAsLines(source, place, value);
      return;
    }
    group = pair;
    node = pair.value;
  }
  if (group !== null) yield* replacements(source, group, value);
}

function* replacements(source: YamlSource, pair: Pair, value: SettingValue): Generator<string> {
  const { value: node } = pair;
  if (!(isScalar(node) || isAlias(node) || isSeq(node)) || !node.range) return;
  const [start, end] = node.range;
  // A comment inside a list would go with it.
  if (isSeq(node) && betweenItems(source, node).includes('#')) return;
  const colon = source.body.indexOf(':', endOfKey(pair)) + 1;
  // A folded value takes its line end along.
  const lineEnd = source.body.slice(start, end).endsWith('\n') ? eolOf(source) : '';
  if (start === end) yield splice(source, colon, colon, ` ${plain(value)}`);
  else yield splice(source, start, end, plain(value) + lineEnd);
  yield splice(source, start, end, JSON.stringify(value)); // Inside { } some plain text needs quotes.
}

/** The text of a list without its items, which may contain a # of their own. */
function betweenItems({ body }: YamlSource, { items, range }: YAMLSeq): string {
  let between = '';
  let at = range?.[0] ?? 0;
  for (const item of items) {
    const [start, end] = (isNode(item) ? item.range : null) ?? [at, at];
    between += body.slice(at, start);
    at = end;
  }
  return between + body.slice(at, range?.[1]);
}

function* additionsInFlow(
  source: YamlSource,
  map: YAMLMap,
  missing: readonly string[],
  value: SettingValue,
): Generator<string> {
  if (!map.range) return;
  const [start] = map.range;
  const pair = missing.reduceRight(
    (inner, name, depth) => `${name}: ${depth === missing.length - 1 ? inner : `{${inner}}`}`,
    JSON.stringify(value),
  );
  yield splice(source, start + 1, start + 1, map.items.length === 0 ? pair : `${pair}, `);
}

/** Below the key's commented default, else at the end of its group, else at the end of the file. */
function* additionsAsLines(source: YamlSource, { group, map, missing }: Place, value: SettingValue): Generator<string> {
  const eol = eolOf(source);
  const { head, lines } = linesOfGroup(source, group);
  const comment = missing.length > 1 ? undefined : lines.findLast((line) => commentedKey(line.text) === missing[0]);
  const headIndent = head === null ? null : indentOf(head.text);
  const ownIndent = headIndent === null ? '' : `${headIndent}  `;
  const deeper = comment !== undefined && indentOf(comment.text).length > (headIndent ?? '').length;
  const indent = indentOfItems(source, map) ?? (deeper ? indentOf(comment.text) : ownIndent);
  const added = missing
    .map(
      (name, depth) =>
        `${indent}${'  '.repeat(depth)}${name}:${depth === missing.length - 1 ? ` ${plain(value)}` : ''}`,
    )
    .join(eol);

  if (comment) yield splice(source, comment.end, comment.end, eol + added);
  if (head === null) {
    const { body } = source;
    yield splice(source, body.length, body.length, `${body === '' || body.endsWith('\n') ? '' : eol}${added}${eol}`);
  } else {
    const last = lines.findLast((line) => isContent(line.text)) ?? head;
    yield splice(source, last.end, last.end, eol + added);
  }
}

interface Line {
  readonly text: string;
  readonly start: number;
  /** Offset of its line end. */
  readonly end: number;
}

/** The line of a group's key and the lines below it up to the next key outside; without a group all lines. */
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

// The config.yaml of a new vault: every key as a comment under its section, so that a default which
// improves later is not pinned by an old file. Sets nothing.

const HEADER = `# Settings of this vault. Each key stands here as a comment with its default: take away the # to
# change it, or run for example: memvault config set min_facts 30
# \`memvault config\` prints every setting in force and where it comes from.
`;

/** Letters of a comment, at most. */
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

/** A sentence in lines, broken between words. */
function linesOf(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
