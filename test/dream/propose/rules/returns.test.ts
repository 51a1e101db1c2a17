// A value that comes back after another: each change is an update.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Fact } from '../../../../src/model/fact.ts';
import { dreamOf, fact, pageHistory } from './nights.ts';

const ONE_VALUE = (value: string): string => `Max lives in ${value}`;
const CITIES = ['Oslo', 'Rome', 'Lima'];

const dayOf = (at: number): string => `2026-07-${String(at + 1).padStart(2, '0')}`;
const story = (texts: readonly string[]): Fact[] => texts.map((text, at) => fact(text, dayOf(at), { line: at + 5 }));

/** Runs of one value; all but the last are past from their first day to the first of the next. */
function expected(texts: readonly string[]): { current: string[]; sides: string[]; past: string[] } {
  const runs = texts.flatMap((text, at) => (text === texts[at - 1] ? [] : [{ text, from: dayOf(at) }]));
  const past = runs.slice(0, -1).map(({ text, from }, at) => `${text} ${from}..${runs[at + 1]?.from ?? ''}`);
  return { current: runs.slice(-1).map(({ text }) => text), sides: [], past: past.sort() };
}

/** Portions of the facts, cut at some of their days. */
const portions = (facts: readonly Fact[], cuts: readonly boolean[]): Fact[][] =>
  facts.reduce<Fact[][]>((all, one, at) => {
    if (at === 0 || cuts[at] === true) all.push([]);
    all.at(-1)?.push(one);
    return all;
  }, []);

it.each([
  ['A, B, A', [0, 1, 0]],
  ['A, B, A, B', [0, 1, 0, 1]],
  ['A, A, B, A', [0, 0, 1, 0]],
  ['A, B, C, A', [0, 1, 2, 0]],
])('%s in one dream is one update each, and no question is left', async (_name, values) => {
  const texts = values.map((value) => ONE_VALUE(CITIES[value] ?? ''));
  const { view, plans } = await dreamOf([story(texts)]);
  expect(pageHistory(view)).toEqual(expected(texts));
  expect(plans.flatMap(({ reviews }) => reviews)).toEqual([]);
});

it('equal statements with nothing between stay duplicates', async () => {
  const texts = [0, 0, 0].map(() => ONE_VALUE('Oslo'));
  const { view } = await dreamOf([story(texts)]);
  expect([...view.ledger.values()].map(({ as }) => as)).toEqual(['placed', 'duplicate', 'duplicate']);
});

it('what a person keeps apart does not take turns', async () => {
  const facts = story([0, 1].map((value) => ONE_VALUE(CITIES[value] ?? '')));
  const { view } = await dreamOf([facts], { rejected: [[facts[0]?.id ?? '', facts[1]?.id ?? '']] });
  expect(pageHistory(view).current).toHaveLength(2);
});

it('what is pinned stays', async () => {
  const facts = story([0, 1, 0].map((value) => ONE_VALUE(CITIES[value] ?? '')));
  const { view } = await dreamOf([facts], { pinned: [facts[1]?.id ?? ''] });
  expect(pageHistory(view).current).toContain(ONE_VALUE('Rome'));
});

it('the last is current and the past is what was said in turn, however the nights fall', async () => {
  const values = fc.array(fc.nat(2), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(values, fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), async (said, cuts) => {
      const texts = said.map((value) => ONE_VALUE(CITIES[value] ?? ''));
      const { view } = await dreamOf(portions(story(texts), cuts));
      expect(pageHistory(view)).toEqual(expected(texts));
    }),
    { numRuns: 160 },
  );
});
