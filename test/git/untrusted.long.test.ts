// A repository from somebody else names programs in every place that git looks for them. Each leaves a mark when it is
// run, and no command of memvault leaves one before the repository is trusted.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commitPaths } from '../../src/git/commit.ts';
import { memvaultHere } from '../support/in-process.ts';
import { type Ended, makePlace, type Place, program } from '../support/memvault.ts';
import { makeClone } from './clone.ts';

let place: Place;
let vault: string;
let marks: string;
let home: string;

beforeEach(async () => {
  place = makePlace();
  vault = join(place.root, 'vault');
  marks = join(place.root, 'marks');
  home = place.env['HOME'] ?? '';
  mkdirSync(marks);
  for (const [key, value] of [
    ['user.name', 'Ada'],
    ['user.email', 'ada@example.org'],
    ['init.defaultBranch', 'main'],
  ] as const)
    await git(place.root, 'config', '--global', key, value);
});
afterEach(() => place.remove());

const git = async (cwd: string, ...args: string[]): Promise<Ended> => {
  const ended = await program(place, 'git', args, { cwd });
  expect(ended.status, `git ${args.join(' ')}: ${ended.stderr}`).toBe(0);
  return ended;
};
const run = async (...args: string[]): Promise<Ended> => await memvaultHere(place, ['--vault', vault, ...args]);
/** The path of a program that leaves a mark of this name, and does what else it is to do. */
function marking(name: string, rest = 'cat'): string {
  const path = join(place.root, `run-${name}`);
  writeFileSync(path, `#!/bin/sh\ntouch '${join(marks, name)}'; ${rest}\n`);
  chmodSync(path, 0o755);
  return path;
}
const set = async (key: string, value: string): Promise<unknown> => await git(vault, 'config', key, value);
const hook = (folder: string, name: string): void => {
  mkdirSync(folder, { recursive: true });
  copyFileSync(marking(name, 'true'), join(folder, name));
};
const log = async (text: string, date: string): Promise<Ended> => await run('log', text, '--date', date, '-q');
const night = async (): Promise<Ended> => await run('dream', '--batch', '--force', '--commit');
const marked = (): string[] => readdirSync(marks).sort();

/** A vault whose repository came from elsewhere: a person has logged in it, and nothing in it is trusted. */
async function makeVault(): Promise<void> {
  mkdirSync(vault);
  await git(vault, 'init', '-q');
  expect((await memvaultHere(place, ['init', '-q', vault])).status).toBe(0);
  await log('User works at Google', '2026-06-20');
  await git(vault, 'add', '-A');
  await git(vault, 'commit', '-qm', 'first');
}

/** Every verb that starts git. */
async function useAll(): Promise<void> {
  await log('User plays the cello', '2026-06-21');
  for (const args of [
    ['status'],
    ['lint'],
    ['dream', '--dry-run'],
    ['dream', '--batch', '--force', '--commit'],
    ['diff'],
    ['status', '--json'],
    ['init'],
    ['dream', '--undo', '--yes', '--commit'],
  ])
    await run(...args);
  rmSync(join(vault, '.memvault/runs'), { recursive: true, force: true });
  await run('diff');
  await forgetFirst();
}

async function forgetFirst(): Promise<Ended> {
  const { facts } = JSON.parse((await run('facts', '--json')).stdout) as { facts: { id: string }[] };
  return await run('forget', facts[0]?.id ?? '', '--purge');
}

const HOOKS = [
  'pre-commit',
  'prepare-commit-msg',
  'commit-msg',
  'post-commit',
  'post-index-change',
  'reference-transaction',
  'pre-auto-gc',
  'fsmonitor-watchman',
  'post-checkout',
  'post-rewrite',
  'pre-push',
];

describe('an untrusted repository runs nothing', () => {
  it('that a bare repository in a folder of a clone names', async () => {
    const [origin, clone] = [join(place.root, 'origin'), join(place.root, 'clone')];
    mkdirSync(origin);
    await git(origin, 'init', '-q');
    expect((await memvaultHere(place, ['init', '--no-git', '-q', join(origin, 'sub')])).status).toBe(0);
    const sub = join(origin, 'sub');
    for (const folder of ['objects', 'refs']) {
      mkdirSync(join(sub, folder));
      writeFileSync(join(sub, folder, 'k'), '');
    }
    writeFileSync(join(sub, 'HEAD'), 'ref: refs/heads/main\n');
    writeFileSync(
      join(sub, 'config'),
      `[core]\n repositoryformatversion = 0\n bare = false\n worktree = .\n fsmonitor = "${marking('fsmonitor', 'false')}"\n`,
    );
    await git(origin, 'add', '-A');
    await git(origin, 'commit', '-qm', 'x');
    await git(place.root, 'clone', '-q', origin, clone);
    vault = join(clone, 'sub');
    const { status, stdout } = await run('status');
    expect([status, stdout]).toEqual([0, expect.stringContaining('this repository has no working tree')]);
    await run('lint');
    await run('dream', '--dry-run');
    await useAll();
    expect(marked()).toEqual([]);
  });

  it('that its configuration names, in any of the places that git knows', async () => {
    await makeVault();
    await git(vault, 'config', 'commit.gpgSign', 'true');
    await git(vault, 'config', 'gc.auto', '1');
    for (const name of HOOKS) hook(join(vault, '.git/hooks'), name);
    for (const key of [
      'core.fsmonitor',
      'core.editor',
      'core.pager',
      'core.askPass',
      'core.sshCommand',
      'core.gitProxy',
      'core.alternateRefsCommand',
      'sequence.editor',
      'pager.log',
      'pager.status',
      'pager.config',
      'gpg.program',
      'gpg.ssh.program',
      'gpg.ssh.defaultKeyCommand',
      'diff.external',
      'diff.x.command',
      'diff.x.textconv',
      'merge.x.driver',
      'interactive.diffFilter',
      'credential.helper',
      'credential.https://example.org.helper',
      'trailer.Memvault-Run.command',
      'trailer.Memvault-Run.cmd',
      'uploadpack.packObjectsHook',
      'remote.origin.uploadpack',
      'remote.origin.receivepack',
      'difftool.x.cmd',
      'mergetool.x.cmd',
      'browser.x.cmd',
      'man.x.cmd',
      'sendemail.smtpServer',
    ])
      await git(vault, 'config', key, marking(key.replaceAll('/', '_')));
    for (const verb of ['status', 'log', 'commit', 'config', 'rev-parse', 'add', 'ls-tree', 'cat-file'])
      await git(vault, 'config', `alias.${verb}`, `!${marking(`alias.${verb}`)}`);
    writeFileSync(join(vault, '.git/info/attributes'), '* diff=x merge=x\n');
    await useAll();
    expect(marked()).toEqual([]);
    expect(
      Number(
        (
          await program(place, 'git', ['rev-list', '--count', 'HEAD'], {
            cwd: vault,
            env: {
              ...place.env,
              GIT_CONFIG_COUNT: '2',
              GIT_CONFIG_KEY_0: 'core.fsmonitor',
              GIT_CONFIG_VALUE_0: 'false',
              GIT_CONFIG_KEY_1: 'core.hooksPath',
              GIT_CONFIG_VALUE_1: '/dev/null',
            },
          })
        ).stdout,
      ),
    ).toBeGreaterThan(1);
  });

  it('to check the signature of a commit', async () => {
    await makeVault();
    const { stdout } = await git(vault, 'cat-file', 'commit', 'HEAD');
    writeFileSync(
      join(place.root, 'signed'),
      stdout.replace('\n\n', '\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n'),
    );
    await git(
      vault,
      'update-ref',
      'HEAD',
      (await git(vault, 'hash-object', '-t', 'commit', '-w', join(place.root, 'signed'))).stdout.trim(),
    );
    await set('log.showSignature', 'true');
    await set('gpg.program', marking('gpg'));
    const ended = await forgetFirst();
    expect(ended.stderr).toContain('git keeps earlier versions of daily/2026-06-20.md');
    expect(marked()).toEqual([]);
  });

  it.each([
    ['filter.x.clean', (name: string) => marking(name)],
    ['filter.x.smudge', (name: string) => marking(name)],
    ['filter.x.process', (name: string) => marking(name, 'false')],
    ['hook.x.command', (name: string) => marking(name, 'true')],
    ['gc.recentObjectsHook', (name: string) => marking(name, 'true')],
    ['lfs.customtransfer.x.path', (name: string) => marking(name)],
  ])(
    'for %s, without which git would read and write other bytes: it is not asked, and that is told',
    async (key, command) => {
      await makeVault();
      await set(key, command(key));
      writeFileSync(join(vault, '.git/info/attributes'), '* filter=x\n');
      await useAll();
      expect(marked()).toEqual([]);
      expect((await run('status')).stdout).toMatch(
        new RegExp(
          `^git +this repository names programs for git to run, and you have not trusted it: ${key.toLowerCase()} \\(memvault config trust\\)$`,
          'm',
        ),
      );
      await log('User moved to Lisbon', '2026-06-22');
      expect(await night()).toMatchObject({
        status: 3,
        stderr: expect.stringContaining('memvault config trust shows what it asks for, and accepts it') as string,
      });
      const trusted = await run('config', 'trust', '--yes');
      expect(trusted.stdout).toContain(`${key.toLowerCase()}=/`);
      expect(await night()).toMatchObject({ status: key.endsWith('process') ? 3 : 0 });
      if (/clean|process/.test(key)) expect(marked()).toEqual([key]);
    },
  );

  it('that included files and those of a working tree name', async () => {
    await makeVault();
    writeFileSync(join(place.root, 'included'), `[filter "x"]\n\tclean = "${marking('included')}"\n`);
    await set('include.path', join(place.root, 'included'));
    expect((await run('status')).stdout).toContain('filter.x.clean (memvault config trust)');
    await git(vault, 'config', '--unset', 'include.path');
    await set('extensions.worktreeConfig', 'true');
    await git(vault, 'config', '--worktree', 'filter.y.clean', marking('worktree'));
    expect((await run('status')).stdout).toContain('filter.y.clean (memvault config trust)');
    await useAll();
    expect(marked()).toEqual([]);
  });

  it('to fetch what a partial clone lacks', async () => {
    await makeVault();
    const blob = (await git(vault, 'rev-parse', 'HEAD:log.md')).stdout.trim();
    for (const [key, value] of [
      ['core.repositoryFormatVersion', '1'],
      ['extensions.partialClone', 'origin'],
      ['remote.origin.promisor', 'true'],
      ['remote.origin.url', place.root],
      ['remote.origin.uploadpack', marking('uploadpack', 'false')],
    ] as const)
      await set(key, value);
    rmSync(join(vault, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    await useAll();
    expect(marked()).toEqual([]);
  });

  it('to merge again what a merge left, after a commit', async () => {
    await makeVault();
    await set('merge.x.driver', marking('driver', 'false'));
    await set('rerere.enabled', 'true');
    await set('rerere.autoUpdate', 'true');
    const page = join(vault, 'page.md');
    const write = async (text: string): Promise<void> => {
      writeFileSync(page, text);
      await git(vault, 'add', 'page.md');
      await git(vault, 'commit', '-qm', text);
    };
    await write('one\n');
    await git(vault, 'switch', '-qc', 'side');
    await write('side\n');
    await git(vault, 'switch', '-q', 'main');
    await write('main\n');
    const merge = async (): Promise<unknown> => await program(place, 'git', ['merge', 'side'], { cwd: vault });
    await merge();
    writeFileSync(page, 'both\n');
    await git(vault, 'add', 'page.md');
    await git(vault, 'rerere');
    await git(vault, 'reset', '-q', '--hard');
    await set('rerere.enabled', 'false');
    await merge();
    const conflict = readFileSync(page);
    await set('rerere.enabled', 'true');
    await git(vault, 'rerere', 'clear');
    await set('rerere.autoUpdate', 'false');
    const id = readdirSync(join(vault, '.git/rr-cache'))[0] ?? '';
    await git(vault, 'reset', '-q', '--hard');
    writeFileSync(page, conflict);
    writeFileSync(join(vault, '.git/MERGE_RR'), `${id}\tpage.md\0`);
    writeFileSync(join(vault, '.git/info/attributes'), '* merge=x\n');
    await log('User plays the cello', '2026-06-21');
    expect(await night()).toMatchObject({ status: 0, stdout: expect.stringContaining('Committed') as string });
    expect(marked()).toEqual([]);
  });

  it('that a submodule names, where there turns out to be nothing to commit', async () => {
    const clone = await makeClone();
    const part = join(clone.root, 'part');
    const mark = join(clone.base, 'ran');
    try {
      clone.write('a.md', 'one\n');
      await clone.say('init', '-q', 'part');
      clone.write('part/x.md', 'one\n');
      for (const args of [
        ['add', '.'],
        ['-c', 'user.name=A', '-c', 'user.email=a@b', 'commit', '-qm', 'part'],
        ['config', 'filter.x.clean', `touch '${mark}'; cat`],
      ])
        await clone.say('-C', part, ...args);
      clone.write('part/.git/info/attributes', '* filter=x\n');
      clone.write('.gitmodules', '[submodule "part"]\n\tpath = part\n\turl = ./part\n\tignore = none\n');
      await clone.say('add', '.');
      await clone.say('commit', '-qm', 'first');
      await clone.say('config', 'core.autocrlf', 'input');
      clone.write('a.md', 'one\r\n');
      clone.write('part/x.md', 'two\n');
      const before = await clone.say('rev-parse', 'HEAD');
      expect(
        await commitPaths(clone.git, { paths: ['a.md'], untracked: [], message: 'x', date: new Date(), hooks: false }),
      ).toBeNull();
      expect(await clone.say('rev-parse', 'HEAD')).toBe(before);
      expect(existsSync(mark)).toBe(false);
    } finally {
      clone.remove();
    }
  });
});

describe('hooks', () => {
  const COMMIT = ['commit-msg', 'post-commit', 'pre-commit'];

  it.each([
    ['.git/hooks', null],
    ['.githooks', '.githooks'],
  ])('in %s run once the repository is trusted; until then a commit is made without them', async (folder, path) => {
    await makeVault();
    if (path !== null) await set('core.hooksPath', path);
    await log('User plays the cello', '2026-06-21');
    for (const name of COMMIT) hook(join(vault, folder), name);
    const first = await night();
    expect(first).toMatchObject({ status: 0, stdout: expect.stringContaining('Committed') as string });
    expect(first.stderr).toContain(
      'memvault: committed without the hooks of this repository, which are not trusted: commit-msg, post-commit, pre-commit (memvault config trust)\n',
    );
    expect(marked()).toEqual([]);
    const { stdout } = await run('config', 'trust', '--yes');
    expect(stdout).toContain(`${join(vault, folder)}: commit-msg, post-commit, pre-commit`);
    await log('User moved to Lisbon', '2026-06-22');
    const second = await night();
    expect([second.status, second.stderr.includes('hooks')]).toEqual([0, false]);
    expect(marked()).toEqual(COMMIT);
    for (const name of COMMIT) rmSync(join(marks, name));
    await run('config', 'trust', '--revoke');
    await log('User moved to Porto', '2026-06-23');
    await night();
    expect(marked()).toEqual([]);
  });

  it('of a repository that init made run without a word', async () => {
    expect((await memvaultHere(place, ['init', '-q', vault])).status).toBe(0);
    for (const name of COMMIT) hook(join(vault, '.git/hooks'), name);
    await log('User plays the cello', '2026-06-21');
    const { status, stderr } = await night();
    expect([status, stderr.includes('trust')]).toEqual([0, false]);
    expect(marked()).toEqual(COMMIT);
  });

  it('that the user’s own configuration names for all repositories run anywhere, unless the folder lies in the repository', async () => {
    await makeVault();
    hook(join(home, 'hooks'), 'post-commit');
    await git(vault, 'config', '--global', 'core.hooksPath', '~/hooks');
    await log('User plays the cello', '2026-06-21');
    await night();
    expect(marked()).toEqual(['post-commit']);
    rmSync(join(marks, 'post-commit'));
    hook(join(vault, 'mine'), 'post-commit');
    await git(vault, 'config', '--global', 'core.hooksPath', 'mine');
    await log('User moved to Lisbon', '2026-06-22');
    expect((await night()).stderr).toContain('not trusted: post-commit');
    expect(marked()).toEqual([]);
  });
});

it('a repository that names no program needs no trust', async () => {
  await makeVault();
  await log('User plays the cello', '2026-06-21');
  const ended = await night();
  expect([ended.status, ended.stderr.includes('trust')]).toEqual([0, false]);
  expect(await run('config', 'trust')).toMatchObject({
    status: 0,
    stdout: 'This vault asks for nothing that needs your trust.\n',
  });
});
