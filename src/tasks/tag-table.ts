// The aliases of tags for a search or the like: looks whether there is a tags.yaml, and reads on only where there is
// one.
import type { TagTable } from '../model/tag-table.ts';
import { readStat } from '../vault/disk.ts';
import { readTagForms } from '../vault/tag-forms.ts';
import { absolute, TAGS_FILE } from '../vault/vault.ts';
import type { Context } from './context.ts';

/**
 * The aliases that matter to a query; undefined where none does. `isAsked`: the request names a tag, so that a person
 * is told where tags.yaml cannot be read.
 */
export async function tagTableFor(
  { answer, vault }: Pick<Context, 'answer' | 'vault'>,
  query: string,
  isAsked: boolean,
): Promise<TagTable | undefined> {
  if (readStat(absolute(vault, TAGS_FILE)) === null) return undefined;
  const { table, broken } = await readTagForms(vault);
  if (broken !== null && isAsked) answer.remark(`memvault: ${broken}; no alias of a tag holds`);
  return table.size > 0 && (isAsked || names(query.toLowerCase(), table)) ? table : undefined;
}

/** Does a query name a tag that has an alias? Most do not, and nothing more is loaded for them. */
function names(query: string, { groups }: TagTable): boolean {
  for (const forms of groups) for (const form of forms) if (query.includes(form)) return true;
  return false;
}
