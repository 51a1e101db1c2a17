// What is forgotten, off the text of a page. Claims go that rest on nothing else; those that rest on more get the
// words of what is left; a person's own text loses its footnote and is told of. Pure.
import { normalForm } from '../../language/normal-form.ts';
import { compareFacts, eventDay, type Fact } from '../../model/fact.ts';
import type { Claim } from '../../model/page.ts';
import { type Block, parseBlocks } from '../../note/blocks.ts';
import { parseFrontMatter, setFrontMatter } from '../../note/front-matter.ts';
import { citationsIn } from '../claim-text.ts';
import { parseCallout } from '../conflict.ts';
import { supersedeClaim } from '../edit-history.ts';
import { correctClaim, removeSources, unciteClaim } from '../edit-page.ts';
import { isGeneratedOverview, setOverview } from '../overview.ts';
import { hasConflict, holdsClaim, parseClaims } from '../page.ts';
import { isWhole, removeBlock, removeClaim } from '../remove-claim.ts';

/** What stands where words were that cannot go with their line. */
export const FORGOTTEN_WORDS = '(forgotten)';

export interface ForgetOnPage {
  readonly path: string;
  readonly isForgotten: (fact: string) => boolean;
  readonly factOf: (fact: string) => Fact | undefined;
  /** Did another fact take its place? */
  readonly isSuperseded: (fact: string) => boolean;
  /** Did memvault make the page, so that it goes when nothing is left on it? */
  readonly mayGo: boolean;
  /** What the page is about, for its overview. */
  readonly about: string;
  /** The local day of the run. */
  readonly today: string;
}

export interface OnPage {
  /** Null for a page that goes. */
  readonly text: string | null;
  /** Nothing is left on it. */
  readonly isEmpty: boolean;
  /** Facts that were taken off. */
  readonly facts: readonly string[];
  /** Texts of a person's that cited one, as they stand now. */
  readonly own: readonly string[];
}

/** The page without what is forgotten; the same text where it cites none of it. */
export function forgetOnPage(before: string, page: ForgetOnPage): OnPage {
  const facts = new Set(
    parseClaims('', parseBlocks(before))
      .flatMap((claim) => claim.facts)
      .filter(page.isForgotten),
  );
  const own: string[] = [];
  let text = before;
  for (const fact of facts) text = withoutFact(text, fact, page, own);
  if (text === before) return { text, isEmpty: false, facts: [], own };
  text = removeSources(text, [...facts]);
  const isEmpty = isNothingLeft(text);
  if (isEmpty && page.mayGo) return { text: null, isEmpty, facts: [...facts], own };
  text = setOverview(text, page.about);
  return {
    text: setFrontMatter(text, { updated: page.today, ...reviewOf(before, text) }),
    isEmpty,
    facts: [...facts],
    own,
  };
}

function withoutFact(before: string, fact: string, page: ForgetOnPage, own: string[]): string {
  let text = before;
  for (;;) {
    const { blocks } = parseBlocks(text);
    const index = blocks.findIndex((block) => holdsClaim(block) && citationsIn(block.text).includes(fact));
    const block = blocks[index];
    const claim = parseClaims('', { ...parseBlocks(text) }).find(
      (one) => one.line - 1 === block?.start && one.facts.includes(fact),
    );
    const next =
      block && claim ? offBlock(text, { block, claim, isWhole: isWhole(blocks, index), fact }, page, own) : text;
    if (next === text) return text;
    text = next;
  }
}

interface Cited {
  readonly block: Block;
  readonly claim: Claim;
  readonly isWhole: boolean;
  readonly fact: string;
}

/** The first claim that cites the fact, or its side of a callout, does so no more. */
function offBlock(
  text: string,
  { block, claim, isWhole: goesWhole, fact }: Cited,
  page: ForgetOnPage,
  own: string[],
): string {
  const side = claim.sides.find(({ facts }) => facts.includes(fact));
  const { facts, text: words } = side ?? claim;
  const left = facts.filter((other) => !page.isForgotten(other));
  // Of a callout that a person left one side, or struck one in, that is plain or past; memvault's it is all the same.
  const isSide = side !== undefined || (block.kind === 'quote' && parseCallout(block.text) !== null);
  const isOwn = !isSide && block.kind !== 'item';
  if (left.length > 0) {
    if (isOwn) own.push(words);
    const others = left.flatMap((id) => page.factOf(id) ?? []).sort(compareFacts);
    const said = others.find((other) => normalForm(other.text) === normalForm(words));
    const newest = others.at(-1);
    const rest = unciteClaim(isOwn || said || !newest ? text : correctClaim(text, fact, newest.text), fact);
    return isOwn || isSide || block.section === 'History' || !left.every(page.isSuperseded)
      ? rest
      : supersedeClaim(rest, left[0] ?? '', heldBefore(others, page.factOf(fact)));
  }
  if (isSide || goesWhole) return removeClaim(text, fact);
  // What is indented below it is a person's.
  if (block.kind === 'item' && block.start === block.end)
    return unciteAll(correctClaim(text, fact, FORGOTTEN_WORDS), facts);
  if (facts.some((id) => normalForm(page.factOf(id)?.text ?? '') === normalForm(words)))
    return removeBlock(text, block);
  own.push(words);
  return unciteAll(text, facts);
}

/** What was put right by the forgotten fact is past all the same: nobody brought it back. */
function heldBefore(others: readonly Fact[], forgotten: Fact | undefined): { from: string; to: string } {
  const [first] = others;
  const from = first ? eventDay(first) : '';
  const to = forgotten ? eventDay(forgotten) : from;
  return { from, to: to < from ? from : to };
}

const unciteAll = (text: string, facts: readonly string[]): string => facts.reduce(unciteClaim, text);

/** A callout that is settled now waits for nobody. */
function reviewOf(before: string, text: string): { review?: string } {
  const had = hasConflict(parseClaims('', parseBlocks(before)));
  return had &&
    !hasConflict(parseClaims('', parseBlocks(text))) &&
    parseFrontMatter(text).data.review === 'needs-review'
    ? { review: 'current' }
    : {};
}

/** The keys that memvault writes; any other is a person's. */
const OWN_KEYS = new Set([
  'type',
  'title',
  'description',
  'tags',
  'status',
  'review',
  'confidence',
  'updated',
  'stale_after',
]);
const LINK_ITEM = /^[-*+]\s+(?:\[[^\]]*\]\([^)]*\)|\[\[[^\]]*\]\])\s*$/;

/** No claim and nothing that a person wrote: headings, the overview and links between pages are memvault's. */
function isNothingLeft(text: string): boolean {
  const { data, broken } = parseFrontMatter(text);
  if (broken !== null || Object.keys(data).some((key) => !OWN_KEYS.has(key))) return false;
  return parseBlocks(text).blocks.every((block) => {
    if (block.kind === 'heading') return true;
    if (block.section === 'Overview') return isGeneratedOverview(block.text.trim());
    return block.section === 'Related' && LINK_ITEM.test(block.text);
  });
}

/** Current claims and those of History whose words are those of forgotten facts alone, as they stand on a page. */
export function forgottenSayings(
  text: string,
  isForgotten: (fact: string) => boolean,
  factOf: (fact: string) => Fact | undefined,
): { fact: string; text: string }[] {
  return parseClaims('', parseBlocks(text)).flatMap((claim) =>
    (claim.sides.length > 0 ? claim.sides : [claim]).flatMap(({ facts, text: words }) => {
      const fact = facts.find(isForgotten);
      const isLeft = facts.some((id) => !isForgotten(id) && normalForm(factOf(id)?.text ?? '') === normalForm(words));
      return fact === undefined || isLeft ? [] : [{ fact, text: words }];
    }),
  );
}
