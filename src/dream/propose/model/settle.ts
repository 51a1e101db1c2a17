// Combines two looks at a pair: agreement is applied, disagreement is asked, and some decisions always need a person.
// Pure.
import { keepsSpecifics, missingSpecifics } from '../../../language/specifics.ts';
import { compareFacts, type Fact, projectOf } from '../../../model/fact.ts';
import { defined } from '../../../model/json.ts';
import type { Proposal } from '../../../model/plan.ts';
import { type Look, type Looks, QUESTIONS, type ReviewProposal } from '../../../model/review.ts';
import type { View } from '../../../vault/view.ts';
import type { LookAlike } from '../look-alikes.ts';
import type { BoardClaim } from './board.ts';
import type { Verdict } from './looks.ts';

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

/** Whether two looks agree. The second look reports a correction as a replacement. */
export const agrees = ({ first, second }: Looks): boolean =>
  first !== null && first !== 'both' && (first === second || (first === 'corrects' && second === 'replaces'));

/** A pair that was named, until both looks are done. */
export interface OpenPair {
  readonly fact: Fact;
  /** The rules' proposal for the fact alone. */
  readonly base: Proposal;
  readonly claim: BoardClaim;
  /** The fact that identifies the claim in a question; default: its usual one. */
  readonly older?: string | undefined;
  readonly looks: Looks;
  /** The first look's wording. */
  readonly text: string | null;
  /** The rules' similarity of the two; 0 if they found none. */
  readonly score: number;
  /** The rules' question about the two. */
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

/** Why only a person may decide the pair, or null. */
export function needsPerson(
  { fact, claim, looks: { first: look } }: Pick<OpenPair, 'fact' | 'claim' | 'looks'>,
  { pinned, factById }: Pick<View, 'pinned' | 'factById'>,
): string | null {
  if (look === null || look === 'both') return null;
  const facts = claim.facts.flatMap((id) => factById.get(id) ?? []);
  if ([fact, ...facts].some(({ id }) => pinned.has(id))) return 'one of them is pinned';
  if (facts.some((one) => projectOf(one) !== projectOf(fact))) return 'they belong to different projects';
  if (look !== 'same' && claim.isSide) return 'one of them contradicts another claim already';
  if (look !== 'same' && look !== 'contradicts' && facts.some((one) => compareFacts(one, fact) > 0))
    return 'the one that would be replaced is the later';
  return null;
}

/** Whether the two must not be compared: a person keeps them apart, or one is forgotten. */
export const isClosed = (
  fact: Fact,
  claim: BoardClaim,
  { apart, forgotten }: Pick<View, 'apart' | 'forgotten'>,
): boolean => claim.facts.some((id) => id === fact.id || apart(id, fact.id) || forgotten.has(id));

/** The proposal that both looks agree on; null if no single sentence says both, so both stay. */
export function proposalFor({
  fact,
  base,
  claim,
  looks: { first },
  text,
}: Omit<OpenPair, 'score' | 'review'>): Proposal | null {
  const { fact: name } = claim;
  // For "Her operation slips" the replaced claim may supply the name.
  const own = { ...base, ...wordingOf(fact, base, text, first === 'replaces' ? [claim.text] : []) };
  if (first === 'same') {
    // The model's sentence for both, else the longer of the two.
    const whole = [base.text ?? fact.text, claim.text].sort((a, b) => b.length - a.length);
    const said = sentenceFor([claim.text, fact.text], text === null ? whole : [text, ...whole]);
    return said === null
      ? null
      : { ...own, as: 'duplicate', of: name, text: said, reason: 'two looks agree that it says the same' };
  }
  if (first === 'replaces') {
    const page = base.isLoose === true ? claim.page : base.page;
    return { ...own, ...defined({ page }), supersedes: [name], reason: 'two looks agree that it replaces this' };
  }
  if (first === 'corrects') return { ...own, corrects: name, reason: 'two looks agree that it corrects this' };
  return { ...own, as: 'conflict', with: name, reason: 'two looks agree that it contradicts this' };
}

/**
 * The model's wording, if it keeps the fact's specifics and adds none. Dates that the rules computed and the model was
 * shown are allowed. `beside`: texts from which it may take names, but no numbers.
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

/** The first wording with the specifics of everything said; null if none has them. */
const sentenceFor = (said: readonly string[], wordings: readonly string[]): string | null =>
  wordings.find((text) => isPlain(text) && keepsSpecifics(text, said)) ?? null;

/** One line that does not start a markdown block. */
const isPlain = (text: string): boolean => !/[\r\n]/.test(text) && !/^(?:[-+*>#|]|\d+[.)]\s|```|~~~|:::)/.test(text);

/**
 * The question about a pair on which the looks disagree; null if neither found anything. `why`: why only a person may
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
