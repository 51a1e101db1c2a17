// What says that it corrects something: its target in the same sitting, on the same day, or in the days before; in its
// slot at any time. Where that is not certain a person is asked.
import { describe, expect, it } from 'vitest';
import type { Fact } from '../../../../src/model/fact.ts';
import { dreamOf, fact, pageHistory } from './nights.ts';

/** `day text` each, days from 2026-01-01 on; `s2 …` is another session. */
const story = (...lines: readonly string[]): Fact[] =>
  lines.map((line, at) => {
    const [, day = '1', session = 's', text = ''] = /^(\d+) (?:(s2) )?(.+)$/.exec(line) ?? [];
    return fact(text, new Date(Date.UTC(2026, 0, Number(day))).toISOString().slice(0, 10), { line: at + 5, session });
  });

describe.each([
  ['in one batch', (facts: readonly Fact[]) => [facts]],
  ['each in a night of its own', (facts: readonly Fact[]) => facts.map((one) => [one])],
])('%s', (_, portions) => {
  it.each([
    [
      'on a later day',
      ['1 Max is allergic to nuts', '2 Correction: Max is not allergic to nuts'],
      ['Max is not allergic to nuts'],
    ],
    [
      'in its slot, months later',
      ["1 User's dentist is Dr. Weber", "80 Correction: the user's dentist is Dr. Wegner"],
      ["The user's dentist is Dr. Wegner"],
    ],
    [
      'with a capital of its own',
      ['1 My dentist is Dr. Kraus', '3 I meant my dentist is Dr. Krause'],
      ['My dentist is Dr. Krause'],
    ],
    [
      'the same sentence but for a value',
      ['1 The choir rehearses on Thursdays', '9 Correction: the choir rehearses on Tuesdays'],
      ['The choir rehearses on Tuesdays'],
    ],
    [
      'an event',
      ['1 Ines visited Turin in spring', '2 Correction: Ines visited Genoa in spring'],
      ['Ines visited Genoa in spring'],
    ],
    [
      'of two the one of its sitting',
      ['1 s2 Ines bought a red bicycle', '1 Ines bought a blue bicycle', '1 Correction: Ines bought a green bicycle'],
      ['Ines bought a green bicycle', 'Ines bought a red bicycle'],
    ],
  ])('%s', async (_name, lines, current) => {
    const facts = story(...lines);
    const { view, proposals } = await dreamOf(portions(facts));
    expect(pageHistory(view)).toEqual({ current, sides: [], past: [] });
    expect(proposals.flatMap(({ reviews }) => reviews)).toEqual([]);
    expect(facts.filter(({ id }) => view.ledger.get(id)?.as === 'superseded')).toHaveLength(1);
  });

  it.each([
    [
      'of two that it could mean',
      ['1 Ines bought a red bicycle', '1 Ines bought a blue bicycle', '2 Correction: Ines bought a green bicycle'],
      1,
    ],
    ['of what was said long ago', ['1 Ines bought a red bicycle', '80 Correction: Ines bought a green bicycle'], 0],
    ['of nothing that is known', ['1 Otto likes tea', '2 Correction: Ines bought a green bicycle'], 0],
  ])('%s: placed without its label, and asked about where something is near', async (_name, lines, asked) => {
    const facts = story(...lines);
    const { view, proposals } = await dreamOf(portions(facts));
    expect(pageHistory(view).current).toContain('Ines bought a green bicycle');
    expect(pageHistory(view).current).toHaveLength(facts.length);
    expect(proposals.flatMap(({ reviews }) => reviews)).toHaveLength(asked);
  });

  it('what was put right is said no more: to say it again is another statement', async () => {
    const { view } = await dreamOf(
      portions(
        story(
          '1 Max is allergic to nuts',
          '2 Correction: Max is not allergic to nuts',
          '3 Max is not allergic to nuts',
        ),
      ),
    );
    expect(pageHistory(view)).toEqual({ current: ['Max is not allergic to nuts'], sides: [], past: [] });
    const again = await dreamOf(
      portions(story('1 Max lives in Oslo', '2 Correction: Max lives in Rome', '3 Max lives in Oslo')),
    );
    expect(pageHistory(again.view)).toMatchObject({
      current: ['Max lives in Oslo'],
      past: [expect.stringContaining('Max lives in Rome')],
    });
  });
});
