// The look of a night at the vault's health: at most once in so many days, an entry in log.md and nothing else, and
// whatever goes wrong with it costs the dream nothing.
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashFolder } from '../support/folder-hash.ts';
import { memvaultHere } from '../support/in-process.ts';
import { type Ended, makePlace, type Place, program } from '../support/memvault.ts';

let place: Place;
let vault: string;
beforeEach(async () => {
  place = makePlace();
  vault = join(place.root, 'vault');
  await memvaultHere(place, ['init', vault, '-q']);
});
afterEach(() => place.remove());

const on = async (day: string, args: readonly string[], input = ''): Promise<Ended> =>
  await memvaultHere(place, [...args, '--vault', vault], {
    input,
    env: { ...place.env, MEMVAULT_NOW: `${day}T01:00:00Z` },
  });
const night = async (day: string, ...flags: string[]): Promise<Ended> => await on(day, ['dream', '--batch', ...flags]);
const read = (path: string): string => readFileSync(join(vault, path), 'utf8');
const linted = (): string[] =>
  [...read('log.md').matchAll(/^## \[([\d-]+)\] lint \| by night$/gm)].map(([, day = '']) => day);
const add = async (day: string): Promise<void> =>
  void (await on(day, ['log', '--jsonl', '-q'], `{"content":"User visited the town of ${day}","date":"${day}"}\n`));
/** A warning of a rule that was always there. */
const breakSource = (): void =>
  writeFileSync(
    join(vault, '3_Personal/General.md'),
    read('3_Personal/General.md').replace('](../daily/2026-07-01', '](../daily/2026-06-30'),
  );

/** A vault whose first dream was on this day; it wrote one page. */
async function dreamt(): Promise<void> {
  await add('2026-07-01');
  await on('2026-07-05', ['dream', '--batch', '--force', '-q']);
  expect(linted()).toEqual([]);
}

test('a night looks seven days after the first dream and each seventh day from then on, also where nothing is to be dreamt', async () => {
  await dreamt();
  const days = Array.from({ length: 20 }, (_, at) => `2026-07-${String(at + 6).padStart(2, '0')}`);
  for (const day of days) expect(await night(day)).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(linted()).toEqual(['2026-07-12', '2026-07-19']);
  expect(read('log.md')).toMatch(/^r-20260712-0300-[0-9a-f]{6}, 0 errors, 0 warnings, 0 notes; health 100$/m);
});

test('it writes its entry and no other byte, and says nothing again on the same day', async () => {
  await dreamt();
  await on('2026-07-06', ['search', 'town']);
  const before = hashFolder(vault);
  expect(JSON.parse((await night('2026-07-12', '--json')).stdout)).toMatchObject({
    ran: false,
    lint: { run: expect.stringMatching(/^r-20260712/) as string, errors: 0, warnings: 0, notes: 0, health: 100 },
  });
  const after = hashFolder(vault);
  expect(Object.keys(after).filter((path) => after[path] !== before[path])).toEqual(['log.md']);
  expect(JSON.parse((await night('2026-07-12', '--json')).stdout)).toMatchObject({ ran: false, lint: null });
  expect(hashFolder(vault)).toEqual(after);
});

test('with a dream it comes after it, is in the same commit, and says what it found', async () => {
  await dreamt();
  await add('2026-07-08');
  breakSource();
  const { status, stdout } = await night('2026-07-12', '--commit');
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /^Consolidated 1 fact[^]*\nLint: 0 errors, 1 warning, 0 notes; health 97; memvault lint shows what was found\.\n/,
  );
  expect(read('log.md')).toMatch(
    /\] ingest [^]*\] lint \| by night\nr-\S+, 0 errors, 1 warning, 0 notes; health 97: citations 1\n$/,
  );
  expect((await program(place, 'git', ['-C', vault, 'log', '--format=%s'])).stdout).toBe('dream: 2 facts (General)\n');
  expect((await program(place, 'git', ['-C', vault, 'status', '--short', 'log.md'])).stdout).toBe('');
});

test('alone it is committed, too, and status tells of it', async () => {
  await dreamt();
  await on('2026-07-05', ['dream', '--batch', '--commit', '-q']);
  breakSource();
  expect((await on('2026-07-11', ['status'])).stdout).not.toMatch(/^lint /m);
  expect(JSON.parse((await on('2026-07-11', ['status', '--json'])).stdout)).toMatchObject({ lint: null });
  expect(await night('2026-07-12', '--commit')).toMatchObject({ status: 0 });
  expect((await program(place, 'git', ['-C', vault, 'log', '-1', '--format=%s', '--name-only'])).stdout).toMatch(
    /^lint: 0 errors, 1 warning, 0 notes; health 97\n\n(?:.+\n)*log\.md\n/,
  );
  expect((await on('2026-07-13', ['status'])).stdout).toMatch(
    /^last run +2026-07-05 rules\/2: [^]*^lint +2026-07-12 health 97: 1 warning$/m,
  );
  expect(JSON.parse((await on('2026-07-13', ['status', '--json'])).stdout)).toMatchObject({
    lint: { at: '2026-07-12T01:00:00.000Z', errors: 0, warnings: 1, notes: 0, health: 97 },
  });
});

test('what is broken is told on stderr, so that cron mails it', async () => {
  await dreamt();
  writeFileSync(
    join(vault, '.memvault/marks.jsonl'),
    '{"fact":"k3v9x2ab4q","mark":"pim","at":"2026-07-04T03:00:00Z"}\n',
  );
  const { status, stdout, stderr } = await night('2026-07-12', '-q');
  expect([status, stdout]).toEqual([0, '']);
  expect(stderr).toMatch(/^memvault: lint: [1-9]\d* errors?, /);
});

test('what another clone found counts, and what this one forgot stands in log.md', async () => {
  await dreamt();
  await night('2026-07-12');
  rmSync(join(vault, '.memvault/state.json'));
  expect(JSON.parse((await on('2026-07-13', ['status', '--json'])).stdout)).toMatchObject({
    lint: { at: '2026-07-12', errors: 0, health: 100 },
  });
  await night('2026-07-13');
  expect(linted()).toEqual(['2026-07-12']);
});

test('a person who dreams, a dream that is forced and a rehearsal do not look', async () => {
  await dreamt();
  await add('2026-07-08');
  for (const args of [
    ['dream', '--dry-run'],
    ['dream', '--batch', '--force'],
    ['dream', '--yes'],
  ])
    expect(await on('2026-07-12', args)).toMatchObject({ status: 0 });
  expect(linted()).toEqual([]);
});

test('a look that fails is told of, costs the dream nothing, and is tried again on the next day', async () => {
  await dreamt();
  await add('2026-07-08');
  // A dream reads no such file.
  const odd = join(vault, '.memvault/odd.jsonl');
  symlinkSync('odd.jsonl', odd);
  const { status, stderr } = await night('2026-07-12');
  expect(stderr).toMatch(/^memvault: checking the vault's health failed: /m);
  expect([status, read('3_Personal/General.md').includes('2026-07-08')]).toEqual([0, true]);
  expect((await on('2026-07-12', ['status'])).stdout).toMatch(/^lint +2026-07-12 failed: /m);
  expect(await night('2026-07-12')).toEqual({ status: 0, stdout: '', stderr: '' });
  rmSync(odd);
  await night('2026-07-13');
  expect(linted()).toEqual(['2026-07-13']);
});

test('a run that only looked cannot be taken back, and does not stand before the dream', async () => {
  await dreamt();
  await night('2026-07-12');
  const [, run = ''] = /^(r-20260712-\S+),/m.exec(read('log.md')) ?? [];
  expect(await on('2026-07-12', ['dream', '--undo', run, '--yes'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('nothing to take back') as string,
  });
  expect((await on('2026-07-12', ['dream', '--undo', '--yes'])).stdout).toMatch(/^Undid r-20260705-/);
});

test('where another clone dreams by night nobody looks, and neither while somebody else writes; nothing is said of it', async () => {
  await dreamt();
  const lock = join(vault, '.memvault/lock');
  writeFileSync(
    lock,
    `${JSON.stringify({ pid: process.pid, host: hostname(), start: '2026-07-12T00:00:00Z', verb: 'review' })}\n`,
  );
  expect(await night('2026-07-12')).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(JSON.parse((await on('2026-07-12', ['status', '--json'])).stdout)).toMatchObject({ failures: 0, lint: null });
  rmSync(lock);
  await on('2026-07-12', ['config', 'set', 'dream.host', 'zzzz']);
  expect(await night('2026-07-12')).toMatchObject({ status: 0 });
  expect(linted()).toEqual([]);
  await on('2026-07-12', ['config', 'set', 'dream.host', 'any']);
});
