// memvault explain on real vaults: what is said of a page, and of what is neither a fact nor a page.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runHere } from '../support/here.ts';
import { type Ended, makePlace } from '../support/memvault.ts';

interface Room {
  readonly cwd: string;
  run(now: string, ...argv: string[]): Promise<Ended>;
}

async function room(...facts: readonly string[]): Promise<Room> {
  const place = makePlace();
  onTestFinished(place.remove);
  const cwd = join(place.root, 'v');
  await runHere({ place, cwd: place.root, now: '2026-07-01T10:00:00Z' }, ['init', 'v', '--no-input']);
  mkdirSync(join(cwd, 'daily'), { recursive: true });
  writeFileSync(join(cwd, 'daily/2026-07-01.md'), `# Daily Log - 2026-07-01\n\n## 10:00 — abc12345\n\n${facts.map((fact) => `- ${fact}\n`).join('')}`);
  return { cwd, run: async (now, ...argv) => await runHere({ place, cwd, now: `${now}T10:00:00Z` }, argv) };
}

test('the runs of a page hold the one that took a fact off it, which is as new as its day says', async () => {
  const { cwd, run } = await room('[work] User works at Google ^k3v9x2ab4q', '[work] User likes his desk ^m4w8y3bc5r');
  await run('2026-07-02', 'dream', '--batch', '--force');
  expect(await run('2026-07-05', 'forget', 'm4w8y3bc5r', '--yes')).toMatchObject({ status: 0 });
  const story = async (): Promise<{ updated: string; runs: { date: string; kind: string; facts: Record<string, number> }[] }> => JSON.parse((await run('2026-07-06', 'explain', 'Work', '--json')).stdout) as Awaited<ReturnType<typeof story>>;
  const { updated, runs } = await story();
  expect(runs).toMatchObject([{ date: '2026-07-02', kind: 'ingest', facts: { placed: 2 } }, { date: '2026-07-05', kind: 'forget', facts: { forgotten: 1 } }]);
  expect(updated).toBe(runs.at(-1)?.date);
  expect(readFileSync(join(cwd, '3_Personal/Work.md'), 'utf8')).toContain(`updated: ${updated}\n`);
  expect((await run('2026-07-06', 'explain', 'Work')).stdout).toMatch(/\n {2}2026-07-05 {2}r-20260705-\S+, forget: 1 forgotten\n/);
});

test('runs of one day stand in the order of log.md, also on a page whose link needs escapes', async () => {
  const { cwd, run } = await room('[work] User works at Google [project:: Atlas (old)] ^k3v9x2ab4q', '[work] Atlas ships in June [project:: Atlas (old)] ^m4w8y3bc5r');
  await run('2026-07-02', 'dream', '--batch', '--force');
  const path = '1_Projects/Atlas (old).md';
  const page = join(cwd, path);
  for (let at = 0; at < 3; at++) {
    writeFileSync(page, readFileSync(page, 'utf8').replace(/^title: .*\n/m, ''));
    await run('2026-07-02', 'lint', '--fix', '--rule', 'front-matter');
  }
  const { runs } = JSON.parse((await run('2026-07-02', 'explain', path, '--json')).stdout) as { runs: { run: string; kind: string }[] };
  expect(runs.map(({ kind }) => kind)).toEqual(['ingest', 'lint', 'lint', 'lint']);
  expect(runs.map(({ run: id }) => id)).toEqual([...readFileSync(join(cwd, 'log.md'), 'utf8').matchAll(/^(r-\S+),/gm)].map(([, id]) => id));
});

test('the id of a review is told as one', async () => {
  const { run } = await room('[work] The ingress is nginx `kubernetes` ^k3v9x2ab4q', '[work] The cluster has three nodes `k8s` ^m4w8y3bc5r');
  const { reviews } = JSON.parse((await run('2026-07-02', 'review', 'list', '--json')).stdout) as { reviews: { id: string }[] };
  const [{ id } = { id: '' }] = reviews;
  for (const typed of [id, id.slice(0, 8)]) {
    for (const verb of ['explain', 'open']) expect(await run('2026-07-02', verb, typed)).toMatchObject({ status: 2, stderr: `memvault: ${id} is no fact but a review\n  memvault review list --all shows what it asks\n` });
  }
});
