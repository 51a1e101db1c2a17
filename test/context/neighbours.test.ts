// What stands next to a hit in its session, where it gives the hit its meaning.
import { expect, test } from 'vitest';
import type { Found } from '../../src/context/found.ts';
import { byLine, type Day, neighboursOf } from '../../src/context/hits.ts';
import { found } from './found.ts';

const PATH = 'daily/2026-07-01.md';

/** A day of turns, each on a line of its own; `session: text`. */
function day(...turns: string[]): { day: Day; hits: Found[] } {
  const facts = turns.map((turn, index) => {
    const [, session = '', text = ''] = /^(\w*): (.*)$/s.exec(turn) ?? [];
    return { line: index + 1, session: session === '' ? null : session, time: null, text };
  });
  const hits = facts.map(({ line, text }) => found(text, { path: PATH, line }));
  const shown = byLine(hits, PATH);
  return { day: { facts, shown: () => shown }, hits };
}

function near(at: number, ...turns: string[]): string[] {
  const { day: known, hits } = day(...turns);
  const hit = hits[at];
  return hit
    ? neighboursOf(hit, (path) => (path === PATH ? known : null)).map(
        ({ where, found: other }) => `${where} ${other.text}`,
      )
    : ['no such hit'];
}

test('an answer has its question', () => {
  expect(near(1, 'a: Where do you live now?', 'a: In Lyon, since May.')).toEqual(['before Where do you live now?']);
  expect(near(1, 'a: 你现在住在哪里？', 'a: 里昂')).toEqual(['before 你现在住在哪里？']);
});

test('a question has its answer, and the one before it', () => {
  expect(near(1, 'a: Do you play?', 'a: Yes. Which instrument do you mean?', 'a: The cello.')).toEqual([
    'before Do you play?',
    'after The cello.',
  ]);
});

test('statements stand for themselves', () => {
  expect(near(1, 'a: User moved to Lyon', 'a: User has a cat', 'a: User has a dog')).toEqual([]);
  expect(near(1, 'a: See https://example.com/?q=a for it', 'a: User has a cat')).toEqual([]);
});

test('a statement that ends in a courtesy is no question', () => {
  const told =
    'We moved the whole server over the weekend, with all the pictures, the mail and the calendar, and everything runs again as it did before. How are you?';
  expect(near(0, `a: ${told}`, 'a: Fine.')).toEqual([]);
});

test('another session between them is passed over, and none is taken for the other', () => {
  expect(near(2, 'a: Where do you live?', 'b: User likes tea', 'a: In Lyon')).toEqual(['before Where do you live?']);
  expect(near(1, 'b: Where do you live?', 'a: In Lyon')).toEqual([]);
  expect(near(1, ': Where do you live?', ': In Lyon')).toEqual([]);
});

test('what may not be shown is not shown', () => {
  const { day: known, hits } = day('a: Where do you live?', 'a: In Lyon');
  const shown = new Map([...known.shown()].filter(([line]) => line !== 1));
  expect(hits[1] && neighboursOf(hits[1], () => ({ ...known, shown: () => shown }))).toEqual([]);
});

test('one that is long says something of its own', () => {
  expect(near(1, `a: ${'So much happened. '.repeat(20)}And you?`, 'a: Nothing')).toEqual([]);
});

test('a claim stands where its fact was logged', () => {
  const { day: known } = day('a: Where do you live?', 'a: In Lyon');
  const claim = found('User lives in Lyon', {
    kind: 'claim',
    path: '3_Personal/Home.md',
    line: 9,
    sources: [{ id: 'aaaaaaaaaa', path: PATH, line: 2 }],
  });
  expect(neighboursOf(claim, () => known).map(({ where }) => where)).toEqual(['before']);
  expect(byLine([claim], PATH).get(2)).toBe(claim);
});
