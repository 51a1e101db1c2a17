// Random histories of two or three clones that share a vault: pending facts, the same days and minutes, values that
// change and contradict each other, edits by hand, renames, fix, review, forget, dreams and undos on each, merges in
// both directions, crosswise too. `npm run bench -- histories` plays two hundred; the message of a failure says with
// which variables one of them is played again.
import { writeFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { noCounts, play } from './play.ts';
import { history } from './steps.ts';

const env = process.env;
const runs = Number(env['MEMVAULT_HISTORIES'] ?? 4);
const seed = Number(env['MEMVAULT_HISTORIES_SEED'] ?? 3);
/** Which of them to play; it comes with `seed` in the message of a failure. */
const path = env['MEMVAULT_HISTORIES_PATH'];
/** A failing one is made smaller first. Takes minutes. */
const shrinks = env['MEMVAULT_HISTORIES_SHRINK'] !== undefined;

it(
  'clones that log, edit, dream, undo and merge lose nothing and come to the same',
  { timeout: 60_000 * (runs + 1) },
  async () => {
    const counts = noCounts();
    await fc.assert(
      fc.asyncProperty(history, async (one) => await play(one, counts)),
      { numRuns: runs, seed, endOnFailure: !shrinks, ...(path === undefined ? {} : { path }) },
    );
    const report = env['MEMVAULT_HISTORIES_REPORT'];
    if (report !== undefined) writeFileSync(report, JSON.stringify(counts));
    // A few of any seed may hold none of what is rarer.
    if (path === undefined && (runs >= 20 || (runs === 4 && seed === 3)))
      for (const what of [
        'merged',
        'driverCalls',
        'dreams',
        'undos',
        'edits',
        'superseded',
        'contradicted',
        'fix',
        'review',
        'forget',
      ] as const)
        expect(counts[what], what).toBeGreaterThan(0);
  },
);
