// Quarantine, held-back facts and the catalogue as the command line shows them.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeExample } from '../lint/folders.ts';
import { makePlace, memvault, type Ended, type Place } from '../support/memvault.ts';

const zones = {
  inbox: '0_Inbox',
  projects: '1_Projects',
  wiki: '2_Wiki',
  personal: '3_Personal',
  assets: '4_Assets',
  archives: '5_Archives',
};
let place: Place;
let root: string;

const run = async (...args: string[]): Promise<Ended> => await memvault(place, [...args, '--vault', root]);
const json = async (...args: string[]): Promise<Record<string, unknown>> =>
  JSON.parse((await run(...args, '--json')).stdout) as Record<string, unknown>;
const hits = async (word: string): Promise<unknown> =>
  ((await json('search', word))['hits'] as { kind: string; id: string }[]).map(({ kind, id }) => [kind, id]);

beforeAll(async () => {
  place = makePlace();
  root = join(place.root, 'vault');
  await memvault(place, ['init', '--no-git', root]);
  writeExample(
    { root, dailyDir: 'daily', zones },
    `== daily/2026-06-28.md
- [work] Quarantined trouble ^aaaaaaaaaa
- [work] Undone plan ^bbbbbbbbbb
== .memvault/ledger/2026-06.jsonl
{"fact":"aaaaaaaaaa","day":"2026-06-28","as":"quarantined","reason":"failed 3 times: the engine said nothing of it","at":"2026-06-29T03:00:00.000Z","run":"r-20260629-0300-7f3a9c"}
{"fact":"bbbbbbbbbb","day":"2026-06-28","as":"placed","page":"3_Personal/Work.md","at":"2026-06-29T03:00:00.000Z","run":"r-20260629-0300-7f3a9c"}
{"fact":"bbbbbbbbbb","day":"2026-06-28","as":"pending","undoes":"r-20260629-0300-7f3a9c","at":"2026-06-29T09:00:00.000Z","run":"r-20260629-0900-7f3a9d"}
`,
  );
});
afterAll(() => place.remove());

it('a quarantined fact is found as a fact, counted by status, and no reason for a dream', async () => {
  expect(await hits('trouble')).toEqual([['fact', 'aaaaaaaaaa']]);
  expect(await json('status')).toMatchObject({
    quarantined: 1,
    due: false,
    pending: { facts: 1, days: 1 },
    dueReason: 'nothing is pending but 1 fact that you undid; memvault dream decides it again',
  });
  expect(await run('dream', '--batch')).toMatchObject({ status: 0, stdout: '', stderr: '' });
});

it('what was undone is no part of what a night counts', async () => {
  writeExample({ root, dailyDir: 'daily', zones }, '== daily/2026-06-30.md\n- [work] Of yesterday ^dddddddddd\n');
  expect(await json('status')).toMatchObject({
    pending: { facts: 2, days: 2 },
    dueReason: '1 fact pending, fewer than 20; due at the latest on 2026-07-03',
  });
  rmSync(join(root, 'daily/2026-06-30.md'));
});

it('a night decides what is new, leaves what was undone and says so, with status 0', async () => {
  writeExample({ root, dailyDir: 'daily', zones }, '== daily/2026-06-27.md\n- [work] Something new ^cccccccccc\n');
  const { status, stderr } = await run('dream', '--batch');
  expect(status).toBe(0);
  expect(stderr).toContain(
    '1 fact left as you wanted (bbbbbbbbbb): r-20260629-0300-7f3a9c decided the same, and it was undone; memvault dream decides it again\n',
  );
  expect(await hits('new')).toEqual([['claim', 'cccccccccc']]);
  expect(await hits('undone')).toEqual([['fact', 'bbbbbbbbbb']]);
});

it('a person’s dream decides it, and on request what is quarantined', async () => {
  const { status, stdout } = await run('dream', '--yes', '--retry');
  expect([status, stdout]).toEqual([
    0,
    expect.stringContaining('Consolidated 2 facts of 1 day: 2 placed.\n') as string,
  ]);
  expect(stdout).toContain('\nOf these, 1 fact was quarantined until now.\n');
  expect(await hits('trouble')).toEqual([['claim', 'aaaaaaaaaa']]);
  expect(await hits('undone')).toEqual([['claim', 'bbbbbbbbbb']]);
  // The two runs that only the ledger tells of have no entry in log.md.
  expect(((await json('lint'))['findings'] as { rule: string }[]).filter(({ rule }) => rule !== 'run-log')).toEqual([]);
});

it('index.md is brought in step though nothing is to be decided, and not by a rehearsal', async () => {
  const [index, log] = [join(root, 'index.md'), join(root, 'log.md')];
  const [wanted, entries] = [readFileSync(index, 'utf8'), readFileSync(log, 'utf8')];
  writeFileSync(index, wanted.replace('<!-- memvault:index -->\n', '<!-- memvault:index -->\nold\n'));
  await run('dream', '--dry-run');
  expect(readFileSync(index, 'utf8')).toContain('\nold\n');
  expect((await json('dream', '--yes'))['ran']).toBe(false);
  expect(readFileSync(index, 'utf8')).toBe(wanted);
  expect(readFileSync(log, 'utf8')).toBe(entries);
});
