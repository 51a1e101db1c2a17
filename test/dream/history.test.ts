// Runs that decided no fact and wrote pages have their place among the others, by what log.md says of them.
import { expect, test } from 'vitest';
import { readHistory } from '../../src/dream/run.ts';
import { parseRunLog } from '../../src/page/run-log.ts';
import type { LedgerLine } from '../../src/model/disposition.ts';

const line = (fact: string, run: string, at: string): LedgerLine => ({
  fact,
  day: '2026-07-01',
  as: 'placed',
  page: '3_Personal/Work.md',
  digest: '',
  run,
  engine: 'rules/2',
  at,
});
const LINES = [
  line('k3v9x2ab4q', 'r-20260702-0300-aaaaaa', '2026-07-02T03:00:00.000Z'),
  line('m4w8y3bc5r', 'r-20260709-0300-bbbbbb', '2026-07-09T03:00:00.000Z'),
];
const LOG = `# Log

## [2026-07-02] ingest | daily logs  watermark=2026-07-01
r-20260702-0300-aaaaaa, rules/2: 1 fact: 1 placed; created [Work](3_Personal/Work.md); sources 2026-07-01

## [2026-07-09] ingest | daily logs  watermark=2026-07-01
r-20260709-0300-bbbbbb, rules/2: 1 fact: 1 placed; updated [Work](3_Personal/Work.md); sources 2026-07-01

## [2026-07-05] lint | repairs
r-20260705-1200-cccccc, 1 repair: links/case 1; updated [My work](3_Personal/My%20work.md)

## [2026-07-06] lint | by night
r-20260706-0300-dddddd, 0 errors, 0 warnings, 0 notes; health 100
`;
const runsOf = (log: string, own: readonly string[]): unknown[] =>
  readHistory(LINES, parseRunLog(log), new Set(own)).runs.map(({ run, kind, pages, undone }) => [
    run.slice(-6),
    kind,
    [...pages].join(),
    undone,
  ]);

test('a repair of another clone stands by its minute between the dreams, one that only looked is none', () => {
  const between = [
    ['aaaaaa', 'dream', '3_Personal/Work.md', false],
    ['cccccc', 'dream', '3_Personal/My work.md', false],
    ['bbbbbb', 'dream', '3_Personal/Work.md', false],
  ];
  expect(runsOf(LOG, [])).toEqual(between);
});

test('a clone’s own stand in the order of log.md, whatever its clock said', () => {
  expect(
    runsOf(LOG, ['r-20260702-0300-aaaaaa', 'r-20260709-0300-bbbbbb', 'r-20260705-1200-cccccc']).map(
      (run) => (run as string[])[0],
    ),
  ).toEqual(['aaaaaa', 'bbbbbb', 'cccccc']);
});

test('a repair that was taken back is undone', () => {
  const log = `${LOG}\n## [2026-07-10] undo | r-20260705-1200-cccccc\nr-20260710-0900-eeeeee, undo of r-20260705-1200-cccccc: restored [My work](3_Personal/My%20work.md)\n`;
  expect(runsOf(log, []).filter((run) => (run as string[])[0] === 'cccccc')).toEqual([
    ['cccccc', 'dream', '3_Personal/My work.md', true],
  ]);
});
