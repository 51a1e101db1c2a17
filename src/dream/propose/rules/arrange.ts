// Headings for the claims of a page: none while it is short; once Key Facts holds more than twelve, a claim stands
// under a topic that three or more share, else under their category. A claim without one stands under no heading, or on
// a page of events under its month.
// Topics stay; a claim under none moves when a topic comes up that it shares, so a page that grows by a few claims a
// night ends up like one that was dreamed at once.
import { isOfEvents, kindOf, VIEWS } from '../../../language/profile.ts';
import { tellsAttitude } from '../../../language/subject.ts';
import { MONTHS } from '../../../language/dates/calendar.ts';
import { eventDay } from '../../../model/fact.ts';
import { groupBy } from '../../../model/group-by.ts';
import type { Claim } from '../../../model/page.ts';
import type { PageProposal, Proposal } from '../../../model/plan.ts';
import { headsOf, isMonth } from '../../../page/key-facts.ts';
import { toTitle } from '../../../page/page-name.ts';
import { titleFromPath } from '../../../page/page.ts';
import type { View } from '../../../vault/view.ts';
import { categoryHead, type HomeContext, headOn } from './home.ts';
import { baseOf, createStem, keyOf, plainWords, type Stem, termsOf } from './terms.ts';

// Headings for a long section: what three or more of its claims share, a subject, a tag or a key term. Chooses titles;
// where claims stand on a page is decided elsewhere.

export interface HeadClaim {
  readonly id: string;
  readonly text: string;
  readonly subject: string | null;
  readonly tags: readonly string[];
  /** As it was logged; without one it stands under no category. */
  readonly category?: string;
  /** Local day `YYYY-MM-DD`; without one a claim has no month to stand under. */
  readonly date: string;
}

interface Candidate {
  readonly key: string;
  readonly words: readonly string[];
  readonly claims: Set<string>;
  readonly surfaces: Map<string, number>;
  weight: number;
}

const SHARED_BY = 3;
const WEIGHT = { subject: 1.6, tag: 1.5, pair: 1.7, word: 1, name: 0.7 };

export interface HeadOptions {
  /** What the page itself is about, such as its title. */
  readonly exclude: readonly string[];
  /** Topics that it has: none gets another heading in other words. */
  readonly present?: readonly string[];
  /** Categories that it has as headings: more of them stand there. */
  readonly categories?: readonly string[];
  /** Claims that share nothing get their month, not their category. */
  readonly months: boolean;
}

/**
 * For each claim, by its id, the title of the heading to stand under. A topic or a category holds three claims or more
 * and at most half of them.
 */
export function chooseHeads(claims: readonly HeadClaim[], options: HeadOptions): Map<string, string> {
  const stem = createStem();
  const open = new Set(claims.map((claim) => claim.id));
  const heads = new Map<string, string>();
  const taken = new Set(options.exclude.flatMap((title) => keyOf(title, stem).split(' ')));
  const paired = new Set<string>();
  const close = (words: readonly string[]): void => {
    // "Dance" may follow "Dance studio"; "Studio" would say the same again, and so would "Dance school".
    taken.add(words.at(-1) ?? '');
    for (const word of words) paired.add(word);
  };
  for (const head of options.present ?? []) close(keyOf(head, stem).split(' '));
  const enough = Math.max(2 * SHARED_BY, claims.length / 10);
  let candidates = gatherCandidates(claims, stem).filter(
    ({ claims: own }) => own.size >= SHARED_BY && own.size * 2 <= claims.length,
  );
  for (;;) {
    candidates = candidates.filter(
      ({ words }) => !words.some((word) => taken.has(word) || (words.length > 1 && paired.has(word))),
    );
    const best = pickBest(candidates, open, enough);
    if (best === null) break;
    close(best.words);
    const title = titleOf(best);
    for (const id of best.claims) if (open.delete(id)) heads.set(id, title);
  }
  const rest = options.months ? [] : claims.filter(({ id }) => open.has(id));
  for (const [head, own] of groupBy(rest, ({ category = '' }) => categoryHead(category))) {
    const isNew = own.length >= SHARED_BY && own.length * 2 <= claims.length && !taken.has(keyOf(head ?? '', stem));
    if (head !== null && (isNew || options.categories?.includes(head) === true))
      for (const { id } of own) heads.set(id, head);
  }
  for (const { id, date } of options.months ? claims : []) {
    const month = MONTHS[Number(date.slice(5, 7)) - 1];
    if (open.has(id) && month !== undefined) heads.set(id, `${month} ${date.slice(0, 4)}`);
  }
  return heads;
}

/** The head among those of a page that a new claim fits under by its subject, a tag or a term, else null. */
export function headFor(claim: HeadClaim, existingHeads: readonly string[]): string | null {
  // Asked for each claim of each page: most heads share not even the first letters with any word of the claim.
  const starts = new Set(
    plainWords([claim.subject ?? '', ...claim.tags.map(plainTag), claim.text].join(' ')).map(startOf),
  );
  const near = existingHeads.filter((head) => plainWords(head).every((word) => starts.has(startOf(word))));
  if (near.length === 0) return null;
  const stem = createStem();
  const keys = new Map(near.map((head) => [keyOf(head, stem), head]));
  for (const key of keysOf(claim, stem).keys()) {
    const head = keys.get(key);
    if (head !== undefined) return head;
  }
  return null;
}

/**
 * Is it a topic that two of these claims share, one under which the rules would have put them? Of each its text and
 * tags.
 */
export function isSharedTopic(head: string, claims: readonly (readonly string[])[]): boolean {
  const stem = createStem();
  const key = keyOf(head, stem);
  let shared = 0;
  for (const [text = '', ...tags] of claims) {
    const has =
      tags.some((tag) => keyOf(plainTag(tag), stem) === key) || termsOf(text, stem).some((one) => one.key === key);
    if (has && ++shared === 2) return true;
  }
  return false;
}

function startOf(word: string): string {
  return baseOf(word).slice(0, 2);
}

function plainTag(tag: string): string {
  return tag.replace(/[-_/]+/g, ' ').trim();
}

/** What a claim could stand under, in the order subject, tags, pairs, words, names; with surfaces and weight. */
function keysOf(claim: HeadClaim, stem: Stem): Map<string, { surfaces: string[]; weight: number }> {
  const keys = new Map<string, { surfaces: string[]; weight: number }>();
  const add = (key: string, surface: string, weight: number): void => {
    const known = keys.get(key);
    if (known) {
      known.surfaces.push(surface);
      known.weight = Math.max(known.weight, weight);
    } else if (key !== '') keys.set(key, { surfaces: [surface], weight });
  };
  if (claim.subject !== null) add(keyOf(claim.subject, stem), claim.subject, WEIGHT.subject);
  for (const tag of claim.tags) {
    const words = plainTag(tag);
    if (!/\d$/.test(words)) add(keyOf(words, stem), words, WEIGHT.tag);
  }
  const terms = termsOf(claim.text, stem);
  const isName = (surface: string): boolean => /^\p{Lu}\p{Ll}/u.test(surface);
  for (const term of terms) if (term.words === 2) add(term.key, term.surface, WEIGHT.pair);
  for (const term of terms) if (term.words === 1 && !isName(term.surface)) add(term.key, term.surface, WEIGHT.word);
  for (const term of terms) if (term.words === 1 && isName(term.surface)) add(term.key, term.surface, WEIGHT.name);
  return keys;
}

function gatherCandidates(claims: readonly HeadClaim[], stem: Stem): Candidate[] {
  const candidates = new Map<string, Candidate>();
  for (const claim of claims) {
    for (const [key, { surfaces, weight }] of keysOf(claim, stem)) {
      const candidate = candidates.get(key) ?? {
        key,
        words: key.split(' '),
        claims: new Set<string>(),
        surfaces: new Map<string, number>(),
        weight,
      };
      candidates.set(key, candidate);
      candidate.claims.add(claim.id);
      candidate.weight = Math.max(candidate.weight, weight);
      for (const surface of surfaces) candidate.surfaces.set(surface, (candidate.surfaces.get(surface) ?? 0) + 1);
    }
  }
  return [...candidates.values()];
}

/** The candidate that says most of the claims still open. Beyond `enough` claims more count little, so that
 * "Dance studio" comes before "Dance". Ties go by name. */
function pickBest(candidates: readonly Candidate[], open: ReadonlySet<string>, enough: number): Candidate | null {
  let best: Candidate | null = null;
  let bestScore = 0;
  for (const candidate of candidates) {
    let covers = 0;
    for (const id of candidate.claims) if (open.has(id)) covers++;
    if (covers < SHARED_BY) continue;
    const score = Math.min(covers, enough) * candidate.weight + covers / 100;
    if (score > bestScore || (score === bestScore && best !== null && candidate.key < best.key)) {
      best = candidate;
      bestScore = score;
    }
  }
  return best;
}

/** The surface that is written most; of two the shorter, then the first by name. */
function titleOf({ surfaces }: Candidate): string {
  const [surface = ''] =
    [...surfaces].sort(([a, x], [b, y]) => y - x || a.length - b.length || (a < b ? -1 : 1))[0] ?? [];
  return toTitle(surface);
}

const FLAT_CLAIMS = 12;

export interface Arrangement {
  /** By page, by fact: heads for claims that stand under none yet, or under their category or a month alone. */
  readonly heads: Record<string, Record<string, string>>;
  /** By fact: the head of a claim that is to be added. */
  readonly headOf: ReadonlyMap<string, string>;
}

export function arrangeHeads(
  proposals: readonly Proposal[],
  view: View,
  pages: ReadonlyMap<string, PageProposal>,
  context: HomeContext,
): Arrangement {
  const byPage = groupBy(
    proposals.filter(({ as, page }) => as === 'placed' && page !== undefined),
    ({ page = '' }) => page,
  );
  const heads: Record<string, Record<string, string>> = {};
  const headOf = new Map<string, string>();
  for (const [path, added] of byPage) {
    const page = view.pages.get(path);
    const existing = page ? page.claims.filter((claim) => claim.section === 'Key Facts') : [];
    const given = (id: string): string | null => {
      const fact = view.factById.get(id);
      const own = fact === undefined ? null : headOn(path, fact, context);
      if (fact === undefined || own === null || kindOf(fact) !== '') return own;
      // A model may have put others of its category under a heading of its own.
      const isKin = ({ head, facts: [first = ''] }: Claim): boolean =>
        head !== null && view.factById.get(first)?.category === fact.category;
      return existing.find(isKin)?.head ?? own;
    };
    const isLong = existing.length + added.length > FLAT_CLAIMS;
    if (!isLong && !added.some(({ fact }) => given(fact) !== null)) continue;
    const toClaim = (id: string, text: string): HeadClaim => {
      const fact = view.factById.get(id);
      return {
        id,
        text,
        subject: context.subjectOf(id),
        tags: fact ? context.tagsOf(fact) : [],
        ...(fact === undefined ? {} : { category: fact.category }),
        date: fact ? eventDay(fact) : '',
      };
    };
    const isLoose = ({ head, facts: [first = ''] }: Claim): boolean =>
      head === null || isMonth(head) || head === categoryHead(view.factById.get(first)?.category ?? '');
    const loose = existing.filter(isLoose);
    const flat = loose.map((claim) => toClaim(claim.facts[0] ?? '', claim.text));
    const fresh = added.map((proposal) => toClaim(proposal.fact, proposal.text ?? ''));
    const title = pages.get(path)?.title ?? titleFromPath(path);
    const facts = [...existing.flatMap((claim) => claim.facts), ...added.map(({ fact }) => fact)].flatMap(
      (id) => view.factById.get(id) ?? [],
    );
    const months = isOfEvents(pages.get(path)?.type ?? page?.head.type, facts);
    const present = page ? headsOf(page.text).filter((head) => !isMonth(head)) : [];
    const categories = present.filter((head) => facts.some(({ category }) => categoryHead(category) === head));
    const topics = present.filter((head) => !categories.includes(head));
    const settled = new Map<string, string>();
    const views = [...flat, ...fresh].filter(({ text }) => tellsAttitude(text));
    const hasViews = topics.includes(VIEWS) || views.length >= SHARED_BY;
    for (const claim of [...flat, ...fresh]) {
      const isView = hasViews && views.includes(claim);
      const head = given(claim.id) ?? (isLong ? (isView ? VIEWS : headFor(claim, topics)) : null);
      if (head !== null) settled.set(claim.id, head);
    }
    const open = [...flat, ...fresh].filter((claim) => !settled.has(claim.id));
    if (isLong)
      for (const [id, head] of chooseHeads(open, { exclude: [title], present: topics, categories, months }))
        settled.set(id, head);
    const moves = Object.fromEntries(
      loose.flatMap((claim) => {
        const head = settled.get(claim.facts[0] ?? '') ?? null;
        return head === null || head === claim.head || (claim.head !== null && isMonth(head))
          ? []
          : [[claim.facts[0] ?? '', head]];
      }),
    );
    if (Object.keys(moves).length > 0) heads[path] = moves;
    for (const claim of fresh) headOf.set(claim.id, settled.get(claim.id) ?? '');
  }
  return { heads, headOf };
}
