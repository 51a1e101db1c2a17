// What status says where a night left no commit, where a lock stands, and where a merge waits: with real repositories.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memvaultHere } from '../support/in-process.ts';
import { type Ended, makePlace, type Place, program } from '../support/memvault.ts';

interface Status {
  readonly lastResult: string | null;
  readonly failures: number;
  readonly lock: Readonly<Record<string, unknown>> | null;
  readonly git: { readonly uncommittedRuns: readonly string[]; readonly conflicts: readonly string[] };
}

let place: Place;
let vault: string;

const run = async (...args: string[]): Promise<Ended> => await memvaultHere(place, args, { cwd: vault });
const must = async (...args: string[]): Promise<string> => {
  const ended = await run(...args);
  expect(ended, args.join(' ')).toMatchObject({ status: 0 });
  return ended.stdout;
};
const git = async (...args: string[]): Promise<Ended> =>
  await program(place, 'git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], { cwd: vault });
const status = async (): Promise<Status> => JSON.parse(await must('status', '--json')) as Status;
const night = async (): Promise<Ended> => await run('dream', '--batch', '--force', '--commit');
const logOne = async (date: string): Promise<string> =>
  await must('log', `User saw the town of ${date}`, '--date', date, '-q');
const lockFile = (): string => join(vault, '.memvault', 'lock');
const holdLock = (owner: Readonly<Record<string, unknown>>): void =>
  writeFileSync(lockFile(), `${JSON.stringify({ start: '2026-06-30T01:00:00.000Z', verb: 'dream', ...owner })}\n`);

/** A number that no process has. */
const DEAD = 4_194_305;

beforeEach(async () => {
  place = makePlace();
  vault = place.root;
  await program(place, 'git', ['config', '--global', 'init.defaultBranch', 'main'], {});
  await must('init', '.', '-q');
  await git('add', '-A');
  await git('commit', '-qm', 'a vault');
  await logOne('2026-06-20');
});
afterEach(() => place.remove());

describe('a night without its commit', () => {
  it('that a hook refused is told until a commit holds it', async () => {
    const hook = join(vault, '.git', 'hooks', 'pre-commit');
    writeFileSync(hook, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    expect(await night()).toMatchObject({ status: 3 });
    expect((await status()).git.uncommittedRuns).toHaveLength(1);
    const words = await must('status');
    expect(words).toMatch(/^ {10}1 run not committed; memvault dream --batch --commit tries again and says why$/m);
    expect(words).not.toContain('in order');
    rmSync(hook);
    expect(await run('dream', '--batch', '--commit')).toMatchObject({ status: 0 });
    expect((await status()).git.uncommittedRuns).toEqual([]);
    expect(await must('status')).toContain(', in order');
  });

  it('on a detached HEAD is told, and nothing is in order there, also once all is committed by hand', async () => {
    await git('checkout', '-q', '--detach');
    expect(await must('status')).toMatch(
      /^git {7}no branch \(detached HEAD\), clone \w+\n {10}nothing is committed while no branch is checked out; git switch does that$/m,
    );
    expect(await night()).toMatchObject({ status: 3 });
    expect((await status()).git.uncommittedRuns).toHaveLength(1);
    await git('add', '-A');
    await git('commit', '-qm', 'by hand');
    expect((await status()).git.uncommittedRuns).toEqual([]);
    expect(await must('status')).not.toContain('in order');
    // A later run that nobody wanted committed does not bring it back.
    await logOne('2026-06-21');
    await must('dream', '--yes', '-q');
    expect((await status()).git.uncommittedRuns).toEqual([]);
    await logOne('2026-06-22');
    expect(await night()).toMatchObject({ status: 3 });
    expect((await status()).git.uncommittedRuns).toHaveLength(1);
  });
});

describe('a lock', () => {
  it('of another machine keeps out every night, and status tells it', async () => {
    holdLock({ pid: 4711, host: 'elsewhere' });
    for (const failures of [1, 2]) {
      expect(await night()).toMatchObject({ status: 11 });
      expect(await status()).toMatchObject({
        failures,
        lastAttempt: '2026-07-01T12:00:00.000Z',
        lastResult: expect.stringContaining('the vault is locked by dream (process 4711 on elsewhere') as string,
        lock: { pid: 4711, host: 'elsewhere', start: '2026-06-30T01:00:00.000Z', verb: 'dream', alive: null },
      });
    }
    const words = await must('status');
    expect(words).toMatch(/^failures {2}2 in a row; the last: failed: the vault is locked by/m);
    expect(words).toMatch(
      /^lock {6}dream \(process 4711 on elsewhere, since 2026-06-30T01:00:00\.000Z\) blocks every dream; if there is no such process, remove \.memvault\/lock$/m,
    );
    rmSync(lockFile());
    expect(await night()).toMatchObject({ status: 0 });
    expect(await status()).toMatchObject({ failures: 0, lock: null });
  });

  it('of a dead process is taken over by the next dream, as status says; of a living one not', async () => {
    holdLock({ pid: DEAD, host: hostname() });
    expect((await status()).lock).toMatchObject({ pid: DEAD, alive: false });
    expect(await must('status')).toMatch(/^lock {6}dream \(.*\) is dead; the next dream takes it over$/m);
    expect(existsSync(lockFile())).toBe(true);
    expect(await night()).toMatchObject({ status: 0 });
    expect(existsSync(lockFile())).toBe(false);
    holdLock({ pid: process.pid, host: hostname() });
    expect((await status()).lock).toMatchObject({ pid: process.pid, alive: true });
    expect(await must('status')).toMatch(/^lock {6}dream \(.*\) is running$/m);
    writeFileSync(lockFile(), '?');
    expect((await status()).lock).toEqual({ pid: null, host: null, start: null, verb: null, alive: null });
    expect(await must('status')).toMatch(
      /^lock {6}\.memvault\/lock names no process; if no memvault is running here, remove it$/m,
    );
  });

  it('makes lint say that another writes only where one may', async () => {
    await must('dream', '--yes', '-q');
    const page = join(vault, '3_Personal', 'General.md');
    writeFileSync(page, readFileSync(page, 'utf8').replace(/^- User saw.*\n/m, ''));
    const remark = async (): Promise<string | null> =>
      /Another memvault .*? here/.exec((await run('lint')).stderr)?.[0] ?? null;
    expect((await run('lint')).stdout).not.toBe('');
    expect(await remark()).toBeNull();
    holdLock({ pid: DEAD, host: hostname() });
    expect(await remark()).toBeNull();
    holdLock({ pid: process.pid, host: hostname() });
    expect(await remark()).toBe('Another memvault is writing here');
    holdLock({ pid: DEAD, host: 'elsewhere' });
    expect(await remark()).toBe('Another memvault may be writing here');
  });
});

it('tells a file with marks of a merge from one that is only not merged yet', async () => {
  await must('dream', '--yes', '-q');
  for (const [path, text] of [
    ['gone.md', 'one\n'],
    ['both.md', 'one\n'],
  ] as const)
    writeFileSync(join(vault, path), text);
  await git('add', '-A');
  await git('commit', '-qm', 'files');
  await git('switch', '-qc', 'other');
  for (const path of ['gone.md', 'both.md']) writeFileSync(join(vault, path), 'two\n');
  await git('commit', '-qam', 'two');
  await git('switch', '-q', 'main');
  writeFileSync(join(vault, 'both.md'), 'three\n');
  await git('rm', '-q', 'gone.md');
  await git('commit', '-qam', 'three');
  await git('merge', '-q', 'other');
  expect((await status()).git.conflicts).toEqual(['both.md', 'gone.md']);
  expect((await must('status')).split('\n').slice(-3)).toEqual([
    'conflicts both.md has merge markers; resolve them',
    '          gone.md is not merged yet; git status names what is left to do',
    '',
  ]);
});
