// Undo with real repositories: on another clone, from the commit of the run, also from a rewritten
// one; what is refused and what is said; and one that a crash cut short.
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashFolder } from '../support/folder-hash.ts';
import { memvaultHere } from '../support/in-process.ts';
import { type Ended, makePlace, type Place, program } from '../support/memvault.ts';
import { hasTerminals, typedAt } from '../support/terminal.ts';

let place: Place;
let here: string;
let there: string;
let clock = 0;

/** Each call an hour later, so that every run has a time of its own. */
const at = (): string => new Date(Date.UTC(2026, 6, 1, 3 + clock++)).toISOString();
const say = async (cwd: string, ...args: string[]): Promise<Ended> =>
  await memvaultHere(place, args, { cwd, env: { ...place.env, MEMVAULT_NOW: at() } });
const must = async (cwd: string, ...args: string[]): Promise<string> => {
  const ended = await say(cwd, ...args);
  expect(ended, args.join(' ')).toMatchObject({ status: 0 });
  return ended.stdout;
};
const git = async (cwd: string, ...args: string[]): Promise<void> => {
  const ended = await program(place, 'git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
    cwd,
  });
  expect(ended, args.join(' ')).toMatchObject({ status: 0 });
};
const pagesOf = (vault: string): Record<string, string> => hashFolder(vault, /^(\.|daily\/|log\.md)/);
const json = async (cwd: string, ...args: string[]): Promise<Record<string, unknown>> =>
  JSON.parse(await must(cwd, ...args, '--json')) as Record<string, unknown>;
const runsOf = (vault: string): string[] =>
  [...readFileSync(join(vault, 'log.md'), 'utf8').matchAll(/^(r-\S+), rules/gm)].map(([, run = '']) => run);
const exchange = async (from: string, to: string): Promise<void> => {
  await git(from, 'push', '-q', 'origin', 'HEAD:main');
  await git(to, 'pull', '-q', '--no-rebase', '--no-edit', 'origin', 'main');
};

beforeAll(async () => {
  place = makePlace();
  here = join(place.root, 'here');
  there = join(place.root, 'there');
  await program(place, 'git', ['init', '-q', '--bare', '-b', 'main', 'origin']);
  await git(place.root, 'init', '-q', '-b', 'main', 'here');
  await must(place.root, 'init', 'here', '-q');
  await git(here, 'remote', 'add', 'origin', join(place.root, 'origin'));
  await git(here, 'add', '-A');
  await git(here, 'commit', '-qm', 'a vault');
  for (const [text, category, date] of [
    ['User prefers tabs', 'preference', '2026-06-20'],
    ['User works at Google', 'work', '2026-06-20'],
    ['user prefers TABS.', 'preference', '2026-06-21'],
    ['Ann met Bob', 'event', '2026-06-21'],
  ] as const)
    await must(here, 'log', text, '-c', category, '--date', date, '-q');
  await git(here, 'push', '-q', 'origin', 'HEAD:main');
  await git(place.root, 'clone', '-q', join(place.root, 'origin'), 'there');
  await must(there, 'init', '.', '-q');
});
afterAll(() => place.remove());

describe('on the other clone', () => {
  test('a commit of two runs is taken back as a whole, and both clones agree', async () => {
    const before = pagesOf(here);
    await must(here, 'dream', '--batch', '--force', '--commit', '--max-days', '1', '-q');
    const after = pagesOf(here);
    const runs = runsOf(here);
    expect(runs).toHaveLength(2);
    await exchange(here, there);
    expect(pagesOf(there)).toEqual(after);
    expect(await json(there, 'diff')).toMatchObject({ run: runs[1], runs, source: 'commit', undone: false });
    expect(await json(there, 'dream', '--undo', '--commit')).toMatchObject({
      ran: true,
      undone: runs,
      facts: { pending: 4 },
      commit: { status: 'committed' },
    });
    expect(pagesOf(there)).toEqual(before);
    await must(there, 'lint', '-q');
    await exchange(there, here);
    expect(pagesOf(here)).toEqual(before);
    expect(await json(here, 'facts', '--pending')).toMatchObject({ facts: { length: 4 } });
    expect(await json(here, 'status')).toMatchObject({ watermark: null });
    expect(await json(here, 'dream', '--undo')).toMatchObject({ ran: false, undone: [] });
    expect(await json(here, 'dream', '--batch')).toMatchObject({ ran: false });
  });

  test('a page that was edited there, or before the run by hand, is refused and named', async () => {
    await must(here, 'dream', '--yes', '--commit', '-q');
    await exchange(here, there);
    appendFileSync(join(there, '3_Personal', 'Profile.md'), '\nmine\n');
    const untouched = hashFolder(there, /(?!)/);
    expect(await say(there, 'dream', '--undo')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^memvault: r-\S+ cannot be undone: 3_Personal\/Profile\.md was edited, merged or removed since\n {2}\S/,
      ),
    });
    expect(hashFolder(there, /^\.git\//)).toEqual(
      Object.fromEntries(Object.entries(untouched).filter(([path]) => !path.startsWith('.git/'))),
    );
    await git(there, 'checkout', '-q', '3_Personal/Profile.md');
    appendFileSync(join(here, '3_Personal', 'Profile.md'), '\nmine\n');
    await must(here, 'log', 'User works on Atlas', '-c', 'work', '--date', '2026-06-22', '-q');
    await must(here, 'dream', '--yes', '--commit', '-q');
    await exchange(here, there);
    expect(await say(there, 'dream', '--undo')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('also contains edits made by hand in 3_Personal/Profile.md'),
    });
    // Where the journal is, the edit before the run is known.
    await must(here, 'dream', '--undo', runsOf(here).at(-1) ?? '', '-q');
    expect(readFileSync(join(here, '3_Personal', 'Profile.md'), 'utf8')).toMatch(/\nmine\n$/);
  });
});

describe('pages that changed since by a commit', () => {
  /** Two clones of a vault with one page, on which both then work. */
  const makePair = async (name: string): Promise<readonly [mine: string, theirs: string]> => {
    const [mine, theirs] = [join(place.root, `${name}-mine`), join(place.root, `${name}-theirs`)];
    await must(place.root, 'init', mine, '-q');
    await git(mine, 'branch', '-M', 'main');
    await must(mine, 'log', 'User works at Google', '-c', 'work', '--date', '2026-06-20', '-q');
    await git(mine, 'add', '-A');
    await git(mine, 'commit', '-qm', 'a vault');
    await must(mine, 'dream', '--yes', '--commit', '-q');
    await program(place, 'git', ['clone', '-q', '--bare', mine, `${name}-origin`]);
    await git(mine, 'remote', 'add', 'origin', join(place.root, `${name}-origin`));
    await git(place.root, 'clone', '-q', join(place.root, `${name}-origin`), theirs);
    await must(theirs, 'init', '.', '-q');
    return [mine, theirs];
  };
  const page = (vault: string): string => join(vault, '3_Personal', 'Work.md');

  test('the clone that made a run takes it back from its commit once a rebase wrote that anew', async () => {
    const [mine, theirs] = await makePair('rebased');
    writeFileSync(
      page(theirs),
      readFileSync(page(theirs), 'utf8').replace('## Key Facts', 'A line of theirs.\n\n## Key Facts'),
    );
    await git(theirs, 'commit', '-qam', 'by hand');
    await git(theirs, 'push', '-q', 'origin', 'HEAD:main');
    await must(mine, 'log', 'User works on Atlas', '-c', 'work', '--date', '2026-06-21', '-q');
    await must(mine, 'dream', '--yes', '--commit', '-q');
    const run = runsOf(mine).at(-1) ?? '';
    await git(mine, 'pull', '-q', '--rebase', 'origin', 'main');
    expect(readFileSync(page(mine), 'utf8')).toMatch(/A line of theirs[^]*Atlas/);
    // An edit that nobody committed still stands in the way.
    const merged = readFileSync(page(mine), 'utf8');
    appendFileSync(page(mine), 'mine\n');
    expect(await say(mine, 'dream', '--undo', '--dry-run')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('edited, merged or removed since'),
    });
    writeFileSync(page(mine), merged);
    expect(await json(mine, 'dream', '--undo', run)).toMatchObject({ ran: true, undone: [run] });
    expect(readFileSync(page(mine), 'utf8')).toBe(readFileSync(page(theirs), 'utf8'));
    await must(mine, 'lint', '-q');
  });

  test('an edit that a commit holds, and a merge, are refused in words that are true of them', async () => {
    const [mine, theirs] = await makePair('merged');
    appendFileSync(page(mine), '\nmine\n');
    await git(mine, 'commit', '-qam', 'by hand');
    const refusal = {
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^memvault: (r-\S+) cannot be undone: 3_Personal\/Work\.md was edited, merged or removed since\n {2}memvault diff \1 shows what the run changed; memvault fix ID reverts one decision, and a claim that you delete from a page does not come back\n$/,
      ),
    };
    expect(await say(mine, 'dream', '--undo')).toMatchObject(refusal);
    await git(mine, 'push', '-q', 'origin', 'HEAD:main');
    await must(theirs, 'log', 'User works on Atlas', '-c', 'work', '--date', '2026-06-21', '-q');
    await must(theirs, 'dream', '--yes', '--commit', '-q');
    const own = runsOf(theirs).at(-1) ?? '';
    await git(theirs, 'pull', '-q', '--no-rebase', '--no-edit', 'origin', 'main');
    expect(await say(theirs, 'dream', '--undo', own)).toMatchObject(refusal);
  });

  test('one of a commit that also holds edits by hand is refused for the edits, on the clone that made it', async () => {
    const [mine] = await makePair('mixed');
    await must(mine, 'log', 'User works on Atlas', '-c', 'work', '--date', '2026-06-21', '-q');
    await must(mine, 'dream', '--yes', '-q');
    appendFileSync(page(mine), '\nmine\n');
    await must(mine, 'log', 'User prefers tabs', '-c', 'preference', '--date', '2026-06-22', '-q');
    await must(mine, 'dream', '--yes', '--commit', '-q');
    const [, first = '', second = ''] = runsOf(mine);
    expect(await json(mine, 'dream', '--undo', second)).toMatchObject({ undone: [second] });
    expect(await say(mine, 'dream', '--undo')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`${first} cannot be undone: `),
    });
  });
});

test('a run that is taken back already is said to be, and by which undo', async () => {
  const vault = join(place.root, 'twice');
  await must(place.root, 'init', vault, '-q');
  await must(vault, 'log', 'Something', '--date', '2026-06-20', '-q');
  await must(vault, 'dream', '--yes', '-q');
  const [run = ''] = runsOf(vault);
  const { undo } = await json(vault, 'dream', '--undo', run);
  expect(await must(vault, 'dream', '--undo', run)).toBe(`${run} was already undone by ${String(undo)}.\n`);
  expect(await must(vault, 'dream', '--undo', run, '--dry-run')).toBe(
    `${run} was already undone by ${String(undo)}.\n`,
  );
  expect(await json(vault, 'dream', '--undo', run)).toMatchObject({
    ran: false,
    reason: `already taken back by ${String(undo)}`,
    undone: [],
    undo: null,
  });
  expect(await json(vault, 'dream', '--undo')).toMatchObject({ ran: false, reason: 'nothing is left to take back' });
});

/** Skipped where there is no such program to make terminals with. */
test.runIf(hasTerminals)('a no at the question writes nothing, and says so', async () => {
  const vault = join(place.root, 'asked');
  await must(place.root, 'init', vault, '-q');
  await must(vault, 'log', 'Something', '--date', '2026-06-20', '-q');
  await must(vault, 'dream', '--yes', '-q');
  const before = hashFolder(vault, /(?!)/);
  const { status, stdout } = await program(place, 'script', ['-qec', 'memvault dream --undo --no-color', '/dev/null'], {
    cwd: vault,
    env: { ...place.env, TERM: 'xterm' },
    input: null,
    onStart: typedAt(/\[y\/N\]/, 'n\n'),
  });
  expect(stdout).toMatch(/Would undo r-[^]*Nothing was written\./);
  expect(status).toBe(0);
  expect(hashFolder(vault, /(?!)/)).toEqual(before);
});

test('one that was cut short is finished by the next, which takes back no other', async () => {
  const vault = join(place.root, 'alone');
  await must(place.root, 'init', vault, '-q');
  for (const date of ['2026-06-20', '2026-06-21'])
    await must(vault, 'log', `Something of ${date}`, '--date', date, '-q');
  await must(vault, 'dream', '--batch', '--force', '--max-days', '1', '-q');
  const [first, second] = runsOf(vault);
  const { undo } = await json(vault, 'dream', '--undo', second ?? '');
  rmSync(join(vault, '.memvault', 'runs', String(undo), 'done'));
  expect(await say(vault, 'dream', '--undo', '--dry-run')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('was interrupted'),
  });
  expect(existsSync(join(vault, '.memvault', 'runs', String(undo), 'done'))).toBe(false);
  expect(await json(vault, 'dream', '--undo', '--json')).toMatchObject({ ran: true, undone: [second], undo });
  expect(readdirSync(join(vault, '.memvault', 'runs'))).toHaveLength(3);
  expect(await json(vault, 'dream', '--undo')).toMatchObject({ undone: [first] });
});
