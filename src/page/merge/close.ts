// The way back: plain claims of a merged page to lines of History with their days, and to callouts. Both are
// merged as facts: which days a fact held, which facts contradict each other.
import { compareText } from '../../model/fact.ts';
import { isHistory } from '../../model/page.ts';
import { type Block, parseBlocks } from '../../note/blocks.ts';
import { citationsIn, parseParts, renderCitations, renderParts } from '../claim-text.ts';
import { parseCallout, renderCallout, sideOf } from '../conflict.ts';
import { type DayOf, isWhole, joinClaims } from '../edit-claim.ts';
import { type Held, parsePast, renderPastParts } from '../history.ts';
import { holdsClaim, parseClaims, parseSources } from '../page.ts';
import { type Splice, spliceAll } from '../sections.ts';
import { mapVersions, pick, uniteLists, type Versions } from './three-way.ts';

// What memvault gives a form of its own, a claim in History and a callout of conflicting claims, taken for plain
// claims while a page merges: so words, footnotes and places merge as those of any claim do. Only what stands
// exactly as memvault writes it is opened; what a person changed merges as it is.

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
function isSlot(blocks: readonly Block[], index: number): boolean {
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

/** The merged page closed again; null where that cannot be done without loss. */
export function closePage(text: string, opened: Versions<Opened>): string | null {
  const past = closeHistory(text, opened);
  const closed = past === null ? null : closeCallouts(past, opened);
  return closed !== null && hasSameFacts(text, closed) ? closed : null;
}

function closeHistory(text: string, opened: Versions<Opened>): string | null {
  const { blocks } = parseBlocks(text);
  const splices: Splice[] = [];
  const slots: { readonly at: number; readonly line: string; readonly key: string; readonly held: Held }[] = [];
  for (const [index, block] of blocks.entries()) {
    const facts = block.kind === 'item' && block.section === 'History' ? citationsIn(block.text) : [];
    const held = facts.length > 0 ? mergeHeld(facts, opened) : null;
    if (!held) continue;
    if (block.start !== block.end) return null;
    const line = renderPastParts(parseParts(block.text), facts, held);
    if (isSlot(blocks, index)) slots.push({ at: block.start, line, key: facts[0] ?? '', held });
    else splices.push({ from: block.start, to: block.start + 1, lines: [line] });
  }
  const order = orderOf(
    slots.map(({ key }) => key),
    opened,
  );
  const rank = (key: string): number => order?.indexOf(key) ?? 0;
  const newest = (a: (typeof slots)[number], b: (typeof slots)[number]): number =>
    compareText(b.held.to, a.held.to) ||
    compareText(b.held.from, a.held.from) ||
    compareText(a.key, b.key) ||
    compareText(a.line, b.line);
  const sorted = [...slots].sort((a, b) => (order ? rank(a.key) - rank(b.key) : newest(a, b)));
  slots.forEach(({ at }, index) => splices.push({ from: at, to: at + 1, lines: [sorted[index]?.line ?? ''] }));
  return splices.length > 0 ? spliceAll(text, splices) : text;
}

/** A version's own order, where nobody else changed it and it holds the same lines; else they stand by their days. */
function orderOf(keys: readonly string[], opened: Versions<Opened>): readonly string[] | null {
  const linesOf = ({ past, held }: Opened): string => JSON.stringify(past.map((key) => [key, held.get(key)]));
  const whole = pick(mapVersions(opened, linesOf));
  const own = [opened.first, opened.second].find((version) => linesOf(version) === whole?.value)?.past;
  return own && JSON.stringify([...own].sort()) === JSON.stringify([...keys].sort()) ? own : null;
}

/** Where both sides changed the days, it held from the earlier to the earlier: what came first ended it. */
function mergeHeld(facts: readonly string[], opened: Versions<Opened>): Held | null {
  const all = mapVersions(opened, ({ held }) => facts.flatMap((fact) => held.get(fact) ?? [])[0] ?? null);
  const key = pick(mapVersions(all, (one) => JSON.stringify(one)));
  if (key) return [all.first, all.second].find((one) => JSON.stringify(one) === key.value) ?? null;
  const { base, first, second } = all;
  if (!first || !second) return first ?? second;
  const side = (of: keyof Held): string =>
    pick({ base: base?.[of] ?? null, first: first[of], second: second[of] })?.value ??
    [first[of], second[of]].sort()[0] ??
    '';
  return { from: side('from'), to: side('to') };
}

function closeCallouts(text: string, opened: Versions<Opened>): string {
  const pairs = new Set(uniteLists(mapVersions(opened, pairsOf)));
  if (pairs.size === 0) return text;
  const current = parseClaims('', parseBlocks(text))
    .filter((claim) => !isHistory(claim) && claim.sides.length === 0)
    .map(({ facts }) => facts);
  return groupsOf(current, pairs).reduce(
    (page, group) => joinClaims(page, inOrder(group, text, opened), dayOfIn(page, opened)),
    text,
  );
}

const pairOf = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

/** Each two facts of different sides of a callout. */
const pairsOf = ({ callouts }: Opened): string[] =>
  callouts.flatMap((sides) =>
    sides.flatMap(({ facts }, index) =>
      sides.slice(index + 1).flatMap((other) => facts.flatMap((a) => other.facts.map((b) => pairOf(a, b)))),
    ),
  );

/** Claims that are connected, each given by its facts. */
function groupsOf(claims: readonly (readonly string[])[], pairs: ReadonlySet<string>): (readonly string[])[][] {
  const linked = new Set([...pairs].flatMap((pair) => pair.split(' ')));
  const isLinked = (mine: readonly string[], theirs: readonly string[]): boolean =>
    mine.some((a) => theirs.some((b) => pairs.has(pairOf(a, b))));
  let groups: (readonly string[])[][] = [];
  for (const facts of claims.filter((all) => all.some((fact) => linked.has(fact)))) {
    const near = groups.filter((group) => group.some((other) => isLinked(facts, other)));
    groups = [...groups.filter((group) => !near.includes(group)), [...near.flat(), facts]];
  }
  return groups.filter(({ length }) => length > 1);
}

/** The sides as the versions have them; those that stood in no callout behind them, by the time of their facts. */
function inOrder(group: readonly (readonly string[])[], text: string, opened: Versions<Opened>): string[] {
  const nameOf = (facts: readonly string[]): string | null =>
    group.find((claim) => claim.some((fact) => facts.includes(fact)))?.[0] ?? null;
  const namesIn = ({ callouts }: Opened): string[] => [
    ...new Set(callouts.flat().flatMap(({ facts }) => nameOf(facts) ?? [])),
  ];
  const known = uniteLists({ base: [], first: namesIn(opened.first), second: namesIn(opened.second) });
  const sources = parseSources(parseBlocks(text));
  const rest = group.map(([first = '']) => first).filter((first) => !known.includes(first));
  return [
    ...known,
    ...rest.sort((a, b) => compareText(sources.get(a) ?? '', sources.get(b) ?? '') || compareText(a, b)),
  ];
}

/**
 * The day that a side had in a callout, the later of two; for a claim that stood in none, that of its newest source.
 */
function dayOfIn(text: string, opened: Versions<Opened>): DayOf {
  const sides = [opened.first, opened.second, opened.base].flatMap(({ callouts }) => callouts.flat());
  const sources = parseSources(parseBlocks(text));
  return (facts) => {
    const its = sides.filter((side) => side.facts.some((fact) => facts.includes(fact)));
    const days =
      its.length > 0 ? its.map(({ day }) => day ?? '') : facts.map((fact) => (sources.get(fact) ?? '').slice(0, 10));
    return days.sort().at(-1) || null;
  };
}

function hasSameFacts(before: string, after: string): boolean {
  const factsOf = (text: string): string =>
    parseBlocks(text)
      .blocks.filter(holdsClaim)
      .flatMap(({ text: own }) => citationsIn(own))
      .sort()
      .join();
  return factsOf(before) === factsOf(after);
}
