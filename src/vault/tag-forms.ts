// Tag aliases for a search, for the cost of a stat: the parsed file is cached, so that its YAML is parsed only after a
// change. Loaded only for searches with a tag.
import { isObject, isText } from '../model/json.ts';
import { makeTagTable, NO_TAGS, type TagAlias, type TagTable } from '../model/tag-table.ts';
import { keepCached, readCached } from './confine.ts';
import { readStat } from './disk.ts';
import { absolute, CACHE_DIR, TAGS_FILE, type Vault } from './vault.ts';

const CACHE = `${CACHE_DIR}/tags.json`;

export interface TagForms {
  readonly table: TagTable;
  /** Why no alias applies, with the line, for a notice; null if all is well. */
  readonly broken: string | null;
}

interface Kept {
  readonly stamp: string;
  readonly aliases: readonly TagAlias[];
  readonly broken: string | null;
}

/** Never throws for the file's content: a search continues without aliases. */
export async function readTagForms(vault: Vault): Promise<TagForms> {
  const stat = readStat(absolute(vault, TAGS_FILE));
  if (stat === null) return { table: NO_TAGS, broken: null };
  const stamp = `1 ${stat.size} ${stat.mtimeMs}`;
  const { aliases, broken } = readKept(vault, stamp) ?? (await readAnew(vault, stamp));
  return { table: makeTagTable(aliases).table, broken };
}

function readKept(vault: Vault, stamp: string): Kept | null {
  const kept = readCached(vault, CACHE);
  return isObject(kept) &&
    kept['stamp'] === stamp &&
    Array.isArray(kept['aliases']) &&
    kept['aliases'].every(isAlias) &&
    'broken' in kept
    ? (kept as unknown as Kept)
    : null;
}

async function readAnew(vault: Vault, stamp: string): Promise<Kept> {
  const { readTagsFile } = await import('./own-files.ts');
  const { aliases, broken } = readTagsFile(vault);
  const kept: Kept = {
    stamp,
    aliases,
    broken: broken === null ? null : `${TAGS_FILE}:${broken.line}: ${broken.message}`,
  };
  keepCached(vault, CACHE, JSON.stringify(kept));
  return kept;
}

const isAlias = (value: unknown): value is TagAlias =>
  isObject(value) && isText(value['alias']) && isText(value['canonical']);
