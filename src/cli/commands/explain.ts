// `memvault explain ID|PAGE`: where a fact came from and what became of it, or what a page rests on. Writes nothing but
// what a search keeps for itself.
import { factStory, type FactStory, type LostStory, type Records } from '../../inspect/explain-fact.ts';
import { pageStory } from '../../inspect/explain-page.ts';
import { listingsAmong } from '../../lint/scope.ts';
import type { Course } from '../../inspect/touches.ts';
import { addDays, daysBetween, isDay } from '../../model/day.ts';
import type { MemvaultError } from '../../model/errors.ts';
import { isHistory } from '../../model/page.ts';
import type { Context } from '../../tasks/context.ts';
import { type FactSurroundings, surroundingsOf, type Way } from '../../tasks/fact-surroundings.ts';
import { readRecords, sayableIn } from '../../tasks/read-records.ts';
import { linkMapOf, readNoteFacts } from '../../vault/note-facts.ts';
import { readVaultFiles } from '../../vault/note-files.ts';
import { readOwnFiles } from '../../vault/own-files.ts';
import { openContext } from '../context.ts';
import { renderPageStory } from '../render/explain-page.ts';
import { type StoryFace, renderFactStory, renderForgotten, renderLost } from '../render/explain.ts';
import { plotFaceOf } from '../render/plot.ts';
import { type Command, EXIT, failure, isOn } from '../spec.ts';
import { quoted, whichSubject } from '../which-facts.ts';

export const run: Command = async (world, invocation) => {
  const context = await openContext(world, invocation);
  const records = await readRecords(context);
  const { view, tombstones } = records;
  const known = [...view.ledger.keys(), ...tombstones.map(({ fact }) => fact)];
  const subject = whichSubject(context, invocation.args.join(' '), view, known);
  if ('note' in subject) throw nothingToExplain(subject.note, context.vault.dailyDir);
  const face: StoryFace = {
    ...plotFaceOf(context),
    plots: world.stdout.isTerminal || isOn(invocation.values, 'plot'),
  };
  if ('page' in subject) await explainPage(context, subject.page, records, face);
  else await explainFact(context, subject.fact, records, face);
  return EXIT.done;
};

function nothingToExplain(path: string, dailyDir: string): MemvaultError {
  const day = path.startsWith(`${dailyDir}/`) ? path.slice(dailyDir.length + 1, -'.md'.length) : '';
  if (isDay(day))
    return failure(
      'not-found',
      `${path} is a daily log, and explain takes one fact of it`,
      `memvault facts --since ${day} --until ${day} lists them; explain takes an id or a place such as ${path}:5`,
    );
  return failure(
    'not-found',
    `${path} is in no zone, and memvault keeps claims only on pages in zones`,
    'so there is nothing to explain; memvault open opens it',
  );
}

async function explainFact(context: Context, id: string, records: Records, face: StoryFace): Promise<void> {
  const { answer } = context;
  const story = factStory(id, records);
  if (story === null) throw failure('not-found', `nothing is known of ${id}`, 'memvault facts lists the facts');
  if (story.forgotten) {
    const { at, purged } = story;
    answer.document('explain', { kind: 'fact', id, forgotten: { at, purged } });
    return answer.print(renderForgotten(story));
  }
  if ('lost' in story) {
    answer.document('explain', toLostJson(story));
    return answer.print(renderLost(story, face));
  }
  const around = await surroundingsOf(context, story, records);
  const shown = withoutSecrets(story, context);
  answer.document('explain', toFactJson(shown, around));
  answer.print(renderFactStory(shown, around, face));
}

/**
 * The story with the words of other facts hidden that look like a secret. Those of the fact itself are hidden by
 * `surroundingsOf`.
 */
function withoutSecrets(story: FactStory, context: Context): FactStory {
  const sayable = sayableIn(context);
  const hide = <T extends { readonly text: string | null }>(other: T): T =>
    other.text === null ? other : { ...other, text: sayable.words(other.text) };
  const { chain, same, against, ...rest } = story.others;
  // A model may have given the words of a fact as its reason.
  const isHidden = sayable.isSecret(story.fact);
  const touches = story.touches.map((touch) => ({
    ...touch,
    reason: touch.reason === null || isHidden ? null : sayable.words(touch.reason),
  }));
  return {
    ...story,
    touches,
    others: { ...rest, chain: chain.map(hide), same: same.map(hide), against: against.map(hide) },
  };
}

async function explainPage({ vault, answer }: Context, path: string, records: Records, face: StoryFace): Promise<void> {
  const notes = readNoteFacts(vault, true, await answer.progress());
  const map = linkMapOf(readVaultFiles(vault), notes.values());
  const listings = listingsAmong(readOwnFiles(vault));
  const page = pageStory(path, records, { notes, map, isMade: (other) => listings.has(other) });
  if (page === null) throw failure('not-found', `there is no page ${path}`, 'index.md names the pages');
  // `type` of the document says what document it is.
  const { claims, type, ...rest } = page;
  answer.document('explain', {
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

// The documents. They hold no word that is not also in the text for people.

/** Points of the course of confidence, at most. */
const POINTS = 60;

/** The fields of the document for a fact; docs/explain.md describes them. */
function toFactJson(
  { fact, held, edited, touches, recalled, course, pinned, others }: FactStory,
  { text, secret, claims, relatives, ways, obstacle, reviews }: FactSurroundings,
): Record<string, unknown> {
  const { id, day, time, session, path, line, category, tags, fields, computed } = fact;
  return {
    kind: 'fact',
    id,
    content: text,
    ...(secret ? { secret } : { category, tags, fields }),
    source: { path, line, date: day, time, session, computed: computed || undefined },
    // What is undefined is in no document.
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
      times: claim.times,
    })),
    history: touches.map(({ date, at, run, kind, engine, as, did, reason, undone }) => ({
      date,
      at,
      run,
      kind,
      engine,
      as,
      did,
      reason,
      undone,
    })),
    recalls: { count: recalled?.count ?? 0, last: recalled?.last ?? null },
    pinned,
    confidence: courseJson(course),
    chain: others.chain.map(({ id: other, from, to, text: words, forgotten, here }) => ({
      id: other,
      from,
      to,
      text: words,
      forgotten,
      here,
    })),
    ...(others.replacedBy.length > 0 && { replacedBy: others.replacedBy }),
    ...(others.replaces.length > 0 && { replaces: others.replaces }),
    same: others.same,
    against: others.against,
    reviews,
    related: relatives,
    offers: ways.map(([command, does]) => ({ command, does })),
    obstacle,
  };
}

/** The same for a fact whose line is in no log. */
function toLostJson({ id, day, claims, touches }: LostStory): Record<string, unknown> {
  return {
    kind: 'fact',
    id,
    lost: true,
    date: day,
    claims: claims.map(({ page, line }) => ({ path: page, line })),
    history: touches,
  };
}

function courseJson({ now, on, from, today, fadesOn, stays, moments }: Course): Record<string, unknown> {
  const to = fadesOn !== null && fadesOn > today ? fadesOn : today;
  const days = daysBetween(from, to);
  const count = Math.min(days, POINTS - 1);
  const dates = new Set([
    ...Array.from({ length: count + 1 }, (_, at) => addDays(from, count === 0 ? 0 : Math.round((at / count) * days))),
    today,
  ]);
  return {
    now: round(now),
    start: round(on(from)),
    from,
    fadesOn,
    faded: fadesOn !== null && fadesOn <= today,
    stays,
    moments,
    points: [...dates].sort().map((date) => ({ date, value: round(on(date)) })),
  };
}

const round = (value: number): number => Math.round(value * 1e4) / 1e4;
