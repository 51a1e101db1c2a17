// What taking a run back does to one vault, case by case; undo.property.test.ts has the rule.
import { appendFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readHistory } from '../../src/dream/run.ts';
import { parseRunLog } from '../../src/page/run-log.ts';
import type { LedgerLine } from '../../src/model/disposition.ts';
import { readKnownRuns } from '../../src/tasks/run-changes.ts';
import { readPending } from '../../src/vault/pending.ts';
import { readView } from '../../src/vault/view.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { change, findings, read, write } from '../lint/folders.ts';
import { hashFolder } from '../support/folder-hash.ts';
import { dreamIn, makeUndoVault, stateOf, undoIn } from './undo-vault.ts';

const ids = { a: 'aaaaaaaaaa', b: 'bbbbbbbbbb', c: 'cccccccccc', d: 'dddddddddd' };
const NIGHT = new Date(2026, 6, 20, 3, 0);
const NEXT = new Date(2026, 6, 21, 3, 0);
const TODAY = '2026-07-22';
const LEDGER = '.memvault/ledger/2026-07.jsonl';
const everything = (): Record<string, string> => hashFolder(vault.root, /(?!)/);
const dispositionOf = (id: string): LedgerLine | undefined => readView(vault).ledger.get(id);
const append = (line: Partial<LedgerLine> & Pick<LedgerLine, 'fact'>): void =>
  appendFileSync(
    join(vault.root, LEDGER),
    `${JSON.stringify({ day: '2026-07-01', engine: 'rules/1', digest: 'x', ...line })}\n`,
  );
const onlyRun = async (start: Date): Promise<string> => (await dreamIn(vault, { start })).runs[0]?.run ?? '';
let vault: Vault;

beforeEach(() => {
  vault = makeUndoVault();
  write(
    vault,
    'daily/2026-07-01.md',
    `# Daily Log - 2026-07-01\n\n## 14:05 — s1\n\n- [preference] User prefers tabs \`ui\` ^${ids.a}\n- [work] User now works at Microsoft ^${ids.b}\n`,
  );
});

const logMore = (): void => {
  write(
    vault,
    'daily/2026-07-02.md',
    `# Daily Log - 2026-07-02\n\n## 09:00 — s2\n\n- [preference] the user prefers   TABS. ^${ids.c}\n- [event] Ann met Bob ^${ids.d}\n`,
  );
};

describe('undo', () => {
  it('brings back the state of before, says so in log.md and leaves no error', async () => {
    const before = stateOf(vault);
    const run = await onlyRun(NIGHT);
    const journal = await undoIn(vault, NEXT);
    expect(stateOf(vault)).toEqual(before);
    expect(existsSync(join(vault.root, '3_Personal/Work.md'))).toBe(false);
    expect(read(vault, 'log.md')).toContain(
      `\n## [2026-07-21] undo | ${run}\n${journal?.run}, undo of ${run}: 2 facts pending again; removed [Preferences](3_Personal/Preferences.md), [Work](3_Personal/Work.md)\n`,
    );
    expect(findings(vault, TODAY).filter(({ severity }) => severity !== 'note')).toEqual([]);
    expect(readPending(readView(vault), TODAY).facts.map(({ id }) => id)).toEqual([ids.a, ids.b]);
  });

  it('gives a fact that was decided before its former place again, and takes that back next', async () => {
    const empty = stateOf(vault);
    const first = await onlyRun(NIGHT);
    const before = stateOf(vault);
    change(vault, 'daily/2026-07-01.md', 'Microsoft', 'Microsoft in Zürich');
    await onlyRun(NEXT);
    expect(read(vault, '3_Personal/Work.md')).toContain('Zürich');
    await undoIn(vault, NEXT);
    expect(stateOf(vault)).toEqual(before);
    expect((await undoIn(vault, NEXT))?.undoes).toEqual([first]);
    expect(stateOf(vault)).toEqual(empty);
    expect(await undoIn(vault, NEXT)).toBeNull();
  });

  it('names no run twice, however often it is dreamt and undone in one minute, and all is as before each time', async () => {
    write(vault, 'daily/2026-07-02.md', `# Daily Log - 2026-07-02\n\n## 09:00 — s2\n\n- [general] thanks! ^${ids.c}\n`);
    const before = stateOf(vault);
    const seen: (string | undefined)[] = [];
    for (let time = 0; time < 4; time++) {
      seen.push(await onlyRun(NIGHT));
      expect(dispositionOf(ids.c)?.as).toBe('set-aside');
      seen.push((await undoIn(vault, NIGHT))?.run);
      expect(stateOf(vault)).toEqual(before);
    }
    expect(new Set(seen).size).toBe(8);
    const times = readView(vault).ledgerRead.lines.map(({ at }) => at);
    expect([...times].sort()).toEqual(times);
  });

  it.each([
    ['prose', (path: string) => change(vault, path, '## Key Facts', 'Mine.\n\n## Key Facts')],
    ['a claim gone', (path: string) => change(vault, path, /^- User.*\n/m, '')],
    ['another page in its place', (path: string) => write(vault, path, 'mine')],
  ])('is refused where a page was edited since, and writes nothing: %s', async (_what, edit) => {
    await dreamIn(vault, { start: NIGHT });
    edit('3_Personal/Work.md');
    const before = everything();
    await expect(undoIn(vault, NEXT)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(
        /^r-\S+ cannot be undone: 3_Personal\/Work\.md was edited, merged or removed since$/,
      ),
      hint: expect.stringMatching(
        /^memvault diff r-\S+ shows what the run changed; memvault fix ID reverts one decision, and a claim that you delete from a page does not come back/,
      ),
      data: { pages: ['3_Personal/Work.md'] },
    });
    expect(everything()).toEqual(before);
  });

  it('takes a page that a hand has put back already as it is', async () => {
    const before = stateOf(vault);
    await dreamIn(vault, { start: NIGHT });
    rmSync(join(vault.root, '3_Personal/Work.md'));
    await undoIn(vault, NEXT);
    expect(stateOf(vault)).toEqual(before);
  });

  it('keeps a person’s words in index.md, and makes the rest of it anew', async () => {
    const before = stateOf(vault);
    await dreamIn(vault, { start: NIGHT });
    change(vault, 'index.md', 'My own words.', 'Other words.');
    await undoIn(vault, NEXT);
    expect(read(vault, 'index.md')).toBe(before.index.replace('My own words.', 'Other words.'));
  });

  it('leaves what was forgotten since', async () => {
    await dreamIn(vault, { start: NIGHT });
    append({ fact: ids.b, as: 'forgotten', run: 'r-20260720-0900-ffffff', at: '2026-07-20T09:00:00.000Z' });
    await undoIn(vault, NEXT);
    expect(dispositionOf(ids.b)?.as).toBe('forgotten');
    expect(dispositionOf(ids.a)?.as).toBe('pending');
  });

  it('brings a claim that a hand removed neither back nor to its page by the next dream', async () => {
    await dreamIn(vault, { start: NIGHT });
    change(vault, '3_Personal/Work.md', /^- User.*\n/m, '');
    const before = stateOf(vault);
    await dreamIn(vault, { start: NEXT });
    expect(dispositionOf(ids.b)).toMatchObject({ as: 'set-aside', reason: 'removed by hand' });
    await undoIn(vault, NEXT);
    expect(stateOf(vault)).toEqual(before);
    await dreamIn(vault, { start: NEXT });
    expect(dispositionOf(ids.b)).toMatchObject({ as: 'set-aside', reason: 'removed by hand' });
  });
});

describe('of several runs', () => {
  it('the last goes first', async () => {
    const first = await onlyRun(NIGHT);
    logMore();
    const last = await onlyRun(NEXT);
    const before = everything();
    await expect(undoIn(vault, NEXT, first)).rejects.toMatchObject({
      code: 'refused',
      message: `${last} came after ${first}; undo it first`,
      hint: `memvault dream --undo ${last}`,
    });
    expect(everything()).toEqual(before);
    expect((await undoIn(vault, NEXT, last.slice(2, 15)))?.undoes).toEqual([last]);
    expect(await undoIn(vault, NEXT, last)).toBeNull();
    expect((await undoIn(vault, NEXT, first))?.undoes).toEqual([first]);
  });

  it('the batches of one night go together, in their order in log.md', async () => {
    logMore();
    const before = stateOf(vault);
    const { runs } = await dreamIn(vault, { start: NIGHT, maxDays: 1 });
    expect(runs).toHaveLength(2);
    expect((await undoIn(vault, NEXT))?.undoes).toEqual(runs.map(({ run }) => run));
    expect(stateOf(vault)).toEqual(before);
    expect(await undoIn(vault, NEXT)).toBeNull();
  });

  it('one batch goes alone where it is named', async () => {
    logMore();
    const { runs } = await dreamIn(vault, { start: NIGHT, maxDays: 1 });
    expect((await undoIn(vault, NEXT, runs[1]?.run))?.undoes).toEqual([runs[1]?.run]);
    expect((await undoIn(vault, NEXT))?.undoes).toEqual([runs[0]?.run]);
  });

  it('those of one moment that others made go in the order of log.md', () => {
    const line = (fact: string, run: string): LedgerLine => ({
      fact,
      run,
      day: '2026-07-01',
      as: 'placed',
      page: 'x.md',
      digest: 'd',
      engine: 'rules/1',
      at: '2026-07-20T01:00:00.000Z',
    });
    const runs = ['r-20260720-0300-ffffff', 'r-20260720-0300-000000'];
    const log = runs
      .map((run) => `\n## [2026-07-20] ingest | daily logs\n${run}, rules/1: 1 fact: 1 placed\n`)
      .join('');
    const history = readHistory([line(ids.a, runs[1] ?? ''), line(ids.b, runs[0] ?? '')], parseRunLog(log), new Set());
    expect(history.runs.map(({ run }) => run)).toEqual(runs);
  });

  it('the one that came later goes first, also when its clock was a day behind', async () => {
    await dreamIn(vault, { start: NEXT });
    logMore();
    const last = await onlyRun(NIGHT);
    expect((await undoIn(vault, NIGHT))?.undoes).toEqual([last]);
  });

  it('one that was made elsewhere and cannot be taken back here stands in the way only where it shares something', async () => {
    const run = await onlyRun(NIGHT);
    const other = { run: 'r-20260720-2200-abcdef', at: '2026-07-20T20:00:00.000Z' };
    append({ fact: 'eeeeeeeeee', as: 'placed', page: '2_Wiki/Elsewhere.md', ...other });
    await expect(undoIn(vault, NEXT)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('this clone has neither its journal nor its commit'),
    });
    expect((await undoIn(vault, NEXT, run))?.undoes).toEqual([run]);
    const again = await onlyRun(NEXT);
    append({
      fact: ids.b,
      as: 'placed',
      page: '3_Personal/Work.md',
      run: 'r-20260721-2200-abcdef',
      at: '2026-07-21T20:00:00.000Z',
    });
    await expect(undoIn(vault, NEXT, again)).rejects.toMatchObject({
      code: 'refused',
      hint: expect.stringContaining('clone that made it'),
    });
  });

  it('a fact that another clone dreamt too is pending again, not taken for a claim removed by hand', async () => {
    const run = await onlyRun(NIGHT);
    const mine = readView(vault).ledger;
    for (const fact of [ids.a, ids.b])
      append({ ...mine.get(fact), fact, run: 'r-20260719-0300-abcdef', at: '2026-07-19T01:00:00.000Z' });
    await undoIn(vault, NEXT, run);
    expect([dispositionOf(ids.a), dispositionOf(ids.b)]).toMatchObject([
      { as: 'pending', undoes: run },
      { as: 'pending', undoes: run },
    ]);
    expect(readPending(readView(vault), TODAY).removed).toEqual([]);
  });

  it('unknown, ambiguous and undo runs are told apart', async () => {
    logMore();
    const { runs } = await dreamIn(vault, { start: NIGHT, maxDays: 1 });
    await expect(undoIn(vault, NEXT, 'r-2019')).rejects.toMatchObject({
      code: 'not-found',
      hint: expect.stringContaining('memvault diff'),
    });
    await expect(undoIn(vault, NEXT, 'r-20260720')).rejects.toMatchObject({
      code: 'ambiguous',
      data: { runs: runs.map(({ run }) => run).sort() },
    });
    const undo = (await undoIn(vault, NEXT, runs[1]?.run))?.run ?? '';
    await expect(undoIn(vault, NEXT, undo)).rejects.toMatchObject({
      code: 'refused',
      message: `${undo} is itself an undo`,
    });
    expect(readKnownRuns({ vault }).runs.map(({ run, kind, undone }) => [run, kind, undone])).toEqual([
      [runs[0]?.run, 'dream', false],
      [runs[1]?.run, 'dream', true],
      [undo, 'undo', false],
    ]);
  });
});

it('a night does not repeat what was undone, a person does', async () => {
  await dreamIn(vault, { start: NIGHT });
  const pages = stateOf(vault).pages;
  await undoIn(vault, NEXT);
  const before = hashFolder(vault.root);
  const night = await dreamIn(vault, { start: NEXT, batch: true });
  expect(night.left.map(({ why }) => why)).toEqual(['undone', 'undone']);
  expect(hashFolder(vault.root)).toEqual(before);
  await dreamIn(vault, { start: NEXT });
  expect(Object.keys(stateOf(vault).pages)).toEqual(Object.keys(pages));
});
