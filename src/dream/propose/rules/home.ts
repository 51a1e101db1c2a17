// The one page that a fact belongs to: its project's, else the owner's profile or timeline for what says of what kind
// it is, else the one that the schema names for its category, else its subject's, else its tag's, else its category's.
import {
  GENERAL,
  isEvent,
  isOwners,
  kindOf,
  momentOf,
  profileHead,
  speaksOfSelf,
  withMoment,
} from '../../../language/profile.ts';
import { type Fact, projectOf } from '../../../model/fact.ts';
import { groupBy } from '../../../model/group-by.ts';
import type { PageProposal, Proposal } from '../../../model/plan.ts';
import { toFileName, toTitle } from '../../../page/page-name.ts';
import { titleFromPath } from '../../../page/page.ts';
import type { Schema } from '../../../page/schema.ts';
import type { Zones } from '../../../vault/vault.ts';
import type { Spread } from './near.ts';
import { hubOf } from './timeline.ts';

export interface Home {
  readonly page: string;
  readonly title: string;
  readonly type: 'project' | 'note' | 'entity' | 'topic' | 'profile' | 'timeline';
  /** Why this page, one sentence. */
  readonly reason: string;
  /** Only the category of the fact says where it belongs. */
  readonly isLoose?: true;
}

export interface HomeContext {
  readonly zones: Zones;
  readonly schema: Schema;
  /** What the template routes: where the schema says the same, nobody chose it. */
  readonly template: Schema['routes'];
  /** The owner's names beside "User". */
  readonly names: readonly string[];
  readonly spread: Spread;
  subjectOf(fact: string): string | null;
  /** Its tags, an alias as the tag that it stands for. */
  tagsOf(fact: Pick<Fact, 'tags'>): readonly string[];
  /** The page of that name in any zone, by its title, alias or file name in lower case. */
  pageNamed(name: string): string | null;
  /** The page whose claims it is most like; null for none. */
  pageLike(fact: Fact): { readonly page: string; readonly title: string } | null;
  /** The page of the one thing with a page that a text mentions; null for none or several. */
  pageMentioned(text: string): { readonly page: string; readonly title: string } | null;
  /** Pages that cite facts and say in their front matter that they are of that type, in the order of their paths. */
  pagesOfType(type: Which): readonly string[];
  mentionsIn(text: string): readonly string[];
  pagesMentioning(name: string, moving: Pick<ReadonlySet<string>, 'has'>): readonly string[];
  /** Where a claim cites the fact; null for one that no page cites. */
  pageCiting(fact: string): string | null;
  /** Is it one of several pages by category that are not there and would hold little each? */
  isScattered(page: string): boolean;
}

/** The category of what was logged without one. */
export const NO_CATEGORY = 'general';
/** A named subject gets a page of its own from so many facts. */
const ENTITY_FACTS = 3;
/** A category does where it has so many, or where fewer than so many categories have less. */
const CATEGORY_FACTS = 12;
const SMALL_PAGES = 3;

/** The owner's pages by category that would hold little each: one page with headings says the same. */
export function scatteredPages(facts: readonly Fact[], context: HomeContext): Set<string> {
  const profile = ownPage('profile', context);
  const pages = facts.flatMap((fact) => {
    const [{ page }, at] = [pageOfCategory(fact, context), context.pageCiting(fact.id)];
    const isThere = at === null ? isOfCategory(fact, context) : at === page || at === profile;
    return isThere && page.startsWith(`${context.zones.personal}/`) ? [page] : [];
  });
  const small = [...groupBy(pages, (page) => page)].filter(([, { length }]) => length < CATEGORY_FACTS);
  return new Set(small.length < SMALL_PAGES ? [] : small.map(([page]) => page));
}

/** Has it nothing but its category to go by? */
const isOfCategory = (fact: Fact, context: HomeContext): boolean =>
  [projectHome, profileHome, chosenHome, namedHome].every((home) => home(fact, context) === null);

export function findHome(fact: Fact, context: HomeContext): Home {
  const own = projectHome(fact, context) ?? profileHome(fact, context);
  if (own !== null && own !== 'others') return own;
  // What somebody else is like never goes where what the user is like does.
  if (own === 'others')
    return (
      subjectHome(context.subjectOf(fact.id), context) ?? subjectHome(tellerOf(fact), context) ?? peopleHome(context)
    );
  const chosen = chosenHome(fact, context) ?? namedHome(fact, context);
  if (chosen !== null) return chosen;
  const isRouted = context.schema.routes.has(fact.category.toLowerCase());
  const home = (isRouted ? null : likeHome(fact, context)) ?? homeOfCategory(fact, context);
  return { ...home, isLoose: true };
}

/** The page of its category, or the owner's profile while that would be one of several small pages. */
function homeOfCategory(fact: Fact, context: HomeContext): Home {
  const home = pageOfCategory(fact, context);
  if (!context.isScattered(home.page)) return home;
  const reason = `the category ${fact.category} has few claims`;
  return { page: ownPage('profile', context), title: TITLES.profile, type: 'profile', reason };
}

// Where facts with a kind go: what says what the owner is like to the profile, what happened to the timeline, unless
// the schema has a page of its own for it. Finds the two pages wherever a person moved them; says under which head they
// stand.

type Which = 'profile' | 'timeline';

const TITLES: Readonly<Record<Which, string>> = { profile: 'Profile', timeline: 'Timeline' };

/** `others`: it has a kind and is about somebody else. Null: it is no matter of a profile. */
function profileHome(fact: Fact, context: HomeContext): Home | 'others' | null {
  const which = whichOf(fact);
  if (which === null || ownRoute(fact.category.trim().toLowerCase(), context) !== null) return null;
  if (!isOwners(fact, context.subjectOf(fact.id), context.names)) return 'others';
  const usual = ownPage(which, context);
  const page = ownRoute(kindOf(fact), context) ?? usual;
  if (page !== usual)
    return { page, title: titleFromPath(page), type: 'note', reason: `the schema puts ${kindOf(fact)} there` };
  const reason = which === 'profile' ? 'says what the user is like' : 'tells what happened';
  return { page, title: TITLES[which], type: which, reason };
}

/** The head that a claim of it stands under on that page, and none else; null where that is for others to find. */
export function headOn(page: string, fact: Fact, context: HomeContext): string | null {
  const [hub, which] = [hubOf(page) ?? page, whichOf(fact)];
  if (hub === ownPage('profile', context)) return profileHead(kindOf(fact)) ?? headOfCategory(fact);
  return which === 'timeline' && hub === ownPage(which, context) ? momentOf(fact).slice(0, 4) : null;
}

const headOfCategory = ({ category }: Fact): string =>
  profileHead(category.trim().toLowerCase()) ?? categoryHead(category) ?? GENERAL;

/** Categories of several things, with the plural that stands over them. */
const COUNTED =
  /^(?:preference|relationship|experience|skill|goal|constraint|event|decision|convention|rule|idea|task)$/;

/** The heading of its category; null where that says nothing. */
export function categoryHead(category: string): string | null {
  const word = category.trim().toLowerCase();
  return word === '' || word === NO_CATEGORY ? null : toTitle(COUNTED.test(word) ? `${word}s` : category);
}

/** Its words as they stand on its page: on the timeline with the date. */
export function wordsOn(fact: Fact, text: string, context: HomeContext): string {
  if (!isEvent(fact)) return text;
  const home = profileHome(fact, context);
  return home !== null && home !== 'others' && home.type === 'timeline' ? withMoment(text, fact) : text;
}

function whichOf(fact: Fact): Which | null {
  if (projectOf(fact) !== null) return null;
  return isEvent(fact) ? 'timeline' : profileHead(kindOf(fact)) === null ? null : 'profile';
}

function ownPage(which: Which, { zones, pagesOfType }: HomeContext): string {
  const usual = `${zones.personal}/${TITLES[which]}.md`;
  const moved = pagesOfType(which).filter((page) => hubOf(page) === null);
  return moved.includes(usual) ? usual : (moved[0] ?? usual);
}

/** A page that a person chose: one that the template has says nothing. */
function ownRoute(category: string, { schema, template }: HomeContext): string | null {
  const page = schema.routes.get(category);
  return page === undefined || page === template.get(category) ? null : page;
}

/** The page that somebody chose for its category. */
function chosenHome(fact: Fact, context: HomeContext): Home | null {
  return ownRoute(fact.category.toLowerCase(), context) === null ? null : schemaHome(fact, context);
}

/**
 * The page of its subject, else of its tag. What the template routes to a page of the owner's goes there if it is about
 * the owner, as "Yue and I live in Lyon" is, and else to whom it is about; an event also to what it is tagged with.
 */
function namedHome(fact: Fact, context: HomeContext): Home | null {
  const category = fact.category.toLowerCase();
  const route = context.schema.routes.get(category) ?? null;
  if (route !== null && !route.startsWith(`${context.zones.personal}/`)) return null;
  const isOwn = route !== null && speaksOfSelf(fact.text);
  const subject = isOwn ? null : subjectHome(context.subjectOf(fact.id), context);
  return subject ?? (route === null || category === 'event' ? tagHome(fact, context) : null);
}

/** Who told it, where it speaks of theirs: "Sara is John's daughter". */
function tellerOf({ text, fields }: Fact): string | null {
  const [first = ''] = (fields.persons ?? '').split(/[,，、]/u).map((name) => name.trim());
  return first !== '' && ["'s", '’s', '的'].some((owns) => text.includes(`${first}${owns}`)) ? first : null;
}

function projectHome(fact: Fact, { zones, pageNamed }: HomeContext): Home | null {
  const project = projectOf(fact);
  if (project === null) return null;
  const title = toTitle(project);
  const known = pageNamed(title);
  const page = known?.startsWith(`${zones.projects}/`) ? known : `${zones.projects}/${toFileName(title)}.md`;
  return { page, title, type: 'project', reason: `belongs to the project ${project}` };
}

/** Who has no page yet. */
function peopleHome({ zones, pageNamed }: HomeContext): Home {
  const page = pageNamed('People') ?? `${zones.wiki}/People.md`;
  return { page, title: 'People', type: 'topic', reason: 'is about somebody else' };
}

function schemaHome(fact: Fact, { schema }: HomeContext): Home | null {
  const page = schema.routes.get(fact.category.toLowerCase());
  if (page === undefined) return null;
  return { page, title: titleFromPath(page), type: 'note', reason: `the schema puts ${fact.category} there` };
}

function subjectHome(subject: string | null, { zones, spread, pageNamed }: HomeContext): Home | null {
  if (subject === null) return null;
  const known = pageNamed(subject);
  const count = spread.subjectFacts(subject);
  if (known === null && count < ENTITY_FACTS) return null;
  const page = known ?? `${zones.wiki}/Entities/${toFileName(subject)}.md`;
  return { page, title: subject, type: 'entity', reason: `is about ${subject}` };
}

function tagHome(fact: Fact, { zones, spread, tagsOf, pageNamed }: HomeContext): Home | null {
  const tag = tagsOf(fact)
    .filter((candidate) => spread.isTopic(candidate))
    .sort((a, b) => spread.tagFacts(b) - spread.tagFacts(a))[0];
  if (tag === undefined) return null;
  const title = toTitle(tag);
  const page = pageNamed(title) ?? `${zones.wiki}/${toFileName(title)}.md`;
  return { page, title, type: 'topic', reason: `is tagged ${tag}` };
}

/** Categories that are about people, whoever the statement begins with. */
const OF_PEOPLE =
  /^(?:famil(?:y|ies)|kids?|child(?:ren)?|pets?|people|persons?|friends?|contacts?|health|allerg(?:y|ies))$/;

/** The page of the one other person that it speaks of: "Nadège looks after Maman". */
function pageOfOther(
  { category }: Fact,
  text: string,
  { zones, pageMentioned }: HomeContext,
): ReturnType<HomeContext['pageMentioned']> {
  const isOfPeople = OF_PEOPLE.test(category.trim().toLowerCase()) && !speaksOfSelf(text);
  const other = isOfPeople ? pageMentioned(text) : null;
  return other?.page.startsWith(`${zones.wiki}/Entities/`) === true ? other : null;
}

/** What says nothing of where it belongs goes where its like is, and what speaks of one other person to theirs. */
function likeHome(fact: Fact, context: HomeContext): Home | null {
  const isFree = fact.category.trim().toLowerCase() === NO_CATEGORY;
  const like = isFree ? context.pageLike(fact) : pageOfOther(fact, fact.text, context);
  return like === null ? null : { ...like, type: 'note', reason: `is similar to claims on ${like.title}` };
}

/** The page of its category. */
const pageOfCategory = (fact: Fact, context: HomeContext): Home =>
  schemaHome(fact, context) ?? categoryHome(fact, context);

/** Whether it is there only because nothing else fits, and nobody chose the page. */
export const isUsualHome = (page: string, fact: Fact, context: HomeContext): boolean =>
  chosenHome(fact, context) === null &&
  [pageOfCategory(fact, context).page, peopleHome(context).page, ownPage('profile', context)].includes(page);

/** Where a claim that stands on `page` belongs by now; null for where it is. `text`: as the claim says it. */
export function collectedHome(
  page: string,
  fact: Fact,
  text: string,
  context: HomeContext,
): Pick<Home, 'page' | 'reason'> | null {
  const named = namedHome(fact, context);
  if (named !== null) return named;
  const isRouted = context.schema.routes.has(fact.category.toLowerCase());
  const isFree = fact.category.trim().toLowerCase() === NO_CATEGORY;
  const other = isRouted ? null : isFree ? context.pageMentioned(text) : pageOfOther(fact, text, context);
  if (other !== null) return { page: other.page, reason: 'mentions something that has a page of its own' };
  // Nothing is moved to the page of what has no category.
  const isGrown = !isFree && page === ownPage('profile', context) && isOfCategory(fact, context);
  return isGrown ? homeOfCategory(fact, context) : null;
}

function categoryHome(fact: Fact, { zones, pageNamed }: HomeContext): Home {
  const title = toTitle(fact.category);
  const page = pageNamed(title) ?? `${zones.personal}/${toFileName(title)}.md`;
  return { page, title, type: 'note', reason: `its category is ${fact.category}` };
}

// Which pages should name each other: a page whose claims mention somebody or something with a page of
// its own, a part and its hub, the profile and the timeline.

/**
 * A page's list of related pages stays readable: at most so many new links from one batch, the most mentioned first.
 */
const LINKS_PER_BATCH = 8;

export function relatePages(
  proposals: readonly Proposal[],
  {
    pages,
    moving,
  }: { readonly pages: ReadonlyMap<string, PageProposal>; readonly moving: Pick<ReadonlySet<string>, 'has'> },
  context: HomeContext,
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
    const beside = page.type === 'profile' ? 'timeline' : page.type === 'timeline' ? 'profile' : null;
    if (hub !== null) tie(page.page, hub, Number.MAX_SAFE_INTEGER);
    else if (beside !== null) tie(page.page, ownPage(beside, context), Number.MAX_SAFE_INTEGER);
    else if (page.type === 'entity')
      for (const other of context.pagesMentioning(page.title, moving)) tie(page.page, other, 1);
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
