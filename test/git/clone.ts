// A real repository in a folder of its own, with no settings of the developer's.
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gitIn, type GitSetup, type RunGit } from '../../src/git/repository.ts';

export interface Clone {
  /** Holds `work` and the home. */
  readonly base: string;
  /** The repository. */
  readonly root: string;
  readonly setup: GitSetup;
  readonly git: RunGit;
  /** Runs git with hooks, fails the test where git fails, and gives its words without the last line end. */
  say(...args: string[]): Promise<string>;
  write(path: string, text: string | Uint8Array): void;
  hook(name: string, script: string): void;
  remove(): void;
}

/** A repository on the branch `main`; without an identity where `name` is null. */
export async function makeClone(name: string | null = 'Ada'): Promise<Clone> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'memvault-git-')));
  const root = join(base, 'work');
  mkdirSync(root);
  const setup: GitSetup = {
    env: { PATH: process.env['PATH'], GIT_CONFIG_NOSYSTEM: '1' },
    home: base,
    platform: process.platform,
  };
  const git = gitIn(root, setup);
  const say = async (...args: string[]): Promise<string> => {
    const { status, stdout, stderr } = await git(args, { hooks: true });
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}${stdout.toString()}`);
    return stdout.toString().replace(/\n$/, '');
  };
  const write = (path: string, text: string | Uint8Array): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  await say('init', '-q', '-b', 'main');
  if (name !== null)
    for (const [key, value] of [
      ['user.name', name],
      ['user.email', 'ada@example.org'],
    ] as const)
      await say('config', key, value);
  return {
    base,
    root,
    setup,
    git,
    say,
    write,
    hook: (hookName, script) => {
      write(`.git/hooks/${hookName}`, `#!/bin/sh\n${script}\n`);
      chmodSync(join(root, '.git/hooks', hookName), 0o755);
    },
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}
