// Who or what statements are about, learned from a small vault; and what must never become a page.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildNameIndex, mentionsOf, subjectOf } from '../../../src/language/names.ts';
import { cpuTime } from '../../support/cpu-time.ts';

/** Statement, subject, names mentioned. */
const vault: readonly (readonly [text: string, subject: string | null, mentions: readonly string[]])[] = [
  ['User prefers dark mode in VS Code', null, ['VS Code']],
  ['User works at Google in Zurich', null, ['Google', 'Zurich']],
  ['PostgreSQL is used for the main database', 'PostgreSQL', ['PostgreSQL']],
  ['The PostgreSQL server restarts nightly', null, ['PostgreSQL']],
  ['We moved from MySQL to PostgreSQL in May', null, ['MySQL', 'PostgreSQL']],
  ['node.js 20 is required', 'node.js', ['node.js']],
  ['GitHub Actions runs the tests', 'GitHub Actions', ['GitHub Actions']],
  ['GitHub rate limits are 5000 per hour', 'GitHub', ['GitHub']],
  ['Alice works at Stripe', 'Alice', ['Alice', 'Stripe']],
  ['Lunch with Alice on Tuesday', null, ['Alice']],
  ["Alice's birthday is 12 March", 'Alice', ['Alice']],
  ['Alice: call her back', 'Alice', ['Alice']],
  ['Alice, a painter, lives in Rome', 'Alice', ['Alice', 'Rome']],
  ['Alice, you did it', null, ['Alice']],
  ['Alice you are great', null, ['Alice']],
  ['Alice! Look at this', null, ['Alice']],
  ['Thanks, Alice!', null, ['Alice']],
  ['Hey Alice is that you', null, ['Alice']],
  ['My friend Alice called', null, ['Alice']],
  ['Bob said the release slips', 'Bob', ['Bob']],
  ['Bob went to Lisbon', 'Bob', ['Bob', 'Lisbon']],
  ['Dr. Smith said to rest', 'Dr. Smith', ['Dr. Smith']],
  ['Project Atlas starts in June', 'Project Atlas', ['Project Atlas']],
  ['Visual Studio Code has the Vim plugin', 'Visual Studio Code', ['Visual Studio Code', 'Vim']],
  ['Claude Monet painted lilies', 'Claude Monet', ['Claude Monet']],
  ["Ellie Kemper's father is David Kemper", 'Ellie Kemper', ['Ellie Kemper', 'David Kemper']],
  ['Anne Rice speaks English', 'Anne Rice', ['Anne Rice']],
  [
    'Ferdinand von Richthofen is a citizen of Germany',
    'Ferdinand von Richthofen',
    ['Ferdinand von Richthofen', 'Germany'],
  ],
  [
    'Football Association of Wales moved its office',
    'Football Association of Wales',
    ['Football Association of Wales'],
  ],
  ['C. S. Lewis wrote to J.R.R. Tolkien', 'C. S. Lewis', ['C. S. Lewis', 'J.R.R. Tolkien']],
  ['The Beatles recorded it in 1969', 'The Beatles', ['The Beatles']],
  ['My mother loves the Beatles', null, ['The Beatles']],
  ['Theresa May lives in London', 'Theresa May', ['Theresa May', 'London']],
  ['The author of the book is unknown', null, []],
  ['The API uses tokens', null, []],
  ['Painting is fun', null, []],
  ['Painting helps', null, []],
  ['Painting relaxes the user', null, []],
  ['However, tests fail', null, []],
  ['Yesterday was long', null, []],
  ['Today Alice called', null, ['Alice']],
  ['Monday is busy', null, []],
  ['May was cold', null, []],
  ['French is spoken at home', null, []],
  ['English lessons are on Monday', null, []],
  ['Wow, that worked', null, []],
  ['Sprint 12 starts Monday', null, []],
  ['Visited Rome with Bob', null, ['Rome', 'Bob']],
  ['AMAZING day', null, []],
  ['I LOVE it', null, []],
  ['Meeting notes from Monday', null, []],
  ['TODO: water the plants', null, []],
  ['`Redis` is in code', null, []],
  ['see https://example.com/Redis', null, []],
  ['我昨天去了医院', null, []],
  ['محمد في البيت', null, []],
  ['Das Haus ist groß und der Garten ist klein', null, []],
  ['', null, []],
];

describe('a small vault', () => {
  const names = buildNameIndex(vault.map(([text]) => text));

  test.each(vault)('%s', (text, subject, mentions) => {
    expect(subjectOf(text, names)).toBe(subject);
    expect(mentionsOf(text, names)).toEqual(mentions);
  });
});

describe('what makes a name', () => {
  const subjectIn = (text: string, ...others: string[]): string | null =>
    subjectOf(text, buildNameIndex([text, ...others]));

  test('a capital at the start of a sentence alone does not', () => {
    expect(subjectIn('Gardening takes time', 'Gardening calms', 'Gardening is a lot of work')).toBeNull();
  });

  test('a capital in mid-sentence does', () => {
    expect(subjectIn('Nate dyed his hair', 'She called Nate')).toBe('Nate');
  });

  test('not when the word mostly goes without', () => {
    expect(subjectIn('Support is slow', 'We asked Support', 'support wrote back', 'the support team')).toBeNull();
  });

  test('acting like a person twice does', () => {
    expect(subjectIn('Gina said no', 'Gina prefers tea')).toBe('Gina');
    expect(subjectIn('Gina said no')).toBeNull();
  });

  test('statements in small letters take no name away', () => {
    expect(subjectIn('Anne Rice wrote it', 'anne rice is a citizen of nowhere')).toBe('Anne Rice');
  });

  test('names that come later count from then on', () => {
    const names = buildNameIndex(['Caroline is kind']);
    expect(subjectOf('Caroline is kind', names)).toBeNull();
    names.addStatement('He met Caroline');
    expect(subjectOf('Caroline is kind', names)).toBe('Caroline');
    expect(names.timesSubject('Caroline')).toBe(1);
  });

  test('an abbreviation that only tells which one is not the subject', () => {
    expect(subjectIn('NASA engineers retired', 'He left NASA')).toBeNull();
    expect(subjectIn('NASA is hiring', 'He left NASA')).toBe('NASA');
  });
});

describe('properties', () => {
  const texts = fc.array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc
        .array(
          fc.constantFrom('Anna', 'anna', 'The', 'of', 'Rome', "Bob's", 'is', 'met', ',', 'May', 'NASA', '中文', '. '),
        )
        .map((list) => list.join(' ')),
    ),
    { maxLength: 12 },
  );

  test('one by one is the same as all at once, in any order', () => {
    fc.assert(
      fc.property(texts, (list) => {
        const whole = buildNameIndex(list);
        const grown = buildNameIndex([]);
        for (const text of [...list].reverse()) grown.addStatement(text);
        expect(list.map((text) => [subjectOf(text, grown), mentionsOf(text, grown)])).toEqual(
          list.map((text) => [subjectOf(text, whole), mentionsOf(text, whole)]),
        );
      }),
    );
  });

  test('a line of a hundred kilobytes takes no more than linear time', () => {
    expect(
      cpuTime(() => {
        for (const piece of ['Anna ', 'Anna of ', 'A.', '`', '"', '(', 'x/', 'A-', 'met Anna, ']) {
          const text = piece.repeat(Math.ceil(100_000 / piece.length));
          const names = buildNameIndex([text]);
          expect(mentionsOf(text, names).length).toBeLessThan(10);
          expect(subjectOf(text, names)?.length ?? 0).toBeLessThan(100);
        }
      }),
    ).toBeLessThan(5000);
  });

  test('the subject is one of the names that the statement mentions', () => {
    fc.assert(
      fc.property(texts, (list) => {
        const names = buildNameIndex(list);
        const subjects = list.map((text) => ({ subject: subjectOf(text, names), mentions: mentionsOf(text, names) }));
        expect(subjects.filter(({ subject, mentions }) => subject !== null && !mentions.includes(subject))).toEqual([]);
      }),
    );
  });
});
