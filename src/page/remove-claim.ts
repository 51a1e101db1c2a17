// A whole claim off a page, where it is memvault's alone to take: a list item of one line with nothing below it,
// or a side of a callout of conflicting claims. And what a person indented below one, which moves with it.
import { type Block, type Blocks, parseBlocks } from '../note/blocks.ts';
import { citationsIn, parseParts, renderParts } from './claim-text.ts';
import { type Callout, renderCallout } from './conflict.ts';
import { dropEmptyHeads, isMonth, removeItems } from './key-facts.ts';
import { calloutIn, findClaim } from './page.ts';
import { findSection, spliceLines } from './sections.ts';

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
export function writeItems(text: string, block: Block, callout: Callout, sides: Callout['sides']): string {
  const apart = callout.below !== '' && !/^\r?\n>/.test(callout.below);
  const items = callItems(callout, sides);
  return spliceLines(text, block.start, block.start + 1, apart ? [...items, ''] : items);
}

/** A plain claim for each of the sides. */
export const callItems = ({ blockId }: Pick<Callout, 'blockId'>, sides: Callout['sides']): string[] =>
  sides.map(({ words, notes, facts }, index) =>
    renderParts({ task: '', words: words + notes, blockId: index === 0 ? blockId : '' }, facts),
  );

/** The text without a `## History` below which nothing stands. It stays where it ends a fence that was left open. */
export function dropEmptyHistory(text: string): string {
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
export function endOfWhole({ blocks }: Blocks, index: number): number | null {
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
export function removeTree(text: string, block: Block, end: number): string {
  return tidy(removeItems(text, [{ start: block.start, end }]), block);
}

const indentOf = (block: Block): number => (/^[ \t]*/.exec(block.text)?.[0] ?? '').replaceAll('\t', '    ').length;
