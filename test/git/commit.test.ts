import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { commitPaths, type CommitRequest } from '../../src/git/commit.ts';
import { makeClone, type Clone } from './clone.ts';

let clone: Clone;
afterEach(() => clone.remove());
const request = (paths: string[], untracked: string[] = []): CommitRequest => ({
  paths,
  untracked,
  message: '# dream: 1 fact\n\nMemvault-Run: r-1\n',
  date: new Date('2026-07-02T01:00:00Z'),
  hooks: true,
});

const ODD = ['-a b*.md', 'quote"d\'.md', 'Zoë/食.md', ':(top)x.md', '[a]?.md'];

describe('a commit by path', () => {
  it('takes just what is named, whatever else is staged, and names of every kind', async () => {
    clone = await makeClone();
    for (const path of [...ODD, 'staged.md', 'a b.md', 'xa.md', 'a1.md']) clone.write(path, 'one\n');
    await clone.say('add', 'staged.md');
    expect(await commitPaths(clone.git, request(ODD, ODD))).toBe(await clone.say('rev-parse', 'HEAD'));
    expect((await clone.say('ls-tree', '-r', '-z', '--name-only', 'HEAD')).split('\0').filter(Boolean).sort()).toEqual(
      [...ODD].sort(),
    );
    expect(await clone.say('status', '--porcelain')).toBe('A  staged.md\n?? "a b.md"\n?? a1.md\n?? xa.md');
    expect(await clone.say('log', '-1', '--format=%B|%aI|%cI|%an')).toMatch(
      /^# dream: 1 fact\n\nMemvault-Run: r-1\n\n?\|2026-07-0[12]T.*\|Ada$/,
    );
    expect(new Date(await clone.say('log', '-1', '--format=%cI')).toISOString()).toBe('2026-07-02T01:00:00.000Z');
  });
  it('takes a whole page of which a part is staged, and a deleted one as deleted', async () => {
    clone = await makeClone();
    for (const path of ['a.md', 'b.md', 'c.md']) clone.write(path, 'one\n');
    await clone.say('add', '.');
    await clone.say('commit', '-qm', 'first');
    clone.write('a.md', 'one\ntwo\n');
    await clone.say('add', 'a.md');
    clone.write('a.md', 'one\ntwo\nthree\n');
    clone.write('c.md', 'staged\n');
    await clone.say('add', 'c.md');
    rmSync(join(clone.root, 'b.md'));
    await commitPaths(clone.git, request(['a.md', 'b.md']));
    expect(await clone.say('show', 'HEAD:a.md')).toBe('one\ntwo\nthree');
    expect(await clone.say('ls-tree', '--name-only', 'HEAD')).toBe('a.md\nc.md');
    expect(await clone.say('status', '--porcelain')).toBe('M  c.md');
  });
  it('leaves the index as it was where a hook says no, and says what the hook said', async () => {
    clone = await makeClone();
    clone.write('a.md', 'one\n');
    clone.write('b.md', 'one\n');
    await clone.say('add', 'b.md');
    clone.hook('pre-commit', 'echo "no memory today" >&2; exit 1');
    await expect(commitPaths(clone.git, request(['a.md'], ['a.md']))).rejects.toMatchObject({
      code: 'git',
      message: 'git or one of its hooks failed: no memory today',
    });
    expect(await clone.say('status', '--porcelain')).toBe('A  b.md\n?? a.md');
    clone.hook('pre-commit', 'test "$(git diff --cached --name-only -- "*.md")" = a.md');
    expect(await commitPaths(clone.git, request(['a.md'], ['a.md']))).not.toBeNull();
  });
  it('signs nothing, opens nothing, and commits under its own name where there is none', async () => {
    clone = await makeClone(null);
    for (const [key, value] of [
      ['commit.gpgSign', 'true'],
      ['gpg.program', 'false'],
      ['core.editor', 'sleep 99'],
      ['commit.verbose', 'true'],
      ['commit.cleanup', 'strip'],
    ] as const)
      await clone.say('config', key, value);
    clone.write('a.md', 'one\n');
    await commitPaths(clone.git, request(['a.md'], ['a.md']));
    expect(await clone.say('log', '-1', '--format=%an <%ae> %cn|%s')).toBe(
      'memvault <memvault@localhost> memvault|# dream: 1 fact',
    );
    await clone.say('config', 'author.name', 'Only');
    await clone.say('config', 'author.email', 'only@example.org');
    clone.write('a.md', 'two\n');
    await commitPaths(clone.git, request(['a.md']));
    expect(await clone.say('log', '-1', '--format=%an %cn')).toBe('Only memvault');
  });
  it('makes no commit of line ends alone', async () => {
    clone = await makeClone();
    clone.write('a.md', 'one\n');
    await clone.say('add', '.');
    await clone.say('commit', '-qm', 'first');
    await clone.say('config', 'core.autocrlf', 'input');
    writeFileSync(join(clone.root, 'a.md'), 'one\r\n');
    expect(await commitPaths(clone.git, request(['a.md']))).toBeNull();
    expect(await clone.say('rev-list', '--count', 'HEAD')).toBe('1');
  });
});
