// What a model proposed of tags, in this clone alone: `.memvault/cache/tag-proposals.json`. Disposable; whoever asks a
// model again replaces it.
import { MemvaultError } from '../model/errors.ts';
import type { TagAlias } from '../model/tag-table.ts';
import { readText } from './disk.ts';
import { writeInVault } from './folders.ts';
import { absolute, CACHE_DIR, type Vault } from './vault.ts';

const FILE = `${CACHE_DIR}/tag-proposals.json`;

/** None where there is no such file, or none that can be read. */
export function readModelTags(vault: Vault): TagAlias[] {
  try {
    const text = readText(absolute(vault, FILE));
    const value: unknown = text === null ? [] : JSON.parse(text);
    return Array.isArray(value)
      ? value.flatMap((one: unknown) => (isAlias(one) ? [{ alias: one.alias, canonical: one.canonical }] : []))
      : [];
  } catch (error) {
    if (error instanceof MemvaultError || error instanceof SyntaxError) return [];
    throw error;
  }
}

/** Throws `io`. */
export function writeModelTags(vault: Vault, pairs: readonly TagAlias[]): void {
  writeInVault(vault, FILE, `${JSON.stringify(pairs)}\n`);
}

function isAlias(value: unknown): value is TagAlias {
  return (
    typeof value === 'object' &&
    value !== null &&
    'alias' in value &&
    typeof value.alias === 'string' &&
    'canonical' in value &&
    typeof value.canonical === 'string'
  );
}
