// Two years of one vault, by the program itself: what a search says each day is what the formula says, and the passing
// of time changes no file.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addDays, daysBetween } from '../../src/model/day.ts';
import { hashFolder } from '../support/folder-hash.ts';
import { makePlace, type Place } from '../support/memvault.ts';
import { runHere } from '../two-clones/clone.ts';

const BEGIN = '2026-01-10';
const FACTS = [
  { content: 'User works at Microsoft', category: 'work' },
  { content: 'User plays the cello', category: 'hobby', confidence: 0.5 },
  { content: 'User is Ada', category: 'identity' },
  { content: 'User lost a friend', category: 'event', kind: 'relationship' },
  { content: 'User takes no sugar', category: 'preference', pinned: 'true' },
  { content: 'User met Bob in Rome', category: 'event', at: '2025-11-30' },
] as const;

let place: Place;
let vault: string;
let seed: number;

beforeEach(async () => {
  place = makePlace();
  vault = join(place.root, 'vault');
  seed = 1;
  await mustRun(BEGIN, ['init', '--no-git', vault, '-q'], '', place.root);
  await mustRun(
    BEGIN,
    ['log', '--jsonl', '-q'],
    FACTS.map((fact) => JSON.stringify({ ...fact, date: BEGIN })).join('\n'),
  );
  await mustRun(addDays(BEGIN, 1), ['dream', '--yes', '-q']);
});
afterEach(() => place.remove());

const random = (): number => {
  seed = (seed * 16_807) % 2_147_483_647;
  return seed / 2_147_483_647;
};

async function mustRun(day: string, args: readonly string[], input = '', cwd = vault): Promise<string> {
  const { status, stdout, stderr } = await runHere({ place, random }, cwd, new Date(`${day}T12:00:00Z`), args, input);
  if (status !== 0) throw new Error(`${args.join(' ')}: ${status}\n${stderr}`);
  return stdout;
}

interface Hit {
  readonly text: string;
  readonly confidence: number;
  readonly faded?: true;
  readonly score: number;
}

const hitsOn = async (day: string, query = 'user', ...more: string[]): Promise<Hit[]> =>
  (JSON.parse(await mustRun(day, ['search', query, '-n', '100', '--json', ...more])) as { hits: Hit[] }).hits;

/** By the formula, written once more. `recalled`: the day of the last recall that a run knew of. */
function expectedOn(day: string, { category, ...more }: (typeof FACTS)[number], recalled: string | undefined): number {
  if ('pinned' in more) return 1;
  const start = 'confidence' in more ? more.confidence : 0.9;
  if (category === 'identity' || 'kind' in more) return start;
  const event = 'at' in more ? more.at : BEGIN;
  const idle = daysBetween(recalled !== undefined && recalled > event ? recalled : event, day);
  return Math.round((idle <= 30 ? start : start / 1.030454533953517 ** (idle - 30)) * 1e4) / 1e4;
}

function check(day: string, hits: readonly Hit[], recalls: ReadonlyMap<string, string>): void {
  for (const fact of FACTS) {
    const hit = hits.find(({ text }) => text === fact.content);
    const value = expectedOn(day, fact, recalls.get(fact.content));
    expect([day, fact.content, hit?.confidence, hit?.faded ?? false]).toEqual([day, fact.content, value, value < 0.3]);
  }
  const scores = hits.map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
}

test('without a recall, and without a byte that changes', async () => {
  await mustRun(addDays(BEGIN, 1), ['index', '-q']);
  const before = hashFolder(vault);
  // Every day in which something fades, then one in five: the formula itself is proved for every day beside it.
  for (let days = 1; days <= 730; days += days < 120 ? 1 : 5) {
    const day = addDays(BEGIN, days);
    check(day, await hitsOn(day, 'user', '--no-recall'), new Map());
    if (days % 70 > 0) continue;
    for (const args of [
      ['status'],
      ['lint'],
      ['dream', '--dry-run'],
      ['facts'],
      ['dream', '--batch', '--force'],
      ['search', '*', '--no-recall'],
    ])
      await mustRun(day, args);
    expect(hashFolder(vault)).toEqual(before);
  }
});

test('MEMORY.md is made by runs, and by them alone; an undo brings back the former one, and keeps what a person wrote beside it', async () => {
  const summary = (): string => readFileSync(join(vault, 'MEMORY.md'), 'utf8');
  const former = summary();
  expect(former).toContain('- User works at Microsoft');
  const day = addDays(BEGIN, 200);
  await mustRun(day, ['log', 'User prefers the train to Potsdam', '-c', 'preference', '-q']);
  await mustRun(day, ['search', 'cello']);
  expect(summary()).toBe(former);
  const night = addDays(day, 1);
  await mustRun(night, ['dream', '--yes', '-q']);
  const statements = (): string[] =>
    summary()
      .split('\n')
      .filter((line) => line.startsWith('- '));
  expect(statements().toSorted()).toEqual([
    '- User is Ada',
    '- User prefers the train to Potsdam',
    '- User takes no sugar',
  ]);
  await mustRun(night, ['dream', '--undo', '--yes', '-q']);
  expect(summary()).toBe(former);
  await mustRun(night, ['dream', '--yes', '-q']);
  writeFileSync(join(vault, 'MEMORY.md'), `${summary()}\nMine.\n`);
  await mustRun(night, ['dream', '--undo', '--yes', '-q']);
  expect(summary()).toMatch(/\n\nMine\.\n$/);
  expect(statements()).not.toContain('- User prefers the train to Potsdam');
});

test('with recalls, which count from the next run on', async () => {
  const known = new Map<string, string>();
  const shown = new Map<string, string>();
  for (let days = 2; days <= 730; days++) {
    const day = addDays(BEGIN, days);
    if (days % 50 === 12) {
      for (const { text } of await hitsOn(day, days % 100 === 12 ? 'cello' : 'Microsoft', '--limit', '1'))
        shown.set(text, day);
    } else if (days % 25 === 20) await mustRun(day, ['log', `Weather of ${day}`, '-c', 'weather', '-q']);
    else if (days % 25 === 21) {
      await mustRun(day, ['dream', '--yes', '-q']);
      for (const [text, last] of shown) known.set(text, last);
    }
    if (days % 7 === 0 || days % 25 === 21) check(day, await hitsOn(day, 'user', '--no-recall'), known);
  }
  expect([...known.keys()]).toEqual(['User plays the cello', 'User works at Microsoft']);
  expect(await mustRun(addDays(BEGIN, 730), ['lint'])).toBe('');
});
