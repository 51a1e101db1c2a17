// A fact's story as a document. Holds no word that is not also in the text for people.
import type { FactStory, LostStory } from '../../inspect/explain-fact.ts';
import type { Course } from '../../inspect/touches.ts';
import { addDays, daysBetween } from '../../model/day.ts';
import { isHistory } from '../../model/page.ts';
import type { FactSurroundings } from '../../tasks/fact-surroundings.ts';

/** Points of the course of confidence, at most. */
const POINTS = 60;

/** The fields of the document for a fact; docs/explain.md describes them. */
export function toFactJson(
  { fact, held, edited, touches, recalled, course, pinned, others }: FactStory,
  { text, secret, claims, relatives, ways, obstacle, reviews }: FactSurroundings,
): Record<string, unknown> {
  const { id, day, time, session, path, line, category, tags, fields, computed } = fact;
  return {
    kind: 'fact',
    id,
    content: text,
    ...(secret ? { secret } : { category, tags, fields }),
    source: { path, line, date: day, time, session, ...(computed ? { computed } : {}) },
    disposition:
      held === null
        ? null
        : {
            as: held.as,
            ...optional('page', held.page),
            ...optional('of', held.of),
            ...optional('by', held.by),
            ...optional('with', held.with),
            ...optional('reason', held.reason),
            run: held.run,
            engine: held.engine,
            at: held.at,
            ...(edited ? { edited } : {}),
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
      ...optional('as', as),
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
export function toLostJson({ id, day, claims, touches }: LostStory): Record<string, unknown> {
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

const optional = (key: string, value: string | undefined): Record<string, string> =>
  value === undefined ? {} : { [key]: value };
