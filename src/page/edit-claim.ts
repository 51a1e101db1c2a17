// A claim that goes or takes another form: off the page, to `## History` and back, into a callout of conflicting claims
// and out of it. Pure steps from text to text. What a person indented below a claim goes with it; of a paragraph or a
// quote the words stay where they are, without the footnotes.
import { type Block, type Blocks, parseBlocks } from '../note/blocks.ts';
import {
  citationsIn,
  type ClaimParts,
  parseParts,
  removeCitation,
  renderCitations,
  renderParts,
} from './claim-text.ts';
import { type Callout, renderCallout, renderSide, sideOf } from './conflict.ts';
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
import {
  dropEmptyHeads,
  insertClaims,
  insertItems,
  isMonth,
  newestOf,
  type OrderOf,
  removeItems,
} from './key-facts.ts';
import { calloutIn, findClaim, type FoundClaim, isPastIn } from './page.ts';
import { editLines, findSection, insertApart, spliceLines, withSection } from './sections.ts';

// A whole claim off a page, where it is memvault's alone to take.

/**
 * May the claim on that line (1-based) go as a whole? A paragraph, a quote other than a callout of conflicting claims,
 * and an item with more lines hold a person's words, too.
 */
export function isWholeClaim(text: string, line: number): boolean {
  const { blocks } = parseBlocks(text);
  const index = blocks.findIndex((block) => block.start === line - 1);
  const block = blocks[index];
  return isWhole(blocks, index) || (block !== undefined && calloutIn(block) !== null);
}

/** Is the claim on that line (1-based) an item of one line that is a statement and its footnotes alone? */
export function isBareClaim(text: string, line: number): boolean {
  const { blocks } = parseBlocks(text);
  const index = blocks.findIndex((block) => block.start === line - 1);
  if (!isWhole(blocks, index)) return false;
  const { task, blockId } = parseParts(blocks[index]?.text ?? '');
  return task === '' && blockId === '';
}

/** May the claim on that line (1-based) go with a person's notes below it? They go along. */
export function goesWithNotes(text: string, line: number): boolean {
  const page = parseBlocks(text);
  return (
    endOfWhole(
      page,
      page.blocks.findIndex((block) => block.start === line - 1),
    ) !== null
  );
}

/**
 * The text without the first whole claim that cites the fact, or that side of a callout, and without the month or the
 * History that it leaves empty.
 */
export function removeClaim(text: string, fact: string): string {
  const found = findClaim(text, fact, ({ start }) => isWholeClaim(text, start + 1));
  if (!found) return text;
  return found.callout ? removeSide(text, found.block, found.callout, fact) : removeBlock(text, found.block);
}

/** The text without the lines of a whole claim, and without the month or the History that it leaves empty. */
export function removeBlock(text: string, block: Block): string {
  return removeTree(text, block, block.end + 1);
}

function tidy(page: string, block: Block): string {
  if (block.section === 'History') return dropEmptyHistory(page);
  return dropEmptyHeads(page, new Set([block.head !== null && isMonth(block.head) ? block.head : null]));
}

/** The text without a side of a callout. The last one left is a plain claim again. */
export function removeSide(text: string, block: Block, callout: Callout, fact: string): string {
  const left = callout.sides.filter((side) => !side.facts.includes(fact));
  if (left.length === 0 && callout.below === '') return removeBlock(text, block);
  if (left.length < 2) return writeItems(text, block, callout, left);
  return spliceLines(text, block.start, block.start + 1, [
    renderCallout(
      left.map(({ raw }) => raw),
      { ...callout, below: '' },
    ),
  ]);
}

/**
 * The text with plain items for the sides of a callout. What a person wrote into the quote below them stays apart from
 * them.
 */
function writeItems(text: string, block: Block, callout: Callout, sides: Callout['sides']): string {
  const apart = callout.below !== '' && !/^\r?\n>/.test(callout.below);
  const items = callItems(callout, sides);
  return spliceLines(text, block.start, block.start + 1, apart ? [...items, ''] : items);
}

/** A plain claim for each of the sides. */
const callItems = ({ blockId }: Pick<Callout, 'blockId'>, sides: Callout['sides']): string[] =>
  sides.map(({ words, notes, facts }, index) =>
    renderParts({ task: '', words: words + notes, blockId: index === 0 ? blockId : '' }, facts),
  );

/** The text without a `## History` below which nothing stands. It stays where it ends a fence that was left open. */
function dropEmptyHistory(text: string): string {
  const section = findSection(text, 'History');
  const { blocks, lines } = parseBlocks(text);
  if (!section || lines.slice(section.heading + 1, section.end).some((line) => line.trim() !== '')) return text;
  if (blocks.findLast((block) => block.start < section.heading)?.unclosed === true) return text;
  const isLast = section.end === lines.length && lines[section.heading - 1]?.trim() === '';
  return spliceLines(text, isLast ? section.heading - 1 : section.heading, section.end, []);
}

/** Is the block an item of one line with nothing below it? */
export function isWhole(blocks: readonly Block[], index: number): boolean {
  const block = blocks[index];
  const next = blocks[index + 1];
  if (block?.kind !== 'item' || block.start !== block.end) return false;
  // `nested` says of a later item of an indented list, too, that it stands below one; the indent tells.
  return next?.nested !== true || indentOf(next) <= indentOf(block);
}

/**
 * First line behind an item and all that is indented below it; null where that is not a person's alone, or a fence in
 * it was left open.
 */
function endOfWhole({ blocks }: Blocks, index: number): number | null {
  const block = blocks[index];
  if (block?.kind !== 'item') return null;
  let last = block;
  for (
    let next = blocks[index + 1], at = index + 1;
    next?.nested === true && indentOf(next) > indentOf(block);
    next = blocks[++at]
  ) {
    if (next.unclosed || citationsIn(next.text).length > 0) return null;
    last = next;
  }
  return last.end + 1;
}

/** The text without the lines of an item and what is below it. */
function removeTree(text: string, block: Block, end: number): string {
  return tidy(removeItems(text, [{ start: block.start, end }]), block);
}

const indentOf = (block: Block): number => (/^[ \t]*/.exec(block.text)?.[0] ?? '').replaceAll('\t', '    ').length;

// To History and back.

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
  return insertPast(takeAway(text, found), renderPastParts(ownParts(found), facts, held), held);
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
  const parts = ownParts(found);
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
function ownParts({ page, index, block }: FoundClaim): ClaimParts {
  const parts = parseParts(block.text);
  return isWhole(page.blocks, index) ? parts : { task: '', words: parts.words, blockId: '' };
}

/** The text without the claim: its line where that is all there is, else its footnotes. */
function takeAway(text: string, found: FoundClaim): string {
  return isWhole(found.page.blocks, found.index) ? removeBlock(text, found.block) : withoutFootnotes(text, found);
}

function withoutFootnotes(text: string, { block, facts }: FoundClaim): string {
  return editLines(text, block.start, block.end + 1, (lines) => facts.reduce(removeCitation, lines));
}

// Conflicts.

/** The local day of the newest of some facts, or null where none is known. */
export type DayOf = (facts: readonly string[]) => string | null;

/**
 * The current claim that cites `claim` becomes a callout with the new one as its other side; a callout gets one
 * more side. Null where no current claim cites it, or one without words.
 */
export function contradictClaim(
  text: string,
  claim: string,
  { text: words, facts }: { readonly text: string; readonly facts: readonly string[] },
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
  const parts = ownParts(found);
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
  const sides = claims.map((found) => sideOf(ownParts(found).words, renderCitations(found.facts), dayOf(found.facts)));
  const place = claims.find(standsAlone) ?? claims[0];
  if (!place || claims.length < 2 || claims.some((found) => ownParts(found).words === '')) return text;
  const rest = claims
    .filter((found) => found !== place)
    .reduce((page, { facts: [other = ''] }) => {
      const found = findFirst(page, other);
      return found ? takeAway(page, found) : page;
    }, text);
  const found = findFirst(rest, place.facts[0] ?? '');
  if (!found) return text;
  const line = renderCallout(sides, { blockId: ownParts(found).blockId });
  return standsAlone(found) ? inPlace(rest, found, line) : beside(rest, found, line);
}

/** The current claim that begins with the fact. */
const findFirst = (text: string, fact: string): FoundClaim | null =>
  findClaim(text, fact, (block) => !isPastIn(block, fact) && citationsIn(block.text)[0] === fact);

/** A line of its own at the left edge, without a task box: a quote can take its place. */
function standsAlone(found: FoundClaim): boolean {
  const { page, index, block } = found;
  return isWhole(page.blocks, index) && /^[-*+\d]/.test(block.text) && ownParts(found).task === '';
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

/** Above the whole item that it belongs to, since what follows a fence that was left open is code. */
function beside(text: string, found: FoundClaim, line: string): string {
  const { blocks } = found.page;
  const first = blocks.findLast(({ nested }, at) => at <= found.index && (!nested || at === 0)) ?? found.block;
  return insertApart(withoutFootnotes(text, found), first.start, [line]);
}
