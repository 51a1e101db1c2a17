// Whatever the order in which facts arrive, the same is current and the same is past.
import { describe, expect, it } from 'vitest';
import type { Fact } from '../../../src/model/fact.ts';
import { dreamOf, fact, pageHistory } from './nights.ts';

const story = (lines: readonly string[]): Fact[] => lines.map((text, at) => fact(text, `2026-07-${String(at + 1).padStart(2, '0')}`, { line: at + 5 }));

function orders<T>(all: readonly T[]): T[][] {
  return all.length === 0 ? [[]] : all.flatMap((one, at) => orders(all.filter((_, other) => other !== at)).map((rest) => [one, ...rest]));
}

describe.each([
  ['said, denied, said again and given up', ['Max is vegan', 'Max is not vegan', 'Max is vegan', 'Max is no longer vegan']],
  ['a value that comes back', ['Max lives in Oslo', 'Max lives in Rome', 'Max lives in Oslo']],
  ['a value that comes back twice', ['Max lives in Oslo', 'Max lives in Rome', 'Max lives in Oslo', 'Max lives in Rome']],
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
