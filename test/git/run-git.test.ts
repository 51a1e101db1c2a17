import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gitIn, isGitMissing, type GitSetup } from '../../src/git/repository.ts';

let base: string;
let setup: GitSetup;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'memvault-git-')));
  mkdirSync(join(base, 'work'));
  setup = { env: { PATH: process.env['PATH'], GIT_CONFIG_NOSYSTEM: '1' }, home: base, platform: process.platform };
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const hook = (name: string, text: string): void => {
  writeFileSync(join(base, 'work/.git/hooks', name), `#!/bin/sh\n${text}\n`);
  chmodSync(join(base, 'work/.git/hooks', name), 0o755);
};

describe('git is run', () => {
  it('gives status, bytes and words', async () => {
    const git = gitIn(join(base, 'work'), setup);
    await git(['init', '-q']);
    const { stdout } = await git(['hash-object', '-w', '--stdin'], { input: Buffer.from([255, 0, 10]) });
    expect((await git(['cat-file', 'blob', stdout.toString().trim()])).stdout).toEqual(Buffer.from([255, 0, 10]));
    expect(await git(['rev-parse', 'nothing', '--'])).toMatchObject({
      status: 128,
      stderr: expect.stringContaining('fatal: '),
    });
  });
  it('says that there is none, and does not mistake a missing folder for that', async () => {
    const missing = await gitIn(join(base, 'work'), { ...setup, env: { PATH: base } })(['status']).catch(
      (error: unknown) => error,
    );
    expect(isGitMissing(missing)).toBe(true);
    expect(missing).toMatchObject({ code: 'git', hint: expect.stringContaining('install git') });
    expect(await gitIn(join(base, 'gone'), setup)(['status'])).toMatchObject({
      status: 128,
      stderr: expect.stringContaining('cannot change to'),
    });
  });
  it('runs without an environment, and finds the home that is known', async () => {
    writeFileSync(join(base, '.gitconfig'), '[user]\nname = Found\n');
    const { stdout } = await gitIn(join(base, 'work'), { ...setup, env: {} })(['config', 'user.name']);
    expect(stdout.toString()).toBe('Found\n');
  });
  it('works on its own folder, whatever a hook has set', async () => {
    const env = {
      ...setup.env,
      GIT_DIR: join(base, 'nowhere'),
      GIT_INDEX_FILE: join(base, 'nowhere/index'),
      GIT_WORK_TREE: base,
      GIT_EXTERNAL_DIFF: 'false',
      GIT_AUTHOR_NAME: 'Kept',
      EMAIL: 'a@b',
    };
    const git = gitIn(join(base, 'work'), { ...setup, env });
    expect((await git(['init', '-q'])).status).toBe(0);
    expect((await git(['rev-parse', '--show-toplevel'])).stdout.toString()).toBe(`${join(base, 'work')}\n`);
    expect((await git(['var', 'GIT_AUTHOR_IDENT'])).stdout.toString()).toContain('Kept <a@b>');
  });
  it('speaks English in the user’s encoding', async () => {
    const git = gitIn(join(base, 'work'), { ...setup, env: { ...setup.env, LC_ALL: 'de_DE.UTF-8', LANGUAGE: 'de' } });
    const { stdout } = await git(['-c', 'alias.show-env=!env', 'show-env']);
    expect(
      stdout
        .toString()
        .split('\n')
        .filter((line) => /^(?:LC_|LANG)/.test(line))
        .sort(),
    ).toEqual(['LANGUAGE=', 'LC_CTYPE=de_DE.UTF-8', 'LC_MESSAGES=C']);
  });
  it('opens no editor, and a hook can ask nobody', async () => {
    const git = gitIn(join(base, 'work'), { ...setup, env: { ...setup.env, EDITOR: 'sleep 99', VISUAL: 'sleep 99' } });
    await git(['init', '-q']);
    for (const [key, value] of [
      ['user.name', 'A'],
      ['user.email', 'a@b'],
      ['core.editor', 'sleep 99'],
      ['core.askPass', 'sleep 99'],
    ] as const)
      await git(['config', key, value]);
    hook('pre-commit', 'read answer; (: </dev/tty) 2>/dev/null && exit 3; test -z "$answer"');
    expect((await git(['commit', '--allow-empty', '-m', 'one', '--edit'], { hooks: true })).status).toBe(0);
    if (process.platform === 'linux') {
      // A terminal belongs to a session.
      hook('pre-commit', 'cut -d" " -f6 /proc/$$/stat >session');
      await git(['commit', '--allow-empty', '-m', 'session'], { hooks: true });
      expect(readFileSync(join(base, 'work/session'), 'utf8').trim()).not.toBe(
        readFileSync('/proc/self/stat', 'utf8').split(' ')[5],
      );
    }
    hook('post-commit', 'sleep 30 & echo $! >pid');
    expect(await git(['commit', '--allow-empty', '-m', 'in the background'], { hooks: true })).toMatchObject({
      status: 0,
    });
    // It is alive still: nobody waited for it.
    process.kill(Number(readFileSync(join(base, 'work/pid'), 'utf8')));
    hook('pre-commit', 'echo it is forbidden >&2; exit 1');
    expect(await git(['commit', '--allow-empty', '-m', 'two'], { hooks: true })).toMatchObject({
      status: 1,
      stderr: 'it is forbidden\n',
    });
  });
});
