// Tags as lines for people.
import type { TagReview } from '../../curate/tags/review.ts';
import type { ListedTag, TagUse } from '../../curate/tags/use.ts';
import { plain } from '../../model/controls.ts';
import { plural } from '../../model/text.ts';
import type { DecidedTag } from '../../tasks/tag-reviews.ts';
import { type Paint, painter } from '../terminal/paint.ts';
import { padTo, widthOf, wrap } from '../terminal/wrap.ts';

const WIDEST = 24;

/** One tag a line, more where it does not fit. */
export function renderTags(tags: readonly ListedTag[], columns: number, color: boolean): string {
  const paint = painter(color);
  const width = tags.reduce((widest, { tag }) => Math.min(WIDEST, Math.max(widest, widthOf(plain(tag)))), 0);
  const count = String(tags[0]?.facts ?? 0).length;
  return tags
    .flatMap(({ tag, aliases, facts, pages, projects }) => {
      const counts =
        `${String(facts).padStart(count)} ${facts === 1 ? 'fact' : 'facts'}` +
        (pages === 0 ? '' : `, ${plural(pages, 'page')}`);
      const also = aliases.length === 0 ? '' : `; also ${aliases.map(plain).join(', ')}`;
      const name = padTo(plain(tag), width);
      return wrap(`${counts}${ofProjects(projects)}${also}`, columns, `${name}  `, ' '.repeat(width + 2)).map(
        (line, at) => (at === 0 ? paint('cyan', line.slice(0, name.length)) + line.slice(name.length) : line),
      );
    })
    .join('\n');
}

/** The first three projects that a tag is used in, as the end of a clause; nothing for none. */
function ofProjects(projects: readonly string[]): string {
  const some = projects.slice(0, 3).map(plain);
  return some.length === 0
    ? ''
    : `, of ${some.join(', ')}${projects.length > some.length ? ` and ${projects.length - some.length} more` : ''}`;
}

/** How many tags there are; without any, how to give a fact one. */
export function countTagsInWords(tags: readonly ListedTag[]): string {
  return tags.length === 0 ? 'No fact has a tag yet: memvault log TEXT -t TAG.' : `${plural(tags.length, 'tag')}.`;
}

// Reviews of tags as lines for people, and as they stand in the JSON document.

export const TAG_QUESTION = 'are these one tag?';

/** A review of tags as one of `reviews` in a document. */
export function toTagReviewJson({
  id,
  kind,
  status,
  alias,
  canonical,
  reason,
  score,
  at,
}: TagReview): Record<string, unknown> {
  const use = ({ tag, facts, projects }: TagUse): Record<string, unknown> => ({ tag, facts: facts.length, projects });
  return {
    id,
    kind,
    status,
    facts: [],
    draft: null,
    reason,
    score,
    at,
    statements: [],
    tags: { alias: use(alias), canonical: use(canonical) },
  };
}

/** As `tags propose` and `review list` show it. */
export function renderTagReview(
  { id, status, alias, canonical, reason }: TagReview,
  columns: number,
  color: boolean,
): string {
  const paint = painter(color);
  return [
    `${paint('dim', id)}  ${paint('bold', `tag: ${TAG_QUESTION}`)}${status === 'pending' ? '' : ` (${status})`}`,
    ...[alias, canonical].flatMap((use) => wrap(lineOf(use, paint), columns, '  ', '    ')),
    ...wrap(`why: ${reason}`, columns, '  '),
    ...(status === 'pending'
      ? wrap(`approve reads #${plain(alias.tag)} as #${plain(canonical.tag)}`, columns, '  ')
      : []),
  ].join('\n');
}

/** As a question at a terminal, with a fact of each tag, so that a person need not look them up. */
export function renderTagQuestion(
  { alias, canonical, reason }: TagReview,
  place: { readonly number: number; readonly of: number },
  columns: number,
  color: boolean,
): string {
  const paint = painter(color);
  const example = ({ facts }: TagUse): string[] =>
    facts
      .slice(-1)
      .flatMap((fact) => [
        ...wrap(`such as “${plain(fact.text)}”`, columns, '     '),
        ...wrap(`from ${fact.path}:${fact.line}`, columns, '     ').map((line) => paint('dim', line)),
      ]);
  return [
    paint('bold', `Review ${place.number} of ${place.of}`),
    ...[alias, canonical].flatMap((use, at) => [
      ...wrap(lineOf(use, paint), columns, `  ${at + 1}  `, '     '),
      ...example(use),
    ]),
    ...wrap(`Asked because ${reason}.`, columns, '  '),
  ].join('\n');
}

/** What was decided and what became of it. */
export function renderTagDone({ verdict, alias, canonical, applied, others }: DecidedTag, color: boolean): string {
  const paint = painter(color);
  const pages = applied.journal.pages.map(({ path }) => paint('cyan', path)).join(', ');
  if (verdict === 'apart') return `#${plain(alias)} and #${plain(canonical)} stay two tags; it is not asked again.`;
  const notes =
    others.length === 0
      ? ''
      : ` ${plural(others.length, 'note')} of your own keep${others.length === 1 ? 's' : ''} #${plain(alias)}, ` +
        `and ${others.length === 1 ? 'is' : 'are'} found by #${plain(canonical)} all the same.`;
  return `#${plain(alias)} is read as #${plain(canonical)} from now on${pages === '' ? '' : ` (${pages})`}.${notes}`;
}

/** The same in a document. */
export function toDecidedTagJson({
  review,
  status,
  verdict,
  alias,
  canonical,
  applied,
  others,
}: DecidedTag): Record<string, unknown> {
  return {
    id: review.id,
    kind: review.kind,
    status,
    facts: [],
    did: verdict,
    logged: null,
    run: applied.journal.run,
    changes: applied.journal.pages.map(({ path }) => ({ kind: 'tag', page: path })),
    tags: { alias, canonical },
    others,
  };
}

function lineOf({ tag, facts, projects }: TagUse, paint: Paint): string {
  return `${paint('cyan', `#${plain(tag)}`)}: ${plural(facts.length, 'fact')}${ofProjects(projects)}`;
}
