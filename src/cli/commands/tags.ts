// `memvault tags`: lists tags, declares aliases, and applies aliases to front matter, in runs of kind `tags`.
import { type ListedTag, listTags, planAlias, retagPages } from '../../curate/tags/use.ts';
import { reviewId } from '../../model/bytes.ts';
import { hasControls, plain } from '../../model/controls.ts';
import { LIMITS } from '../../model/limits.ts';
import { foldTag, NO_TAGS } from '../../model/tag-table.ts';
import { nearest, plural } from '../../model/text.ts';
import { renderLink } from '../../note/link-map.ts';
import type { Context } from '../../tasks/context.ts';
import { type ByHand, changeByHand, type Made, readViewNow } from '../../tasks/record-by-hand.ts';
import { mustReadTagsFile } from '../../vault/own-files.ts';
import { TAGS_FILE } from '../../vault/vault.ts';
import type { View } from '../../vault/view.ts';
import { sayEnd } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { type Command, isOn, usage } from '../spec.ts';
import { type Face, faceOf, padTo, widthOf, wrap } from '../terminal/face.ts';

export const run: Command = async (context, { action, args, values }) => {
  const { answer, vault } = context;
  for (const { line, message } of mustReadTagsFile(vault).problems)
    answer.warn(`memvault: ${TAGS_FILE}:${line}: ${plain(message)}`);
  if (action === 'list') {
    const listed = listTags(await readViewNow(context), mustReadTagsFile(vault).table);
    answer.document({ tags: listed });
    answer.print(renderTags(listed, faceOf(context)));
    answer.remark(
      listed.length === 0 ? 'No fact has a tag yet: memvault log TEXT -t TAG.' : `${plural(listed.length, 'tag')}.`,
    );
    return EXIT.done;
  }
  const plan = action === 'apply' ? planRetagging(context) : planReadingAs(context, args.map(checkTag));
  const dryRun = isOn(values, 'dry-run');
  const wishes = { start: context.world.now(), commit: isOn(values, 'commit'), dryRun };
  const { planned, made, applied, outcome } = await changeByHand(context, 'tags', wishes, plan);
  say(context, made, planned, dryRun);
  return sayEnd(context, applied?.unwritten ?? [], outcome);
};

const WIDEST = 24;

/** One line per tag, wrapped if necessary. */
export function renderTags(tags: readonly ListedTag[], { columns, paint }: Face): string {
  const width = tags.reduce((widest, { tag }) => Math.min(WIDEST, Math.max(widest, widthOf(plain(tag)))), 0);
  const count = String(tags[0]?.facts ?? 0).length;
  return tags
    .flatMap(({ tag, aliases, facts, pages }) => {
      const about =
        `${String(facts).padStart(count)} ${facts === 1 ? 'fact' : 'facts'}` +
        (pages === 0 ? '' : `, ${plural(pages, 'page')}`) +
        (aliases.length === 0 ? '' : `; also ${aliases.join(', ')}`);
      const name = padTo(plain(tag), width);
      return wrap(about, columns, `${name}  `, ' '.repeat(width + 2)).map((line, at) =>
        at === 0 ? paint('cyan', line.slice(0, name.length)) + line.slice(name.length) : line,
      );
    })
    .join('\n');
}

interface Planned {
  /** Null if there is nothing to do. */
  readonly byHand: ByHand | null;
  /** The effect in words, for a person; empty if there is nothing to say. */
  readonly said: string;
  /** `others`: a person's own notes that keep an alias. `closed`: pages that need a merge first. */
  readonly others?: readonly string[];
  readonly closed?: readonly string[];
  /** Remarks about named tags that nothing uses. */
  readonly unused?: readonly string[];
}

/** `tags apply`: replaces aliases in the front matter of memvault's pages. */
function planRetagging({ vault }: Context): (view: View) => Planned {
  return (view) => {
    const { edits, others, closed } = retagPages(view, mustReadTagsFile(vault).table);
    if (edits.length === 0)
      return { byHand: null, said: 'No page of memvault has a tag that is an alias.', others, closed };
    const summary = `aliases of ${renderLink('tags.yaml', 'log.md', TAGS_FILE)} carried into front matter`;
    return { byHand: { changes: [], lines: [], about: 'front matter', edits, summary }, said: '', others, closed };
  };
}

/** `tags alias`. Throws `usage`. */
function planReadingAs({ vault }: Context, [one = '', other = '']: readonly string[]): (view: View) => Planned {
  if (foldTag(one) === foldTag(other))
    throw usage(
      `${one} and ${other} are the same tag: case makes no difference`,
      'name two tags that differ in more than case; memvault tags lists them',
    );
  return (view) => {
    const planned = planAlias(vault, view, { alias: one, canonical: other });
    const said = `#${plain(one)} is read as #${plain(other)}.`;
    const used = new Map(listTags(view, NO_TAGS).map(({ tag }) => [foldTag(tag), tag]));
    const unused = [one, other]
      .filter((tag) => !used.has(foldTag(tag)))
      .map((tag) => sayUnused(tag, used, [one, other]));
    if (planned === null) return { byHand: null, said: `Nothing to do: ${said}`, unused };
    const { edits, tags, others, closed } = planned;
    const about = reviewId([`tag ${foldTag(one)}`, `tag ${foldTag(other)}`]);
    const summary = `${about}: one more alias in ${renderLink('tags.yaml', 'log.md', TAGS_FILE)}`;
    return { byHand: { changes: [], lines: [], about, edits, tags, summary }, others, closed, said, unused };
  };
}

/** With a similarly spelled tag, since the name may be a typo. */
function sayUnused(tag: string, used: ReadonlyMap<string, string>, named: readonly string[]): string {
  const others = [...used].filter(([key]) => !named.some((name) => foldTag(name) === key));
  const near = nearest(
    tag,
    others.map(([, other]) => other),
  );
  return `No fact or note has #${plain(tag)} yet${near === null ? '.' : `; did you mean #${plain(near)}?`}`;
}

function checkTag(typed: string): string {
  const tag = typed.replace(/^#+/, '').trim();
  if (tag !== '' && !/[\s`]/.test(tag) && !hasControls(tag) && tag.length <= LIMITS.tag) return tag;
  throw usage(
    `invalid tag: ${JSON.stringify(typed.slice(0, 40))}`,
    `a tag is one word of at most ${LIMITS.tag} characters, without white space`,
  );
}

function say(
  { answer }: Context,
  made: Made | null,
  { said, others = [], closed = [], unused = [] }: Planned,
  dryRun: boolean,
): void {
  const pages = made?.journal.pages.map(({ path }) => path) ?? [];
  answer.document({ run: dryRun ? null : (made?.journal.run ?? null), pages, others, closed });
  answer.report(dryRun && made !== null && said !== '' ? `Would apply: ${said}` : said);
  if (pages.length > 0)
    answer.report(
      `${dryRun ? 'It would change' : 'Changed'} the tags of ${plural(pages.length, 'page')}:\n` +
        pages.map((path) => `  ${path}`).join('\n'),
    );
  for (const remark of unused) answer.remark(remark);
  if (others.length > 0)
    answer.remark(
      `${plural(others.length, 'note')} of your own with such a tag ${others.length === 1 ? 'keeps' : 'keep'} it; ` +
        `search finds ${others.length === 1 ? 'it' : 'them'} by both names.`,
    );
  for (const path of closed) answer.warn(`memvault: ${path} is not merged yet and was left unchanged`);
}
