// Each phrase and each noun of the tables leads to its own relation, in the sentence that it makes.
import { expect, it } from 'vitest';
import { parseSlot } from '../../../src/language/slots/parse-slot.ts';
import en from '../../../templates/slots/en.json';
import words from '../../../templates/slots/words.json';

interface Row {
  readonly id: string;
  readonly value?: string | undefined;
  readonly nouns?: readonly string[];
  readonly says?: readonly string[];
  readonly also?: readonly string[];
  readonly changed?: readonly string[];
}

const VALUES: Record<string, string> = {
  word: 'striker',
  tool: 'Brightwave',
  genre: 'salsa',
  name: 'Brightwave',
  title: 'Brightwave',
  company: 'Brightwave',
  specific: 'Brightwave',
  language: 'Polish',
  person: 'Mara Lind',
  place: 'Ulm',
  birthplace: 'Ulm',
  country: 'Chile',
  continent: 'Asia',
  date: 'May 3',
  number: '42',
  code: 'https://a.example.org',
  address: '4 Park Row, Leeds',
};
/** Who or what the phrases of a relation are said of. */
const SUBJECTS: Record<string, string> = { continent: 'Chile', name: 'The rewrite', scheduled: 'The launch' };

const relationOf = (text: string, project = ''): string | undefined =>
  parseSlot({ text, category: 'general', fields: project === '' ? {} : { project } })?.key.split('\u0000')[2];
const phrasesOf = (row: Row): string[] => [...(row.says ?? []), ...(row.also ?? []), ...(row.changed ?? [])];

it.each(en.relations as readonly Row[])('$id in English', (row) => {
  const value = VALUES[row.value ?? ''] ?? '';
  for (const phrase of phrasesOf(row)) {
    const subject =
      SUBJECTS[row.id] ?? (/deploy|host/.test(phrase) || row.id === 'deploy-target' ? 'The backend' : 'Atlas');
    const text = phrase
      .replace('{S}', subject)
      .replace('{O}', value)
      .replace('{X}', value.replace('Ulm', 'Kiel').replace('May 3', 'May 1').replace('Brightwave', 'Acme'));
    expect([text, relationOf(text)]).toEqual([text, row.id]);
  }
  for (const noun of row.nouns ?? []) {
    for (const text of [
      `The ${noun} of Atlas is ${value}`,
      `Atlas's ${noun} is ${value}`,
      `${value} is the ${noun} of Atlas`,
    ])
      expect([text, relationOf(text)]).toEqual([text, row.id]);
  }
});

it('each noun stands once, and has its own relation', () => {
  const groups = Object.entries(en.nouns).flatMap(([kind, { nouns }]) =>
    nouns.map((names) => ({ kind, names: names.split('/') })),
  );
  const all = [
    ...groups.flatMap(({ names }) => names),
    ...(en.relations as readonly Row[]).flatMap(({ nouns }) => nouns ?? []),
  ];
  expect(all.filter((noun, at) => all.indexOf(noun) !== at)).toEqual([]);
  for (const { kind, names } of groups) {
    for (const noun of names)
      expect([noun, relationOf(`The ${noun} of Atlas is ${VALUES[kind] ?? ''}`)]).toEqual([noun, names[0]]);
  }
});

it('the lists hold each word once', () => {
  const twice = Object.entries(words).flatMap(([name, list]) =>
    Array.isArray(list) ? list.filter((word, at) => list.indexOf(word) !== at).map((word) => `${name}: ${word}`) : [],
  );
  expect(twice).toEqual([]);
});
