// MEMORY.md in a model's words over several runs: which lines stay, what falls with a fact, what a hand changes.
import { expect, test } from 'vitest';
import { applyTo } from '../../src/dream/apply.ts';
import type { Engine } from '../../src/dream/engine.ts';
import { createRules } from '../../src/dream/propose/rules/rules.ts';
import type { Fact } from '../../src/model/fact.ts';
import type { SummaryLine } from '../../src/model/plan.ts';
import type { SummaryClaim } from '../../src/page/memory-file.ts';
import { readSchema } from '../../src/vault/own-files.ts';
import { summaryChange } from '../../src/vault/memory-file.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { readView } from '../../src/vault/view.ts';
import { dreamOnce, logDay, read, write } from '../dream/nights.ts';
import { makeUndoVault, undoIn } from '../dream/undo-vault.ts';

const [A, B, C, D, E, F] = [
  'aaaaaaaaaa',
  'bbbbbbbbbb',
  'cccccccccc',
  'dddddddddd',
  'eeeeeeeeee',
  'ffffffffff',
] as const;
const FACTS = {
  [A]: '[work] User works at Microsoft',
  [B]: '[preference] User likes green tea',
  [C]: '[constraint] User never eats nuts',
  [D]: '[preference] User prefers short answers',
};

function nightWith(vault: Vault, lines: readonly SummaryLine[] | null, minute = 0, shown: SummaryClaim[] = []) {
  const makeEngine = (facts: readonly Fact[]): Engine => {
    const rules = createRules(facts, {
      zones: vault.zones,
      schema: readSchema(vault),
      claimsPerPage: 200,
    });
    const summarise: Engine['summarise'] = (claims) => {
      shown.push(...claims);
      return Promise.resolve({ lines, notices: [] });
    };
    return { ...rules, name: 'test/1', ...(lines === null ? {} : { summarise }) };
  };
  return dreamOnce(vault, { makeEngine, minute, apply: applyTo(vault, { commit: false }) });
}

const partOf = (vault: Vault) =>
  read(vault, 'MEMORY.md')
    .split('\n')
    .slice(3, -2)
    .filter((line) => line !== '');
const LINES: SummaryLine[] = [
  { group: 'User', text: 'Microsoft; likes green tea', facts: [A, B] },
  { group: 'User', text: 'Short answers, never nuts: User never eats nuts', facts: [C, D] },
];

async function firstNight(): Promise<Vault> {
  const vault = makeUndoVault();
  logDay(vault, '2026-07-01', FACTS);
  await nightWith(vault, LINES.slice(0, 1));
  return vault;
}

test('it has the lines, what must be known beside them, and nothing of what was left out', async () => {
  const vault = await firstNight();
  expect(partOf(vault)).toEqual(['## User', '- Microsoft; likes green tea', '- User never eats nuts']);
  const record = read(vault, '.memvault/memory.jsonl');
  expect(record.trim().split('\n')).toHaveLength(1);
  expect(record).not.toMatch(/tea|Microsoft/);
});

test('a run without a model keeps the lines and adds what is new', async () => {
  const vault = await firstNight();
  logDay(vault, '2026-07-02', { [E]: '[preference] User prefers tabs over spaces', [F]: '[recipe] Plum cake' });
  await nightWith(vault, null, 1);
  expect(partOf(vault)).toEqual([
    '## User',
    '- Microsoft; likes green tea',
    '- User never eats nuts',
    '- User prefers tabs over spaces',
  ]);
});

test('a fact that is superseded takes its line along in the same run; what is left of it stands alone', async () => {
  const vault = await firstNight();
  const before = read(vault, 'MEMORY.md');
  logDay(vault, '2026-07-02', { [E]: `[work] User works at Google [supersedes:: ${A}]` });
  const { runs } = await nightWith(vault, null, 1);
  expect(partOf(vault)).toEqual([
    '## User',
    '- User likes green tea',
    '- User never eats nuts',
    '## Work',
    '- User works at Google',
  ]);
  await undoIn(vault, new Date(2026, 6, 20, 4), runs[0]?.run);
  expect(read(vault, 'MEMORY.md')).toBe(before);
});

test('a claim in new words, a private tag and a question make its line fall', async () => {
  for (const change of ['words', 'private', 'question'] as const) {
    const vault = await firstNight();
    const page = [...readView(vault).pages.values()].find(({ text }) => text.includes('green tea'));
    if (change === 'words') write(vault, page?.path ?? '', (page?.text ?? '').replace('green tea', 'black coffee'));
    else if (change === 'private')
      write(
        vault,
        'daily/2026-07-01.md',
        read(vault, 'daily/2026-07-01.md').replace('green tea', 'green tea `private`'),
      );
    else
      write(
        vault,
        '.memvault/reviews.jsonl',
        `${JSON.stringify({ id: 'qqqqqqqqqq', kind: 'merge', status: 'pending', facts: [B, D], reason: 'r', score: 1, run: 'r-1', at: '2026-07-03T00:00:00.000Z' })}\n`,
      );
    const text = summaryChange(vault, readView(vault), new Date(2026, 6, 20, 5))?.after ?? '';
    expect(text).not.toContain('Microsoft; likes');
    expect(text).toContain('- User works at Microsoft');
    expect(text.includes('black coffee')).toBe(change === 'words');
    // A question whether two say the same is nothing that an agent must know.
    expect(text).not.toContain('green tea');
  }
});

test('lines of a model count for a month', async () => {
  const vault = await firstNight();
  const at = (day: number) => summaryChange(vault, readView(vault), new Date(2026, 6, 20 + day, 5));
  expect(at(25)).toBeNull();
  expect(at(35)?.after).not.toContain('Microsoft; likes');
});

test('an engine is shown nothing private or asked about, and what is past last', async () => {
  const vault = makeUndoVault();
  logDay(vault, '2026-07-01', {
    ...FACTS,
    [E]: '[work] User met Ann yesterday',
    [F]: '[family] Zosia has asthma `private`',
  });
  const shown: SummaryClaim[] = [];
  await nightWith(vault, [], 0, shown);
  const texts = shown.map(({ text }) => text);
  expect(texts.pop()).toBe('User met Ann yesterday (2026-06-30)');
  expect(texts.sort()).toEqual([
    'User likes green tea',
    'User never eats nuts',
    'User prefers short answers',
    'User works at Microsoft',
  ]);
  expect(partOf(vault)).toContain('- User prefers short answers');
});

test('a line may rest on what is past; one that says less than what must be known gives way to it', async () => {
  const vault = makeUndoVault();
  logDay(vault, '2026-07-01', {
    [A]: FACTS[A],
    [C]: '[constraint] User never eats nuts, so no cake from the bakery',
    [E]: '[work] User met Ann yesterday',
  });
  await nightWith(vault, [
    { group: 'Work', text: 'Works at Microsoft; met Ann on 2026-06-30', facts: [A, E] },
    { group: 'User', text: 'Never eats nuts', facts: [C] },
  ]);
  expect(partOf(vault)).toEqual([
    '## Work',
    '- Works at Microsoft; met Ann on 2026-06-30',
    '## User',
    '- User never eats nuts, so no cake from the bakery',
  ]);
});

test('a line that says less than what must be known beside something else gives way too: nothing is said twice', async () => {
  const vault = makeUndoVault();
  logDay(vault, '2026-07-01', {
    [B]: FACTS[B],
    [C]: '[constraint] User never eats nuts, so no cake from the bakery',
  });
  await nightWith(vault, [{ group: 'User', text: 'Likes green tea, never eats nuts', facts: [B, C] }]);
  expect(partOf(vault)).toEqual([
    '## User',
    '- User likes green tea',
    '- User never eats nuts, so no cake from the bakery',
  ]);
});
