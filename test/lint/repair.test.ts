// The plan of repairs over one vault: what becomes of single links, heads and sources, and that a repair after which
// more would be found is refused, alone.
import { describe, expect, test } from 'vitest';
import { readLintInput } from '../../src/lint/input.ts';
import { planRepairs, REPAIRERS, type RepairPlan } from '../../src/lint/repair.ts';
import { labelOf, type Remark, type Rule } from '../../src/lint/rule.ts';
import { RULES } from '../../src/lint/rules.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { makeFolder, write, writeExample } from './folders.ts';

const LOG = `
== daily/2026-07-01.md
- [work] User works at Microsoft ^k3v9x2ab4q
- [work] User likes tea ^m4w8y3bc5r
`;
const HEAD = '---\ntitle: Work\nstatus: stable\nreview: current\nupdated: 2026-07-02\n---\n';
const CLAIM =
  '- User works at Microsoft[^k3v9x2ab4q]\n\n## Sources\n[^k3v9x2ab4q]: [2026-07-01](../daily/2026-07-01.md#^k3v9x2ab4q)\n';

function planFor(vault: Vault, rules: readonly Rule[] = RULES): RepairPlan {
  return planRepairs(readLintInput(vault, '2026-07-04', 3), rules, REPAIRERS);
}

/** What the page Work becomes; null where it stays. */
function repaired(work: string, files: Readonly<Record<string, string>> = {}): string | null {
  const vault = makeFolder();
  writeExample(vault, LOG);
  write(vault, '3_Personal/Work.md', work);
  for (const [path, text] of Object.entries(files)) write(vault, path, text);
  return planFor(vault).pages.find(({ path }) => path === '3_Personal/Work.md')?.after ?? null;
}

const NOTES = {
  '2_Wiki/Ann Berg.md': '---\naliases: [Annie, "A|B"]\n---\n',
  '1_Projects/Q3 (draft).md': 'x\n',
  '5_Archives/Bob.md': '---\naliases: [Bobby]\n---\n',
  '4_Assets/Pic.png': '',
};

describe('a link', () => {
  test.each([
    ['[[ann berg]]', '[[Ann Berg|ann berg]]'],
    ['[[ann berg|her]]', '[[Ann Berg|her]]'],
    ['[[ann berg#Head]]', '[[Ann Berg#Head|ann berg > Head]]'],
    ['| [[ann berg]] |', '| [[Ann Berg\\|ann berg]] |'],
    ['> | [[Annie]] |', '> | [[Ann Berg\\|Annie]] |'],
    ['[[2_wiki/ann berg#Head|she]]', '[[2_Wiki/Ann Berg#Head|she]]'],
    ['[[ann berg.md]]', '[[Ann Berg.md|ann berg.md]]'],
    ['![[ann berg]]', '![[Ann Berg]]'],
    ['![[pic.png|100]]', '![[Pic.png|100]]'],
    ['[x](../2_wiki/ann%20berg.md)', '[x](../2_Wiki/Ann%20Berg.md)'],
    ['[x](<../2_wiki/ann berg.md> "t")', '[x](<../2_Wiki/Ann%20Berg.md> "t")'],
    ['[x](/2_wiki/Ann%20Berg.md#Head)', '[x](/2_Wiki/Ann%20Berg.md#Head)'],
    ['[[Annie]]', '[[Ann Berg|Annie]]'],
    ['[[Annie#Head]]', '[[Ann Berg#Head|Annie > Head]]'],
    ['[[Annie|her]]', '[[Ann Berg|her]]'],
    ['![[Annie]]', '![[Ann Berg]]'],
    ['[her](Annie)', '[her](../2_Wiki/Ann%20Berg)'],
    ['[[1_Projects/Ann Berg]]', '[[2_Wiki/Ann Berg]]'],
    ['[[0_Inbox/Bob#^abc|him]]', '[[5_Archives/Bob#^abc|him]]'],
    ['[[Old/Deep/Bob.md|him]]', '[[5_Archives/Bob.md|him]]'],
    ['[x](../1_Old/Q3%20%28draft%29.md#a)', '[x](../1_Projects/Q3%20%28draft%29.md#a)'],
    ['[x][y]\n\n[y]: ../Old/Bob.md "t"', '[x][y]\n\n[y]: ../5_Archives/Bob.md "t"'],
    ['a | [[Ann Berg]]', null],
    // A bar that may be of a table, a file that is no page, a name that many folders have, one that nobody has.
    ['a | [[Annie]]', null],
    ['[x](../Old/Pic.png)', null],
    ['[[Nobody]]', null],
    // A slash that may be one of words, a folder, another name in other letters.
    ['[[Old/Ann Berg]]', null],
    ['[[Eve/Bob]]', null],
    ['[[1_Projects/Bob/]]', null],
    ['[[annie]]', null],
    ['[[BOBBY]]', null],
    ['[x](https://example.org/annie)', null],
    ['`[[annie]]`', null],
    ['[[Ann Berg]] and [b](../5_Archives/Bob.md)', null],
  ])('%s becomes %s', (before, after) => {
    const page = (link: string): string => `${HEAD}${link}\n\n${CLAIM}`;
    expect(repaired(page(before), NOTES)).toBe(after === null ? null : page(after));
  });

  test('of a name that two notes have, that is nearly a name, or whose name many folders have, is left', () => {
    const notes = {
      '2_Wiki/Eve.md': '---\naliases: [E]\n---\n',
      '5_Archives/Eve.md': '---\naliases: [E]\n---\n',
      '1_Projects/x/README.md': 'x\n',
    };
    expect(repaired(`${HEAD}[[Old/Eve]] [[E]] [[Old/README]] [x](../Old/README.md)\n\n${CLAIM}`, notes)).toBeNull();
  });
});

describe('the front matter', () => {
  test.each([
    [
      'without a head',
      CLAIM,
      `---\ntitle: Work\nstatus: stable\nreview: current\nupdated: 2026-07-04\n---\n\n${CLAIM}`,
    ],
    [
      'in another system’s line ends',
      CLAIM.replaceAll('\n', '\r\n'),
      `---\ntitle: Work\nstatus: stable\nreview: current\nupdated: 2026-07-04\n---\n\n${CLAIM}`.replaceAll(
        '\n',
        '\r\n',
      ),
    ],
    [
      'with a mark of its encoding',
      `\uFEFF${CLAIM}`,
      `\uFEFF---\ntitle: Work\nstatus: stable\nreview: current\nupdated: 2026-07-04\n---\n\n${CLAIM}`,
    ],
    [
      'with an empty head',
      `---\n---\n${CLAIM}`,
      `---\ntitle: Work\nstatus: stable\nreview: current\nupdated: 2026-07-04\n---\n${CLAIM}`,
    ],
    [
      'that lacks a key',
      `${HEAD.replace('review: current\n', '# mine\n')}${CLAIM}`,
      `${HEAD.replace('review: current\n', '# mine\n').replace(/---\n$/, 'review: current\n---\n')}${CLAIM}`,
    ],
    ['of a person’s own', `---\nmood: fine\n---\n${CLAIM}`, `---\nmood: fine\ntitle: Work\n---\n${CLAIM}`],
    ['that cannot be read', `---\ntitle: [\n---\n${CLAIM}`, null],
    ['that is a script', `---js\nmodule.exports = {}\n---\n${CLAIM}`, null],
  ])('of a page %s', (_what, before, after) => {
    expect(repaired(before)).toBe(after);
  });

  test('says needs-review of a page with a conflict, and the day of the last run that decided one of its facts', () => {
    const conflict =
      '> [!warning] Conflicting claims: User works at Microsoft[^k3v9x2ab4q] (2026-07-01) vs User likes tea[^m4w8y3bc5r] (2026-07-01)\n';
    const ledger =
      '{"fact":"k3v9x2ab4q","day":"2026-07-01","as":"placed","page":"3_Personal/Work.md","digest":"","run":"r-20260702-0300-7f3a9c","engine":"rules/1","at":"2026-07-02T12:00:00.000Z"}\n';
    expect(
      repaired(`---\ntitle: Work\nstatus: stable\n---\n${conflict}`, { '.memvault/ledger/2026-07.jsonl': ledger }),
    ).toContain('status: stable\nreview: needs-review\nupdated: 2026-07-02\n---\n');
  });
});

describe('a source', () => {
  test.each([
    [
      '[^k3v9x2ab4q]: [2026-07-01](../../daily/2026-07-01.md#^k3v9x2ab4q)',
      '[^k3v9x2ab4q]: [2026-07-01](../daily/2026-07-01.md#^k3v9x2ab4q)',
    ],
    [
      '[^k3v9x2ab4q]: [day one](<../daily/2026-06-30.md>) in the log',
      '[^k3v9x2ab4q]: [day one](<../daily/2026-07-01.md#^k3v9x2ab4q>) in the log',
    ],
    [
      '[^k3v9x2ab4q]: [2026-07-01](../daily/2026-07-01.md#^m4w8y3bc5r)',
      '[^k3v9x2ab4q]: [2026-07-01](../daily/2026-07-01.md#^k3v9x2ab4q)',
    ],
    [
      '[^k3v9x2ab4q]: [[logs/2026-06-30#^k3v9x2ab4q|that day]]',
      '[^k3v9x2ab4q]: [[daily/2026-07-01#^k3v9x2ab4q|that day]]',
    ],
    ['[^k3v9x2ab4q]: Ann, by telephone', null],
    ['[^k3v9x2ab4q]: [a](../x.md) and [b](../y.md)', null],
  ])('%s becomes %s', (before, after) => {
    const page = (source: string): string => `${HEAD}- User works at Microsoft[^k3v9x2ab4q]\n\n## Sources\n${source}\n`;
    expect(repaired(page(before))).toBe(after === null ? null : page(after));
  });

  test('that no claim cites goes where memvault wrote it; one of a person’s own stays', () => {
    expect(repaired(`${HEAD}${CLAIM}[^m4w8y3bc5r]: [2026-07-01](../daily/2026-07-01.md#^m4w8y3bc5r)\n`)).toBe(
      `${HEAD}${CLAIM}`,
    );
    expect(repaired(`${HEAD}${CLAIM}[^m4w8y3bc5r]: Ann\n[^references]: Bob\n`)).toBeNull();
  });
});

describe('a repair after which more would be found', () => {
  /** Finds each page that says `review:`, but for one. */
  const strict: Rule = {
    name: 'strict',
    what: 'No page says how it was reviewed.',
    check: (input) =>
      [...input.view.pages.values()].flatMap(({ path, text }): Remark[] =>
        text.includes('review:') && !path.includes('Tea')
          ? [{ severity: 'warning', path, line: 4, message: 'it says review', fix: null }]
          : [],
      ),
  };

  test('is refused and named with all others of its page, and those of other pages are made', () => {
    const vault = makeFolder();
    writeExample(vault, LOG);
    const bare = HEAD.replace('review: current\n', '');
    write(vault, '3_Personal/Work.md', `${bare}See [[annie]].\n\n${CLAIM}`);
    write(
      vault,
      '3_Personal/Tea.md',
      `${bare}- User likes tea[^m4w8y3bc5r]\n\n## Sources\n[^m4w8y3bc5r]: [2026-07-01](../daily/2026-07-01.md#^m4w8y3bc5r)\n`,
    );
    write(vault, '2_Wiki/Annie.md', 'x\n');
    const { pages, mended, refused, now, after } = planFor(vault, [...RULES, strict]);
    expect(refused.map((one) => [labelOf(one), one.path, one.finds])).toEqual([
      ['links/case', '3_Personal/Work.md', '3_Personal/Work.md:4 it says review'],
      ['front-matter', '3_Personal/Work.md', '3_Personal/Work.md:4 it says review'],
    ]);
    expect(mended.map((one) => [labelOf(one), one.path])).toEqual([['front-matter', '3_Personal/Tea.md']]);
    expect(pages.map(({ path }) => path)).toEqual(['3_Personal/Tea.md']);
    expect(after.health).toBeGreaterThan(now.health);
  });

  test('is made where it puts right more than it breaks', () => {
    const vault = makeFolder();
    writeExample(vault, LOG);
    write(vault, '3_Personal/Work.md', `${HEAD.replace('review: current\n', '')}${CLAIM}`);
    const mild: Rule = {
      ...strict,
      check: (input) => strict.check(input).map((remark) => ({ ...remark, severity: 'note' })),
    };
    expect(planFor(vault, [...RULES, mild])).toMatchObject({ refused: [], mended: [{ rule: 'front-matter' }] });
  });
});

test('a source that prose of a person names stays, and no other repair says that it went', () => {
  const page = `${HEAD.replace('review: current\n', '')}As I said.[^m4w8y3bc5r]\n\n${CLAIM}[^m4w8y3bc5r]: [2026-07-01](../daily/2026-07-01.md#^m4w8y3bc5r)\n`;
  const vault = makeFolder();
  writeExample(vault, LOG);
  write(vault, '3_Personal/Work.md', page.replace('](../daily/2026-07-01.md#^k3', '](../../daily/2026-07-01.md#^k3'));
  const { pages, mended } = planFor(vault);
  expect(pages.map(({ after }) => after)).toEqual([
    page.replace('updated: 2026-07-02\n', 'updated: 2026-07-02\nreview: current\n'),
  ]);
  expect(mended.map(({ reason }) => reason)).toEqual([
    'the source of k3v9x2ab4q leads to daily/2026-07-01.md, where it was logged',
    'the front matter gets review',
  ]);
});

describe('a way back', () => {
  const RELATED = '\n## Related\n- [[Tea]]\n';
  const tea = (prose: string): string =>
    `${HEAD.replace('Work', 'Tea')}${prose}- User likes tea[^m4w8y3bc5r]\n\n## Sources\n[^m4w8y3bc5r]: [2026-07-01](../daily/2026-07-01.md#^m4w8y3bc5r)\n`;

  test.each([
    [
      'is added where there is none',
      '',
      tea('').replace('\n## Sources', '\n## Related\n- [Work](Work.md)\n\n## Sources'),
    ],
    ['is a link anywhere on the page', 'As at [[Work]].\n\n', null],
    ['is not added beside a link that is repaired', 'As at [[Old/Work]].\n\n', tea('As at [[3_Personal/Work]].\n\n')],
  ])('%s', (_what, prose, after) => {
    const vault = makeFolder();
    writeExample(vault, LOG);
    write(vault, '3_Personal/Work.md', `${HEAD}${CLAIM.replace('\n## Sources', `${RELATED}\n## Sources`)}`);
    write(vault, '3_Personal/Tea.md', tea(prose));
    expect(planFor(vault).pages).toEqual(
      after === null ? [] : [{ path: '3_Personal/Tea.md', before: tea(prose), after }],
    );
  });
});
