// What is picked of a text, and where the limits of a model's reading are: cases that the inbox as a whole does not
// show.
import { expect, test } from 'vitest';
import { readByModel, type ReadResult } from '../../../src/import/inbox/ask.ts';
import { extract } from '../../../src/import/inbox/extract.ts';
import { renderLiterature } from '../../../src/import/inbox/page.ts';
import type { Asks } from '../../../src/llm/port.ts';

const words = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];
const extractOf = (text: string) => {
  const found = extract({ text, isMarkdown: true }, { name: 'file', maySay: () => true });
  if (found === null) throw new Error('nothing was read');
  return found;
};

test('each paragraph is shown by its first sentence, a text of few by its beginning', () => {
  const sentence = (word: string): string => `The ${word} river carries more water in spring.`;
  const said = (text: string): string[] => extractOf(text).sentences.map((one) => one.text);
  const words = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
  expect(said(words.map(sentence).join(' '))).toEqual(words.slice(0, 5).map(sentence));
  expect(said(words.map((word) => `${sentence(word)} ${sentence('same')}`).join('\n\n'))).toEqual(words.map(sentence));
});

test('the mark of a callout is no word of its sentence', () => {
  expect(
    extractOf('> [!note]+ Rivers carry more water in spring than in autumn.\n').sentences.map(({ text }) => text),
  ).toEqual(['Rivers carry more water in spring than in autumn.']);
});

test('an address that no browser takes is no source', () => {
  const from = (length: number): string =>
    `---\nsource: https://example.org/${'a'.repeat(length - 'https://example.org/'.length)}\n---\nRivers carry more water in spring than in autumn.\n`;
  expect([2000, 2001].map((length) => extractOf(from(length)).url?.length ?? null)).toEqual([2000, null]);
});

test('headings stand below the one that they belong to, those of one level beside each other', () => {
  const found = extractOf(
    '## Rivers\n\n### Spring\n\n### Autumn\n\n## Lakes\n\nRivers carry more water in spring than in autumn.\n',
  );
  const page = renderLiterature({
    path: '2_Wiki/Literature/x.md',
    extract: found,
    reading: null,
    engine: 'extract/1',
    source: { path: '5_Archives/Inbox/x.md', digest: 'a'.repeat(64) },
    updated: '2026-07-05',
  });
  expect(page).toContain('## Contents\n\n- Rivers\n  - Spring\n  - Autumn\n- Lakes\n');
});

const PASSAGE = 'Rivers of the north carry more water in spring than in any other season of the year.';

async function readAll(
  passages: readonly string[],
  claims: readonly object[],
  fits: (prompt: string) => boolean = () => true,
): Promise<ReadResult & { readonly calls: number }> {
  let calls = 0;
  const asks: Asks = {
    fits: ({ prompt }) => fits(prompt),
    ask: async () => {
      calls++;
      return await Promise.resolve({ kind: 'answer', value: { claims } });
    },
  };
  return {
    ...(await readByModel({
      title: 'Rivers',
      passages,
      system: '',
      asks,
      terms: words,
      maySay: () => true,
    })),
    calls,
  };
}

test('a model’s own words stand where the quote bears out half of them, else the quote alone', async () => {
  const wording = async (text: string) =>
    (await readAll([PASSAGE], [{ text, quote: PASSAGE }])).reading?.claims.map((claim) => claim.text);
  expect(await wording('rivers carry water quickly southwards always')).toEqual([
    'rivers carry water quickly southwards always',
  ]);
  expect(await wording('rivers carry fish quickly southwards always')).toEqual([null]);
});

test('a long text is read by six calls at most, and it is said that the rest was not', async () => {
  const passages = Array.from(
    { length: 16 },
    (_, at) => `Passage number ${'abcdefghijklmnop'.charAt(at)} of the text about rivers.`,
  );
  const { calls, notices } = await readAll(passages, [], (prompt) => prompt.split('Passage number').length <= 3);
  expect([calls, notices]).toEqual([6, ['Rivers: the model read only the beginning, because the text is long']]);
});
