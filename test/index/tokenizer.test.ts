// What search knows a text by, for every script and way of writing.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTokenizer } from '../../src/index/tokenizer.ts';
import { cpuTime } from '../support/cpu-time.ts';

const tokenizer = createTokenizer();
const terms = (text: string) => tokenizer.terms(text);

test.each([
  ['code span', 'Runs `memvault` nightly', ['run', 'memvault', 'nightli']],
  ['tag in a code span', '`ui product`', ['ui', 'product']],
  ['CamelCase', 'getUserName', ['getusernam', 'get', 'user', 'name']],
  ['acronym in CamelCase', 'HTTPServer', ['httpserver', 'http', 'server']],
  ['snake_case', 'max_tokens', ['maxtoken', 'max', 'token']],
  ['kebab-case', 'merge-driver', ['mergedriv', 'merg', 'driver']],
  ['hyphen of Unicode', 'merge‐driver', ['mergedriv', 'merg', 'driver']],
  ['one letter before the hyphen', 'e-mail', ['email', 'mail']],
  ['file name', 'ports.ts', ['portst', 'port', 'ts']],
  ['path', 'src/index/ports.ts', ['src', 'index', 'portst', 'port', 'ts']],
  ['address', 'ask a.b@example.com', ['ask', 'ab', 'examplecom', 'exampl', 'com']],
  ['version', 'v20.12.3', ['v20.12.3', '20.12.3', 'v20', '20', '12', '3']],
  ['version of a kind', '2.1.0-rc.4', ['210rc4', '2.1.0', '2', '1', '0', 'rc', '4']],
  ['decimal', '3.14', ['3.14', '3', '14']],
  ['thousands', '1,000 and 12,345.67', ['1000', '12345.67', '12345']],
  ['time', '10:30', ['10:30', '10', '30']],
  ['letters and number', 'gpt4 50kg', ['gpt4', 'gpt', '4', '50kg', '50', 'kg']],
  ['hash', 'k3v9x2ab4q', ['k3v9x2ab4q']],
  ['date', '2023-05-07', ['2023-05-07', '2023-05', '2023']],
  ['date with short parts', '2023/5/7', ['2023-05-07', '2023-05', '2023']],
  ['year and month', '2023-05', ['2023-05', '2023']],
  ['date and time', '2023-05-07T10:30', ['2023-05-07', '2023-05', '2023', '10:30', '10', '30']],
  ['C++, C#, LGBTQ+', 'C++ C# LGBTQ+', ['c++', 'c', 'c#', 'c', 'lgbtq+', 'lgbtq']],
  ['possessive', "Caroline's", ['carolin']],
  ['possessive with a typographic apostrophe', 'Caroline’s', ['carolin']],
  ['contraction', "didn't won’t", []],
  ['elision', 'l’hôtel', ['lhotel', 'hotel']],
  ['name with an apostrophe', "O'Brien", ['obrien', 'brien']],
  ['German letters', 'Straße Müller', ['strass', 'muller']],
  ['Scandinavian and Polish letters', 'Ærøskøbing Łódź', ['aeroskob', 'lodz']],
  ['full width', 'ＡＢＣ１２', ['abc12', 'abc', '12']],
  ['Greek with final sigma', 'Σεισμός', ['σεισμοσ']],
  ['Cyrillic', 'Ёлка', ['елка']],
  ['Hebrew with points', 'שָׁלוֹם', ['שלום']],
  ['Arabic with vowels and tatweel', 'العَرَبِيّـة', ['العربيه']],
  ['Hindi keeps its vowels', 'हिन्दी में', ['हिन्दी', 'में']],
  ['emoji', 'party 🎉 👍🏽', ['parti', '🎉', '👍']],
  ['emoji sequence and flag', '👨‍👩‍👧 🇩🇪', ['👨‍👩‍👧', '🇩🇪']],
  ['stop words', 'What is the matter with you?', ['matter']],
  ['stop words written large', 'works in IT in the US', ['work', 'it', 'us']],
  ['May the month', 'in May 2023, since May', ['may', '2023', 'may']],
  ['may the word', 'It may rain. May I?', ['rain']],
  ['irregular verbs and plurals', 'went children bought mice', ['go', 'child', 'bui', 'mous']],
  ['British spelling', 'favourite colour organised', ['favorit', 'color', 'organ']],
  ['nothing', ' \n--- … ***', []],
])('%s', (_, text, expected) => expect(terms(text)).toEqual(expected));

test.each([
  ['composed and decomposed', 'café', 'cafe\u0301'],
  ['case', 'MEMVAULT Memvault', 'memvault memvault'],
  ['forms of a verb', 'She writes, wrote, has written', 'she write, write, has write'],
  ['code names in any case', 'maxTokens', 'max_tokens'],
  ['Hangul composed and decomposed', '회의', '회의'.normalize('NFD')],
  ['kana composed and decomposed', 'ガイド', 'ガイド'.normalize('NFD')],
  ['half-width kana', 'ｶﾞｲﾄﾞ', 'ガイド'],
])('the same terms: %s', (_, a, b) => expect(new Set(terms(a))).toEqual(new Set(terms(b))));

describe('scripts without spaces', () => {
  test.each([
    ['Chinese', '用户在上海工作并且喜欢喝咖啡', '喝咖啡'],
    ['Japanese', '東京都庁で会議がありました', '会議'],
    ['katakana in a longer word', 'プロジェクトマネージャー', 'マネージャー'],
    ['Korean with a particle', '프로젝트 회의를 했다', '회의'],
    ['Korean inside a compound', '프로젝트회의', '회의'],
    ['Thai', 'ฉันชอบดื่มกาแฟที่กรุงเทพ', 'กาแฟ'],
    ['Khmer', 'ខ្ញុំចូលចិត្តកាហ្វេ', 'កាហ្វេ'],
    ['Latin inside Chinese', '使用React开发', 'React'],
  ])('%s: a part of a run is found', (_, text, part) => {
    const held = new Set(terms(text));
    const asked = tokenizer
      .words(part)
      .filter((word) => !word.tail)
      .flatMap((word) => word.terms);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.some((term) => held.has(term))).toBe(true);
  });

  test('any part of two or more Chinese characters shares all its pairs with the whole', () => {
    const han = fc.array(
      fc.integer({ min: 0x4e00, max: 0x9fa5 }).map((code) => String.fromCharCode(code)),
      { minLength: 2, maxLength: 12 },
    );
    fc.assert(
      fc.property(han, fc.nat(), fc.nat(), (chars, a, b) => {
        const [from, to] = [a % (chars.length - 1), 0];
        const end = Math.max(from + 2, to + (b % chars.length) + 1);
        const held = new Set(terms(`我${chars.join('')}`));
        const part = chars.slice(from, end);
        for (let i = 0; i + 1 < part.length; i++) expect(held).toContain(`${part[i]}${part[i + 1]}`.normalize('NFKC'));
      }),
    );
  });

  test('a single character is the beginning of a term, wherever it stands', () => {
    for (const char of '喝咖啡') expect(terms('喜欢喝咖啡').some((term) => term.startsWith(char))).toBe(true);
  });
});

test('the last character of a run is no word of a question, unless it is the whole run', () => {
  const asked = (text: string) =>
    tokenizer
      .words(text)
      .filter((word) => !word.tail)
      .flatMap((word) => word.terms);
  expect(asked('咖啡')).toEqual(['咖啡']);
  expect(asked('啡')).toEqual(['啡']);
});

test('words keep their place in the text', () => {
  const text = 'Zoë’s café — 咖啡 and 👍🏽 max_tokens';
  const words = tokenizer.words(text);
  expect(words.map((word) => text.slice(word.start, word.end))).toEqual([
    'Zoë’s',
    'café',
    '咖啡',
    '啡',
    '👍🏽',
    'max_tokens',
  ]);
});

test('text in usual letters has the same terms beside rare ones', () => {
  const usual = fc.string({
    unit: fc.oneof(
      fc.stringMatching(/^[\x20-\x7e]$/),
      fc.constantFrom(...'éÜßŁœĳŉÿİ’‐–—“”…·ª²½©«°\u00AD\u00A0×'),
      fc.constantFrom(
        'C++',
        'May',
        ' in ',
        '1,0',
        'aB',
        "'s",
        '2023-05',
        'US',
        '我',
        '々',
        'プロ',
        'ー',
        '회의',
        'ж',
        'Ё',
        'Σ',
        'ς',
        '、',
        '？',
        'ａ',
      ),
    ),
    maxLength: 40,
  });
  fc.assert(
    fc.property(usual, (text) => {
      expect(terms(text)).toEqual(terms(`${text} \u{1F389}`).slice(0, -1));
    }),
    { numRuns: 3000 },
  );
});

test('any text has terms without white space, none empty, none long', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
      for (const term of terms(text)) expect(term).toMatch(/^\S{1,64}$/);
    }),
  );
  expect(terms('x'.repeat(100_000))).toEqual(['x'.repeat(64)]);
});

test('a text of 100 kB takes no time worth mentioning', () => {
  expect(
    cpuTime(() => {
      for (const text of [
        'a-'.repeat(50_000),
        'aB'.repeat(50_000),
        "'".repeat(100_000),
        '1,'.repeat(50_000),
        '啡'.repeat(30_000),
        'a\u0301'.repeat(50_000),
        '👍\u200D'.repeat(25_000),
      ])
        terms(text);
    }),
  ).toBeLessThan(5000);
});
