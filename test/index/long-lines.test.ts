// A paragraph may be as long as a book, in one line or in many: its passages say where they stand, and what they cost
// grows with the text and no faster.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePassages, type Place } from '../../src/index/documents/passages.ts';
import { parseNote } from '../../src/index/documents/parse.ts';
import { cpuTime } from '../support/cpu-time.ts';

/** As the text says it, without going along. */
function placeIn(text: string, start: number, at: number): Place {
  const before = text.slice(0, at).split('\n');
  return { line: start + before.length - 1, column: before.at(-1)?.length ?? 0 };
}

test('each passage of a long paragraph says where it begins and ends', () => {
  const word = fc.constantFrom('tea ', 'a house. ', '今天下雨。', '🫖', '\n', '  ', 'x'.repeat(700), '\n\n', 'é ');
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 60 }), fc.nat(9), (words, start) => {
      const text = words.join('');
      const passages = parsePassages(
        [{ kind: 'paragraph', start, end: start, text, section: '', head: '', nested: false, unclosed: false }],
        () => true,
      );
      let last = 0;
      for (const one of passages) {
        const at = text.indexOf(one.text, last);
        expect(one.from).toEqual(placeIn(text, start, at));
        expect(one.to).toEqual(placeIn(text, start, at + one.text.length));
        last = at + one.text.length;
      }
    }),
    { numRuns: 200 },
  );
});

test('the bytes of each passage of a long line are its words, whatever their letters', () => {
  const line = 'Tee für Änne. 🫖 今天下雨。 '.repeat(400);
  const bytes = Buffer.from(`# Tea\n\n${line}\n`);
  const { texts } = parseNote('2_Wiki/Tea.md', bytes, ['2_Wiki']);
  expect(texts.length).toBeGreaterThan(5);
  expect(texts.map(({ offset, length }) => bytes.subarray(offset, offset + length).toString())).toEqual(
    texts.map(({ text }) => text),
  );
  expect(texts.map(({ text }) => text).join(' ')).toBe(line.trim());
});

test('eight times the text costs about eight times the time, in one line and in many', () => {
  for (const words of ['Rivers carry water in spring. ', 'Rivers carry water in spring.\n', '河水在春天上涨。']) {
    const cost = (size: number): number => {
      const bytes = Buffer.from(words.repeat(size / words.length));
      return Math.min(...[0, 1, 2].map(() => cpuTime(() => parseNote('2_Wiki/Rivers.md', bytes, ['2_Wiki']))));
    };
    cost(100_000);
    expect(cost(1_600_000) / Math.max(2, cost(200_000)), JSON.stringify(words)).toBeLessThan(24);
  }
});
