// A page put in order: which claims of `## Key Facts` stand under which heading, and in which order. Claims move with
// their lines, byte for byte; what a person wrote between them, and a person's own headings, stay where they are.
import { parseBlocks } from '../note/blocks.ts';
import { lineEndOf } from '../note/lines.ts';
import { citationsIn } from './claim-text.ts';
import { parseCallout } from './conflict.ts';
import { type ClaimItem, isCovered, type Part, partsOf } from './key-facts.ts';
import { rawLines } from './sections.ts';

/** Claims that stand together. */
export interface Group {
  /** The `###` heading; null for directly below `## Key Facts`. */
  readonly head: string | null;
  /** A fact of each claim, in the order in which they are to stand. */
  readonly facts: readonly string[];
}

/** An item of the list, or the callout of a conflict. */
type Item = Pick<ClaimItem, 'start' | 'end' | 'facts'>;
type OwnPart = Pick<Part, 'head' | 'start' | 'end' | 'isPlain'> & { readonly items: readonly Item[] };

/**
 * The parts, with callouts of conflicts among their items and without items that cite no fact. Headings that share a
 * name are left alone: nobody can tell which one is meant.
 */
function partsIn(text: string): OwnPart[] {
  const parts = partsOf(text);
  const { blocks, lines } = parseBlocks(text);
  const callouts = blocks.filter((block) => block.kind === 'quote' && parseCallout(block.text)?.below === '');
  return parts.map((part): OwnPart => {
    if (part.head !== null && parts.some((other) => other !== part && other.head === part.head))
      return { ...part, items: [], isPlain: false };
    const conflicts = callouts
      .filter(({ start }) => start >= part.from && start < part.to)
      .map((block): Item => ({ start: block.start, end: block.end + 1, facts: citationsIn(block.text) }));
    const claims = part.items.filter(({ facts }) => facts.length > 0);
    const items = [...conflicts, ...claims].sort((a, b) => a.start - b.start);
    return { ...part, items, isPlain: isCovered(lines, part, items) };
  });
}

/** Headings below which a person wrote something of their own: they and what is below them are not put in order. */
export function ownHeads(text: string): Set<string> {
  return new Set(partsIn(text).flatMap(({ head, isPlain }) => (head === null || isPlain ? [] : [head])));
}

/**
 * The text with claims in this order. `fixed`: headings of a person's own, which stay with all that is below them;
 * claims may come to it. A claim that no group names stays where it is.
 */
export function arrangePage(text: string, groups: readonly Group[], fixed: ReadonlySet<string>): string {
  const parts = partsIn(text);
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last) return text;
  const lines = rawLines(text).map((line) => (line.endsWith('\n') ? line : `${line}\n`));
  const itemOf = itemsByFact(
    parts.filter(({ head, isPlain }) => head === null || (isPlain && !fixed.has(head))).flatMap(({ items }) => items),
  );
  const taken = new Set<Item>();
  const wanted = new Map<string | null, Item[]>();
  for (const { head, facts } of groups)
    for (const item of facts.flatMap((fact) => itemOf.get(fact) ?? [])) {
      if (taken.has(item)) continue;
      taken.add(item);
      wanted.set(head, [...(wanted.get(head) ?? []), item]);
    }
  const partOf = new Map(parts.map((part) => [part.head, part]));
  // Headings that move stand in the order of the groups where one of them stood, then behind the last part.
  const moving = [...wanted.keys()].filter(
    (head) => head !== null && !fixed.has(head) && partOf.get(head)?.isPlain !== false,
  );
  const queue = [...moving];
  const order = [...parts.map(({ head }) => (moving.includes(head) ? queue.shift() : head)), ...queue];
  const rows = order.flatMap((head) => {
    if (head === undefined) return [];
    const part = partOf.get(head);
    const row = wanted.get(head) ?? [];
    return [part ? partLines(part, row, taken, lines) : [`### ${head}${lineEndOf(text)}`, ...layOut(row, lines)]];
  });
  const before = lines.slice(first.start, last.end);
  const after = joined(rows, lineEndOf(text), trailingBlanks(before));
  if (after.join('') === before.join('') || wordsIn(after) !== wordsIn(before)) return text;
  return [...lines.slice(0, first.start), ...after, ...lines.slice(last.end)].join('');
}

/** Of two claims that cite one fact nobody can tell which is meant. */
function itemsByFact(items: readonly Item[]): Map<string, Item> {
  const known = new Map<string, Item>();
  const twice = new Set<string>();
  for (const item of items)
    for (const fact of item.facts) {
      if ((known.get(fact) ?? item) !== item) twice.add(fact);
      known.set(fact, item);
    }
  for (const fact of twice) known.delete(fact);
  return known;
}

/** A heading that nothing but claims stood below goes with the last of them. */
function partLines(
  part: OwnPart,
  wanted: readonly Item[],
  taken: ReadonlySet<Item>,
  lines: readonly string[],
): string[] {
  const { items, start, end, isPlain } = part;
  const come = wanted.filter((item) => !items.includes(item));
  if (isPlain && items.length > 0) {
    const order = [...wanted];
    // One that nobody named keeps its place among the others.
    for (const item of items) if (!taken.has(item)) order.splice(Math.min(items.indexOf(item), order.length), 0, item);
    if (order.length === 0) return [];
    if (order.length === items.length && order.every((item, at) => item === items[at])) return lines.slice(start, end);
    return [...lines.slice(start, items[0]?.start), ...layOut(order, lines)];
  }
  const gone = items.filter((item) => taken.has(item) && !wanted.includes(item));
  const kept = (from: number, to: number): string[] =>
    lines.slice(from, to).filter((_, at) => !gone.some((item) => from + at >= item.start && from + at < item.end));
  const behind = items.at(-1)?.end ?? end;
  const body = kept(start, behind);
  const isApart = come.length > 0 && items.length === 0 && !isBlank(body.at(-1)) && body.length > 1;
  return [...body, ...(isApart ? ['\n'] : []), ...layOut(come, lines), ...kept(behind, end)];
}

/** A blank line parts callouts: side by side they would be one. */
const layOut = (items: readonly Item[], lines: readonly string[]): string[] =>
  items.flatMap(({ start, end }, at) => [
    ...(at > 0 && lines[start]?.startsWith('>') === true ? ['\n'] : []),
    ...lines.slice(start, end),
  ]);

/** All but headings and blank lines, in no order: whatever was asked for, none of them goes. */
const wordsIn = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !line.startsWith('### '))
    .sort()
    .join('\n');

const isBlank = (line: string | undefined): boolean => (line ?? '').trim() === '';

const trailingBlanks = (lines: readonly string[]): readonly string[] =>
  lines.slice(lines.findLastIndex((line) => !isBlank(line)) + 1);

/** The parts with a blank line between them, and the blank lines of before at the end. */
function joined(parts: readonly (readonly string[])[], lineEnd: string, end: readonly string[]): string[] {
  const all: string[] = [];
  for (const part of parts) {
    if (part.every(isBlank) && all.length > 0) continue;
    if (all.length > 0 && !isBlank(all.at(-1))) all.push(lineEnd);
    all.push(...part);
  }
  return [...all.slice(0, all.length - trailingBlanks(all).length), ...end];
}
