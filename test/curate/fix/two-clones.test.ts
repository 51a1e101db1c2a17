// Two clones that decided about the same pair of claims without knowing of each other: after a merge one decision holds
// on both, no dream decides it otherwise, and lint finds nothing.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHere } from '../../support/here.ts';
import { type Ended, makePlace, type Place } from '../../support/memvault.ts';

let place: Place;
let next = 0;
beforeAll(() => {
  place = makePlace();
});
afterAll(() => place.remove());

const NOW = '2026-07-05T12:00:00Z';
const LATER = '2026-07-05T13:00:00Z';
const at = async (cwd: string, now: string, args: readonly string[]): Promise<Ended> =>
  await runHere({ place, cwd, now }, args);
const git = (cwd: string, ...args: string[]): void =>
  void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd, stdio: 'pipe' });

async function must(cwd: string, now: string, args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await at(cwd, now, args);
  expect({ args, status, stderr: status === 0 ? '' : stderr }).toEqual({ args, status: 0, stderr: '' });
  return stdout;
}

/** A vault with two claims, and a clone of it; the ids of their facts, the older first. */
async function twoClones(): Promise<{ here: string; there: string; older: string; newer: string }> {
  const [here, there] = [join(place.root, `here${next}`), join(place.root, `there${next++}`)];
  await must(place.root, NOW, ['init', here, '-q']);
  for (const [key, value] of [
    ['user.name', 'a'],
    ['user.email', 'a@b'],
  ] as const)
    git(here, 'config', key, value);
  const logged = async (text: string, day: string): Promise<string> =>
    (await must(here, NOW, ['log', text, '-c', 'home', '--date', day])).trim();
  const older = await logged('Bob waters the plants', '2026-06-28');
  const newer = await logged('The plants are watered by Bob', '2026-06-30');
  await must(here, NOW, ['dream', '--batch', '--force', '--commit', '-q']);
  git(place.root, 'clone', '-q', here, there);
  git(there, 'config', 'user.name', 'a');
  git(there, 'config', 'user.email', 'a@b');
  await must(there, NOW, ['init', '-q']);
  return { here, there, older, newer };
}

const page = (root: string): string => readFileSync(join(root, '3_Personal/Home.md'), 'utf8');

test.each<readonly [what: string, here: readonly string[], there: readonly string[], says: string]>([
  ['folded by both', ['--same-as'], ['--same-as'], '- Bob waters the plants[^older][^newer]\n'],
  ['replaced by both', ['--replaces'], ['--replaces'], '- The plants are watered by Bob[^newer]\n'],
])('%s', async (_what, first, second, says) => {
  const { here, there, older, newer } = await twoClones();
  await must(here, NOW, ['fix', newer, ...first, older, '--commit']);
  await must(there, LATER, ['fix', newer, ...second, older, '--commit']);
  git(there, 'pull', '-q', '--no-rebase', '--no-edit');
  git(here, 'pull', '-q', '--no-rebase', '--no-edit', there);
  const wanted = says.replace('older', older).replace('newer', newer);
  for (const root of [here, there]) {
    expect(page(root)).toContain(wanted);
    await must(root, '2026-07-06T12:00:00Z', ['dream', '--batch', '--force', '-q']);
    expect(page(root)).toContain(wanted);
    await must(root, LATER, ['lint', '-q']);
  }
  expect(page(here)).toBe(page(there));
});

test('folded by one and replaced by the other: one decision holds on both', async () => {
  const { here, there, older, newer } = await twoClones();
  await must(here, NOW, ['fix', newer, '--same-as', older, '--commit']);
  await must(there, LATER, ['fix', newer, '--replaces', older, '--commit']);
  git(there, 'pull', '-q', '--no-rebase', '--no-edit');
  git(here, 'pull', '-q', '--no-rebase', '--no-edit', there);
  for (const root of [here, there]) {
    await must(root, '2026-07-06T12:00:00Z', ['dream', '--batch', '--force', '-q']);
    await must(root, '2026-07-06T13:00:00Z', ['lint', '-q']);
  }
  expect(page(here).replace(/^updated:.*$/m, '')).toBe(page(there).replace(/^updated:.*$/m, ''));
});
