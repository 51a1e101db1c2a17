// What of the current claims `MEMORY.md` says without a model, under which heading, and what comes first: a table over
// category and kind, then confidence, recalls and what changed last. Pure.
import {
  hasPassed,
  isNear,
  isUnsure,
  namesRoutine,
  tellsOfPast,
  tellsPastEvent,
  upcomingDate,
} from '../language/event-time.ts';
import { isOwners, speaksOfSelf, withMoment } from '../language/profile.ts';
import { lacksSubject, tellsAttitude } from '../language/subject.ts';
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

/** Why the rules leave a claim out by what it is. */
type Unfit = 'kind' | 'unchanged' | 'subject' | 'attitude';

/** Why a claim is not in the summary. The first four keep it out whoever writes. */
export type LeftOut = 'private' | 'question' | 'faded' | 'past' | Unfit | 'engine' | 'repeat' | 'room';

type Tier = keyof typeof TIERS;

/**
 * Best first: what has room first, since it must be known before it is met, how many statements stand under one heading
 * at most, and the categories and kinds, in the singular.
 */
const TIERS = {
  identity: { worth: 2, most: Infinity, words: 'identity profile' },
  constraint: { worth: 1, most: Infinity, words: 'constraint allergy boundary rule instruction policy' },
  preference: { worth: 2, most: Infinity, words: 'preference style communication workflow convention' },
  health: { worth: 3, most: 4, words: 'health medical medication' },
  goal: { worth: 4, most: 4, words: 'goal' },
  family: { worth: 3, most: 4, words: 'family kid child pet' },
  people: { worth: 3, most: 4, words: 'people person relationship friend contact team' },
  work: { worth: 4, most: 5, words: 'work job career decision' },
  upcoming: { worth: 2, most: 6, words: '' },
  project: { worth: 5, most: 5, words: '' },
  other: { worth: 6, most: 3, words: '' },
};
const ORDER = Object.keys(TIERS) as Tier[];
const BY_WORD = new Map(ORDER.flatMap((tier, at) => TIERS[tier].words.split(' ').map((word) => [word, at] as const)));
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
  /** Among those of the same worth. */
  readonly weight: number;
  /** Statements of its tier under its heading beyond this are left out. */
  readonly most: number;
  /** It is of one of several projects or topics, which take turns. */
  readonly isShared: boolean;
  /** It stands there whoever writes. */
  readonly must: boolean;
  /** When what it announces is, as `2026-07` or `2026-07-01`; null for what is no event to come. */
  readonly when: string | null;
  /** The statement as it stands there: with its date, where only a field says it. */
  readonly line: string;
  /** Why the rules leave it out; null where they do not. */
  readonly out: Unfit | null;
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
    .map((claim) => rankOne(claim, { today, since }, kindOf(claim.page)))
    .map((ranked) => ({ ranked, newest: newestOf(ranked.claim), sure: surenessOf(ranked.claim) }))
    .sort(
      (a, b) =>
        Number(b.ranked.claim.pinned) - Number(a.ranked.claim.pinned) ||
        a.ranked.worth - b.ranked.worth ||
        // Of a project what holds for all that is done there comes first.
        (a.ranked.worth === TIERS.project.worth ? ORDER.indexOf(a.ranked.tier) - ORDER.indexOf(b.ranked.tier) : 0) ||
        (a.ranked.when === b.ranked.when ? 0 : compareText(a.ranked.when ?? '', b.ranked.when ?? '')) ||
        b.sure - a.sure ||
        b.ranked.claim.recalls - a.ranked.claim.recalls ||
        b.ranked.weight - a.ranked.weight ||
        // What a project has come to is its newest; of a person, what has held for longest.
        (a.ranked.tier === 'project' ? compareText(b.newest, a.newest) : compareText(a.newest, b.newest)) ||
        compareText(a.ranked.claim.facts[0]?.id ?? '', b.ranked.claim.facts[0]?.id ?? '') ||
        compareText(a.ranked.claim.page, b.ranked.claim.page) ||
        compareText(a.ranked.claim.text, b.ranked.claim.text),
    )
    .map(({ ranked }) => ranked);
}

/** In quarters: a statement of last month is no less sure than one of today. */
const surenessOf = ({ confidence }: Candidate): number => Math.round(confidence * 4);

/**
 * How much it says that is worth keeping: said more than once, and what it names beside its subject, up to three. What
 * a page about a topic says of people is of less use than what their own pages, the owner's and those of projects say.
 */
const weightOf = (claim: Candidate, tier: Tier, kind: PageKind): number =>
  tier === 'project'
    ? 0
    : (claim.facts.length > 1 ? 2 : 0) + specificsBeside(claim) - (kind === 'topic' && tier === 'people' ? 4 : 0);

/** Numbers, code and names inside the statement; the one with which it begins is what it is about. */
const SPECIFIC = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}])\d[\d:.,]*`,
    '[一二三四五六七八九十百两兩]+(?=[月日号號个個天年周点點])',
    '`[^`]+`',
    String.raw`(?<=[\p{L}\p{N},’'] )(?!I(?:['’]|\b))\p{Lu}[\p{L}\p{N}-]+`,
  ].join('|'),
  'gu',
);

const specificsBeside = ({ text, title }: Candidate): number =>
  Math.min(3, (text.slice(0, 500).match(SPECIFIC) ?? []).filter((one) => one !== title).length);

interface Days {
  readonly today: string;
  /** Since when a project's changes count. */
  readonly since: string;
}

function rankOne<C extends Candidate>(claim: C, { today, since }: Days, kind: PageKind): Ranked<C> {
  const { facts, text, pinned } = claim;
  const best = bestTier(facts);
  const isHarm = HARM.test(text);
  const project = facts.map(projectOf).find((name) => name !== null) ?? null;
  const isOfUser = best === 'identity' || best === 'constraint' || best === 'preference' || best === 'goal';
  const isOwn = speaksOfSelf(text);
  // "I charge Atlas 600 a day" is of the owner's work, "Atlas runs on Postgres" of the project.
  const onProject =
    (project !== null || kind === 'project') &&
    !(isOwn && (best === 'work' || best === 'people' || best === 'identity'));
  const isOthers = (): boolean => !isOwn && (kind === 'entity' || !facts.some((fact) => isOwners(fact, null, [])));
  const must = pinned || isHarm || best === 'constraint';
  const when = must || isOfUser ? null : whenOf(claim, today);
  const tier: Tier = when !== null ? 'upcoming' : onProject && !isOfUser ? 'project' : best;
  const headingOf = (): string => {
    if (when !== null) return UPCOMING;
    if (onProject) return kind === 'project' ? claim.title : toTitle(project ?? claim.title);
    if (tier === 'work') return 'Work';
    if (tier === 'family' || ((tier === 'health' || (tier === 'other' && isHarm)) && isOthers())) return 'Family';
    if (tier === 'people' || (isOfUser && facts.length > 0 && tier !== 'preference' && isOthers())) return 'People';
    const isOfPage =
      (tier === 'preference' && kind === 'topic' && !isOwn) ||
      (tier === 'other' && (pinned ? isOthers() : kind === 'topic'));
    return isOfPage ? claim.title : 'User';
  };
  const heading = headingOf();
  const recent = facts.some((fact) => changedOn(fact) >= since);
  const outOf = (): Unfit | null => {
    if (must) return null;
    if (lacksSubject(text)) return 'subject';
    if (ABOUT_PEOPLE.includes(tier) && tellsAttitude(text)) return 'attitude';
    if (tier === 'other' && !isStanding(claim, kind)) return 'kind';
    return tier === 'project' && !recent ? 'unchanged' : null;
  };
  const worthOf = (): number => {
    if (must) return pinned && !isHarm ? TIERS[tier].worth : TIERS.constraint.worth;
    if (onProject && when === null) return TIERS.project.worth;
    // How a choir dresses is of use where the choir is.
    return heading === claim.title && kind === 'topic' ? TIERS.other.worth : TIERS[tier].worth;
  };
  const [worth, out] = [worthOf(), outOf()];
  return {
    claim,
    tier: isHarm ? 'constraint' : tier,
    heading,
    section: SECTIONS.includes(heading) && (!onProject || when !== null) ? SECTIONS.indexOf(heading) : SECTIONS.length,
    worth,
    weight: out === 'subject' || out === 'attitude' ? 0 : weightOf(claim, tier, kind),
    most: must ? Infinity : onProject && when === null ? TIERS.project.most : TIERS[tier].most,
    isShared: !must && worth >= TIERS.project.worth,
    must,
    when,
    line: when === null ? text : facts.reduce((line, fact) => withMoment(line, fact), text),
    out,
  };
}

const UPCOMING = 'Upcoming';
const ABOUT_PEOPLE: readonly Tier[] = ['family', 'people', 'other'];
const SECTIONS = ['User', 'Family', 'People', 'Work', UPCOMING];

/** Of no category that lasts, but of how the owner lives: a routine, or what they have and do, by name or number. */
function isStanding(claim: Candidate, kind: PageKind): boolean {
  const { text, facts } = claim;
  if (kind === 'entity' || kind === 'project' || facts.length === 0 || isUnsure(text) || tellsOfPast(text))
    return false;
  if (kind === 'topic' && namesRoutine(text)) return true;
  return speaksOfSelf(text) && facts.some((fact) => isOwners(fact, null, [])) && specificsBeside(claim) > 0;
}

/** Days that a claim speaks of. */
export const daysOf = ({ facts }: Pick<Candidate, 'facts'>): string[] => [
  ...new Set(facts.flatMap((fact) => [fact.day, eventDay(fact)])),
];

/** When what its newest fact announces is; null where that is nothing, or not soon. */
function whenOf({ facts, text }: Pick<Candidate, 'facts' | 'text'>, today: string): string | null {
  const newest = newestFact(facts);
  if (newest === null) return null;
  const at = eventDay(newest);
  return upcomingDate(text, newest.day, today) ?? (at > newest.day && at >= today && isNear(at, today) ? at : null);
}

/** Does it stay worth knowing, however long ago it was said? What does harm, and what is still to come. */
export const outlastsFading = (claim: Pick<Candidate, 'facts' | 'text'>, today: string): boolean =>
  HARM.test(claim.text) || whenOf(claim, today) !== null;

/** The first that a category or kind of the facts is of. */
function bestTier(facts: readonly Fact[]): Tier {
  let best = ORDER.length - 1;
  for (const { category, fields } of facts)
    for (const word of [category, fields.kind ?? category]) best = Math.min(best, tierOf(word));
  return ORDER[best] ?? 'other';
}

/** Its place in ORDER. A category may have a plural. */
function tierOf(word: string): number {
  const folded = word.trim().toLowerCase();
  return BY_WORD.get(folded) ?? BY_WORD.get(folded.replace(/ies$/, 'y').replace(/s$/, '')) ?? ORDER.length - 1;
}

/** When it was said, or happened where that was before. */
function changedOn(fact: Fact): string {
  const event = eventDay(fact);
  return event < fact.day ? event : fact.day;
}

const newestFact = (facts: readonly Fact[]): Fact | null =>
  facts.reduce<Fact | null>((latest, fact) => (latest && orderKey(latest) >= orderKey(fact) ? latest : fact), null);

function newestOf({ facts }: Candidate): string {
  const newest = newestFact(facts);
  return newest === null ? '' : orderKey(newest);
}

/** The order below one heading, whatever came first by its worth. */
export const orderBelow = ({ tier, claim }: Ranked): number =>
  ORDER.indexOf(tier) - (claim.pinned && tier !== 'identity' ? 0.5 : 0);

/** Is it over by `today`? Events are once their day has passed. */
export function isOver({ facts, text, pinned }: Candidate, today: string): boolean {
  if (pinned) return false;
  const newest = newestFact(facts);
  if (newest === null) return false;
  const said = eventDay(newest) < newest.day ? eventDay(newest) : newest.day;
  return tellsPastEvent(text, said, today) || hasPassed(text, said, today);
}
