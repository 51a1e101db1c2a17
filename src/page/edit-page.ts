// What the front matter of a page says about it, each with what stands for it where it says nothing.
import { compareText } from '../model/fact.ts';
import { groupBy } from '../model/group-by.ts';
import { type Block, parseBlocks } from '../note/blocks.ts';
import { parseFrontMatter } from '../note/front-matter.ts';
import { renderLink } from '../note/link-map.ts';
import { addCitations, citationsIn, removeCitation, renderClaim, replaceClaimText } from './claim-text.ts';
import { correctSide, renderCallout } from './conflict.ts';
import { removeSide } from './edit-claim.ts';
import { withPastText } from './history.ts';
import {
  dropEmptyHeads,
  type HeadedItem,
  headedItems,
  insertClaims,
  isMonth,
  newestOf,
  type OrderedLines,
  type OrderOf,
  removeItems,
} from './key-facts.ts';
import { isOverview, readBlock } from './overview.ts';
import {
  calloutIn,
  findClaim,
  type FoundClaim,
  hasConflict,
  parseClaims,
  parseSources,
  titleFromPath,
} from './page.ts';
import { appendToSection, editLines, findSection, spliceLines, withSection } from './sections.ts';

// What happens to the text of a page: small pure steps from text to text, each keeping every byte
// it need not change. Decides nothing; it is told what to add and where.

/** A claim that is to be added. */
interface NewClaim {
  readonly text: string;
  readonly facts: readonly string[];
  /** The `###` head to stand under; null for directly below `## Key Facts`. */
  readonly head: string | null;
}

/** Puts claims into `## Key Facts`, the greatest order first under their heads. */
export function addClaims(text: string, claims: readonly NewClaim[], orderOf: OrderOf): string {
  let page = withSection(text, 'Key Facts');
  for (const [head, group] of groupBy(claims, (claim) => claim.head)) {
    const lines = group.map(({ text: words, facts }): OrderedLines => ({
      order: newestOf(facts, orderOf),
      lines: renderClaim(words, facts),
    }));
    page = insertClaims(
      page,
      head,
      lines.sort((a, b) => compareText(b.order, a.order)),
      orderOf,
    );
  }
  return page;
}

/** Puts a claim right before the list item, or the callout, that cites `beside`; null if it is in History or a text. */
export function addBeside(
  text: string,
  beside: string,
  { text: words, facts }: Pick<NewClaim, 'text' | 'facts'>,
): string | null {
  const { block, callout = null } = findClaim(text, beside) ?? {};
  if (!block || block.section === 'History') return null;
  const item = block.kind === 'item' ? /^([ \t]*(?:[-*+]|\d{1,9}[.)]))[ \t]/.exec(block.text)?.[1] : null;
  const mark = callout ? '-' : (item ?? null);
  return mark === null
    ? null
    : spliceLines(text, block.start, block.start, [mark + renderClaim(words, facts).slice(1)]);
}

/**
 * Moves claims under heads: each as its lines are, with what a person indented below it. `headOf` says for a fact where
 * its claim goes; other claims stay. A head that nothing is left of goes.
 */
export function arrangeClaims(
  text: string,
  headOf: ReadonlyMap<string, string>,
  orderOf: OrderOf | null = null,
): string {
  const targetOf = (item: HeadedItem): string | null =>
    item.facts.map((fact) => headOf.get(fact)).find((head) => head !== undefined) ?? null;
  const moved = headedItems(text).filter((item) => ![null, item.head].includes(targetOf(item)));
  return moveItems(text, moved, targetOf, orderOf);
}

/** Moves the claims under months directly below `## Key Facts`. A month with words of a person stays as it is. */
export function ungroupMonths(text: string, orderOf: OrderOf): string {
  const moved = headedItems(text).filter(({ head, isPlain }) => head !== null && isMonth(head) && isPlain);
  return moveItems(text, moved, () => null, orderOf);
}

function moveItems(
  text: string,
  moved: readonly HeadedItem[],
  targetOf: (item: HeadedItem) => string | null,
  orderOf: OrderOf | null,
): string {
  if (moved.length === 0) return text;
  const { lines } = parseBlocks(text);
  const linesOf = ({ allFacts, start, end }: HeadedItem): OrderedLines => ({
    order: orderOf ? newestOf(allFacts, orderOf) : '',
    lines: lines.slice(start, end).join('\n'),
  });
  let page = removeItems(text, moved);
  for (const [head, group] of groupBy(moved, targetOf)) page = insertClaims(page, head, group.map(linesOf), orderOf);
  return dropEmptyHeads(page, new Set(moved.map((item) => item.head)));
}

/**
 * Adds citations to the claim that cites `claim`, or to that side of a callout. Without such a claim the text comes
 * back as it is.
 */
export function citeOnClaim(text: string, claim: string, facts: readonly string[]): string {
  return editClaim(text, claim, (block) =>
    addCitations(
      block,
      facts.filter((fact) => !citationsIn(block).includes(fact)),
      claim,
    ),
  );
}

/**
 * Replaces the words of the claim that cites `claim`: the statement only, of a claim in History or a side of a callout.
 */
export function correctClaim(text: string, claim: string, words: string): string {
  return editClaim(text, claim, (block, { callout }) =>
    callout
      ? renderCallout(
          callout.sides.map((side) => (side.facts.includes(claim) ? correctSide(side, words) : side.raw)),
          callout,
        )
      : (withPastText(block, words) ?? replaceClaimText(block, words)),
  );
}

/**
 * Takes one fact's footnote off the claim that cites it; the claim stays for the others. A side of a callout that cites
 * no other goes.
 */
export function unciteClaim(text: string, fact: string): string {
  const found = findClaim(text, fact);
  return found?.callout?.sides.some(({ facts }) => facts.join() === fact) === true
    ? removeSide(text, found.block, found.callout, fact)
    : editClaim(text, fact, (lines) => removeCitation(lines, fact));
}

function editClaim(text: string, claim: string, edit: (lines: string, found: FoundClaim) => string): string {
  const found = findClaim(text, claim);
  return found ? editLines(text, found.block.start, found.block.end + 1, (lines) => edit(lines, found)) : text;
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

/** Takes the definitions of facts that the page no longer cites off `## Sources`. */
export function removeSources(text: string, facts: readonly string[]): string {
  const { blocks } = parseBlocks(text);
  // What no claim cites goes from memvault's overview, too.
  const isOwn = (block: Block): boolean => isOverview(block) && !readBlock(block).isEdited;
  const cited = new Set(
    blocks.flatMap((block) => (block.kind === 'definition' || isOwn(block) ? [] : citationsIn(block.text))),
  );
  const gone = facts.filter((fact) => !cited.has(fact)).map((fact) => `[^${fact}]:`);
  const lines = blocks.filter(
    (block) => block.kind === 'definition' && gone.some((start) => block.text.startsWith(start)),
  );
  return lines.reverse().reduce((page, { start, end }) => spliceLines(page, start, end + 1, []), text);
}

function renderSource(page: string, source: Source): string {
  const label = source.time === null ? source.day : `${source.day} ${source.time}`;
  const anchor = source.anchored ? `#^${source.fact}` : '';
  return `[^${source.fact}]: ${renderLink(label, page, source.path).slice(0, -1)}${anchor})`;
}

interface RelatedPage {
  readonly path: string;
  readonly title: string;
}

/** Adds links to `## Related` that the page does not have there yet. */
export function addRelated(text: string, page: string, related: readonly RelatedPage[]): string {
  const section = findSection(text, 'Related');
  const { lines } = parseBlocks(text);
  const present = section ? lines.slice(section.heading, section.end).join('\n') : '';
  const links = related
    .filter((other, index) => related.findIndex(({ path }) => path === other.path) === index)
    .map((other) => ({ other, link: renderLink(other.title, page, other.path) }))
    .filter(
      ({ other, link }) => !present.includes(link.slice(link.lastIndexOf('](') + 1)) && !hasWikiLink(present, other),
    );
  return appendToSection(
    text,
    'Related',
    links.map(({ link }) => `- ${link}`),
  );
}

/** `[[Title]]`, `[[path]]`, each perhaps with a heading or another name behind it. */
function hasWikiLink(text: string, { path, title }: RelatedPage): boolean {
  const stem = path.replace(/\.md$/i, '');
  const names = [title, stem, stem.slice(stem.lastIndexOf('/') + 1)];
  return names.some((name) => [']]', '|', '#'].some((end) => text.includes(`[[${name}${end}`)));
}

export interface PageHead {
  /** As the front matter says it; empty where it does not. */
  readonly type: string;
  /** From the front matter, else the file's name. */
  readonly title: string;
  /** Empty where there is none. */
  readonly description: string;
  readonly aliases: readonly string[];
  /** A list of them, or one text with spaces or commas between them, as Obsidian reads it. */
  readonly tags: readonly string[];
  /** They stand there as a list, so that one may be put to it. */
  readonly hasTagList: boolean;
  /** Front matter that is not valid YAML, in words; then nothing is known of it. */
  readonly broken: string | null;
}

export function parsePageHead(path: string, text: string): PageHead {
  const { data, broken } = parseFrontMatter(text);
  const aliases = Array.isArray(data.aliases) ? data.aliases : [data.aliases];
  return {
    type: textOf(data.type),
    title: textOf(data.title) || titleFromPath(path),
    description: textOf(data.description),
    aliases: aliases.map(textOf).filter((alias) => alias !== ''),
    tags: tagsIn(data.tags),
    hasTagList: Array.isArray(data.tags),
    broken,
  };
}

function tagsIn(value: unknown): string[] {
  const tags = Array.isArray(value)
    ? value.map(textOf)
    : textOf(value)
        .split(/[\s,]+/)
        .map((tag) => tag.replace(/^#/, ''));
  return tags.filter((tag) => tag !== '');
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/**
 * The key `review` follows the callouts of conflicting claims, between its two values; a page that lacks it gets it
 * with the first callout.
 */
export function reviewOf(before: string | null, after: string): { readonly review?: string } {
  // Most pages have neither, and to read their YAML costs more than to write them.
  if (!after.includes('[!') && !after.includes('needs-review')) return {};
  const { review } = parseFrontMatter(after).data;
  if (hasConflict(parseClaims('', parseBlocks(after))))
    return review === undefined || review === 'current' ? { review: 'needs-review' } : {};
  // A callout that a person left one side waits for nobody.
  const had = before !== null && parseBlocks(before).blocks.some((block) => calloutIn(block) !== null);
  return had && review === 'needs-review' ? { review: 'current' } : {};
}
