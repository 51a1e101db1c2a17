// What is noted of what was shown.
import { expect, test } from 'vitest';
import type { SearchHit } from '../../src/search/hit.ts';
import { renderRecalls } from '../../src/search/find.ts';

const hit = (id: string, kind: SearchHit['kind'], sources: string[] = []): SearchHit => ({
  id,
  kind,
  path: 'p.md',
  line: 1,
  date: null,
  score: 1,
  text: 'Microsoft dashboards',
  category: null,
  tags: [],
  title: '',
  sources: sources.map((source) => ({ id: source, path: null, line: null })),
});

test('a recall names facts, those of a claim too, each once, and the time; never words', () => {
  const at = new Date('2026-07-02T03:04:05Z');
  const [line = '', ...more] = renderRecalls(
    [hit('aaaaaaaaaa', 'fact'), hit('bbbbbbbbbb', 'claim', ['bbbbbbbbbb', 'aaaaaaaaaa']), hit('cccccccccc', 'text')],
    at,
  );
  expect([JSON.parse(line), more]).toEqual([
    { at: '2026-07-02T03:04:05.000Z', facts: ['aaaaaaaaaa', 'bbbbbbbbbb'] },
    [],
  ]);
  expect(renderRecalls([hit('cccccccccc', 'text')], at)).toEqual([]);
  expect(renderRecalls([], at)).toEqual([]);
});
