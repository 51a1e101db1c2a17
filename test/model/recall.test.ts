// Recalls folded into tracked counts: each once, whichever way a merge brought the lines.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldRecalls, notFolded, type RecallLine, recallLines, type ShownLine } from '../../src/model/recall.ts';

const at = (minute: number): string => new Date(Date.UTC(2026, 5, 30, 23, 50 + minute)).toISOString();
const RUN = { run: 'r-1', at: at(99), clone: 'k3v9' };

test('a run folds what was shown into a line for each fact and month', () => {
  const shown: ShownLine[] = [
    { at: at(1), facts: ['bbbbbbbbbb', 'aaaaaaaaaa', 'aaaaaaaaaa'] },
    { at: at(2), facts: ['aaaaaaaaaa'] },
    { at: at(20), facts: ['aaaaaaaaaa'] },
  ];
  expect([...recallLines(shown, RUN)]).toEqual([
    [
      '2026-06',
      [
        { fact: 'aaaaaaaaaa', count: 2, last: at(2), until: at(20), ...RUN },
        { fact: 'bbbbbbbbbb', count: 1, last: at(1), until: at(20), ...RUN },
      ],
    ],
    ['2026-07', [{ fact: 'aaaaaaaaaa', count: 1, last: at(20), until: at(20), ...RUN }]],
  ]);
  expect(recallLines([], RUN).size).toBe(0);
});

test('what a run of this clone folded, and what is dated after the run, is not folded by it', () => {
  const shown: ShownLine[] = [1, 2, 3, 4].map((minute) => ({ at: at(minute), facts: ['aaaaaaaaaa'] }));
  const lines = (clone: string): RecallLine[] => [...recallLines(shown.slice(0, 2), { ...RUN, clone }).values()].flat();
  expect(notFolded(shown, lines('k3v9'), 'k3v9', at(3))).toEqual([shown[2]]);
  expect(notFolded(shown, lines('zzzz'), 'k3v9', at(3))).toEqual(shown.slice(0, 3));
});

test('runs of two clones in any order, with lines doubled, count each recall once and know the last', () => {
  const moment = fc.record({
    minute: fc.nat(60),
    clone: fc.constantFrom('k3v9', 'p0d4'),
    fact: fc.constantFrom('aaaaaaaaaa', 'bbbbbbbbbb'),
  });
  fc.assert(
    fc.property(
      fc.array(moment, { maxLength: 30 }),
      fc.array(fc.nat(60), { maxLength: 5 }),
      fc.infiniteStream(fc.nat()),
      (moments, runs, random) => {
        const lines: RecallLine[] = [];
        for (const start of [...runs, 99].sort((a, b) => a - b)) {
          for (const clone of ['k3v9', 'p0d4']) {
            const shown = moments
              .filter((one) => one.clone === clone)
              .map((one) => ({ at: at(one.minute), facts: [one.fact] }));
            lines.push(
              ...[
                ...recallLines(notFolded(shown, lines, clone, at(start)), {
                  run: `r-${start}-${lines.length}`,
                  at: at(start),
                  clone,
                }).values(),
              ].flat(),
            );
          }
        }
        const mixed = [...lines, ...lines]
          .map((line) => ({ line, key: Number(random.next().value) }))
          .sort((a, b) => a.key - b.key)
          .map(({ line }) => line);
        const wanted = ['aaaaaaaaaa', 'bbbbbbbbbb'].flatMap((fact): [string, unknown][] => {
          const own = moments
            .filter((one) => one.fact === fact)
            .map((one) => at(one.minute))
            .sort();
          return own.length === 0 ? [] : [[fact, { count: own.length, last: own.at(-1) }]];
        });
        expect(Object.fromEntries(foldRecalls(mixed))).toEqual(Object.fromEntries(wanted));
      },
    ),
  );
});
