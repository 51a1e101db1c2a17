// Which rows filters let through, over a real index: by exact words, days, folders, projects; phrases and words left
// out.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Admission, admitting } from '../../src/index/filter.ts';
import type { Asking } from '../../src/index/query.ts';
import { readDocument } from '../../src/index/read-document.ts';
import { phraseTest, selecting } from '../../src/search/request.ts';
import { createTokenizer } from '../../src/index/tokenizer.ts';
import { liveRows, notes, wholeTables } from './documents/notes.ts';

const VAULT = notes({
  'daily/2026-05-02.md':
    '- [work] Reviews the ui `ui design` ^aaaaaaaaaa\n- [event] Met Nadia in Oslo [kind:: event] [persons:: Nadia, Ben Okri] [entities:: Tidepool] [location:: Oslo] ^bbbbbbbbbb\n',
  'daily/2026-06-07.md':
    '- [work] Deploys on Fridays [project:: Atlas] `UI` ^cccccccccc\n- [work] Beacon runs on Hetzner [project:: beacon] ^dddddddddd\n- [work] Blue door, green key ^eeeeeeeeee\n- [work] A green door and a blue key ^ffffffffff\n',
  '1_Projects/Atlas.md':
    '---\ntitle: Atlas\n---\nProse of atlas.\n\n## Key Facts\n- Ships weekly.[^aaaaaaaaa1]\n- Beacon helps.[^dddddddddd]\n\n## History\n- ~~Shipped monthly.~~ 2026-01-01 to 2026-02-01.[^aaaaaaaaa2]\n',
  '1_Projects/Atlas - Hosting.md': '## Key Facts\n- Hosted in Nuremberg.[^aaaaaaaaa3]\n',
  '1_Projects/Atlas/notes.md': 'Notes within the folder.\n',
  '1_Projects/Beacon.md': 'Prose of beacon.\n',
  '1_Projects/Beacon - Atlas.md': 'A page of beacon.\n',
  '2_Wiki/Facts.md': '## Key Facts\n- Said twice.[^bbbbbbbbbb][^cccccccccc]\n',
  'loose.md': 'Atlas is mentioned here.\n',
});
const tables = wholeTables(VAULT);
const textOf = (row: number) => readDocument(tables, VAULT.options().files, row)?.text ?? null;
const ALL: Admission = {
  every: [],
  folder: null,
  project: null,
  projectFolder: '1_Projects',
  since: null,
  until: null,
  all: false,
};
const textsOf = (rows: readonly number[]) => rows.map((row) => textOf(row) ?? '').sort();
const admitted = (admission: Partial<Admission>) =>
  textsOf(liveRows(tables).filter(admitting({ ...ALL, ...admission }, tables)));

test.each<[string, Partial<Admission>, string[]]>([
  ['a tag, in any case', { every: [['tag:ui']] }, ['Reviews the ui', 'Said twice.']],
  ['two tags', { every: [['tag:ui'], ['tag:design']] }, ['Reviews the ui']],
  ['one of two categories', { every: [['category:event', 'category:nothing']] }, []],
  ['a tag that nothing has', { every: [['tag:nothing']] }, []],
  [
    'a kind of the index',
    { every: [['kind:text']] },
    [
      'A page of beacon.',
      'Atlas is mentioned here.',
      'Notes within the folder.',
      'Prose of atlas.',
      'Prose of beacon.',
    ],
  ],
  ['a kind of a fact', { every: [['kind:event']] }, ['Said twice.']],
  [
    'one kind or the other',
    { every: [['kind:event', 'kind:fact']] },
    ['A green door and a blue key', 'Blue door, green key', 'Reviews the ui', 'Said twice.'],
  ],
  ['a person', { every: [['person:nadia']] }, ['Said twice.']],
  ['two persons', { every: [['person:nadia'], ['person:ben okri']] }, ['Said twice.']],
  ['an entity and a field', { every: [['entity:tidepool'], ['field:location=oslo']] }, ['Said twice.']],
  ['a folder', { folder: '2_Wiki' }, ['Said twice.']],
  [
    'days by the latest fact of a claim',
    { since: '2026-06-01', until: '2026-06-30', folder: '2_Wiki' },
    ['Said twice.'],
  ],
  ['days by another fact of it', { since: '2026-05-01', until: '2026-05-31', folder: '2_Wiki' }, ['Said twice.']],
  ['days between them', { since: '2026-05-03', until: '2026-06-06' }, []],
  ['up to a day', { until: '2026-05-02' }, ['Reviews the ui', 'Said twice.']],
  ['what has no day is in none', { since: '2000-01-01', folder: '1_Projects' }, ['Beacon helps.']],
  [
    'superseded ones on request',
    { all: true, every: [['kind:claim']], folder: '1_Projects' },
    ['Beacon helps.', 'Hosted in Nuremberg.', 'Shipped monthly.', 'Ships weekly.'],
  ],
  [
    'a project: its facts, pages, parts and folder; of what another project says nothing',
    { project: 'ATLAS' },
    ['Hosted in Nuremberg.', 'Notes within the folder.', 'Prose of atlas.', 'Said twice.', 'Ships weekly.'],
  ],
  [
    'another project, and a claim of it on the page of the first',
    { project: 'Beacon' },
    ['A page of beacon.', 'Beacon helps.', 'Prose of beacon.'],
  ],
  ['a project that is none', { project: 'hosting' }, []],
])('%s', (_, admission, expected) => expect(admitted(admission)).toEqual(expected));

test('nothing of one project is shown with another', () => {
  const [one, other] = [admitted({ project: 'atlas' }), admitted({ project: 'beacon' })];
  expect(one.filter((text) => other.includes(text))).toEqual([]);
});

test('rows may be asked for in any order', () => {
  const rows = liveRows(tables);
  const words = ['tag:ui', 'category:work', 'project:atlas', 'kind:claim', 'person:nadia', 'tag:nothing'];
  fc.assert(
    fc.property(
      fc.subarray(words, { minLength: 1 }),
      fc.array(fc.constantFrom(...rows), { maxLength: 30 }),
      (every, order) => {
        const asked = admitting({ ...ALL, every: [every] }, tables);
        const holding = new Set(
          rows.filter((row) =>
            every.some((word) =>
              word === 'kind:claim' ? tables.column('kind')[row] === 1 : tables.keyword(word).includes(row),
            ),
          ),
        );
        for (const row of order) expect(asked(row)).toBe(holding.has(row) && tables.column('superseded')[row] === 0);
      },
    ),
  );
});

const selected = (asking: Partial<Pick<Asking, 'phrases' | 'without'>>) => {
  const read: string[] = [];
  const select = selecting(
    ALL,
    { phrases: [], without: [], ...asking },
    {
      view: tables,
      tokenizer: createTokenizer(),
      textOf: (row) => {
        read.push(textOf(row) ?? '');
        return textOf(row);
      },
    },
  );
  return { found: textsOf(liveRows(tables).filter(select)), read };
};
const word = (text: string) => ({ text, isPhrase: false });
const phrase = (text: string) => ({ text, isPhrase: true });

test.each<[string, Partial<Pick<Asking, 'phrases' | 'without'>>, string[]]>([
  ['a phrase', { phrases: ['blue door'] }, ['Blue door, green key']],
  ['a phrase over a sign', { phrases: ['door green'] }, ['Blue door, green key']],
  ['two phrases', { phrases: ['green door', 'blue key'] }, ['A green door and a blue key']],
  ['a phrase with stop words', { phrases: ['and a blue'] }, ['A green door and a blue key']],
  ['a phrase that only begins a word', { phrases: ['blue doo'] }, []],
  ['a phrase that nothing has', { phrases: ['red door'] }, []],
  ['without a word, in any form', { phrases: ['door'], without: [word('keys')] }, []],
  ['without a phrase', { phrases: ['door'], without: [phrase('blue door')] }, ['A green door and a blue key']],
  ['without a word of a tag', { phrases: ['the ui'], without: [word('design')] }, []],
  ['without a stop word', { phrases: ['blue door'], without: [word('the')] }, ['Blue door, green key']],
])('%s', (_, asking, expected) => expect(selected(asking).found).toEqual(expected));

test('for a phrase only those texts are read that hold all of its words', () => {
  expect(selected({ phrases: ['blue door'] }).read.sort()).toEqual([
    'A green door and a blue key',
    'Blue door, green key',
  ]);
  expect(selected({ without: [word('door')] }).read).toEqual([]);
});

test.each([
  ['Blue  Door', 'the blue door.', true],
  ['blue door', 'blue, door', true],
  ['café noir', 'Cafe\u0301 Noir', true],
  ['max tokens', 'set max_tokens', true],
  ['maxTokens', 'max tokens', false],
  ['喝咖啡', '我喜欢喝咖啡吗', true],
  ['咖啡喝', '我喜欢喝咖啡吗', false],
  ['art', 'start', false],
  ['art', 'art', true],
  ['🎉', 'party 🎉!', true],
  ['!!', 'anything', true],
])('is %s in %s: %s', (wanted, text, expected) => expect(phraseTest(wanted)(text)).toBe(expected));
