// What lint says while the clock of the machine is behind the days of the vault, as after a clock that was wrong.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renderDayTitle, renderEntry } from '../../src/page/fact-line.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { dreamVault } from './dreamed.ts';
import { brief, findings, makeVault, write } from './folders.ts';

function logDay(
  vault: Vault,
  day: string,
  id: string,
  text: string,
  fields: Readonly<Record<string, string>> = {},
): void {
  write(
    vault,
    `daily/${day}.md`,
    renderDayTitle(day) +
      renderEntry('14:05', 'abc12345', [{ id, statement: { category: 'work', text, tags: [], fields } }]),
  );
}

const night = (vault: Vault, day: string): Promise<void> => dreamVault(vault, new Date(`${day}T03:00:00`), day);

/** Three nights, of 3, 4 and 5 July. */
async function threeNights(): Promise<Vault> {
  const vault = makeVault();
  for (const [day, id] of [
    [2, 'k3v9x2ab4q'],
    [3, 'm4w8y3bc5r'],
    [4, 'p0d4mm1z5k'],
  ] as const) {
    logDay(vault, `2026-07-0${day}`, id, `The shop on street ${day} sells tea`);
    await night(vault, `2026-07-0${day + 1}`);
  }
  return vault;
}

test('runs of the future after a clock that was set back were doubted one by one, as errors', async () => {
  const vault = await threeNights();
  expect(findings(vault, '2026-07-05')).toEqual([]);
  expect(brief(findings(vault, '2026-06-20'))).toEqual(['warning run-log log.md:3']);
  expect(findings(vault, '2026-06-20')[0]).toMatchObject({
    message:
      '3 runs are dated 2026-07-03 to 2026-07-05, which is in the future: the clock was wrong then or is wrong now',
    fix: 'check that the clock is right (by it today is 2026-06-20); nothing is lost, and from 2026-07-05 on this is no longer reported',
  });
  // A clone further east may be a day ahead.
  expect(findings(vault, '2026-07-03')[0]?.message).toBe(
    'a run is dated 2026-07-05, which is in the future: the clock was wrong then or is wrong now',
  );
  expect(findings(vault, '2026-07-04')).toEqual([]);
});

test('a dream while the clock is set back, which decides anew what was decided in the future, is no fault either then or when the days have come', async () => {
  const vault = await threeNights();
  logDay(vault, '2026-06-20', 'q7e5nn2a6m', 'The shop on street 9 sells tea', { supersedes: 'm4w8y3bc5r' });
  await night(vault, '2026-06-21');
  expect(brief(findings(vault, '2026-06-21'))).toEqual(['warning run-log log.md:3']);
  expect(findings(vault, '2026-07-05')).toEqual([]);
});

test('a run that decided a fact of its own day stays an error, also while it is of the future', async () => {
  const vault = await threeNights();
  const early = {
    fact: 'r8f6pp3b7n',
    day: '2026-07-04',
    as: 'set-aside',
    reason: 'no use',
    digest: '',
    run: 'r-20260704-2300-7f3a9c',
    engine: 'rules/1',
    at: '2026-07-04T23:00:00.000Z',
  };
  appendFileSync(join(vault.root, '.memvault/ledger/2026-07.jsonl'), `${JSON.stringify(early)}\n`);
  for (const today of ['2026-06-20', '2026-07-05'])
    expect(
      findings(vault, today)
        .filter(({ rule }) => rule === 'pending')
        .map(({ severity }) => severity),
    ).toEqual(['error']);
});
