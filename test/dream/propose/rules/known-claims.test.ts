// What the rules know of pages: in the words that stand there, also where a person changed them, and in step with
// what became of a batch.
import { describe, expect, it, vi } from 'vitest';
import { createNear, nearestTo } from '../../../../src/dream/propose/rules/near.ts';
import { readExplicit } from '../../../../src/dream/propose/rules/timeline.ts';
import { type KnownClaim, KnownClaims, senseOf } from '../../../../src/dream/propose/rules/known-claims.ts';
import type { Fact } from '../../../../src/model/fact.ts';
import { dreamOf, fact, pageHistory, type NightOptions } from './nights.ts';

const plainSlots = vi.hoisted(() => async (original: () => Promise<object>) => ({
  ...(await original()),
  ...(await import('./plain-slots.ts')),
}));
vi.mock('../../../../src/language/slots/slots.ts', plainSlots);
vi.mock('../../../../src/language/slots/parse-slot.ts', plainSlots);
vi.mock('../../../../src/language/slots/sentence.ts', plainSlots);
vi.mock('../../../../src/language/slots/compare.ts', plainSlots);

const day = (text: string, number: number): Fact => fact(text, `2026-07-${String(number).padStart(2, '0')}`);
const said = async (portions: readonly (readonly Fact[])[], options?: NightOptions) =>
  pageHistory((await dreamOf(portions, options)).view);

describe('a claim that a person reworded', () => {
  it('is read by its own words', async () => {
    const edits = { 1: (text: string) => text.replace('Ann lives in Oslo', 'Ann now lives in Bonn') };
    expect(await said([[day('Ann lives in Oslo', 1)], [day('Ann lives in Bonn', 3)]], { edits })).toMatchObject({
      current: ['Ann now lives in Bonn'],
      past: [],
    });
    expect(await said([[day('Ann lives in Oslo', 1)], [day('Ann lives in Oslo', 3)]], { edits })).toMatchObject({
      current: ['Ann lives in Oslo'],
      past: ['Ann now lives in Bonn 2026-07-01..2026-07-03'],
    });
  });

  it('and by those of its fact as long as it says what is specific in them', async () => {
    const edits = {
      1: (text: string) => text.replace('Ann lives in Oslo', 'By now Ann is at home in Oslo, with two dogs'),
    };
    expect((await said([[day('Ann lives in Oslo', 1)], [day('Ann lives in Rome', 3)]], { edits })).past).toEqual([
      'By now Ann is at home in Oslo, with two dogs 2026-07-01..2026-07-03',
    ]);
  });

  it('says something else once what is specific in its fact went', async () => {
    const edits = { 1: (text: string) => text.replace('Ann lives in Oslo', 'Ann is at home by the sea') };
    expect((await said([[day('Ann lives in Oslo', 1)], [day('Ann lives in Rome', 3)]], { edits })).current).toEqual([
      'Ann is at home by the sea',
      'Ann lives in Rome',
    ]);
  });
});

it('an equal statement of what went to History by a person’s word is asked about, not folded', async () => {
  const first = day('Backups run at night', 1);
  const second = { ...day('Backups run at noon', 2), fields: { supersedes: first.id } };
  const { view, proposals } = await dreamOf([[first, second], [day('Backups run at night', 4)]]);
  expect(pageHistory(view)).toMatchObject({
    current: ['Backups run at night', 'Backups run at noon'],
    past: ['Backups run at night 2026-07-01..2026-07-02'],
  });
  expect(proposals.at(-1)?.reviews).toMatchObject([
    { kind: 'supersede', facts: [second.id, expect.any(String) as string] },
  ]);
  expect((await said([[first, second], [day('Backups run at night', 1)]])).current).toEqual(['Backups run at noon']);
});

it('what a review united is said by what united it', async () => {
  const first = day('Backups run at night', 1);
  const union = { ...day('Backups run at night, each night', 2), fields: { supersedes: first.id, source: 'review:r' } };
  const again = day('Backups run at night', 4);
  const { view } = await dreamOf([[first, union], [again]]);
  expect(view.ledger.get(again.id)).toMatchObject({ as: 'duplicate', of: union.id });
});

it('an edited line is put right where its claim stands, and then takes its turn in its slot', async () => {
  const [one, other] = [day('Ann lives in Oslo', 1), day('Bob lives in Rome', 2)];
  const edited = { ...other, text: 'Ann lives in Rome' };
  const { view, proposals } = await dreamOf([[one, other], [edited]]);
  expect(pageHistory(view)).toMatchObject({
    current: ['Ann lives in Rome'],
    past: ['Ann lives in Oslo 2026-07-01..2026-07-02'],
  });
  expect(proposals.flatMap((one) => one.proposals).slice(2)).toMatchObject([
    { fact: other.id, as: 'placed', text: 'Ann lives in Rome' },
  ]);
});

describe('the field supersedes', () => {
  const facts = ['aaaaaaaaaa', 'aaaaaabbbb', 'cccccccccc'].map((id) => fact('Text', '2026-07-01', { id }));
  const named = (supersedes: string): readonly string[] => {
    const naming = fact('Other', '2026-07-02', { id: 'dddddddddd', fields: { supersedes } });
    return readExplicit([...facts, naming]).named(naming);
  };

  it.each([
    ['cccccccccc', ['cccccccccc']],
    ['cccccccccc, aaaaaaaaaa', ['cccccccccc', 'aaaaaaaaaa']],
    ['cccccc aaaaaab', ['cccccccccc', 'aaaaaabbbb']],
    ['^CCCCCCCCCC', ['cccccccccc']],
    ['[[daily/2026-07-01#^cccccccccc]]', ['cccccccccc']],
    ['aaaaaa', []],
    ['ccccc', []],
    ['zzzzzzzzzz', []],
    ['dddddddddd', []],
    ['', []],
    ['cccccccccc cccccc', ['cccccccccc']],
  ])('%s', (field, expected) => {
    expect(named(field)).toEqual(expected);
  });
});

describe('what is near', () => {
  const known = (texts: readonly string[]) => {
    const near = createNear((id) => claims.citing(id));
    const claims = new KnownClaims({
      near,
      wordingOf: ({ text }) => text,
      keyOf: ({ text }) => text,
      senseOf,
      mentionsIn: () => [],
      isWaiting: () => false,
    });
    const all = texts.map((text, at): KnownClaim => {
      const one = fact(text, '2026-07-01', { id: `n${String(at).padStart(9, '0')}` });
      return {
        fact: one.id,
        facts: [one],
        page: 'p.md',
        text,
        keys: [text],
        standing: 'current',
        by: null,
        sense: senseOf(one),
      };
    });
    for (const claim of all) claims.add(claim);
    return { near, all, claims };
  };

  it('still finds a claim that moved, whichever of its two pages is read first', () => {
    const { near, all, claims } = known(['The nightly backup takes 40 minutes', 'Otto likes tea']);
    const [claim] = all as [KnownClaim];
    const moved = { ...claim, page: 'q.md' };
    claims.add(moved);
    claims.remove(claim);
    const later = day('The nightly backup takes 55 minutes', 5);
    expect(near.alike(later, later.text, () => true)).toMatchObject({ claim: moved });
    claims.remove(moved);
    expect(near.alike(later, later.text, () => true)).toBeNull();
  });

  it('is found by words that few claims have', () => {
    const { near, all } = known([
      'The nightly backup takes 40 minutes',
      ...Array.from({ length: 200 }, (_, at) => `The backup of shelf${at} holds crate${at}`),
    ]);
    expect(
      near.alike(day('The nightly backup takes 55 minutes', 5), 'The nightly backup takes 55 minutes', () => true),
    ).toMatchObject({ claim: all[0] });
  });

  it('is not looked for in what may not be named, or in another project', () => {
    const { near, all } = known(['The nightly backup takes 40 minutes', 'Otto likes tea', 'The office is in Bonn']);
    const later = day('The nightly backup takes 55 minutes', 5);
    expect(near.alike(later, later.text, () => true)).toMatchObject({ claim: all[0] });
    expect(near.alike(later, later.text, () => false)).toBeNull();
    for (const one of all[0]?.facts ?? [])
      near.learn({ ...(all[0] as KnownClaim), facts: [{ ...one, fields: { project: 'harbor' } }] });
    const elsewhere = { ...later, fields: { project: 'atlas' } };
    const isHarbor = ({ fact }: KnownClaim): boolean => fact === all[0]?.fact;
    expect(near.alike(elsewhere, later.text, isHarbor)?.claim.facts[0]?.fields.project).toBeUndefined();
  });

  it('a habit is asked about a few times at most', async () => {
    const habits = [
      'Went running in the park',
      'Had pizza with Otto',
      'Slept badly, woke at four',
      'Called Lena about the boat',
      'Read two chapters of the book',
      'Bought bread and apples at the market',
      'Fixed a flaky test in the parser',
      'Meeting with Berta about the budget',
    ];
    const diary = Array.from({ length: 120 }, (_, at) =>
      day(`${habits[at % habits.length] ?? ''}, ${at} minutes`, (at % 28) + 1),
    );
    const { proposals } = await dreamOf([diary]);
    const asked = proposals.flatMap(({ reviews }) => reviews.map(({ facts }) => facts.at(-1)));
    const later = diary.slice(habits.length * 4).map(({ id }) => id);
    expect(asked.filter((id) => later.includes(id ?? '')).length).toBeLessThan(later.length / 7);
  });
});

it('of a thousand claims on one thing only the nearest are weighed', () => {
  const claims = Array.from({ length: 1000 }, (_, at): KnownClaim => {
    const one = fact(
      `Ann lives in Town${at}`,
      `${2000 + Math.floor(at / 28)}-07-${String((at % 28) + 1).padStart(2, '0')}`,
    );
    return {
      fact: one.id,
      facts: [one],
      page: 'p.md',
      text: one.text,
      keys: [],
      standing: at === 999 ? 'current' : 'past',
      by: null,
      sense: senseOf(one),
    };
  });
  const near = nearestTo(fact('Ann lives in Rome', '2010-07-05'), claims);
  expect(near.length).toBeLessThan(20);
  expect(near).toContain(claims[999]);
  expect(near.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Ann lives in Town283', 'Ann lives in Town285']),
  );
});

it('the first page of somebody and the pages that mention them name each other; of a word of the same letters none does', async () => {
  const before = [
    fact('Ann sees Mira Novak on Sundays', '2026-07-01', { category: 'work' }),
    fact('The shop of Mira Novak’s mother is closed', '2026-07-01', { fields: { project: 'food' } }),
    fact('The garden has a novak of its own', '2026-07-01', { fields: { project: 'garden' } }),
    fact('Prices at Novakia rise, and The Novakian said so', '2026-07-01', { fields: { project: 'money' } }),
  ];
  const news = ['plays the cello', 'paints boats', 'is a pilot'].map((does) => day(`Mira Novak ${does}`, 3));
  const { proposals } = await dreamOf([before, news]);
  const page = '2_Wiki/Entities/Mira Novak.md';
  expect(proposals.at(-1)?.pages.map((one) => one.page)).toEqual([page]);
  expect(proposals.at(-1)?.related).toEqual({
    [page]: ['1_Projects/Food.md', '3_Personal/Work.md'],
    '1_Projects/Food.md': [page],
    '3_Personal/Work.md': [page],
  });
});
