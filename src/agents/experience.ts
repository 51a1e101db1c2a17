// What `episode` logs and lists, and published skills as files for agents. Pure.
import { posix } from 'node:path';
import type { Agent } from '../model/agents.ts';
import { MemvaultError } from '../model/errors.ts';
import {
  type Episode,
  foldEpisodes,
  namesIn,
  OUTCOMES,
  type OutcomeValue,
  renderOutcome,
} from '../model/experience.ts';
import type { Fact, Statement } from '../model/fact.ts';
import { findById } from '../model/ids.ts';
import { nearest, plural } from '../model/text.ts';
import { foldName } from '../page/page-name.ts';
import type { Procedure, Skill } from '../vault/derived-pages.ts';

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

// Published skills as files for agents. Pure. memvault never runs anything in them.

/** By name or by the beginning of exactly one name. Throws `not-found`, with the nearest. */
export function findSkill(skills: readonly Skill[], typed: string): Skill {
  const wanted = foldName(typed.trim());
  const exact = skills.filter(({ name }) => foldName(name) === wanted);
  const begun = skills.filter(({ name }) => wanted !== '' && foldName(name).startsWith(wanted));
  const [only, ...others] = exact.length > 0 ? exact : begun;
  if (only !== undefined && (exact.length > 0 || others.length === 0)) return only;
  const names = skills.map(({ name }) => name);
  const near = nearest(typed, names);
  throw new MemvaultError('not-found', `no skill is called ${JSON.stringify(typed)}`, {
    hint: near === null ? 'memvault skills list shows them' : `did you mean ${near}?`,
  });
}

/** Throws `refused` if nobody approved it. */
export function mustBePublished({ name, published, review }: Skill): Procedure {
  if (published !== null) return published;
  throw new MemvaultError('refused', `${name} is not published`, {
    hint: review === null ? 'memvault skills list says what it lacks' : `memvault review approve ${review}`,
  });
}

const LONGEST_SLUG = 64;

/** Lower-case letters, digits and dashes, as agents expect; null if nothing is left. */
const slugOf = (name: string): string | null =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_SLUG)
    .replace(/^-+|-+$/g, '') || null;

/** The file, with its path from the project's root. Throws `refused` if the name has no Latin letters. */
export function skillFile(agent: Pick<Agent, 'skill'>, procedure: Procedure): { path: string; text: string } {
  const { name, projects, steps, avoid } = procedure;
  const slug = slugOf(name);
  if (slug === null || slug === 'memvault')
    throw new MemvaultError('refused', `${name} cannot be the name of an agent’s skill`, {
      hint: 'such a name has small Latin letters, digits and dashes',
    });
  const where = projects.length === 0 ? '' : ` in ${projects.join(', ')}`;
  const worked = `It worked ${plural(procedure.paths.length, 'time')}${where}.`;
  const description = `How to: ${name}. ${worked} Use when asked for it.`;
  const lines = [
    '---',
    `name: ${slug}`,
    `description: ${JSON.stringify(description)}`,
    '---',
    '',
    `# ${name}`,
    '',
    ...steps.map(({ text }, at) => `${at + 1}. ${text}`),
    ...(avoid.length === 0 ? [] : ['', 'Avoid, because it failed:', '', ...avoid.map(({ text }) => `- ${text}`)]),
    '',
    ...(steps.some(({ text }) => /VERSION|DATE/.test(text))
      ? ['VERSION and DATE stand for what differs each time.', '']
      : []),
  ];
  return { path: posix.join(posix.dirname(posix.dirname(agent.skill)), slug, 'SKILL.md'), text: lines.join('\n') };
}
