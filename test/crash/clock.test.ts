// A clock that is wrong for a night: a day back, a year ahead and back again. No night is lost to it, and no fact.
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashFolder } from '../support/folder-hash.ts';
import { memvaultHere } from '../support/in-process.ts';
import { makePlace, type Place } from '../support/memvault.ts';

let place: Place;
let vault: string;

beforeEach(async () => {
  place = makePlace();
  vault = join(place.root, 'vault');
  await memvaultHere(place, ['init', '--no-git', vault]);
  mkdirSync(join(vault, 'daily'), { recursive: true });
});
afterEach(() => place.remove());

/** The program with its clock at `now`. */
const at = async (now: string, ...args: string[]) =>
  await memvaultHere(place, args, { cwd: vault, env: { ...place.env, MEMVAULT_NOW: now } });
const night = async (now: string) =>
  JSON.parse((await at(now, 'dream', '--batch', '--json')).stdout) as {
    ran: boolean;
    reason: string;
    runs: { run: string; facts: Record<string, number> }[];
  };
const status = async (now: string) =>
  JSON.parse((await at(now, 'status', '--json')).stdout) as {
    due: boolean;
    dueReason: string;
    pending: { facts: number };
  };
const logDay = (day: string, count = 20): void =>
  appendFileSync(
    join(vault, 'daily', `${day}.md`),
    `${Array.from({ length: count }, (_, i) => `- [work] User counted ${i + 1} crates in hall ${day}`).join('\n')}\n`,
  );

/**
 * Every fact of the log has a disposition, and lint proves the rest. Of a run of a day that is yet to come it says no
 * more than that.
 */
async function allPlaced(now: string, ahead: string | null = null): Promise<void> {
  const { facts } = JSON.parse((await at(now, 'facts', '--json')).stdout) as { facts: { disposition: unknown }[] };
  expect(facts.filter(({ disposition }) => disposition === null)).toEqual([]);
  const warning = new RegExp(
    `^log\\.md\\n.* warning +a run is dated ${ahead ?? ''}, which is in the future: .*\\n.*\\n$`,
  );
  expect(await at(now, 'lint', '-q')).toEqual({
    status: 0,
    stdout: ahead === null ? '' : expect.stringMatching(warning),
    stderr: '',
  });
}

test('a clock that jumps back a day does not block the nights after it', async () => {
  logDay('2026-07-01');
  expect(await night('2026-07-02T03:00:00Z')).toMatchObject({ ran: true, runs: [{ facts: { placed: 20 } }] });
  logDay('2026-07-02');
  // It says the second of July once more: the facts of that day are today's, and a dream of today went well.
  expect((await night('2026-07-02T03:00:00Z')).ran).toBe(false);
  expect((await night('2026-07-01T03:00:00Z')).ran).toBe(false);
  expect(await status('2026-07-01T03:00:00Z')).toMatchObject({ due: false });
  expect(await night('2026-07-03T03:00:00Z')).toMatchObject({ ran: true, runs: [{ facts: { placed: 20 } }] });
  await allPlaced('2026-07-03T04:00:00Z');
});

test('a clock that went back in the night dreams what the right clock left', async () => {
  logDay('2026-07-01');
  logDay('2026-07-03');
  expect((await night('2026-07-04T03:00:00Z')).ran).toBe(true);
  // A hand brings in facts of an older day while the clock is two days behind.
  logDay('2026-06-30');
  expect(await night('2026-07-02T03:00:00Z')).toMatchObject({ ran: true, runs: [{ facts: { placed: 20 } }] });
  await allPlaced('2026-07-05T03:00:00Z');
});

test('a clock that was a year ahead for one night blocks no night after it, and status says what is so', async () => {
  logDay('2026-07-01');
  expect((await night('2027-07-02T03:00:00Z')).ran).toBe(true);
  logDay('2026-07-02');
  expect(await status('2026-07-03T03:00:00Z')).toMatchObject({ due: true, pending: { facts: 20 } });
  expect(await night('2026-07-03T03:00:00Z')).toMatchObject({ ran: true, runs: [{ facts: { placed: 20 } }] });
  logDay('2026-07-03');
  expect(await night('2026-07-04T03:00:00Z')).toMatchObject({ ran: true, runs: [{ facts: { placed: 20 } }] });
  expect((await night('2026-07-04T22:00:00Z')).ran).toBe(false);
  await allPlaced('2026-07-04T04:00:00Z', '2027-07-02');
});

test('a line that is edited after the clock went back is corrected all the same', async () => {
  const { stdout: id } = await at('2026-07-01T12:00:00Z', 'log', 'User has 12 crates in the hall', '-c', 'work');
  expect((await at('2027-07-02T03:00:00Z', 'dream', '--batch', '--force')).status).toBe(0);
  const path = join(vault, 'daily', '2026-07-01.md');
  writeFileSync(path, readFileSync(path, 'utf8').replace('12 crates', '14 crates'));
  expect((await at('2026-07-03T03:00:00Z', 'dream', '--batch', '--force')).status).toBe(0);
  expect(readFileSync(join(vault, '3_Personal', 'Work.md'), 'utf8')).toContain(
    `- User has 14 crates in the hall[^${id.trim()}]`,
  );
  await allPlaced('2026-07-03T04:00:00Z', '2027-07-02');
  const before = hashFolder(vault);
  expect((await at('2026-07-03T05:00:00Z', 'dream', '--batch', '--force')).status).toBe(0);
  expect(hashFolder(vault)).toEqual(before);
});
