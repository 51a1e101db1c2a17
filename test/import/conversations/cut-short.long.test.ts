// Extraction that something stopped half-way, and what it meets there the next time; files that are not what is said of
// them.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, test } from 'vitest';
import { memvaultWithFault } from '../../support/faults.ts';
import { memvaultHere } from '../../support/in-process.ts';
import { type Ended, memvault, type Place } from '../../support/memvault.ts';
import { newVault } from './new-vault.ts';

let place: Place;
let vault: string;
beforeEach(async () => {
  ({ place, vault } = await newVault());
});
afterEach(() => place.remove());

const extract = async (...args: readonly string[]): Promise<Ended> =>
  await memvaultHere(place, ['import', ...args, '--vault', vault]);
const event = (text: string, at: string): string =>
  `${JSON.stringify({ type: 'user', sessionId: 's-1', uuid: 'u', timestamp: at, cwd: '/src/atlas', message: { role: 'user', content: text } })}\n`;
const put = (name: string, ...events: readonly string[]): string => {
  writeFileSync(join(place.root, name), events.join(''));
  return join(place.root, name);
};
const facts = (at = vault): string[] =>
  (existsSync(join(at, 'daily')) ? readdirSync(join(at, 'daily')) : [])
    .filter((name) => name.endsWith('.md'))
    .sort()
    .flatMap((name) => readFileSync(join(at, 'daily', name), 'utf8').split('\n'))
    .flatMap((line) => /^- \[\w+\] (.*?) \[/.exec(line)?.[1] ?? []);

it('takes the lock of a process that is dead, and waits for nobody', async () => {
  mkdirSync(join(vault, '.memvault/sessions'), { recursive: true });
  const owner = { pid: 2 ** 22 + 1, host: hostname(), start: '2026-07-01T11:59:59Z', verb: 'import' };
  writeFileSync(join(vault, '.memvault/sessions/s-1.json.lock'), `${JSON.stringify(owner)}\n`);
  const ended = await memvault(place, [
    'import',
    put('talk.jsonl', event('I live in Ghent.', '2026-06-29T10:00:00Z')),
    '--vault',
    vault,
  ]);
  expect([ended.status, facts(), readdirSync(join(vault, '.memvault/sessions'))]).toEqual([
    0,
    ['User lives in Ghent'],
    ['s-1.json'],
  ]);
});

it('of several goes on with the others where another process reads one, and says which waits', async () => {
  mkdirSync(join(vault, '.memvault/sessions'), { recursive: true });
  const lock = join(vault, '.memvault/sessions/s-1.json.lock');
  writeFileSync(
    lock,
    `${JSON.stringify({ pid: process.pid, host: hostname(), start: '2026-07-01T11:59:59Z', verb: 'import' })}\n`,
  );
  const files = [
    put('held.jsonl', event('I live in Ghent.', '2026-06-29T10:00:00Z')),
    put('free.jsonl', event('I am allergic to peanuts.', '2026-06-29T11:00:00Z').replace('s-1', 's-2')),
  ];
  const { status, stdout, stderr } = await extract(...files, '--json');
  expect([status, facts()]).toEqual([3, ['User is allergic to peanuts']]);
  expect((JSON.parse(stdout) as { waiting: unknown }).waiting).toEqual([
    { file: files[0], session: 's-1', reason: 'locked' },
  ]);
  expect(stderr).toBe(
    `memvault: ${files[0] ?? ''}: another memvault is reading the session s-1; it waits for the next import\n`,
  );
  rmSync(lock);
  expect([(await extract(...files)).status, facts()]).toEqual([
    0,
    ['User is allergic to peanuts', 'User lives in Ghent'],
  ]);
});

it('of several waits for one that another process reads for a moment', async () => {
  mkdirSync(join(vault, '.memvault/sessions'), { recursive: true });
  const lock = join(vault, '.memvault/sessions/s-1.json.lock');
  writeFileSync(
    lock,
    `${JSON.stringify({ pid: process.pid, host: hostname(), start: '2026-07-01T11:59:59Z', verb: 'import' })}\n`,
  );
  // The other is done: it is this one's turn.
  const letGo = setTimeout(() => rmSync(lock, { force: true }), 1000);
  const { status } = await extract(
    put('held.jsonl', event('I live in Ghent.', '2026-06-29T10:00:00Z')),
    put('free.jsonl', event('I am allergic to peanuts.', '2026-06-29T11:00:00Z').replace('s-1', 's-2')),
  );
  clearTimeout(letGo);
  expect([status, facts()]).toEqual([0, ['User lives in Ghent', 'User is allergic to peanuts']]);
});

it('reads stdin once', async () => {
  const { status, stderr } = await extract('-', 'talk.jsonl', '-');
  expect([status, stderr]).toEqual([2, expect.stringContaining('stdin is named more than once')]);
});

it('logs each fact once, wherever the first look was killed and whatever the order of days in the talk', async () => {
  const talk = put(
    'talk.jsonl',
    event('I live in Ghent.', '2026-06-29T10:00:00Z'),
    event('I am allergic to peanuts.', '2026-06-28T10:00:00Z'),
  );
  const copy = join(place.root, 'copy');
  let written = 0;
  for (let at = 1; ; at++) {
    rmSync(copy, { recursive: true, force: true });
    cpSync(vault, copy, { recursive: true });
    const { fired } = await memvaultWithFault(place, copy, ['import', talk], { of: 'write', at, how: 'kill' });
    if (fired === null) break;
    // The process of this test plays the one that was killed, and lives.
    rmSync(join(copy, '.memvault/sessions/s-1.json.lock'), { force: true });
    if (facts(copy).length === 1) written++;
    expect((await memvaultHere(place, ['import', talk, '--vault', copy])).status).toBe(0);
    expect([at, facts(copy)]).toEqual([at, ['User is allergic to peanuts', 'User lives in Ghent']]);
  }
  expect(written).toBeGreaterThan(0);
});

it('brings back no line that a person put in other words, after the store went and was made anew', async () => {
  const talk = put('talk.jsonl', event('I am allergic to peanuts. I prefer small commits.', '2026-06-29T10:00:00Z'));
  await extract(talk);
  rmSync(join(vault, '.memvault/sessions'), { recursive: true });
  await extract(talk);
  const log = join(vault, 'daily/2026-06-29.md');
  writeFileSync(
    log,
    readFileSync(log, 'utf8')
      .replace('User prefers small commits', 'Tiny changes are best')
      .replace(/^.*peanuts.*\n/m, ''),
  );
  expect((await extract(talk, '--again')).status).toBe(0);
  expect(facts()).toEqual(['Tiny changes are best']);
});

test.each([
  ['codex', '# 2026-06-28\n\n**Ann**: I love sushi.\n\n**Bob**: Fine.\n'],
  ['claude-code', 'a\n\n\nb\n'],
  ['codex', event('I live in Ghent.', '2026-06-29T10:00:00Z')],
  ['claude-code', '{"messages":[{"role":"user","content":"I live in Ghent."}]}'],
])('%s that it is not: an error, and no silence', async (format, text) => {
  const { status, stderr } = await extract(put('talk', text), '--format', format);
  expect([status, stderr]).toEqual([2, expect.stringContaining(`not a ${format} conversation`)]);
});

it('an echo stays one when the same was shown again later that day, and a dream had counted both', async () => {
  const at = async (now: string, ...args: readonly string[]): Promise<Ended> =>
    await memvaultHere(place, [...args, '--vault', vault], { env: { ...place.env, MEMVAULT_NOW: now } });
  await at('2026-06-28T10:00:00Z', 'log', 'User lives in Ghent', '-c', 'identity');
  await at('2026-06-29T08:00:00Z', 'search', 'Ghent');
  const talk = put('talk.jsonl', event('I live in Ghent.', '2026-06-29T08:01:00Z'));
  await at('2026-06-29T18:00:00Z', 'search', 'Ghent');
  expect((await at('2026-06-30T03:00:00Z', 'dream', '--yes')).status).toBe(0);
  expect((await at('2026-06-30T09:00:00Z', 'import', talk)).stderr).toContain('1 from memvault itself');
  const other = put('other.jsonl', event('I live in Ghent.', '2026-06-27T08:01:00Z'));
  expect((await at('2026-06-30T09:00:00Z', 'import', '--session', 'other', other)).stdout).toContain('1 fact');
});

it('a folder: all conversations in it, and no text with words before colons', async () => {
  mkdirSync(join(place.root, 'talks'));
  put('talks/s.jsonl', event('I live in Ghent.', '2026-06-27T08:01:00Z'));
  put('talks/soup.md', 'Leek: two of them\nSalt: a pinch\n');
  const { status, stdout, stderr } = await extract(join(place.root, 'talks/'));
  expect([status, stdout, stderr]).toEqual([
    0,
    expect.stringContaining('User lives in Ghent'),
    expect.stringContaining('1 file in no known format: soup.md'),
  ]);
});

it('a session in which nobody spoke yet is one', async () => {
  const head = `${JSON.stringify({ type: 'file-history-snapshot', messageId: 'm' })}\n`;
  expect((await extract(put('new.jsonl', head))).status).toBe(0);
});
