// What replaced what: chains of any form, also those that two clones made into a ring.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { othersOf } from '../../../src/inspect/explain.ts';
import type { LedgerLine } from '../../../src/model/disposition.ts';
import type { Fact } from '../../../src/model/fact.ts';
import type { View } from '../../../src/vault/view.ts';

const DAYS: Readonly<Record<string, string>> = { a: '2026-01-01', b: '2026-02-01', c: '2026-03-01', d: '2026-04-01' };

/** By fact what the ledger says of it. */
function viewOf(lines: Readonly<Record<string, Partial<LedgerLine>>>, forgotten: readonly string[] = []): View {
  const facts = Object.entries(DAYS).map(([id, day]): Fact => ({
    id,
    computed: false,
    category: 'work',
    text: `says ${id}`,
    tags: [],
    fields: {},
    day,
    time: '12:00',
    session: null,
    path: `daily/${day}.md`,
    line: 4,
  }));
  const ledger = new Map(
    Object.entries(lines).map(([fact, line]): [string, LedgerLine] => [
      fact,
      { fact, day: DAYS[fact] ?? '', as: 'placed', digest: '', run: 'r', engine: 'rules/2', at: '', ...line },
    ]),
  );
  return {
    facts,
    factById: new Map(facts.map((fact) => [fact.id, fact])),
    ledger,
    citedOn: new Map(),
    pages: new Map(),
    forgotten: new Set(forgotten),
  } as Partial<View> as View;
}
const chain = (id: string, view: View): string[] =>
  othersOf(id, view, null).chain.map(({ id: one, from, to, here }) => `${here ? '>' : ''}${one} ${from} ${to}`);

const LINE = { a: { as: 'superseded', by: 'b' }, b: { as: 'superseded', by: 'c' }, c: {} } as const;

test('the whole chain, from whichever of it', () => {
  expect(chain('b', viewOf(LINE))).toEqual([
    'a 2026-01-01 2026-02-01',
    '>b 2026-02-01 2026-03-01',
    'c 2026-03-01 null',
  ]);
  expect(chain('c', viewOf(LINE))).toEqual([
    'a 2026-01-01 2026-02-01',
    'b 2026-02-01 2026-03-01',
    '>c 2026-03-01 null',
  ]);
  expect(chain('a', viewOf(LINE))).toEqual([
    '>a 2026-01-01 2026-02-01',
    'b 2026-02-01 2026-03-01',
    'c 2026-03-01 null',
  ]);
});

test('several that one replaced', () => {
  expect(chain('c', viewOf({ a: { as: 'superseded', by: 'c' }, b: { as: 'superseded', by: 'c' }, c: {} }))).toEqual([
    'a 2026-01-01 2026-03-01',
    'b 2026-02-01 2026-03-01',
    '>c 2026-03-01 null',
  ]);
});

test('what was replaced by a fact of an earlier day held on its own day alone', () => {
  expect(chain('c', viewOf({ a: {}, c: { as: 'superseded', by: 'a' } }))).toEqual([
    '>c 2026-03-01 2026-03-01',
    'a 2026-01-01 null',
  ]);
});

test.each([
  ['the whole id', 'k3v9x2ab4q', ['k3v9x2ab4q']],
  ['six characters that one fact begins with', 'k3v9x2', ['k3v9x2ab4q']],
  ['five characters', 'k3v9x', []],
  ['characters that two begin with', 'm4w8y3', []],
  ['characters that none begins with', 'k3v9x3', []],
  ['characters behind all ids', 'zzzzzz', []],
])('a fact that waits says what it replaces by %s', (_what, said, replaces) => {
  const base = viewOf({});
  const like = base.facts[0] as Fact;
  const facts = ['k3v9x2ab4q', 'm4w8y3bc5r', 'm4w8y3zzzz', 'q7e5nn2a6m'].map((id): Fact => ({
    ...like,
    id,
    fields: id === 'q7e5nn2a6m' ? { supersedes: said } : {},
  }));
  const view = { ...base, facts, factById: new Map(facts.map((fact) => [fact.id, fact])) };
  expect(othersOf('q7e5nn2a6m', view, null).replaces).toEqual(replaces);
  expect(othersOf('k3v9x2ab4q', view, null).replacedBy).toEqual(replaces.length === 0 ? [] : ['q7e5nn2a6m']);
});

test('that many facts name others by the beginnings of ids does not take a look at all facts for each', () => {
  const base = viewOf({});
  const like = base.facts[0] as Fact;
  let looks = 0;
  const ids = Array.from({ length: 500 }, (_, at) => String(at).padStart(6, '0'));
  const facts = ids.map((id, at): Fact => ({
    ...like,
    get id() {
      looks++;
      return `${id}abcd`;
    },
    fields: { supersedes: ids[at + 1] ?? '' },
  }));
  const view = { ...base, facts, factById: new Map(ids.map((id, at) => [`${id}abcd`, facts[at] as Fact])) };
  const found = othersOf('000250abcd', view, null);
  expect([found.replaces, found.replacedBy]).toEqual([['000251abcd'], ['000249abcd']]);
  expect(looks).toBeLessThan(20_000);
});

test('alone it is no chain', () => {
  expect(chain('d', viewOf(LINE))).toEqual([]);
});

test('of a forgotten one no word', () => {
  const found = othersOf('c', viewOf(LINE, ['b']), null).chain;
  expect(found.map(({ text, forgotten }) => [text, forgotten])).toEqual([
    ['says a', false],
    [null, true],
    ['says c', false],
  ]);
});

test('duplicates know each other through the one that stands for them', () => {
  const view = viewOf({ a: {}, b: { as: 'duplicate', of: 'a' }, c: { as: 'duplicate', of: 'a' } });
  expect(othersOf('a', view, null).same.map(({ id }) => id)).toEqual(['b', 'c']);
  expect(othersOf('c', view, null).same.map(({ id }) => id)).toEqual(['a', 'b']);
});

test('a contradiction is seen from both sides', () => {
  const view = viewOf({ a: {}, b: { as: 'conflict', with: 'a' } });
  expect(
    [othersOf('a', view, null).against, othersOf('b', view, null).against].map((all) => all.map(({ id }) => id)),
  ).toEqual([['b'], ['a']]);
});

test('whatever the ledger says, it ends, and each stands in the chain once', () => {
  const by = fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'x'));
  fc.assert(
    fc.property(fc.record({ a: by, b: by, c: by, d: by }), fc.constantFrom('a', 'b', 'c', 'd'), (next, id) => {
      const view = viewOf(
        Object.fromEntries(
          Object.entries(next).map(([fact, to]) => [fact, to === null ? {} : { as: 'superseded', by: to }]),
        ),
      );
      const ids = othersOf(id, view, null).chain.map((link) => link.id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length === 0 || ids.includes(id)).toBe(true);
    }),
  );
});
