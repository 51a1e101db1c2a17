// The aliases of tags for a request: a look whether there is a file, and the rest only where there is one.
import { readStat } from '../vault/disk.ts';
import { absolute, TAGS_FILE } from '../vault/vault.ts';
import type { TagTable } from '../model/tag-table.ts';
import type { Context } from './context.ts';

/** Undefined where there are none. `isAsked`: a tag is asked for, so that a person is to know where none holds. */
export async function tagTableFor({ answer, vault }: Pick<Context, 'answer' | 'vault'>, isAsked: boolean): Promise<TagTable | undefined> {
  if (readStat(absolute(vault, TAGS_FILE)) === null) return undefined;
  const { readTagForms } = await import('../vault/tag-forms.ts');
  const { table, broken } = await readTagForms(vault);
  if (broken !== null && isAsked) answer.remark(`memvault: ${broken}; no alias of a tag holds`);
  return table.size === 0 ? undefined : table;
}
