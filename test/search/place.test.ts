// Where a hit answers: the line of its file that is told, and what of a long text is shown.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type SearchHit, bestPlace, cutAround, withMatchLine, type Match } from '../../src/search/hit.ts';

/** Marks these words wherever they stand. */
const marking =
  (...words: string[]) =>
  (text: string): Match[] =>
    [...text.matchAll(new RegExp(words.join('|'), 'gi'))].map(({ index, 0: word }) => ({
      start: index,
      end: index + word.length,
      terms: [word.toLowerCase()],
    }));
const HIT: SearchHit = {
  id: 'x',
  kind: 'text',
  path: 'n.md',
  line: 10,
  date: null,
  score: 1,
  text: '',
  category: null,
  tags: [],
  title: 'n',
  sources: [],
};

test('the place is where most different words stand together, the first of equal ones', () => {
  const text = `cat cat cat ${'. '.repeat(200)} dog, ${'. '.repeat(200)} cat and dog ${'. '.repeat(200)} dog and cat`;
  expect(bestPlace(marking('cat', 'dog')(text))).toEqual([
    text.indexOf('cat and dog'),
    text.indexOf('cat and dog') + 11,
  ]);
  expect(bestPlace(marking('cat')(text))).toEqual([0, 3]);
  const listed = Array.from({ length: 99 }, (_, i) => ({
    start: i * 5,
    end: i * 5 + 4,
    terms: i === 70 ? ['entry', 'entry70'] : ['entry'],
  }));
  expect(bestPlace(listed)).toEqual([350, 354]);
  expect(bestPlace(marking('bird')(text))).toBeNull();
});

test('the line is that of the match, where a passage has several', () => {
  const text = 'one\n\ntwo cats\nthree\nfour dogs';
  const line = (hit: Partial<SearchHit>, ...words: string[]) =>
    withMatchLine({ ...HIT, text, ...hit }, marking(...words)).matchLine;
  expect([
    line({}, 'four'),
    line({}, 'cats'),
    line({}, 'one'),
    line({}, 'bird'),
    line({ text: 'one cats' }, 'cats'),
  ]).toEqual([14, 12, undefined, undefined, undefined]);
  expect(line({ kind: 'claim' }, 'four')).toBeUndefined();
});

test('a long text is cut around the match, at a word, with a sign at each cut end', () => {
  const text = Array.from({ length: 3000 }, (_, i) => `item${i}`).join(' ');
  const cut = (word: string) => cutAround(text, bestPlace(marking(word)(text)), 600);
  expect(cut('item2999')).toMatch(/^…item\d{4} .*item2999$/);
  expect(cut('item1500')).toMatch(/^…item\d{4} .* item1500 .*…$/);
  expect(cut('item3 ')).toMatch(/^item0 .*[^ ]…$/);
  expect(cut('bird')).toBe(`${text.slice(0, 600)}…`);
  expect(cutAround(`${'a '.repeat(200)}dog${' b'.repeat(200)}`, [400, 403], 120)).toContain('a dog b');
  expect(cutAround('short', [2, 3], 600)).toBe('short');
});

test('what is shown is of the text, whole letters, about as long as asked, and holds the match', () => {
  const word = fc.constantFrom('cat ', 'dog', ' ', '😀', 'ä', '\n', 'x'.repeat(50));
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 80 }).map((words) => words.join('')),
      fc.constantFrom('cat', 'dog', '😀', 'x{50}'),
      (text, wanted) => {
        const place = bestPlace(marking(wanted)(text));
        const shown = cutAround(text, place, 120);
        const own = shown.replace(/^…|…$/g, '');
        expect(text).toContain(own);
        expect(own.isWellFormed()).toBe(true);
        expect(own.length).toBeLessThanOrEqual(120);
        if (place !== null) expect(own).toContain(text.slice(place[0], place[0] + 2));
      },
    ),
  );
});
