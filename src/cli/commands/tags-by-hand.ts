// `tags alias` and `tags apply`: an alias declared, and aliases carried into front matter, as runs of kind `tags`.
import { countTags, retagPages } from '../../curate/tags/use.ts';
import { hasControls, plain } from '../../model/controls.ts';
import { LIMITS } from '../../model/limits.ts';
import { foldTag } from '../../model/tag-table.ts';
import { nearest, plural } from '../../model/text.ts';
import { renderLink } from '../../note/link-map.ts';
import type { Context } from '../../tasks/context.ts';
import { planAlias } from '../../tasks/decided-tags.ts';
import { withVaultLock } from '../../tasks/hold-lock.ts';
import {
  applyByHand,
  type ByHand,
  type Made,
  planByHand,
  readViewNow,
  settleByHand,
} from '../../tasks/record-by-hand.ts';
import { mustReadTagsFile } from '../../vault/tags.ts';
import { TAGS_FILE } from '../../vault/vault.ts';
import type { View } from '../../vault/view.ts';
import { EXIT } from '../exit-codes.ts';
import { sayCommit } from '../say-commit.ts';
import { wrapFor } from '../terminal/wrap.ts';
import { usage } from '../spec.ts';

export interface TagRun {
  readonly commit: boolean;
  readonly dryRun: boolean;
}

/**
 * `tags apply`: puts the tag that an alias is read as into the front matter of memvault's pages. Gives the exit status.
 */
export async function applyTags(context: Context, options: TagRun): Promise<number> {
  return await carryOut(context, options, (view) => {
    const { edits, closed, others } = retagPages(view, mustReadTagsFile(context.vault).table);
    return {
      byHand:
        edits.length === 0
          ? null
          : {
              changes: [],
              lines: [],
              about: 'front matter',
              edits,
              summary: `aliases of ${renderLink('tags.yaml', 'log.md', TAGS_FILE)} carried into front matter`,
            },
      said: edits.length === 0 ? 'No page of memvault has a tag that is an alias.' : '',
      others,
      closed,
      unused: [],
    };
  });
}

/** `tags alias`. Gives the exit status. Throws `usage`, `refused`, `settings`. */
export async function addAlias(context: Context, tags: readonly string[], options: TagRun): Promise<number> {
  const [one = '', other = ''] = tags.map(checkTag);
  if (foldTag(one) === foldTag(other))
    throw usage(
      `${one} and ${other} are the same tag: case makes no difference`,
      'name two tags that differ in more than case; memvault tags lists them',
    );
  return await carryOut(context, options, (view) => {
    const planned = planAlias(context.vault, view, { alias: one, canonical: other });
    const said = `#${plain(one)} is read as #${plain(other)}.`;
    const unused = unusedTags(view, [one, other]);
    return planned === null
      ? { byHand: null, said: `Nothing to do: ${said}`, others: [], closed: [], unused }
      : { ...planned, said, unused };
  });
}

/** Tags that nothing carries, each with one that is spelt nearly so: such a name is likely a typing error. */
function unusedTags(view: View, tags: readonly string[]): (readonly [string, string | null])[] {
  const uses = countTags(view);
  return tags
    .filter((tag) => !uses.has(foldTag(tag)))
    .map((tag) => [
      tag,
      nearest(
        tag,
        [...uses.values()]
          .map((use) => use.tag)
          .filter((name) => !tags.some((other) => foldTag(other) === foldTag(name))),
      ),
    ]);
}

function checkTag(typed: string): string {
  const tag = typed.replace(/^#+/, '').trim();
  if (tag !== '' && !/[\s`]/.test(tag) && !hasControls(tag) && tag.length <= LIMITS.tag) return tag;
  throw usage(
    `invalid tag: ${JSON.stringify(typed.slice(0, 40))}`,
    `a tag is one word of at most ${LIMITS.tag} characters, without white space`,
  );
}

interface Planned {
  /** Null where there is nothing to do. */
  readonly byHand: ByHand | null;
  /** What holds then, for a person; empty where that says nothing. */
  readonly said: string;
  /** A person's own notes that keep an alias, and pages that wait for a merge. */
  readonly others: readonly string[];
  readonly closed: readonly string[];
  /** Tags that were named and nobody uses, each with one that is spelt nearly so, or null. */
  readonly unused: readonly (readonly [tag: string, near: string | null])[];
}

async function carryOut(context: Context, { commit, dryRun }: TagRun, plan: (view: View) => Planned): Promise<number> {
  const { answer, world } = context;
  const start = world.now();
  if (dryRun) {
    const view = await readViewNow(context);
    const { byHand, ...planned } = plan(view);
    const made = byHand === null ? null : planByHand(context, view, 'tags', start, commit, byHand);
    say(context, made, planned, true);
    return EXIT.done;
  }
  return await withVaultLock(context, 'tags', async () => {
    const view = await readViewNow(context);
    const { byHand, ...planned } = plan(view);
    if (byHand === null) {
      say(context, null, planned, false);
      return EXIT.done;
    }
    const applied = applyByHand(context, planByHand(context, view, 'tags', start, commit, byHand));
    const outcome = await settleByHand(context, start, commit);
    say(context, applied, planned, false);
    for (const reason of applied.unwritten) answer.warn(`memvault: ${reason}`);
    const status = sayCommit({ answer }, outcome);
    return applied.unwritten.length > 0 ? EXIT.partly : status;
  });
}

function say(
  { answer, world }: Context,
  made: Made | null,
  { said, others, closed, unused }: Omit<Planned, 'byHand'>,
  dryRun: boolean,
): void {
  const pages = made?.journal.pages.map(({ path }) => path) ?? [];
  answer.document('tags', { run: dryRun ? null : (made?.journal.run ?? null), pages, others, closed });
  if (said !== '') answer.report(wrapFor(world.stdout, dryRun && made !== null ? `This would be so: ${said}` : said));
  if (pages.length > 0)
    answer.report(
      `${dryRun ? 'It would change' : 'Changed'} the tags of ${plural(pages.length, 'page')}:\n` +
        pages.map((path) => `  ${path}`).join('\n'),
    );
  for (const [tag, near] of unused)
    answer.remark(
      wrapFor(
        world.stderr,
        `No fact and no note has #${plain(tag)} so far${near === null ? '.' : `; did you mean #${plain(near)}?`}`,
      ),
    );
  if (others.length > 0)
    answer.remark(
      wrapFor(
        world.stderr,
        `${plural(others.length, 'note')} of your own with such a tag ${others.length === 1 ? 'keeps' : 'keep'}` +
          ` it; search finds ${others.length === 1 ? 'it' : 'them'} by both names.`,
      ),
    );
  for (const path of closed) answer.warn(`memvault: ${path} waits for a merge to be settled, and was left as it is`);
}
