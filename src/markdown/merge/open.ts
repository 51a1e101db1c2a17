// What memvault gives a form of its own, a claim in History and a callout of conflicting claims, taken for plain
// claims while a page merges: so words, footnotes and places merge as those of any claim do. Only what stands
// exactly as memvault writes it is opened; what a person changed merges as it is.
import { type Block, parseBlocks } from '../blocks.ts';
import { citationsIn, parseParts, renderCitations, renderParts } from '../claim-text.ts';
import { parseCallout, renderCallout, sideOf } from '../conflict.ts';
import { type Held, parsePast, renderPastParts } from '../history.ts';
import { isWhole } from '../remove-claim.ts';
import { spliceAll, type Splice } from '../sections.ts';

export interface OpenSide {
  readonly facts: readonly string[];
  readonly day: string | null;
}

export interface Opened {
  /** The page with plain claims. */
  readonly text: string;
  /** The days of each fact in History. */
  readonly held: ReadonlyMap<string, Held>;
  /** The first facts of the lines of History that memvault puts in order, as they stand. */
  readonly past: readonly string[];
  readonly callouts: readonly (readonly OpenSide[])[];
}

interface OpenItem {
  readonly line: string;
  readonly facts: readonly string[];
  readonly held: Held;
}

/** The page opened. Lines of History stand in the order of their facts, whatever their days are. */
export function openPage(text: string): Opened {
  const { blocks } = parseBlocks(text);
  const splices: Splice[] = [];
  const held = new Map<string, Held>();
  const callouts: OpenSide[][] = [];
  const slots: { readonly at: number; readonly item: OpenItem }[] = [];
  for (const [index, block] of blocks.entries()) {
    const item = block.kind === 'item' && block.section === 'History' ? openItem(block) : null;
    const sides = block.kind === 'quote' && block.section !== 'History' ? openCallout(block, blocks[index + 1]) : null;
    if (item) {
      for (const fact of item.facts) held.set(fact, item.held);
      if (isSlot(blocks, index)) slots.push({ at: block.start, item });
      else splices.push({ from: block.start, to: block.start + 1, lines: [item.line] });
    } else if (sides) {
      callouts.push(sides.map(({ facts, day }) => ({ facts, day })));
      splices.push({ from: block.start, to: block.start + 1, lines: sides.map(({ line }) => line) });
    }
  }
  const sorted = slots.map(({ item }) => item).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  slots.forEach(({ at }, index) => splices.push({ from: at, to: at + 1, lines: [sorted[index]?.line ?? ''] }));
  return {
    text: splices.length > 0 ? spliceAll(text, splices) : text,
    held,
    past: slots.map(({ item }) => keyOf(item)),
    callouts,
  };
}

const keyOf = ({ facts }: Pick<OpenItem, 'facts'>): string => facts[0] ?? '';

/** A line of History whose place memvault chooses. */
export function isSlot(blocks: readonly Block[], index: number): boolean {
  const block = blocks[index];
  return block?.section === 'History' && block.head === null && !block.nested && isWhole(blocks, index);
}

function openItem(block: Block): OpenItem | null {
  if (block.start !== block.end) return null;
  const facts = citationsIn(block.text);
  const parts = parseParts(block.text);
  const past = parsePast(parts.words);
  if (!past || facts.length === 0) return null;
  const line = renderParts({ ...parts, words: past.words }, facts);
  const isOwn =
    block.text === renderPastParts({ ...parts, words: past.words }, facts, past.held) &&
    renderPastParts(parseParts(line), facts, past.held) === block.text;
  return isOwn ? { line, facts, held: past.held } : null;
}

function openCallout(block: Block, next: Block | undefined): (OpenSide & { readonly line: string })[] | null {
  const sides = parseCallout(block.text)?.sides ?? [];
  // One that a person left one side, or struck one in, merges as it is.
  if (sides.length < 2 || sides.some(({ struck }) => struck !== null)) return null;
  const rendered = renderCallout(sides.map(({ words, facts, day }) => sideOf(words, renderCitations(facts), day)));
  // What is indented behind it would stand below the last side.
  if (rendered !== block.text || /^(?: {2}|\t)/.test(next?.text ?? '')) return null;
  return sides.map(({ words, facts, day }) => ({
    facts,
    day,
    line: renderParts({ task: '', words, blockId: '' }, facts),
  }));
}
