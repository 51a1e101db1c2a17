// Generators that the format tests share: texts made of any characters and of the marks the formats themselves use.
import * as fc from 'fast-check';
import type { Statement } from '../../src/model/fact.ts';

const ID_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Pieces that mean something to a parser of daily logs or pages when they stand in the wrong place. */
const MARKS = [
  '`code`',
  ' `tag`',
  ' `',
  '`',
  '```',
  '~~~',
  ' ^k3v9x2ab4q',
  '^',
  ' [x:: y]',
  ' [at:: 2026-01-01]',
  '[',
  ']',
  '](',
  '][',
  '[[',
  ']]',
  '::',
  ' <!-- -->',
  '<!--',
  '-->',
  '<br>',
  '<br',
  '&',
  '#10;',
  '&#10;',
  '&#38;',
  '&#999;',
  '\\',
  '%%',
  '**',
  '~~',
  '$',
  '!',
  '|',
  '\n',
  '\r\n',
  '\r',
  '\n\n',
  '\t',
  ' ',
  '  ',
  '\u00A0',
  '\u0000',
  '\u000B',
  '\u001F',
  '\u007F',
  '\u0085',
  '\u2028',
  '\u2029',
  '\uFEFF',
  '\u200D',
  '# ',
  '## 14:05 — abc12345',
  '\n## 14:05 — abc12345\n',
  '\n- [work] x ^k3v9x2ab4q\n',
  '- ',
  '- [work] ',
  '- [ ] ',
  '[ ] ',
  '[x] ',
  '> ',
  '1. ',
  '1) ',
  '* ',
  '+ ',
  '---',
  '===',
  '<div>',
  '[^k3v9x2ab4q]',
  '[^p0d4mm1z5k]: ',
  '[^1]',
  '[docs]: ',
  'https://example.org/a',
  'www.example.org',
  'a',
  'word',
  'é',
  'e\u0301',
  '工作',
  '日本語',
  'ไทย',
  'שלום',
  'مرحبا',
  '🙂',
  '👩‍👩‍👧',
  '\u{10FFFF}',
  '0',
  '1.5',
  '.',
  ',',
];

/** Any well-formed text: single characters of all of Unicode, and pieces of the formats' own marks. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(
      fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...MARKS) },
        { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);

export const anyId: fc.Arbitrary<string> = fc.string({
  unit: fc.constantFrom(...ID_ALPHABET),
  minLength: 10,
  maxLength: 10,
});

const anyCategory: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    'preference',
    'work',
    'general',
    'my work',
    'a-b',
    'to_do',
    'x1',
    '工作',
    '日本 語',
    'über',
    'u\u0308ber',
    'हिन्दी',
    'A very long name of a category',
  ),
  fc
    .tuple(
      fc.string({ unit: fc.constantFrom('a', 'Z', '0', 'é', '工'), minLength: 1, maxLength: 4 }),
      fc.string({ unit: fc.constantFrom('a', ' ', '-', '_', '7', 'ж'), maxLength: 5 }),
      fc.constantFrom('z', '9', '語', '_', '-'),
    )
    .map((parts) => parts.join('')),
);

/** No white space, no back-tick, no control character, no leading `#`. */
const anyTag: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    'ui',
    'product',
    'c++',
    'a/b',
    'x::y',
    '[x]',
    '^k3v9x2ab4q',
    '<br>',
    '&#10;',
    '<!--',
    '-->',
    '工作',
    '🙂',
    'e\u0301',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }).filter((tag) => !/[\s`\u0000-\u001F\u007F]|^#/.test(tag)),
);

const anyFields: fc.Arbitrary<Record<string, string>> = fc
  .array(
    fc.tuple(
      fc.oneof(
        fc.constantFrom('at', 'project', 'confidence', 'source', 'my-field', 'constructor', 'toString'),
        fc.stringMatching(/^[A-Za-z][\w-]{0,8}$/),
      ),
      anyText,
    ),
    { maxLength: 4 },
  )
  .map((entries) => Object.fromEntries(entries));

export const anyStatement: fc.Arbitrary<Statement> = fc.record({
  category: anyCategory,
  text: anyText.filter((text) => text.trim() !== ''),
  tags: fc.array(anyTag, { maxLength: 3 }),
  fields: anyFields,
});

/** A statement's text as a claim can carry it: no white space at either end. */
export const anyClaimText: fc.Arbitrary<string> = anyText.map((text) => text.trim()).filter((text) => text !== '');
