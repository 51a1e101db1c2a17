// Claims that contradict each other on a page: the callout that they become, and plain claims again. Pure steps
// from text to text; a claim that a person wrote more to keeps those words, without the footnotes.
import { citationsIn, renderCitations } from './claim-text.ts';
import { renderCallout, renderSide, sideOf } from './conflict.ts';
import { partsOf, takeAway, withoutFootnotes } from './edit-history.ts';
import type { NewClaim } from './edit-page.ts';
import { calloutIn, findClaim, type FoundClaim, isPastIn } from './page.ts';
import { isWhole, writeItems } from './remove-claim.ts';
import { insertApart, spliceLines } from './sections.ts';

/** The local day of the newest of some facts, or null where none is known. */
export type DayOf = (facts: readonly string[]) => string | null;

/**
 * The current claim that cites `claim` becomes a callout with the new one as its other side; a callout gets one
 * more side. Null where no current claim cites it, or one without words.
 */
export function contradictClaim(
  text: string,
  claim: string,
  { text: words, facts }: Pick<NewClaim, 'text' | 'facts'>,
  dayOf: DayOf,
): string | null {
  const found = findClaim(text, claim, (block) => !isPastIn(block, claim));
  if (!found) return null;
  const { block, callout, facts: cited } = found;
  const side = renderSide(words, facts, dayOf(facts));
  if (callout)
    return spliceLines(text, block.start, block.start + 1, [
      renderCallout([...callout.sides.map(({ raw }) => raw), side], { ...callout, below: '' }),
    ]);
  const parts = partsOf(found);
  if (parts.words === '') return null;
  const line = renderCallout([sideOf(parts.words, renderCitations(cited), dayOf(cited)), side], {
    blockId: parts.blockId,
  });
  return standsAlone(found) ? inPlace(text, found, line) : beside(text, found, line);
}

/** The callout that cites `claim` becomes plain claims again, one for each side, where it stands. */
export function settleConflict(text: string, claim: string): string {
  const found = findClaim(text, claim, (block) => calloutIn(block) !== null);
  return found?.callout ? writeItems(text, found.block, found.callout, found.callout.sides) : text;
}

/**
 * The current claims that begin with these facts become one callout, its sides in their order, in the place of the
 * first that can give its own.
 */
export function joinClaims(text: string, firsts: readonly string[], dayOf: DayOf): string {
  const claims = firsts.flatMap((fact) => findFirst(text, fact) ?? []);
  const sides = claims.map((found) => sideOf(partsOf(found).words, renderCitations(found.facts), dayOf(found.facts)));
  const place = claims.find(standsAlone) ?? claims[0];
  if (!place || claims.length < 2 || claims.some((found) => partsOf(found).words === '')) return text;
  const rest = claims
    .filter((found) => found !== place)
    .reduce((page, { facts: [other = ''] }) => {
      const found = findFirst(page, other);
      return found ? takeAway(page, found) : page;
    }, text);
  const found = findFirst(rest, place.facts[0] ?? '');
  if (!found) return text;
  const line = renderCallout(sides, { blockId: partsOf(found).blockId });
  return standsAlone(found) ? inPlace(rest, found, line) : beside(rest, found, line);
}

/** The current claim that begins with the fact. */
const findFirst = (text: string, fact: string): FoundClaim | null =>
  findClaim(text, fact, (block) => !isPastIn(block, fact) && citationsIn(block.text)[0] === fact);

/** A line of its own at the left edge, without a task box: a quote can take its place. */
function standsAlone(found: FoundClaim): boolean {
  const { page, index, block } = found;
  return isWhole(page.blocks, index) && /^[-*+\d]/.test(block.text) && partsOf(found).task === '';
}

/** Two quotes without a blank line between them would be one. */
function inPlace(text: string, { page, index, block }: FoundClaim, line: string): string {
  const [above, below] = [page.blocks[index - 1], page.blocks[index + 1]];
  const joinsAbove = above?.kind === 'quote' && above.end + 1 === block.start;
  const joinsBelow = below?.kind === 'quote' && below.start === block.end + 1;
  return spliceLines(text, block.start, block.end + 1, [
    ...(joinsAbove ? [''] : []),
    line,
    ...(joinsBelow ? [''] : []),
  ]);
}

/**
 * Below the whole item that it belongs to; above that where a fence in it was left open, since what follows is code.
 */
function beside(text: string, found: FoundClaim, line: string): string {
  const { index, block } = found;
  const { blocks } = found.page;
  let [first, last] = [index, index];
  while (blocks[first]?.nested === true && first > 0) first--;
  while (blocks[last + 1]?.nested === true) last++;
  const isOpen = blocks.slice(first, last + 1).some((other) => other.unclosed);
  if (isOpen) return insertApart(withoutFootnotes(text, found), blocks[first]?.start ?? block.start, [line]);
  // Put there before footnotes are taken off: a line that held nothing else goes with them.
  return withoutFootnotes(insertApart(text, (blocks[last]?.end ?? block.end) + 1, [line]), found);
}
