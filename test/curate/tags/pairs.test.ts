// Which pairs of tags are proposed as one: a table, by spelling alone and with facts that are used alike or not.
import { expect, test } from 'vitest';
import { parseTagsFile } from '../../../src/page/tags-file.ts';
import type { Fact } from '../../../src/model/fact.ts';
import { foldTag } from '../../../src/model/tag-table.ts';
import { proposeTags, alike } from '../../../src/curate/tags/propose.ts';
import { countTags } from '../../../src/curate/tags/use.ts';

/** How the facts of two tags go together: on the same things, on different ones, or too few to tell. */
type Use = 'alike' | 'apart' | 'few';

const PAIRS: readonly (readonly [first: string, second: string, use: Use, isOne: boolean])[] = [
  // Signs, case, width
  ['home-lab', 'homelab', 'few', true],
  ['home_lab', 'home-lab', 'few', true],
  ['Node.js', 'nodejs', 'few', true],
  ['machine_learning', 'Machine-Learning', 'apart', true],
  ['ＵＩ', 'ui', 'few', true],
  ['v1-2', 'v12', 'alike', false],
  ['1-2', '12', 'alike', false],
  ['c', 'c++', 'alike', false],
  ['c', 'c#', 'alike', false],
  ['net', '.net', 'apart', false],
  // Plural
  ['dashboard', 'dashboards', 'apart', true],
  ['library', 'libraries', 'few', true],
  ['box', 'boxes', 'few', true],
  ['test', 'tests', 'few', true],
  ['person', 'people', 'few', true],
  ['api-key', 'api-keys', 'few', true],
  ['metric', 'metrics', 'few', true],
  ['new', 'news', 'alike', false],
  ['window', 'windows', 'alike', false],
  ['canva', 'canvas', 'alike', false],
  ['io', 'ios', 'alike', false],
  ['statistic', 'statistics', 'apart', false],
  ['rail', 'rails', 'alike', false],
  ['clas', 'class', 'few', false],
  ['team', 'teams', 'apart', false],
  // Short forms
  ['k8s', 'kubernetes', 'few', true],
  ['go', 'golang', 'few', true],
  ['js', 'javascript', 'apart', true],
  ['i18n', 'internationalization', 'few', true],
  ['a11y', 'accessibility', 'few', true],
  ['ml', 'machine-learning', 'few', true],
  ['sre', 'site-reliability', 'alike', true],
  ['ddd', 'domain-driven-design', 'apart', false],
  ['crdt', 'conflict-free-replicated-data', 'apart', false],
  ['fw', 'firmware', 'alike', true],
  ['fw', 'framework', 'apart', false],
  ['pr', 'pull-request', 'alike', true],
  ['pr', 'public-relations', 'apart', false],
  ['fw', 'firewall', 'few', false],
  // Spelling
  ['colour', 'color', 'few', true],
  ['organisation', 'organization', 'few', true],
  ['exercise', 'exercize', 'few', false],
  ['größe', 'groesse', 'few', true],
  ['müsli', 'muesli', 'few', true],
  ['café', 'cafe', 'few', true],
  ['bär', 'bar', 'apart', false],
  ['drücken', 'drucken', 'apart', false],
  ['kubernetes', 'kuberentes', 'few', true],
  ['deployment', 'deplyoment', 'few', true],
  ['frontend', 'frontnd', 'alike', true],
  ['contact', 'contract', 'apart', false],
  ['marital', 'martial', 'apart', false],
  ['planning', 'planting', 'apart', false],
  // Near, and not the same
  ['ui', 'ux', 'alike', false],
  ['test', 'text', 'alike', false],
  ['java', 'javascript', 'alike', false],
  ['react', 'react-native', 'apart', false],
  ['version', 'version-control', 'apart', false],
  ['access', 'access-control', 'few', false],
  ['data', 'date', 'alike', false],
  ['sprint-1', 'sprint-2', 'alike', false],
  ['python2', 'python3', 'alike', false],
  ['sprint', 'sprint-12', 'alike', false],
  ['market', 'marketing', 'alike', false],
  ['work', 'network', 'alike', false],
  ['backend', 'frontend', 'alike', false],
  ['car', 'care', 'alike', false],
  ['private', 'primate', 'apart', false],
  ['firmware', 'firmware-control', 'alike', true],
  ['garden', 'gardening', 'apart', false],
  // Other scripts
  ['机器学习', '机器-学习', 'few', true],
  ['测试', '测式', 'alike', false],
  ['固件', '固件控制', 'apart', false],
  ['固件', '固件控制', 'alike', true],
  ['会议', '会议记录', 'apart', false],
  ['项目', '产品', 'alike', false],
  ['ミーティング', 'ミーテイング', 'few', false],
  ['проект', 'проекты', 'few', false],
];

const SAID = [
  'the build for the board takes nine minutes',
  'flashing over the serial port fails',
  'the watchdog resets the controller',
  'a bootloader needs two images',
  'the sensor drifts when it is warm',
  'logs of the crash are on the card',
];
const OTHER = [
  'lunch with the neighbours on Sunday',
  'the garden needs a new fence',
  'a painting hangs in the hall',
  'tickets for the concert in May',
  'the recipe takes three lemons',
  'grandmother moved to the coast',
];

function factsOf(first: string, second: string, use: Use): Fact[] {
  const fact = (text: string, tag: string, at: number): Fact => ({
    id: `f${tag}${at}`,
    computed: false,
    day: `2026-03-${String(at + 10)}`,
    time: null,
    session: null,
    path: 'daily/x.md',
    line: at,
    category: 'work',
    text,
    tags: [tag],
    fields: {},
  });
  const count = use === 'few' ? 1 : 6;
  const noise = OTHER.map((text, at) => fact(`${text}, once more`, 'home', at));
  return [
    ...SAID.slice(0, count).map((text, at) => fact(text, first, at)),
    ...(use === 'apart' ? OTHER : SAID).slice(0, count).map((text, at) => fact(`${text} again`, second, at)),
    ...noise,
  ];
}

function isProposed(first: string, second: string, use: Use): boolean {
  const facts = factsOf(first, second, use);
  const uses = countTags({ facts, forgotten: new Set(), ledger: new Map(), pages: new Map() });
  if (foldTag(first) === foldTag(second)) return true;
  return proposeTags(uses, facts, parseTagsFile('')).some(
    ({ alias, canonical }) => [alias.tag, canonical.tag].sort().join() === [first, second].sort().join(),
  );
}

test('of sixty pairs and more nearly all that are proposed are one, and most that are one are proposed', () => {
  expect(PAIRS.length).toBeGreaterThanOrEqual(60);
  const judged = PAIRS.map((pair) => ({ pair, proposed: isProposed(pair[0], pair[1], pair[2]), isOne: pair[3] }));
  const wrong = judged.filter(({ proposed, isOne }) => proposed && !isOne).map(({ pair }) => pair.join(' '));
  const missed = judged.filter(({ proposed, isOne }) => !proposed && isOne).map(({ pair }) => pair.join(' '));
  expect({ wrong, missed }).toEqual({ wrong: [], missed: [] });
});

test.each([
  ['fw', 'firmware', 'alike', 'fw'],
  ['kubernetes', 'k8s', 'few', 'k8s'],
  ['firmware-control', 'firmware', 'alike', 'firmware-control'],
  ['muesli', 'müsli', 'few', 'muesli'],
  ['tests', 'test', 'few', 'tests'],
] as const)('of %s and %s, %s is the alias', (first, second, use, alias) => {
  const facts = factsOf(first, second, use);
  const proposals = proposeTags(
    countTags({ facts, forgotten: new Set(), ledger: new Map(), pages: new Map() }),
    facts,
    parseTagsFile(''),
  );
  expect(proposals.map((one) => one.alias.tag)).toEqual([alias]);
});

test.each([
  ['k8s', 'kubernetes', 'k8s is a short form of kubernetes'],
  ['kubernetes', 'k8s', 'k8s is a short form of kubernetes'],
  ['golang', 'go', 'golang is another name of go'],
  ['rust', 'rust-lang', 'rust-lang is another name of rust'],
])('of %s and %s it is said that %s', (first, second, reason) => expect(alike(first, second)?.reason).toBe(reason));

test.each([
  ['kept apart', 'apart:\n  - [k8s, kubernetes]\n'],
  ['one already', 'aliases:\n  kubernetes: [k8s]\n'],
  ['one by way of a third', 'aliases:\n  kube: [k8s, kubernetes]\n'],
])('what is %s is not proposed again', (_what, text) => {
  const facts = factsOf('k8s', 'kubernetes', 'alike');
  const uses = countTags({ facts, forgotten: new Set(), ledger: new Map(), pages: new Map() });
  expect(proposeTags(uses, facts, parseTagsFile(text))).toEqual([]);
});

test('what was forgotten counts for nothing', () => {
  const facts = factsOf('k8s', 'kubernetes', 'alike');
  const forgotten = new Set(facts.filter(({ tags }) => tags.includes('k8s')).map(({ id }) => id));
  expect(countTags({ facts, forgotten, ledger: new Map(), pages: new Map() }).has('k8s')).toBe(false);
});

test('thousands of tags take no long time', () => {
  const [like] = factsOf('a', 'b', 'few');
  if (like === undefined) throw new Error('there is no fact');
  const facts = Array.from({ length: 6000 }, (_, at): Fact => ({
    ...like,
    id: `f${at}`,
    tags: [`tag${(at * 7919).toString(36)}`, `word${(at % 500).toString(36)}s`, 'common'],
  }));
  const uses = countTags({ facts, forgotten: new Set(), ledger: new Map(), pages: new Map() });
  const start = process.cpuUsage().user;
  proposeTags(uses, facts, parseTagsFile(''));
  expect((process.cpuUsage().user - start) / 1000).toBeLessThan(4000);
});
