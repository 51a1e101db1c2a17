// What a pair of tags must share in use to be proposed, which tags count at all, and which pages get another tag.
import { expect, test } from 'vitest';
import { parseTagsFile } from '../../../src/page/tags-file.ts';
import type { Fact } from '../../../src/model/fact.ts';
import { countTags, retagPages, type TagUse } from '../../../src/curate/tags/use.ts';
import { comparing, proposeTags } from '../../../src/curate/tags/propose.ts';
import { listTagReviews } from '../../../src/curate/tags/review.ts';
import { readView } from '../../../src/vault/view.ts';
import { makeFolder, writeExample } from '../../lint/folders.ts';

const ALIKE = [
  'the build for the board takes nine minutes',
  'flashing over the serial port fails',
  'the watchdog resets the controller',
  'a bootloader needs two images',
  'the sensor drifts when it is warm',
  'logs of the crash are on the card',
];
const OWN = [
  'lunch with the neighbours on Sunday',
  'the garden needs a new fence',
  'a painting hangs in the hall',
  'tickets for the concert in May',
  'the recipe takes three lemons',
  'grandmother moved to the coast',
];
const NOTHING = parseTagsFile('');

let count = 0;
const fact = (text: string, tags: readonly string[], project?: string): Fact => ({
  id: `f${count++}`,
  computed: false,
  day: '2026-03-10',
  time: null,
  session: null,
  path: 'daily/x.md',
  line: 1,
  category: 'work',
  text,
  tags,
  fields: project === undefined ? {} : { project },
});
const usesOf = (facts: readonly Fact[]): Map<string, TagUse> =>
  countTags({ facts, forgotten: new Set(), ledger: new Map(), pages: new Map() });
const proposed = (facts: readonly Fact[]): string[] =>
  proposeTags(usesOf(facts), facts, NOTHING).map(({ alias, canonical }) => `${alias.key} ${canonical.key}`);

test('tags that often stand on the same fact say two things about it', () => {
  const facts = (both: number): Fact[] => [
    ...ALIKE.map((text, at) => fact(text, at < both ? ['fw', 'firmware'] : ['fw'])),
    ...ALIKE.map((text) => fact(`${text} again`, ['firmware'])),
  ];
  expect(proposed(facts(1))).toEqual(['fw firmware']);
  expect(proposed(facts(2))).toEqual([]);
});

test('tags that never meet in one project must be more alike', () => {
  const facts = (other: string): Fact[] => [
    ...ALIKE.map((text, at) => fact(at < 3 ? text : (OWN[at] ?? ''), ['fw'], 'Atlas')),
    ...ALIKE.map((text) => fact(`${text} again`, ['firmware'], other)),
    ...OWN.map((text) => fact(`${text}, once more`, ['home'])),
  ];
  const apart = facts('Borealis');
  const [fw, firmware] = ['fw', 'firmware'].map((key) => usesOf(apart).get(key));
  if (fw === undefined || firmware === undefined) throw new Error('a tag is not counted');
  const { alike } = comparing(apart)(fw, firmware);
  expect(alike > 0.4 && alike < 0.55, String(alike)).toBe(true);
  expect(proposed(apart)).toEqual([]);
  expect(proposed(facts('atlas'))).toEqual(['fw firmware']);
});

test('of two proposals that would make a circle one waits', () => {
  const facts = [fact('one', ['tea']), fact('two', ['brew'])];
  const fromModel = [
    { alias: 'tea', canonical: 'brew' },
    { alias: 'brew', canonical: 'tea' },
  ];
  expect(proposeTags(usesOf(facts), facts, NOTHING, fromModel).map(({ alias }) => alias.key)).toEqual(['brew']);
});

test('a word that nobody types is no tag', () => {
  expect([...usesOf([fact('x', ['a'.repeat(64), 'b'.repeat(65), '#', ' '])]).keys()]).toEqual(['a'.repeat(64)]);
});

test('a review of tags is less urgent than any of facts', () => {
  const facts = [fact('one', ['home-lab']), fact('two', ['homelab'])];
  const view = { ...readView(makeFolder()), facts };
  expect(listTagReviews(view, NOTHING, { all: false }).map(({ score }) => score)).toEqual([0.48]);
});

test('a page of memvault’s with an alias gets the tag, and waits while git has not merged it', () => {
  const vault = makeFolder();
  writeExample(
    vault,
    '== daily/2026-07-01.md\n- [work] One ^k3v9x2ab4q\n== 3_Personal/Work.md\n---\ntags: [fw]\n---\n- One[^k3v9x2ab4q]\n== 2_Wiki/Mine.md\n---\ntags: [fw]\n---\nMine.\n== 2_Wiki/Other.md\n---\ntags: [tea]\n---\nMine.\n',
  );
  const view = readView(vault);
  const { table } = parseTagsFile('aliases:\n  firmware: [fw]\n');
  expect(retagPages(view, table)).toMatchObject({
    edits: [{ path: '3_Personal/Work.md', after: '---\ntags: [firmware]\n---\n- One[^k3v9x2ab4q]\n' }],
    others: ['2_Wiki/Mine.md'],
    closed: [],
  });
  expect(
    retagPages({ ...view, merge: { what: 'a merge', paths: new Set(['3_Personal/Work.md']) } }, table),
  ).toMatchObject({ edits: [], closed: ['3_Personal/Work.md'] });
});
