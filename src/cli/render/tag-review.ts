// Reviews of tags as lines for people, and as they stand in the JSON document.
import type { TagReview } from '../../tags/review.ts';
import type { TagUse } from '../../tags/use.ts';
import type { DecidedTag } from '../tag-reviews.ts';
import { type Paint, painter, plain, plural } from '../paint.ts';
import { wrap } from '../wrap.ts';
import { ofProjects } from './tags.ts';

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
