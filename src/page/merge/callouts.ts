// Callouts of conflicting claims while a page merges: taken apart into plain claims, so that their words, footnotes and
// places merge like those of any claim, and put together again. Which facts contradict each other merges as a list.
import { compareText } from '../../model/fact.ts';
import { isHistory } from '../../model/page.ts';
import { parseBlocks } from '../../note/blocks.ts';
import { renderCitations } from '../claim-text.ts';
import { renderCallout, sideOf } from '../conflict.ts';
import { callItems, type DayOf, joinClaims } from '../edit-claim.ts';
import { calloutIn, parseClaims, parseSources } from '../page.ts';
import { spliceAll } from '../sections.ts';
import { mapVersions, uniteLists, type Versions } from './three-way.ts';

interface Side {
  readonly facts: readonly string[];
  readonly day: string | null;
}

/** A version whose callouts are plain claims. */
export interface Opened {
  readonly text: string;
  readonly callouts: readonly (readonly Side[])[];
}

/** Only callouts exactly as memvault writes them are taken apart; one that a person changed merges as it is. */
export function openCallouts(text: string): Opened {
  const { blocks } = parseBlocks(text);
  const found = blocks.flatMap((block, index) => {
    const callout = block.section === 'History' ? null : calloutIn(block);
    if (callout === null || callout.sides.length < 2 || callout.sides.some(({ struck }) => struck !== null)) return [];
    const sides = callout.sides.map(({ words, facts, day }) => sideOf(words, renderCitations(facts), day));
    // An indented line below would belong to the last side.
    return renderCallout(sides) === block.text && !/^(?: {2}|\t)/.test(blocks[index + 1]?.text ?? '')
      ? [{ block, callout }]
      : [];
  });
  return {
    text: spliceAll(
      text,
      found.map(({ block, callout }) => ({
        from: block.start,
        to: block.start + 1,
        lines: callItems(callout, callout.sides),
      })),
    ),
    callouts: found.map(({ callout }) => callout.sides),
  };
}

export const contestedIn = ({ callouts }: Opened): ReadonlySet<string> =>
  new Set(callouts.flatMap((sides) => sides.flatMap(({ facts }) => facts)));

/** The merged page with callouts of the claims that still contradict each other. */
export function closeCallouts(text: string, opened: Versions<Opened>): string {
  const pairs = new Set(uniteLists(mapVersions(opened, pairsOf)));
  if (pairs.size === 0) return text;
  const current = parseClaims('', parseBlocks(text))
    .filter((claim) => !isHistory(claim) && claim.sides.length === 0)
    .map(({ facts }) => facts);
  const dayOf = dayIn(text, opened);
  return groupsOf(current, pairs).reduce((page, group) => joinClaims(page, inOrder(group, text, opened), dayOf), text);
}

const pairOf = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

/** Each two facts on different sides of a callout. */
const pairsOf = ({ callouts }: Opened): string[] =>
  callouts.flatMap((sides) =>
    sides.flatMap(({ facts }, index) =>
      sides.slice(index + 1).flatMap((other) => facts.flatMap((a) => other.facts.map((b) => pairOf(a, b)))),
    ),
  );

type Facts = readonly string[];

/** Connected claims, each given by its facts. */
function groupsOf(claims: readonly Facts[], pairs: ReadonlySet<string>): Facts[][] {
  const isLinked = (mine: Facts, theirs: Facts): boolean =>
    mine.some((a) => theirs.some((b) => pairs.has(pairOf(a, b))));
  let groups: Facts[][] = [];
  for (const facts of claims.filter((one) => claims.some((other) => isLinked(one, other)))) {
    const near = groups.filter((group) => group.some((other) => isLinked(facts, other)));
    groups = [...groups.filter((group) => !near.includes(group)), [...near.flat(), facts]];
  }
  return groups.filter(({ length }) => length > 1);
}

/** The first fact of each side: known sides as the versions order them, then the others by the time of their facts. */
function inOrder(group: readonly Facts[], text: string, opened: Versions<Opened>): string[] {
  const firstOf = (facts: Facts): string[] =>
    group.find((claim) => claim.some((fact) => facts.includes(fact)))?.slice(0, 1) ?? [];
  const sidesIn = ({ callouts }: Opened): string[] => [
    ...new Set(callouts.flat().flatMap(({ facts }) => firstOf(facts))),
  ];
  const known = uniteLists({ base: [], first: sidesIn(opened.first), second: sidesIn(opened.second) });
  const sources = parseSources(parseBlocks(text));
  const rest = group.map(([first = '']) => first).filter((first) => !known.includes(first));
  return [
    ...known,
    ...rest.sort((a, b) => compareText(sources.get(a) ?? '', sources.get(b) ?? '') || compareText(a, b)),
  ];
}

/** The later of the days that a side had in a callout; for a claim that was in none, that of its newest source. */
function dayIn(text: string, opened: Versions<Opened>): DayOf {
  const sides = [opened.first, opened.second, opened.base].flatMap(({ callouts }) => callouts.flat());
  const sources = parseSources(parseBlocks(text));
  return (facts) => {
    const known = sides.filter((side) => side.facts.some((fact) => facts.includes(fact)));
    const days =
      known.length > 0
        ? known.map(({ day }) => day ?? '')
        : facts.map((fact) => (sources.get(fact) ?? '').slice(0, 10));
    return days.sort().at(-1) || null;
  };
}
