import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { gitIn } from '../../src/git/repository.ts';
import { findRunCommit, parseTrailers, readRunChanges, renderTrailers } from '../../src/git/commit.ts';
import { makeClone, type Clone } from './clone.ts';

let clone: Clone;
const RUN = 'r-20260702-0300-7f3a9c';

describe('trailers', () => {
  it('come back as they were, with paths of any kind', () => {
    const edited = [
      '2_Wiki/Tea.md',
      '2_Wiki/Zoë: 食.md',
      '2_Wiki/"quoted".md',
      '2_Wiki/two\nlines.md',
      '2_Wiki/ends .md ',
      '2_Wiki/back\\slash.md',
    ];
    expect(parseTrailers(`dream\n\nbody\n\n${renderTrailers([RUN, `${RUN}0`], edited)}\n`)).toEqual({
      runs: [RUN, `${RUN}0`],
      edited,
    });
  });
  it('name a hundred edited pages at most', () => {
    const edited = Array.from({ length: 150 }, (_, at) => `2_Wiki/${at}.md`);
    expect(parseTrailers(renderTrailers([RUN], edited)).edited).toEqual([...edited.slice(0, 100), 'and 50 more']);
  });
  it('are whole lines', () => {
    expect(parseTrailers(`a\n\nas in Memvault-Run: ${RUN}\n Memvault-Run: ${RUN}\nMemvault-Runs: x\r\n`).runs).toEqual(
      [],
    );
  });
});

describe('the commit of a run', () => {
  afterEach(() => clone.remove());

  it('is found by its own line only', async () => {
    clone = await makeClone();
    const commit = async (message: string): Promise<string> => {
      await clone.say('commit', '-q', '--allow-empty', '-m', message);
      return await clone.say('rev-parse', 'HEAD');
    };
    expect(await findRunCommit(clone.git, RUN)).toBeNull();
    const first = await commit(`dream\n\nMemvault-Run: ${RUN}\nSigned-off-by: x`);
    const second = await commit(
      `dream\n\nMemvault-Run: r-20260703-0300-aaaaaa\nMemvault-Run: r-20260703-0301-bbbbbb\nMemvault-Edited: 2_Wiki/Tea.md`,
    );
    await commit(`about Memvault-Run: ${RUN} in passing`);
    await commit(`dream\n\nMemvault-Run: ${RUN}0`);
    expect(await findRunCommit(clone.git, RUN)).toEqual({ commit: first, parent: null, runs: [RUN], edited: [] });
    expect(await findRunCommit(clone.git, 'r-20260703-0300-aaaaaa')).toEqual({
      commit: second,
      parent: first,
      runs: ['r-20260703-0300-aaaaaa', 'r-20260703-0301-bbbbbb'],
      edited: ['2_Wiki/Tea.md'],
    });
    expect(await findRunCommit(clone.git, 'r-20260703-0300')).toBeNull();
  });

  it('is not taken for a first one where a clone lacks what came before', async () => {
    clone = await makeClone();
    for (const message of ['first', `second\n\nMemvault-Run: ${RUN}`])
      await clone.say('commit', '-q', '--allow-empty', '-m', message);
    await clone.say('clone', '-q', '--depth=1', `file://${clone.root}`, join(clone.base, 'shallow'));
    await expect(findRunCommit(gitIn(join(clone.base, 'shallow'), clone.setup), RUN)).rejects.toMatchObject({
      code: 'git',
      hint: 'get it with: git fetch --unshallow',
    });
  });

  it('tells its pages before and after, as a checkout would hold them', async () => {
    clone = await makeClone();
    await clone.say('config', 'core.autocrlf', 'true');
    const vault = { ...clone, git: gitIn(join(clone.root, 'my vault'), clone.setup) };
    const latin = Buffer.from('caf\xe9 - one\r\n', 'latin1');
    clone.write('my vault/2_Wiki/a b.md', 'one\r\ntwo\r\n');
    clone.write('my vault/2_Wiki/gone.md', 'no end');
    clone.write('my vault/2_Wiki/latin.md', latin);
    clone.write('my vault/.gitattributes', 'kept.md -text\n');
    clone.write('my vault/2_Wiki/kept.md', 'lf\nstays\n');
    clone.write('outside.md', 'x\n');
    await clone.say('add', '.');
    await clone.say('commit', '-qm', `first\n\nMemvault-Run: ${RUN}`);
    const wanted = (path: string): boolean => path.endsWith('.md');
    const changes = async (run: string): Promise<unknown> => {
      const found = await findRunCommit(vault.git, run);
      return found && (await readRunChanges(vault.git, found, wanted));
    };
    expect(await changes(RUN)).toEqual([
      { path: '2_Wiki/a b.md', before: null, after: 'one\r\ntwo\r\n' },
      { path: '2_Wiki/gone.md', before: null, after: 'no end' },
      { path: '2_Wiki/kept.md', before: null, after: 'lf\nstays\n' },
      { path: '2_Wiki/latin.md', before: null, after: 'caf\udce9 - one\r\n' },
    ]);
    clone.write('my vault/2_Wiki/a b.md', 'one\r\n');
    rmSync(join(clone.root, 'my vault/2_Wiki/gone.md'));
    clone.write('outside.md', 'y\n');
    clone.write('my vault/log.txt', 'z\n');
    await clone.say('add', '-A');
    await clone.say('commit', '-qm', 'second\n\nMemvault-Run: r-2');
    expect(await changes('r-2')).toEqual([
      { path: '2_Wiki/a b.md', before: 'one\r\ntwo\r\n', after: 'one\r\n' },
      { path: '2_Wiki/gone.md', before: 'no end', after: null },
    ]);
  });
});
