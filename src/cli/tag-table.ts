// The aliases of tags for a request: a look whether there is a file, and the rest only where there is one.
import type { TagTable } from '../model/tag-table.ts';
import { readStat } from '../vault/disk.ts';
import { readTagForms } from '../vault/tag-forms.ts';
import { absolute, TAGS_FILE } from '../vault/vault.ts';
import type { Context } from './context.ts';

/** Undefined where there are none that it asks for. `isAsked`: by a tag, so that a person is to know where no alias holds. */
export async function tagTableFor({ answer, vault }: Pick<Context, 'answer' | 'vault'>, query: string, isAsked: boolean): Promise<TagTable | undefined> {
  if (readStat(absolute(vault, TAGS_FILE)) === null) return undefined;
  const { table, broken } = await readTagForms(vault);
  if (broken !== null && isAsked) answer.remark(`memvault: ${broken}; no alias of a tag holds`);
  return table.size > 0 && (isAsked || names(query.toLowerCase(), table)) ? table : undefined;
}

/** Most questions name no tag: nothing more is loaded for them. */
function names(query: string, { groups }: TagTable): boolean {
  for (const forms of groups) for (const form of forms) if (query.includes(form)) return true;
  return false;
}
