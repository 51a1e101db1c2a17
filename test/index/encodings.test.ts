// Notes that are not UTF-8: a byte that says nothing breaks no answer, and a note that cannot be read so is named.
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { memvaultHere } from '../support/in-process.ts';
import { makePlace, type Place } from '../support/memvault.ts';

let place: Place;
let vault: string;
const run = async (...args: string[]) => await memvaultHere(place, [...args, '--vault', vault]);
const write = (name: string, bytes: Uint8Array) => writeFileSync(join(vault, name), bytes);
const latin1 = (text: string) => Buffer.from(text, 'latin1');

beforeEach(async () => {
  place = makePlace();
  vault = join(place.root, 'vault');
  await run('init', vault, '-q');
});
afterEach(() => place.remove());

test('no half of a character is in an answer', async () => {
  await run('log', 'A lantern', '-q');
  appendFileSync(join(vault, 'daily/2026-07-01.md'), latin1('- [general] A café has a lantern `thé`\n'));
  write('note.md', latin1('---\ntags: [thé]\ntitle: Café\n---\nA lantern in a café.\n'));
  write('user.md', latin1('- Zoé of the café\n'));
  for (const args of [['search'], ['search', '--explain'], ['context']]) {
    const { stdout } = await run(...args, 'lantern', '--json', '--no-recall');
    expect(stdout).not.toMatch(/\\ud[89a-f]/i);
    expect(stdout).toContain('caf\uFFFD');
    expect(stdout).toContain('th\uFFFD');
  }
});

test('a note in UTF-16 is named, by each search until it is saved otherwise', async () => {
  const text = 'A lantern hangs in the hall\n';
  write('marked.md', Buffer.from(`\uFEFF${text}`, 'utf16le'));
  write('plain.md', Buffer.from(text, 'utf16le'));
  write('other.md', Buffer.from(text));
  for (const verb of ['index', 'reindex']) {
    const { status, stderr } = await run(verb);
    expect([status, stderr.match(/cannot read .*: it is UTF-16, not UTF-8; it is not indexed/g)?.length]).toEqual([
      3, 2,
    ]);
  }
  for (const verb of ['search', 'context']) {
    const { stdout, stderr } = await run(verb, 'lantern', '--no-recall');
    expect(stdout.match(/other\.md|A lantern/g)).toHaveLength(2);
    expect(stderr).toContain('marked.md: it is UTF-16, not UTF-8; its content is not searched');
  }
  write('marked.md', Buffer.from(text));
  write('plain.md', Buffer.from(text));
  expect(await run('search', 'lantern', '--json', '--no-recall')).toMatchObject({
    stderr: '',
    stdout: expect.stringContaining('"total":3'),
  });
});
