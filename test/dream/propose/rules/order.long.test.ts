// Whatever the order in which facts arrive, the same is current and the same is past.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fact } from '../../../../src/model/fact.ts';
import { dreamOf, fact, pageHistory } from './nights.ts';

const story = (lines: readonly string[]): Fact[] =>
  lines.map((text, at) => fact(text, `2026-07-${String(at + 1).padStart(2, '0')}`, { line: at + 5 }));

function orders<T>(all: readonly T[]): T[][] {
  return all.length === 0
    ? [[]]
    : all.flatMap((one, at) => orders(all.filter((_, other) => other !== at)).map((rest) => [one, ...rest]));
}

describe.each([
  [
    'said, denied, said again and given up',
    ['Max lives in Oslo', 'Max does not live in Oslo', 'Max lives in Oslo', 'Max no longer lives in Oslo'],
  ],
  ['a value that comes back', ['Max lives in Oslo', 'Max lives in Rome', 'Max lives in Oslo']],
  [
    'a value that comes back twice',
    ['Max lives in Oslo', 'Max lives in Rome', 'Max lives in Oslo', 'Max lives in Rome'],
  ],
  ['a port, its denial, another port', ['The port of web is 80', 'The port of web is not 80', 'The port of web is 81']],
])('%s', (_name, lines) => {
  it('in any order of arrival', async () => {
    const facts = story(lines);
    const expected = pageHistory((await dreamOf([facts])).view);
    expect(expected.sides).toEqual([]);
    for (const order of orders(facts)) {
      const name = order.map(({ day }) => day.slice(-1)).join(' ');
      expect([name, pageHistory((await dreamOf(order.map((one) => [one]))).view)]).toEqual([name, expected]);
    }
  });
});

describe('night by night as in one catch-up', () => {
  const LINES = [
    'Max lives in Oslo',
    'Max lives in Rome',
    'Max does not live in Oslo',
    'Correction: Max lives in Lima',
    'Max is vegan',
    'Max is not vegan',
    'Max is no longer vegan',
    'Max is allergic to nuts',
    'Correction: Max is not allergic to nuts',
    'The choir rehearses on Thursdays',
    'Correction: the choir rehearses on Tuesdays',
    'Backups go to the attic',
  ];
  const told = fc
    .array(fc.record({ line: fc.constantFrom(...LINES), supersedes: fc.option(fc.nat(6), { freq: 6 }) }), {
      minLength: 2,
      maxLength: 8,
    })
    .map((all) =>
      all.map(({ line, supersedes }, at): Fact => {
        const target = supersedes === null || supersedes >= at ? undefined : `order0000${supersedes}`;
        return fact(line, `2026-07-${String(at + 1).padStart(2, '0')}`, {
          id: `order0000${at}`,
          line: at + 5,
          fields: target === undefined ? {} : { supersedes: target },
        });
      }),
    );

  it('updates, denials, corrections and what names its target', async () => {
    await fc.assert(
      fc.asyncProperty(told, async (facts) => {
        expect(pageHistory((await dreamOf(facts.map((one) => [one]))).view)).toEqual(
          pageHistory((await dreamOf([facts])).view),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('and a line that is edited afterwards', async () => {
    await fc.assert(
      fc.asyncProperty(
        told,
        fc.nat(7),
        fc.constantFrom(...LINES.filter((line) => !line.startsWith('Correction'))),
        async (facts, which, text) => {
          const one = facts[which % facts.length] as Fact;
          const edit = [{ ...one, text, fields: {} }];
          expect(pageHistory((await dreamOf([...facts.map((each) => [each]), edit])).view)).toEqual(
            pageHistory((await dreamOf([facts, edit])).view),
          );
        },
      ),
      { numRuns: 40 },
    );
  });
});
