// Claims that contradict each other on a page: the callout that they become, and plain claims again. Pure steps
// from text to text; a claim that a person wrote more to keeps those words, without the footnotes.
import type { Block } from '../note/blocks.ts';
import { citationsIn, renderCitations } from './claim-text.ts';
import { type Callout, parseCallout, renderCallout, renderSide, sideOf } from './conflict.ts';
import { findBlock, type FoundBlock, partsOf, takeAway, withoutFootnotes } from './edit-history.ts';
import type { NewClaim } from './edit-page.ts';
import { isPastIn } from './page.ts';
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
  const found = findBlock(text, claim, (block) => !isPastIn(block, claim));
  if (!found) return null;
  const { block } = found;
  const side = renderSide(words, facts, dayOf(facts));
  const callout = block.kind === 'quote' ? parseCallout(block.text) : null;
  if (callout)
    return spliceLines(text, block.start, block.start + 1, [
      renderCallout([...callout.sides.map(({ raw }) => raw), side], { ...callout, below: '' }),
    ]);
  const cited = citationsIn(block.text);
  const parts = partsOf(found);
  if (parts.words === '') return null;
  const line = renderCallout([sideOf(parts.words, renderCitations(cited), dayOf(cited)), side], {
    blockId: parts.blockId,
  });
  return standsAlone(found) ? inPlace(text, found, line) : beside(text, found, line);
}

/** The callout that cites `claim` becomes plain claims again, one for each side, where it stands. */
export function settleConflict(text: string, claim: string): string {
  const found = findBlock(text, claim, (block) => block.kind === 'quote' && parseCallout(block.text) !== null);
  const callout: Callout | null = found ? parseCallout(found.block.text) : null;
  return found && callout ? writeItems(text, found.block, callout, callout.sides) : text;
}

/**
 * The current claims that begin with these facts become one callout, its sides in their order, in the place of the
 * first that can give its own.
 */
export function joinClaims(text: string, firsts: readonly string[], dayOf: DayOf): string {
  const claims = firsts.flatMap(
    (fact) => findBlock(text, fact, (block) => !isPastIn(block, fact) && citationsIn(block.text)[0] === fact) ?? [],
  );
  const sides = claims.map((found) =>
    sideOf(partsOf(found).words, renderCitations(citationsIn(found.block.text)), dayOf(citationsIn(found.block.text))),
  );
  const place = claims.find(standsAlone) ?? claims[0];
  if (!place || claims.length < 2 || claims.some((found) => partsOf(found).words === '')) return text;
  const fact = citationsIn(place.block.text)[0] ?? '';
  const isPlace = (block: Block): boolean => !isPastIn(block, fact) && citationsIn(block.text)[0] === fact;
  const others = claims.filter((found) => found !== place).map(({ block }) => citationsIn(block.text)[0] ?? '');
  const rest = others.reduce((page, other) => takeAwayFirst(page, other), text);
  const found = findBlock(rest, fact, isPlace);
  if (!found) return text;
  const line = renderCallout(sides, { blockId: partsOf(found).blockId });
  return standsAlone(found) ? inPlace(rest, found, line) : beside(rest, found, line);
}

function takeAwayFirst(text: string, fact: string): string {
  const found = findBlock(text, fact, (block) => !isPastIn(block, fact) && citationsIn(block.text)[0] === fact);
  return found ? takeAway(text, found) : text;
}

/** A line of its own at the left edge, without a task box: a quote can take its place. */
function standsAlone({ page, index, block }: FoundBlock): boolean {
  return isWhole(page.blocks, index) && /^[-*+\d]/.test(block.text) && partsOf({ page, index, block }).task === '';
}

/** Two quotes without a blank line between them would be one. */
function inPlace(text: string, { page, index, block }: FoundBlock, line: string): string {
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
function beside(text: string, { page, index, block }: FoundBlock, line: string): string {
  const { blocks } = page;
  let [first, last] = [index, index];
  while (blocks[first]?.nested === true && first > 0) first--;
  while (blocks[last + 1]?.nested === true) last++;
  const isOpen = blocks.slice(first, last + 1).some((other) => other.unclosed);
  if (isOpen) return insertApart(withoutFootnotes(text, block), blocks[first]?.start ?? block.start, [line]);
  // Put there before footnotes are taken off: a line that held nothing else goes with them.
  return withoutFootnotes(insertApart(text, (blocks[last]?.end ?? block.end) + 1, [line]), block);
}
