// What asking a model cost stays known: in the entry of log.md, through a crash and in the numbers that stats gives.
import { expect, test } from 'vitest';
import type { Engine } from '../../src/dream/engine.ts';
import { withoutPages } from '../../src/dream/run.ts';
import { statsOf } from '../../src/inspect/report.ts';
import { NO_USAGE } from '../../src/model/plan.ts';
import { readJournal } from '../../src/vault/journal.ts';
import { readRunLog } from '../../src/vault/record-run.ts';
import { readView } from '../../src/vault/view.ts';
import { dreamOnce, logDay, makeVault, placeAll, read, TODAY, WORK } from './nights.ts';

const usage = { calls: 3, tokens: 8200 };

test('a run that asked says so in log.md, and stats counts it', async () => {
  const vault = makeVault();
  logDay(vault, '2026-07-18', { aaaaaaaa01: '[work] User swims' });
  let spent = NO_USAGE;
  const makeEngine = (): Engine => ({
    name: 'test/1',
    get usage() {
      return spent;
    },
    propose: (batch) => {
      spent = usage;
      return Promise.resolve(placeAll(batch, WORK));
    },
  });
  const { runs } = await dreamOnce(vault, { makeEngine });
  expect(read(vault, 'log.md')).toContain('; asked a model 3 times, 8200 tokens; sources 2026-07-18');
  const stats = statsOf({
    view: readView(vault),
    entries: readRunLog(vault),
    recalls: [],
    today: TODAY,
    since: null,
    until: null,
  });
  expect(stats?.engines).toEqual([{ engine: 'test/1', runs: 1, facts: 1, ...usage }]);
  expect(stats?.facts.over).toEqual([1, 0, 0]);

  // Who finishes it after a crash, with a page that moved meanwhile, writes the entry anew.
  const journal = readJournal(vault, runs[0]?.run ?? '');
  expect(journal?.usage).toEqual(usage);
  expect(
    journal === null ? [] : withoutPages(journal, new Map([['2_Wiki/Other.md', 'it moved']])).appends.at(-1)?.text,
  ).toContain('asked a model 3 times');
});

test('a run that asked nobody says nothing of it', async () => {
  const vault = makeVault();
  logDay(vault, '2026-07-18', { aaaaaaaa01: '[work] User swims' });
  await dreamOnce(vault);
  expect(read(vault, 'log.md')).not.toContain('asked');
});
