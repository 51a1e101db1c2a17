// A year in the life of two clones, made short: logs, late ones and ones by hand, recalls, edits, moves, decisions,
// tags, the inbox, merges, a dream each night, and every invariant that the files show after each. `npm run bench --
// year` lives through all of it.
import { afterAll, expect, it } from 'vitest';
import { type Check, createChecks } from './checks.ts';
import { liveYear, type Year } from './year.ts';

const env = process.env;
const days = Number(env['MEMVAULT_YEAR_DAYS'] ?? 22);
const seed = Number(env['MEMVAULT_YEAR_SEED'] ?? 1);
const factsPerDay = Number(env['MEMVAULT_YEAR_FACTS'] ?? 4);
const processEvery = Number(env['MEMVAULT_YEAR_PROCESSES'] ?? 0);
const tryEvery = Number(env['MEMVAULT_YEAR_TRIES'] ?? 20);
const say = (line: string): void => void (env['MEMVAULT_YEAR_SAY'] !== undefined && process.stderr.write(`${line}\n`));

it(
  'a vault of two clones stays whole over the days, whatever happens in them',
  { timeout: 60_000 + 10_000 * days },
  async () => {
    const year = await liveYear({
      days,
      seed,
      factsPerDay,
      processEvery,
      tryEvery,
      say,
      ...checkedHere(),
    });
    expect(year.nights).toHaveLength(days);
    expect(year.nights.filter(({ ran }) => ran).length).toBeGreaterThan(days / 2);
    // In a few weeks no page gets as full as in a year.
    if (days >= 200) expect(year.nights.at(-1)?.parts).toBeGreaterThan(0);
    // A short one of any seed may hold none of what is rarer.
    if (seed === 1)
      for (const what of [
        'logged',
        'late',
        'byHand',
        'recalls',
        'edits',
        'moves',
        'forgotten',
        'aliases',
        'inbox',
        'repairs',
        'merges',
        'crosswise',
      ] as const)
        expect(year.counts[what], what).toBeGreaterThan(0);
  },
);

it('the same seed lives the same days', async () => {
  const [one, other] = [await live(), await live()];
  expect(one.digest).toBe(other.digest);
  expect(one.counts).toEqual(other.counts);
  expect(one.nights.map(withoutTimes)).toEqual(other.nights.map(withoutTimes));
  expect(one.counts.logged).toBeGreaterThan(5);
});

const live = async (): Promise<Year> =>
  await liveYear({ days: 3, seed: 5, factsPerDay, processEvery: 0, tryEvery: 0, say, ...checkedHere() });
/** The index holds the times of files. */
const withoutTimes = ({ processMs: _, processCpu: __, index: ___, ...night }: Year['nights'][number]): object => night;

const ends: (() => void)[] = [];
afterAll(() => {
  if (env['MEMVAULT_KEEP'] === undefined) for (const end of ends) end();
});

/** Each night is looked at before the next day. */
function checkedHere(): { check: Check; behind: number } {
  const { check, end } = createChecks();
  ends.push(end);
  return { check, behind: 0 };
}
