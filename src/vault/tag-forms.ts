// The aliases of tags for a search, at the price of a look at the file's size and time: what was read of it is kept in
// the cache, so that YAML is parsed once. Read only where a tag is asked for.
import { MemvaultError } from '../model/errors.ts';
import { makeTagTable, NO_TAGS, type TagAlias, type TagTable } from '../model/tag-table.ts';
import { writeInVault } from './confine.ts';
import { readStat, readText } from './disk.ts';
import { absolute, CACHE_DIR, TAGS_FILE, type Vault } from './vault.ts';

const CACHE = `${CACHE_DIR}/tags.json`;

export interface TagForms {
  readonly table: TagTable;
  /** Why no alias holds, with the line, for a remark; null where all is well. */
  readonly broken: string | null;
}

interface Kept {
  readonly stamp: string;
  readonly aliases: readonly TagAlias[];
  readonly broken: string | null;
}

/** Never throws for what the file says: a search goes on without aliases. */
export async function readTagForms(vault: Vault): Promise<TagForms> {
  const stat = readStat(absolute(vault, TAGS_FILE));
  if (stat === null) return { table: NO_TAGS, broken: null };
  const stamp = `1 ${stat.size} ${stat.mtimeMs}`;
  const { aliases, broken } = readKept(vault, stamp) ?? (await readAnew(vault, stamp));
  return { table: makeTagTable(aliases).table, broken };
}

function readKept(vault: Vault, stamp: string): Kept | null {
  try {
    const text = readText(absolute(vault, CACHE));
    const kept: unknown = text === null ? null : JSON.parse(text);
    return isKept(kept) && kept.stamp === stamp ? kept : null;
  } catch (error) {
    // What cannot be read of a cache is made anew.
    if (error instanceof MemvaultError || error instanceof SyntaxError) return null;
    throw error;
  }
}

function isKept(value: unknown): value is Kept {
  if (
    typeof value !== 'object' ||
    value === null ||
    !('stamp' in value) ||
    !('aliases' in value) ||
    !Array.isArray(value.aliases)
  )
    return false;
  return (
    'broken' in value &&
    value.aliases.every(
      (one: unknown) =>
        typeof one === 'object' &&
        one !== null &&
        'alias' in one &&
        typeof one.alias === 'string' &&
        'canonical' in one &&
        typeof one.canonical === 'string',
    )
  );
}

async function readAnew(vault: Vault, stamp: string): Promise<Kept> {
  const { readTagsFile } = await import('./tags.ts');
  const { aliases, broken } = readTagsFile(vault);
  const kept: Kept = {
    stamp,
    aliases,
    broken: broken === null ? null : `${TAGS_FILE}:${broken.line}: ${broken.message}`,
  };
  try {
    writeInVault(vault, CACHE, JSON.stringify(kept));
  } catch (error) {
    // It only saves time.
    if (!(error instanceof MemvaultError)) throw error;
  }
  return kept;
}
