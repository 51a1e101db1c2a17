// What of the current claims `MEMORY.md` says without a model, under which heading, and what comes first: a table over
// category and kind, then confidence, recalls and what changed last. Pure.
import { isOwners, speaksOfSelf } from '../language/profile.ts';
import { tellsPastEvent } from '../language/past-event.ts';
import { addDays } from '../model/day.ts';
import { compareText, eventDay, type Fact, orderKey, projectOf } from '../model/fact.ts';
import { toTitle } from './page-name.ts';

/** What is looked at of one claim. */
export interface Candidate {
  readonly page: string;
  /** The page's title. */
  readonly title: string;
  readonly text: string;
  readonly facts: readonly Fact[];
  readonly pinned: boolean;
  /** 0 to 1, as of today. */
  readonly confidence: number;
  /** How often the most recalled of its facts was. */
  readonly recalls: number;
}

/** Why a claim is not in the summary. The first four keep it out whoever writes. */
export type LeftOut = 'private' | 'question' | 'faded' | 'past' | 'kind' | 'unchanged' | 'engine' | 'repeat' | 'room';

type Tier = keyof typeof TIERS;

/**
 * Best first: what has room first, since it must be known before it is met, how many statements stand under one heading
 * at most, and the categories and kinds, in the singular.
 */
const TIERS = {
  identity: { worth: 2, most: Infinity, words: 'identity profile' },
  constraint: { worth: 1, most: Infinity, words: 'constraint allergy boundary rule instruction policy' },
  preference: { worth: 2, most: Infinity, words: 'preference style communication workflow convention' },
  goal: { worth: 4, most: 6, words: 'goal' },
  family: { worth: 3, most: 8, words: 'family kid child pet' },
  people: { worth: 3, most: 8, words: 'people person relationship friend contact team' },
  work: { worth: 4, most: 5, words: 'work job career decision' },
  project: { worth: 5, most: 5, words: '' },
  other: { worth: 6, most: 5, words: '' },
};
const ORDER = Object.keys(TIERS) as Tier[];
const BY_WORD = new Map(ORDER.flatMap((tier) => TIERS[tier].words.split(' ').map((word) => [word, tier] as const)));
/** Harm comes of not knowing it, whatever it is filed under. */
const HARM = new RegExp(
  String.raw`\b(?:allerg\p{L}*|intoleran\p{L}*|anaphyla\p{L}*|epipen|diabet\p{L}*|c(?:o?e)liac|` +
    String.raw`(?:can(?:['’]t|not)|mustn['’]t|must not) (?:have|eat|drink))\b|过敏|過敏`,
  'iu',
);
/** Days in which a project has changed. */
const RECENT = 30;
export interface Ranked<C extends Candidate = Candidate> {
  readonly claim: C;
  readonly tier: Tier;
  readonly heading: string;
  /** Where its heading stands, and its place below. */
  readonly section: number;
  readonly worth: number;
  /** Statements of its tier under its heading beyond this are left out. */
  readonly most: number;
  /** It stands there whoever writes. */
  readonly must: boolean;
  /** Days that it speaks of. */
  readonly days: readonly string[];
  /** Why the rules leave it out; null where they do not. */
  readonly out: 'kind' | 'unchanged' | null;
}

/** What a page is of; null for one of the owner. */
export type PageKind = 'project' | 'entity' | 'topic' | null;

/** The most worth knowing first. */
export function rankClaims<C extends Candidate>(
  claims: readonly C[],
  today: string,
  kindOf: (page: string) => PageKind,
): Ranked<C>[] {
  const since = addDays(today, -RECENT);
  return claims
    .map((claim) => ({ ranked: rankOne(claim, since, kindOf(claim.page)), newest: newestOf(claim) }))
    .sort(
      (a, b) =>
        Number(b.ranked.claim.pinned) - Number(a.ranked.claim.pinned) ||
        a.ranked.worth - b.ranked.worth ||
        // Of a project what holds for all that is done there comes first.
        (a.ranked.worth === TIERS.project.worth ? ORDER.indexOf(a.ranked.tier) - ORDER.indexOf(b.ranked.tier) : 0) ||
        b.ranked.claim.confidence - a.ranked.claim.confidence ||
        b.ranked.claim.recalls - a.ranked.claim.recalls ||
        // What a project has come to is its newest; of a person, what has held for longest.
        (a.ranked.tier === 'project' ? compareText(b.newest, a.newest) : compareText(a.newest, b.newest)) ||
        compareText(a.ranked.claim.facts[0]?.id ?? '', b.ranked.claim.facts[0]?.id ?? '') ||
        compareText(a.ranked.claim.page, b.ranked.claim.page) ||
        compareText(a.ranked.claim.text, b.ranked.claim.text),
    )
    .map(({ ranked }) => ranked);
}

function rankOne<C extends Candidate>(claim: C, since: string, kind: PageKind): Ranked<C> {
  const { facts, text, pinned } = claim;
  const tiers = facts.flatMap(({ category, fields }) => [
    ...(fields.kind === undefined ? [] : [tierOf(fields.kind)]),
    tierOf(category),
  ]);
  const best = ORDER.find((one) => tiers.includes(one)) ?? 'other';
  const isHarm = HARM.test(text);
  const project = facts.map(projectOf).find((name) => name !== null) ?? null;
  const isOfUser = best === 'identity' || best === 'constraint' || best === 'preference' || best === 'goal';
  const isOwn = speaksOfSelf(text);
  // "I charge Atlas 600 a day" is of the owner's work, "Atlas runs on Postgres" of the project.
  const onProject =
    (project !== null || kind === 'project') &&
    !(isOwn && (best === 'work' || best === 'people' || best === 'identity'));
  const isOthers = (): boolean => !isOwn && (kind === 'entity' || !facts.some((fact) => isOwners(fact, null, [])));
  const tier: Tier = onProject && !isOfUser ? 'project' : best;
  const headingOf = (): string => {
    if (onProject) return kind === 'project' ? claim.title : toTitle(project ?? claim.title);
    if (tier === 'work') return 'Work';
    if (tier === 'family' || (tier === 'other' && isHarm && isOthers())) return 'Family';
    if (tier === 'people' || (isOfUser && facts.length > 0 && tier !== 'preference' && isOthers())) return 'People';
    const isOfPage =
      (tier === 'preference' && kind === 'topic' && !isOwn) || (tier === 'other' && pinned && isOthers());
    return isOfPage ? claim.title : 'User';
  };
  const heading = headingOf();
  const recent = facts.some((fact) => changedOn(fact) >= since);
  const isLasting = pinned || isHarm || tier !== 'other';
  const must = pinned || isHarm || tier === 'constraint';
  return {
    claim,
    tier: isHarm ? 'constraint' : tier,
    heading,
    section: onProject || !SECTIONS.includes(heading) ? SECTIONS.length : SECTIONS.indexOf(heading),
    worth: onProject && !must ? TIERS.project.worth : TIERS[isHarm ? 'constraint' : tier].worth,
    most: must ? Infinity : onProject ? TIERS.project.most : TIERS[tier].most,
    must,
    days: [...new Set(facts.flatMap((fact) => [fact.day, eventDay(fact)]))],
    out: !isLasting ? 'kind' : tier === 'project' && !recent && !pinned && !isHarm ? 'unchanged' : null,
  };
}

const SECTIONS = ['User', 'Family', 'People', 'Work'];

/** A category may have a plural. */
function tierOf(word: string): Tier {
  const folded = word.trim().toLowerCase();
  return BY_WORD.get(folded) ?? BY_WORD.get(folded.replace(/ies$/, 'y').replace(/s$/, '')) ?? 'other';
}

/** When it was said, or happened where that was before. */
function changedOn(fact: Fact): string {
  const event = eventDay(fact);
  return event < fact.day ? event : fact.day;
}

const newestOf = ({ facts }: Candidate): string => facts.map(orderKeyOf).reduce((a, b) => (a > b ? a : b), '');

/** A catch-up asks for every fact with every run. */
const orders = new WeakMap<Fact, string>();
function orderKeyOf(fact: Fact): string {
  let order = orders.get(fact);
  if (order === undefined) orders.set(fact, (order = orderKey(fact)));
  return order;
}

/** The order below one heading, whatever came first by its worth. */
export const orderBelow = ({ tier, claim }: Ranked): number =>
  ORDER.indexOf(tier) - (claim.pinned && tier !== 'identity' ? 0.5 : 0);

/** Is it over by `today`? Events are once their day has passed. */
export function isOver({ facts, text, pinned }: Candidate, today: string): boolean {
  if (pinned) return false;
  const newest = facts.reduce<Fact | null>(
    (latest, fact) => (latest === null || orderKeyOf(fact) > orderKeyOf(latest) ? fact : latest),
    null,
  );
  return newest !== null && tellsPastEvent(text, eventDay(newest) < newest.day ? eventDay(newest) : newest.day, today);
}
