// The progress line: nothing in the first second, then how far it is, what it cost, how long it may take. No clock is
// waited for.
import { expect, test } from 'vitest';
import { toTerminal } from '../../../src/model/controls.ts';
import { makeProgress, renderDuration, renderProgress } from '../../../src/cli/terminal/progress.ts';

const second = 1000;

/** What a terminal is told. */
function progressAt(
  env: Readonly<Record<string, string>> = {},
  { columns = 60, isTerminal = true, quiet = false } = {},
) {
  const told: string[] = [];
  let time = 0;
  const stream = { write: (text: string) => void told.push(toTerminal(text)), isTerminal, columns, rows: 30 };
  const progress = makeProgress({ stderr: stream, env }, { quiet, json: false }, () => time);
  return { told, progress, at: (ms: number) => void (time = ms) };
}

test('says nothing in the first second, and then no more than ten times a second', () => {
  const { told, progress, at } = progressAt();
  progress.update('placing facts', 1, 100);
  at(0.9 * second);
  progress.update('placing facts', 2, 100);
  progress.end();
  expect(told).toEqual([]);
  at(1.1 * second);
  progress.update('placing facts', 3, 100);
  progress.update('placing facts', 4, 100);
  at(1.25 * second);
  progress.update('placing facts', 5, 100);
  progress.end();
  expect(told).toEqual(['\r\u001B[Kplacing facts 3/100', '\r\u001B[Kplacing facts 5/100', '\r\u001B[K']);
});

test.each([
  ['no terminal', { isTerminal: false }],
  ['--quiet', { quiet: true }],
])('%s: nothing at all', (_what, options) => {
  const { told, progress, at } = progressAt({}, options);
  at(60 * second);
  progress.update('placing facts', 3, 100);
  progress.end();
  expect(told).toEqual([]);
});

test.each([[{ ACCESSIBLE: '1' }], [{ TERM: 'dumb' }]])('%j: whole lines, seldom, and nothing is drawn anew', (env) => {
  const { told, progress, at } = progressAt(env);
  for (let ms = 0; ms <= 40 * second; ms += 500) {
    at(ms);
    progress.update('asking qwen3:8b: Work', 3, 12);
  }
  progress.end();
  expect(told.length).toBe(3);
  for (const line of told) expect(line).toMatch(/^asking qwen3:8b: Work 3\/12[^\r\u001B]*\n$/);
});

test('a long name does not break the line, in wide signs either', () => {
  const { told, progress, at } = progressAt({}, { columns: 20 });
  at(2 * second);
  progress.update('東京都渋谷区神宮前一丁目の計画', 3, 12);
  expect(told.join('').replace('\r\u001B[K', '')).toBe('東京都渋谷区神宮前…');
});

test.each<[Parameters<typeof renderProgress>[0], string]>([
  [{ label: 'consolidating', done: 3, total: 0, elapsedMs: 9000 }, 'consolidating'],
  [{ label: 'consolidating', done: 0, total: 9, elapsedMs: 9000 }, 'consolidating 0/9'],
  [{ label: 'consolidating', done: 3, total: 9, elapsedMs: 3000 }, 'consolidating 3/9'],
  [
    { label: 'asking m: Work', done: 3, total: 9, tokens: 8200, elapsedMs: 60_000 },
    'asking m: Work, 3 of 9 facts, 8,200 tokens, about 2 minutes left',
  ],
  [
    { label: 'asking m: Work', done: 9, total: 9, tokens: 8200, elapsedMs: 60_000 },
    'asking m: Work, 9 of 9 facts, 8,200 tokens',
  ],
])('%j', (state, line) => {
  expect(renderProgress(state)).toBe(line);
});

test.each([
  [0, '1 second'],
  [4400, '4 seconds'],
  [42_000, '40 seconds'],
  [59_000, '1 minute'],
  [61_000, '1 minute'],
  [3_540_000, '59 minutes'],
  [3_600_000, '1 hour'],
  [9_000_000, '2 hours 30 minutes'],
])('%i ms are %s', (ms, words) => {
  expect(renderDuration(ms)).toBe(words);
});
