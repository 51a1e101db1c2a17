// A log line that is edited says something else from then on: its claim is corrected in place, and History stays.
import { describe, expect, it } from 'vitest';
import type { Fact } from '../../../../src/model/fact.ts';
import { dreamOf, fact, pageHistory } from './nights.ts';

const story = (...lines: readonly string[]): Fact[] =>
  lines.map((text, at) => fact(text, `2026-07-${String(at + 1).padStart(2, '0')}`, { line: at + 5 }));
/** The facts, a night each; then one of them says something else, then whatever comes after. */
async function edited(facts: readonly Fact[], at: number, change: Partial<Fact>, after: readonly Fact[] = []) {
  const { view, plans } = await dreamOf([
    ...facts.map((one) => [one]),
    [{ ...(facts[at] as Fact), ...change }, ...after],
  ]);
  return { ...pageHistory(view), view, plans };
}

describe('an edited line', () => {
  it('that says something else is corrected in place; what it replaced stays in History until a person restores it', async () => {
    const facts = story('I live in Berlin', 'I live in Rome');
    expect(await edited(facts, 1, { text: 'My brother lives in Rome' })).toMatchObject({
      current: ['My brother lives in Rome'],
      past: ['I live in Berlin 2026-07-01..2026-07-02'],
    });
  });

  it('that stays in its slot is put right in place, and History stays', async () => {
    expect(await edited(story('I live in Berlin', 'I live in Rom'), 1, { text: 'I live in Rome' })).toMatchObject({
      current: ['I live in Rome'],
      past: ['I live in Berlin 2026-07-01..2026-07-02'],
    });
    expect(await edited(story('I live in Berln', 'I live in Rome'), 0, { text: 'I live in Berlin' })).toMatchObject({
      current: ['I live in Rome'],
      past: ['I live in Berlin 2026-07-01..2026-07-02'],
    });
  });
});

describe('the field supersedes', () => {
  const lines = (): [Fact, Fact] => [
    fact('Backups go to the attic', '2026-07-01'),
    fact('Backups are on the shelf of Ines', '2026-07-02'),
  ];

  it.each(['whole', 'the beginning'])('added to a line later, %s of an id', async (how) => {
    const [one, other] = lines();

    // The ids of a test follow each other: only a prefix that is one fact's own counts.
    const alone = { ...one, id: 'qqqqqqqqqq' };
    const said = await edited([alone, other], 1, {
      fields: { supersedes: how === 'whole' ? 'qqqqqqqqqq' : 'qqqqqqq' },
    });
    expect(said).toMatchObject({
      current: ['Backups are on the shelf of Ines'],
      past: ['Backups go to the attic 2026-07-01..2026-07-02'],
    });
    expect(said.view.ledger.get('qqqqqqqqqq')).toMatchObject({ as: 'superseded', by: other.id });
  });

  it('taken from a line whose slot says the same: History stays', async () => {
    const [one, other] = story('I live in Berlin', 'I live in Rome');
    const before = { ...(other as Fact), fields: { supersedes: one?.id ?? '' } };
    expect(await edited([one as Fact, before], 1, { fields: {} })).toMatchObject({
      current: ['I live in Rome'],
      past: ['I live in Berlin 2026-07-01..2026-07-02'],
    });
  });

  it.each([[['a', 'b']], [['b', 'a']]])(
    'of a line that happened earlier holds in whatever order they arrive: %s',
    async (order) => {
      const [older, newer] = lines();
      const by: Fact = { ...older, fields: { supersedes: newer.id.slice(0, 10) } };
      const facts = { a: by, b: newer };
      const { view } = await dreamOf(order.map((name) => [facts[name as 'a' | 'b']]));
      expect(pageHistory(view).current).toEqual(['Backups go to the attic']);
      expect(view.ledger.get(newer.id)).toMatchObject({ as: 'superseded', by: by.id });
    },
  );
});
