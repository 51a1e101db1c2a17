// The schema of a config file, made from the table of keys. Strict: what it does not know is an issue.

import * as z from 'zod/mini';
import { problemOf } from './check.ts';
import { groupsOf, lastPart, SECTIONS, SETTING_KEYS, type SettingKey } from './keys.ts';
import { vaultPathProblem } from './default-vault.ts';

/** Whose file: only the user's may say `vault`. */
export type ConfigOwner = 'vault' | 'user';

interface Group extends Map<string, Group | SettingKey> {}

/** Made when first asked for: a command reads several files, and asks more than once. */
const made: Partial<Record<ConfigOwner, z.ZodMiniType>> = {};

/** A schema for the value of a whole file. A section without a value counts as empty. */
export function configSchema(owner: ConfigOwner): z.ZodMiniType {
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
