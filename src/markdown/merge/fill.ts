// Puts the merged pieces into the merged lines: at their anchors, else where a dream would put them, so that
// the next one has nothing to put in order.
import { compareText } from '../../model/fact.ts';
import { parseBlocks, parseHeading } from '../blocks.ts';
import { citationsIn } from '../claim-text.ts';
import { dropEmptyMonths, insertClaims, isMonth, newestOf, type OrderedLines, type OrderOf } from '../key-facts.ts';
import { parseSources } from '../page.ts';
import { appendToSection, findSection, insertApart, spliceLines, withSection } from '../sections.ts';
import type { Outcome } from './combine.ts';
import { ANCHOR } from './skeleton.ts';

/** A piece that has no anchor, with the name of its head. */
export interface Loose {
  readonly outcome: Outcome;
  readonly section: string;
  readonly head: string | null;
}

/**
 * The page with its loose claims, then sources, then links. `order`: the names of heads as they shall follow each
 * other.
 */
export function insertLoose(text: string, loose: readonly Loose[], order: readonly (string | null)[]): string {
  const sources = loose
    .filter(({ outcome }) => outcome.kind === 'source')
    .map(({ outcome }) => outcome.raw.replaceAll('\r\n', '\n'));
  const dates = new Map([...parseSources(parseBlocks(text)), ...parseSources(parseBlocks(sources.join('\n')))]);
  const orderOf: OrderOf = (fact) => dates.get(fact) ?? '';
  const claims = loose
    .filter(({ outcome }) => outcome.kind === 'claim')
    .sort((a, b) => compareClaims(a.outcome, b.outcome, orderOf));
  const linesOf = ({ outcome }: Loose): OrderedLines => ({
    order: newestOf(outcome.keys, orderOf),
    lines: outcome.raw.replaceAll('\r\n', '\n'),
  });
  const inKeyFacts = claims.filter(({ section }) => section === 'Key Facts');
  let page = inKeyFacts.length > 0 ? withSection(text, 'Key Facts') : text;
  for (const head of new Set([...order, ...inKeyFacts.map((one) => one.head)])) {
    page = insertClaims(
      page,
      head,
      inKeyFacts.filter((one) => one.outcome.isItem && one.head === head).map(linesOf),
      orderOf,
    );
  }
  for (const one of inKeyFacts.filter(({ outcome }) => !outcome.isItem).reverse())
    page = insertCallout(page, one.head, linesOf(one).lines);
  for (const one of claims.filter(({ section }) => section !== 'Key Facts'))
    page = insertHistory(page, linesOf(one), orderOf);
  const links = loose
    .filter(({ outcome }) => outcome.kind === 'link')
    .map(({ outcome }) => outcome.raw.replaceAll('\r\n', '\n'))
    .sort(compareText);
  page = appendToSection(page, 'Related', links);
  const dateOf = (line: string): string => orderOf(/^\[\^([^\]]+)/.exec(line)?.[1] ?? '');
  return appendToSection(
    page,
    'Sources',
    sources.sort((a, b) => compareText(dateOf(a), dateOf(b)) || compareText(a, b)),
  );
}

/** The months below which the merge left nothing go, as with a dream that arranges. */
export function dropMonths(text: string, months: readonly (string | null)[]): string {
  const emptied = new Set(months.filter((month) => month !== null && isMonth(month)));
  return emptied.size === 0 ? text : dropEmptyMonths(text, emptied);
}

function compareClaims(a: Outcome, b: Outcome, orderOf: OrderOf): number {
  return (
    compareText(newestOf(b.keys, orderOf), newestOf(a.keys, orderOf)) ||
    compareText([...a.keys].sort().join(), [...b.keys].sort().join()) ||
    compareText(a.raw, b.raw)
  );
}

/** Two quotes without a blank line between them would be one. */
function insertCallout(text: string, head: string | null, lines: string): string {
  const section = findSection(text, 'Key Facts');
  if (!section) return text;
  const under = parseBlocks(text).blocks.find(
    (block) =>
      block.kind === 'heading' &&
      block.start > section.heading &&
      block.start < section.end &&
      parseHeading(block.text)?.level === 3 &&
      parseHeading(block.text)?.title === head,
  );
  return insertApart(text, (under?.start ?? section.heading) + 1, [lines]);
}

function insertHistory(text: string, { order, lines }: OrderedLines, orderOf: OrderOf): string {
  const page = withSection(text, 'History');
  const section = findSection(page, 'History');
  if (!section) return page;
  const items = parseBlocks(page).blocks.filter(
    (block) =>
      block.kind === 'item' &&
      !block.nested &&
      block.start > section.heading &&
      block.start < section.end &&
      block.head === null,
  );
  const older = items.find((item) => newestOf(citationsIn(item.text), orderOf) < order);
  return older ? spliceLines(page, older.start, older.start, [lines]) : appendToSection(page, 'History', [lines]);
}

/**
 * The text with each line that is an anchor replaced; an anchor that came twice counts once. `textOf` gives null for
 * none.
 */
export function fillAnchors(
  text: string,
  textOf: (anchor: string) => string | null,
  once = true,
): { readonly text: string; readonly filled: ReadonlySet<string> } {
  const filled = new Set<string>();
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const parts = lines.map((line) => {
    if (!line.startsWith(ANCHOR)) return line;
    const [, anchor = '', end = ''] = /^([^\r\n]*)(\r?\n?)$/.exec(line.slice(ANCHOR.length)) ?? [];
    const words = textOf(anchor);
    if (words === null) return line;
    if (once && filled.has(anchor)) return '';
    filled.add(anchor);
    return words + end;
  });
  return { text: parts.join(''), filled };
}
