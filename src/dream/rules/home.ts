// The one page that a fact belongs to: its project's, else the owner's profile or timeline for what says of what kind
// it is, else the one that the schema names for its category, else its subject's, else its tag's, else its category's.
import { aboutCategory, aboutProject, aboutRoute, aboutTopic } from '../../markdown/about.ts';
import { toFileName, toTitle } from '../../markdown/file-name.ts';
import type { Fact } from '../../model/fact.ts';
import type { Schema } from '../../markdown/schema.ts';
import type { Zones } from '../../vault/vault.ts';
import type { Profile } from './profile.ts';
import type { Spread } from './spread.ts';

export interface Home {
  readonly page: string;
  readonly title: string;
  readonly type: 'project' | 'note' | 'entity' | 'topic' | 'profile' | 'timeline';
  readonly about: string;
  /** Why this page, one sentence. */
  readonly reason: string;
}

export interface HomeContext {
  readonly zones: Zones;
  readonly schema: Schema;
  /** A named subject gets a page of its own from so many facts. */
  readonly entityFacts: number;
  readonly spread: Spread;
  readonly profile: Profile;
  /** Its tags, an alias as the tag that it stands for. */
  tagsOf(fact: Fact): readonly string[];
  /** The page of that name in any zone, by its title, alias or file name in lower case. */
  pageNamed(name: string): string | null;
}

export function findHome(fact: Fact, subject: string | null, context: HomeContext): Home {
  const own = projectHome(fact, context) ?? context.profile.homeOf(fact);
  if (own !== null && own !== 'others') return own;
  // What somebody else is like does not go where what the user is like does, once there is a page about them.
  return (
    (own === 'others' ? (subjectHome(subject, context) ?? subjectHome(tellerOf(fact), context)) : null) ??
    schemaHome(fact, context) ??
    subjectHome(subject, context) ??
    tagHome(fact, context) ??
    categoryHome(fact, context)
  );
}

/** Who told it, where it speaks of theirs: "Sara is John's daughter". */
function tellerOf({ text, fields }: Fact): string | null {
  const [first = ''] = (fields.persons ?? '').split(/[,，、]/u).map((name) => name.trim());
  return first !== '' && ["'s", '’s', '的'].some((owns) => text.includes(`${first}${owns}`)) ? first : null;
}

function projectHome(fact: Fact, { zones, pageNamed }: HomeContext): Home | null {
  const project = fact.fields.project?.trim();
  if (project === undefined || project === '') return null;
  const title = toTitle(project);
  const known = pageNamed(title);
  const page = known?.startsWith(`${zones.projects}/`) ? known : `${zones.projects}/${toFileName(title)}.md`;
  return { page, title, type: 'project', about: aboutProject(title), reason: `belongs to the project ${project}` };
}

function schemaHome(fact: Fact, { schema }: HomeContext): Home | null {
  const page = schema.routes.get(fact.category.toLowerCase());
  if (page === undefined) return null;
  const title = page.slice(page.lastIndexOf('/') + 1, -'.md'.length);
  return {
    page,
    title,
    type: 'note',
    about: schema.about.get(page) ?? aboutRoute(title),
    reason: `the schema puts ${fact.category} there`,
  };
}

function subjectHome(subject: string | null, { zones, spread, entityFacts, pageNamed }: HomeContext): Home | null {
  if (subject === null) return null;
  const known = pageNamed(subject);
  const count = spread.subjects.get(subject) ?? 0;
  if (known === null && count < entityFacts) return null;
  const page = known ?? `${zones.wiki}/Entities/${toFileName(subject)}.md`;
  return { page, title: subject, type: 'entity', about: aboutTopic(subject), reason: `is about ${subject}` };
}

function tagHome(fact: Fact, { zones, spread, tagsOf, pageNamed }: HomeContext): Home | null {
  const tag = tagsOf(fact)
    .filter((candidate) => spread.isTopic(candidate))
    .sort((a, b) => spread.tagFacts(b) - spread.tagFacts(a))[0];
  if (tag === undefined) return null;
  const title = toTitle(tag);
  return {
    page: pageNamed(title) ?? `${zones.wiki}/${toFileName(title)}.md`,
    title,
    type: 'topic',
    about: aboutTopic(title),
    reason: `is tagged ${tag}`,
  };
}

function categoryHome(fact: Fact, { zones, pageNamed }: HomeContext): Home {
  const title = toTitle(fact.category);
  return {
    page: pageNamed(title) ?? `${zones.personal}/${toFileName(title)}.md`,
    title,
    type: 'note',
    about: aboutCategory(fact.category),
    reason: `is logged as ${fact.category}`,
  };
}
