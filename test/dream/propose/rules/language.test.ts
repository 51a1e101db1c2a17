// The rules with the language they really have: from lines of a diary to pages.
import { describe, expect, it } from 'vitest';
import type { Fact } from '../../../../src/model/fact.ts';
import { dreamOf, fact, pageHistory } from './nights.ts';

const story = (...lines: readonly string[]): Fact[] =>
  lines.map((text, at) => fact(text, `2026-07-${String(at + 1).padStart(2, '0')}`, { line: at + 5 }));

/** Why two statements are asked about that are alike and no more. */
const LIKE = /^(?:they may say the same|the later may replace the earlier|they may contradict each other)$/;

describe.each([
  ['in one batch', (facts: readonly Fact[]) => [facts]],
  ['each in a night of its own', (facts: readonly Fact[]) => facts.map((one) => [one])],
])('%s', (_, portions) => {
  it.each([
    [
      'a home',
      ['Ines lives in Turin', 'Ines lives in Genoa'],
      ['Ines lives in Genoa'],
      ['Ines lives in Turin 2026-07-01..2026-07-02'],
    ],
    [
      'an office, told two ways',
      ['The treasurer of the choir is Otto', 'Otto is the treasurer of the choir', "The choir's treasurer is Ines"],
      ["The choir's treasurer is Ines"],
      ['The treasurer of the choir is Otto 2026-07-01..2026-07-03'],
    ],
    [
      'a note before it, a word for now',
      ['The treasurer of the choir is Otto', 'Note: The treasurer of the choir is currently Otto'],
      ['The treasurer of the choir is Otto'],
      [],
    ],
    [
      'what is no longer so',
      ['Otto is married to Ines', 'Otto is no longer married to Ines'],
      ['Otto is no longer married to Ines'],
      ['Otto is married to Ines 2026-07-01..2026-07-02'],
    ],
    [
      'a correction',
      ['The treasurer of the choir is Otto', 'Correction: the treasurer of the choir is Ines'],
      ['The treasurer of the choir is Ines'],
      [],
    ],
    ['journeys', ['Ines visited Turin', 'Ines visited Genoa'], ['Ines visited Genoa', 'Ines visited Turin'], []],
    [
      'children',
      ['Ines has a daughter named Lea', 'Ines has a daughter named Mia'],
      ['Ines has a daughter named Lea', 'Ines has a daughter named Mia'],
      [],
    ],
  ])('%s', async (_name, lines, current, past) => {
    const { view, proposals } = await dreamOf(portions(story(...lines)));
    expect(pageHistory(view)).toEqual({ current, sides: [], past });
    // What is only alike may be asked about; nothing is that speaks of one thing by the rules.
    expect(proposals.flatMap(({ reviews }) => reviews).filter(({ reason }) => !LIKE.test(reason))).toEqual([]);
  });

  it('a key of somebody’s own is a slot', async () => {
    const keyed = story('Backups go to the attic', 'Backups go to the cellar').map((one, at) => ({
      ...one,
      fields: { key: 'backup-place', value: at === 0 ? 'attic' : 'cellar' },
    }));
    expect(pageHistory((await dreamOf(portions(keyed))).view)).toMatchObject({
      current: ['Backups go to the cellar'],
      past: ['Backups go to the attic 2026-07-01..2026-07-02'],
    });
  });

  it('what is almost the same, or perhaps an update, is placed and asked about', async () => {
    const facts = story(
      'The choir of Ines meets on Thursdays',
      'The choir of Ines now meets on Tuesdays',
      'Ines loves long walks along the river',
      'Ines enjoys long walks along the river',
    );
    const { view, proposals } = await dreamOf(portions(facts));
    expect(pageHistory(view).current).toHaveLength(4);
    expect(proposals.flatMap(({ reviews }) => reviews.map(({ kind, facts: [a, b] }) => [kind, a, b]))).toEqual([
      ['supersede', facts[0]?.id, facts[1]?.id],
      ['merge', facts[2]?.id, facts[3]?.id],
    ]);
  });
});
