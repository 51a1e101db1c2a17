// How what is forgotten is looked for: in whatever form it is written, and not where only others say it.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { says, seek, toHay, tracesIn, withoutEscapes } from '../../src/language/forgotten-words.ts';

const TEXT = 'User visits Dr. Quillfeather in Lyon on 2026-05-04';
const sought = seek([{ fact: 'a', text: TEXT }], []);

test.each([
  ['as it is', TEXT],
  ['in other case', TEXT.toUpperCase()],
  ['with emphasis', 'user **visits** Dr. _Quill_feather in [Lyon] on `2026-05-04`'],
  ['in full-width letters', TEXT.replace('Lyon', 'Ｌｙｏｎ')],
  ['with blanks of other widths', TEXT.replaceAll(' ', '\u00A0\u2003')],
  ['with characters that nobody sees', TEXT.replace('Quill', 'Qu\u00ADi\u200Bll')],
  ['over lines', TEXT.replaceAll(' ', '\n> ')],
  ['as JSON', JSON.stringify({ a: [`first\n${TEXT}`] })],
  ['as JSON in JSON', JSON.stringify(JSON.stringify(`x\n${TEXT}\ty`))],
  ['with escaped letters', TEXT.replace('L', '\\u004c')],
  ['with references', TEXT.replace('Q', '&#81;').replaceAll(' ', '&nbsp;')],
  ['in an address', encodeURIComponent(TEXT)],
  ['with tags', TEXT.replace('Lyon', '<b>Lyon</b>')],
  ['in the middle of something', `He said that ${TEXT}, didn’t he?`],
  ['without its beginning', 'visits Dr. Quillfeather in Lyon on 2026-05-04'],
  ['without its end', 'User visits Dr. Quillfeather in Lyon'],
])('found %s', (_how, text) => {
  expect(says(text, sought)).toBe(true);
});

test.each([
  ['other words', 'User visits Dr. Smith in Paris on 2026-05-04'],
  ['half of it', 'User visits Dr. Quillfeather'],
  ['how many begin', 'User visits Dr. Q in Lyon'],
  ['its words in another order', 'On 2026-05-04 Quillfeather, Dr., visits in Lyon the user'],
  ['nothing', ''],
])('not found: %s', (_how, text) => {
  expect(says(text, sought)).toBe(false);
});

test('words of scripts without blanks are found in the middle of a line', () => {
  const chinese = seek([{ fact: 'a', text: '用户住在里昂' }], []);
  expect(says('他说用户住在里昂，很好', chinese)).toBe(true);
  expect(says('用户住在巴黎', chinese)).toBe(false);
  expect(says('喝tea茶，user likes tea喝', seek([{ fact: 'a', text: 'User likes tea' }], []))).toBe(true);
  expect(says('สวัสดีผู้ใช้อยู่ที่ลียงครับ', seek([{ fact: 'a', text: 'ผู้ใช้อยู่ที่ลียง' }], []))).toBe(true);
});

test('a decomposed letter is the letter', () => {
  expect(says('Usér naps'.normalize('NFD'), seek([{ fact: 'a', text: 'usÉr naps' }], []))).toBe(true);
});

test('a short statement is looked for as a whole only', () => {
  const short = seek([{ fact: 'a', text: 'User likes tea' }], []);
  expect(says('the user likes tea', short)).toBe(true);
  expect(says('user likes teasing', short)).toBe(false);
  expect(says('likes tea', short)).toBe(false);
});

describe('what others say, too,', () => {
  test('is no trace', () => {
    const parts = seek(
      [{ fact: 'a', text: 'User takes the train to Lyon every Monday' }],
      ['User takes the train to Lyon every Friday'],
    );
    expect(says('User takes the train to Lyon every Friday', parts)).toBe(false);
    expect(says('takes the train to Lyon every Monday', parts)).toBe(true);
    expect(seek([{ fact: 'a', text: 'User likes tea' }], ['User likes tea with milk'])).toEqual([]);
  });

  test('does not reach over the border of two statements', () => {
    expect(seek([{ fact: 'a', text: 'one two three four' }], ['zero one two', 'three four five'])).toHaveLength(1);
  });
});

test('the place of a trace is told in words', () => {
  expect(tracesIn(toHay(`one two three ${TEXT}`), sought)).toEqual([{ fact: 'a', whole: true, at: 3 }]);
  expect(tracesIn(toHay('x visits Dr. Quillfeather in Lyon on the sea'), sought)).toEqual([
    { fact: 'a', whole: false, at: 1 },
  ]);
  expect(tracesIn(toHay('Dr. Quillfeather in Lyon on 2026-05-04'), sought)[0]?.whole).toBe(false);
});

test('a statement without a word cannot be looked for, and harms nothing', () => {
  expect(seek([{ fact: 'a', text: '🎉' }], [])).toEqual([]);
});

test('any statement is found in JSON, in a list and among other words', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), fc.lorem(), (text, other) => {
      const any = seek([{ fact: 'a', text }], []);
      fc.pre(any.length > 0 && withoutEscapes(text) === text && !/[\\&%<>]/.test(text));
      for (const hidden of [JSON.stringify({ [other]: text }), `- ${text}[^aaaaaaaaaa]`, `${other}. ${text} ${other}`])
        expect(says(hidden, any), hidden).toBe(true);
    }),
    { numRuns: 500 },
  );
});
