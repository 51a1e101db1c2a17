import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  experienceKind,
  foldEpisodes,
  isArchived,
  namesIn,
  parsePath,
  type Path,
  renderOutcome,
  renderPath,
} from '../../src/model/experience.ts';
import type { Fact, Fields } from '../../src/model/fact.ts';

const fact = (id: string, text: string, fields: Fields, day = '2026-07-01'): Fact => ({
  id,
  computed: false,
  day,
  time: '14:05',
  session: null,
  path: `daily/${day}.md`,
  line: 4,
  category: 'decision',
  text,
  tags: [],
  fields,
});

const WORDS = fc.stringMatching(/^[a-z][a-z :;.,-]{0,20}[a-z]$/);

test('a path is read back as it was written', () => {
  const path = fc.record({
    goal: WORDS,
    steps: fc.array(WORDS, { minLength: 1, maxLength: 4 }),
    avoid: fc.array(WORDS, { maxLength: 3 }),
  });
  fc.assert(
    fc.property(path, (one: Path) => {
      expect(parsePath(fact('k3v9x2ab4q', renderPath(one), { kind: 'path' }))).toEqual(one);
    }),
  );
});

test.each([
  ['release it: `make`', { kind: 'Path' }, true],
  ['release it: `make`', {}, false],
  ['release it', { kind: 'path' }, false],
  ['`make`', { kind: 'path' }, false],
])('%s %o', (text, fields: Fields, isPath) => {
  expect(parsePath(fact('k3v9x2ab4q', text, fields)) !== null).toBe(isPath);
});

test('kinds of other facts are none of these', () => {
  expect([{ kind: 'outcome' }, { kind: 'identity' }, {}].map((fields) => experienceKind({ fields }))).toEqual([
    'outcome',
    null,
    null,
  ]);
  expect(namesIn(' Redis, redis，Kim,, ')).toEqual(['redis', 'Kim']);
});

test('the latest outcome holds, wherever its line stands; one of nothing ends nothing', () => {
  const opened = fact('k3v9x2ab4q', 'Redis', { kind: 'episode', entities: 'Redis' });
  const ended = (id: string, value: string, day: string, resolves = '^K3V9X2AB4Q'): Fact =>
    fact(id, renderOutcome('it\nsplit', 'Measure\nfirst'), { kind: 'outcome', value, resolves }, day);
  const facts = [
    ended('p0d4mm1z5k', 'won', '2026-08-02'),
    ended('m4w8y3bc5r', 'failure', '2026-08-01'),
    ended('q7e5nn2a6m', 'success', '2026-08-01', 'r8f6pp3b7n'),
    opened,
  ];
  const [episode, ...others] = foldEpisodes(facts);
  expect(others).toEqual([]);
  expect(episode?.outcome).toMatchObject({ value: 'unknown', ended: 'it split', lesson: 'Measure\nfirst' });
  const archived = (day: string): boolean => episode !== undefined && isArchived(episode, 365, day);
  expect(['2027-08-01', '2027-08-02'].map(archived)).toEqual([false, true]);
  expect(foldEpisodes([opened]).map((one) => isArchived(one, 1, '2099-01-01'))).toEqual([false]);
});
