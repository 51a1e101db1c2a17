// What a line says it supersedes is past after the dream, in whatever order the facts happened and were dreamed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { memvaultHere } from '../support/in-process.ts';
import { makePlace, type Place } from '../support/memvault.ts';

interface Vault {
  log(day: string, text: string, ...more: string[]): Promise<string>;
  dream(day: string): Promise<void>;
  /** What a search finds, current statements alone. */
  current(): Promise<string[]>;
  run(day: string, ...args: string[]): Promise<string>;
  page(path: string): string;
}

async function inVault(story: (vault: Vault) => Promise<void>): Promise<void> {
  const place: Place = makePlace();
  const run = async (day: string, ...args: string[]): Promise<string> => {
    const ended = await memvaultHere(place, [...args, '--vault', place.root], {
      env: { ...place.env, MEMVAULT_NOW: `${day}T12:00:00Z` },
    });
    expect(ended).toMatchObject({ status: 0 });
    return ended.stdout;
  };
  try {
    await run('2026-06-01', 'init', place.root);
    await story({
      run,
      page: (path) => readFileSync(join(place.root, path), 'utf8'),
      log: async (day, text, ...more) => (await run(day, 'log', text, '--project', 'harbour', ...more)).trim(),
      dream: async (day) => void (await run(day, 'dream', '--yes')),
      current: async () =>
        (
          JSON.parse(await run('2026-06-30', 'search', 'harbour', '--no-recall', '-n', '50', '--json')) as {
            hits: { text: string }[];
          }
        ).hits
          .map(({ text }) => text)
          .sort(),
    });
  } finally {
    place.remove();
  }
}

const [RED, GREEN, BLUE] = [
  'Buttons of Harbour are red',
  'From spring on all buttons of Harbour shall be green',
  'Somebody painted what one presses in Harbour blue',
];

test('one that speaks of an earlier day', () =>
  inVault(async ({ log, dream, current }) => {
    const red = await log('2026-06-10', RED);
    await dream('2026-06-11');
    await log('2026-06-12', BLUE, '--at', '2026-05-01', '--supersedes', red);
    expect(await current()).toEqual([BLUE]);
    await dream('2026-06-13');
    expect(await current()).toEqual([BLUE]);
  }));

test('one after the other, the last of which speaks of the earliest day', () =>
  inVault(async ({ log, dream, current, run }) => {
    const red = await log('2026-06-10', RED);
    await dream('2026-06-11');
    const green = await log('2026-06-12', GREEN, '--supersedes', red);
    await log('2026-06-12', BLUE, '--at', '2026-05-01', '--supersedes', green);
    expect(await current()).toEqual([BLUE]);
    await dream('2026-06-13');
    expect(await current()).toEqual([BLUE]);
    await run('2026-06-13', 'lint');
  }));

test('a fact that was folded into a claim', () =>
  inVault(async ({ log, dream, current }) => {
    await log('2026-06-09', RED);
    const again = await log('2026-06-10', `${RED}.`);
    await dream('2026-06-11');
    await log('2026-06-12', BLUE, '--at', '2026-05-01', '--supersedes', again);
    expect(await current()).toEqual([BLUE]);
    await dream('2026-06-13');
    expect(await current()).toEqual([BLUE]);
  }));

test('one in the middle that is forgotten hands nothing on', () =>
  inVault(async ({ log, dream, current, run }) => {
    const red = await log('2026-06-10', RED);
    await dream('2026-06-11');
    const green = await log('2026-06-12', GREEN, '--supersedes', red);
    await log('2026-06-12', BLUE, '--at', '2026-05-01', '--supersedes', green);
    await run('2026-06-12', 'forget', green, '--yes');
    expect(await current()).toEqual([RED, BLUE].sort());
    await dream('2026-06-13');
    expect(await current()).toEqual([RED, BLUE].sort());
  }));

test('by hand, on another page: it is past on the page of what replaced it', () =>
  inVault(async ({ log, dream, run, page }) => {
    const red = await log('2026-06-10', RED);
    const blue = await log('2026-06-10', BLUE);
    await dream('2026-06-11');
    await run('2026-06-11', 'fix', blue, '--to', '3_Personal/Paint.md');
    await run('2026-06-12', 'fix', blue, '--replaces', red);
    expect(page('3_Personal/Paint.md')).toContain(`## History\n- ~~${RED}~~ 2026-06-10.[^${red}]`);
    await run('2026-06-12', 'lint');
    await run('2026-06-13', 'dream', '--undo', '--yes');
    expect(page('3_Personal/Paint.md')).not.toContain(RED);
    await run('2026-06-13', 'lint');
  }));
