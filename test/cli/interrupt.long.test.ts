// Ctrl-C, and the signals by which others end a program, in the middle of long work: what was done stands, the rest
// waits, nothing is half written, and no lock is left behind.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { hashFolder } from '../support/folder-hash.ts';
import { makePlace, memvault, program } from '../support/memvault.ts';

const DAYS = 60;
const runsIn = (vault: string): number =>
  readFileSync(join(vault, 'log.md'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('] ingest |')).length;

const BIRDS = ['heron', 'robin', 'swift', 'finch', 'crane', 'goose', 'raven', 'eagle'];
const facts = Array.from({ length: DAYS * 8 }, (_, i) =>
  JSON.stringify({
    content: `User saw ${i + 1} birds, ${BIRDS[i % 8]} first, at the lake of ward ${i % 13}`,
    category: ['event', 'work', 'skill'][i % 3],
    tags: [`trip${i % 7}`],
    date: new Date(Date.UTC(2026, 3, 1 + Math.floor(i / 8))).toISOString().slice(0, 10),
  }),
).join('\n');

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends it with %i after a whole run; the next dream goes on', async (signal, status) => {
  const place = makePlace();
  const vault = join(place.root, 'vault');
  const inVault = { cwd: vault };
  try {
    await memvault(place, ['init', '--no-git', vault]);
    await memvault(place, ['log', '--jsonl', '-q'], { ...inVault, input: facts });
    const logs = hashFolder(join(vault, 'daily'));

    const stopped = await memvault(place, ['dream', '--yes', '--max-days', '1'], {
      ...inVault,
      onStart: (child) =>
        void (async () => {
          while (child.exitCode === null && runsIn(vault) < 3) await sleep(5);
          child.kill(signal);
        })(),
    });
    expect(stopped.status).toBe(status);
    expect(stopped.stdout).toContain('Stopped; what was done stands.');
    const runs = runsIn(vault);
    expect(runs).toBeGreaterThanOrEqual(3);
    expect(runs).toBeLessThan(DAYS);
    expect(existsSync(join(vault, '.memvault', 'lock'))).toBe(false);
    expect(await memvault(place, ['lint', '-q'], inVault)).toEqual({ status: 0, stdout: '', stderr: '' });

    const rest = await memvault(place, ['dream', '--yes'], inVault);
    expect(rest.status).toBe(0);
    expect(JSON.parse((await memvault(place, ['facts', '--pending', '--json'], inVault)).stdout)).toMatchObject({
      facts: [],
    });
    expect(await memvault(place, ['lint', '--strict', '-q'], inVault)).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(hashFolder(join(vault, 'daily'))).toEqual(logs);
  } finally {
    place.remove();
  }
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)(
  '%s while git waits for a hook: another one ends a dream at once, the first an undo; no lock is left',
  async (signal, status) => {
    const place = makePlace();
    const vault = join(place.root, 'vault');
    const [lock, waits] = [join(vault, '.memvault', 'lock'), join(place.root, 'waits')];
    const signalled = async (args: readonly string[], isAgain: boolean): Promise<number | null> => {
      rmSync(waits, { force: true });
      const ended = await memvault(place, args, {
        cwd: vault,
        onStart: (child) =>
          void (async () => {
            while (child.exitCode === null && !existsSync(waits)) await sleep(10);
            expect([child.exitCode, existsSync(lock)]).toEqual([null, true]);
            child.kill(signal);
            if (!isAgain) return;
            await sleep(400);
            expect([child.exitCode, existsSync(lock)]).toEqual([null, true]);
            // On a machine with much to do two may arrive as one, which is no second.
            for (; child.exitCode === null && child.signalCode === null; await sleep(400)) child.kill(signal);
          })(),
      });
      // The hook waits still: what ended was not ended by its end.
      process.kill(Number(readFileSync(waits, 'utf8')));
      return ended.status;
    };
    try {
      const git = {
        ...place.env,
        GIT_AUTHOR_NAME: 'a',
        GIT_AUTHOR_EMAIL: 'a@b',
        GIT_COMMITTER_NAME: 'a',
        GIT_COMMITTER_EMAIL: 'a@b',
      };
      Object.assign(place, { env: git });
      await memvault(place, ['init', vault]);
      await memvault(place, ['log', '--jsonl', '-q'], {
        cwd: vault,
        input: '{"content":"User has a dog","date":"2026-06-30"}',
      });
      await program(place, 'git', ['commit', '-qm', 'first', '--allow-empty'], { cwd: vault });
      writeFileSync(
        join(vault, '.git/hooks/pre-commit'),
        `#!/bin/sh\necho $$ > ${waits}.new; mv ${waits}.new ${waits}\nexec sleep 50\n`,
        { mode: 0o755 },
      );
      expect(await signalled(['dream', '--yes', '--commit'], true)).toBe(status);
      expect(existsSync(lock)).toBe(false);
      expect((await memvault(place, ['status'], { cwd: vault })).stdout).toContain(
        'failed: ended by a signal; changes made so far stay',
      );
      expect(await signalled(['dream', '--undo', '--yes', '--commit'], false)).toBe(status);
      expect(existsSync(lock)).toBe(false);
      expect(await memvault(place, ['lint', '-q'], { cwd: vault })).toEqual({ status: 0, stdout: '', stderr: '' });
    } finally {
      place.remove();
    }
  },
);

test('SIGTERM while forget looks for what still says it: what was asked for is done and said, and the search ends', async () => {
  const place = makePlace();
  const vault = join(place.root, 'vault');
  const inVault = { cwd: vault };
  try {
    await memvault(place, ['init', '--no-git', vault]);
    const id = (await memvault(place, ['log', 'User has a cat named Kiwi'], inVault)).stdout.trim();
    mkdirSync(join(vault, 'notes'));
    for (let note = 0; note < 250; note++)
      writeFileSync(
        join(vault, `notes/${note}.md`),
        Array.from(
          { length: 150 },
          (_, line) => `- ${BIRDS.map((bird, at) => `${bird}${(note * line + at) % 97}`).join(' ')}.\n`,
        ).join(''),
      );

    const stopped = await memvault(place, ['forget', id, '--purge', '--yes'], {
      ...inVault,
      onStart: (child) =>
        void (async () => {
          while (child.exitCode === null && !existsSync(join(vault, '.memvault/tombstones.jsonl'))) await sleep(5);
          child.kill('SIGTERM');
        })(),
    });
    expect(stopped).toEqual({
      status: 143,
      stdout: expect.stringContaining(`Forgot ${id}`),
      stderr: expect.stringContaining('memvault forget --verify'),
    });
    expect(existsSync(join(vault, '.memvault', 'lock'))).toBe(false);
    expect(await memvault(place, ['forget', '--verify'], inVault)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('No leaks in '),
    });
  } finally {
    place.remove();
  }
});
