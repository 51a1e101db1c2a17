// What goes around the rules: which are asked for, how healthy a vault is, how findings are said.
import { describe, expect, it, test } from 'vitest';
import { toTerminal } from '../../src/model/controls.ts';
import { renderCounts, renderFindings } from '../../src/cli/render/lint.ts';
import { painter } from '../../src/cli/terminal/face.ts';
import { readLintInput } from '../../src/lint/input.ts';
import { healthOf, lint } from '../../src/lint/lint.ts';
import { checksOf, type Finding, quote, some } from '../../src/lint/rule.ts';
import { resolveRules, RULES } from '../../src/lint/rules.ts';
import { isSameLink } from '../../src/note/links.ts';
import type { MemvaultError } from '../../src/model/errors.ts';
import { brief, findings, makeFolder, makeVault, write, writeExample } from './folders.ts';

test.each([
  [{ error: 0, warning: 0, note: 0 }, 0, 100],
  [{ error: 1, warning: 0, note: 0 }, 3, 90],
  [{ error: 1, warning: 2, note: 3 }, 100, 81],
  [{ error: 1, warning: 2, note: 3 }, 200, 90],
  [{ error: 0, warning: 0, note: 1 }, 100_000, 99],
  [{ error: 11, warning: 0, note: 0 }, 1, 0],
])('%j on %i pages is a health of %i', (counts, pages, health) => {
  expect(healthOf(counts, pages)).toBe(health);
});

describe('the rules that are asked for', () => {
  it('are all of them without a name, else those, each once', () => {
    expect(resolveRules([])).toBe(RULES);
    expect(resolveRules(['run-log', 'citations', 'run-log']).map((rule) => rule.name)).toEqual([
      'citations',
      'run-log',
    ]);
  });

  it('are a rule with all its kinds, or only those that are named', () => {
    const labels = (...names: string[]): string[] =>
      resolveRules(names)
        .flatMap(checksOf)
        .map(({ label }) => label);
    expect(labels('damaged')).toEqual(['damaged/torn', 'damaged/lines', 'damaged/markers']);
    expect(labels('damaged/markers', 'links/case', 'damaged/torn')).toEqual([
      'damaged/torn',
      'damaged/markers',
      'links/case',
    ]);
    expect(labels('damaged/markers', 'damaged')).toEqual(labels('damaged'));
  });

  it.each([
    ['conservasion', 'did you mean conservation?'],
    ['torn', 'did you mean damaged/torn?'],
    ['links/anchr', 'did you mean links/anchor?'],
    ['broken-links', 'did you mean links?'],
    ['missing-files', 'did you mean links/missing or links/file or tags-file?'],
    ['back-links', 'did you mean unlinked/back-link?'],
    ['orphans', 'did you mean unlinked/orphan?'],
    ['kept-lines', 'did you mean damaged/lines?'],
    ['equal-ids', 'did you mean log-ids/equal?'],
    ['fenced-facts', 'did you mean log-ids/fenced?'],
    ['purged', 'did you mean forgotten/purged?'],
    ['xyz', `the rules are ${RULES.map((rule) => rule.name).join(', ')}`],
  ])('%s is none: %s', (name, hint) => {
    expect(() => resolveRules(['citations', name])).toThrow(
      expect.objectContaining({ code: 'usage', hint }) as MemvaultError,
    );
  });
});

const finding = (line: number, more: Partial<Finding> = {}): Finding => ({
  rule: 'citations',
  severity: 'note',
  path: 'a.md',
  line,
  message: `m${line}`,
  fix: null,
  ...more,
});

const show = (findings: readonly Finding[], columns = Infinity, { color = false, all = false } = {}): string =>
  renderFindings(findings, { columns, paint: painter(color) }, all);

describe('findings in words', () => {
  it('fit the terminal, with the place whole where it fits', () => {
    const long = finding(7, {
      message: 'a message of many words that does not fit into one line of a small terminal',
      fix: 'do this and that and then some more of it, until it is done',
    });
    const lines = show([long], 60).split('\n');
    expect(lines.every((line) => line.length <= 60)).toBe(true);
    expect(lines.slice(1, 3)).toEqual([
      '  a.md:7  note  a message of many words that does not',
      '      fit into one line of a small terminal  citations',
    ]);
    const painted = show([long], 60, { color: true });
    expect(toTerminal(painted).replaceAll(/\u001B\[\d+m/g, '')).toBe(lines.join('\n'));
    expect(toTerminal(painted)).toContain('\u001B[36mnote');
  });

  it('stand by file in the order of their lines, with what to do said once', () => {
    const found = [
      finding(1, { fix: 'do' }),
      finding(2, { fix: 'do', severity: 'error' }),
      finding(3, { rule: 'specifics' }),
      finding(1, { path: 'b.md', message: 'a \u001B[31m line\nmore' }),
    ];
    expect(toTerminal(show(found))).toBe(
      [
        'a.md',
        '  a.md:1  note  m1  citations',
        '  a.md:2  error  m2  citations',
        '    do',
        '  a.md:3  note  m3  specifics',
        '',
        'b.md',
        '  b.md:1  note  a \uFFFD[31m line ⏎ more  citations',
      ].join('\n'),
    );
  });

  it('are cut where one rule has more than twenty in all, the worst first; whoever names the rule gets all', () => {
    const many = Array.from({ length: 40 }, (_, index) =>
      finding(1, { path: `n${String(index).padStart(2, '0')}.md`, severity: index === 39 ? 'warning' : 'note' }),
    );
    const text = show([...many, finding(2, { path: 'n39.md' })]);
    expect(text.split('\n').filter((line) => line.startsWith('  n'))).toHaveLength(20);
    expect(text).toContain('  n39.md:1  warning');
    expect(text.split('\n').at(-1)).toBe('and 21 more of citations: memvault lint --rule citations');
    expect(
      show(many, Infinity, { all: true })
        .split('\n')
        .filter((line) => line.startsWith('  n')),
    ).toHaveLength(40);
  });

  it('are counted', () => {
    expect(
      renderCounts({ findings: [], accepted: [], counts: { error: 0, warning: 0, note: 0 }, health: 100 }, 3, 1, 1),
    ).toBe('No findings in 3 facts, 1 page; health 100');
    expect(
      renderCounts(
        { findings: [finding(1), finding(2)], accepted: [], counts: { error: 0, warning: 0, note: 2 }, health: 98 },
        3,
        2,
        1,
      ),
    ).toBe('0 errors, 0 warnings, 2 notes in 1 file (3 facts, 2 pages); health 98');
    expect(
      renderCounts(
        { findings: [], accepted: [finding(1)], counts: { error: 0, warning: 0, note: 0 }, health: 100 },
        3,
        2,
        40,
      ),
    ).toBe('No findings in 3 facts, 40 notes; health 100; 1 accepted in .memvault/baseline.jsonl');
  });
});

test('a text is quoted on one line and not too long', () => {
  expect(quote('a\n\u001B b')).toBe('“a b”');
  expect(quote('🙂'.repeat(300))).toBe(`“${'🙂'.repeat(69)}…”`);
  expect([some(['a']), some(['a', 'b', 'c']), some(['a', 'b', 'c', 'd', 'e'])]).toEqual([
    'a',
    'a, b, c',
    'a, b, c and 2 more',
  ]);
});

const ID = 'k3v9x2ab4q';
test.each([
  ['as a dream writes it', `[2026-07-01 14:05](../../daily/2026-07-01.md#^${ID})`, true],
  ['without an anchor', '[2026-07-01](../../daily/2026-07-01.md)', true],
  ['in angle brackets', `[x](<../../daily/2026-07-01.md#^${ID}>)`, true],
  ['with encoded characters', `[x](../../daily/2026%2D07-01.md#^${ID})`, true],
  ['from the vault’s root', `[x](daily/2026-07-01.md#^${ID})`, true],
  ['from the vault’s root with a slash', `[x](/daily/2026-07-01.md#^${ID})`, true],
  ['by its name', `[x](2026-07-01.md#^${ID})`, true],
  ['as a wiki link', `[[2026-07-01#^${ID}]]`, true],
  ['as a wiki link with a title', `[[daily/2026-07-01#^${ID}|that day]]`, true],
  ['in words', 'Ann told me', true],
  ['too few steps up', `[x](../daily/2026-07-01.md#^${ID})`, false],
  ['to another day', `[x](../../daily/2026-07-02.md#^${ID})`, false],
  ['to another fact', '[x](../../daily/2026-07-01.md#^m4w8y3bc5r)', false],
  ['to another day as a wiki link', `[[2026-07-02#^${ID}]]`, false],
])('a source %s', (_how, source, same) => {
  expect(isSameLink(source, '2_Wiki/Entities/Ann.md', { id: ID, path: 'daily/2026-07-01.md', computed: false })).toBe(
    same,
  );
});

test('a torn ledger line whose fact another line decides is a warning', () => {
  const vault = makeFolder();
  writeExample(
    vault,
    `
== daily/2026-07-01.md
- [work] User works at Microsoft ^${ID}
== .memvault/ledger/2026-07.jsonl
{"fact":"${ID}","as":"set-aside","reason":"no use"}
`,
  );
  write(vault, '.memvault/ledger/2026-08.jsonl', `{"fact":"${ID}","as":"pla\n{"fact":"m4w8y3bc5r","a\n`);
  expect(brief(findings(vault, '2026-07-03', resolveRules(['conservation'])))).toEqual([
    'warning conservation .memvault/ledger/2026-08.jsonl:1',
    'error conservation .memvault/ledger/2026-08.jsonl:2',
  ]);
});

test('of a log both sides of a conflict are kept, whatever its folder is called, and a page is settled', () => {
  const vault = { ...makeFolder(), dailyDir: 'journal/days' };
  const both = '<<<<<<< HEAD\n- [work] One\n=======\n- [work] Other\n>>>>>>> theirs\n';
  for (const path of ['journal/days/2026-07-01.md', '.memvault/marks.jsonl', 'index.md']) write(vault, path, both);
  expect(
    findings(vault, '2026-07-03', resolveRules(['damaged/markers'])).map(({ path, fix }) => `${path}: ${fix}`),
  ).toEqual([
    '.memvault/marks.jsonl: keep the lines of both sides, and remove the markers',
    'index.md: resolve the conflict; a dream leaves the file alone until then',
    'journal/days/2026-07-01.md: keep the lines of both sides, and remove the markers',
  ]);
});

test('a page that is gone is one finding, and so is one that was renamed', () => {
  const facts = Array.from({ length: 5 }, (_, index) => `k3v9x2ab4${index}`);
  const example = (page: string): string => `
== daily/2026-07-01.md
${facts.map((id) => `- [work] Fact of ${id} ^${id}`).join('\n')}
== .memvault/ledger/2026-07.jsonl
${facts.map((id) => `{"fact":"${id}","as":"placed","page":"3_Personal/Work.md"}`).join('\n')}
== 3_Personal/Other.md
A note.
== ${page}
${page === 'Elsewhere.md' ? '' : facts.map((id) => `- Fact of ${id}[^${id}]`).join('\n')}
`;
  const messages = (page: string): string[] => {
    const vault = makeFolder();
    writeExample(vault, example(page));
    return findings(vault, '2026-07-03', resolveRules(['conservation'])).map((one) => one.message);
  };
  expect(messages('Elsewhere.md')).toEqual(['the page is gone, and with it 5 facts that no other page cites']);
  expect(messages('3_Personal/Job.md')).toEqual([
    '5 facts (k3v9x2ab40, k3v9x2ab41, k3v9x2ab42 and 2 more) cited here, and the ledger names 3_Personal/Work.md',
  ]);
});

test('YAML that is broken is named by its line', () => {
  const vault = makeFolder();
  writeExample(
    vault,
    `
== daily/2026-07-01.md
- [work] User works at Microsoft ^${ID}
== 3_Personal/Work.md
---
title: Work
tags: [a
status: stable
---
- User works at Microsoft[^${ID}]
`,
  );
  const [first] = findings(vault, '2026-07-03', resolveRules(['front-matter']));
  expect(first).toMatchObject({
    severity: 'error',
    path: '3_Personal/Work.md',
    line: 4,
    message: expect.stringMatching(/line 4, column \d+$/) as string,
  });
});

test('a vault of nothing at all is healthy', () => {
  expect(lint(readLintInput(makeFolder(), '2026-07-03', 3), RULES)).toEqual({
    findings: [],
    accepted: [],
    counts: { error: 0, warning: 0, note: 0 },
    health: 100,
  });
  expect(findings(makeVault(), '2026-07-03')).toEqual([]);
});
