// `memvault tags`: which tags there are, which could be one, and the names that they have, carried into front matter.
import { listTagReviews } from '../../curate/tags/review.ts';
import { listTags } from '../../curate/tags/use.ts';
import { plain } from '../../model/controls.ts';
import { MemvaultError } from '../../model/errors.ts';
import { nearest, plural } from '../../model/text.ts';
import type { Context } from '../../tasks/context.ts';
import { readViewNow } from '../../tasks/record-by-hand.ts';
import { readModelTags } from '../../vault/tag-forms.ts';
import { mustReadTagsFile } from '../../vault/tags.ts';
import { TAGS_FILE } from '../../vault/vault.ts';
import { openContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { countTagsInWords, renderTagReview, renderTags, toTagReviewJson } from '../render/tags.ts';
import { settingFlags } from '../setting-flags.ts';
import { type Command, isOn, type Values } from '../spec.ts';
import { columnsOf, wrapFor } from '../terminal/wrap.ts';

const ACTIONS = ['list', 'propose', 'apply', 'alias', 'apart'] as const;
type Action = (typeof ACTIONS)[number];

export const run: Command = async (world, { verb, args, values }) => {
  const [typed = 'list', ...tags] = args;
  const action = ACTIONS.find((known) => known === typed);
  if (action === undefined) throw unknownAction(typed);
  mustGoTogether(action, tags, values);
  const context = await openContext(world, { verb, args, values }, settingFlags(values));
  sayProblems(context);
  if (action === 'list') return await list(context);
  if (action === 'propose') return await propose(context, isOn(values, 'llm'));
  const { applyTags, declareTags } = await import('./tags-by-hand.ts');
  const options = { commit: isOn(values, 'commit'), dryRun: isOn(values, 'dry-run') };
  return action === 'apply' ? await applyTags(context, options) : await declareTags(context, action, tags, options);
};

async function list(context: Context): Promise<number> {
  const { answer, vault, world } = context;
  const tags = listTags(await readViewNow(context), mustReadTagsFile(vault));
  answer.document('tags', { tags });
  answer.print(renderTags(tags, columnsOf(world.stdout), answer.color));
  answer.remark(countTagsInWords(tags));
  return EXIT.done;
}

async function propose(context: Context, asksModel: boolean): Promise<number> {
  const { answer, vault, world } = context;
  const decided = mustReadTagsFile(vault);
  const view = await readViewNow(context);
  const asked = asksModel ? await import('../model-tags.ts').then(({ askForTags }) => askForTags(context, view)) : null;
  const reviews = listTagReviews(view, decided, { all: false, fromModel: readModelTags(vault) });
  answer.document('tags', {
    proposals: reviews.map(toTagReviewJson),
    ...(asked !== null && {
      llm: {
        model: asked.model,
        tags: asked.shown,
        found: asked.pairs.length,
        dropped: asked.dropped,
        calls: asked.usage.calls,
        tokens: asked.usage.tokens,
      },
    }),
  });
  answer.print(reviews.map((review) => renderTagReview(review, columnsOf(world.stdout), answer.color)).join('\n\n'));
  if (asked !== null)
    answer.remark(
      wrapFor(
        world.stderr,
        `${asked.model} was shown ${plural(asked.shown, 'tag')} and named ${plural(asked.pairs.length, 'pair')}.`,
      ),
    );
  answer.remark(
    reviews.length === 0
      ? 'No two tags look like the same tag.'
      : `${plural(reviews.length, 'proposal')}: memvault review decides ${reviews.length === 1 ? 'it' : 'them'}.`,
  );
  return EXIT.done;
}

/** What does not hold, each with its line. Throws `settings` where nothing does. */
function sayProblems({ answer, vault }: Context): void {
  for (const { line, message } of mustReadTagsFile(vault).problems)
    answer.warn(`memvault: ${TAGS_FILE}:${line}: ${plain(message)}`);
}

function mustGoTogether(action: Action, tags: readonly string[], values: Values): void {
  const wanted = action === 'alias' || action === 'apart' ? 2 : 0;
  if (tags.length !== wanted)
    throw new MemvaultError(
      'usage',
      wanted === 0 ? `tags ${action} takes no tags: ${tags.join(' ')}` : `tags ${action} takes two tags`,
      {
        hint:
          action === 'alias'
            ? 'memvault tags alias fw firmware reads fw as firmware'
            : action === 'apart'
              ? 'memvault tags apart ui ux'
              : `memvault tags ${action}`,
      },
    );
  const only = (flag: string, some: readonly Action[]): void => {
    if (values[flag] !== undefined && !some.includes(action))
      throw new MemvaultError('usage', `--${flag} needs tags ${some.join(', ')}`, {
        hint: `memvault tags ${some[0] ?? ''} --${flag}`,
      });
  };
  only('llm', ['propose']);
  only('dry-run', ['apply', 'alias', 'apart']);
  only('commit', ['apply', 'alias', 'apart']);
}

function unknownAction(action: string): MemvaultError {
  const near = nearest(action, ACTIONS);
  return new MemvaultError('usage', `tags has no action ${JSON.stringify(action)}`, {
    hint: near === null ? `one of ${ACTIONS.join(', ')}` : `did you mean memvault tags ${near}?`,
  });
}
