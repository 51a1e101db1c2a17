// `memvault explain ID|PAGE`: where a fact came from and what happened to it, or what a page is based on. Writes
// nothing.
import { SECRET_WORDS } from '../../context/secrets.ts';
import { offersFor } from '../../curate/fix/fix.ts';
import { listReviews } from '../../curate/review/review.ts';
import { factStory, type FactStory, pageStory, type Records } from '../../inspect/explain.ts';
import type { Course } from '../../inspect/touches.ts';
import { findSecrets } from '../../language/secrets/secrets.ts';
import { isDay } from '../../model/day.ts';
import type { MemvaultError } from '../../model/errors.ts';
import { isHistory } from '../../model/page.ts';
import type { Context } from '../../tasks/context.ts';
import { quoted, whichSubject } from '../../tasks/find-subject.ts';
import { readRecords } from '../../tasks/record-by-hand.ts';
import { isForgotten, type View } from '../../vault/view.ts';
import { EXIT } from '../exit-codes.ts';
import {
  type FactSurroundings,
  plotFaceOf,
  renderFactStory,
  renderForgotten,
  renderPageStory,
  type StoryFace,
  type Way,
} from '../render/explain.ts';
import { type Command, failure, isOn } from '../spec.ts';

export const run: Command = async (context, { args, values }) => {
  const records = await readRecords(context);
  const { view, tombstones } = records;
  const known = [...view.ledger.keys(), ...tombstones.map(({ fact }) => fact)];
  const subject = whichSubject(context, args.join(' '), view, known);
  if ('note' in subject) throw nothingToExplain(subject.note, context.vault.dailyDir);
  const face: StoryFace = {
    ...plotFaceOf(context),
    plots: context.world.stdout.isTerminal || isOn(values, 'plot'),
  };
  if ('page' in subject) explainPage(context, subject.page, records, face);
  else explainFact(context, subject.fact, records, face);
  return EXIT.done;
};

function nothingToExplain(path: string, dailyDir: string): MemvaultError {
  const day = path.startsWith(`${dailyDir}/`) ? path.slice(dailyDir.length + 1, -'.md'.length) : '';
  if (isDay(day))
    return failure(
      'not-found',
      `${path} is a daily log; explain takes a single fact`,
      `memvault facts --since ${day} --until ${day} lists them; explain takes an id or a place such as ${path}:5`,
    );
  return failure(
    'not-found',
    `${path} is in no zone, and memvault keeps claims only on pages in zones`,
    'so there is nothing to explain; memvault open opens it',
  );
}

function explainFact({ answer }: Context, id: string, records: Records, face: StoryFace): void {
  const found = factStory(id, records);
  const story = found === null || found.forgotten ? found : withoutSecrets(found);
  if (story === null) throw nothingKnown(id, records.view);
  if (story.forgotten) {
    const { at, purged } = story;
    answer.document({ kind: 'fact', id, forgotten: { at, purged } });
    return answer.print(renderForgotten(story));
  }
  const around = surroundingsOf(story, records.view);
  answer.document(toFactJson(story, around));
  answer.print(renderFactStory(story, around, face));
}

/** Replaces each text that looks like a secret, because explanations are often shown to others. */
function withoutSecrets<T>(value: T): T {
  if (typeof value === 'string') return (findSecrets(value).length > 0 ? SECRET_WORDS : value) as T;
  if (Array.isArray(value)) return value.map(withoutSecrets) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutSecrets(one)])) as T;
}

/** For an id in no log: its line was deleted, or its log is not in this clone. */
function nothingKnown(id: string, view: View): MemvaultError {
  if (!view.ledger.has(id)) return failure('not-found', `unknown fact: ${id}`, 'memvault facts lists the facts');
  const pages = view.citedOn.get(id) ?? [];
  return failure(
    'not-found',
    `no daily log contains ${id} any more: its line was deleted, or its log is not in this clone`,
    pages.length === 0 ? 'log.md names the runs that decided it' : `it is cited on ${pages.join(', ')}`,
  );
}

function explainPage({ answer }: Context, path: string, records: Records, face: StoryFace): void {
  const page = pageStory(path, records);
  if (page === null) throw failure('not-found', `no such page: ${path}`, 'index.md names the pages');
  // `type` is already the document's own field.
  const { claims, type, ...rest } = page;
  answer.document({
    kind: 'page',
    ...rest,
    pageType: type,
    claims: { ...claims, share: claims.statements === 0 ? null : claims.onFacts / claims.statements },
  });
  answer.print(renderPageStory(page, waysOf(page.runs.at(-1)?.run, path, page.conflicts.length > 0), face));
}

function waysOf(run: string | undefined, path: string, isContested: boolean): Way[] {
  const name = quoted(path);
  return [
    [`memvault open ${name}`, 'the page in your editor'],
    ...(run === undefined ? [] : [[`memvault diff ${run}`, 'what the last run changed on it'] as const]),
    ...(isContested ? [['memvault review', 'decide which side of a conflict holds'] as const] : []),
  ];
}

// What is shown next to a fact's story: its claims, its reviews, and what can be done about it.

function surroundingsOf(story: FactStory, view: View): FactSurroundings {
  const reviews = listReviews(view, { all: true })
    .filter(({ facts }) => facts.includes(story.fact.id))
    .map(({ id, kind, status, facts }) => ({ id, kind, status, facts }));
  const claims = story.claims.map((claim) => ({
    ...claim,
    said: claim.facts.some((id) => isForgotten(id, view))
      ? '(it also cites a forgotten fact, and is not shown)'
      : claim.text,
  }));
  return { claims, reviews, ...waysFor(story, view, reviews) };
}

function waysFor(
  { fact, held, edited, pinned, touches }: FactStory,
  view: View,
  reviews: FactSurroundings['reviews'],
): Pick<FactSurroundings, 'ways' | 'obstacle'> {
  const { id } = fact;
  // The story already says that nothing is decided.
  const { offers, obstacle } = held === null || edited ? { offers: [], obstacle: null } : offersFor(view, id);
  // A contradiction is decided with fix --current.
  const waiting = reviews.find(({ status, kind }) => status === 'pending' && kind !== 'contradiction');
  const run = touches.findLast((touch) => touch.as !== undefined)?.run;
  const ways: (Way | null)[] = [
    ...offers.map(({ flag, takes, does }): Way => [
      `memvault fix ${id} --${flag}${takes === null ? '' : ` ${takes}`}`,
      does,
    ]),
    waiting === undefined ? null : [`memvault review approve ${waiting.id}`, 'as it was asked; reject keeps both'],
    held?.as === 'superseded'
      ? null
      : pinned
        ? [`memvault pin --off ${id}`, 'let it fade again']
        : [`memvault pin ${id}`, 'keep it from fading and from being merged'],
    [`memvault forget ${id}`, 'remove it from pages and search; --undo reverts this'],
    [`memvault open ${id}`, 'its line in your editor'],
    run == null ? null : [`memvault diff ${run}`, 'all that its last run changed'],
  ];
  return { ways: ways.filter((way) => way !== null), obstacle };
}

/** The fields of a fact's document, described in docs/explain.md. */
function toFactJson(
  { fact, held, edited, touches, recalled, course, pinned, others }: FactStory,
  { claims, ways, obstacle, reviews }: FactSurroundings,
): Record<string, unknown> {
  const { id, day, time, session, path, line, category, tags, fields, computed, text } = fact;
  const { chain, same, against, replacedBy, replaces } = others;
  return {
    kind: 'fact',
    id,
    content: text,
    category,
    tags,
    fields,
    source: { path, line, date: day, time, session, computed: computed || undefined },
    // Undefined fields are left out of the document.
    disposition: held && {
      as: held.as,
      page: held.page,
      of: held.of,
      by: held.by,
      with: held.with,
      reason: held.reason,
      run: held.run,
      engine: held.engine,
      at: held.at,
      edited: edited || undefined,
    },
    claims: claims.map((claim) => ({
      path: claim.page,
      line: claim.line,
      text: claim.said,
      current: !isHistory(claim),
      conflict: claim.sides.length > 1 && !isHistory(claim),
      held: claim.held,
      facts: claim.facts,
    })),
    history: touches,
    recalls: { count: recalled?.count ?? 0, last: recalled?.last ?? null },
    pinned,
    confidence: courseJson(course),
    chain: chain.map(({ date: _, ...link }) => link),
    ...(replacedBy.length > 0 && { replacedBy }),
    ...(replaces.length > 0 && { replaces }),
    same,
    against,
    reviews,
    offers: ways.map(([command, does]) => ({ command, does })),
    obstacle,
  };
}

const courseJson = ({ now, on, from, today, fadesOn, stays }: Course): Record<string, unknown> => ({
  now: round(now),
  start: round(on(from)),
  from,
  fadesOn,
  faded: fadesOn !== null && fadesOn <= today,
  stays,
});

const round = (value: number): number => Math.round(value * 1e4) / 1e4;
