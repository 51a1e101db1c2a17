// A log line that is edited says something else from then on: what it took the place of comes back where it does not
// any more, and what it says now takes its turn among the other claims.
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
  it.each([
    ['My brother lives in Rome', ['I live in Berlin', 'My brother lives in Rome']],
    ['I work in Rome', ['I live in Berlin', 'I work in Rome']],
    ['I live in Berlin', ['I live in Berlin']],
  ])('that says "%s" gives free what it took the place of', async (text, current) => {
    const facts = story('I live in Berlin', 'I live in Rome');
    const said = await edited(facts, 1, { text });
    expect(said).toMatchObject({ current, past: [], sides: [] });
    expect(facts.map(({ id }) => said.view.ledger.get(id)?.as)).toEqual([
      'placed',
      text === 'I live in Berlin' ? 'duplicate' : 'placed',
    ]);
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

  it('that was past is so no more, and what it had replaced ends with what follows next', async () => {
    const said = await edited(story('I live in Berlin', 'I live in Rome', 'I live in Lima'), 1, {
      text: 'My brother lives in Rome',
    });
    expect(said).toMatchObject({
      current: ['I live in Lima', 'My brother lives in Rome'],
      past: ['I live in Berlin 2026-07-01..2026-07-03'],
    });
  });

  it('that others of its claim do not follow leaves them their History', async () => {
    const said = await edited(story('I live in Berlin', 'I live in Rome', 'I live in Rome'), 1, {
      text: 'My brother lives in Rome',
    });
    expect(said).toMatchObject({
      current: ['I live in Rome', 'My brother lives in Rome'],
      past: ['I live in Berlin 2026-07-01..2026-07-03'],
    });
  });

  it('takes its turn in another slot', async () => {
    const said = await edited(story('Ines lives in Oslo', 'I live in Berlin', 'I live in Rome'), 2, {
      text: 'Ines lives in Rome',
    });
    expect(said).toMatchObject({
      current: ['I live in Berlin', 'Ines lives in Rome'],
      past: ['Ines lives in Oslo 2026-07-01..2026-07-03'],
    });
  });

  it('that speaks of something else ends the contradiction that it was a side of', async () => {
    const [one, other] = [fact('I live in Berlin', '2026-07-01'), fact('I live in Rome', '2026-07-01')];
    expect(pageHistory((await dreamOf([[one], [other]])).view).sides).toHaveLength(2);
    expect(await edited([one, other], 1, { text: 'My brother lives in Rome' })).toMatchObject({
      current: ['I live in Berlin', 'My brother lives in Rome'],
      sides: [],
    });
  });

  it('is known with what it says now to a new fact of the same batch', async () => {
    const said = await edited(story('I live in Berlin', 'I live in Rome'), 1, { text: 'My brother lives in Rome' }, [
      fact('I live in Lima', '2026-07-09'),
    ]);
    expect(said).toMatchObject({
      current: ['I live in Lima', 'My brother lives in Rome'],
      past: ['I live in Berlin 2026-07-01..2026-07-09'],
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

  it('taken from a line: what it alone replaced is current again', async () => {
    const [one, other] = lines();
    const before = { ...other, fields: { supersedes: one.id } };
    expect(await edited([one, before], 1, { fields: {} })).toMatchObject({
      current: ['Backups are on the shelf of Ines', 'Backups go to the attic'],
      past: [],
    });
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
