// What may be a whole statement, for who knows one by its digest alone. That it is found wherever it may hide is shown
// in test/forget; here stands what is passed over, since there is one such line for each fact of a vault.
import { expect, test } from 'vitest';
import { candidatesIn } from '../../../src/forget/verify.ts';

const wordsIn = (text: string): string[] => [...candidatesIn(text)].map(({ words }) => words);
const SAID = 'User likes tea';

test.each([
  `{"a":"x: ${SAID}. And more","b":1}`,
  `{"a":{"b":["${SAID}"]}}`,
  `{"a":"one\\n${SAID}\\ntwo"}`,
  `{"${SAID}":1}`,
  `{"a":"[[${SAID}|x]]"}`,
  `{"a":"User likes\\u0020tea"}`,
  // No record, and the words are looked for as in any line.
  `{"a": ${SAID}}`,
  `{${SAID}}`,
  `{\n${SAID}\n}`,
  '{\nUser likes\ntea\n}',
])('%j says it', (text) => expect(wordsIn(text)).toContain(SAID));

test('a line of JSON was cut at each colon and joined with the next two', () => {
  const line =
    '{"fact":"p0d4mm1z5k","day":"2026-07-01","as":"placed","page":"3_Personal/Work.md","digest":"0123456789abcdef","run":"r-20260702-0300-7f3a9c","engine":"rules/2","at":"2026-07-02T03:00:00.000Z"}';
  const words = wordsIn(`${line}\n${line}\n${line}\n`);
  expect(words.filter((one) => one.includes('"fact"'))).toEqual([line, line, line]);
  expect(words.length).toBeLessThan(150);
});

test('where a page names the line of a log nothing is said', () => {
  const source = '[^p0d4mm1z5k]: [2026-07-01 14:05](../daily/2026-07-01.md#^p0d4mm1z5k)';
  expect(wordsIn(source)).toEqual([]);
  expect(wordsIn(`${SAID}\n${source}`)).toEqual([SAID, `${SAID}.`]);
  expect(wordsIn(`[^p0d4mm1z5k]: [${SAID}](../daily/2026-07-01.md#^p0d4mm1z5k)`)).toContain(SAID);
});
