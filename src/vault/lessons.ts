// Lessons: archived episodes that share an entity, and what a model made of them once a person approved it. Follows
// from the facts, the ledger and the reviews alone. Pure.
import { findSecrets } from '../language/secrets/secrets.ts';
import { reviewId } from '../model/bytes.ts';
import {
  ARCHIVE_DAYS,
  type Episode,
  entityKey,
  experienceKind,
  foldEpisodes,
  isArchived,
  isOpen,
} from '../model/experience.ts';
import { compareText, eventDay } from '../model/fact.ts';
import { compareLines } from '../model/group-by.ts';
import { isLong } from '../model/limits.ts';
import type { Sentence } from '../model/page.ts';
import type { ReviewLine, ReviewProposal } from '../model/review.ts';
import { plural } from '../model/text.ts';
import { checkSentence } from '../page/check-sentence.ts';
import { parseOverviewBody, renderOverviewBody } from '../page/overview.ts';
import type { Vault } from './vault.ts';
import { isDecided, isForgotten, type View } from './view.ts';

/** Archived episodes of an entity for a page of lessons; other episodes of each entity for an episode's own page. */
export const LEAST_EPISODES = 3;
const MOST_LINES = 8;

export interface LessonGroup {
  /** The entity that they share. */
  readonly name: string;
  /** In chronological order. */
  readonly episodes: readonly Episode[];
  /** Lines that a person approved, without those of episodes that are gone. */
  readonly approved: readonly Sentence[];
  /** Reviews about these episodes alone; what is gone does not count. */
  readonly reviews: readonly ReviewLine[];
}

/** The episodes to derive pages from: with a disposition, not private, not forgotten. */
export function countedEpisodes(view: View): Episode[] {
  const facts = view.facts.filter(
    (fact) => experienceKind(fact) !== null && isDecided(view, fact.id) && !isForgotten(fact.id, view),
  );
  return foldEpisodes(facts).filter(isOpen);
}

/** Ids of the episodes and their outcomes. */
const factsOf = (episodes: readonly Episode[]): string[] =>
  episodes.flatMap(({ fact, outcome }) => (outcome === null ? [fact.id] : [fact.id, outcome.fact.id]));

/** By entity, sorted. Archived as of the newest consolidated day, so that no page changes only because a day passed. */
export function lessonGroups(
  view: View,
  episodes: readonly Episode[],
  { archiveDays = ARCHIVE_DAYS }: Pick<Vault, 'archiveDays'>,
): LessonGroup[] {
  let asOf = '';
  for (const { day, as } of view.ledger.values()) if (as !== 'pending' && day > asOf) asOf = day;
  const archived = episodes.filter((episode) => isArchived(episode, archiveDays, asOf));
  const names = new Map(
    archived.flatMap(({ entities }) => entities.map((name) => [entityKey(name), name] as const)).reverse(),
  );
  const counted = new Set(factsOf(episodes));
  const all = [...view.reviews.values()].filter(({ kind }) => kind === 'lesson');
  return [...names]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([key, name]): LessonGroup[] => {
      const own = archived.filter(({ entities }) => entities.some((one) => entityKey(one) === key));
      if (own.length < LEAST_EPISODES) return [];
      const ids = new Set(factsOf(own));
      const reviews = all.filter(({ facts }) => {
        const left = facts.filter((id) => counted.has(id));
        return left.length > 0 && left.every((id) => ids.has(id));
      });
      const [newest] = reviews.filter(({ status }) => status === 'approved').sort((a, b) => compareLines(b, a));
      return [{ name, episodes: own, reviews, approved: readLessons(newest, (id) => ids.has(id)) }];
    });
}

/** The lines of a review that cite only such facts. */
export const readLessons = (
  review: Pick<ReviewLine, 'draft'> | undefined,
  isKnown: (fact: string) => boolean,
): Sentence[] =>
  parseOverviewBody(review?.draft ?? '').flatMap(({ as, sentences }) =>
    as === 'list' ? sentences.filter(({ facts }) => facts.length > 0 && facts.every(isKnown)) : [],
  );

/**
 * Groups to ask a model about: those that nobody decided on, or of which as many episodes as make a page were archived
 * since. Without episodes that are too long or look like secrets.
 */
export function dueLessons(view: View, { archiveDays = ARCHIVE_DAYS }: Pick<Vault, 'archiveDays'>): LessonGroup[] {
  const ids = new Set<string>();
  return lessonGroups(view, countedEpisodes(view), { archiveDays }).flatMap((group) => {
    const { episodes, reviews } = group;
    const id = reviewId(factsOf(episodes));
    const decided = new Set(
      reviews.flatMap(({ status, facts }) => (status === 'approved' || status === 'rejected' ? facts : [])),
    );
    const fresh = episodes.filter(({ fact }) => !decided.has(fact.id));
    const isDue = !reviews.some(({ status }) => status === 'pending') && fresh.length >= LEAST_EPISODES;
    if (!isDue || ids.has(id)) return [];
    ids.add(id);
    const shown = episodes.filter((episode) => {
      const text = sayEpisode(episode);
      return !isLong(text) && findSecrets(text).length === 0;
    });
    return shown.length < LEAST_EPISODES ? [] : [{ ...group, episodes: shown }];
  });
}

const sayEpisode = ({ fact, outcome }: Episode): string =>
  [fact.text, outcome?.ended, outcome?.lesson].filter((text) => text != null).join('. ');

/** The lines that say nothing that the episodes they cite do not, at most eight. */
export function holdLessons(lines: readonly Sentence[], episodes: readonly Episode[]): Sentence[] {
  const days = new Map(
    episodes
      .flatMap(({ fact, outcome }) => (outcome === null ? [fact] : [fact, outcome.fact]))
      .map((fact) => [fact.id, [...new Set([fact.day, eventDay(fact)])]]),
  );
  const evidence = {
    title: episodes.flatMap(({ entities }) => entities).join(', '),
    claims: episodes.map((episode) => ({
      text: sayEpisode(episode),
      facts: factsOf([episode]),
      past: false,
      held: null,
      sides: [],
    })),
    daysOf: (id: string) => days.get(id) ?? [],
    isPrivate: () => false,
  };
  return lines.filter((line) => checkSentence(line, evidence) === null).slice(0, MOST_LINES);
}

/** The question about these lines. */
export const askAboutLessons = (episodes: readonly Episode[], lines: readonly Sentence[]): ReviewProposal => ({
  kind: 'lesson',
  facts: factsOf(episodes),
  reason: `${plural(episodes.length, 'decision')} about the same are archived`,
  score: 0.4,
  draft: renderOverviewBody([{ heading: null, as: 'list', sentences: lines }]),
});

/** Proposed reviews of lessons as they may be asked: about known episodes, with the lines that hold. */
export function checkLessons(view: View, proposed: readonly ReviewProposal[]): (ReviewProposal & { id: string })[] {
  return proposed.flatMap((review) => {
    if (review.kind !== 'lesson') return [];
    const named = new Set(review.facts);
    const episodes = foldEpisodes(
      view.facts.filter((fact) => named.has(fact.id) && !isForgotten(fact.id, view)),
    ).filter(isOpen);
    const id = reviewId(factsOf(episodes));
    const lines = holdLessons(
      readLessons(review, () => true),
      episodes,
    );
    const isAsked = (view.reviews.get(id)?.status ?? 'withdrawn') !== 'withdrawn';
    return isAsked || lines.length === 0 ? [] : [{ ...askAboutLessons(episodes, lines), id }];
  });
}
