// Where a rule or a repair ends: cases in which it must be quiet, or say something else than beside it.
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type PairInput, parseContradictions, relatedPairs } from '../../src/lint/contradictions.ts';
import { readLintInput } from '../../src/lint/input.ts';
import { planBaseline, resultOf } from '../../src/lint/lint.ts';
import { newlyFound, planRepairs, REPAIRERS } from '../../src/lint/repair.ts';
import { type Finding, movesOf, type Remark, type Rule } from '../../src/lint/rule.ts';
import { resolveRules, RULES } from '../../src/lint/rules.ts';
import type { BaselineLine } from '../../src/vault/reviews.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { readFacts } from '../../src/vault/view.ts';
import { findings, makeFolder, writeExample } from './folders.ts';

const TODAY = '2026-07-05';
const [A, B, C] = ['k3v9x2ab4q', 'm4w8y3bc5r', 'p0d4mm1z5k'] as const;
const WORK = '3_Personal/Work.md';

const vaultOf = (example: string): Vault => {
  const vault = makeFolder();
  writeExample(vault, example);
  return vault;
};
const found = (example: string, rule: string): readonly Finding[] =>
  findings(vaultOf(example), TODAY, resolveRules([rule]));

test('a page that cites an id whose log is gone is still one of memvault’s: its source leads to a log', () => {
  const example = (source: string): string => `== ${WORK}\n- User works at Microsoft[^${A}]\n\n[^${A}]: ${source}\n`;
  expect(found(example(`[2026-07-01](../daily/2026-07-01.md#^${A})`), 'citations')).toMatchObject([
    { severity: 'error', message: `cites ${A}, which no daily log has` },
  ]);
  expect(found(example('Ann, by telephone'), 'citations')).toEqual([]);
});

test('forgotten facts make no subject that lacks a page', () => {
  const ids = [A, B, C];
  const example = `== daily/2026-07-01.md\n${ids.map((id) => `- [relationship] Caroline paints [persons:: Caroline] ^${id}\n`).join('')}== .memvault/ledger/2026-07.jsonl\n${ids.map((id) => `{"fact":"${id}","as":"placed","page":"3_Personal/People.md"}\n`).join('')}`;
  expect(found(example, 'gaps')).toHaveLength(1);
  expect(found(`${example}== .memvault/tombstones.jsonl\n{"fact":"${C}"}\n`, 'gaps')).toEqual([]);
});

test('a fact is no duplicate of itself', () => {
  const example = (of: string): string =>
    `== daily/2026-07-01.md\n- [work] One ^${A}\n- [work] Two ^${B}\n== .memvault/ledger/2026-07.jsonl\n{"fact":"${B}","as":"placed","page":"${WORK}"}\n{"fact":"${A}","as":"duplicate","page":"${WORK}","of":"${of}"}\n== ${WORK}\n- One[^${A}]\n- Two[^${B}]\n`;
  expect(found(example(A), 'conservation')).toMatchObject([
    { severity: 'error', message: `${A} is duplicate, of “${A}”, which is not another fact of this vault` },
  ]);
  expect(found(example(B), 'conservation')).toEqual([]);
});

test('of a claim that was copied onto another page by hand a person takes one off', () => {
  expect(
    found(
      `== daily/2026-07-01.md\n- [work] One ^${A}\n== .memvault/ledger/2026-07.jsonl\n{"fact":"${A}","as":"placed","page":"${WORK}"}\n== ${WORK}\n- One[^${A}]\n== 2_Wiki/Copy.md\n- One[^${A}]\n`,
      'conservation',
    ),
  ).toMatchObject([{ path: '2_Wiki/Copy.md', fix: 'remove one of the two claims' }]);
});

test('a line without an id of its own may have been edited where it seems gone', () => {
  const example = (source: string): string =>
    `== daily/2026-07-01.md\n- [work] Other ^${B}\n== .memvault/ledger/2026-07.jsonl\n{"fact":"${A}","as":"placed","page":"${WORK}","day":"2026-07-01"}\n== ${WORK}\n- User works at Microsoft[^${A}]\n\n[^${A}]: ${source}\n`;
  expect(found(example('[2026-07-01](../daily/2026-07-01.md)'), 'logs-untouched')).toMatchObject([
    { message: `the line of ${A} is gone or was edited, and ${WORK} cites it: “User works at Microsoft”` },
  ]);
  expect(found(example(`[2026-07-01](../daily/2026-07-01.md#^${A})`), 'logs-untouched')).toMatchObject([
    { message: `the line of ${A} is gone, and ${WORK} cites it: “User works at Microsoft”` },
  ]);
});

test('of two lines with one id nothing is to be done once both are decided', () => {
  const example = `== daily/2026-07-01.md\n- [work] One ^${A}\n- [work] Two ^${A}\n`;
  const computed = readFacts(vaultOf(example)).find((fact) => fact.computed)?.id ?? '';
  expect(found(example, 'log-ids/equal')).toMatchObject([
    { fix: 'delete the line that is wrong, before the next dream; after a dream, leave both' },
  ]);
  expect(
    found(
      `${example}== .memvault/ledger/2026-07.jsonl\n{"fact":"${computed}","as":"placed","page":"${WORK}"}\n`,
      'log-ids/equal',
    ),
  ).toMatchObject([{ fix: null }]);
});

test('what a later fact on the same claim put right need not be said any more', () => {
  const example = (ledger: string): string =>
    `== daily/2026-07-01.md\n- [work] The room is 14 ^${A}\n- [work] The room is 15 ^${B}\n== .memvault/ledger/2026-07.jsonl\n${ledger}{"fact":"${B}","as":"placed","page":"${WORK}"}\n== ${WORK}\n- The room is 15[^${A}][^${B}]\n`;
  expect(found(example(`{"fact":"${A}","as":"superseded","page":"${WORK}","by":"${B}"}\n`), 'specifics')).toEqual([]);
  expect(found(example(`{"fact":"${A}","as":"placed","page":"${WORK}"}\n`), 'specifics')).toHaveLength(1);
});

test('of a claim of facts of several days it is not said which day yesterday was', () => {
  const example = (cited: string): string =>
    `== daily/2026-07-01.md\n- [event] User met Ann yesterday ^${A}\n== daily/2026-07-02.md\n- [event] User met Ann ^${B}\n== ${WORK}\n- User met Ann yesterday${cited}\n`;
  expect(found(example(`[^${A}]`), 'relative-dates')).toHaveLength(1);
  expect(found(example(`[^${A}][^${B}]`), 'relative-dates')).toEqual([]);
});

test('a link out of the vault on the way to the daily logs is an error, one beside it a warning', () => {
  const vault = { ...makeFolder(), dailyDir: '3_Personal/journal/days' };
  mkdirSync(join(vault.root, '3_Personal'));
  for (const name of ['journal', 'pictures'])
    symlinkSync(join(vault.root, '..', `${name}-elsewhere`), join(vault.root, '3_Personal', name));
  expect(findings(vault, TODAY, resolveRules(['confined'])).map(({ severity, path }) => `${severity} ${path}`)).toEqual(
    ['error 3_Personal/journal', 'warning 3_Personal/pictures'],
  );
});

test('a page that is gone is where its facts are, unless two of that name are gone', () => {
  const gone = (...paths: string[]): string =>
    `== daily/2026-07-01.md\n- [work] One ^${A}\n- [work] Two ^${B}\n== .memvault/ledger/2026-07.jsonl\n${paths.map((path, at) => `{"fact":"${[A, B][at] ?? ''}","as":"placed","page":"${path}"}\n`).join('')}== ${WORK}\n- One[^${A}]\n- Two[^${B}]\n`;
  const to = (example: string): string | null =>
    movesOf(readLintInput(vaultOf(example), TODAY, 3))('2_Wiki/Tea.md', 'Job');
  expect(to(gone('1_Projects/Job.md'))).toBe(WORK);
  expect(to(gone('1_Projects/Job.md', '5_Archives/Job.md'))).toBeNull();
});

test('a link by a path in another case shows no words of its own; a name does', () => {
  const vault = vaultOf(
    `== daily/2026-07-01.md\n- [work] One ^${A}\n== 2_Wiki/Ann Berg.md\nA colleague.\n== ${WORK}\nSee [[2_wiki/ann berg]] and [[ann berg]].\n- One[^${A}]\n`,
  );
  expect(
    planRepairs(readLintInput(vault, TODAY, 3), resolveRules(['links/case']), REPAIRERS).pages[0]?.after,
  ).toContain('See [[2_Wiki/Ann Berg]] and [[Ann Berg|ann berg]].');
});

test('a link whose very spelling is that of another file is left to a person', () => {
  const vault = vaultOf(
    `== daily/2026-07-01.md\n- [work] One ^${A}\n== plan.md\nx\n== Mine/Plan.md\nx\n== tea.md\nx\n== ${WORK}\nSee [[Plan]] and [[Tea]].\n- One[^${A}]\n`,
  );
  expect(
    planRepairs(readLintInput(vault, TODAY, 3), resolveRules(['links/case']), REPAIRERS).pages[0]?.after,
  ).toContain('See [[Plan]] and [[tea|Tea]].');
});

test('a forgotten fact that a page still cites gets no source', () => {
  const vault = vaultOf(
    `== daily/2026-07-01.md\n- [work] One ^${A}\n- [work] Two ^${B}\n== .memvault/tombstones.jsonl\n{"fact":"${B}"}\n== ${WORK}\n- One[^${A}]\n- Two[^${B}]\n`,
  );
  const { mended } = planRepairs(readLintInput(vault, TODAY, 3), resolveRules(['citations']), REPAIRERS);
  expect(mended.map(({ reason }) => reason)).toEqual(
    expect.arrayContaining([`the source of ${A} is in daily/2026-07-01.md`]),
  );
  expect(mended.map(({ reason }) => reason).join()).not.toContain(B);
});

test('of repairs that do harm only together those on the page of the harm are refused', () => {
  const bare = (id: string): string => `---\ntitle: x\nstatus: stable\nupdated: 2026-07-02\n---\n- One[^${id}]\n`;
  const vault = vaultOf(
    `== daily/2026-07-01.md\n- [work] One ^${A}\n- [work] Two ^${B}\n== ${WORK}\n${bare(A)}== 3_Personal/Tea.md\n${bare(B)}`,
  );
  const both: Rule = {
    name: 'both',
    what: 'Not both pages say how they were reviewed.',
    check: ({ view }) =>
      [...view.pages.values()].filter(({ text }) => text.includes('review:')).length < 2
        ? []
        : [1, 2, 3].map((line): Remark => ({
            severity: 'error',
            path: WORK,
            line,
            message: `both say review, ${'!'.repeat(line)}`,
            fix: null,
          })),
  };
  const { refused, pages } = planRepairs(
    readLintInput(vault, TODAY, 3),
    [...resolveRules(['front-matter']), both],
    REPAIRERS.filter(({ name }) => name === 'front-matter'),
  );
  expect(refused.map(({ path, finds }) => `${path}: ${finds}`)).toEqual([`${WORK}: ${WORK}:1 both say review, !`]);
  expect(pages.map(({ path }) => path)).toEqual(['3_Personal/Tea.md']);
});

test('a finding with another number is no new one, one more of it is', () => {
  const finding = (message: string): Finding => ({
    rule: 'stale',
    severity: 'note',
    path: WORK,
    line: 1,
    message,
    fix: null,
  });
  const result = (...messages: string[]) => resultOf(messages.map(finding), new Map(), 1);
  expect(newlyFound(result('91 days'), result('92 days'))).toEqual([]);
  expect(newlyFound(result('91 days'), result('91 days', '92 days'))).toHaveLength(1);
});

test('what was taken back from the baseline is not taken back again', () => {
  const gone: BaselineLine = {
    rule: 'stale',
    path: WORK,
    key: '00ff00ff00ff',
    count: 0,
    at: '2026-07-02T03:00:00.000Z',
  };
  expect(planBaseline([], new Map([['x', gone]]), () => true, new Date('2026-07-03T03:00:00.000Z'))).toEqual([]);
  expect(
    planBaseline([], new Map([['x', { ...gone, count: 1 }]]), () => true, new Date('2026-07-03T03:00:00.000Z')),
  ).toMatchObject([{ count: 0 }]);
});

test('of two answers about one pair the first counts', () => {
  const claim = (path: string, text: string) => ({
    path,
    line: 1,
    title: path,
    text,
    facts: [path],
    day: '2026-07-01',
  });
  const said = (older: string): unknown => ({ pair: 'p1', older, newer: '5 May' });
  expect(
    parseContradictions({ contradictions: [said('3 May'), said('release')] }, [
      { older: claim('a.md', 'The release is on 3 May'), newer: claim('b.md', 'It is on 5 May') },
    ])?.found,
  ).toMatchObject([{ olderQuote: '3 May' }]);
});

test('of pairs that are equally alike those of linked pages come first', () => {
  const input = (linked: boolean): PairInput =>
    readLintInput(
      vaultOf(
        `== daily/2026-07-01.md\n- [work] Alpha one ^${A}\n- [work] Alpha two ^${B}\n- [work] Alpha six ^${C}\n== 2_Wiki/A.md\n- Alpha one[^${A}]\n== 2_Wiki/B.md\n- Alpha two[^${B}]\n== 2_Wiki/C.md\n${linked ? 'See [[B]].\n' : ''}- Alpha six[^${C}]\n`,
      ),
      TODAY,
      3,
    );
  const first = (linked: boolean): string[] =>
    relatedPairs(input(linked), (text) => text.toLowerCase().split(' '), 1).flatMap(({ older, newer }) =>
      [older.path, newer.path].sort(),
    );
  expect(first(true)).toEqual(['2_Wiki/B.md', '2_Wiki/C.md']);
  expect(first(false)).not.toEqual(['2_Wiki/B.md', '2_Wiki/C.md']);
});

test('all rules are quiet about a vault with nothing but a note of a person', () => {
  expect(findings(vaultOf('== Notes/Idea.md\nAn idea, see [[nowhere]].[^references]\n'), TODAY, RULES)).toEqual([]);
});
