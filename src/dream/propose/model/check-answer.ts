// Takes a model's answer about a group, decision by decision: what is of the right form and borne out by the words
// becomes a proposal, all else falls back to what the rules propose or to a claim of its own. Whatever the answer
// holds, every fact of the group comes out with one proposal, or is named as missing. Pure.
import { isMarkedUp, isOtherScript } from '../../../language/model-text.ts';
import { isPlacedByKind } from '../../../language/profile.ts';
import { missingSpecifics } from '../../../language/specifics.ts';
import { eventDay, type Fact } from '../../../model/fact.ts';
import { type Claim, isHistory } from '../../../model/page.ts';
import type { PageWords, Proposal } from '../../../model/plan.ts';
import type { ReviewKind, ReviewProposal } from '../../../model/review.ts';
import { SECTIONS } from '../../../note/blocks.ts';
import { isMonth } from '../../../page/key-facts.ts';
import { toFileName, toTitle } from '../../../page/page-name.ts';
import { titleFromPath } from '../../../page/page.ts';
import { NOTHING_PENDING } from '../../../vault/pending.ts';
import { renderPages } from '../../../vault/render-pages.ts';
import { toPageText, type View } from '../../../vault/view.ts';
import { makePlan } from '../../plan/plan.ts';
import { mayBeAbout, mayBeHead, mayBeTitle } from '../../plan/topic-names.ts';
import { createStem } from '../rules/terms.ts';
import type { Answer, Said } from './answer.ts';
import type { Group, GroupFact, TakeContext, Taken } from './groups.ts';
import { addCounts, type BadKind } from './notices.ts';
import { saysAllOf } from './says-all.ts';
import {
  contradicts,
  isBefore,
  isOfOneSubject,
  isPinned,
  isState,
  mayMeet,
  maySetAside,
  putsRight,
  relatedness,
  type Stated,
  takesPlaceOf,
} from './support.ts';
import { whyNotWording } from './wording.ts';

// The last look at what was taken of an answer: the pages as they would be, against those of today. A claim goes only
// where a proposal of the answer names it.

/** Would each page hold as many current claims as before, those aside that these proposals replace? */
export function keepsClaims(
  group: Group,
  proposals: ReadonlyMap<string, Proposal>,
  view: View,
  { isPagePath }: TakeContext,
): boolean {
  const facts = group.facts.flatMap(({ fact }) => (proposals.has(fact.id) ? [fact] : []));
  const pages = [...new Set([...proposals.values()].flatMap(({ page }) => page ?? []))].map((page) => ({
    page,
    type: 'note',
    title: group.page.title,
    about: group.page.about,
  }));
  const plan = makePlan({
    engine: 'guard',
    batch: { ...NOTHING_PENDING, facts },
    proposals: { proposals: [...proposals.values()], pages, heads: {}, tags: {}, related: {}, reviews: [] },
    view,
    isPagePath,
    closed: new Map(),
    undone: new Map(),
    waiting: new Map(),
    failures: new Map(),
    failing: new Map(),
    maxReviews: 0,
    secret: new Set(),
  });
  const named = new Set([...proposals.values()].flatMap(({ supersedes = [] }) => supersedes));
  return renderPages(plan, view, '1970-01-01').every(
    ({ path, before, after }) =>
      before === null ||
      after === null ||
      keepsOn(toPageText(path, before).claims, toPageText(path, after).claims, named),
  );
}

/** Is each current claim of before still one after, or named? */
export function keepsOn(before: readonly Claim[], after: readonly Claim[], named: ReadonlySet<string>): boolean {
  const standing = new Set(after.filter((claim) => !isHistory(claim)).flatMap(({ facts }) => facts));
  const gone = partsOf(before).filter((facts) => !facts.some((fact) => standing.has(fact)));
  const isFewer = partsOf(after).length < partsOf(before).length - gone.length;
  return !isFewer && gone.every((facts) => facts.some((fact) => named.has(fact)));
}

/** The facts of each current claim, of each side of a callout apart. */
function partsOf(claims: readonly Claim[]): (readonly string[])[] {
  return claims
    .filter((claim) => !isHistory(claim))
    .flatMap(({ sides, facts }) => (sides.length > 0 ? sides.map((side) => side.facts) : [facts]));
}

// Names that a model gives: the head of a claim, the title of a page and what it is about. They are short, hold
// nothing but plain words, and say nothing that the claims below them do not.

const LONGEST_HEAD = 40;
const WORDS_OF_HEAD = 4;
/** A sentence that was made a name. */
const SENTENCE = /[.!?;。！？；]|[:：]\s|,\s.*,\s/u;
const NEGATED = /(?<![\p{L}\p{N}])(?:not|no|never|without)(?![\p{L}\p{N}])|n['’]t(?![\p{L}\p{N}])|不|没|沒|無/iu;

/**
 * The head as it may stand: one that the page has as the page writes it; null where it cannot be used. `claims`: what
 * would stand below it and beside.
 */
function usableHead(
  head: string,
  { page, heads }: Pick<Group, 'page' | 'heads'>,
  claims: readonly string[],
): string | null {
  const plain = plainOf(head.replace(/^#{1,6}\s+/, ''));
  const known = heads.find((one) => folded(one) === folded(plain));
  if (known !== undefined) return known;
  const all = claims.join('\n');
  const isName =
    plain !== '' &&
    plain.length <= LONGEST_HEAD &&
    plain.split(' ').length <= WORDS_OF_HEAD &&
    /\p{L}/u.test(plain) &&
    !SENTENCE.test(plain) &&
    !NEGATED.test(plain);
  if (!isName || isMarkedUp(plain, '') || isOtherScript(plain, all) || isTaken(plain, page.title)) return null;
  return mayBeHead(plain, page.title, claims) ? toTitle(plain) : null;
}

/** A section of the page, its title, a month: no head of a topic. */
function isTaken(head: string, title: string): boolean {
  return isMonth(toTitle(head)) || [...SECTIONS, 'Notes', title].some((name) => folded(name) === folded(head));
}

/**
 * The title of a page that does not exist yet: what the rules call it, with a few words more; null where it cannot be
 * used.
 */
function usableTitle(title: string, { page }: Pick<Group, 'page'>, { pages }: Pick<View, 'pages'>): string | null {
  const plain = plainOf(title);
  const isName = !SENTENCE.test(plain) && mayBeTitle(plain, [page.title]);
  // Facts find their page by its title: another's name would draw that one's facts here.
  const [words, wanted] = [folded(plain).split(' '), folded(page.title).split(' ')];
  if (!page.isNew || !isName || !wanted.every((word) => words.includes(word)) || words.length > wanted.length + 3)
    return null;
  const names = new Set([plain, toFileName(plain)].map(folded));
  const isOther = (path: string): boolean => path !== page.path;
  const collides = [...pages.values()].some(
    ({ path, head }) =>
      isOther(path) && [head.title, titleFromPath(path), ...head.aliases].some((name) => names.has(folded(name))),
  );
  return collides ? null : plain;
}

/**
 * What a page is about, one line of at most 240 characters without a claim of its own; null where it cannot be used.
 */
function usableAbout(about: string, { page }: Pick<Group, 'page'>, claims: readonly string[]): string | null {
  const plain = plainOf(about).replace(/(?<!\.)\.$/, '');
  return plain === page.about || mayBeAbout(plain, page.title, claims) ? plain : null;
}

/** On one line, without the quotes and the emphasis that models set around a name. */
function plainOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  // Searched from both ends: an expression over both takes minutes for some thousand quotes.
  let [start, end] = [0, line.length];
  while (start < end && OPENING.includes(line.charAt(start))) start++;
  while (end > start && CLOSING.includes(line.charAt(end - 1))) end--;
  return start === 0 || end === line.length ? line : line.slice(start, end).trim();
}

const [OPENING, CLOSING] = [`"'“‘*_\``, `"'”’*_\``];

const folded = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** How the reasons begin that are a model's, in memvault's words. */
export const MODEL_SAYS = 'the model says';
/** So many claims of a page want heads. */
const MANY_CLAIMS = 12;
/** A head that the page has not is made for so many facts of an answer. */
const SHARED_BY = 3;
/** The rules' own questions come before those of a model that its words do not bear out. */
const ASKED = 0.69;
/** The score of a question about two statements that share no words: below all that are alike. */
const FAINT = 0.1;

/** Does a question rest on the model's word alone? */
export const isFaint = ({ score }: ReviewProposal): boolean => score <= FAINT;

/** `answer`: as it was read for this group. */
export function take(answer: Answer, group: Group, view: View, context: TakeContext): Taken {
  const taken = new Taking(group, view, context, answer).take();
  if (keepsClaims(group, taken.proposals, view, context)) return taken;
  const proposals = new Map(
    group.facts.filter(({ fact }) => taken.proposals.has(fact.id)).map(({ fact, base }) => [fact.id, base]),
  );
  return { ...taken, proposals, reviews: [], words: null, bad: addCounts(taken.bad, { guard: 1 }) };
}

interface Target extends Stated {
  /** The fact that names it in a proposal. */
  readonly name: string;
  readonly isSide: boolean;
}

class Taking {
  private readonly group: Group;
  private readonly view: View;
  private readonly context: TakeContext;
  private readonly answer: Answer;
  private readonly stem = createStem();
  private readonly counts: Partial<Record<BadKind, number>>;
  /** By `f1`, as far as they are decided. */
  private readonly decided = new Map<string, Proposal>();
  private readonly reviews: ReviewProposal[] = [];
  /** Facts whose claims this answer replaces, puts right or sets against another: each once. */
  private readonly moved = new Set<string>();
  /** Facts that this answer folds into a claim; by the fact that names it. */
  private readonly folded = new Map<string, Fact[]>();
  private readonly heads: ReadonlyMap<string, string>;

  constructor(group: Group, view: View, context: TakeContext, answer: Answer) {
    [this.group, this.view, this.context, this.answer] = [group, view, context, answer];
    this.counts = { ...answer.bad };
    this.heads = this.usableHeads();
  }

  take(): Taken {
    const { facts } = this.group;
    const said = new Map(this.answer.decisions.map((one) => [one.fact, one]));
    for (const one of facts) {
      const own = said.get(one.id);
      if (own === undefined) continue;
      const proposal = this.decide(one, own);
      this.decided.set(one.id, proposal);
      for (const id of [...(proposal.supersedes ?? []), proposal.corrects, proposal.with])
        if (id !== undefined) this.moved.add(id);
      if (proposal.as === 'duplicate' && proposal.of !== undefined)
        this.folded.set(proposal.of, [...(this.folded.get(proposal.of) ?? []), one.fact]);
    }
    const proposals = new Map(
      facts.flatMap(({ id, fact }) => {
        const proposal = this.decided.get(id);
        return proposal ? [[fact.id, proposal]] : [];
      }),
    );
    const words = this.words();
    const bad = Object.fromEntries(Object.entries(this.counts).filter(([, count]) => count > 0));
    return {
      proposals,
      reviews: this.reviews,
      words,
      missing: facts.filter(({ fact }) => !proposals.has(fact.id)).map(({ fact }) => fact.id),
      bad,
    };
  }

  private decide(one: GroupFact, said: Said): Proposal {
    const { fact, base } = one;
    // A claim of it stands already, or the rules do not place it at all.
    if (this.view.citedOn.has(fact.id) || (base.as !== 'placed' && base.as !== 'conflict')) return base;
    const worded = this.worded(one, said);
    if (base.as === 'conflict' || base.corrects !== undefined || (base.supersedes ?? []).length > 0) {
      if (said.as === 'set-aside' || (said.as === 'duplicate' && this.targetOf(one, said.claim) !== null))
        this.bad('rules');
      return worded;
    }
    const alone = (): Proposal => this.moveTo(one, said, worded);
    if (said.as === 'new') return alone();
    if (said.as === 'set-aside') return this.setAside(one, said) ?? alone();
    const target = this.targetOf(one, said.claim);
    return (
      (target === null ? null : this.about(one, said, worded, target)) ?? this.unsupported(one, said, target, alone())
    );
  }

  /** What a decision about a claim comes to, or null where the words do not bear it out. */
  private about({ fact, text }: GroupFact, said: Said, worded: Proposal, target: Target): Proposal | null {
    const { facts, name, isSide } = target;
    if (!mayMeet(fact, facts, this.view) || this.moved.has(name) || isPinned([...facts, fact], this.view)) return null;
    if (said.as === 'duplicate')
      return this.saysSame(target, fact, text)
        ? {
            fact: fact.id,
            as: 'duplicate',
            of: name,
            text: worded.text ?? text,
            reason: `${MODEL_SAYS} that it says the same`,
          }
        : null;
    // What an earlier fact of the answer repeats goes with it, unless a person keeps the two apart.
    if (isSide || !mayMeet(fact, this.folded.get(name) ?? facts, this.view)) return null;
    if (said.as === 'conflicts')
      return contradicts(target.text, text, isOfOneDay(facts, fact), this.stem)
        ? { ...worded, as: 'conflict', with: name, reason: `${MODEL_SAYS} that it contradicts this` }
        : null;
    if (!isBefore([...facts, ...(this.folded.get(name) ?? [])], fact)) return null;
    if (putsRight(target, fact)) return { ...worded, corrects: name, reason: `${MODEL_SAYS} that it corrects this` };
    return takesPlaceOf(target.text, text)
      ? { ...worded, supersedes: [name], reason: `${MODEL_SAYS} that it replaces this` }
      : null;
  }

  private saysSame(target: Target, fact: Fact, text: string): boolean {
    const isUser = fact.fields.persons === undefined;
    return (
      saysAllOf(target.text, text, isUser) &&
      saysAllOf(target.text, fact.text, isUser) &&
      mayMeet(fact, this.folded.get(target.name) ?? target.facts, this.view)
    );
  }

  /** It has a claim of its own; a person is asked where the two have enough in common. */
  private unsupported({ fact, text }: GroupFact, { as }: Said, target: Target | null, alone: Proposal): Proposal {
    this.bad(as === 'new' ? 'claim' : as);
    if (target === null || !mayMeet(fact, target.facts, this.view) || this.moved.has(target.name)) return alone;
    const like = relatedness(target, fact, text, this.stem);
    const score = like !== null ? like * ASKED : this.isBeside(target, fact, as, alone) ? FAINT : null;
    if (as === 'duplicate' && differ(target.text, text)) return alone;
    if (score === null || (as !== 'duplicate' && as !== 'conflicts' && !isBefore(target.facts, fact))) return alone;
    const [kind, reason]: [ReviewKind, string] =
      as === 'duplicate'
        ? ['merge', `${MODEL_SAYS} that both say the same`]
        : as === 'conflicts'
          ? ['contradiction', `${MODEL_SAYS} that they contradict each other`]
          : ['supersede', `${MODEL_SAYS} that the later replaces the earlier`];
    this.reviews.push({
      kind,
      facts: isBefore(target.facts, fact) ? [target.name, fact.id] : [fact.id, target.name],
      reason,
      score,
    });
    return alone;
  }

  /**
   * Where words are no sign, that both stand on one page as one kind of thing is one: an editor, and what was switched
   * to. What happened once stays so.
   */
  private isBeside(
    { facts, text, isSide }: Target,
    fact: Fact,
    as: Said['as'],
    { page, text: worded = fact.text }: Proposal,
  ): boolean {
    if (as === 'corrects' || !isState(text) || (as === 'conflicts' && !isState(worded))) return false;
    return (
      !isSide &&
      isOfOneSubject(text, worded) &&
      page === this.group.page.path &&
      facts.every(({ category }) => category === fact.category) &&
      !isPinned([...facts, fact], this.view)
    );
  }

  /** The claim that a decision is about: one of the page, or that of an earlier fact which has one of its own. */
  private targetOf({ id, fact }: GroupFact, claim: string | null): Target | null {
    const shown = this.group.claims.find((one) => one.id === claim);
    if (shown) {
      const facts = shown.facts.flatMap((one) => this.view.factById.get(one) ?? []);
      // What no log holds any more cannot be compared.
      return facts.length < shown.facts.length || facts.some((one) => one.id === fact.id)
        ? null
        : { name: shown.fact, text: shown.text, facts, isSide: shown.isSide };
    }
    const { facts } = this.group;
    const at = facts.findIndex((one) => one.id === claim);
    const other = at < facts.findIndex((one) => one.id === id) ? facts[at] : undefined;
    const proposal = other && this.decided.get(other.id);
    if (!other || proposal?.as !== 'placed' || proposal.corrects !== undefined) return null;
    return { name: other.fact.id, text: proposal.text ?? other.text, facts: [other.fact], isSide: false };
  }

  private setAside({ fact }: GroupFact, said: Said): Proposal | null {
    const reason = maySetAside(fact, said.reason, this.view);
    if (reason === null) this.bad('set-aside');
    return reason === null ? null : { fact: fact.id, as: 'set-aside', reason };
  }

  /** What the rules propose, in the model's words and under its head, as far as these can be used. */
  private worded({ id, fact, base, text }: GroupFact, said: Said): Proposal {
    const wording = said.text === null || said.text === text || said.text === fact.text ? null : said.text.trim();
    const why = wording === null ? null : whyNotWording(wording, fact, text);
    if (why !== null) this.bad(why);
    return {
      ...base,
      text: wording === null || why !== null ? text : wording,
      ...(this.heads.has(id) && !(isPlacedByKind(fact) && (base.head ?? '') !== '')
        ? { head: this.heads.get(id) ?? null }
        : {}),
    };
  }

  /** Another page only where it was offered, the fact names it, and nobody chose the one that it has. */
  private moveTo({ fact }: GroupFact, { page }: Said, proposal: Proposal): Proposal {
    if (page === null || page === proposal.page) return proposal;
    const other = this.group.otherPages.find(({ path, title }) => path === page || title === page);
    const isNamed = other !== undefined && [fact.text, ...fact.tags].some((text) => namesPage(text, other.title));
    if (
      !isNamed ||
      !this.context.isPagePath(other.path) ||
      (fact.fields.project ?? '').trim() !== '' ||
      isPlacedByKind(fact)
    ) {
      this.bad('page');
      return proposal;
    }
    return { ...proposal, page: other.path, head: null, reason: `${MODEL_SAYS} that it belongs there` };
  }

  /**
   * By `f1` the head: one that the page has, or a new one that some facts share, where a page is long enough for heads.
   */
  private usableHeads(): Map<string, string> {
    const { claims, facts, heads } = this.group;
    const texts = [...claims, ...facts].map(({ text }) => text);
    const usable = new Map(
      this.answer.decisions.flatMap((said): [string, string][] => {
        const head = said.head === null || said.page !== null ? null : usableHead(said.head, this.group, texts);
        if (said.head !== null && said.page === null && head === null) this.bad('head');
        return head === null ? [] : [[said.fact, head]];
      }),
    );
    const times = (head: string): number => [...usable.values()].filter((one) => one === head).length;
    const isLong = heads.length > 0 || texts.length > MANY_CLAIMS;
    return new Map([...usable].filter(([, head]) => heads.includes(head) || (isLong && times(head) >= SHARED_BY)));
  }

  private words(): PageWords | null {
    const { group, answer } = this;
    const texts = [...group.claims, ...group.facts].map(({ text }) => text);
    const title =
      answer.title === null || !group.page.isNew || answer.title === group.page.title
        ? null
        : usableTitle(answer.title, group, this.view);
    const about = answer.overview === null ? null : usableAbout(answer.overview, group, texts);
    if (answer.title !== null && group.page.isNew && title === null && answer.title !== group.page.title)
      this.bad('title');
    if (answer.overview !== null && about === null) this.bad('overview');
    return title === null && about === null
      ? null
      : { ...(title === null ? {} : { title }), ...(about === null ? {} : { about }) };
  }

  private bad(kind: BadKind): void {
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
  }
}

/** Two that give two numbers or two names, or one of which denies, are never merged. */
function differ(a: string, b: string): boolean {
  const [dropped, added] = [missingSpecifics(a, b), missingSpecifics(b, a)];
  return dropped.includes('not') || (dropped.length > 0 && added.length > 0);
}

const isOfOneDay = (facts: readonly Fact[], fact: Fact): boolean =>
  facts.some((other) => eventDay(other) === eventDay(fact));

/** Are the words of the title among those of the text? */
function namesPage(text: string, title: string): boolean {
  const plain = (words: string): string =>
    ` ${words
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;
  return (
    plain(title).trim() !== '' &&
    (plain(text).includes(plain(title)) || (/\p{Script=Han}/u.test(title) && text.includes(title)))
  );
}
