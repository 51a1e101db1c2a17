// A night may not change more than a person can look over: how much that is, what does not count, and what is asked in
// place of what goes too far.
import { describe, expect, it } from 'vitest';
import { holdBack } from '../../src/dream/breaker.ts';
import { factDigest } from '../../src/model/bytes.ts';
import type { LedgerLine } from '../../src/model/disposition.ts';
import type { Fact } from '../../src/model/fact.ts';
import type { Proposal, Proposals } from '../../src/model/plan.ts';
import { factOf, idOf, pageOf, viewOf, WORK } from './propose/model/bench.ts';

const TODAY = '2026-07-20';
const PAGES = ['3_Personal/A.md', '3_Personal/B.md', '3_Personal/C.md', '3_Personal/D.md'] as const;

const ledgerLine = (fact: Fact, page: string, more: Partial<LedgerLine> = {}): LedgerLine => ({
  fact: fact.id,
  day: fact.day,
  as: 'placed',
  page,
  digest: factDigest(fact),
  run: 'r-20260701-0300-aaaaaa',
  engine: 'rules/2',
  at: '2026-07-01T03:00:00.000Z',
  ...more,
});

interface Given {
  /** Claims of earlier days, by page. */
  readonly claims: Readonly<Record<string, number>>;
  readonly news: number;
  readonly says: (at: number, old: readonly Fact[]) => Partial<Proposal>;
  readonly fact?: (at: number) => Partial<Fact>;
  /** Lines that runs of the day left. */
  readonly tonight?: (old: readonly Fact[]) => readonly LedgerLine[];
  readonly share?: number;
  readonly agreed?: (old: readonly Fact[]) => NonNullable<Proposals['agreed']>;
}

function night({ claims, news, says, fact = () => ({}), tonight = () => [], share = 0.2, agreed = () => [] }: Given) {
  let next = 1000;
  const pages = Object.entries(claims).map(
    ([page, count]) =>
      [
        page,
        Array.from({ length: count }, () => factOf(next++, `User keeps thing ${next}`, { day: '2026-06-01' })),
      ] as const,
  );
  const old = pages.flatMap(([, facts]) => facts);
  const batch = Array.from({ length: news }, (_, at) => factOf(at + 1, `User has thing ${at}`, fact(at)));
  const lines = [...pages.flatMap(([page, facts]) => facts.map((one) => ledgerLine(one, page))), ...tonight(old)];
  const view = viewOf(
    [...old, ...batch],
    pages.map(([page, facts]) => pageOf(page, facts)),
    {
      ledger: new Map(lines.map((one) => [one.fact, one])),
      ledgerRead: { lines, broken: [] },
    },
  );
  const proposals: Proposals = {
    proposals: batch.map(({ id }, at) => ({ fact: id, as: 'placed', page: WORK, reason: 'test', ...says(at, old) })),
    pages: [],
    heads: {},
    tags: {},
    related: {},
    reviews: [],
    agreed: agreed(old),
  };
  const held = holdBack(batch, proposals, view, { today: TODAY, share });
  return {
    held,
    pages: held.reviews.map(({ kind, pairs }) => `${kind} ${pairs?.length ?? 0}`),
    supersedes: held.proposals.filter(({ supersedes = [] }) => supersedes.length > 0).length,
    isWhole: held === proposals,
  };
}
const replaces = (at: number, old: readonly Fact[]): Partial<Proposal> => ({ supersedes: [old[at]?.id ?? ''] });

describe('the share of a page', () => {
  it.each([
    [25, 5, 0],
    [25, 6, 6],
    [21, 4, 0],
    [21, 5, 5],
    [20, 20, 0],
    [100, 20, 0],
    [100, 21, 21],
  ])('of %i claims, %i may go: %i are asked', (claims, changes, asked) => {
    const { pages, supersedes, isWhole } = night({ claims: { [PAGES[0]]: claims }, news: changes, says: replaces });
    expect(pages).toEqual(asked === 0 ? [] : [`page ${asked}`]);
    expect(supersedes).toBe(changes - asked);
    expect(isWhole).toBe(asked === 0);
  });

  it.each([
    [0.5, 12, 0],
    [0.5, 13, 13],
    [0, 1, 1],
  ])('is a setting: with %f of 25 claims and %i changes %i are asked', (share, changes, asked) => {
    const { pages } = night({ claims: { [PAGES[0]]: 25 }, news: changes, says: replaces, share });
    expect(pages).toEqual(asked === 0 ? [] : [`page ${asked}`]);
  });

  it('is asked for the page that it is about alone; the facts are placed, and the question has each pair', () => {
    const { held } = night({
      claims: { [PAGES[0]]: 25, [PAGES[1]]: 100 },
      news: 12,
      says: (at, old) => ({ supersedes: [old[at < 6 ? at : at + 25]?.id ?? ''] }),
    });
    expect(held.reviews).toMatchObject([{ kind: 'page', score: 1 }]);
    expect(held.reviews[0]?.pairs).toEqual(
      Array.from({ length: 6 }, (_, at) => ({ facts: [idOf(1000 + at), idOf(at + 1)], as: 'superseded' })),
    );
    expect(held.reviews[0]?.facts).toHaveLength(12);
    expect(held.proposals[0]).toEqual({
      fact: idOf(1),
      as: 'placed',
      page: WORK,
      reason: 'a person decides, as the night would change too much (test)',
    });
    expect(held.proposals[6]).toHaveProperty('supersedes');
    expect(new Set(held.proposals.map(({ fact }) => fact)).size).toBe(12);
  });

  it('counts corrections, and pairs of the queue', () => {
    const claims = { [PAGES[0]]: 25 };
    expect(night({ claims, news: 6, says: (at, old) => ({ corrects: old[at]?.id ?? '' }) }).pages).toEqual(['page 6']);
    const { held } = night({
      claims,
      news: 3,
      says: replaces,
      agreed: (old) =>
        [10, 12, 14].map((at) => ({
          facts: [old[at]?.id ?? '', old[at + 1]?.id ?? ''],
          as: at === 10 ? 'duplicate' : 'superseded',
          reason: 'r',
        })),
    });
    expect([held.agreed, held.reviews[0]?.pairs?.length]).toEqual([[], 6]);
  });

  it('does not count explicit words, nor what changes claims of the same night', () => {
    const claims = { [PAGES[0]]: 25 };
    const explicit = night({
      claims,
      news: 20,
      says: replaces,
      fact: (at) => ({ fields: { supersedes: idOf(1000 + at) } }),
    });
    expect(explicit.isWhole).toBe(true);
    const own = night({ claims, news: 20, says: (at) => (at === 0 ? {} : { supersedes: [idOf(at)] }) });
    expect(own.isWhole).toBe(true);
  });

  it('counts all runs of one local day together, and none of another or of a person', () => {
    const ran = (more: Partial<LedgerLine>) =>
      night({
        claims: { [PAGES[0]]: 25 },
        news: 3,
        says: (at, old) => replaces(at + 10, old),
        tonight: (old) =>
          old.slice(0, 3).map((one) => ledgerLine(one, PAGES[0], { as: 'superseded', by: idOf(1), ...more })),
      }).pages;
    expect(ran({ at: '2026-07-20T03:00:00.000Z' })).toEqual(['page 3']);
    expect(ran({ at: '2026-07-19T03:00:00.000Z' })).toEqual([]);
    expect(ran({ at: '2026-07-20T03:00:00.000Z', engine: 'review' })).toEqual([]);
  });
});

describe('all pages together', () => {
  it.each([
    [50, []],
    [51, ['page 20', 'page 20', 'page 11']],
  ])('%i existing claims', (changes, wanted) => {
    const claims = { [PAGES[0]]: 20, [PAGES[1]]: 20, [PAGES[2]]: 20 };
    expect(night({ claims, news: changes, says: replaces }).pages).toEqual(wanted);
  });
});

describe('new facts that are folded or set aside', () => {
  const folded = (news: number, folds: number, more: Partial<Given> = {}) =>
    night({
      claims: { [PAGES[0]]: 5 },
      news,
      says: (at, old) => (at < folds ? { as: 'duplicate', of: old[0]?.id ?? '' } : {}),
      ...more,
    });
  it.each([
    [9, 9, []],
    [10, 5, []],
    [10, 6, ['page 6']],
    [40, 20, []],
    [40, 21, ['page 21']],
  ])('of %i, %i', (news, folds, wanted) => {
    const { pages, held } = folded(news, folds);
    expect(pages).toEqual(wanted);
    expect(held.proposals.filter(({ as }) => as === 'placed').length).toBe(wanted.length > 0 ? news : news - folds);
  });

  it('counts what is set aside, and not what is equal', () => {
    const aside = night({
      claims: { [PAGES[0]]: 5 },
      news: 10,
      says: (at) => (at < 6 ? { as: 'set-aside' } : {}),
    });
    expect(aside.held.reviews[0]?.pairs?.[0]).toEqual({ facts: [idOf(1), idOf(1)], as: 'set-aside' });
    const equal = folded(10, 10, { fact: () => ({ text: 'User keeps thing 1001' }) });
    expect(equal.isWhole).toBe(true);
  });
});

it('says the same of what it held back already', () => {
  const given = { claims: { [PAGES[0]]: 25 }, news: 6, says: replaces };
  const { held } = night(given);
  const again = night({ ...given, says: (at) => held.proposals[at] ?? {} });
  expect(again.isWhole).toBe(true);
});
