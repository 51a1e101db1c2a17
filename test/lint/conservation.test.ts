// Each check of conservation alone, on the least that it speaks of, word for word: accepted findings and people know
// these words.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readLintInput } from '../../src/lint/input.ts';
import { type Check, checksOf } from '../../src/lint/rule.ts';
import {
  brokenLines,
  citedElsewhere,
  citedInSpite,
  citedNowhere,
  citedTwice,
  clashes,
  conservation,
  decidedTwice,
  missingNames,
  runCounts,
  standsElsewhere,
  unknownValues,
} from '../../src/lint/rules/conservation.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { makeFolder, read, write, writeExample } from './folders.ts';

const [A, B, C] = ['k3v9x2ab4q', 'm4w8y3bc5r', 'p0d4mm1z5k'] as const;
const WORK = '3_Personal/Work.md';
const TEA = '3_Personal/Tea.md';
const LEDGER = '.memvault/ledger/2026-07.jsonl';
const RUN = 'r-20260702-0300-7f3a9c';

const logged = (text: string, id: string): string => `- [work] ${text} ^${id}\n`;
/** A ledger line; what it does not say is as in every line. */
const line = (fact: string, as: string, more: Readonly<Record<string, string>> = {}): string =>
  `${JSON.stringify({ fact, as, ...more })}\n`;
const onWork = { page: WORK };

/** Facts of 2026-07-01, the ledger, and pages. */
function vaultOf(
  ledger: readonly string[],
  pages: Readonly<Record<string, string>>,
  facts: readonly string[] = [logged('User works at Microsoft', A), logged('User likes tea', B)],
): Vault {
  const vault = makeFolder();
  writeExample(
    vault,
    [['daily/2026-07-01.md', facts.join('')], [LEDGER, ledger.join('')], ...Object.entries(pages)]
      .map(([path, text]) => `== ${path}\n${text}`)
      .join(''),
  );
  return vault;
}

/** What a check finds, as `severity path:line message`, and below each what to do. */
function says(vault: Vault, check: Check['check'], unmerged: readonly string[] = []): string[] {
  return check(readLintInput(vault, '2026-07-05', 3, new Set(unmerged))).flatMap(
    ({ severity, path, line: at, message, fix }) => [
      `${severity} ${path}:${at} ${message}`,
      ...(fix === null ? [] : [`  ${fix}`]),
    ],
  );
}

const PLACED = [line(A, 'placed', onWork), line(B, 'placed', onWork)];
const BOTH = `- User works at Microsoft[^${A}]\n- User likes tea[^${B}]\n`;

test('no check speaks of a vault in which all is as decided', () => {
  expect(checksOf(conservation).flatMap(({ check }) => says(vaultOf(PLACED, { [WORK]: BOTH }), check))).toEqual([]);
});

describe('in the ledger', () => {
  const spoilt = (...lines: readonly string[]): string[] => {
    const vault = vaultOf([line(A, 'placed', onWork)], { [WORK]: BOTH });
    write(vault, LEDGER, read(vault, LEDGER) + lines.join(''));
    return says(vault, brokenLines);
  };
  test.each<readonly [what: string, lines: readonly string[], finds: readonly string[]]>([
    [
      'a line that is no JSON',
      [`{"fact":"${B}",\n`],
      [
        `error ${LEDGER}:2 not a ledger line: it cannot be read as JSON`,
        '  restore the line from git or a backup; without it the fact it decided counts as undecided',
      ],
    ],
    [
      'a line that lacks what every line has',
      ['{"fact":"x"}\n'],
      [
        `error ${LEDGER}:2 not a ledger line: it lacks what every line has`,
        '  restore the line from git or a backup; without it the fact it decided counts as undecided',
      ],
    ],
    [
      'a line of a fact that another line decides',
      [`{"fact":"${A}",\n`],
      [
        `warning ${LEDGER}:2 not a ledger line: it cannot be read as JSON; another line decides ${A}`,
        '  remove the line',
      ],
    ],
    [
      'a line that is cut off at the end, and a conflict marker, are of other rules',
      ['<<<<<<< HEAD\n', '{"fact":"tttt'],
      [],
    ],
  ])('broken lines: %s', (_what, lines, finds) => {
    expect(spoilt(...lines)).toEqual(finds);
  });

  test.each<readonly [what: string, ledger: string, finds: readonly string[]]>([
    [
      'a time that is none',
      line(A, 'placed', { ...onWork, at: '2026-07-x' }),
      [
        `error ${LEDGER}:1 invalid time: “2026-07-x”; the line counts as the oldest of ${A}`,
        `  write the time of the other lines of ${RUN}`,
      ],
    ],
    [
      'a disposition that is misspelt',
      line(A, 'plased', onWork),
      [`error ${LEDGER}:1 unknown disposition of ${A}: “plased”`, '  write placed, where no later memvault wrote this'],
    ],
    [
      'a disposition like no other',
      line(A, 'archived-for-good', onWork),
      [`error ${LEDGER}:1 unknown disposition of ${A}: “archived-for-good”`, '  a later memvault may know it'],
    ],
  ])('unknown values: %s', (_what, ledger, finds) => {
    expect(says(vaultOf([ledger], { [WORK]: BOTH }), unknownValues)).toEqual(finds);
  });

  test.each<readonly [what: string, ledger: readonly string[], finds: readonly string[]]>([
    [
      'as two things',
      [line(A, 'set-aside', { reason: 'no use' }), line(A, 'placed', onWork)],
      [`error ${LEDGER}:2 ${RUN} decided ${A} twice: set-aside and placed on ${WORK}`],
    ],
    [
      'on two pages',
      [line(A, 'placed', onWork), line(A, 'placed', { page: TEA })],
      [`error ${LEDGER}:2 ${RUN} decided ${A} twice: placed on ${WORK} and placed on ${TEA}`],
    ],
    ['in equal lines, as a merge leaves them', [line(A, 'placed', onWork), line(A, 'placed', onWork)], []],
    ['by two runs', [line(A, 'placed', onWork), line(A, 'placed', { page: TEA, run: 'r-20260703-0300-7f3a9c' })], []],
  ])('decided twice: %s', (_what, ledger, finds) => {
    expect(says(vaultOf(ledger, { [WORK]: BOTH }), decidedTwice)).toEqual(finds);
  });

  test.each<readonly [what: string, ledger: string, finds: readonly string[]]>([
    ['a page', line(A, 'placed'), [`error ${LEDGER}:1 ${A} is placed, and the line names no page`]],
    [
      'the fact that it is a duplicate of',
      line(A, 'duplicate', onWork),
      [`error ${LEDGER}:1 ${A} is duplicate, and the line does not say of which fact`],
    ],
    [
      'the fact that replaced it',
      line(A, 'superseded', onWork),
      [`error ${LEDGER}:1 ${A} is superseded, and the line does not say by which fact`],
    ],
    [
      'the fact that it contradicts',
      line(A, 'conflict', onWork),
      [`error ${LEDGER}:1 ${A} is conflict, and the line does not say with which fact`],
    ],
    [
      'a page and a fact',
      line(A, 'conflict'),
      [
        `error ${LEDGER}:1 ${A} is conflict, and the line names no page`,
        `error ${LEDGER}:1 ${A} is conflict, and the line does not say with which fact`,
      ],
    ],
    [
      'another fact than itself',
      line(A, 'superseded', { ...onWork, by: A }),
      [`error ${LEDGER}:1 ${A} is superseded, by “${A}”, which is not another fact of this vault`],
    ],
    [
      'a fact that is there',
      line(A, 'conflict', { ...onWork, with: 'zzzzzzzzzz' }),
      [`error ${LEDGER}:1 ${A} is conflict, with “zzzzzzzzzz”, which is not another fact of this vault`],
    ],
    ['nothing that it must', line(A, 'set-aside', { reason: 'no use' }), []],
  ])('missing names: a line lacks %s', (_what, ledger, finds) => {
    expect(says(vaultOf([ledger], { [WORK]: BOTH }), missingNames)).toEqual(finds);
  });
});

describe('in log.md', () => {
  test.each<readonly [summary: string, have: string | null]>([
    ['2 facts: 1 placed, 1 set-aside; created Work', null],
    ['3 facts: 2 placed, 1 set-aside', '3 facts: 2 placed, 1 set-aside'],
    ['2 facts: 2 placed', '2 facts: 2 placed'],
    ['2 fact: 1 set-aside, 1 placed', '2 facts: 1 set-aside, 1 placed'],
    ['an entry that counts nothing', null],
  ])('run counts: %s', (summary, said) => {
    const vault = vaultOf([line(A, 'placed', onWork), line(B, 'set-aside', { reason: 'no use' })], {
      'log.md': `# Log\n\n## [2026-07-02] ingest | daily logs  watermark=2026-07-01\n${RUN}, rules/1: ${summary}\n`,
    });
    expect(says(vault, runCounts)).toEqual(
      said === null
        ? []
        : [
            `error log.md:3 ${RUN} decided ${said}; the ledger has 2 facts: 1 placed, 1 set-aside`,
            '  restore the lines of the ledger from git or a backup',
          ],
    );
  });

  test('run counts: a disposition of no kind comes last, and of a fact decided twice the last line counts', () => {
    const vault = vaultOf([line(A, 'plased', onWork), line(B, 'placed', onWork), line(B, 'conflict', onWork)], {
      'log.md': `\n## [2026-07-02] ingest | daily logs  watermark=2026-07-01\n${RUN}, rules/1: 2 facts: 2 placed\n`,
    });
    expect(says(vault, runCounts)[0]).toBe(
      `error log.md:2 ${RUN} decided 2 facts: 2 placed; the ledger has 2 facts: 1 conflict, 1 plased`,
    );
  });
});

describe('on pages', () => {
  const REMOVED = 'run memvault dream: it records that';
  test('cited nowhere: a claim that went, a page that went, and a zone that is no folder', () => {
    const vault = vaultOf(
      [line(A, 'placed', onWork), line(B, 'placed', { page: TEA }), line(C, 'placed', { page: '5_Archives/Old.md' })],
      { [WORK]: 'Nothing.\n' },
      [logged('User works at Microsoft', A), logged('User likes tea', B), logged('User had a dog', C)],
    );
    const found = says(vault, citedNowhere);
    expect(found).toEqual([
      `error ${WORK}:1 ${A} is placed here, and no page cites it: “User works at Microsoft”`,
      `  put it back, or ${REMOVED} the claim was removed by hand`,
      'error 5_Archives:1 the folder of this zone is missing, so its pages cannot be checked',
      '  restore it, or create an empty folder to confirm that its pages are gone',
      `error ${TEA}:1 the page is gone, and with it 1 fact that no other page cites`,
      `  put the page back, or ${REMOVED} its claims were removed by hand`,
    ]);
    mkdirSync(join(vault.root, '5_Archives'));
    expect(says(vault, citedNowhere).filter((text) => !found.includes(text))).toEqual([
      'error 5_Archives/Old.md:1 the page is gone, and with it 1 fact that no other page cites',
    ]);
  });

  test('cited nowhere: facts of one page that is gone are told of together, those out of the vault not at all', () => {
    const vault = vaultOf(PLACED, { [WORK]: BOTH });
    rmSync(join(vault.root, WORK));
    expect(says(vault, citedNowhere)[0]).toBe(
      `error ${WORK}:1 the page is gone, and with it 2 facts that no other page cites`,
    );
    expect(says(vaultOf([line(A, 'placed', { page: '../Work.md' })], {}), citedNowhere)).toEqual([]);
  });

  test.each<readonly [what: string, ledger: readonly string[], finds: readonly string[]]>([
    ['a page without the ledger', [], [`warning ${WORK}:1 2 facts (${A}, ${B}) cited here without a disposition`]],
    [
      'what was taken back',
      [line(A, 'pending', { undoes: RUN }), line(B, 'placed', onWork)],
      [`warning ${WORK}:1 1 fact (${A}) cited here without a disposition`],
    ],
    [
      'another page than the ledger names',
      [line(A, 'placed', onWork), line(B, 'placed', { page: TEA })],
      [`warning ${WORK}:2 1 fact (${B}) cited here, and the ledger names ${TEA}`],
    ],
    [
      'two other pages',
      [line(A, 'placed', { page: '2_Wiki/Job.md' }), line(B, 'placed', { page: TEA })],
      [
        `warning ${WORK}:1 1 fact (${A}) cited here, and the ledger names 2_Wiki/Job.md`,
        `warning ${WORK}:2 1 fact (${B}) cited here, and the ledger names ${TEA}`,
      ],
    ],
    ['a page out of the vault', [line(A, 'placed', { page: '../Work.md' }), line(B, 'placed', onWork)], []],
    ['a page in spite of the ledger', [line(A, 'set-aside', { reason: 'no use' }), line(B, 'placed', onWork)], []],
  ])('cited elsewhere: %s', (_what, ledger, finds) => {
    expect(says(vaultOf(ledger, { [WORK]: BOTH }), citedElsewhere)).toEqual(
      finds.flatMap((found) => [found, '  memvault dream records it']),
    );
  });

  const TOMBSTONE = { '.memvault/tombstones.jsonl': `{"fact":"${B}"}\n` };
  test.each<
    readonly [what: string, disposition: string, more: Readonly<Record<string, string>>, finds: readonly string[]]
  >([
    [
      'set aside',
      line(B, 'set-aside', { reason: 'no use' }),
      {},
      [
        `error ${WORK}:2 ${B} is set-aside, and this claim cites it`,
        '  remove the claim, or keep it: memvault dream records it',
      ],
    ],
    [
      'quarantined',
      line(B, 'quarantined', { reason: 'failed' }),
      {},
      [`error ${WORK}:2 ${B} is quarantined, and this claim cites it`, '  remove the claim'],
    ],
    [
      'forgotten by a tombstone',
      line(B, 'placed', onWork),
      TOMBSTONE,
      [
        `error ${WORK}:2 ${B} is forgotten, and this claim cites it`,
        '  memvault dream removes it; lint --fix does so at once',
      ],
    ],
    [
      'forgotten by the ledger',
      line(B, 'forgotten'),
      {},
      [
        `error ${WORK}:2 ${B} is forgotten, and this claim cites it`,
        '  memvault dream removes it; lint --fix does so at once',
      ],
    ],
    [
      'forgotten and set aside',
      line(B, 'set-aside', { reason: 'removed by hand' }),
      TOMBSTONE,
      [
        `error ${WORK}:2 ${B} is forgotten, and this claim cites it`,
        '  memvault dream removes it; lint --fix does so at once',
      ],
    ],
    ['removed by hand, which has a rule of its own', line(B, 'set-aside', { reason: 'removed by hand' }), {}, []],
  ])('cited in spite of being %s', (_what, disposition, more, finds) => {
    expect(says(vaultOf([line(A, 'placed', onWork), disposition], { [WORK]: BOTH, ...more }), citedInSpite)).toEqual(
      finds,
    );
  });

  test('cited in spite: where a page waits for a merge, that comes first', () => {
    const merge = '  resolve the merge of this page; then memvault dream removes it';
    const vault = vaultOf(PLACED, { [WORK]: BOTH, ...TOMBSTONE });
    expect(says(vault, citedInSpite, [WORK])[1]).toBe(merge);
    write(vault, WORK, `<<<<<<< HEAD\n${BOTH}=======\n>>>>>>> theirs\n`);
    expect(says(vault, citedInSpite)[1]).toBe(merge);
  });

  test('cited twice: a copy by hand is a person’s matter, two decisions are the next dream’s', () => {
    const pages = { [WORK]: BOTH, [TEA]: `- User likes tea[^${B}]\n` };
    const found = `warning ${TEA}:1 ${B} is cited here too; its page is ${WORK}`;
    expect(says(vaultOf(PLACED, pages), citedTwice)).toEqual([found, '  remove one of the two claims']);
    expect(
      says(
        vaultOf(
          [line(B, 'placed', { page: TEA, run: 'r-20260701-0300-7f3a9c', at: '2026-07-01T03:00:00.000Z' }), ...PLACED],
          pages,
        ),
        citedTwice,
      ),
    ).toEqual([found, '  memvault dream resolves it']);
  });

  test.each<readonly [what: string, ledger: readonly string[]]>([
    ['neither page is its own', [line(B, 'placed', { page: '2_Wiki/Job.md' })]],
    ['it has no page', [line(B, 'set-aside', { reason: 'no use' })]],
    ['no log has the fact', [line(C, 'placed', onWork)]],
  ])('cited twice: quiet where %s', (_what, ledger) => {
    const both = `- User likes tea[^${B}]\n- User had a dog[^${C}]\n`;
    expect(says(vaultOf(ledger, { [WORK]: both, [TEA]: both }), citedTwice)).toEqual([]);
  });
});

describe('in claims', () => {
  test('stands elsewhere: a superseded fact is current', () => {
    const vault = vaultOf(
      [line(A, 'superseded', { ...onWork, by: B }), line(B, 'placed', onWork)],
      { [WORK]: `## Key Facts\n- User works at Google.[^${A}]\n- User works at Microsoft.[^${B}]\n` },
      [logged('User works at Google', A), logged('User works at Microsoft', B)],
    );
    expect(says(vault, standsElsewhere)).toEqual([
      `warning ${WORK}:2 ${A} is superseded, and it stands as a current claim again`,
      '  memvault dream resolves it',
    ]);
  });

  test.each<readonly [what: string, first: string, second: string, finds: readonly string[]]>([
    [
      'says what another says',
      'User works at Microsoft',
      'User works at Microsoft.',
      [`warning ${TEA}:1 ${B} says what ${A} says: it says the same`],
    ],
    [
      'is replaced',
      'User works at Google',
      'User now works at Microsoft',
      [`warning ${WORK}:1 ${B} replaces ${A}: the same employer, another value`],
    ],
    [
      'contradicts another',
      'User works at Google',
      'User works at Microsoft',
      [`warning ${TEA}:1 ${B} contradicts ${A}: the same employer with another value on the same day`],
    ],
    ['has nothing to do with another', 'User likes tea', 'User works at Microsoft', []],
  ])('clashes: a claim %s', (_what, first, second, finds) => {
    const vault = vaultOf(
      [line(A, 'placed', onWork), line(B, 'placed', { page: TEA })],
      { [WORK]: `- ${first}[^${A}]\n`, [TEA]: `- ${second}[^${B}]\n` },
      [logged(first, A), logged(second, B)],
    );
    expect(says(vault, clashes)).toEqual(finds.flatMap((found) => [found, '  memvault dream resolves it']));
  });
});
