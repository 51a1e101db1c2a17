// A whole claim off a page, where it is memvault's alone to take: a list item of one line with nothing below it.
import { type Block, parseBlocks } from './blocks.ts';
import { citationsIn } from './claim-text.ts';
import { dropEmptyMonths, isMonth, removeItems } from './key-facts.ts';

/** May the claim on that line (1-based) go as a whole? A paragraph, a quote and an item with more lines hold a person's words, too. */
export function isWholeClaim(text: string, line: number): boolean {
  const { blocks } = parseBlocks(text);
  const index = blocks.findIndex((block) => block.start === line - 1);
  return isWhole(blocks, index);
}

/** The text without the first whole claim that cites the fact, and without the month that it leaves empty. */
export function removeClaim(text: string, fact: string): string {
  const { blocks } = parseBlocks(text);
  const index = blocks.findIndex((block, at) => citationsIn(block.text).includes(fact) && isWhole(blocks, at));
  const block = blocks[index];
  if (!block) return text;
  const facts = citationsIn(block.text);
  return dropEmptyMonths(removeItems(text, [{ start: block.start, end: block.end + 1, facts, allFacts: facts }]), new Set([block.head !== null && isMonth(block.head) ? block.head : null]));
}

function isWhole(blocks: readonly Block[], index: number): boolean {
  const block = blocks[index];
  const next = blocks[index + 1];
  if (block?.kind !== 'item' || block.start !== block.end) return false;
  // `nested` says of a later item of an indented list, too, that it stands below one; the indent tells.
  return next?.nested !== true || indentOf(next) <= indentOf(block);
}

const indentOf = (block: Block): number => (/^[ \t]*/.exec(block.text)?.[0] ?? '').replaceAll('\t', '    ').length;
