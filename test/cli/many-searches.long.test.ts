// Eight searches at once, again and again, while facts are logged, the index is brought up to date and a dream runs:
// none fails, none says that something was damaged, and what is found in the end is what an index built from nothing
// finds.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makePlace, memvault, type Place } from '../support/memvault.ts';

const SEARCHERS = 8;
const ROUNDS = Number(process.env['MEMVAULT_TEST_SEARCHES'] ?? 4);

interface Found {
  readonly total: number;
  readonly hits: readonly { id: string; path: string; line: number; text: string; score: number }[];
}

async function searched(place: Place, vault: string, query: string, env = place.env): Promise<Found> {
  const { status, stdout, stderr } = await memvault(
    place,
    ['search', query, '-n', '1000', '--json', '--no-recall', '--vault', vault],
    { env },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout) as Found;
}

test(`${SEARCHERS} searches at once during an index and a dream`, { timeout: 60_000 + ROUNDS * 20_000 }, async () => {
  const place = makePlace();
  try {
    const vault = join(place.root, 'vault');
    const tomorrow = { ...place.env, MEMVAULT_NOW: '2026-07-02T12:00:00Z' };
    const must = async (
      args: readonly string[],
      more: { input?: string; env?: Readonly<Record<string, string>> } = {},
    ) => expect(await memvault(place, [...args, '--vault', vault], more)).toMatchObject({ status: 0 });
    expect(await memvault(place, ['init', '--no-git', vault, '-q'])).toMatchObject({ status: 0 });
    const line = (n: number) =>
      JSON.stringify({
        content: `Pebble number ${n} lies near the lighthouse of Turku`,
        category: n % 3 === 0 ? 'event' : 'travel',
        date: `2026-06-${String(10 + (n % 15)).padStart(2, '0')}`,
      });
    await must(['log', '--jsonl', '-q'], { input: Array.from({ length: 300 }, (_, n) => line(n)).join('\n') });
    let isOver = false;
    const writing = async () => {
      for (let round = 0; round < ROUNDS; round++) {
        await must(['log', '--jsonl', '-q'], {
          input: Array.from({ length: 30 }, (_, n) => line(1000 + round * 30 + n)).join('\n'),
        });
        await must(['index', '-q']);
      }
      isOver = true;
    };
    const dreams = must(['dream', '--yes', '-q'], { env: tomorrow });
    const searchers = Array.from({ length: SEARCHERS }, async (_, n) => {
      for (let turn = 0; turn < ROUNDS || !isOver; turn++) {
        const { total, hits } = await searched(place, vault, n % 2 === 0 ? 'lighthouse' : `pebble ${n}`);
        expect(total).toBeGreaterThanOrEqual(300);
        expect(new Set(hits.map(({ id, path, line: at }) => `${id} ${path} ${at}`)).size).toBe(hits.length);
      }
    });
    await Promise.all([writing(), dreams, ...searchers]);
    const copy = join(place.root, 'copy');
    cpSync(vault, copy, { recursive: true });
    expect(await memvault(place, ['reindex', '-q', '--vault', copy])).toMatchObject({ status: 0 });
    for (const query of ['lighthouse', 'pebble 1005'])
      expect(await searched(place, vault, query)).toEqual(await searched(place, copy, query));
    expect((await searched(place, vault, 'lighthouse')).total).toBe(300 + ROUNDS * 30);
  } finally {
    place.remove();
  }
});
