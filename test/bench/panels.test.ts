// Curves over days as a picture.
import { join } from 'node:path';
import { expect, test } from 'vitest';

const PANELS = join(import.meta.dirname, '../../bench/parts/panels.mjs');
const days = ['2026-01-01', '2026-01-20', '2026-02-01', '2026-03-05'];

test('each curve has a panel with its own scale, its months and its limit', async () => {
  const { renderPanels } = (await import(PANELS)) as { renderPanels(rows: object[]): string };
  const drawn = renderPanels([
    { what: 'a number alone', value: 3 },
    {
      what: 'memory',
      curve: {
        name: 'MEMORY.md',
        unit: 'bytes',
        limit: 25_000,
        points: days.map((day, at) => ({ day, value: 4000 * at })),
      },
    },
    {
      what: 'night',
      curve: { name: 'a night <b>', unit: 'ms', dots: true, points: days.map((day) => ({ day, value: 0 })) },
    },
  ]);
  expect(drawn).not.toMatch(/NaN|undefined|Infinity|<b>/);
  expect(drawn.match(/<polyline points="(?:[\d.]+,[\d.]+ ?){4}"/g)).toHaveLength(1);
  expect(drawn.match(/<circle /g)).toHaveLength(4);
  expect(drawn).toContain('never more than 25,000');
  expect([...drawn.matchAll(/>(Jan|Feb|Mar)</g)].map(([, month]) => month)).toEqual([
    'Jan',
    'Feb',
    'Mar',
    'Jan',
    'Feb',
    'Mar',
  ]);
  // The limit is below the top of its panel, and the last value below the limit.
  const heights = [...drawn.matchAll(/class="most"[^>]* y1="([\d.]+)"/g)].map(([, y]) => Number(y));
  expect(heights[0]).toBeGreaterThan(30);
});
