import { chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { gitIn, isIgnored, parseStatus, readRepository, readWorkTree } from '../../src/git/repository.ts';
import { makeClone, type Clone } from './clone.ts';

let clone: Clone;
afterEach(() => clone?.remove());
const at = async (path: string) => await readRepository(gitIn(join(clone.root, path), clone.setup));

describe('what a folder lies in', () => {
  it('is found from below, in a submodule, and not in a bare repository', async () => {
    clone = await makeClone();
    mkdirSync(join(clone.root, 'a b/c'), { recursive: true });
    expect(await at('a b/c')).toEqual({
      top: clone.root,
      prefix: 'a b/c/',
      gitDir: join(clone.root, '.git'),
      commonDir: join(clone.root, '.git'),
      hooks: join(clone.root, '.git/hooks'),
      programs: [],
    });
    expect(await at('..')).toBeNull();
    expect(await at('gone')).toBeNull();
    await expect(at('.git')).rejects.toMatchObject({ code: 'git', message: 'this repository has no working tree' });
    await clone.say('commit', '-q', '--allow-empty', '-m', 'first');
    await clone.say('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', clone.root, 'part');
    expect(await at('part')).toMatchObject({
      top: join(clone.root, 'part'),
      gitDir: join(clone.root, '.git/modules/part'),
    });
  });
  it.runIf(process.getuid?.() === 0)('is refused where somebody else owns it, with what git advises', async () => {
    clone = await makeClone();
    for (const path of ['.git', '']) chownSync(join(clone.root, path), 65_534, 65_534);
    await expect(at('')).rejects.toMatchObject({
      code: 'git',
      message: 'git does not trust this repository, because another user owns its folder',
      hint: `if it is yours: git config --global --add safe.directory ${clone.root}`,
    });
  });
});

describe('the working tree below a vault', () => {
  it('is told by paths from the vault, of any kind', async () => {
    clone = await makeClone();
    for (const path of ['v/kept.md', 'v/odd "näme\n.md', 'v/gone.md', 'outside.md']) clone.write(path, 'one\n');
    await clone.say('add', '.');
    const git = gitIn(join(clone.root, 'v'), clone.setup);
    expect(await readWorkTree(git, 'v/')).toMatchObject({ commit: null, branch: 'main' });
    await clone.say('commit', '-qm', 'first');
    for (const path of ['v/odd "näme\n.md', 'v/ new .md', 'v/deep/cache/x', 'v/a.tmp', 'outside.md'])
      clone.write(path, 'two\n');
    await clone.say('rm', '-q', 'v/gone.md');
    clone.write('.gitignore', 'cache/\n*.tmp\n');
    const tree = await readWorkTree(git, 'v/');
    expect(tree).toMatchObject({ commit: await clone.say('rev-parse', 'HEAD'), branch: 'main', unmerged: [] });
    expect([...tree.changed]).toEqual([
      ['gone.md', 'tracked'],
      ['odd "näme\n.md', 'tracked'],
      [' new .md', 'untracked'],
    ]);
    expect(['deep/cache/x', 'a.tmp', 'kept.md', 'deep/x'].map((path) => isIgnored(tree, path))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    writeFileSync(join(clone.root, '.gitignore'), '/v/\n');
    await clone.say('rm', '-rq', '--cached', 'v');
    expect(isIgnored(await readWorkTree(git, 'v/'), 'kept.md')).toBe(true);
    expect(existsSync(join(clone.root, '.git/index.lock'))).toBe(false);
  });
  it('names what a merge left', () => {
    const line = (path: string): string => `u UU N... 100644 100644 100644 100644 ${'a '.repeat(3)}${path}\0`;
    expect(
      parseStatus(`# branch.oid abc\0# branch.head (detached)\0${line('v/a b.md')}${line('other.md')}`, 'v/'),
    ).toEqual({
      commit: 'abc',
      branch: null,
      changed: new Map(),
      unmerged: ['a b.md'],
      ignored: [],
    });
  });
});
