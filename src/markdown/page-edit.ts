// What happens to the text of a page: small pure steps from text to text, each keeping every byte
// it need not change. Decides nothing; it is told what to add and where.
import { type Block, parseBlocks } from './blocks.ts';
import { addCitations, citationsIn, removeCitation, renderClaim, replaceClaimText } from './claim-text.ts';
import { renderLink } from './links.ts';
import { parseSources } from './page.ts';
import { compareText } from '../model/fact.ts';
import { splitLines } from './lines.ts';
import { appendToSection, findSection, spliceLines, withSection } from './sections.ts';

/** A claim that is to be added. */
export interface NewClaim {
  readonly text: string;
  readonly facts: readonly string[];
  /** The `###` head to stand under; null for directly below `## Key Facts`. */
  readonly head: string | null;
}

/** A sortable instant for a fact; later facts compare greater. */
export type OrderOf = (fact: string) => string;

/** Puts claims into `## Key Facts`, newest first under their heads. */
export function addClaims(text: string, claims: readonly NewClaim[], orderOf: OrderOf): string {
  const byHead = new Map<string | null, NewClaim[]>();
  for (const claim of claims) byHead.set(claim.head, [...(byHead.get(claim.head) ?? []), claim]);
  let page = withSection(text, 'Key Facts');
  for (const [head, group] of byHead) {
    const lines = group
      .map((claim) => ({ order: newest(claim.facts, orderOf), line: renderClaim(claim.text, claim.facts) }))
      .sort((a, b) => compareText(b.order, a.order));
    const range = head === null ? flatRange(page) : headRange(page, head);
    page = range === null ? addHead(page, head ?? '', lines.map(({ line }) => line)) : addToRange(page, range, lines, orderOf);
  }
  return page;
}

interface OrderedLine {
  readonly order: string;
  readonly line: string;
}

/** Each line goes before the first claim of the range that is older, else behind the last. */
function addToRange(text: string, range: { start: number; end: number }, lines: readonly OrderedLine[], orderOf: OrderOf): string {
  const items = citingItems(text)
    .filter((block) => block.start >= range.start && block.end < range.end)
    .map((block) => ({ block, order: newest(citationsIn(block.text), orderOf) }));
  const last = items.at(-1);
  if (!last) return insertFirst(text, range.start, lines.map(({ line }) => line));
  const places = new Map<number, string[]>();
  for (const { order, line } of lines) {
    const at = items.find((item) => item.order < order)?.block.start ?? last.block.end + 1;
    places.set(at, [...(places.get(at) ?? []), line]);
  }
  const descending = [...places].sort(([a], [b]) => b - a);
  return descending.reduce((page, [at, added]) => spliceLines(page, at, at, added), text);
}

/** Behind a heading; a blank line before what follows. */
function insertFirst(text: string, at: number, lines: readonly string[]): string {
  const next = splitLines(text)[at];
  const followed = next !== undefined && next.trim() !== '' && !/^(?:[-*+]|\d{1,9}[.)])\s/.test(next);
  return spliceLines(text, at, at, followed ? [...lines, ''] : lines);
}

const newest = (facts: readonly string[], orderOf: OrderOf): string => facts.map(orderOf).reduce((a, b) => (a > b ? a : b), '');

function citingItems(text: string): Block[] {
  return parseBlocks(text).blocks.filter((block) => block.kind === 'item' && citationsIn(block.text).length > 0);
}

/** The lines below `## Key Facts` up to its first `###`. */
function flatRange(text: string): { start: number; end: number } {
  const section = findSection(text, 'Key Facts');
  if (!section) return { start: 0, end: 0 };
  const head = parseBlocks(text).blocks.find((block) => block.kind === 'heading' && block.start > section.heading && block.start < section.end);
  return { start: section.heading + 1, end: head?.start ?? section.end };
}

/** The titles of the `###` heads of `## Key Facts`, in their order. */
export function headsOf(text: string): string[] {
  return headBlocks(text).map((block) => block.text.replace(/^###\s+/, '').trimEnd());
}

function headBlocks(text: string): Block[] {
  const section = findSection(text, 'Key Facts');
  if (!section) return [];
  return parseBlocks(text).blocks.filter((block) => block.kind === 'heading' && block.start > section.heading && block.start < section.end && block.text.startsWith('### '));
}

function headRange(text: string, head: string): { start: number; end: number } | null {
  const section = findSection(text, 'Key Facts');
  const heads = headBlocks(text);
  const index = heads.findIndex((block) => block.text.replace(/^###\s+/, '').trimEnd() === head);
  const found = heads[index];
  if (!section || !found) return null;
  return { start: found.end + 1, end: heads[index + 1]?.start ?? section.end };
}

const MONTH = /^(January|February|March|April|May|June|July|August|September|October|November|December) (\d{4})$/;
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** Topics first, in the order they came; months behind them, the latest first. */
function addHead(text: string, head: string, lines: readonly string[]): string {
  const rank = monthRank(head);
  const section = findSection(text, 'Key Facts');
  if (!section) return text;
  const next = headBlocks(text).find((block) => {
    const other = monthRank(block.text.replace(/^###\s+/, '').trimEnd());
    return other !== null && (rank === null || other < rank);
  });
  if (next) return spliceLines(text, next.start, next.start, [`### ${head}`, ...lines, '']);
  const { lines: all } = parseBlocks(text);
  let at = section.end;
  while (at > section.heading + 1 && (all[at - 1] ?? '').trim() === '') at--;
  const gap = at > section.heading + 1 ? [''] : [];
  return spliceLines(text, at, at, at === section.end && at < all.length ? [...gap, `### ${head}`, ...lines, ''] : [...gap, `### ${head}`, ...lines]);
}

function monthRank(head: string): number | null {
  const match = MONTH.exec(head);
  return match ? Number(match[2]) * 12 + MONTHS.indexOf(match[1] ?? '') : null;
}

/** Moves the claims that stand directly below `## Key Facts` under heads, each claim's lines as they are. */
export function arrangeClaims(text: string, headOf: ReadonlyMap<string, string>): string {
  const range = flatRange(text);
  const moved = citingItems(text).filter((block) => block.start >= range.start && block.end < range.end && headFor(block, headOf) !== null);
  let page = text;
  for (const block of [...moved].reverse()) page = spliceLines(page, block.start, block.end + 1, []);
  const groups = new Map<string, string[]>();
  for (const block of moved) {
    const head = headFor(block, headOf) ?? '';
    groups.set(head, [...(groups.get(head) ?? []), block.text]);
  }
  for (const [head, lines] of groups) page = addHead(page, head, lines);
  return page;
}

function headFor(block: Block, headOf: ReadonlyMap<string, string>): string | null {
  for (const fact of citationsIn(block.text)) {
    const head = headOf.get(fact);
    if (head !== undefined) return head;
  }
  return null;
}

/** Adds citations to the claim that cites `claim`. Without such a claim the text comes back as it is. */
export function citeOnClaim(text: string, claim: string, facts: readonly string[]): string {
  return editClaim(text, claim, (block) => addCitations(block, facts.filter((fact) => !citationsIn(block).includes(fact))));
}

/** Replaces the words of the claim that cites `claim`. */
export function correctClaim(text: string, claim: string, words: string): string {
  return editClaim(text, claim, (block) => replaceClaimText(block, words));
}

/** Takes one fact's footnote off the claim that cites it; the claim stays for the others. */
export function unciteClaim(text: string, fact: string): string {
  return editClaim(text, fact, (block) => removeCitation(block, fact));
}

function editClaim(text: string, claim: string, edit: (block: string) => string): string {
  const block = parseBlocks(text).blocks.find((candidate) => ['item', 'paragraph', 'quote'].includes(candidate.kind) && citationsIn(candidate.text).includes(claim));
  return block ? spliceLines(text, block.start, block.end + 1, edit(block.text).split('\n')) : text;
}

/** Where a fact was logged, for `## Sources`. */
export interface Source {
  readonly fact: string;
  readonly day: string;
  readonly time: string | null;
  /** The daily log, from the vault's root. */
  readonly path: string;
  /** The line carries its id, so that a link can name it. */
  readonly anchored: boolean;
}

/** Adds the sources that the page does not define yet. */
export function addSources(text: string, page: string, sources: readonly Source[]): string {
  const known = parseSources(parseBlocks(text));
  const lines = sources.filter((source) => !known.has(source.fact)).map((source) => renderSource(page, source));
  return appendToSection(text, 'Sources', lines);
}

function renderSource(page: string, source: Source): string {
  const label = source.time === null ? source.day : `${source.day} ${source.time}`;
  const anchor = source.anchored ? `#^${source.fact}` : '';
  return `[^${source.fact}]: ${renderLink(label, page, source.path).slice(0, -1)}${anchor})`;
}

export interface RelatedPage {
  readonly path: string;
  readonly title: string;
}

/** Adds links to `## Related` that the page does not have there yet. */
export function addRelated(text: string, page: string, related: readonly RelatedPage[]): string {
  const section = findSection(text, 'Related');
  const { lines } = parseBlocks(text);
  const present = section ? lines.slice(section.heading, section.end).join('\n') : '';
  const links = related
    .map((other) => ({ other, link: renderLink(other.title, page, other.path) }))
    .filter(({ other, link }) => !present.includes(link.slice(link.lastIndexOf('](') + 1)) && !present.includes(`[[${other.title}`));
  return appendToSection(text, 'Related', links.map(({ link }) => `- ${link}`));
}
