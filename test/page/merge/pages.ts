// Pages for the tests of merges: made by what a dream does to a page, then edited as a person does.
import * as fc from 'fast-check';
import { parseBlocks } from '../../../src/note/blocks.ts';
import { parseFrontMatter, setFrontMatter } from '../../../src/note/front-matter.ts';
import { citationsIn } from '../../../src/page/claim-text.ts';
import {
  addPast,
  contradictClaim,
  redateClaim,
  reviveClaim,
  settleConflict,
  supersedeClaim,
} from '../../../src/page/edit-claim.ts';
import {
  addClaims,
  addRelated,
  addSources,
  arrangeClaims,
  citeOnClaim,
  correctClaim,
} from '../../../src/page/edit-page.ts';
import type { Held } from '../../../src/page/history.ts';
import { parseClaims } from '../../../src/page/page.ts';
import { insertApart, rawLines } from '../../../src/page/sections.ts';
import { renderNewPage } from '../../../src/vault/render-pages.ts';

export const PATH = '3_Personal/Work.md';
export const factId = (n: number): string => `a${String(n).padStart(9, '0')}`;
/** Facts come in the order of their numbers, three a day. */
const dayOf = (n: number): string =>
  `2026-0${1 + (Math.floor(n / 3 / 28) % 9)}-${String(1 + (Math.floor(n / 3) % 28)).padStart(2, '0')}`;
export const orderOf = (fact: string): string => `${dayOf(Number(fact.slice(1)))} 1${Number(fact.slice(1)) % 3}:05`;
const wordsOf = (n: number): string => `User did thing ${n} at Place${n}.`;

export type Step =
  | { readonly does: 'add'; readonly facts: readonly number[]; readonly head: string | null }
  | { readonly does: 'cite'; readonly on: number; readonly fact: number }
  | { readonly does: 'arrange'; readonly head: string; readonly every: number }
  | { readonly does: 'correct'; readonly on: number }
  | { readonly does: 'settle'; readonly on: number }
  | { readonly does: 'revive'; readonly on: number }
  /** A claim that a new fact supersedes or contradicts. */
  | { readonly does: 'supersede' | 'conflict'; readonly on: number; readonly fact: number }
  | { readonly does: 'past' | 'redate'; readonly on: number; readonly fact: number }
  | { readonly does: 'relate'; readonly to: string }
  | { readonly does: 'tag'; readonly tag: string }
  | { readonly does: 'delete' | 'reword' | 'nest' | 'quote' | 'move'; readonly on: number; readonly words: string }
  | { readonly does: 'write'; readonly at: number; readonly words: string }
  | { readonly does: 'section' | 'rename' | 'describe' | 'comment' | 'reformat'; readonly words: string };

const source = (n: number) => ({
  fact: factId(n),
  day: dayOf(n),
  time: orderOf(factId(n)).slice(11),
  path: `daily/${dayOf(n)}.md`,
  anchored: true,
});

export const EMPTY = renderNewPage({
  type: 'note',
  title: 'Work',
  description: 'The work',
  tags: ['career'],
  updated: '2026-01-01',
});

/** The page with an overview as earlier versions wrote it. */
export const outdated = (page: string): string =>
  page.replace('\n## Key Facts\n', '\n## Overview\nThe work: 5 claims from 5 facts, 2026-01-01.\n\n## Key Facts\n');

/** The page after these steps; a dream ends by setting its day. */
export function take(page: string, steps: readonly Step[], day: string): string {
  const after = steps.reduce(step, page);
  return steps.some(({ does }) => DREAMS.has(does)) ? setFrontMatter(after, { updated: day }) : after;
}

const DREAMS: ReadonlySet<string> = new Set([
  'add',
  'cite',
  'arrange',
  'correct',
  'relate',
  'tag',
  'supersede',
  'conflict',
  'past',
  'redate',
  'settle',
  'revive',
]);

function step(page: string, one: Step): string {
  const claims = parseClaims(PATH, parseBlocks(page));
  const cited = new Set(claims.flatMap((claim) => claim.facts));
  if (one.does === 'add') {
    const facts = one.facts.filter((n) => !cited.has(factId(n)));
    if (facts.length === 0) return page;
    return addSources(
      addClaims(
        page,
        facts.map((n) => ({ text: wordsOf(n), facts: [factId(n)], head: one.head })),
        orderOf,
      ),
      PATH,
      facts.map(source),
    );
  }
  if (one.does === 'relate') return addRelated(page, PATH, [{ path: `3_Personal/${one.to}.md`, title: one.to }]);
  if (one.does === 'tag') {
    const tags = parseFrontMatter(page).data['tags'];
    return Array.isArray(tags) && !tags.includes(one.tag)
      ? setFrontMatter(page, { tags: [...(tags as string[]), one.tag] })
      : page;
  }
  if (one.does === 'arrange') {
    const facts = [...cited].filter((fact) => Number(fact.slice(1)) % one.every === 0);
    return arrangeClaims(page, new Map(facts.map((fact) => [fact, one.head])), orderOf);
  }
  if (one.does === 'write') {
    const { lines, bodyStart } = parseBlocks(page);
    return insertApart(page, bodyStart + 1 + (one.at % Math.max(1, lines.length - bodyStart - 1)), [one.words]);
  }
  if (one.does === 'section') return `${page.replace(/\n*$/, '\n')}\n## ${one.words}\n\nA text of ${one.words}.\n`;
  if (one.does === 'rename') return page.replace(/^### (?!.* 20\d\d$).*$/m, `### ${one.words}`);
  if (one.does === 'describe') return setFrontMatter(page, { description: one.words });
  if (one.does === 'comment') return page.replace(/^status:/m, `# ${one.words}\nstatus:`);
  if (one.does === 'reformat')
    return page.replace(
      /^tags: \[(.*)\]$/m,
      (_, tags: string) =>
        `tags:\n${tags
          .split(', ')
          .map((tag) => `  - ${tag}`)
          .join('\n')}`,
    );
  if (!('on' in one)) return page;
  const ids = [...cited].sort();
  const fact = ids[one.on % Math.max(1, ids.length)];
  if (fact === undefined) return page;
  if (one.does === 'cite')
    return cited.has(factId(one.fact))
      ? page
      : addSources(citeOnClaim(page, fact, [factId(one.fact)]), PATH, [source(one.fact)]);
  if (one.does === 'correct') {
    const first = claims.find((claim) => claim.facts.includes(fact))?.facts[0] ?? fact;
    return correctClaim(page, first, `${wordsOf(Number(first.slice(1)))} Corrected.`);
  }
  if (one.does === 'settle') return settleConflict(page, fact);
  if (one.does === 'revive') return reviveClaim(page, fact, null, orderOf);
  if (!('fact' in one)) return editByHand(page, fact, one.does, one.words);
  const held = { from: orderOf(fact).slice(0, 10), to: dayOf(one.fact) };
  if (one.does === 'redate') return redateClaim(page, fact, held);
  if (cited.has(factId(one.fact))) return page;
  return addSources(judge(page, one.does, fact, one.fact, held), PATH, [source(one.fact)]);
}

function judge(page: string, does: 'supersede' | 'conflict' | 'past', fact: string, n: number, held: Held): string {
  const added = { text: wordsOf(n), facts: [factId(n)], head: null };
  if (does === 'past') return addPast(page, added.text, added.facts, held);
  if (does === 'supersede') return addClaims(supersedeClaim(page, fact, held), [added], orderOf);
  return (
    contradictClaim(
      page,
      fact,
      added,
      (facts) =>
        facts
          .map((one) => orderOf(one).slice(0, 10))
          .sort()
          .at(-1) ?? null,
    ) ?? addClaims(page, [added], orderOf)
  );
}

function editByHand(page: string, fact: string, does: string, words: string): string {
  const { blocks } = parseBlocks(page);
  const block = blocks.find(
    ({ kind, text }) =>
      (kind === 'item' || (kind === 'quote' && (does === 'reword' || does === 'delete'))) &&
      citationsIn(text).includes(fact),
  );
  if (!block || block.nested) return page;
  const raw = rawLines(page);
  const after = blocks.find((other) => other.start > block.end && !other.nested);
  const end = after?.start ?? block.end + 1;
  const line = raw[block.start] ?? '';
  if (does === 'delete')
    raw.splice(block.start, Math.max(1, end - block.start - (raw[end - 1]?.trim() === '' ? 1 : 0)));
  else if (does === 'reword' && block.kind === 'quote')
    raw[block.start] = line.replace(/claims: .*?(?=\[\^)/, `claims: ${words}`);
  else if (does === 'reword') raw[block.start] = line.replace(/^- .*?(?= ?\[\^)/, `- ${words}`);
  else if (does === 'nest') raw.splice(block.start + 1, 0, `  - ${words}\n`);
  else if (does === 'quote') raw.splice(block.start, 1, `> ${words}\n`, '\n', line);
  else if (does === 'move') {
    raw.splice(block.start, 1);
    if (!page.includes('\n## My notes\n')) raw.push('\n## My notes\n\n');
    raw.push(line);
  }
  return raw.join('');
}

const number = (max: number) => fc.integer({ min: 0, max });
const HEADS = [null, 'Food', 'Travel', 'May 2026', 'April 2026'];

/** What dreams do, with new facts out of `facts`. */
export const dreamSteps = (facts: readonly number[]): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({
          does: fc.constant('add' as const),
          facts: fc.uniqueArray(fc.constantFrom(...facts), { minLength: 1, maxLength: 4 }),
          head: fc.constantFrom(...HEADS),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ does: fc.constant('cite' as const), on: number(20), fact: fc.constantFrom(...facts) }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          does: fc.constant('arrange' as const),
          head: fc.constantFrom('Food', 'Music', 'Sport'),
          every: fc.integer({ min: 1, max: 4 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          does: fc.constantFrom('correct' as const, 'settle' as const, 'revive' as const),
          on: number(5),
        }),
      },
      {
        weight: 4,
        arbitrary: fc.record({
          does: fc.constantFrom(
            'supersede' as const,
            'supersede' as const,
            'conflict' as const,
            'past' as const,
            'redate' as const,
          ),
          on: number(20),
          fact: fc.constantFrom(...facts),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ does: fc.constant('relate' as const), to: fc.constantFrom('Ann', 'Bob', 'Über uns') }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ does: fc.constant('tag' as const), tag: fc.constantFrom('ui', 'c++', 'work') }),
      },
    ),
    { minLength: 1, maxLength: 5 },
  );

/** What a person does to a page; `mark` tells the words of one person from those of another. */
export const handSteps = (mark: string): fc.Arbitrary<Step[]> => {
  const words = number(9).map((n) => `${mark} ${n}${mark.length}7`);
  return fc.array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          does: fc.constantFrom(
            'delete' as const,
            'reword' as const,
            'nest' as const,
            'quote' as const,
            'move' as const,
          ),
          on: number(20),
          words,
        }),
      },
      { weight: 2, arbitrary: fc.record({ does: fc.constant('write' as const), at: number(40), words }) },
      {
        weight: 1,
        arbitrary: fc.record({
          does: fc.constantFrom(
            'section' as const,
            'rename' as const,
            'describe' as const,
            'comment' as const,
            'reformat' as const,
          ),
          words,
        }),
      },
    ),
    { maxLength: 4 },
  );
};
