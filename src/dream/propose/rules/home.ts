// The one page that a fact belongs to: its project's, else the owner's profile or timeline for what says of what kind
// it is, else the one that the schema names for its category, else its subject's, else its tag's, else its category's.
import { isEvent, isOwners, kindOf, momentOf, profileHead, withMoment } from '../../../language/profile.ts';
import type { Fact } from '../../../model/fact.ts';
import type { PageProposal, Proposal } from '../../../model/plan.ts';
import { toFileName, toTitle } from '../../../page/page-name.ts';
import { type Schema, templateRoutes } from '../../../page/schema.ts';
import type { Zones } from '../../../vault/vault.ts';
import type { Spread } from './near.ts';
import { hubOf } from './timeline.ts';

// Where facts with a kind go: what says what the owner is like to the profile, what happened to the timeline, unless
// the schema has a page of its own for it. Finds the two pages wherever a person moved them; says under which head they
// stand.

export interface ProfileOptions {
  /** The owner's names beside "User". */
  readonly names: readonly string[];
}

type Which = 'profile' | 'timeline';

export interface ProfileContext {
  readonly zones: Zones;
  readonly schema: Schema;
  /** Null: facts with a kind go where their category goes. */
  readonly options: ProfileOptions | null;
  subjectOf(fact: Fact): string | null;
  /** Pages that cite facts and say in their front matter that they are of that type, in the order of their paths. */
  pagesOfType(type: Which): readonly string[];
}

const TITLES: Readonly<Record<Which, string>> = { profile: 'Profile', timeline: 'Timeline' };

export class Profile {
  private readonly context: ProfileContext;
  private readonly template: Schema['routes'];

  constructor(context: ProfileContext) {
    this.context = context;
    this.template = templateRoutes(context.zones).routes;
  }

  /** `others`: it has a kind and is about somebody else. Null: it is no matter of a profile. */
  homeOf(fact: Fact): Home | 'others' | null {
    const which = this.whichOf(fact);
    if (which === null) return null;
    const routed = this.ownRoute(fact.category.trim().toLowerCase());
    if (routed !== null) return null;
    if (!isOwners(fact, this.context.subjectOf(fact), this.context.options?.names ?? [])) return 'others';
    const page = this.ownRoute(kindOf(fact)) ?? this.pageOf(which);
    const isOwn = page === this.pageOf(which);
    const title = isOwn ? TITLES[which] : page.slice(page.lastIndexOf('/') + 1, -'.md'.length);
    return {
      page,
      title,
      type: isOwn ? which : 'note',
      reason: isOwn
        ? which === 'profile'
          ? 'says what the user is like'
          : 'tells what happened'
        : `the schema puts ${kindOf(fact)} there`,
    };
  }

  /** The head that a claim of it stands under on that page, and none else; null where that is for others to find. */
  headOn(page: string, fact: Fact): string | null {
    const which = this.whichOf(fact);
    if (which === null || (hubOf(page) ?? page) !== this.pageOf(which)) return null;
    return which === 'profile' ? profileHead(kindOf(fact)) : momentOf(fact).slice(0, 4);
  }

  /** The timeline for a new profile, the profile for a new timeline; it may be that there is none. */
  besides({ page, type }: Pick<PageProposal, 'page' | 'type'>): string | null {
    const other = type === 'profile' ? 'timeline' : type === 'timeline' ? 'profile' : null;
    return other === null || hubOf(page) !== null ? null : this.pageOf(other);
  }

  /** Its words as they stand on its page: on the timeline with the date. */
  wordsOf(fact: Fact, text: string): string {
    if (!isEvent(fact)) return text;
    const home = this.homeOf(fact);
    return home !== null && home !== 'others' && home.type === 'timeline' ? withMoment(text, fact) : text;
  }

  private whichOf(fact: Fact): Which | null {
    if (this.context.options === null || (fact.fields.project ?? '').trim() !== '') return null;
    return isEvent(fact) ? 'timeline' : profileHead(kindOf(fact)) === null ? null : 'profile';
  }

  private pageOf(which: Which): string {
    const usual = `${this.context.zones.personal}/${TITLES[which]}.md`;
    const moved = this.context.pagesOfType(which).filter((page) => hubOf(page) === null);
    return moved.length === 0 || moved.includes(usual) ? usual : (moved[0] ?? usual);
  }

  /** A page that a person chose: one that the template has says nothing. */
  private ownRoute(category: string): string | null {
    const page = this.context.schema.routes.get(category);
    return page === undefined || page === this.template.get(category) ? null : page;
  }
}

export interface Home {
  readonly page: string;
  readonly title: string;
  readonly type: 'project' | 'note' | 'entity' | 'topic' | 'profile' | 'timeline';
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
  /** The page whose claims it is most like; null for none. */
  pageLike(fact: Fact): { readonly page: string; readonly title: string } | null;
}

/** The category of what was logged without one. */
export const NO_CATEGORY = 'general';

export function findHome(fact: Fact, subject: string | null, context: HomeContext): Home {
  const own = projectHome(fact, context) ?? context.profile.homeOf(fact);
  if (own !== null && own !== 'others') return own;
  // What somebody else is like never goes where what the user is like does.
  if (own === 'others')
    return subjectHome(subject, context) ?? subjectHome(tellerOf(fact), context) ?? peopleHome(context);
  return (
    schemaHome(fact, context) ??
    namedHome(fact, subject, context) ??
    likeHome(fact, context) ??
    categoryHome(fact, context)
  );
}

/** The page of its subject, else of its tag. */
export const namedHome = (fact: Fact, subject: string | null, context: HomeContext): Home | null =>
  subjectHome(subject, context) ?? tagHome(fact, context);

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
  return { page, title, type: 'project', reason: `belongs to the project ${project}` };
}

/** Who has no page yet. */
export function peopleHome({ zones, pageNamed }: HomeContext): Home {
  const title = 'People';
  return {
    page: pageNamed(title) ?? `${zones.wiki}/${title}.md`,
    title,
    type: 'topic',
    reason: 'is about somebody else',
  };
}

function schemaHome(fact: Fact, { schema }: HomeContext): Home | null {
  const page = schema.routes.get(fact.category.toLowerCase());
  if (page === undefined) return null;
  const title = page.slice(page.lastIndexOf('/') + 1, -'.md'.length);
  return {
    page,
    title,
    type: 'note',
    reason: `the schema puts ${fact.category} there`,
  };
}

function subjectHome(subject: string | null, { zones, spread, entityFacts, pageNamed }: HomeContext): Home | null {
  if (subject === null) return null;
  const known = pageNamed(subject);
  const count = spread.subjects.get(subject) ?? 0;
  if (known === null && count < entityFacts) return null;
  const page = known ?? `${zones.wiki}/Entities/${toFileName(subject)}.md`;
  return { page, title: subject, type: 'entity', reason: `is about ${subject}` };
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
    reason: `is tagged ${tag}`,
  };
}

/** What says nothing of where it belongs goes where its like is. */
function likeHome(fact: Fact, { pageLike }: HomeContext): Home | null {
  const like = fact.category.trim().toLowerCase() === NO_CATEGORY ? pageLike(fact) : null;
  return like === null ? null : { ...like, type: 'note', reason: `is like what ${like.title} says` };
}

export function categoryHome(fact: Fact, { zones, pageNamed }: HomeContext): Home {
  const title = toTitle(fact.category);
  return {
    page: pageNamed(title) ?? `${zones.personal}/${toFileName(title)}.md`,
    title,
    type: 'note',
    reason: `is logged as ${fact.category}`,
  };
}

// Which pages should name each other: a page whose claims mention somebody or something with a page of
// its own, a part and its hub, the profile and the timeline.

export interface RelatedContext {
  mentionsIn(text: string): readonly string[];
  pageNamed(name: string): string | null;
  pagesMentioning(name: string): readonly string[];
  /** The other one of the profile and the timeline. */
  besides(page: PageProposal): string | null;
}

/**
 * A page's list of related pages stays readable: at most so many new links from one batch, the most mentioned first.
 */
const LINKS_PER_BATCH = 8;

export function relatePages(
  proposals: readonly Proposal[],
  pages: ReadonlyMap<string, PageProposal>,
  context: RelatedContext,
): Record<string, string[]> {
  const weights = new Map<string, Map<string, number>>();
  const tie = (a: string, b: string, weight: number): void => {
    if (a === b || (hubOf(a) === b && weight === 1)) return;
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const) {
      const row = weights.get(from) ?? new Map<string, number>();
      row.set(to, (row.get(to) ?? 0) + weight);
      weights.set(from, row);
    }
  };
  for (const proposal of proposals) {
    if (proposal.as !== 'placed' || proposal.page === undefined) continue;
    for (const name of context.mentionsIn(proposal.text ?? '')) {
      const named = context.pageNamed(name);
      if (named !== null) tie(proposal.page, named, 1);
    }
  }
  for (const page of pages.values()) {
    const hub = hubOf(page.page);
    const beside = context.besides(page);
    if (hub !== null) tie(page.page, hub, Number.MAX_SAFE_INTEGER);
    else if (beside !== null) tie(page.page, beside, Number.MAX_SAFE_INTEGER);
    else if (page.type === 'entity') for (const other of context.pagesMentioning(page.title)) tie(page.page, other, 1);
  }
  return strongest(weights);
}

/** Links go both ways, so a pair is kept when either side ranks it high. */
function strongest(weights: ReadonlyMap<string, ReadonlyMap<string, number>>): Record<string, string[]> {
  const kept = new Map<string, Set<string>>();
  for (const [from, row] of weights) {
    const top = [...row].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, LINKS_PER_BATCH);
    for (const [to] of top) {
      kept.set(from, (kept.get(from) ?? new Set()).add(to));
      kept.set(to, (kept.get(to) ?? new Set()).add(from));
    }
  }
  return Object.fromEntries([...kept].sort(([a], [b]) => (a < b ? -1 : 1)).map(([from, to]) => [from, [...to].sort()]));
}
