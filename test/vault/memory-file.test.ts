// Which claims MEMORY.md gets, and in what order: real vaults, read as a run reads them.
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dayOf } from '../../src/model/day.ts';
import { readLastRecalls, readRecalled, recallAppends } from '../../src/vault/recalls.ts';
import { reportSummary, summaryChange } from '../../src/vault/memory-file.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { readView } from '../../src/vault/view.ts';
import { makeVault, read, write } from '../lint/folders.ts';
import { cpuTime } from '../support/cpu-time.ts';

const START = new Date(2026, 6, 20, 3);
const [A, B, C, D, E] = ['aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc', 'dddddddddd', 'eeeeeeeeee'] as const;

const PAGE = (claims: string, title = 'Work') => `---\ntitle: ${title}\n---\n\n## Key Facts\n${claims}`;
const LOGS: Record<string, string> = {
  '2026-07-01': `- [work] one ^${A}\n- [work] two ^${B}\n`,
  '2026-07-02': `- [work] three ^${C}\n- [work] four ^${D}\n`,
  '2026-03-01': `- [work] old ^${E}\n`,
};

function vaultWith(pages: Record<string, string>, logs: Record<string, string> = LOGS): Vault {
  const vault = makeVault();
  for (const [day, lines] of Object.entries(logs))
    write(vault, `daily/${day}.md`, `# Daily Log - ${day}\n\n## 14:05 — s1\n\n${lines}`);
  for (const [path, text] of Object.entries(pages)) write(vault, path, text);
  return vault;
}

const ledger = (vault: Vault, ...lines: object[]) =>
  write(
    vault,
    '.memvault/ledger/2026-07.jsonl',
    lines
      .map(
        (line) =>
          `${JSON.stringify({ day: '2026-07-01', digest: '', run: 'r-1', engine: 'x', at: '2026-07-03T00:00:00.000Z', ...line })}\n`,
      )
      .join(''),
  );
const mark = (vault: Vault, fact: string, kind = 'pin') =>
  write(vault, '.memvault/marks.jsonl', `${JSON.stringify({ fact, mark: kind, at: '2026-07-03T00:00:00.000Z' })}\n`);
const tracked = (vault: Vault, fact: string, last: string, count = 1) =>
  write(
    vault,
    `.memvault/recalls/${last.slice(0, 7)}.jsonl`,
    `${JSON.stringify({ fact, count, last, clone: 'zzzz', until: last, run: `r-${fact}`, at: last })}\n`,
  );

/** The lines of memvault's part. */
function linesOf(vault: Vault, start = START, merge: Parameters<typeof readView>[1] = null): string[] {
  const text = summaryChange(vault, readView(vault, merge), start)?.after ?? read(vault, 'MEMORY.md');
  return text
    .split('\n')
    .slice(3, -2)
    .filter((line) => line !== '');
}

test('claims come without footnotes, ids and full stops, the oldest first', () => {
  const vault = vaultWith({
    '3_Personal/Home.md': PAGE(`- Two.[^${B}] ^mine\n`, 'At home'),
    '3_Personal/Work.md': PAGE(`- One.[^${A}]\n- Three.[^${C}][^1]\n\n[^1]: a note\n`),
  });
  expect(linesOf(vault)).toEqual(['## Work', '- One', '- Two', '- Three']);
});

test('where nothing is worth knowing by what it is, the newest of the pages that say most', () => {
  const vault = vaultWith(
    {
      '2_Wiki/Entities/Gina.md': PAGE(`- Gina dances.[^${A}]\n- Gina runs a store.[^${B}]\n`, 'Gina'),
      '2_Wiki/Entities/Jon.md': PAGE(`- Jon has a studio.[^${C}]\n`, 'Jon'),
    },
    {
      '2026-07-01': `- [gina] Gina dances ^${A}\n- [jon] Jon has a studio ^${C}\n`,
      '2026-07-02': `- [gina] Gina runs a store ^${B}\n`,
    },
  );
  expect(linesOf(vault)).toEqual(['## Gina', '- Gina runs a store', '- Gina dances', '## Jon', '- Jon has a studio']);
});

test('pinned before sure, sure before recalled, recalled before old', () => {
  const logs = {
    '2026-07-01': `- [work] one [confidence:: 0.5] ^${A}\n- [work] two ^${B}\n- [work] three ^${C}\n`,
    '2026-07-02': `- [work] four ^${D}\n`,
    '2026-07-03': `- [work] five [confidence:: 0.8] ^${E}\n`,
  };
  const vault = vaultWith(
    { '3_Personal/Work.md': PAGE([A, B, C, D, E].map((id, n) => `- No ${n}.[^${id}]\n`).join('')) },
    logs,
  );
  mark(vault, A);
  tracked(vault, C, '2026-07-04T10:00:00.000Z', 3);
  expect(linesOf(vault)).toEqual(['## Work', '- No 0', '- No 2', '- No 1', '- No 3', '- No 4']);
});

test('what has faded, was superseded or forgotten is out, and so is History', () => {
  const vault = vaultWith({
    '3_Personal/Work.md': PAGE(
      `- One.[^${A}]\n- Two.[^${B}]\n- Three.[^${C}]\n- Old.[^${E}]\n\n## History\n- ~~Four.~~ 2026-07-02 to 2026-07-03.[^${D}]\n`,
    ),
  });
  ledger(vault, { fact: A, as: 'superseded', by: B, page: '3_Personal/Work.md' });
  write(
    vault,
    '.memvault/tombstones.jsonl',
    `${JSON.stringify({ fact: C, at: '2026-07-03T00:00:00.000Z', run: 'r-1', salt: '', digest: '' })}\n`,
  );
  expect(linesOf(vault)).toEqual(['## Work', '- Two']);
  expect(linesOf(vault, new Date(2026, 2, 2))).toContain('- Old');
});

test('an unsure fact that does not fade is no superseded one', () => {
  const vault = vaultWith(
    { '3_Personal/Work.md': PAGE(`- One.[^${A}]\n`) },
    { '2026-07-01': `- [identity] one [confidence:: 0.2] ^${A}\n` },
  );
  expect(linesOf(vault)).toEqual(['## User', '- One']);
});

test.each<[string, (vault: Vault) => unknown]>([
  ['a pin', (vault) => mark(vault, E)],
  ['a tracked recall', (vault) => tracked(vault, E, '2026-06-30T10:00:00.000Z')],
  [
    'a recall that this run folds',
    (vault) => [
      write(vault, '.memvault/clone', 'k3v9\n'),
      write(vault, '.memvault/recall.jsonl', `${JSON.stringify({ at: '2026-07-19T10:00:00.000Z', facts: [E] })}\n`),
    ],
  ],
  ['a category that does not fade', (vault) => write(vault, 'daily/2026-03-01.md', `- [identity] old ^${E}\n`)],
  ['a newer fact beside it', (vault) => write(vault, '3_Personal/Work.md', PAGE(`- Old.[^${E}][^${A}]\n`))],
])('%s keeps an old claim', (_, keep) => {
  const vault = vaultWith({ '3_Personal/Work.md': PAGE(`- Old.[^${E}]\n`) });
  expect(linesOf(vault)).toEqual([]);
  keep(vault);
  expect(linesOf(vault).at(-1)).toBe('- Old');
});

test('is no larger than the settings say', () => {
  const logs = {
    '2026-07-01': Array.from({ length: 90 }, (_, n) => `- [preference] Claim number ${n} ^${fact(n)}\n`).join(''),
  };
  const claims = Array.from({ length: 90 }, (_, n) => `- Claim of this page number ${n}.[^${fact(n)}]\n`).join('');
  const vault = vaultWith({ '3_Personal/Likes.md': PAGE(claims) }, logs);
  const sizeOf = (lines: number, chars: number) => {
    const text = summaryChange({ ...vault, summaryRoom: { lines, chars } }, readView(vault), START)?.after ?? '';
    return [text.split('\n').length - 1, text.length] as const;
  };
  expect(sizeOf(60, 6000)[0]).toBe(60);
  expect(sizeOf(90, 6000)[0]).toBe(90);
  expect(sizeOf(90, 2000)[1]).toBeLessThanOrEqual(2000);
});

const fact = (n: number): string => `c${String(n).padStart(9, '0')}`;

const review = (vault: Vault, facts: readonly string[], more: object = {}) =>
  write(
    vault,
    '.memvault/reviews.jsonl',
    `${JSON.stringify({ id: 'qqqqqqqqqq', kind: 'supersede', status: 'pending', facts, reason: 'r', score: 1, run: 'r-1', at: '2026-07-03T00:00:00.000Z', ...more })}\n`,
  );

test('what is asked about stands as a question, and nowhere else', () => {
  const pages = {
    '3_Personal/Work.md': PAGE(`- Ann works in Rome.[^${A}]\n- Two.[^${B}]\n- Ann works in Bari.[^${C}]\n`),
  };
  const vault = vaultWith(pages);
  review(vault, [A, C]);
  expect(linesOf(vault)).toEqual([
    '## Work',
    '- Two',
    '## Open',
    '- “Ann works in Rome”, or now “Ann works in Bari”? `memvault review`',
  ]);
});

test.each<[string, readonly [string, string], object]>([
  ['of two that only name the same person', ['Karim works in Marseille', 'Karim says Papa was born in 1939'], {}],
  ['of which the dream was not sure', ['Ann works in Rome', 'Ann works in Bari'], { score: 0.3 }],
  ['that is long', [`Ann works in ${'R'.repeat(200)}`, 'Ann works in Bari and in Rome and Paris'], {}],
  ['about what is over', ['Ann works on 2026-05-01', 'Ann works on 2026-05-02'], {}],
])('no question %s', (_, [first, second], more) => {
  const vault = vaultWith({ '3_Personal/Work.md': PAGE(`- ${first}.[^${A}]\n- Two.[^${B}]\n- ${second}.[^${C}]\n`) });
  review(vault, [A, C], more);
  expect(linesOf(vault)).toEqual(['## Work', '- Two']);
});

test.each<[string, string, string]>([
  ['the older', 'Ann works in Rome for the city', 'Ann has a job in Rome'],
  ['the newer', 'Ann has a job in Rome', 'Ann works in Rome for the city'],
])('of two that may say the same the one that says more stands: %s', (_, first, second) => {
  const vault = vaultWith(
    { '3_Personal/Work.md': PAGE(`- ${first}.[^${A}]\n- ${second}.[^${C}]\n`) },
    { '2026-07-01': `- [work] ${first} ^${A}\n`, '2026-07-02': `- [work] ${second} ^${C}\n` },
  );
  review(vault, [A, C], { kind: 'merge' });
  expect(linesOf(vault)).toEqual(['## Work', '- Ann works in Rome for the city']);
  review(vault, [A, C], { kind: 'contradiction', score: 0.1 });
  expect(linesOf(vault)).toEqual([]);
});

test('a callout is a question', () => {
  const vault = vaultWith({
    '3_Personal/Work.md': PAGE(
      `> [!warning] Conflicting claims: Ann works in Rome[^${A}] (2026-07-01) vs Ann works in Bari[^${C}] (2026-07-02)\n`,
    ),
  });
  expect(linesOf(vault)).toEqual(['## Open', '- “Ann works in Rome” or “Ann works in Bari”? `memvault review`']);
});

test('an allergy and what is to come do not fade', () => {
  const vault = vaultWith(
    {
      '3_Personal/Life.md': PAGE(
        `- Jude is allergic to nuts.[^${A}]\n- The concert is on 1 August.[^${B}]\n- Old.[^${E}]\n`,
      ),
    },
    {
      '2026-03-01': `- [life] Jude has a nut allergy ^${A}\n- [life] The concert is on 1 August ^${B}\n- [work] old ^${E}\n`,
    },
  );
  expect(linesOf(vault)).toEqual([
    '## Family',
    '- Jude is allergic to nuts',
    '## Upcoming',
    '- The concert is on 1 August',
  ]);
});

test('projects take turns for what room is left', () => {
  const line = (project: string, n: number) => `- [work] ${project} has ${n} [project:: ${project}]`;
  const ids = Array.from({ length: 8 }, (_, n) => fact(n));
  const logs = {
    '2026-07-01': ids.map((id, n) => `${line(n < 6 ? 'atlas' : 'zebra', n)} ^${id}\n`).join(''),
  };
  const claims = (project: string, from: number, to: number) =>
    PAGE(
      ids
        .slice(from, to)
        .map((id, n) => `- ${project} has ${from + n}.[^${id}]\n`)
        .join(''),
      project,
    );
  const vault = vaultWith(
    { '1_Projects/Atlas.md': claims('Atlas', 0, 6), '1_Projects/Zebra.md': claims('Zebra', 6, 8) },
    logs,
  );
  const room = { ...vault, summaryRoom: { lines: 12, chars: 2000 } };
  const counts = new Map<string, number>();
  for (const one of linesOf(room)) counts.set(one.split(' ')[1] ?? '', (counts.get(one.split(' ')[1] ?? '') ?? 0) + 1);
  expect([...counts.values()]).toEqual([4, 3]);
});

test('nothing private is in it, not even as a question, pinned or not', () => {
  const logs = {
    '2026-07-01': `- [constraint] one \`Private\` ^${A}\n- [work] two ^${B}\n- [work] three \`private\` ^${C}\n`,
  };
  const vault = vaultWith({ '3_Personal/Work.md': PAGE(`- One.[^${A}]\n- Two.[^${B}]\n- Three.[^${C}]\n`) }, logs);
  mark(vault, A);
  expect(linesOf(vault)).toEqual(['## Work', '- Two']);
  review(vault, [B, C]);
  expect(linesOf(vault)).toEqual([]);
  const report = reportSummary(vault, readView(vault), START);
  expect(report?.left.map(({ text, why }) => [text, why])).toEqual([
    ['One.', 'private'],
    ['Two.', 'question'],
    ['Three.', 'private'],
  ]);
});

test('the report names each claim that is left out, once, with a reason', () => {
  const logs = {
    '2026-07-01': `- [work] Ann moved to Rome ^${A}\n- [recipe] two ^${B}\n- [work] three ^${C}\n- [work] Three ^${D}\n`,
    '2026-03-01': `- [work] old ^${E}\n`,
  };
  const vault = vaultWith(
    {
      '3_Personal/Work.md': PAGE(
        `- Ann moved to Rome.[^${A}]\n- Two.[^${B}]\n- Three.[^${C}]\n- three[^${D}]\n- Old.[^${E}]\n`,
      ),
    },
    logs,
  );
  const left = reportSummary(vault, readView(vault), START)?.left ?? [];
  expect(Object.fromEntries(left.map(({ text, why }) => [text, why]))).toEqual({
    'Ann moved to Rome.': 'past',
    'Old.': 'faded',
    'Two.': 'kind',
    three: 'repeat',
  });
  expect(left).toHaveLength(4);
});

test("a person's notes, pages with marks of a merge and those that git has not merged are out", () => {
  const vault = vaultWith({
    '3_Personal/Work.md': PAGE(`- One.[^${A}]\n`),
    '2_Wiki/Mine.md': PAGE('- Mine.[^0000000000]\n'),
    '2_Wiki/Marked.md': PAGE(`<<<<<<< ours\n- Two.[^${B}]\n=======\n>>>>>>> theirs\n`),
    '2_Wiki/Open.md': PAGE(`- Three.[^${C}]\n`),
  });
  expect(linesOf(vault, START, { what: 'a merge', paths: new Set(['2_Wiki/Open.md']) })).toEqual(['## Work', '- One']);
});

test('a file without markers stays, and so does one that says it already; none is made', () => {
  const vault = vaultWith({ '3_Personal/Work.md': PAGE(`- One.[^${A}]\n`) });
  const change = summaryChange(vault, readView(vault), START);
  expect(change?.before).toBe(read(vault, 'MEMORY.md'));
  write(vault, 'MEMORY.md', change?.after ?? '');
  expect(summaryChange(vault, readView(vault), START)).toBeNull();
  write(vault, 'MEMORY.md', 'my own\n');
  expect(summaryChange(vault, readView(vault), START)).toBeNull();
});

test('a run folds what this clone showed, once', () => {
  const vault = vaultWith({});
  const shown = (at: string, ...facts: string[]) => `${JSON.stringify({ at, facts })}\n`;
  write(
    vault,
    '.memvault/recall.jsonl',
    `${shown('2026-06-30T10:00:00.000Z', A)}broken\n${shown('2026-07-01T10:00:00.000Z', A, B, 'no id')}${shown('2026-07-21T10:00:00.000Z', C)}`,
  );
  expect(recallAppends(vault, { run: 'r-1', at: START.toISOString() })).toEqual([]);
  write(vault, '.memvault/clone', 'k3v9\n');
  const appends = recallAppends(vault, { run: 'r-1', at: START.toISOString() });
  expect(appends.map(({ path, at }) => [path, at])).toEqual([
    ['.memvault/recalls/2026-06.jsonl', 0],
    ['.memvault/recalls/2026-07.jsonl', 0],
  ]);
  for (const { path, text } of appends) write(vault, path, text);
  expect(recallAppends(vault, { run: 'r-2', at: START.toISOString() })).toEqual([]);
  expect(Object.fromEntries(readRecalled(vault))).toEqual({
    [A]: { count: 2, last: '2026-07-01T10:00:00.000Z' },
    [B]: { count: 1, last: '2026-07-01T10:00:00.000Z' },
  });
});

test('the last recall of a fact is found in the cache, which follows the files', () => {
  const vault = vaultWith({});
  expect(readLastRecalls(vault)).toBeNull();
  tracked(vault, B, '2026-06-30T10:00:00.000Z');
  tracked(vault, D, '2026-07-01T10:00:59.999Z');
  const ask = () => [A, B, C, D, E, ''].map((id) => readLastRecalls(vault)?.(id));
  const wanted = [null, '2026-06-30T10:00Z', null, '2026-07-01T10:00Z', null, null];
  expect([ask(), ask()]).toEqual([wanted, wanted]);
  const cache = read(vault, '.memvault/cache/recalls');
  write(vault, '.memvault/cache/recalls', cache.slice(0, -3));
  expect(ask()).toEqual(wanted);
  write(vault, '.memvault/cache/recalls', cache.replace('2026-07-01', '2026-07-02'));
  expect(ask()[3]).toBe('2026-07-02T10:00Z');
  utimesSync(join(vault.root, '.memvault/recalls/2026-07.jsonl'), new Date(), new Date(2026, 0, 1));
  expect(ask()).toEqual(wanted);
});

test('a hundred thousand claims fit, in a time that grows with them and not with their square', () => {
  const id = (n: number) =>
    n
      .toString(32)
      .replaceAll('i', 'w')
      .replaceAll('l', 'x')
      .replaceAll('o', 'y')
      .replaceAll('u', 'z')
      .padStart(10, '0');
  const days = Array.from({ length: 20 }, (_, day) => dayOf(new Date(2026, 5, day + 1)));
  const facts = (day: number) => Array.from({ length: 5000 }, (_, n) => id(day * 5000 + n));
  const vault = vaultWith(
    Object.fromEntries(
      days.map((_, day) => [
        `2_Wiki/P${day}.md`,
        PAGE(
          facts(day)
            .map((fact) => `- Statement of ${fact}.[^${fact}]\n`)
            .join(''),
          `P${day}`,
        ),
      ]),
    ),
    Object.fromEntries(
      days.map((name, day) => [
        name,
        facts(day)
          .map((fact) => `- [work] s ^${fact}\n`)
          .join(''),
      ]),
    ),
  );
  const view = readView(vault);
  let text = '';
  const ms = cpuTime(() => void (text = summaryChange(vault, view, START)?.after ?? ''));
  expect(text.split('\n').length).toBeLessThanOrEqual(64);
  // What each says is read, 25 µs a claim. By their square it would be minutes.
  expect(ms).toBeLessThan(4000);
  if (process.env['MEMVAULT_SHOW_TIMES']) console.log(`${Math.round(ms)} ms`);
});

test('what a person struck through is not shown, and the side of a callout that is left is shown as a plain claim', () => {
  const vault = vaultWith({
    '3_Personal/Work.md': PAGE(
      `- ~~One~~[^${A}]\n- ~~Two~~ until May[^${B}]\n> [!warning] Conflicting claims: Three[^${C}] (2026-07-02) vs ~~Four~~[^${D}] (2026-07-02)\n\n> [!warning] Conflicting claims: Old[^${E}] (2026-03-01)\n`,
    ),
  });
  write(vault, 'MEMORY.md', '# Memory\n\n<!-- memvault:memory -->\n<!-- /memvault:memory -->\n');
  expect(linesOf(vault)).toEqual(['## Work', '- Three']);
});
