// What signs in a question ask for, and that everything else stays words.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readOperators } from '../../src/index/query.ts';

const read = (text: string) => {
  const { question, phrases, without } = readOperators(text);
  return [question, phrases, without.map(({ text: out, isPhrase }) => (isPhrase ? `"${out}"` : out))];
};

test.each<[string, string, string[], string[]]>([
  ['where does the user work', 'where does the user work', [], []],
  ['the "state of the art" model', 'the state of the art model', ['state of the art'], []],
  ['“blue door” keys', 'blue door keys', ['blue door'], []],
  ['„blaue Tür“ Schlüssel', 'blaue Tür Schlüssel', ['blaue Tür'], []],
  ['「蓝色的门」 钥匙', '蓝色的门 钥匙', ['蓝色的门'], []],
  ['«porte bleue»', 'porte bleue', ['porte bleue'], []],
  ['”blue door”', 'blue door', ['blue door'], []],
  ['deploy -staging', 'deploy', [], ['staging']],
  ['deploy –staging −test', 'deploy', [], ['staging', 'test']],
  ['deploy -"blue green" now', 'deploy now', [], ['"blue green"']],
  ['茶 -绿 -茶', '茶', [], ['绿', '茶']],
  ['coffee -décaf', 'coffee', [], ['décaf']],
  ['-5 degrees', '-5 degrees', [], []],
  ['from 3 -4 to 5', 'from 3 -4 to 5', [], []],
  ['self-care pre-deploy', 'self-care pre-deploy', [], []],
  ['git push --force -f', 'git push --force -f', [], []],
  ['a - b', 'a - b', [], []],
  ['a -', 'a -', [], []],
  ['tag:ui colours', 'tag:ui colours', [], []],
  ['keys since:last week', 'keys since:last week', [], []],
  ['https://example.com/a:b', 'https://example.com/a:b', [], []],
  ['at 12:30', 'at 12:30', [], []],
  ['npm:install note: tag: x', 'npm:install note: tag: x', [], []],
  ['mytag:ui tags:ui', 'mytag:ui tags:ui', [], []],
  ['a 5" pipe and a 6" pipe', 'a 5" pipe and a 6" pipe', [], []],
  ['an unclosed "quote', 'an unclosed "quote', [], []],
  ['empty "" -"" quotes', 'empty quotes', [], []],
  ['don\'t "don\'t panic"', "don't don't panic", ["don't panic"], []],
  ['foo"bar baz"', 'foo"bar baz"', [], []],
  ['  ', '', [], []],
])('%s', (text, ...expected) => expect(read(text)).toEqual(expected));

test('a question of plain words comes back as it is', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-zà-ü0-9.,?!'()/]{1,8}$/), { maxLength: 8 }), (words) => {
      expect(readOperators(words.join(' '))).toEqual({
        question: words.join(' '),
        phrases: [],
        without: [],
      });
    }),
  );
});

test('any text is read, none of its letters lost', () => {
  const sign = fc.constantFrom('"', '-', ':', ' ', 'tag', 'since', 'a', '茶', '“', '”', '「', '」', '5', '\n');
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 14 }), (signs) => {
      const text = signs.join('');
      const { question, without } = readOperators(text);
      const letters = (some: string) => [...some.replace(/[^\p{L}\p{N}]/gu, '')].sort().join('');
      expect(letters([question, ...without.map((one) => one.text)].join(''))).toBe(letters(text));
    }),
    { numRuns: 2000 },
  );
});
