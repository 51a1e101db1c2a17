import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { LookAlikes, type Statement } from '../../../src/dream/propose/look-alikes.ts';
import { openNeighbours } from '../../../src/language/neighbours.ts';

const table = readFileSync('templates/words/neighbours.en.bin');
const neighbours = openNeighbours((from, to) => table.subarray(from, to));

const statement = (id: string, text: string, more: Partial<Statement> = {}): Statement => ({
  id,
  text,
  day: '2026-03-01',
  category: 'general',
  project: null,
  tags: [],
  ...more,
});
const LATER = { day: '2026-04-15' };

const OTHERS = [
  'the greenhouse needs new glass on the north side',
  'tickets for the opera are in the blue drawer',
  'Marta prefers the window seat on long flights',
  'the printer on the third floor jams with thick paper',
  'lunch with the auditors is at noon in the canteen',
  'backups of the photo archive go to the second disk',
  'the hamster sleeps in the study',
  'our plumber only takes cash',
];

let index: LookAlikes;
beforeEach(() => {
  index = new LookAlikes(neighbours);
  for (const [at, text] of OTHERS.entries()) index.add(statement(`other-${at}`, text, { category: 'notes' }));
});
const best = (text: string, more: Partial<Statement> = {}) =>
  index.find(statement('new', text, { ...LATER, ...more }), 5)[0];

describe('what is found', () => {
  test('a value that changed supersedes the old one', () => {
    index.add(statement('old', 'the pottery class meets Tuesdays at 18:00'));
    expect(best('the pottery class moved to Thursdays at 19:00')).toMatchObject({ id: 'old', kind: 'supersede' });
    expect(best('the pottery class moved to Thursdays at 19:00')?.score).toBeGreaterThan(0.5);
  });

  test('the same in other words is a duplicate', () => {
    index.add(statement('old', 'my bank is the cooperative on Harbour Street', { category: 'general' }));
    expect(best("User's bank is the cooperative, Harbour Street")).toMatchObject({ id: 'old', kind: 'merge' });
  });

  test('a source that gives another value contradicts', () => {
    index.add(statement('old', 'the attic ladder carries 120 kg'));
    expect(best('label on the attic ladder: 90 kg')).toMatchObject({ id: 'old', kind: 'contradiction' });
  });

  test('an unrelated statement scores low', () => {
    expect(best('the ferry to the island runs hourly in summer')?.score ?? 0).toBeLessThan(0.1);
  });

  test('a dated past, a question and another project score below a plain change', () => {
    index.add(statement('old', 'the search service runs on Solr', { project: 'atlas' }));
    const change = best('the search service now runs on Vespa', { project: 'atlas' })?.score ?? 0;
    for (const [text, project] of [
      ['back in 2015 the search service ran on Sphinx', 'atlas'],
      ['would the search service be faster on Vespa?', 'atlas'],
      ['the search service runs on Vespa', 'pelican'],
    ] as const)
      expect(best(text, { project })?.score ?? 0, text).toBeLessThan(change);
  });

  test('the later one of a chain ranks first', () => {
    index.add(statement('first', 'the beekeeping course starts on 4 May', { day: '2026-01-10' }));
    index.add(statement('second', 'the beekeeping course is postponed to 11 May', { day: '2026-02-10' }));
    expect(best('the beekeeping course slipped again, to 18 May')?.id).toBe('second');
  });
});

describe('the index', () => {
  test('gives as many as it is asked for, the surest first, without itself', () => {
    for (let at = 0; at < 9; at++) index.add(statement(`f-${at}`, `the choir sings piece ${at} on Sunday`));
    const found = index.find(statement('f-3', 'the choir sings piece 3 on Sunday'), 4);
    expect(found).toHaveLength(4);
    expect(found.map(({ id }) => id)).not.toContain('f-3');
    expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).toSorted((a, b) => b - a));
  });

  test('forgets what is removed, and replaces what is added twice', () => {
    index.add(statement('old', 'the trombone is in the cellar'));
    index.add(statement('old', 'the trombone is in the attic'));
    index.remove('old');
    index.remove('old');
    expect(index.find(statement('new', 'the trombone is sold'), 5).map(({ id }) => id)).not.toContain('old');
  });

  test('the order of adding does not matter', () => {
    const facts = ['the harp is tuned on Mondays', 'the harp is tuned on Fridays', 'harp lessons cost 40 euros'];
    const [one, other] = [new LookAlikes(neighbours), new LookAlikes(neighbours)];
    for (const [at, text] of facts.entries()) one.add(statement(`h-${at}`, text));
    for (const [at, text] of [...facts.entries()].reverse()) other.add(statement(`h-${at}`, text));
    const asked = statement('new', 'the harp is tuned on Sundays now', LATER);
    expect(one.find(asked, 3)).toEqual(other.find(asked, 3));
  });

  test('works without neighbours, and with a text of nothing', () => {
    const plain = new LookAlikes();
    plain.add(statement('old', ''));
    plain.add(statement('tea', 'tea at five'));
    expect(plain.find(statement('new', ''), 3)).toEqual([]);
    expect(plain.find(statement('new', 'tea at six now'), 3)[0]?.id).toBe('tea');
  });
});

test('each feature has weights, and only features have', () => {
  const weights = JSON.parse(readFileSync('templates/words/look-alikes.json', 'utf8')) as Record<string, number[]>;
  const index = new LookAlikes(neighbours);
  index.add(statement('old', 'the trombone is in the attic'));
  const [found] = index.candidates(statement('new', 'the trombone is sold'), 1);
  expect(Object.keys(found?.features ?? {}).sort()).toEqual(Object.keys(weights).sort());
  for (const row of Object.values(weights)) expect(row).toHaveLength(3);
});
