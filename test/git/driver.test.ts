import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Program, readDriver, registerDriver } from '../../src/git/merge-driver.ts';
import { attributeBlocks, lackingAttributes, putBlock } from '../../src/vault/attributes.ts';
import { makeClone, type Clone } from './clone.ts';

let clone: Clone;
let program: Program;
beforeEach(async () => {
  clone = await makeClone();
  program = { node: process.execPath, script: join(clone.base, `it's 100%A "new" \\$HOME`, 'driver.js') };
});
afterEach(() => clone.remove());

/** Both sides change one line of a page in a folder with odd characters; gives the status of the merge and the page. */
async function mergeSides(path: string): Promise<{ status: number; text: string }> {
  const commit = async (text: string): Promise<void> => {
    clone.write(path, text);
    await clone.say('add', '-A');
    await clone.say('commit', '-qm', text);
  };
  clone.write('.gitattributes', '*.md merge=memvault conflict-marker-size=9\n');
  await commit('one\n');
  await clone.say('switch', '-qc', 'side');
  await commit('theirs\n');
  await clone.say('switch', '-q', 'main');
  await commit('ours\n');
  const { status } = await clone.git(['merge', 'side']);
  return { status, text: readFileSync(join(clone.root, path), 'utf8') };
}

describe('the merge driver in a clone', () => {
  it('is registered once, and found again', async () => {
    expect(await readDriver(clone.git, existsSync)).toBe('missing');
    expect(await registerDriver(clone.git, program, true)).toBe(true);
    expect(await readDriver(clone.git, existsSync)).toBe('missing');
    expect(await registerDriver(clone.git, program, false)).toBe(true);
    expect(await registerDriver(clone.git, program, false)).toBe(false);
    expect(await readDriver(clone.git, existsSync)).toBe('broken');
    clone.write(`../${program.script.slice(clone.base.length)}`, '');
    expect(await readDriver(clone.git, existsSync)).toBe('ok');
    await clone.say('config', 'merge.memvault.driver', 'my-own %A');
    expect(await readDriver(clone.git, existsSync)).toBe('ok');
  });
  it('a file that is put into a folder stays there, though the other side moved all that was in it', async () => {
    const commit = async (): Promise<void> => {
      await clone.say('add', '-A');
      await clone.say('commit', '-qm', 'more');
    };
    clone.write('0_Inbox/one.md', 'A text that was read.\n');
    await commit();
    await registerDriver(clone.git, program, false);
    await clone.say('switch', '-qc', 'side');
    clone.write('0_Inbox/two.md', 'A text that nobody has read.\n');
    await commit();
    await clone.say('switch', '-q', 'main');
    clone.write('5_Archives/Inbox/one.md', 'A text that was read.\n');
    rmSync(join(clone.root, '0_Inbox/one.md'));
    await commit();
    expect((await clone.git(['merge', '--no-edit', 'side'])).status).toBe(0);
    expect(readFileSync(join(clone.root, '0_Inbox/two.md'), 'utf8')).toContain('nobody');
  });
  it('leaves alone what a person chose for that', async () => {
    await clone.say('config', 'merge.directoryRenames', 'true');
    await registerDriver(clone.git, program, false);
    expect((await clone.say('config', 'merge.directoryRenames')).trim()).toBe('true');
  });
  it('is started by git from any path, with the names of the texts, the size of marks and the page', async () => {
    clone.write(
      `../${program.script.slice(clone.base.length)}`,
      `
      const { readFileSync, writeFileSync } = require('node:fs');
      const [verb, base, ours, theirs, size, path] = process.argv.slice(2);
      writeFileSync(ours, [verb, ...[base, ours, theirs].map((name) => readFileSync(name, 'utf8').trim()), size, path].join('|'));
    `,
    );
    await registerDriver(clone.git, program, false);
    const page = '2_Wiki/Zoë & "co" %A\'s.md';
    expect(await mergeSides(page)).toEqual({ status: 0, text: `merge-driver|one|ours|theirs|9|${page}` });
  });
  it('merges as text where memvault is gone', async () => {
    await registerDriver(clone.git, program, false);
    expect(await mergeSides('2_Wiki/Tea.md')).toEqual({
      status: 1,
      text: '<<<<<<<<< ours\nours\n=========\ntheirs\n>>>>>>>>> theirs\n',
    });
  });
});

describe('attributes', () => {
  it('reach memvault’s files in zones of any name, and no other note', async () => {
    const zones = {
      inbox: 'In box',
      projects: "it's [x]",
      wiki: '知识',
      personal: '#me',
      assets: 'Files',
      archives: '!old *',
    };
    const vault = { root: join(clone.root, 'deep/vault'), dailyDir: 'logs/daily', zones };
    clone.write('deep/vault/.memvault/config.yaml', '');
    expect(lackingAttributes(vault)).toHaveLength(3);
    for (const block of attributeBlocks(vault)) putBlock(vault, block);
    expect(lackingAttributes(vault)).toEqual([]);
    const paths = [
      'log.md',
      'index.md',
      'MEMORY.md',
      'In box/a.md',
      "it's [x]/b/c.md",
      '知识/a.md',
      '#me/a b.md',
      '!old */a.md',
      'logs/daily/2026-07-01.md',
      '.memvault/ledger/2026-07.jsonl',
      '.memvault/recalls/2026-07.jsonl',
      'Files/a.md',
      'schema.md',
      'Other/log.md',
      "it's x/a.md",
      '!old b/a.md',
      'In box/a.txt',
      '.memvault/config.yaml',
    ];
    const { stdout } = await clone.git(['check-attr', '-z', 'merge', '--stdin'], {
      input: paths.map((path) => `deep/vault/${path}\0`).join(''),
    });
    const values = stdout
      .toString()
      .split('\0')
      .filter((_, at) => at % 3 === 2);
    expect(values).toEqual([
      'union',
      ...new Array<string>(7).fill('memvault'),
      'union',
      'union',
      'union',
      ...new Array<string>(7).fill('unspecified'),
    ]);
    rmSync(join(vault.root, 'logs/daily/.gitattributes'));
    expect(lackingAttributes(vault)).toEqual(['logs/daily/.gitattributes']);
  });
});
