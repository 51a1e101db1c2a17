// What two looks at a pair come to: what they agree on is applied, what they do not agree on is asked, and some things
// always need a person. Pure.
import { keepsSpecifics, missingSpecifics } from '../../../language/specifics.ts';
import { compareFacts, type Fact, projectOf } from '../../../model/fact.ts';
import type { Proposal } from '../../../model/plan.ts';
import type { Look, Looks, ReviewProposal } from '../../../model/review.ts';
import type { View } from '../../../vault/view.ts';
import { type LookAlike, QUESTIONS } from '../look-alikes.ts';
import type { BoardClaim } from './board.ts';
import type { Verdict } from './first-look.ts';

export const LOOK_OF: Readonly<Record<Verdict, Look>> = {
  new: 'both',
  'set-aside': 'both',
  duplicate: 'same',
  supersedes: 'replaces',
  corrects: 'corrects',
  conflicts: 'contradicts',
};

const KIND_OF: Readonly<Record<Exclude<Look, 'both'>, LookAlike['kind']>> = {
  same: 'merge',
  replaces: 'supersede',
  corrects: 'supersede',
  contradicts: 'contradiction',
};

/** Do two looks find the same? That something was put right, the second look sees as one taking the other's place. */
export const agrees = (first: Look | null, second: Look | null): boolean =>
  first !== null &&
  second !== null &&
  first !== 'both' &&
  (first === second || (first === 'corrects' && second === 'replaces'));

/** A pair that somebody named, until both looks are there. */
export interface OpenPair {
  readonly fact: Fact;
  /** What the rules propose for the fact by itself. */
  readonly base: Proposal;
  readonly claim: BoardClaim;
  /** The fact by which a question names the claim; its own name where there is none. */
  readonly older?: string | undefined;
  readonly looks: Looks;
  /** The wording of the first look. */
  readonly text: string | null;
  /** How alike the rules find the two; 0 where they saw nothing. */
  readonly score: number;
  /** What the rules would ask about the two. */
  readonly review: ReviewProposal | null;
}

/** A claim as the proposal that would make it. */
export const asItStands = ({ id }: Fact, { page, text }: BoardClaim): Proposal => ({
  fact: id,
  as: 'placed',
  page,
  text,
  reason: 'it stands already',
});

type Known = Pick<View, 'apart' | 'forgotten' | 'pinned' | 'factById'>;

/** Why only a person may decide the two, or null. */
export function needsPerson(fact: Fact, claim: BoardClaim, look: Look, { pinned, factById }: Known): string | null {
  const facts = claim.facts.flatMap((id) => factById.get(id) ?? []);
  if ([fact, ...facts].some(({ id }) => pinned.has(id))) return 'one of them is pinned';
  if (facts.some((one) => projectOf(one) !== projectOf(fact))) return 'they are of two projects';
  if (look !== 'same' && claim.isSide) return 'one of them contradicts another claim already';
  if (look !== 'same' && look !== 'contradicts' && facts.some((one) => compareFacts(one, fact) > 0))
    return 'the one that would be replaced is the later';
  return null;
}

/** May nobody hold the two against each other: a person keeps them apart, or one is forgotten? */
export const isClosed = (fact: Fact, claim: BoardClaim, { apart, forgotten }: Known): boolean =>
  claim.facts.some((id) => id === fact.id || apart(id, fact.id) || forgotten.has(id));

/** What both looks agree on, as a proposal; null where the two cannot become one sentence and both stay. */
export function proposalFor({
  fact,
  base,
  claim,
  looks: { first },
  text,
}: Omit<OpenPair, 'score' | 'review'>): Proposal | null {
  const { fact: name } = claim;
  // "Her operation slips" may say whose it is.
  const own = { ...base, ...wordingOf(fact, base, text, first === 'replaces' ? [claim.text] : []) };
  if (first === 'same') {
    // The model's sentence for both, else the one of the two that says more.
    const whole = [base.text ?? fact.text, claim.text].sort((a, b) => b.length - a.length);
    const said = sentenceFor([claim.text, fact.text], text === null ? whole : [text, ...whole]);
    return said === null
      ? null
      : { ...own, as: 'duplicate', of: name, text: said, reason: 'two looks agree that it says the same' };
  }
  if (first === 'replaces') return { ...own, supersedes: [name], reason: 'two looks agree that it replaces this' };
  if (first === 'corrects') return { ...own, corrects: name, reason: 'two looks agree that it corrects this' };
  return { ...own, as: 'conflict', with: name, reason: 'two looks agree that it contradicts this' };
}

/**
 * The model's wording, where it keeps what is specific in the fact and adds nothing specific. A day that the rules have
 * reckoned from its words, and that the model was shown with it, is not added. `beside`: what it may take names from,
 * but no number.
 */
export function wordingOf(
  fact: Fact,
  base: Proposal,
  text: string | null,
  beside: readonly string[] = [],
): { readonly text?: string } {
  const shown = base.text ?? fact.text;
  const isNamed = (added: string): boolean =>
    !/\p{N}/u.test(added) && beside.some((said) => !missingSpecifics(text ?? '', said).includes(added));
  const isFit =
    text !== null &&
    text.length <= 2 * Math.max(fact.text.length, shown.length) + 40 &&
    isPlain(text) &&
    (keepsSpecifics(text, [fact.text]) ||
      keepsSpecifics(text, [shown]) ||
      (missingSpecifics(fact.text, text).length === 0 && missingSpecifics(text, shown).every(isNamed)));
  return isFit ? { text } : base.text === undefined ? {} : { text: base.text };
}

/** The first of these wordings that keeps what is specific in all that is said; null where none does. */
const sentenceFor = (said: readonly string[], wordings: readonly string[]): string | null =>
  wordings.find((text) => isPlain(text) && keepsSpecifics(text, said)) ?? null;

/** One line of words that starts no block of markdown. */
const isPlain = (text: string): boolean => !/[\r\n]/.test(text) && !/^(?:[-+*>#|]|\d+[.)]\s|```|~~~|:::)/.test(text);

/**
 * A question about a pair that the looks did not settle; null where nobody found anything. `why`: why only a person may
 * decide it.
 */
export function questionFor(
  { fact, claim, older = claim.fact, looks, score }: Pick<OpenPair, 'fact' | 'claim' | 'older' | 'looks' | 'score'>,
  why: string | null = null,
): ReviewProposal | null {
  const [found] = [looks.first, looks.second].flatMap((look) => (look === null || look === 'both' ? [] : [look]));
  if (found === undefined) return null;
  const kind = KIND_OF[found];
  const reason = why === null ? QUESTIONS[kind] : `${QUESTIONS[kind]}; ${why}`;
  return { kind, facts: [older, fact.id], reason, score, looks };
}
