// Decisions and how they ended: what `episode` logs and lists. Pure.
import {
  type Episode,
  foldEpisodes,
  namesIn,
  OUTCOMES,
  type OutcomeValue,
  renderOutcome,
} from '../model/experience.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Fact, Statement } from '../model/fact.ts';
import { findById } from '../model/ids.ts';

/** What `episode open` logs. Throws `usage` without an entity. */
export function openingOf(text: string, entities: readonly string[], tags: readonly string[]): Statement {
  const names = namesIn(entities.join(','));
  if (names.length === 0)
    throw new MemvaultError('usage', 'it is not said what the decision is about', {
      hint: 'memvault episode open "Postgres for the billing service" --entity billing',
    });
  return { category: 'decision', text, tags, fields: { kind: 'episode', entities: names.join(', ') } };
}

/** What `episode resolve` logs, with the tags of the episode, so that a private one stays private. */
export function outcomeOf(
  { fact, entities }: Episode,
  { value, text, lesson }: { readonly value: OutcomeValue; readonly text: string; readonly lesson: string | null },
): Statement {
  return {
    category: 'decision',
    text: renderOutcome(text, lesson),
    tags: fact.tags,
    fields: {
      kind: 'outcome',
      resolves: fact.id,
      value,
      ...(entities.length > 0 && { entities: entities.join(', ') }),
      ...(fact.fields.project !== undefined && { project: fact.fields.project }),
    },
  };
}

/** Throws `usage`, with all of them. */
export function outcomeNamed(typed: string): OutcomeValue {
  const found = OUTCOMES.find((value) => value === typed);
  if (found !== undefined) return found;
  throw new MemvaultError('usage', `no such outcome: ${typed}`, { hint: `one of ${OUTCOMES.join(', ')}` });
}

/** All episodes that are not forgotten, in chronological order. */
export const rememberedEpisodes = (facts: readonly Fact[], isForgotten: (id: string) => boolean): Episode[] =>
  foldEpisodes(facts.filter(({ id }) => !isForgotten(id)));

/** By an id prefix. Throws `usage`, `not-found`, `ambiguous`. */
export const findEpisode = (episodes: readonly Episode[], typed: string): Episode => {
  const { id } = findById(
    episodes.map(({ fact }) => fact),
    typed,
    { what: 'episode', list: 'memvault episode list shows them', about: ({ text }) => text.slice(0, 60) },
  );
  return episodes.find(({ fact }) => fact.id === id) as Episode;
};
