// Where claims stand in a section: the `###` heads of `## Key Facts`, its items and those of `## History`, and
// the place of a new one among them. What a person wrote between the claims stays where it is.
import { MONTH, MONTHS } from '../language/dates/calendar.ts';
import { profileRank, TOPIC_RANK } from '../language/profile.ts';
import { compareText } from '../model/fact.ts';
import { type Block, parseBlocks, parseHeading } from '../note/blocks.ts';
import { splitLines } from '../note/lines.ts';
import { citationsIn } from './claim-text.ts';
import { endOfContent, findSection, insertApart, type Splice, spliceAll, spliceLines } from './sections.ts';

/** A sortable instant for a fact; later facts compare greater. */
export type OrderOf = (fact: string) => string;

/** Lines of one claim, joined by LF, with the order of its newest fact. */
export interface OrderedLines {
  readonly order: string;
  readonly lines: string;
}

/** An item of the list with all that is indented below it. */
export interface ClaimItem {
  readonly start: number;
  /** First line behind it. */
  readonly end: number;
  /** Facts that the item itself cites, not those below it. */
  readonly facts: readonly string[];
  readonly allFacts: readonly string[];
}

/** The lines of a section from one `###` heading to the next; the first part has no heading. */
export interface Part {
  readonly head: string | null;
  /** First line, that of the heading where there is one, and first line behind it. */
  readonly start: number;
  readonly end: number;
  /** The lines between its heading and a deeper one, if any. */
  readonly from: number;
  readonly to: number;
  /** Items that cite facts, themselves or below. */
  readonly items: readonly ClaimItem[];
  /** Nothing stands in it but items that cite facts themselves. */
  readonly isPlain: boolean;
}

export function partsOf(text: string, name: 'Key Facts' | 'History' = 'Key Facts'): Part[] {
  const section = findSection(text, name);
  if (!section) return [];
  const { blocks, lines } = parseBlocks(text);
  const inside = blocks.filter((block) => block.start > section.heading && block.start < section.end);
  const headings = inside.flatMap((block) => {
    const heading = block.kind === 'heading' ? parseHeading(block.text) : null;
    return heading ? [{ ...heading, line: block.start }] : [];
  });
  const heads = headings.flatMap(({ level, title, line }) => (level === 3 ? [{ head: title, start: line }] : []));
  return [{ head: null, start: section.heading + 1 }, ...heads].map(({ head, start }, at): Part => {
    const end = heads[at]?.start ?? section.end;
    const from = head === null ? start : start + 1;
    const to = headings.find(({ line }) => line >= from && line < end)?.line ?? end;
    const items = itemsIn(inside.filter((block) => block.start >= from && block.start < to));
    const isPlain = isCovered(
      lines,
      { from, end },
      items.filter(({ facts }) => facts.length > 0),
    );
    return { head, start, end, from, to, items, isPlain };
  });
}

/** Is each line of a part blank or in one of these items? */
export function isCovered(
  lines: readonly string[],
  { from, end }: Pick<Part, 'from' | 'end'>,
  items: readonly Pick<ClaimItem, 'start' | 'end'>[],
): boolean {
  const isItem = (line: number): boolean => items.some((item) => line >= item.start && line < item.end);
  return lines.slice(from, end).every((line, index) => line.trim() === '' || isItem(from + index));
}

function itemsIn(blocks: readonly Block[]): ClaimItem[] {
  const items: { start: number; end: number; facts: string[]; allFacts: string[] }[] = [];
  let last: (typeof items)[number] | null = null;
  for (const block of blocks) {
    const facts = block.kind === 'fence' ? [] : citationsIn(block.text);
    if (block.nested && last) {
      last.end = block.end + 1;
      last.allFacts.push(...facts);
      continue;
    }
    last = block.kind === 'item' ? { start: block.start, end: block.end + 1, facts, allFacts: [...facts] } : null;
    if (last) items.push(last);
  }
  return items.filter((item) => item.allFacts.length > 0);
}

export function newestOf(facts: readonly string[], orderOf: OrderOf): string {
  return facts.map(orderOf).reduce((a, b) => (a > b ? a : b), '');
}

/** The titles of the `###` heads of `## Key Facts`, in their order. */
export const headsOf = (text: string): string[] => partsOf(text).flatMap(({ head }) => head ?? []);

/** An item and the head that it stands under; null directly below `## Key Facts`. */
export interface HeadedItem extends ClaimItem {
  readonly head: string | null;
  /** Nothing but claims stands there: no words of a person, no deeper heading. */
  readonly isPlain: boolean;
}

/** The items that cite facts themselves, with the heads that they stand under. */
export const headedItems = (text: string): HeadedItem[] =>
  partsOf(text).flatMap(({ head, items, isPlain }) =>
    items.filter((item) => item.facts.length > 0).map((item) => ({ ...item, head, isPlain })),
  );

const isEmpty = ({ isPlain, items }: Part): boolean => isPlain && items.length === 0;

/** The text without those of the given heads below which nothing stands. */
export function dropEmptyHeads(text: string, titles: ReadonlySet<string | null>): string {
  const gone = partsOf(text).filter((part) => part.head !== null && titles.has(part.head) && isEmpty(part));
  return spliceAll(
    text,
    gone.map(({ start, end }) => ({ from: start, to: end, lines: [] })),
  );
}

/** The text without the heads below which nothing stands, but for those that were so before. */
export function dropEmptied(before: string, text: string): string {
  const kept = new Set(partsOf(before).flatMap((part) => (isEmpty(part) ? part.head : [])));
  return dropEmptyHeads(text, new Set(headsOf(text).filter((head) => !kept.has(head))));
}

/** Puts claims under a head, the greatest order first; null is directly below `## Key Facts`, which must exist. */
export function insertClaims(
  text: string,
  head: string | null,
  claims: readonly OrderedLines[],
  orderOf: OrderOf | null,
): string {
  return insertItems(text, 'Key Facts', head, claims, (item) => orderOf && newestOf(item.allFacts, orderOf));
}

/**
 * Puts items before the first of theirs that is older, else behind the last. `orderOf` gives null for one that is
 * passed over.
 */
export function insertItems(
  text: string,
  section: 'Key Facts' | 'History',
  head: string | null,
  claims: readonly OrderedLines[],
  orderOf: (item: ClaimItem, lines: readonly string[]) => string | null,
): string {
  const parts = partsOf(text, section);
  if (parts.length === 0 || claims.length === 0) return text;
  const title = head === null ? '' : titleOf(head);
  const part = parts.find((one) => one.head === (title === '' ? null : title));
  if (!part) return insertHead(text, parts, title, claims);
  const { items } = part;
  const { lines: all } = parseBlocks(text);
  const last = items.at(-1);
  if (!last) return insertFirst(text, part, claims);
  const places = new Map<number, string[]>();
  for (const { order, lines } of claims) {
    const older = items.find((item) => (orderOf(item, all) ?? order) < order);
    const at = older?.start ?? last.end;
    places.set(at, [...(places.get(at) ?? []), lines]);
  }
  const loose = items.length > 1 && items.every((item, index) => index === 0 || all[item.start - 1]?.trim() === '');
  const spaced = (at: number, lines: string[]): string[] =>
    !loose ? lines : lines.flatMap((line) => (at === last.end ? ['', line] : [line, '']));
  return spliceAll(
    text,
    [...places].map(([at, lines]) => ({ from: at, to: at, lines: spaced(at, lines) })),
  );
}

/**
 * The text without the lines of these items; of the blank lines around one that goes, one stays, and two quotes stay
 * two.
 */
export const removeItems = (text: string, items: readonly Pick<ClaimItem, 'start' | 'end'>[]): string =>
  spliceAll(text, removalsOf(text, items));

function removalsOf(text: string, items: readonly Pick<ClaimItem, 'start' | 'end'>[]): Splice[] {
  const lines = splitLines(text);
  const starts = new Set(items.map((item) => item.start));
  let above = -1;
  let next = -1;
  return [...items]
    .sort((a, b) => a.start - b.start)
    .map(({ start, end }) => {
      // What stands above it once those that went before it are gone, and below it unless that goes too.
      if (start !== next) above = start - 1;
      next = end;
      const after = starts.has(end) ? undefined : lines[end];
      const isBlank = lines[above]?.trim() === '' && after?.trim() === '';
      return {
        from: start,
        to: isBlank ? end + 1 : end,
        lines: after?.startsWith('>') === true && endsQuote(text, above) ? [''] : [],
      };
    });
}

/** Does a quote end with this line? The last ones may be without a `>`. */
function endsQuote(text: string, line: number): boolean {
  return parseBlocks(text).blocks.some(({ kind, end }) => kind === 'quote' && end === line);
}

/** No claim stands here yet: right below the heading, above a list that is there, or behind a person's words. */
function insertFirst(text: string, { from, to }: Part, claims: readonly OrderedLines[]): string {
  const page = parseBlocks(text);
  const lines = claims.map((claim) => claim.lines);
  const first = page.blocks.find((block) => block.start >= from && block.start < to);
  if (first?.kind === 'item') return spliceLines(text, first.start, first.start, lines);
  const at = endOfContent(page, { heading: from - 1, end: to });
  if (first && at > from) return insertApart(text, at, lines);
  return spliceLines(
    text,
    at,
    at,
    page.lines[at] === undefined || page.lines[at].trim() === '' ? lines : [...lines, ''],
  );
}

const OF_MONTH = new RegExp(`^(${MONTH}) (\\d{4})$`);

/**
 * Topics first, in the order they came, those of a profile in theirs; months and years behind them, the latest first.
 */
function insertHead(text: string, parts: readonly Part[], title: string, claims: readonly OrderedLines[]): string {
  const rank = timeRank(title);
  const place = profileRank(title) ?? TOPIC_RANK;
  const next = parts.find(({ head }) => {
    const [other, beside] = head === null ? [null, null] : [timeRank(head), profileRank(head)];
    return (other !== null && (rank === null || other < rank)) || (beside !== null && beside > place);
  });
  const section = { heading: (parts[0]?.start ?? 0) - 1, end: parts.at(-1)?.end ?? 0 };
  const sorted = [...claims].sort((a, b) => compareText(b.order, a.order));
  return insertApart(text, next?.start ?? endOfContent(parseBlocks(text), section), [
    `### ${title}`,
    ...sorted.map((claim) => claim.lines),
  ]);
}

/** A heading for claims without a topic on a page of events: `May 2023`. */
export function isMonth(head: string): boolean {
  return monthRank(head) !== null;
}

/** By its end. */
function timeRank(head: string): number | null {
  return monthRank(head) ?? (/^\d{4}$/.test(head) ? Number(head) * 12 + 11.5 : null);
}

function monthRank(head: string): number | null {
  const match = OF_MONTH.exec(head);
  return match ? Number(match[2]) * 12 + MONTHS.indexOf(match[1] ?? '') : null;
}

/** A head as it reads back from its line. */
function titleOf(head: string): string {
  return parseHeading(`### ${head.replace(/\s+/g, ' ').trim()}`)?.title ?? '';
}
