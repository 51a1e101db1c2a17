// The text of a config file to the values it sets, checked by the schema. Every problem is told with
// file, line, key and the key that was meant. Reads no file.
import * as z from 'zod/mini';
import { MemvaultError } from '../model/errors.ts';
import { nearest } from '../model/text.ts';
import { problemOf } from './check.ts';
import { vaultPathProblem } from './default-vault.ts';
import type { SettingKey, SettingValue } from './settings.ts';
import { groupsOf, keysUnder, lastPart, SECTIONS, SETTING_KEYS } from './settings.ts';
import { nearestKey } from './suggest-name.ts';
import { lineOfPath, parseSource, valueOf, type YamlSource } from './yaml-source.ts';

// The schema of a config file, made from the table of keys. Strict: what it does not know is an issue.

/** Whose file: only the user's may say `vault`. */
export type ConfigOwner = 'vault' | 'user';

interface Group extends Map<string, Group | SettingKey> {}

/** Made when first asked for: a command reads several files, and asks more than once. */
const made: Partial<Record<ConfigOwner, z.ZodMiniType>> = {};

/** A schema for the value of a whole file. A section without a value counts as empty. */
function configSchema(owner: ConfigOwner): z.ZodMiniType {
  return (made[owner] ??= makeSchema(owner));
}

function makeSchema(owner: ConfigOwner): z.ZodMiniType {
  const groups: Group = new Map(Object.keys(SECTIONS).map((section) => [section, new Map() as Group]));
  for (const key of SETTING_KEYS) {
    let group = groups;
    for (const part of groupsOf(key)) {
      if (!group.has(part)) group.set(part, new Map() as Group);
      group = group.get(part) as Group;
    }
    group.set(lastPart(key), key);
  }
  const shape = shapeOf(groups);
  if (owner === 'user') shape['vault'] = checked(vaultPathProblem);
  return z.nullable(z.strictObject(shape));
}

function shapeOf(group: Group): Record<string, z.ZodMiniType> {
  const shape: Record<string, z.ZodMiniType> = {};
  for (const [name, below] of group)
    shape[name] =
      typeof below === 'string'
        ? checked((value) => problemOf(below, value))
        : z.optional(z.nullable(z.strictObject(shapeOf(below))));
  return shape;
}

/** A key whose check is one of ours, so that files and variables are judged alike. */
function checked(problem: (value: unknown) => string | null): z.ZodMiniType {
  return z.optional(
    z.custom((value) => problem(value) === null, {
      error: (issue) => problem(issue.input) ?? '',
    }),
  );
}

export interface ConfigFile {
  /** The keys that the file sets. */
  readonly values: Readonly<Partial<Record<SettingKey, SettingValue>>>;
  /** The user's default vault as written; always null for a vault's own file. */
  readonly vault: string | null;
}

interface Problem {
  readonly file: string;
  readonly line: number | null;
  readonly key: string;
  readonly nearest: string | null;
  readonly message: string;
}

/** `file` is its name for messages. Throws `settings`. An empty file sets nothing. */
export function parseConfig(text: string, file: string, owner: ConfigOwner): ConfigFile {
  const source = parseSource(text, file);
  const value = valueOf(source, file);
  const checked = configSchema(owner).safeParse(value);
  if (!checked.success) throw errorOf(checked.error.issues.flatMap((issue) => problemsOf(issue, source, file, value)));
  const values: Partial<Record<SettingKey, SettingValue>> = {};
  for (const key of SETTING_KEYS) {
    const set = valueAt(value, key.split('.'));
    if (set !== undefined) values[key] = set as SettingValue;
  }
  return { values, vault: (valueAt(value, ['vault']) as string | null | undefined) ?? null };
}

function problemsOf(issue: z.core.$ZodIssue, source: YamlSource, file: string, value: unknown): Problem[] {
  const path = issue.path.map(String);
  const problem = (parts: readonly string[], message: string, meant: string | null = null): Problem => {
    const key = parts.join('.');
    const line = lineOfPath(source, parts);
    return { file, line, key, nearest: meant, message: `${file}${line === null ? '' : `:${line}`}: ${message}` };
  };
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((name) => {
      const parts = [...path, name];
      const { message, meant } = unknownKey(parts);
      return problem(parts, message, meant);
    });
  if (issue.code === 'custom') return [problem(path, `${path.join('.')} ${issue.message}`)];
  const found = valueAt(value, path);
  const what = Array.isArray(found) ? 'a list' : `just ${JSON.stringify(found)}`;
  return path.length === 0
    ? [problem(path, `the file must hold sections with keys, not ${what}`)]
    : [problem(path, `${path.join('.')} is a section with keys of its own, not ${what}`, null)];
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

function errorOf(problems: readonly Problem[]): MemvaultError {
  const inOrder = problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
  return new MemvaultError('settings', inOrder.map((problem) => problem.message).join('\n'), {
    hint: 'Correct it there, or take it out: then the default holds.',
    data: { problems: inOrder.map(({ file, line, key, nearest: meant }) => ({ file, line, key, nearest: meant })) },
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
