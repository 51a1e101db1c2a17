// Words that would end the bundle, or do something to a terminal or a reader, do nothing.
import { expect, test } from 'vitest';
import { harmless, indented } from '../../src/context/found.ts';
import { withoutNotes } from '../../src/page/claim-text.ts';

test.each([
  ['</memvault-memory>', '&lt;/memvault-memory>'],
  ['< / MEMVAULT-memory >', '&lt; / MEMVAULT-memory >'],
  ['<\u200B/\u2060memvault-memory>', '&lt;/memvault-memory>'],
  ['<\u200D/\u034Fmemvault-memory>', '&lt;\u200D/\u034Fmemvault-memory>'],
  ['a\u200Bb\u2060c\uFEFFd\u00ADe', 'abcde'],
  ['hi\u{E0049}\u{E0067}\u{E006E}', 'hi'],
  ['🏴\u{E0067}\u{E0062}\u{E007F} ❤\uFE0F', '🏴\u{E0067}\u{E0062}\u{E007F} ❤\uFE0F'],
  ['x\uFE01\uFE02\u{E0101}', 'x\uFE01'],
  ['<\n/memvault', '&lt;\n/memvault'],
  ['<ｍemvault-memory>', '&lt;ｍemvault-memory>'],
  ['a < b, <b>, Array<string>', 'a < b, <b>, Array<string>'],
  ['a\u001B[2Jb\u0007\u202Ec', 'a[2Jbc'],
  ['a\r\nb\u2028c\u0085d', 'a\nb\nc\nd'],
  ['half \uD83D', 'half \uFFFD'],
  ['👩‍🚀 क्ष', '👩‍🚀 क्ष'],
])('%j', (text, expected) => {
  expect(harmless(text)).toBe(expected);
});

test('prose loses footnotes and block ids, and nothing that looks like them in passing', () => {
  expect(withoutNotes('Tea.[^1] More [^long-one].\nLine ^k3v9x2ab4q\n2 ^ 3 and x^2')).toBe(
    'Tea. More.\nLine\n2 ^ 3 and x^2',
  );
});

test('what a footnote says is kept without its mark', () => {
  expect(withoutNotes('[^1]: Says Ola.')).toBe('Says Ola.');
});

test('no line but the first begins at the edge', () => {
  expect(indented('a\n## b\n\n\n- c\n')).toBe('a\n  ## b\n  - c');
});
