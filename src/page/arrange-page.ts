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
  if (parts.length === 0) return text;
  const lines = rawLines(text);
  const isOpen = ({ head, isPlain }: OwnPart): boolean => head === null || (isPlain && !fixed.has(head));
  const items = parts.filter(isOpen).flatMap((part) => part.items);
  const all = items.flatMap((item) => item.facts.map((fact) => [fact, item] as const));
  const itemOf = new Map(all);
  // Of two claims that cite one fact nobody can tell which is meant.
  for (const [fact, item] of all) if (itemOf.get(fact) !== item) itemOf.delete(fact);
  const taken = new Set<Item>();
  const heads = new Map<string | null, Item[]>();
  for (const { head, facts } of groups) {
    const found = facts.flatMap((fact) => {
      const item = itemOf.get(fact);
      if (item === undefined || taken.has(item)) return [];
      taken.add(item);
      return [item];
    });
    if (found.length > 0) heads.set(head, [...(heads.get(head) ?? []), ...found]);
  }
  const partOf = new Map(parts.map((part) => [part.head, part]));
  const placed = new Set<OwnPart>();
  const rendered = (part: OwnPart): string[] => {
    placed.add(part);
    const wanted = heads.get(part.head) ?? [];
    return partLines(part, wanted, taken, lines);
  };
  const lineEnd = lineEndOf(text);
  const moving = [...heads.keys()].filter((head) => {
    const part = partOf.get(head);
    return head !== null && !fixed.has(head) && (part === undefined || part.isPlain);
  });
  const isMoving = new Set(moving);
  const queue = moving.values();
  const put = (head: string | null | undefined): string[][] => {
    if (head == null) return [];
    const part = partOf.get(head);
    if (part) return [rendered(part)];
    return [[`### ${head}${lineEnd}`, ...(heads.get(head) ?? []).flatMap((item) => linesOf(item, lines))]];
  };
  const rows: string[][] = [];
  for (const part of parts) {
    if (part.head !== null && isMoving.has(part.head)) rows.push(...put(queue.next().value));
    else if (!placed.has(part)) rows.push(rendered(part));
  }
  for (let next = queue.next(); next.done !== true; next = queue.next()) rows.push(...put(next.value));
  const [first, last] = [parts[0], parts.at(-1)];
  const before = lines.slice(first?.start, last?.end);
  const after = joined(rows, lineEnd, trailingBlanks(before));
  if (after.join('') === before.join('') || wordsIn(after) !== wordsIn(before)) return text;
  return [...lines.slice(0, first?.start), ...after, ...lines.slice(last?.end)].join('');
}

/** A heading that nothing but claims stood below goes with the last of them. */
function partLines(
  part: OwnPart,
  wanted: readonly Item[],
  taken: ReadonlySet<Item>,
  lines: readonly string[],
): string[] {
  const own = new Set(part.items);
  const isSame =
    wanted.every((item) => own.has(item)) && part.items.every((item) => !taken.has(item) || wanted.includes(item));
  if (part.isPlain && part.items.length > 0) {
    const kept = part.items.filter((item) => !taken.has(item));
    if (kept.length + wanted.length === 0) return [];
    const order = [...wanted];
    // One that nobody named keeps its place among the others.
    for (const item of kept) order.splice(Math.min(part.items.indexOf(item), order.length), 0, item);
    if (isSame && order.every((item, at) => item === part.items[at])) return lines.slice(part.start, part.end);
    return [...lines.slice(part.start, part.items[0]?.start), ...layOut(order, lines)];
  }
  const gone = part.items.filter((item) => taken.has(item) && !wanted.includes(item));
  const come = wanted.filter((item) => !own.has(item));
  if (gone.length + come.length === 0) return lines.slice(part.start, part.end);
  const isGone = (line: number): boolean => gone.some(({ start, end }) => line >= start && line < end);
  const end = part.items.at(-1)?.end ?? part.end;
  const kept = (from: number, to: number): string[] => lines.slice(from, to).filter((_, at) => !isGone(from + at));
  const body = kept(part.start, end);
  const isApart = part.items.length === 0 && (body.at(-1) ?? '').trim() !== '' && body.length > 1;
  return [
    ...body,
    ...(come.length > 0 && isApart ? ['\n'] : []),
    ...come.flatMap((item) => linesOf(item, lines)),
    ...kept(end, part.end),
  ];
}

/** A blank line parts callouts: side by side they would be one. */
const layOut = (items: readonly Item[], lines: readonly string[]): string[] =>
  items.flatMap((item, at) => [
    ...(at > 0 && lines[item.start]?.startsWith('>') === true ? ['\n'] : []),
    ...linesOf(item, lines),
  ]);

const linesOf = ({ start, end }: Item, lines: readonly string[]): string[] =>
  lines.slice(start, end).map((line) => (line.endsWith('\n') ? line : `${line}\n`));

/** All but headings and blank lines, in no order: whatever was asked for, none of them goes. */
const wordsIn = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !line.startsWith('### '))
    .sort()
    .join('\n');

const isBlank = (line: string | undefined): boolean => (line ?? '').trim() === '';

function trailingBlanks(lines: readonly string[]): readonly string[] {
  let at = lines.length;
  while (at > 0 && isBlank(lines[at - 1])) at--;
  return lines.slice(at);
}

/** The parts with a blank line between them, and the blank lines of before at the end. */
function joined(parts: readonly (readonly string[])[], lineEnd: string, end: readonly string[]): string[] {
  const all: string[] = [];
  for (const part of parts) {
    if (part.every(isBlank) && all.length > 0) continue;
    if (all.length > 0 && !isBlank(all.at(-1))) all.push(lineEnd);
    if (all.length > 0 && !(all.at(-1) ?? '').endsWith('\n')) all.push(lineEnd);
    all.push(...part);
  }
  const blanks = trailingBlanks(all);
  return [...all.slice(0, all.length - blanks.length), ...end];
}
