// Where claims stand in a section: the `###` heads of `## Key Facts`, its items and those of `## History`, and
// the place of a new one among them. What a person wrote between the claims stays where it is.
import { profileRank } from '../language/profile.ts';
import { compareText } from '../model/fact.ts';
import { type Block, type Blocks, parseBlocks, parseHeading } from '../note/blocks.ts';
import { splitLines } from '../note/lines.ts';
import { citationsIn } from './claim-text.ts';
import { endOfContent, findSection, insertApart, type Section, spliceAll, spliceLines } from './sections.ts';

/** A sortable instant for a fact; later facts compare greater. */
export type OrderOf = (fact: string) => string;

/** Lines of one claim, joined by LF, with the order of its newest fact. */
export interface OrderedLines {
  readonly order: string;
  readonly lines: string;
}

interface Head {
  readonly title: string;
  readonly line: number;
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

interface Range {
  readonly start: number;
  readonly end: number;
}

interface SectionPage extends Blocks {
  readonly section: Section;
  readonly heads: readonly Head[];
  /** Those of the section. */
  readonly blocks: readonly Block[];
}

export function newestOf(facts: readonly string[], orderOf: OrderOf): string {
  return facts.map(orderOf).reduce((a, b) => (a > b ? a : b), '');
}

/** The titles of the `###` heads of `## Key Facts`, in their order. */
export function headsOf(text: string): string[] {
  return parseKeyFacts(text)?.heads.map((head) => head.title) ?? [];
}

/** An item and the month that it stands under; null directly below `## Key Facts`. */
export interface LooseItem extends ClaimItem {
  readonly month: string | null;
}

/** The items that cite facts themselves and stand under no topic: directly below `## Key Facts`, or under a month. */
export function looseItems(text: string): LooseItem[] {
  const page = parseKeyFacts(text);
  if (!page) return [];
  const months = page.heads.map((head) => head.title).filter(isMonth);
  return [null, ...new Set(months)].flatMap((month) =>
    itemsIn(page, rangeOf(page, month) ?? NOWHERE)
      .filter((item) => item.facts.length > 0)
      .map((item) => ({ ...item, month })),
  );
}

/** The months below which nothing but claims stands: no words of a person, no deeper heading. */
export function plainMonths(text: string): ReadonlySet<string> {
  const page = text.includes('\n### ') ? parseKeyFacts(text) : null;
  if (!page) return new Set();
  const isClaim = ({ kind, nested, text: own }: Block): boolean =>
    kind === 'item' ? nested || citationsIn(own).length > 0 : nested;
  return new Set(
    page.heads.flatMap(({ title, line }, index) => {
      const end = endOfHead(page, index);
      const below = page.blocks.filter(({ start }) => start > line && start < end);
      return isMonth(title) && below.every(isClaim) ? [title] : [];
    }),
  );
}

/** The text without those of the given heads below which nothing stands. */
export function dropEmptyHeads(text: string, titles: ReadonlySet<string | null>): string {
  const gone = headRanges(text).filter(({ title, isEmpty }) => isEmpty && titles.has(title));
  return spliceAll(
    text,
    gone.map(({ line, end }) => ({ from: line, to: end, lines: [] })),
  );
}

/** The text without the heads below which something stood before and nothing does now. */
export function dropEmptied(before: string, text: string): string {
  return dropEmptyHeads(text, new Set(headRanges(before).flatMap(({ title, isEmpty }) => (isEmpty ? [] : [title]))));
}

function headRanges(text: string): (Head & { readonly end: number; readonly isEmpty: boolean })[] {
  const page = text.includes('\n### ') ? parseKeyFacts(text) : null;
  if (!page) return [];
  return page.heads.map((head, index) => {
    const end = endOfHead(page, index);
    return { ...head, end, isEmpty: page.lines.slice(head.line + 1, end).every((below) => below.trim() === '') };
  });
}

/** Puts claims under a head, newest first; null stands for directly below `## Key Facts`, which must be there. */
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
  const page = parseSection(text, section);
  if (!page || claims.length === 0) return text;
  const title = head === null ? '' : titleOf(head);
  const range = rangeOf(page, title === '' ? null : title);
  if (!range) return insertHead(text, page, title, claims);
  const items = itemsIn(page, range);
  const last = items.at(-1);
  if (!last) return insertFirst(text, page, range, claims);
  const places = new Map<number, string[]>();
  for (const { order, lines } of claims) {
    const older = items.find((item) => (orderOf(item, page.lines) ?? order) < order);
    const at = older?.start ?? last.end;
    places.set(at, [...(places.get(at) ?? []), lines]);
  }
  const loose =
    items.length > 1 && items.every((item, index) => index === 0 || page.lines[item.start - 1]?.trim() === '');
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
export function removeItems(text: string, items: readonly ClaimItem[]): string {
  const lines = splitLines(text);
  const starts = new Set(items.map((item) => item.start));
  let above = -1;
  let next = -1;
  return spliceAll(
    text,
    [...items]
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
      }),
  );
}

/** Does a quote end with this line? The last ones may be without a `>`. */
function endsQuote(text: string, line: number): boolean {
  return parseBlocks(text).blocks.some(({ kind, end }) => kind === 'quote' && end === line);
}

const NOWHERE: Range = { start: 0, end: 0 };

const parseKeyFacts = (text: string): SectionPage | null => parseSection(text, 'Key Facts');

function parseSection(text: string, name: 'Key Facts' | 'History'): SectionPage | null {
  const section = findSection(text, name);
  if (!section) return null;
  const page = parseBlocks(text);
  const inside = page.blocks.filter((block) => block.start > section.heading && block.start < section.end);
  const heads = inside.flatMap((block) => {
    const heading = block.kind === 'heading' ? parseHeading(block.text) : null;
    return heading?.level === 3 ? [{ title: heading.title, line: block.start }] : [];
  });
  return { ...page, section, heads, blocks: inside };
}

/** The lines below a head, or those before the first heading; null where there is no such head. */
function rangeOf(page: SectionPage, head: string | null): Range | null {
  if (head === null) {
    const first = page.blocks.find((block) => block.kind === 'heading');
    return { start: page.section.heading + 1, end: first?.start ?? page.section.end };
  }
  const index = page.heads.findIndex(({ title }) => title === head);
  const found = page.heads[index];
  return found ? { start: found.line + 1, end: endOfHead(page, index) } : null;
}

const endOfHead = (page: SectionPage, index: number): number => page.heads[index + 1]?.line ?? page.section.end;

function itemsIn(page: SectionPage, range: Range): ClaimItem[] {
  const items: { start: number; end: number; facts: string[]; allFacts: string[] }[] = [];
  let last: (typeof items)[number] | null = null;
  for (const block of page.blocks) {
    if (block.start < range.start || block.start >= range.end) continue;
    const facts = block.kind === 'fence' ? [] : citationsIn(block.text);
    if (block.nested && last) {
      last.end = block.end + 1;
      for (const fact of facts) last.allFacts.push(fact);
      continue;
    }
    last = block.kind === 'item' ? { start: block.start, end: block.end + 1, facts, allFacts: [...facts] } : null;
    if (last) items.push(last);
  }
  return items.filter((item) => item.allFacts.length > 0);
}

/** No claim stands here yet: right below the heading, above a list that is there, or behind a person's words. */
function insertFirst(text: string, page: SectionPage, range: Range, claims: readonly OrderedLines[]): string {
  const lines = claims.map((claim) => claim.lines);
  const first = page.blocks.find((block) => block.start >= range.start && block.start < range.end);
  if (first?.kind === 'item') return spliceLines(text, first.start, first.start, lines);
  const at = endOfContent(page, { heading: range.start - 1, end: range.end });
  if (first && at > range.start) return insertApart(text, at, lines);
  return spliceLines(
    text,
    at,
    at,
    page.lines[at] === undefined || page.lines[at].trim() === '' ? lines : [...lines, ''],
  );
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const MONTH = new RegExp(`^(${MONTHS.join('|')}) (\\d{4})$`);

/**
 * Topics first, in the order they came, those of a profile in theirs; months and years behind them, the latest first.
 */
function insertHead(text: string, page: SectionPage, title: string, claims: readonly OrderedLines[]): string {
  const rank = timeRank(title);
  const place = profileRank(title);
  const next = page.heads.find((head) => {
    const other = timeRank(head.title);
    const beside = profileRank(head.title);
    return (other !== null && (rank === null || other < rank)) || (place !== null && beside !== null && beside > place);
  });
  const sorted = [...claims].sort((a, b) => compareText(b.order, a.order));
  return insertApart(text, next?.line ?? endOfContent(page, page.section), [
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
  const match = MONTH.exec(head);
  return match ? Number(match[2]) * 12 + MONTHS.indexOf(match[1] ?? '') : null;
}

/** A head as it reads back from its line. */
function titleOf(head: string): string {
  return parseHeading(`### ${head.replace(/\s+/g, ' ').trim()}`)?.title ?? '';
}
