// `memvault tags`: lists tags, reads one as another, and carries aliases into front matter.
import { listTags } from '../../curate/tags/use.ts';
import { plain } from '../../model/controls.ts';
import { MemvaultError } from '../../model/errors.ts';
import { nearest } from '../../model/text.ts';
import type { Context } from '../../tasks/context.ts';
import { readViewNow } from '../../tasks/record-by-hand.ts';
import { mustReadTagsFile } from '../../vault/tags.ts';
import { TAGS_FILE } from '../../vault/vault.ts';
import { openContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { countTagsInWords, renderTags } from '../render/tags.ts';
import { settingFlags } from '../setting-flags.ts';
import { type Command, isOn, type Values, usage } from '../spec.ts';
import { columnsOf } from '../terminal/wrap.ts';

const ACTIONS = ['list', 'alias', 'apply'] as const;
type Action = (typeof ACTIONS)[number];

export const run: Command = async (world, { verb, args, values }) => {
  const [typed = 'list', ...tags] = args;
  const action = ACTIONS.find((known) => known === typed);
  if (action === undefined) throw unknownAction(typed);
  mustGoTogether(action, tags, values);
  const context = await openContext(world, { verb, args, values }, settingFlags(values));
  sayProblems(context);
  if (action === 'list') return await list(context);
  const { addAlias, applyTags } = await import('./tags-by-hand.ts');
  const options = { commit: isOn(values, 'commit'), dryRun: isOn(values, 'dry-run') };
  return action === 'apply' ? await applyTags(context, options) : await addAlias(context, tags, options);
};

async function list(context: Context): Promise<number> {
  const { answer, vault, world } = context;
  const tags = listTags(await readViewNow(context), mustReadTagsFile(vault));
  answer.document('tags', { tags });
  answer.print(renderTags(tags, columnsOf(world.stdout), answer.color));
  answer.remark(countTagsInWords(tags));
  return EXIT.done;
}

/** What does not hold, each with its line. Throws `settings` where nothing does. */
function sayProblems({ answer, vault }: Context): void {
  for (const { line, message } of mustReadTagsFile(vault).problems)
    answer.warn(`memvault: ${TAGS_FILE}:${line}: ${plain(message)}`);
}

function mustGoTogether(action: Action, tags: readonly string[], values: Values): void {
  const wanted = action === 'alias' ? 2 : 0;
  if (tags.length !== wanted)
    throw usage(
      wanted === 0 ? `tags ${action} takes no tags: ${tags.join(' ')}` : `tags ${action} takes two tags`,
      action === 'alias' ? 'memvault tags alias fw firmware reads fw as firmware' : `memvault tags ${action}`,
    );
  const flag = ['dry-run', 'commit'].find((name) => values[name] !== undefined);
  if (action === 'list' && flag !== undefined)
    throw usage(`--${flag} needs tags alias or apply`, `memvault tags apply --${flag}`);
}

function unknownAction(action: string): MemvaultError {
  const near = nearest(action, ACTIONS);
  return usage(
    `tags has no action ${JSON.stringify(action)}`,
    near === null ? `one of ${ACTIONS.join(', ')}` : `did you mean memvault tags ${near}?`,
  );
}
