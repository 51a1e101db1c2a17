// What goes to `## History` and comes back from it: pure steps from text to text. What a person indented below a
// claim goes with it; of a paragraph or a quote the words stay where they are, without the footnotes.
import { type ClaimParts, parseParts, removeCitation, renderParts } from './claim-text.ts';
import {
  type Held,
  heldOf,
  parseBygone,
  renderPast,
  renderPastParts,
  strikeItem,
  unstrike,
  withHeld,
} from './history.ts';
import { insertClaims, insertItems, newestOf, type OrderOf, removeItems } from './key-facts.ts';
import { findClaim, type FoundClaim, isPastIn } from './page.ts';
import { endOfWhole, isWhole, removeBlock, removeSide, removeTree } from './remove-claim.ts';
import { editLines, withSection } from './sections.ts';

/**
 * The claim that cites `claim` goes to History, with what a person indented below it; of a callout that side. One with
 * claims below it is struck where it stands. Without such a current claim the text comes back as it is.
 */
export function supersedeClaim(text: string, claim: string, held: Held): string {
  const found = findClaim(text, claim, (block) => !isPastIn(block, claim));
  if (!found) return text;
  const { page, index, block, facts, callout, side } = found;
  if (callout && side) {
    const isOnly = callout.sides.length === 1;
    const parts: ClaimParts = { task: '', words: side.words + side.notes, blockId: isOnly ? callout.blockId : '' };
    return insertPast(
      removeSide(text, block, callout, claim),
      renderPastParts(parts, isOnly ? facts : side.facts, held),
      held,
    );
  }
  const struck = block.kind === 'item' && !isWhole(page.blocks, index) ? strikeItem(block.text, facts, held) : null;
  // Where the marks would not be read as such, only the statement goes.
  if (struck !== null && heldOf(struck)) {
    const end = endOfWhole(page, index);
    if (end === null) return editLines(text, block.start, block.end + 1, () => struck);
    return insertPast(removeTree(text, block, end), treeOf(found, end, struck), held);
  }
  return insertPast(takeAway(text, found), renderPastParts(partsOf(found), facts, held), held);
}

/** An item of the left edge with what is below it, one line each. */
function treeOf({ page, block }: FoundClaim, end: number, own: string): string {
  const indent = /^[ \t]*/.exec(block.text)?.[0] ?? '';
  const lines = [...own.split('\n'), ...page.lines.slice(block.end + 1, end)].map((line) =>
    line.startsWith(indent) ? line.slice(indent.length) : line,
  );
  return lines.join('\n').replace(/^(?:[-*+]|\d{1,9}[.)])(?=[ \t])/, '-');
}

/** A claim that goes to History at once. */
export function addPast(text: string, words: string, facts: readonly string[], held: Held): string {
  return insertPast(text, renderPast(words, facts, held), held);
}

/**
 * Other days for the claim in History that cites `claim`, and the place that they give it. One without readable days
 * stays as it is.
 */
export function redateClaim(text: string, claim: string, held: Held): string {
  const found = findClaim(text, claim, (block) => isPastIn(block, claim));
  const before = found ? heldOf(found.block.text) : null;
  if (!found || !before || (before.from === held.from && before.to === held.to)) return text;
  const { block, page, index } = found;
  if (block.section !== 'History' || !isWhole(page.blocks, index))
    return editLines(text, block.start, block.end + 1, (lines) => withHeld(lines, held));
  // The section stays where it is, even if this was all that stood in it.
  const rest = removeItems(text, [{ start: block.start, end: block.end + 1 }]);
  return insertPast(rest, withHeld(block.text.trimStart(), held), held);
}

/**
 * The past claim that cites `claim` is current again: one of History under that head of `## Key Facts`, one that was
 * struck elsewhere in its place.
 */
export function reviveClaim(text: string, claim: string, head: string | null, orderOf: OrderOf): string {
  const found = findClaim(text, claim, (block) => isPastIn(block, claim));
  if (!found) return text;
  const { page, index, block, callout } = found;
  const side = block.section === 'History' ? undefined : found.side;
  const facts = side?.facts ?? found.facts;
  const insert = (rest: string, lines: string): string =>
    insertClaims(withSection(rest, 'Key Facts'), head, [{ order: newestOf(facts, orderOf), lines }], orderOf);
  if (callout && side)
    return insert(
      removeSide(text, block, callout, claim),
      renderParts({ task: '', words: (side.struck ?? side.words) + side.notes, blockId: '' }, facts),
    );
  if (block.section !== 'History') return editLines(text, block.start, block.end + 1, (lines) => unstrike(lines));
  const end = isWhole(page.blocks, index) ? null : endOfWhole(page, index);
  if (end !== null)
    return insert(removeTree(text, block, end), treeOf(found, end, unstrike(block.text, { isOfHistory: true })));
  const parts = partsOf(found);
  return insert(
    takeAway(text, found),
    renderParts({ ...parts, words: parseBygone(parts.words)?.words ?? parts.words }, facts),
  );
}

/**
 * Puts a line into `## History`: the last to end first, of these the last to begin; behind equal ones that are there.
 */
function insertPast(text: string, line: string, held: Held): string {
  const lines = [{ order: orderOfHeld(held), lines: line }];
  return insertItems(withSection(text, 'History'), 'History', null, lines, (item, all) => {
    const other = heldOf(all[item.start] ?? '');
    return other && orderOfHeld(other);
  });
}

const orderOfHeld = ({ from, to }: Held): string => `${to} ${from}`;

/** Task box and block id go along with a whole claim only. */
export function partsOf({ page, index, block }: FoundClaim): ClaimParts {
  const parts = parseParts(block.text);
  return isWhole(page.blocks, index) ? parts : { task: '', words: parts.words, blockId: '' };
}

/** The text without the claim: its line where that is all there is, else its footnotes. */
export function takeAway(text: string, found: FoundClaim): string {
  return isWhole(found.page.blocks, found.index) ? removeBlock(text, found.block) : withoutFootnotes(text, found);
}

export function withoutFootnotes(text: string, { block, facts }: FoundClaim): string {
  return editLines(text, block.start, block.end + 1, (lines) => facts.reduce(removeCitation, lines));
}
