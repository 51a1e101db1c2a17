// Which items of a pipe are put aside, and that a line that was put aside brings all of its item back.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkItem, type LogItem, parseJsonLines, type RawItem } from '../../src/log/request.ts';
import { renderSuspect, screenItems } from '../../src/log/log.ts';
import { fake, fakeKey } from '../language/secrets/fake.ts';

const NOW = new Date('2026-07-01T12:00:00');
const item = (text: string, more: Partial<RawItem> = {}): LogItem => checkItem({ text, ...more }, NOW);
const textsOf = (items: readonly LogItem[]): string[] => items.map(({ statement }) => statement.text);

test('by text, tag and field, each with its rules and nothing of the secret', async () => {
  const token = `ghp_${fake(36)}`;
  const { clean, suspects } = await screenItems([
    item('User likes tea'),
    item(`${token} and password: hunter2`),
    item('tagged', { tags: [token] }),
    item('User likes rye'),
    item('a field', { fields: { password: 'hunter2' } }),
  ]);
  expect(textsOf(clean)).toEqual(['User likes tea', 'User likes rye']);
  expect(suspects.map(({ rules, masked }) => [rules, masked])).toEqual([
    [['github-pat', 'password'], 'ghp_…'],
    [['github-pat'], 'ghp_…'],
    [['password'], 'hu…'],
  ]);
});

test('a key over several items takes just those', async () => {
  const lines = fakeKey().split('\n');
  const { clean, suspects } = await screenItems(
    ['before', ...lines, 'after', ...lines, 'at the end'].map((text) => item(text)),
  );
  expect(textsOf(clean)).toEqual(['before', 'after', 'at the end']);
  expect(textsOf(suspects.map((suspect) => suspect.item))).toEqual([...lines, ...lines]);
});

test('each secret is put to its own item, wherever it stands among others', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.constantFrom('tea', 'two\nlines', 'password: hunter2', 'one\npassword: w1nterRose', '密码是 hunter2', '\nx'),
        { maxLength: 12 },
      ),
      async (texts) => {
        const { clean, suspects } = await screenItems(texts.map((text) => item(text)));
        expect(textsOf(clean)).toEqual(texts.filter((text) => !/password|密码/.test(text)));
        expect(clean.length + suspects.length).toBe(texts.length);
      },
    ),
    { numRuns: 60 },
  );
});

test('what was put aside is logged as it would have been', () => {
  const word = fc.stringMatching(/^[a-z]{2,8}$/);
  const raw = fc.record({
    text: fc.string({ unit: 'binary', minLength: 1 }).filter((text) => text.trim() !== '' && !/[\r\n]$/.test(text)),
    category: word,
    tags: fc.array(word, { maxLength: 3 }),
    day: fc.option(fc.constant('2026-06-20'), { nil: undefined }),
    time: fc.option(fc.constant('09:30'), { nil: undefined }),
    session: fc.option(word, { nil: undefined }),
    fields: fc.dictionary(fc.constantFrom('project', 'mood', 'location', 'value'), word),
  });
  fc.assert(
    fc.property(raw, (one) => {
      const before = checkItem(one, NOW);
      const [after] = parseJsonLines(renderSuspect(before, '2026-07-01', '12:00'), {}, new Date('2026-08-01T09:00:00'));
      expect(after).toEqual({ ...before, day: before.day ?? '2026-07-01', time: before.time ?? '12:00' });
    }),
  );
});
