// What goes to `## History` and comes back from it: pure steps from text to text. A claim that a person wrote
// more to keeps those words where they are, without the footnotes; its statement goes.
import { type Block, type Blocks, parseBlocks } from './blocks.ts';
import { citationsIn, type ClaimParts, parseParts, removeCitation, renderParts } from './claim-text.ts';
import { parseCallout } from './conflict.ts';
import { type Held, heldOf, parsePast, renderPast, renderPastParts, withHeld } from './history.ts';
import { insertClaims, insertItems, newestOf, type OrderOf, removeItems } from './key-facts.ts';
import { holdsClaim } from './page.ts';
import { isWhole, removeBlock, removeSide } from './remove-claim.ts';
import { editLines, withSection } from './sections.ts';

/** The claim that cites `claim` goes to History; of a callout that side. Without such a current claim the text comes back as it is. */
export function supersedeClaim(text: string, claim: string, held: Held): string {
  const found = findBlock(text, claim, (block) => block.section !== 'History');
  if (!found) return text;
  const callout = found.block.kind === 'quote' ? parseCallout(found.block.text) : null;
  const side = callout?.sides.find(({ facts }) => facts.includes(claim));
  if (callout && side) {
    const parts: ClaimParts = { task: '', words: side.words + side.notes, blockId: '' };
    return insertPast(removeSide(text, found.block, callout, claim), renderPastParts(parts, side.facts, held), held);
  }
  return insertPast(takeAway(text, found), renderPastParts(partsOf(found), citationsIn(found.block.text), held), held);
}

/** A claim that goes to History at once. */
export function addPast(text: string, words: string, facts: readonly string[], held: Held): string {
  return insertPast(text, renderPast(words, facts, held), held);
}

/** Other days for the claim in History that cites `claim`, and the place that they give it. One without readable days stays as it is. */
export function redateClaim(text: string, claim: string, held: Held): string {
  const found = findBlock(text, claim, isPast);
  const before = found ? heldOf(found.block.text) : null;
  if (!found || !before || (before.from === held.from && before.to === held.to)) return text;
  const { block, page, index } = found;
  if (!isWhole(page.blocks, index)) return editLines(text, block.start, block.end + 1, (lines) => withHeld(lines, held));
  const facts = citationsIn(block.text);
  // The section stays where it is, even if this was all that stood in it.
  const rest = removeItems(text, [{ start: block.start, end: block.end + 1, facts, allFacts: facts }]);
  return insertPast(rest, withHeld(block.text.trimStart(), held), held);
}

/** The claim in History that cites `claim` is current again, under that head of `## Key Facts`. */
export function reviveClaim(text: string, claim: string, head: string | null, orderOf: OrderOf): string {
  const found = findBlock(text, claim, isPast);
  if (!found) return text;
  const facts = citationsIn(found.block.text);
  const parts = partsOf(found);
  const line = renderParts({ ...parts, words: parsePast(parts.words)?.words ?? parts.words }, facts);
  return insertClaims(withSection(takeAway(text, found), 'Key Facts'), head, [{ order: newestOf(facts, orderOf), lines: line }], orderOf);
}

/** Puts a line into `## History`: the last to end first, of these the last to begin; behind equal ones that are there. */
function insertPast(text: string, line: string, held: Held): string {
  const lines = [{ order: orderOfHeld(held), lines: line }];
  return insertItems(withSection(text, 'History'), 'History', null, lines, (item, all) => {
    const other = heldOf(all[item.start] ?? '');
    return other && orderOfHeld(other);
  });
}

const orderOfHeld = ({ from, to }: Held): string => `${to} ${from}`;
const isPast = (block: Block): boolean => block.section === 'History';

export interface FoundBlock {
  readonly page: Blocks;
  readonly index: number;
  readonly block: Block;
}

/** The first block that cites the fact as a claim. */
export function findBlock(text: string, fact: string, isWanted: (block: Block) => boolean): FoundBlock | null {
  const page = parseBlocks(text);
  const index = page.blocks.findIndex((block) => holdsClaim(block) && isWanted(block) && citationsIn(block.text).includes(fact));
  const block = page.blocks[index];
  return block ? { page, index, block } : null;
}

/** Task box and block id go along with a whole claim only. */
export function partsOf({ page, index, block }: FoundBlock): ClaimParts {
  const parts = parseParts(block.text);
  return isWhole(page.blocks, index) ? parts : { task: '', words: parts.words, blockId: '' };
}

/** The text without the claim: its line where that is all there is, else its footnotes. */
export function takeAway(text: string, { page, index, block }: FoundBlock): string {
  return isWhole(page.blocks, index) ? removeBlock(text, block) : withoutFootnotes(text, block);
}

export function withoutFootnotes(text: string, block: Block): string {
  return editLines(text, block.start, block.end + 1, (lines) => citationsIn(block.text).reduce(removeCitation, lines));
}
