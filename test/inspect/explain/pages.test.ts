// memvault explain on real vaults: what is said of a page, and of what is no fact or page.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runHere } from '../../support/here.ts';
import { type Ended, makePlace } from '../../support/memvault.ts';

interface Room {
  readonly cwd: string;
  run(now: string, ...argv: string[]): Promise<Ended>;
  /** In a folder of the vault. */
  runIn(folder: string, ...argv: string[]): Promise<Ended>;
}

async function room(...facts: readonly string[]): Promise<Room> {
  const place = makePlace();
  onTestFinished(place.remove);
  const cwd = join(place.root, 'v');
  await runHere({ place, cwd: place.root, now: '2026-07-01T10:00:00Z' }, ['init', '--no-git', 'v', '--no-input']);
  mkdirSync(join(cwd, 'daily'), { recursive: true });
  writeFileSync(
    join(cwd, 'daily/2026-07-01.md'),
    `# Daily Log - 2026-07-01\n\n## 10:00 — abc12345\n\n${facts.map((fact) => `- ${fact}\n`).join('')}`,
  );
  return {
    cwd,
    run: async (now, ...argv) => await runHere({ place, cwd, now: `${now}T10:00:00Z` }, argv),
    runIn: async (folder, ...argv) =>
      await runHere({ place, cwd: join(cwd, folder), now: '2026-07-03T10:00:00Z' }, argv),
  };
}

test('the runs of a page hold the one that took a fact off it, which is as new as its day says', async () => {
  const { cwd, run } = await room('[work] User works at Google ^k3v9x2ab4q', '[work] User likes his desk ^m4w8y3bc5r');
  await run('2026-07-02', 'dream', '--batch', '--force');
  expect(await run('2026-07-05', 'forget', 'm4w8y3bc5r', '--yes')).toMatchObject({ status: 0 });
  const story = async (): Promise<{
    updated: string;
    runs: { date: string; kind: string; facts: Record<string, number> }[];
  }> => JSON.parse((await run('2026-07-06', 'explain', 'Work', '--json')).stdout) as Awaited<ReturnType<typeof story>>;
  const { updated, runs } = await story();
  expect(runs).toMatchObject([
    { date: '2026-07-02', kind: 'ingest', facts: { placed: 2 } },
    { date: '2026-07-05', kind: 'forget', facts: { forgotten: 1 } },
  ]);
  expect(updated).toBe(runs.at(-1)?.date);
  expect(readFileSync(join(cwd, '3_Personal/Work.md'), 'utf8')).toContain(`updated: ${updated}\n`);
  expect((await run('2026-07-06', 'explain', 'Work')).stdout).toMatch(
    /\n {2}2026-07-05 {2}r-20260705-\S+, forget: 1 forgotten\n/,
  );
});

test('runs of one day stand in the order of log.md, also on a page whose link needs escapes', async () => {
  const { cwd, run } = await room(
    '[work] User works at Google [project:: Atlas (old)] ^k3v9x2ab4q',
    '[work] Atlas ships in June [project:: Atlas (old)] ^m4w8y3bc5r',
  );
  await run('2026-07-02', 'dream', '--batch', '--force');
  const path = '1_Projects/Atlas (old).md';
  const page = join(cwd, path);
  for (let at = 0; at < 3; at++) {
    writeFileSync(page, readFileSync(page, 'utf8').replace(/^title: .*\n/m, ''));
    await run('2026-07-02', 'lint', '--fix', '--rule', 'front-matter');
  }
  const { runs } = JSON.parse((await run('2026-07-02', 'explain', path, '--json')).stdout) as {
    runs: { run: string; kind: string }[];
  };
  expect(runs.map(({ kind }) => kind)).toEqual(['ingest', 'lint', 'lint', 'lint']);
  expect(runs.map(({ run: id }) => id)).toEqual(
    [...readFileSync(join(cwd, 'log.md'), 'utf8').matchAll(/^(r-\S+),/gm)].map(([, id]) => id),
  );
});

test('the id of a review is told as one', async () => {
  const { run } = await room('[work] User works at Google ^k3v9x2ab4q', '[work] User works at Microsoft ^m4w8y3bc5r');
  await run('2026-07-02', 'dream', '--batch', '--force');
  const { reviews } = JSON.parse((await run('2026-07-02', 'review', 'list', '--json')).stdout) as {
    reviews: { id: string }[];
  };
  const [{ id } = { id: '' }] = reviews;
  for (const typed of [id, id.slice(0, 8)]) {
    for (const verb of ['explain', 'open'])
      expect(await run('2026-07-02', verb, typed)).toMatchObject({
        status: 2,
        stderr: `memvault: ${id} is a review, not a fact\n  memvault review list --all shows what it asks\n`,
      });
  }
});

test('a page that was renamed keeps the runs of its old name', async () => {
  const { cwd, run } = await room('[work] User works at Google ^k3v9x2ab4q', '[preference] User likes tea ^m4w8y3bc5r');
  await run('2026-07-02', 'dream', '--batch', '--force');
  renameSync(join(cwd, '3_Personal/Work.md'), join(cwd, '3_Personal/Job.md'));
  const runs = async (page: string): Promise<{ date: string; facts: Record<string, number> }[]> =>
    (
      JSON.parse((await run('2026-07-06', 'explain', page, '--json')).stdout) as {
        runs: { date: string; facts: Record<string, number> }[];
      }
    ).runs;
  expect(await runs('Job')).toMatchObject([{ date: '2026-07-02', facts: { placed: 1 } }]);
  await run('2026-07-05', 'dream', '--batch', '--force');
  expect(await runs('Job')).toMatchObject([
    { date: '2026-07-02', facts: { placed: 1 } },
    { date: '2026-07-05', facts: { placed: 1 } },
  ]);
  expect(await runs('Preferences')).toHaveLength(1);
});

test('a fact whose claim a person took off the page is not called current', async () => {
  const { cwd, run } = await room('[work] User works at Google ^k3v9x2ab4q', '[work] User likes his desk ^m4w8y3bc5r');
  await run('2026-07-02', 'dream', '--batch', '--force');
  const page = join(cwd, '3_Personal/Work.md');
  writeFileSync(page, readFileSync(page, 'utf8').replace(/^- User works at Google.*\n/m, ''));
  const { stdout } = await run('2026-07-03', 'explain', 'k3v9x2ab4q');
  expect(stdout).toContain(
    '\nnow         on no page: 3_Personal/Work.md no longer cites it; the next dream records it as removed by hand\n',
  );
  expect(stdout).toContain('memvault fix k3v9x2ab4q --restore');
  expect((await run('2026-07-03', 'explain', 'm4w8y3bc5r')).stdout).toContain(
    '\nnow         current: a claim stands for it\n',
  );
});

test('a page or a line of it is found by a path from where the person is, and by its name alone', async () => {
  const { cwd, run, runIn } = await room(
    '[work] User works at Google ^k3v9x2ab4q',
    '[work] User leads a team ^m4w8y3bc5r',
  );
  await run('2026-07-02', 'dream', '--batch', '--force');
  mkdirSync(join(cwd, '2_Wiki'), { recursive: true });
  const line =
    readFileSync(join(cwd, '3_Personal/Work.md'), 'utf8')
      .split('\n')
      .findIndex((one) => one.startsWith('- User works at Google')) + 1;
  const firstOf = (ended: Ended): string => ended.stdout.split('\n')[0] ?? '';
  for (const typed of [
    '../3_Personal/Work.md',
    '3_Personal/Work.md',
    join(cwd, '3_Personal/Work.md'),
    '[[Work]]',
    '[[Work|my job]]',
    '[[Work#Key Facts]]',
  ])
    expect(firstOf(await runIn('2_Wiki', 'explain', typed)), typed).toBe('Work  3_Personal/Work.md');
  for (const path of [
    '../3_Personal/Work.md',
    '3_Personal/Work.md',
    join(cwd, '3_Personal/Work.md'),
    'Work.md',
    '../daily/2026-07-01.md',
  ]) {
    const isLog = path.includes('daily');
    expect(firstOf(await runIn('2_Wiki', 'explain', `${path}:${isLog ? 5 : line}`)), path).toBe(
      'k3v9x2ab4q  User works at Google',
    );
    expect(firstOf(await runIn('2_Wiki', 'open', `${path}:${isLog ? 5 : line}`)), path).toBe(
      isLog ? 'daily/2026-07-01.md:5' : `3_Personal/Work.md:${line}`,
    );
  }
  expect((await runIn('2_Wiki', 'explain', join(cwd, '../elsewhere.md'))).stderr).toContain('no fact or page');
});

test('the log of a day is no page, and it is said how to come to the stories of its facts', async () => {
  const { run } = await room('[work] User works at Google ^k3v9x2ab4q');
  expect(await run('2026-07-03', 'explain', 'daily/2026-07-01.md')).toMatchObject({
    status: 2,
    stderr:
      'memvault: daily/2026-07-01.md is a daily log; explain takes a single fact\n  memvault facts --since 2026-07-01 --until 2026-07-01 lists them; explain takes an id or a place such as daily/2026-07-01.md:5\n',
  });
  expect((await run('2026-07-03', 'facts', '--since', '2026-07-01', '--until', '2026-07-01')).stdout).toContain(
    'k3v9x2ab4q',
  );
});

test('a name is put into quotes in which a shell changes nothing', async () => {
  const { cwd, run } = await room(
    '[work] It costs [project:: Cost $HOME now!] ^k3v9x2ab4q',
    '[work] It ships [project:: Two words] ^m4w8y3bc5r',
  );
  await run('2026-07-02', 'dream', '--batch', '--force');
  expect((await run('2026-07-03', 'explain', 'Cost $HOME now!')).stdout).toContain(
    "\n  memvault open '1_Projects/Cost $HOME now!.md' ",
  );
  expect((await run('2026-07-03', 'explain', 'Two words')).stdout).toContain(
    '\n  memvault open "1_Projects/Two words.md" ',
  );
  expect((await run('2026-07-03', 'explain', `${cwd}/1_Projects/Cost $HOME now!.md:1`)).stderr).toContain(
    "memvault explain '1_Projects/Cost $HOME now!.md' explains",
  );
});
