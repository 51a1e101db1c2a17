// The one JSON value of an answer, out of whatever stands around it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJson } from '../../src/llm/prompt.ts';

test.each<[what: string, text: string, value: unknown]>([
  ['the whole text', '{"a":[1,2]}', { a: [1, 2] }],
  ['a text with a mark of its encoding', '\uFEFF{"a":1}', { a: 1 }],
  ['a fence', '```json\n{"a":1}\n```', { a: 1 }],
  ['prose around it', 'As {you} asked [1]:\n{"a":{"b":"}"}}\nHope this helps {}!', { a: { b: '}' } }],
  ['a brace and a quote within a string', 'x {"a":"\\"}{"} y', { a: '"}{' }],
  ['the longest of several', '{"a":1} {"a":1,"b":2} {"c":3}', { a: 1, b: 2 }],
  ['a bracket before it that is never closed', 'see [ this: {"a":1}', { a: 1 }],
  ['an odd quote before it', 'the 6" pipe: {"a":1}', { a: 1 }],
  ['a list', 'so [1, 2]', [1, 2]],
  ['one that was cut off', '{"a":1,"b":"x', undefined],
  ['single quotes', "{'a':1}", undefined],
  ['prose', 'I cannot help with that.', undefined],
  ['nothing', '', undefined],
])('%s', (_what, text, value) => {
  expect(readJson(text)).toEqual(value);
});

test('any object is found again in prose and in a fence', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.constantFrom('Sure: ', '```json\n', '- '),
      (object, before) => {
        const text = JSON.stringify(object);
        expect(readJson(`${before}${text}\n\`\`\``)).toEqual(JSON.parse(text));
      },
    ),
  );
});

test('a text of nothing but braces ends soon', () => {
  expect(readJson('{'.repeat(1_000_000))).toBeUndefined();
});
