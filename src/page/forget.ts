// What is forgotten, off the text of a page. Claims go that rest on nothing else; those that rest on more get the
// words of what is left; a person's own text loses its footnote and is told of. Pure.
import headings from '../../templates/words/headings.json';
import stopWords from '../../templates/words/stop-words.en.json';
import { withoutEscapes, wordsOf } from '../language/forgotten-words.ts';
import { normalForm } from '../language/normal-form.ts';
import { compareFacts, eventDay, type Fact } from '../model/fact.ts';
import { ID_PATTERN } from '../model/ids.ts';
import { LIMITS } from '../model/limits.ts';
import type { Claim } from '../model/page.ts';
import { parseBlocks } from '../note/blocks.ts';
import { parseFrontMatter, setFrontMatter } from '../note/front-matter.ts';
import { withoutBoilerplate } from './boilerplate.ts';
import { isWhole, removeBlock, removeClaim, supersedeClaim } from './edit-claim.ts';
import { correctClaim, removeSources, reviewOf, unciteClaim } from './edit-page.ts';
import { type Held, heldUntil } from './history.ts';
import { evidenceOf, forgetSentences, pruneOverview } from './overview.ts';
import { findClaim, type FoundClaim, parseClaims, titleFromPath } from './page.ts';

// Does what a page says that it is about speak of something forgotten? Nobody knows from which claims it was written,
// so its words tell. Pure.

const STOP_WORDS: ReadonlySet<string> = new Set(stopWords.words);
const TOPIC_WORDS: ReadonlySet<string> = new Set(headings.words);

/** A fact that is too long names no page and no heading: its beginning is enough. */
const telling = (text: string): string[] => wordsOf(text.slice(0, LIMITS.fact));

/**
 * What memvault puts into headings of `log.md`, and journals keep: days and ids of runs. A number in them tells
 * nothing.
 */
const OWN_MARKS = /^\[\d{4}-\d\d-\d\d\] |watermark=\d{4}-\d\d-\d\d|\br-\d{8}-\d{4}-[0-9a-f]{6}\b/g;

/**
 * Does a name hold a word of what is forgotten that nothing else says? General words of headings tell nothing, nor does
 * a single letter.
 */
export function tellerOf(forgotten: readonly string[], rest: readonly string[]): Teller {
  const said = new Set(rest.flatMap((text) => telling(withoutEscapes(text))));
  const words = [...new Set(forgotten.flatMap((text) => telling(withoutEscapes(text))))].filter(
    (word) =>
      !said.has(word) &&
      !STOP_WORDS.has(word) &&
      !TOPIC_WORDS.has(word) &&
      (word.length > 1 || !/[\p{Script=Latin}\p{N}]/u.test(word)),
  );
  const known = new Set(words);
  return {
    tells: (text) => known.size > 0 && wordsOf(text.replace(OWN_MARKS, ' ')).some((word) => known.has(word)),
    mayTell: (text) => {
      const low = text.toLowerCase();
      return words.some((word) => low.includes(word));
    },
  };
}

export interface Teller {
  /** Has a name one of the words that only the forgotten has? */
  readonly tells: (name: string) => boolean;
  /** Seen without taking it apart: false where no name in the text can tell. */
  readonly mayTell: (text: string) => boolean;
}

/** Keys under which plans, journals and reviews have a name or words of an engine. */
const NAME_KEYS: ReadonlySet<string> = new Set(['group', 'title', 'about', 'draft', 'head', 'heading']);
const FACT_KEY = new RegExp(`^${ID_PATTERN}$`);

/** Heads stand by their fact. */
export const isNameKey = (key: string): boolean => NAME_KEYS.has(key) || FACT_KEY.test(key);

const HEADING = /^(#{1,6}\s+)(.*)$/;

export const headingsIn = (text: string): string[] =>
  text.includes('#') ? text.split('\n').flatMap((line) => HEADING.exec(line)?.[2] ?? []) : [];

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
  text = forgetSentences(text, page.isForgotten);
  if (text === before) return { text, isEmpty: false, facts: [], own };
  text = pruneOverview(text, evidenceOf(text, titleOf(text, page.path), page.factOf));
  text = withoutBoilerplate(removeSources(text, [...facts]), page.path);
  const isEmpty = isNothingLeft(text);
  if (isEmpty && page.mayGo) return { text: null, isEmpty, facts: [...facts], own };
  return {
    text: setFrontMatter(text, { updated: page.today, ...reviewOf(before, text) }),
    isEmpty,
    facts: [...facts],
    own,
  };
}

function titleOf(text: string, path: string): string {
  const { title } = parseFrontMatter(text).data;
  return typeof title === 'string' && title.trim() !== '' ? title.trim() : titleFromPath(path);
}

function withoutFact(before: string, fact: string, page: ForgetOnPage, own: string[]): string {
  let text = before;
  for (;;) {
    const found = findClaim(text, fact);
    const claim =
      found &&
      parseClaims('', found.page).find((one) => one.line - 1 === found.block.start && one.facts.includes(fact));
    const next = claim ? offClaim(text, { ...found, claim, fact }, page, own) : text;
    if (next === text) return text;
    text = next;
  }
}

interface Cited extends FoundClaim {
  readonly claim: Claim;
  readonly fact: string;
}

/** The first claim that cites the fact, or its side of a callout, does so no more. */
function offClaim(
  text: string,
  { page: { blocks }, index, block, callout, claim, fact }: Cited,
  page: ForgetOnPage,
  own: string[],
): string {
  const side = claim.sides.find(({ facts }) => facts.includes(fact));
  const { facts, text: words } = side ?? claim;
  const left = facts.filter((other) => !page.isForgotten(other));
  // Of a callout that a person left one side, or struck one in, that is plain or past; memvault's it is all the same.
  const isSide = callout !== null;
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
  if (isSide || isWhole(blocks, index)) return removeClaim(text, fact);
  // What is indented below it is a person's.
  if (block.kind === 'item' && block.start === block.end)
    return unciteAll(correctClaim(text, fact, FORGOTTEN_WORDS), facts);
  if (facts.some((id) => normalForm(page.factOf(id)?.text ?? '') === normalForm(words)))
    return removeBlock(text, block);
  own.push(words);
  return unciteAll(text, facts);
}

/** What was put right by the forgotten fact is past all the same: nobody brought it back. */
function heldBefore([first]: readonly Fact[], forgotten: Fact | undefined): Held {
  const from = first ? eventDay(first) : '';
  return heldUntil(from, forgotten ? eventDay(forgotten) : from);
}

const unciteAll = (text: string, facts: readonly string[]): string => facts.reduce(unciteClaim, text);

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

/** No claim and nothing that a person wrote: headings and links between pages are memvault's. */
export function isNothingLeft(text: string): boolean {
  const { data, broken } = parseFrontMatter(text);
  if (broken !== null || Object.keys(data).some((key) => !OWN_KEYS.has(key))) return false;
  return parseBlocks(text).blocks.every((block) => {
    if (block.kind === 'heading') return true;
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
