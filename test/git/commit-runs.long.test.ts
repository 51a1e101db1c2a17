// What `dream --commit` commits, and when it must not: with journals of runs as a dream leaves them.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commitLogs, commitRuns, type CommitOutcome } from '../../src/tasks/commit.ts';
import { trustRepository } from '../../src/tasks/git.ts';
import { gitIn, type GitSetup, readRepository, type Repository, type RunGit } from '../../src/git/repository.ts';
import { findRunCommit, readRunChanges } from '../../src/git/commit.ts';
import { IGNORE_BLOCK, putBlock } from '../../src/vault/attributes.ts';
import { listRuns, markRun, readJournal, writeJournal } from '../../src/vault/journal.ts';
import type { FileChange, Journal } from '../../src/model/journal.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { fakeKey } from '../language/secrets/fake.ts';
import { makeClone, type Clone } from './clone.ts';

const zones = {
  inbox: '0_Inbox',
  projects: '1_Projects',
  wiki: '2_Wiki',
  personal: '3_Personal',
  assets: '4_Assets',
  archives: '5_Archives',
};
const NOW = new Date('2026-07-02T01:00:00Z');
const PAGE = '3_Personal/Work & more.md';

let clone: Clone;
let vault: Vault;
beforeEach(async () => {
  clone = await makeClone();
  open('');
});
afterEach(() => clone.remove());

function open(folder: string): void {
  vault = { root: join(clone.root, folder), dailyDir: 'daily', zones };
  mkdirSync(join(vault.root, '.memvault'), { recursive: true });
  putBlock(vault, IGNORE_BLOCK);
  write('daily/2026-07-01.md', '# Daily Log - 2026-07-01\n');
}

const write = (path: string, text: string): void => {
  mkdirSync(join(vault.root, path, '..'), { recursive: true });
  writeFileSync(join(vault.root, path), text);
};
const read = (path: string): string | null =>
  existsSync(join(vault.root, path)) ? readFileSync(join(vault.root, path), 'utf8') : null;
const commit = async (setup: Partial<GitSetup> = {}): Promise<CommitOutcome> =>
  await commitRuns({ vault, world: { ...clone.setup, ...setup } as never }, NOW);

/** As `memvault config trust` does. */
const trust = async (): Promise<void> =>
  await trustRepository({ ...clone.setup, now: () => NOW } as never, (await readRepository(clone.git)) as Repository);

/** What the commit of a run changed on its page. */
async function changesOf(git: RunGit, name: string): Promise<readonly FileChange[] | null> {
  const found = await findRunCommit(git, name);
  return found && (await readRunChanges(git, found, (path) => path === PAGE));
}

/** A run that is done: its files stand, its journal says so. */
function run(id: string, pages: Record<string, string | null>, part: Partial<Journal> = {}): string {
  const name = `r-20260702-0300-${id}`;
  const changes = Object.entries(pages).map(([path, after]): FileChange => ({ path, before: read(path), after }));
  const as = part.kind === 'undo' ? 'pending' : 'placed';
  const appends = [
    {
      path: '.memvault/ledger/2026-07.jsonl',
      text: `{"fact":"f${id}aaa","as":"${as}"}\n{"fact":"f${id}bbb","as":"${as === 'placed' ? 'superseded' : as}"}\n`,
    },
    {
      path: 'log.md',
      text: `\n## [2026-07-02] ingest | daily logs  watermark=2026-07-01\n${name}, rules/1: 2 facts: 1 placed, 1 superseded; created [Work](3_Personal/Work.md)\n`,
    },
  ];
  writeJournal(vault, {
    version: 1,
    run: name,
    kind: 'ingest',
    start: NOW.toISOString(),
    engine: 'rules/1',
    plan: null,
    undoes: [],
    commit: true,
    pages: changes,
    generated: [],
    ...part,
    appends: appends.map(({ path, text }) => ({ path, text, at: Buffer.byteLength(read(path) ?? '') })),
  });
  for (const { path, after } of changes) {
    if (after === null) rmSync(join(vault.root, path));
    else write(path, after);
  }
  for (const { path, text } of appends) write(path, (read(path) ?? '') + text);
  markRun(vault, name, 'done');
  return name;
}

describe('a commit of runs', () => {
  it('holds what they wrote and the daily logs, says so without a statement, and is made once', async () => {
    expect(await commit()).toMatchObject({ status: 'nothing' });
    write('2_Wiki/mine.md', 'not a run’s\n');
    const first = run('aaaaaa', { [PAGE]: 'User works at Microsoft\n' });
    const second = run('bbbbbb', { [PAGE]: 'User works at Google\n', '2_Wiki/Tea.md': 'Tea\n' }, { commit: false });
    expect(await commit()).toMatchObject({
      status: 'committed',
      subject: 'dream: 4 facts, 2 superseded (Work & more, Tea)',
      runs: [first, second],
      skipped: [],
    });
    expect(await clone.say('log', '--format=%B')).toBe(
      `dream: 4 facts, 2 superseded (Work & more, Tea)\n\n${first}, rules/1: 2 facts: 1 placed, 1 superseded; created Work\n${second}, rules/1: 2 facts: 1 placed, 1 superseded; created Work\n\nMemvault-Run: ${first}\nMemvault-Run: ${second}\n`,
    );
    expect((await clone.say('ls-files')).split('\n')).toEqual([
      '.gitignore',
      '.memvault/ledger/2026-07.jsonl',
      '2_Wiki/Tea.md',
      PAGE,
      'daily/2026-07-01.md',
      'log.md',
    ]);
    expect(listRuns(vault).every(({ committed }) => committed)).toBe(true);
    expect(await commit()).toMatchObject({ status: 'nothing' });
    expect(await changesOf(clone.git, second)).toEqual([{ path: PAGE, before: null, after: 'User works at Google\n' }]);
  });

  it('names pages with a person’s edits in them, from before, between and after', async () => {
    for (const page of ['Before', 'Between', 'After', 'New', 'Clean']) write(`2_Wiki/${page}.md`, 'as committed\n');
    await clone.say('add', '2_Wiki/Before.md', '2_Wiki/Between.md', '2_Wiki/After.md', '2_Wiki/Clean.md');
    await clone.say('commit', '-qm', 'pages');
    write('2_Wiki/Before.md', 'edited\n');
    run(
      'aaaaaa',
      Object.fromEntries(
        ['Before', 'Between', 'After', 'New', 'Clean'].map((page) => [`2_Wiki/${page}.md`, `${page} one\n`]),
      ),
    );
    write('2_Wiki/Between.md', 'edited again\n');
    run('bbbbbb', { '2_Wiki/Between.md': 'two\n', '2_Wiki/Clean.md': 'two\n' });
    write('2_Wiki/After.md', 'edited at last\n');
    await commit();
    expect((await findRunCommit(clone.git, 'r-20260702-0300-aaaaaa'))?.edited).toEqual([
      '2_Wiki/After.md',
      '2_Wiki/Before.md',
      '2_Wiki/Between.md',
      '2_Wiki/New.md',
    ]);
  });

  it('commits an undo, a deleted page as deleted, and does not commit again what a person has', async () => {
    const done = run('aaaaaa', { [PAGE]: 'a\n' });
    await clone.say('add', '.');
    await clone.say('commit', '-qm', 'by hand');
    expect(await commit()).toMatchObject({ status: 'nothing' });
    expect(listRuns(vault)[0]).toMatchObject({ committed: true });
    run('cccccc', { [PAGE]: null }, { kind: 'undo', undoes: [done] });
    expect(await commit()).toMatchObject({ subject: `dream: undo of ${done}, 2 facts pending again` });
    expect(await clone.say('ls-files', '3_Personal')).toBe('');
  });

  it('works in a folder of a bigger repository, in a worktree, and from a hook of another', async () => {
    await clone.say('commit', '-q', '--allow-empty', '-m', 'first');
    await clone.say('worktree', 'add', '-q', '-b', 'other', 'tree');
    open('tree/notes/my vault');
    writeFileSync(join(clone.root, 'tree/staged.txt'), 'x');
    const git = gitIn(vault.root, clone.setup);
    await git(['add', '../../staged.txt']);
    const name = run('aaaaaa', { [PAGE]: 'a\n' });
    expect(
      await commit({
        env: { ...clone.setup.env, GIT_DIR: join(clone.base, 'nowhere'), GIT_INDEX_FILE: join(clone.base, 'nowhere') },
      }),
    ).toMatchObject({ status: 'committed' });
    expect((await git(['ls-tree', '-r', '--name-only', '--full-tree', 'HEAD'])).stdout.toString()).toBe(
      `notes/my vault/.gitignore\nnotes/my vault/.memvault/ledger/2026-07.jsonl\nnotes/my vault/${PAGE}\nnotes/my vault/daily/2026-07-01.md\nnotes/my vault/log.md\n`,
    );
    expect((await git(['status', '--porcelain', '--untracked-files=no'])).stdout.toString()).toBe('A  staged.txt\n');
    expect(await changesOf(git, name)).toEqual([{ path: PAGE, before: null, after: 'a\n' }]);
  });

  it('leaves out what git ignores, and says so; a vault that is ignored as a whole is in no repository', async () => {
    clone.write('.gitignore', 'daily/\n');
    run('aaaaaa', { [PAGE]: 'a\n' });
    expect(await commit()).toMatchObject({ status: 'committed', skipped: ['daily/2026-07-01.md'] });
    clone.write('.gitignore', 'vault/\n');
    open('vault');
    run('bbbbbb', { [PAGE]: 'a\n' });
    expect(await commit()).toMatchObject({
      status: 'no-repository',
      message: 'git ignores this vault, so nothing was committed',
    });
  });

  it('passes over a page that lies in a repository of its own', async () => {
    await clone.say('init', '-q', '1_Projects');
    await clone.say('clone', '-q', '.', '2_Wiki');
    run('aaaaaa', { '1_Projects/Boat.md': 'a\n', '2_Wiki/Tea.md': 'a\n', [PAGE]: 'a\n' });
    expect(await commit()).toMatchObject({ status: 'committed', skipped: ['1_Projects/Boat.md', '2_Wiki/Tea.md'] });
  });

  it('commits the daily logs alone where another clone dreams', async () => {
    write('daily/2026-07-02.md', 'x\n');
    const context = { vault, world: clone.setup as never };
    expect(await commitLogs(context, NOW)).toMatchObject({
      status: 'committed',
      subject: 'log: 2 days, 2026-07-01 to 2026-07-02',
    });
    write('schema.md', '');
    expect(await commitLogs(context, NOW)).toMatchObject({ status: 'nothing' });
  });
});

describe('what looks like a secret is never committed', () => {
  const PASSWORD = 'The wifi password is Sunny-Day-42';
  const files = async (): Promise<string[]> =>
    (await clone.say('ls-tree', '-r', '--name-only', 'HEAD')).split('\n').filter((path) => !path.startsWith('.git'));

  it('a log of a day that no run decided stays behind, and the runs are committed', async () => {
    write('daily/2026-07-02.md', `# Daily Log - 2026-07-02\n\n- [home] ${PASSWORD}\n`);
    const name = run('aaaaaa', { [PAGE]: 'a\n' });
    const outcome = await commit();
    expect(outcome).toMatchObject({
      status: 'refused',
      runs: [name],
      held: [{ path: 'daily/2026-07-02.md', line: 3, rule: 'password', masked: 'Sunn…' }],
      message: 'daily/2026-07-02.md seems to contain a secret',
    });
    expect(outcome.commit).toMatch(/^[0-9a-f]{40}$/);
    expect(JSON.stringify(outcome)).not.toContain('Sunny-Day');
    expect(await files()).toEqual(['.memvault/ledger/2026-07.jsonl', PAGE, 'daily/2026-07-01.md', 'log.md']);
    expect(listRuns(vault).every(({ committed }) => committed)).toBe(true);
    expect(read('daily/2026-07-02.md')).toContain(PASSWORD);
    write('daily/2026-07-02.md', '# Daily Log - 2026-07-02\n');
    expect(await commitLogs({ vault, world: clone.setup as never }, NOW)).toMatchObject({
      status: 'committed',
      held: [],
    });
  });

  it.each([
    ['a page', PAGE, `# Work\n\n${PASSWORD}\n`],
    ['the catalogue', 'index.md', `- ${PASSWORD}\n`],
    ['the ledger', '.memvault/ledger/2026-07.jsonl', `{"reason":"password: hunter2"}\n`],
  ])('%s of a run keeps all runs back, and the other logs are committed', async (_, path, text) => {
    run('bbbbbb', { '2_Wiki/Tea.md': 'Tea\n' });
    const name = run('aaaaaa', { [PAGE]: 'a\n' });
    const before = read(path) ?? '';
    write(path, before + text);
    expect(await commit()).toMatchObject({ status: 'refused', runs: [], held: [{ path }], subject: 'log: 2026-07-01' });
    expect(await files()).toEqual(['daily/2026-07-01.md']);
    expect(listRuns(vault).some(({ committed }) => committed)).toBe(false);
    expect(await commit()).toMatchObject({ status: 'refused', commit: null });
    write(path, before);
    const outcome = await commit();
    expect(outcome).toMatchObject({ status: 'committed', held: [] });
    expect(outcome.runs).toContain(name);
    expect(listRuns(vault).every(({ committed }) => committed)).toBe(true);
  });

  it('a log whose facts a run decided keeps it back, until a person commits the log', async () => {
    write('daily/2026-07-01.md', `# Daily Log - 2026-07-01\n\n- [home] ${PASSWORD}\n`);
    run('aaaaaa', { [PAGE]: 'a\n' });
    const journal = readJournal(vault, 'r-20260702-0300-aaaaaa');
    if (!journal) throw new Error('no journal');
    writeJournal(vault, {
      ...journal,
      appends: journal.appends.map((append) => ({
        ...append,
        text: append.text.replaceAll('"as"', '"day":"2026-07-01","as"'),
      })),
    });
    markRun(vault, journal.run, 'done');
    expect(await commit()).toMatchObject({
      status: 'refused',
      commit: null,
      message: 'daily/2026-07-01.md seems to contain a secret; the run that depends on it was left out, too',
    });
    await clone.say('add', 'daily');
    await clone.say('commit', '-qm', 'no secret at all');
    expect(await commit()).toMatchObject({ status: 'committed', held: [] });
  });

  it('looks only at what is new, through the escapes of a log, and at keys over several lines', async () => {
    const key = fakeKey();
    write('daily/2026-06-01.md', `# Daily Log - 2026-06-01\n\n- [home] ${PASSWORD}\n`);
    await clone.say('add', 'daily/2026-06-01.md');
    await clone.say('commit', '-qm', 'by hand');
    write('daily/2026-06-01.md', `# Daily Log - 2026-06-01\n\n- [home] more\n- [home] ${PASSWORD}\n`);
    write('daily/2026-06-02.md', `# Daily Log - 2026-06-02\n\n- [ops] the key:<br>${key.replaceAll('\n', '<br>')}\n`);
    write('daily/2026-06-03.md', `# Daily Log - 2026-06-03\n\n${key}\n`);
    write('daily/2026-06-04.md', '# Daily Log - 2026-06-04\n\n- [ops] password&#58; hunter2\n');
    const { held } = await commitLogs({ vault, world: clone.setup as never }, NOW);
    expect(held.map(({ path, line, rule }) => [path, line, rule])).toEqual([
      ['daily/2026-06-02.md', 3, 'private-key'],
      ['daily/2026-06-03.md', 3, 'private-key'],
      ['daily/2026-06-04.md', 3, 'password'],
    ]);
    expect(await clone.say('show', 'HEAD:daily/2026-06-01.md')).toContain('more');
  });

  it('a config that is new stays behind alone', async () => {
    write('.memvault/config.yaml', 'api_key: kV7wq2LxP9sT4mZ8nB3cF6hJ\n');
    run('aaaaaa', { [PAGE]: 'a\n' });
    expect(await commit()).toMatchObject({
      status: 'refused',
      held: [{ path: '.memvault/config.yaml', line: 1 }],
      runs: ['r-20260702-0300-aaaaaa'],
    });
  });
});

describe('no commit, and the dream stands', () => {
  const refusal = async (): Promise<string | null> => {
    const { status, message } = await commit();
    expect({ status, message }).toMatchObject({ status: 'refused' });
    return message;
  };

  it('while something else is in progress', async () => {
    const other = async (text: string): Promise<void> => {
      clone.write('notes.md', text);
      await clone.say('add', 'notes.md');
      await clone.say('commit', '-qm', text);
    };
    await other('one\n');
    await clone.say('switch', '-qc', 'side');
    await other('side\n');
    await clone.say('switch', '-q', 'main');
    await other('main\n');
    run('aaaaaa', { [PAGE]: 'a\n' });
    for (const [begin, end, what] of [
      [['merge', 'side'], ['merge', '--abort'], 'a merge'],
      [['cherry-pick', 'side'], ['cherry-pick', '--abort'], 'a cherry-pick'],
      [['revert', 'HEAD~1'], ['revert', '--abort'], 'a revert'],
      [['rebase', 'side'], ['rebase', '--abort'], 'a rebase'],
    ] as const) {
      expect((await clone.git(begin)).status).not.toBe(0);
      expect(await refusal()).toBe(`${what} is in progress in this repository`);
      await clone.say(...end);
    }
    await clone.say('switch', '-q', '--detach');
    expect(await refusal()).toBe('no branch is checked out (detached HEAD)');
    await clone.say('switch', '-q', 'main');
    clone.write('.git/index.lock', '');
    expect(await refusal()).toBe('another git process is running in this repository');
    rmSync(join(clone.root, '.git/index.lock'));
    await trust();
    clone.hook('commit-msg', 'echo "not today" >&2; exit 1');
    expect(await refusal()).toBe('git or one of its hooks failed: not today');
    rmSync(join(clone.root, '.git/hooks/commit-msg'));
    expect(await commit()).toMatchObject({ status: 'committed' });
  });

  it('without git, or in no repository: a hint', async () => {
    run('aaaaaa', { [PAGE]: 'a\n' });
    expect(await commit({ env: { PATH: clone.base } })).toMatchObject({
      status: 'no-repository',
      message: 'git is not installed, or not on the PATH',
    });
    rmSync(join(clone.root, '.git'), { recursive: true });
    expect(await commit()).toMatchObject({
      status: 'no-repository',
      message: 'the vault is in no git repository',
      hint: `make one with: memvault init ${vault.root}`,
    });
    clone.write('.git', `gitdir: ${clone.base}/nowhere\n`);
    expect(await refusal()).toBe(`git does not work here: not a git repository: ${clone.base}/nowhere`);
  });
});
