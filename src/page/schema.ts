// The user's conventions in `schema.md`: which page a category goes to. Front matter only; the prose
// below it is for people and models.
import { frontMatterLines } from '../note/blocks.ts';
import { parseFrontMatter } from '../note/front-matter.ts';
import { splitLines } from '../note/lines.ts';
import { isGeneratedDescription } from './boilerplate.ts';

export interface Schema {
  /** Category in lower case to page, from the vault's root. */
  readonly routes: ReadonlyMap<string, string>;
  /** Page to its description, in the user's own words. */
  readonly about: ReadonlyMap<string, string>;
  /** What is wrong with it, in words; null when it can be used. */
  readonly broken: string | null;
}

/** What the template's schema says, for vaults whose own says nothing of routes. Pages by the zone they lie in. */
const TEMPLATE: readonly (readonly [category: string, zone: 'personal' | 'wiki', page: string])[] = [
  ['preference', 'personal', 'Preferences'],
  ['identity', 'personal', 'Identity'],
  ['relationship', 'personal', 'Relationships'],
  ['experience', 'personal', 'Experiences'],
  ['skill', 'personal', 'Skills'],
  ['goal', 'personal', 'Goals'],
  ['constraint', 'personal', 'Constraints'],
  ['event', 'personal', 'Events'],
  ['work', 'personal', 'Work'],
  ['decision', 'wiki', 'Decisions'],
  ['technical', 'wiki', 'Technical'],
];

export function templateRoutes(zones: { readonly personal: string; readonly wiki: string }): Schema {
  return {
    routes: new Map(TEMPLATE.map(([category, zone, page]) => [category, `${zones[zone]}/${page}.md`])),
    about: new Map(),
    broken: null,
  };
}

/** Reads the front matter of a schema; `fallback` stands for what it does not say. */
export function parseSchema(text: string, fallback: Schema): Schema {
  const { data, broken } = parseFrontMatter(text);
  if (broken !== null) return { ...fallback, broken };
  const routes = mappingOf(data.routes);
  const about = mappingOf(data.about);
  if (routes === null || about === null)
    return { ...fallback, broken: '`routes` and `about` are lists of `name: text` lines' };
  return {
    routes:
      data.routes === undefined
        ? fallback.routes
        : new Map([...routes].map(([category, page]) => [category.toLowerCase(), page])),
    // Earlier versions listed a line here for each page of the template; those count for nothing.
    about: new Map([...about].filter(([, text]) => !isGeneratedDescription(text, []))),
    broken: null,
  };
}

function mappingOf(value: unknown): Map<string, string> | null {
  if (value === undefined || value === null) return new Map();
  if (typeof value !== 'object' || Array.isArray(value)) return null;
  const entries = Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return entries.length === Object.keys(value).length ? new Map(entries) : null;
}

const INTRODUCTION = `# Conventions of this vault

memvault reads the lines above and never changes this file. It is yours.

- \`routes\` says which page a category goes to: \`memvault log -c preference …\` ends up on the page behind \
\`preference\`.
- \`about\`, a list of \`page: text\` like \`routes\`, gives a new page its description.
- A fact about you with a field \`kind\` (identity, preference, event …) goes to the page Profile or Timeline, unless \
you give its category another page above than \`init\` did.
- A fact with a project goes to the project's page. A category without a route goes to the page of its \
subject, else of its tag, else to a page of its own name.
- While three or more of your categories have fewer than twelve claims each, they share the page Profile, each under a \
heading. Give a category another page above to keep it apart.

Write below what else should hold for the pages of this vault: names, wording, what belongs where.
`;
const EXPLAINED = new Set(INTRODUCTION.split('\n').map((line) => line.trim()));

/** What the user wrote below the front matter, without the lines that `init` put there; empty for nothing. */
export function schemaProse(text: string): string {
  const lines = splitLines(text.replace(/^\uFEFF/, ''));
  return lines
    .slice(frontMatterLines(lines))
    .filter((line) => line.trim() === '' || !EXPLAINED.has(line.trim()))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** The file as `init` makes it: the routes in front matter, and what they mean in prose. */
export function renderSchema({ routes }: Pick<Schema, 'routes'>): string {
  const rows = [...routes].map(([category, page]) => `  ${category}: ${page}`);
  return `---
type: schema
routes:
${rows.join('\n')}
---

${INTRODUCTION}`;
}
