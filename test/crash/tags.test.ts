// An alias of a tag, of which any operation fails or is the last before a kill, is made whole by the next command, to
// the same bytes: tags.yaml, front matter, log.md.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complaintsAbout, faultsAt, type Operation, trace, type Traced } from '../support/crash-check.ts';
import { type CrashVault, makeCrashVault } from '../support/crash-vault.ts';

let base: CrashVault;
let operation: Operation;
let traced: Traced;

beforeAll(async () => {
  base = await makeCrashVault();
  const from = base.copy('tagged');
  for (const [text, tag, project] of [
    ['The board boots', 'fw', 'atlas'],
    ['The build is slow', 'fw', 'borealis'],
    ['The watchdog bites', 'firmware', 'atlas'],
  ] as const) {
    for (const day of ['2026-06-01', '2026-06-02'])
      expect(
        await base.run(from, [
          'log',
          `${text} on the ${day.slice(-2)}`,
          '-t',
          tag,
          '--project',
          project,
          '--date',
          day,
        ]),
      ).toMatchObject({ status: 0 });
  }
  expect(await base.run(from, ['dream', '--batch', '--force'])).toMatchObject({ status: 0 });
  operation = { from, args: ['tags', 'alias', 'fw', 'firmware'] };
  traced = await trace(base, operation);
});
afterAll(() => base.remove());

test('of which any write fails', { timeout: 600_000 }, async () => {
  expect(traced.writes.filter((write) => /tags\.yaml|1_Projects/.test(write)).length).toBeGreaterThan(3);
  expect(
    await complaintsAbout(
      base,
      operation,
      traced,
      faultsAt(traced, 'write', 'fail', { code: (at) => (at % 2 === 0 ? 'EIO' : 'ENOSPC'), every: 3 }),
    ),
  ).toEqual([]);
});

test('that is killed before any write, or in its middle', { timeout: 600_000 }, async () => {
  expect(
    await complaintsAbout(base, operation, traced, faultsAt(traced, 'write', 'kill', { every: 4, first: 2 })),
  ).toEqual([]);
  expect(
    await complaintsAbout(
      base,
      operation,
      traced,
      faultsAt(traced, 'write', 'half-kill', { only: /^write/, every: 3 }),
    ),
  ).toEqual([]);
});
