// Published skills as files for agents. Pure. memvault never runs anything in them.
import { posix } from 'node:path';
import type { Agent } from '../model/agents.ts';
import { MemvaultError } from '../model/errors.ts';
import { nearest, plural } from '../model/text.ts';
import { renderScalar } from '../note/front-matter.ts';
import { foldName } from '../page/page-name.ts';
import type { Procedure, Skill } from '../vault/derived-pages.ts';

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
    `description: ${renderScalar(description)}`,
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
