// The lines that say what a dream changed in what is current.
import { expect, test } from 'vitest';
import { renderUpdates } from '../../src/cli/render/dream.ts';
import type { DreamResult } from '../../src/dream/dream.ts';
import type { Update } from '../../src/model/plan.ts';

const update = (from: string, to: string, kind: Update['kind'] = 'update', fact = 'aaaaaaaaaa'): Update => ({
  kind,
  page: '3_Personal/Work.md',
  fact,
  from,
  to,
});
const runsOf = (...updates: Update[]): DreamResult['runs'] => [
  { plan: { updates }, decisions: [{ fact: 'aaaaaaaaaa' }] } as unknown as DreamResult['runs'][number],
];
const GOOGLE = 'User works at Google.';
const MICROSOFT = 'User works at Microsoft.';

test('each kind has its word', () => {
  expect(
    renderUpdates(
      runsOf(update(GOOGLE, MICROSOFT), update(GOOGLE, MICROSOFT, 'conflict'), update(GOOGLE, MICROSOFT, 'correction')),
      Infinity,
    ),
  ).toEqual([
    'updated: "User works at Google." → "User works at Microsoft."',
    'conflict: "User works at Google." / "User works at Microsoft."',
    'corrected: "User works at Google." → "User works at Microsoft."',
  ]);
});

test.each([
  [
    60,
    'User works at Google, in the office by the river since last spring',
    MICROSOFT,
    [
      'updated: "User works at Google, in the office by the river',
      '         since last spring"',
      '       → "User works at Microsoft."',
    ],
  ],
  [
    60,
    'Short',
    'User works at Microsoft, in the office by the river since last spring',
    [
      'updated: "Short"',
      '       → "User works at Microsoft, in the office by the',
      '         river since last spring"',
    ],
  ],
  [
    40,
    '他住在柏林的河边已经很久了',
    '他住在慕尼黑的河边已经很久了',
    ['updated: "他住在柏林的河边已经很久了"', '       → "他住在慕尼黑的河边已经很久了"'],
  ],
  [80, GOOGLE, MICROSOFT, ['updated: "User works at Google." → "User works at Microsoft."']],
])('at %i columns both are there as a whole', (width, from, to, wanted) => {
  const lines = renderUpdates(runsOf(update(from, to)), width);
  expect(lines).toEqual(wanted);
  for (const line of lines)
    expect(Array.from(line).reduce((sum, char) => sum + (/\p{Script=Han}/u.test(char) ? 2 : 1), 0)).toBeLessThanOrEqual(
      width,
    );
});

test('twenty are shown, and how many more there are; none of a page that was not written, and no control characters', () => {
  const lines = renderUpdates(
    runsOf(
      ...Array.from({ length: 32 }, (_, index) => update(String(index), 'x')),
      update('a', 'b', 'update', 'bbbbbbbbbb'),
    ),
    Infinity,
  );
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toBe('and 12 more');
  expect(renderUpdates(runsOf(update('a\u001B[2J', 'b\nc')), Infinity)).toEqual(['updated: "a\uFFFD[2J" → "b ⏎ c"']);
});
