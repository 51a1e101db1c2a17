// Files that no hand of the user's made: a vault that was cloned, unpacked or merged may hold any of them.
import { execFileSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { memvault, makePlace, type Ended, type Place } from '../support/memvault.ts';

let place: Place;
let vault: string;
const run = async (args: readonly string[], input = ''): Promise<Ended> =>
  await memvault(place, [...args, '--vault', vault], { input, timeoutMs: 20_000 });

beforeEach(async () => {
  place = makePlace();
  vault = join(place.root, 'vault');
  expect(await memvault(place, ['init', '--no-git', vault])).toMatchObject({ status: 0 });
  expect(await run(['log', 'User works at Google', '-c', 'work', '--date', '2026-06-20'])).toMatchObject({ status: 0 });
  expect(await run(['dream', '--batch', '--force'])).toMatchObject({ status: 0 });
});
afterEach(() => place.remove());

const IN_WORDS = /^(?![^]*(?:\n {4}at |defect of memvault|TypeError))/;

test.each([
  'daily/2026-06-20.md',
  '3_Personal/Work.md',
  '.memvault/ledger/2026-06.jsonl',
  '.memvault/config.yaml',
  'log.md',
])('a pipe or a device in place of %s is named, and nothing waits for it', { timeout: 200_000 }, async (path) => {
  for (const make of [
    () => execFileSync('mkfifo', [join(vault, path)]),
    () => symlinkSync('/dev/zero', join(vault, path)),
  ]) {
    rmSync(join(vault, path), { force: true });
    make();
    for (const args of [
      ['status'],
      ['lint'],
      ['facts'],
      ['dream', '--batch', '--force'],
      ['log', 'User likes tea', '--date', '2026-06-20'],
    ]) {
      const { status, stderr } = await run(args);
      expect([args[0], status]).toEqual([args[0], expect.toBeOneOf([0, 1, 2, 3])]);
      expect(stderr).toMatch(IN_WORDS);
    }
  }
});

test('a line of reviews.jsonl with an object for an id does not keep a dream from forgetting', async () => {
  appendFileSync(
    join(vault, '.memvault/reviews.jsonl'),
    '{"id":"x","facts":[{"toString":1},[{"toString":1}]],"draft":"x"}\n',
  );
  appendFileSync(join(vault, '.memvault/recall.jsonl'), '{"at":"2026-06-20T12:00:00Z","facts":[{"toString":1}]}\n');
  expect(await run(['forget', 'User works at Google'])).toMatchObject({ status: 0, stderr: '' });
  expect(await run(['dream', '--batch', '--force'])).toMatchObject({ status: 0 });
});

test('a journal of odd values does not keep a dream from forgetting', async () => {
  const [name] = readdirSync(join(vault, '.memvault/runs'));
  const file = join(vault, '.memvault/runs', name ?? '', 'journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { pages: object[] };
  writeFileSync(file, JSON.stringify({ ...journal, pages: [{ ...journal.pages[0], after: { toString: 1 } }] }));
  for (const args of [
    ['forget', 'User works at Google'],
    ['dream', '--batch', '--force'],
    ['diff'],
    ['status'],
    ['dream', '--undo', '--yes'],
  ]) {
    const { status, stderr } = await run(args);
    expect([args[0], status]).toEqual([args[0], expect.toBeOneOf([0, 2, 3])]);
    expect(stderr).toMatch(IN_WORDS);
  }
});

test('a state of odd values does not keep a dream from forgetting', async () => {
  expect(await run(['forget', 'User works at Google'])).toMatchObject({ status: 0 });
  writeFileSync(
    join(vault, '.memvault/state.json'),
    '{"lastResult":{"toString":1},"failedFacts":[1],"waited":{"a":1},"lastLint":{"at":1},"unfinished":{"at":[]},"failures":"x","lastAttempt":{}}',
  );
  expect(await run(['dream', '--batch', '--force'])).toMatchObject({ status: 0 });
  expect(await run(['status'])).toMatchObject({ status: 0 });
});

test('a line of the ledger with an object for a name does not keep lint from naming it', async () => {
  const line =
    '{"fact":"k3v9x2ab4q","day":"2026-06-20","as":"plased","page":"3_Personal/Work.md","digest":"0a9a6eaf20989d13","run":"r-20260621-0501-495c6c","engine":"rules/2","at":"2026-06-21T05:01:33.287Z"}';
  appendFileSync(
    join(vault, '.memvault/ledger/2026-06.jsonl'),
    `{"fact":[{"toString":1}],"run":{"toString":1},"as":1}\n${line}\n`,
  );
  const { stdout } = await run(['lint', '--json']);
  expect(stdout).toContain('unknown disposition of k3v9x2ab4q: “plased”');
});

test.each([
  ['a role', '{"messages":[{"role":"user","content":"I prefer tea"},{"role":{"toString":1},"content":"x"}]}'],
  [
    'a block',
    '{"messages":[{"role":"user","content":[{"type":{"toString":1},"text":"x"},{"type":"text","text":"I prefer tea"}]}]}',
  ],
  [
    'a part',
    '{"type":"session_meta","payload":{"id":"x"}}\n{"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":[{"toString":1}],"text":"x"}]}}',
  ],
])('%s of a conversation that is an object is no reason to fail', async (_, text) => {
  writeFileSync(join(place.root, 'talk.json'), text);
  const { status, stderr } = await run(['import', join(place.root, 'talk.json')]);
  expect(status).toBeOneOf([0, 2]);
  expect(stderr).toMatch(IN_WORDS);
});
