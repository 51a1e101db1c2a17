// Which questions a search is told of: those that wait for a person, however many others the file holds.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openQuestions } from '../../src/vault/reviews.ts';
import type { Vault } from '../../src/vault/vault.ts';

let vault: Vault;

beforeEach(() => {
  vault = { root: mkdtempSync(join(tmpdir(), 'memvault-questions-')) } as Vault;
});
afterEach(() => rmSync(vault.root, { recursive: true }));

const review = (id: string, status: string, second: number) => ({
  id,
  kind: 'supersede',
  facts: [`${id}-old`, `${id}-new`],
  reason: 'the later may replace the earlier',
  score: 0.9,
  status,
  run: 'r-1',
  at: `2026-07-01T03:00:0${second}.000Z`,
});

function write(lines: readonly object[]): void {
  mkdirSync(join(vault.root, '.memvault'));
  writeFileSync(
    join(vault.root, '.memvault', 'reviews.jsonl'),
    lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  );
}

test('no file is no question', () => expect(openQuestions(vault)).toEqual([]));

test('what is queued, withdrawn or decided is none', () => {
  write([
    review('queued', 'queued', 0),
    review('waits', 'queued', 0),
    review('waits', 'pending', 1),
    review('decided', 'rejected', 2),
    review('decided', 'pending', 1),
  ]);
  expect(openQuestions(vault)).toEqual([['waits-old', 'waits-new']]);
});

test('a line that names its id last is heard', () => {
  const { id, ...rest } = review('decided', 'rejected', 2);
  write([review('decided', 'pending', 1), { ...rest, id }]);
  expect(openQuestions(vault)).toEqual([]);
});
