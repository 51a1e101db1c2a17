// Rules of good editing, beyond their examples: what they look at, where each begins, and that a vault after a night
// has none.
import { describe, expect, it, test } from 'vitest';
import { type LintScope, OWN_PAGES_ALONE, readLintInput } from '../../src/lint/input.ts';
import { lint } from '../../src/lint/lint.ts';
import { checksOf } from '../../src/lint/rule.ts';
import { EDITORIAL, resolveRules, RULES } from '../../src/lint/rules.ts';
import { addDays } from '../../src/model/day.ts';
import { renderDayTitle, renderEntry } from '../../src/page/fact-line.ts';
import { dreamVault } from './dreamed.ts';
import { makeFolder, makeVault, write, writeExample } from './folders.ts';
import { readExample } from './read-example.ts';

const TODAY = '2026-07-03';
const [A, B, C, D] = ['k3v9x2ab4q', 'm4w8y3bc5r', 'p0d4mm1z5k', 'q7e5nn2a6m'] as const;

function found(
  example: string,
  rule: string,
  { scope = {}, today = TODAY }: { readonly scope?: Partial<LintScope>; readonly today?: string } = {},
): string[] {
  const vault = makeFolder();
  writeExample(vault, example);
  const input = readLintInput(vault, today, 3, undefined, { ...OWN_PAGES_ALONE, ...scope });
  return lint(input, resolveRules([rule])).findings.map(
    ({ severity, path, line, message }) => `${severity} ${path}:${line} ${message}`,
  );
}

const page = (head: string, body = `- User works at Microsoft[^${A}]\n`): string => `
== daily/2026-07-01.md
- [work] User works at Microsoft ^${A}
- [work] User leads the team ^${B}
- [work] User starts at nine ^${C}
== 3_Personal/Work.md
${head === '' ? '' : `---\n${head}\n---\n`}${body}`;

test('after a night nothing is found', async () => {
  const vault = makeVault();
  const texts = [
    'User prefers tabs',
    'User works at Microsoft',
    'User met Ann yesterday',
    'The release is on 2026-08-15',
    'User plays the cello',
    '明天去北京',
    'User has 3 cats',
    'User is allergic to nuts',
  ];
  for (const [day, shift] of [
    ['2026-06-30', 0],
    ['2026-07-01', 4],
  ] as const) {
    const entries = texts.slice(shift, shift + 4).map((text, at) => ({
      id: `k3v9x2ab${shift}${at}`,
      statement: {
        category: ['preference', 'work', 'event', 'work'][at] ?? '',
        text,
        tags: ['one'],
        fields: at === 3 ? { project: 'Atlas' } : {},
      },
    }));
    write(vault, `daily/${day}.md`, renderDayTitle(day) + renderEntry('14:05', 'abc12345', entries));
  }
  await dreamVault(vault, new Date(2026, 6, 2, 3, 0), '2026-07-02');
  const input = readLintInput(vault, '2026-07-02', 3);
  expect(input.lookedAt.length).toBeGreaterThan(2);
  expect(lint(input, RULES)).toMatchObject({ findings: [], health: 100 });
});

test('what good editing asks for is never an error, but for a head that cannot be read', () => {
  for (const check of EDITORIAL.flatMap(checksOf))
    for (const one of readExample(check).finds)
      expect([check.label, one]).toEqual([check.label, expect.stringMatching(/^(?:warning|note) /)]);
});

describe('what is looked at', () => {
  const old = 'stale_after: 2026-01-01';
  const vault = `${page(old)}== Notes/Old.md\n---\n${old}\n---\n== Notes/Drafts/Older.md\n---\n${old}\n---\n== daily/2026-06-01.md\n---\n${old}\n---\n== index.md\n---\n${old}\n---\n<!-- memvault:index -->\n<!-- /memvault:index -->\n`;
  const paths = (scope: Partial<LintScope>): string[] =>
    found(vault, 'stale', { scope }).map((one) => one.split(' ')[1]?.replace(/:.*/, '') ?? '');

  it.each<[string, Partial<LintScope>, string[]]>([
    ['pages of memvault alone', {}, ['3_Personal/Work.md']],
    [
      'notes that the settings name',
      { include: ['Notes/'] },
      ['3_Personal/Work.md', 'Notes/Drafts/Older.md', 'Notes/Old.md'],
    ],
    [
      'all, but for logs and lists',
      { include: ['**/*.md'] },
      ['3_Personal/Work.md', 'Notes/Drafts/Older.md', 'Notes/Old.md'],
    ],
    [
      'not what a pattern takes back',
      { include: ['Notes/*', '!Notes/Drafts'] },
      ['3_Personal/Work.md', 'Notes/Old.md'],
    ],
    [
      'not what is left out, whatever else is said',
      { include: ['**'], exclude: ['Drafts/', '3_Personal/'] },
      ['Notes/Old.md'],
    ],
    ['nothing', { exclude: ['**'] }, []],
  ])('%s', (_what, scope, wanted) => {
    expect(paths(scope)).toEqual(wanted);
  });

  it('proofs look at all of it', () => {
    expect(found(page('', `- User works at Microsoft[^${D}]\n`), 'citations', { scope: { exclude: ['**'] } })).toEqual(
      found(page('', `- User works at Microsoft[^${D}]\n`), 'citations'),
    );
  });
});

describe('front matter', () => {
  it.each([
    ['title: W\nconfidence: 2', 'confidence is “2”, not a number from 0 to 1'],
    ['title: W\ntags: {a: b}', 'tags is “{"a":"b"}”, not a list of tags'],
    ['title: W\naliases: [[a]]', 'aliases is “[["a"]]”, not a list of names'],
    ['title: W\nstale_after: soon', 'stale_after is “soon”, not a date'],
    ['title: W\ndescription: [a, b]', 'description is “["a","b"]”, not text'],
    ['title: W\ntype: 5', 'type is “5”, not a word'],
    ['title: W\ntype: true', 'type is “true”, not a word'],
    ['title: W\ntype: [note]', 'type is “["note"]”, not a word'],
    ['title: W\ndescription: 1984', 'description is “1984”, not text'],
    ['title: 1984', 'title is “1984”, not text'],
    ['title: W\nstatus: stable', 'the front matter lacks review, updated'],
  ])('%j', (head, message) => {
    expect(found(page(head), 'front-matter').map((one) => one.replace(/^.*?:\d+ /, ''))).toEqual([message]);
  });

  it.each([
    'title: W',
    'title: "1984"\ntype: "5"\ntags: [job, 2026]',
    'title: W\ntags: a, b',
    'title: W\ntags:',
    'title: W\nupdated: 2026-07-01T10:00\nstatus: draft\nreview: current',
    'title: W\nmine: {a: 1}',
  ])('%j is right', (head) => {
    expect(found(page(head), 'front-matter')).toEqual([]);
  });
});

test('a conflict is a note for thirty days', () => {
  const example = page(
    '',
    `> [!warning] Conflicting claims: User works at Google[^${B}] (2026-06-01) vs User works at Microsoft[^${A}] (2026-07-01)\n`,
  );
  expect(found(example, 'conflicts', { today: '2026-07-01' })).toEqual([
    expect.stringContaining('unresolved since today'),
  ]);
  expect(found(example, 'conflicts', { today: addDays('2026-07-01', 30) })).toEqual([
    expect.stringMatching(/^note .* since 2026-07-01, 30 days/),
  ]);
  expect(found(example, 'conflicts', { today: addDays('2026-07-01', 31) })).toEqual([
    expect.stringMatching(/^warning .*, 31 days/),
  ]);
  expect(found(example.replace(/User works at Google\[\^\w+\]/, '~~$&~~'), 'conflicts')).toEqual([]);
});

describe('age', () => {
  it.each([
    ['type: synthesis\nupdated: 2020-01-01', 0],
    ['stale_after: 2026-07-03', 0],
    ['stale_after: 2026-07-02', 1],
  ])('%j: %i', (head, count) => {
    expect(found(page(head), 'stale')).toHaveLength(count);
  });
});

describe('gaps', () => {
  const about = (ledger: boolean, title = 'Work'): string => `
== daily/2026-07-01.md
${[A, B, C].map((id) => `- [work] The pump runs well [project:: Tidepool] ^${id}`).join('\n')}
${ledger ? `== .memvault/ledger/2026-07.jsonl\n${[A, B, C].map((id) => `{"fact":"${id}","as":"placed","page":"3_Personal/Work.md"}`).join('\n')}\n` : ''}== 3_Personal/Work.md
---
title: ${title}
aliases: [${title === 'Work' ? 'x' : 'tide-pool'}]
---
- The pump runs well[^${A}][^${B}][^${C}]
`;

  it('a subject of three facts has no page', () => {
    expect(found(about(true), 'gaps')).toEqual([
      'note daily/2026-07-01.md:1 3 facts of the last 30 days are about “Tidepool”, which has no page',
    ]);
  });

  it('it has one, the facts are old, or no dream has seen them yet', () => {
    expect(found(about(true, 'tidepool'), 'gaps')).toEqual([]);
    expect(found(about(true), 'gaps', { today: addDays('2026-07-01', 31) })).toEqual([]);
    expect(found(about(false), 'gaps')).toEqual([]);
  });
});

describe('the head of a person’s own note', () => {
  const heads = (head: string, include = ['Notes/']): string[] =>
    found(`${page('')}== Notes/Mine.md\n---\n${head}\n---\nx\n`, 'front-matter', { scope: { include } }).filter((one) =>
      one.includes('Notes/'),
    );

  it('that cannot be read is found where it is looked at', () => {
    expect(heads('title: x\ntags: [a')).toEqual([
      expect.stringMatching(/^warning Notes\/Mine\.md:[234] the front matter cannot be read: /),
    ]);
    expect(heads('title: x\ntags: [a', [])).toEqual([]);
  });

  it.each([
    ['that can be read, whatever it says', 'status: mine\nupdated: soon'],
    ['that a template fills in', 'title: {{title}}: x'],
  ])('%s', (_what, head) => {
    expect(heads(head)).toEqual([]);
  });
});

test('a secret is never said, and forgetting it is named', () => {
  const key = ['ghp_', '16C7e42F292c6912E7710c838347Ae178B4a'].join('');
  const example = page('', `- User works at Microsoft[^${A}]\n`).replace(
    'works at Microsoft ^',
    `has the key ${key} ^`,
  );
  const vault = makeFolder();
  writeExample(vault, example);
  const { findings } = lint(readLintInput(vault, TODAY, 3), resolveRules(['likely-secrets']));
  expect(findings).toEqual([
    expect.objectContaining({
      severity: 'warning',
      path: 'daily/2026-07-01.md',
      line: 1,
      fix: expect.stringContaining(`memvault forget ${A} --purge`) as string,
    }),
  ]);
  expect(JSON.stringify(findings)).not.toContain(key.slice(4, 12));
});

test('only of a page with claims it is said how to move one', () => {
  const vault = makeFolder();
  writeExample(
    vault,
    `${page('', `- User works at Microsoft[^${A}]\n${'word '.repeat(30_000)}\n`)}== Notes/Long.md\n${'word '.repeat(30_000)}\n`,
  );
  const { findings } = lint(
    readLintInput(vault, TODAY, 3, new Set(), { include: ['Notes/'], exclude: [] }),
    resolveRules(['long-pages']),
  );
  expect(findings.map(({ path, fix }) => [path, fix])).toEqual([
    ['3_Personal/Work.md', 'split it; memvault fix ID --to PAGE moves a claim'],
    ['Notes/Long.md', 'split it'],
  ]);
});

test('a page is too long by its claims, or by its length', () => {
  const claims = Array.from({ length: 600 }, (_, at) => `- Claim ${at}[^${A}]`).join('\n');
  expect(found(page('', `${claims}\n`), 'long-pages')).toEqual([
    expect.stringContaining('600 claims, where 200 make a page full'),
  ]);
  expect(found(page('', `${claims.split('\n').slice(0, 200).join('\n')}\n`), 'long-pages')).toEqual([]);
  const drawing = `%%\n# Drawing\n\`\`\`json\n${'{"x": 1},\n'.repeat(20_000)}\`\`\`\n%%\n`;
  expect(
    found(
      `${page('')}== Notes/Drawing.md\n# Text\nRNG ^a\n\n${drawing}== Notes/Both.md\n${'word '.repeat(30_000)}\n\n${drawing}`,
      'long-pages',
      { scope: { include: ['Notes/'] } },
    ),
  ).toEqual([expect.stringContaining('Notes/Both.md:1 a long page: 150,000 characters')]);
  expect(
    found(`${page('')}== Notes/Long.md\n${'word '.repeat(30_000)}\n`, 'long-pages', { scope: { include: ['Notes/'] } }),
  ).toEqual([expect.stringContaining('Notes/Long.md:1 a long page: 150,000 characters')]);
});
