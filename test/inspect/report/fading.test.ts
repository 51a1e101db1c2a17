// How many statements have faded, will, and never do: a claim is as sure as the surest of its facts.
import { expect, test } from 'vitest';
import type { Fact } from '../../../src/model/fact.ts';
import type { Claim } from '../../../src/model/page.ts';
import { fadingOf } from '../../../src/inspect/report.ts';
import type { View } from '../../../src/vault/view.ts';

const TODAY = '2026-07-01';
/** The first has faded, the second fades within thirty days, the third later, the fourth never. */
const FACTS = {
  old: ['2026-01-01', 'work'],
  soon: ['2026-05-10', 'work'],
  fresh: ['2026-06-30', 'work'],
  self: ['2026-01-01', 'identity'],
} as const;
type Name = keyof typeof FACTS;

const claim = (facts: readonly Name[], past = false): Claim => ({
  page: 'a.md',
  line: 1,
  section: 'Key Facts',
  head: null,
  text: 'x',
  facts,
  past,
  held: null,
  sides: [],
});

function fading(
  claims: readonly Claim[],
  {
    only = Object.keys(FACTS) as Name[],
    recalls = [] as { fact: string; count: number; last: string }[],
    forgotten = [] as string[],
  } = {},
) {
  const facts = only.map((id): Fact => ({
    id,
    computed: false,
    category: FACTS[id][1],
    text: id,
    tags: [],
    fields: {},
    day: FACTS[id][0],
    time: null,
    session: null,
    path: 'd.md',
    line: 1,
  }));
  const view = {
    facts,
    factById: new Map(facts.map((fact) => [fact.id, fact])),
    ledger: new Map(),
    pinned: new Set(),
    forgotten: new Set(forgotten),
    pages: new Map([['a.md', { path: 'a.md', claims }]]),
  } as unknown as View;
  return fadingOf(view, recalls, TODAY);
}

test('facts that stand on no page', () => {
  expect(fading([])).toEqual({ statements: 4, faded: 1, soon: 1, lasting: 1 });
});

test('a claim lasts as long as one of its facts', () => {
  expect(fading([claim(['old', 'fresh']), claim(['old', 'soon']), claim(['old', 'self'])])).toEqual({
    statements: 3,
    faded: 0,
    soon: 1,
    lasting: 1,
  });
});

test('what is past is no statement, nor what is forgotten', () => {
  expect(fading([claim(['old'], true)], { only: ['old', 'fresh'], forgotten: ['fresh'] })).toEqual({
    statements: 0,
    faded: 0,
    soon: 0,
    lasting: 0,
  });
});

test('a recall lifts it again', () => {
  expect(fading([], { only: ['old'], recalls: [{ fact: 'old', count: 1, last: '2026-06-30T08:00:00.000Z' }] })).toEqual(
    { statements: 1, faded: 0, soon: 0, lasting: 0 },
  );
});
