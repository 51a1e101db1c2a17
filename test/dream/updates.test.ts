// What new facts do to claims that stand: they replace them, put them right, contradict them, or are past at once.
// The engine is scripted; whatever it says, no fact is lost, and a pinned or kept-apart claim stays. The statements
// have no slot, so that nothing but what the engine says replaces them.
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import type { Fact } from '../../src/model/fact.ts';
import type { Proposal } from '../../src/model/plan.ts';
import type { Vault } from '../../src/vault/vault.ts';
import type { DreamResult } from '../../src/dream/dream.ts';
import { brief, change, findings } from '../lint/folders.ts';
import { dreamOnce, everything, heldOf, logDay, makeVault, placeAll, read, TODAY, WORK, write } from './nights.ts';

const [a, b, c, d] = ['aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc', 'dddddddddd'] as const;
const GOOGLE = '[work] User was seen at Google';
const MICROSOFT = '[work] User was seen at Microsoft';
const APPLE = '[work] User was seen at Apple';

type Says = Partial<Record<string, Partial<Proposal>>>;

/** Logs the facts of one day and dreams them as the engine says. */
async function night(
  vault: Vault,
  day: string,
  facts: Readonly<Record<string, string>>,
  says: Says = {},
  minute = Number(day.slice(-2)),
): Promise<DreamResult> {
  logDay(vault, day, facts);
  return await dreamOnce(vault, {
    minute,
    propose: (batch: readonly Fact[]) => placeAll(batch, WORK, ({ id }) => says[id] ?? {}),
  });
}

/** What stands between a heading and the next, without blank lines. */
const section = (vault: Vault, name: string): string[] =>
  (read(vault, WORK).split(`## ${name}\n`)[1] ?? '')
    .split('\n## ')[0]
    ?.split('\n')
    .filter((line) => line !== '') ?? [];
const held = (vault: Vault, ...facts: string[]): unknown[] =>
  facts.map((fact) => {
    const { as, of, by, with: other } = heldOf(vault, fact) ?? {};
    return Object.fromEntries(Object.entries({ as, of, by, with: other }).filter(([, value]) => value !== undefined));
  });

/** The next dream writes nothing, and lint has nothing to say. */
async function expectSettled(vault: Vault): Promise<void> {
  const before = everything(vault);
  expect((await dreamOnce(vault, { minute: 59 })).runs).toEqual([]);
  expect(everything(vault)).toEqual(before);
  expect(brief(findings(vault, TODAY))).toEqual([]);
}

async function atGoogle(): Promise<Vault> {
  const vault = makeVault();
  await night(vault, '2026-03-02', { [a]: GOOGLE });
  return vault;
}

describe('an update', () => {
  it('puts the old claim into History with its days, the new one in its place', async () => {
    const vault = await atGoogle();
    const { runs } = await night(
      vault,
      '2026-07-01',
      { [b]: MICROSOFT },
      { [b]: { supersedes: [a], reason: 'a later one' } },
    );
    expect(section(vault, 'Key Facts')).toEqual([`- User was seen at Microsoft[^${b}]`]);
    expect(section(vault, 'History')).toEqual([`- ~~User was seen at Google~~ 2026-03-02 to 2026-07-01.[^${a}]`]);
    expect(held(vault, a, b)).toEqual([{ as: 'superseded', by: b }, { as: 'placed' }]);
    expect(runs[0]?.plan.updates).toEqual([
      { kind: 'update', page: WORK, fact: b, from: 'User was seen at Google', to: 'User was seen at Microsoft' },
    ]);
    expect(read(vault, 'log.md')).toContain('2 facts: 1 placed, 1 superseded');
    expect(read(vault, 'log.md')).toContain('sources 2026-07-01\n');
    expect(runs[0]).toMatchObject({ watermark: '2026-07-01', plan: { days: ['2026-07-01'] } });
    await expectSettled(vault);
  });

  it('of one batch: what is replaced at once is past at once', async () => {
    const vault = makeVault();
    logDay(vault, '2026-03-02', { [a]: GOOGLE });
    await night(
      vault,
      '2026-07-01',
      { [b]: MICROSOFT, [c]: APPLE },
      { [b]: { supersedes: [a] }, [c]: { supersedes: [b] } },
    );
    expect(section(vault, 'Key Facts')).toEqual([`- User was seen at Apple[^${c}]`]);
    expect(section(vault, 'History')).toEqual([
      `- ~~User was seen at Microsoft~~ 2026-07-01.[^${b}]`,
      `- ~~User was seen at Google~~ 2026-03-02 to 2026-07-01.[^${a}]`,
    ]);
    expect(held(vault, a, b, c)).toEqual([{ as: 'superseded', by: b }, { as: 'superseded', by: c }, { as: 'placed' }]);
    await expectSettled(vault);
  });

  it('takes what says the same along, from its earliest day', async () => {
    const vault = await atGoogle();
    await night(vault, '2026-02-01', { [d]: GOOGLE }, { [d]: { as: 'duplicate', of: a } });
    await night(vault, '2026-07-01', { [b]: MICROSOFT }, { [b]: { supersedes: [d] } });
    expect(section(vault, 'History')).toEqual([
      `- ~~User was seen at Google~~ 2026-02-01 to 2026-07-01.[^${a}][^${d}]`,
    ]);
    expect(held(vault, a, d)).toEqual([
      { as: 'superseded', by: b },
      { as: 'duplicate', of: a },
    ]);
    await expectSettled(vault);
  });
});

test('a page that is renamed takes along what became of its facts', async () => {
  const vault = await atGoogle();
  await night(
    vault,
    '2026-03-03',
    { [d]: GOOGLE, eeeeeeeeee: '[work] User likes it there' },
    { [d]: { as: 'duplicate', of: a } },
  );
  await night(
    vault,
    '2026-07-01',
    { [b]: MICROSOFT, [c]: '[work] User dislikes it there' },
    { [b]: { supersedes: [a] }, [c]: { as: 'conflict', with: 'eeeeeeeeee' } },
  );
  const before = held(vault, a, b, c, d, 'eeeeeeeeee');
  renameSync(join(vault.root, WORK), join(vault.root, '3_Personal/Jobs.md'));
  await dreamOnce(vault, { minute: 40 });
  expect(held(vault, a, b, c, d, 'eeeeeeeeee')).toEqual(before);
  expect(heldOf(vault, a)?.page).toBe('3_Personal/Jobs.md');
  await expectSettled(vault);
});

describe('a late fact', () => {
  it('is past at once, up to the claim that followed it, and ends the one before it', async () => {
    const vault = await atGoogle();
    await night(vault, '2026-07-01', { [b]: MICROSOFT }, { [b]: { supersedes: [a] } });
    await night(vault, '2026-05-10', { [c]: APPLE }, { [c]: { as: 'superseded', by: b, after: a } }, 2);
    expect(section(vault, 'Key Facts')).toEqual([`- User was seen at Microsoft[^${b}]`]);
    expect(section(vault, 'History')).toEqual([
      `- ~~User was seen at Apple~~ 2026-05-10 to 2026-07-01.[^${c}]`,
      `- ~~User was seen at Google~~ 2026-03-02 to 2026-05-10.[^${a}]`,
    ]);
    expect(held(vault, a, b, c)).toEqual([{ as: 'superseded', by: c }, { as: 'placed' }, { as: 'superseded', by: b }]);
    await expectSettled(vault);
  });

  it('that repeats a current claim ends the one before it earlier', async () => {
    const vault = await atGoogle();
    await night(vault, '2026-07-01', { [b]: MICROSOFT }, { [b]: { supersedes: [a] } });
    await night(vault, '2026-05-10', { [c]: MICROSOFT }, { [c]: { as: 'duplicate', of: b } }, 2);
    expect(section(vault, 'History')).toEqual([`- ~~User was seen at Google~~ 2026-03-02 to 2026-05-10.[^${a}]`]);
    await expectSettled(vault);
  });

  it('that repeats a past claim is past with it, and redraws its days', async () => {
    const vault = await atGoogle();
    await night(vault, '2026-07-01', { [b]: MICROSOFT }, { [b]: { supersedes: [a] } });
    await night(vault, '2026-01-05', { [c]: GOOGLE }, { [c]: { as: 'duplicate', of: a } }, 2);
    expect(section(vault, 'History')).toEqual([
      `- ~~User was seen at Google~~ 2026-01-05 to 2026-07-01.[^${a}][^${c}]`,
    ]);
    expect(held(vault, c)).toEqual([{ as: 'superseded', by: b }]);
    await expectSettled(vault);
  });
});

describe('a conflict', () => {
  it('stands as a callout with both; a third joins; a later fact that replaces one of two leaves the other plain', async () => {
    const vault = await atGoogle();
    await night(vault, '2026-03-03', { [b]: MICROSOFT }, { [b]: { as: 'conflict', with: a } });
    expect(section(vault, 'Key Facts')).toEqual([
      `> [!warning] Conflicting claims: User was seen at Google[^${a}] (2026-03-02) vs User was seen at Microsoft[^${b}] (2026-03-03)`,
    ]);
    expect(held(vault, a, b)).toEqual([
      { as: 'conflict', with: b },
      { as: 'conflict', with: a },
    ]);
    await expectSettled(vault);
    await night(vault, '2026-03-04', { [c]: APPLE }, { [c]: { as: 'conflict', with: b } });
    expect(section(vault, 'Key Facts')[0]).toContain(`vs User was seen at Apple[^${c}] (2026-03-04)`);
    await night(vault, '2026-03-05', { [d]: '[work] User was seen at Meta' }, { [d]: { supersedes: [a, b] } });
    expect(section(vault, 'Key Facts').sort()).toEqual([
      `- User was seen at Apple[^${c}]`,
      `- User was seen at Meta[^${d}]`,
    ]);
    expect(held(vault, a, b, c, d)).toEqual([
      { as: 'superseded', by: d },
      { as: 'superseded', by: d },
      { as: 'placed' },
      { as: 'placed' },
    ]);
    await expectSettled(vault);
  });

  it('of one batch is one claim that becomes a callout', async () => {
    const vault = makeVault();
    await night(
      vault,
      '2026-03-03',
      { [a]: GOOGLE, [b]: MICROSOFT, [c]: GOOGLE },
      { [b]: { as: 'conflict', with: a }, [c]: { as: 'duplicate', of: a } },
    );
    expect(section(vault, 'Key Facts')).toEqual([
      `> [!warning] Conflicting claims: User was seen at Google[^${a}][^${c}] (2026-03-03) vs User was seen at Microsoft[^${b}] (2026-03-03)`,
    ]);
    expect(held(vault, a, b, c)).toEqual([
      { as: 'conflict', with: b },
      { as: 'conflict', with: a },
      { as: 'duplicate', of: a },
    ]);
    await expectSettled(vault);
  });
});

describe('a correction', () => {
  it('replaces the words in place and leaves no history; what said the old words is superseded', async () => {
    const vault = await atGoogle();
    await night(vault, '2026-03-03', { [b]: GOOGLE }, { [b]: { as: 'duplicate', of: a } });
    const { runs } = await night(
      vault,
      '2026-03-04',
      { [c]: '[work] correction: User was seen at Alphabet' },
      { [c]: { corrects: a, text: 'User was seen at Alphabet' } },
    );
    expect(section(vault, 'Key Facts')).toEqual([`- User was seen at Alphabet[^${a}][^${b}][^${c}]`]);
    expect(read(vault, WORK)).not.toContain('## History');
    expect(held(vault, a, b, c)).toEqual([{ as: 'superseded', by: c }, { as: 'superseded', by: c }, { as: 'placed' }]);
    expect(runs[0]?.plan.updates).toMatchObject([
      { kind: 'correction', from: 'User was seen at Google', to: 'User was seen at Alphabet' },
    ]);
    await expectSettled(vault);
  });
});

describe('what is not done, and placed beside', () => {
  const pinned = `[work] User was seen at Google [pinned:: true]`;
  it.each([
    ['a pinned claim', pinned, { supersedes: [a] }, 'pinned'],
    ['a pinned claim, contradicted', pinned, { as: 'conflict', with: a }, 'pinned'],
    ['a pinned claim, corrected', pinned, { corrects: a }, 'pinned'],
    ['a claim that nobody made', GOOGLE, { supersedes: ['zzzzzzzzzz'] }, 'no page cites'],
    ['itself', GOOGLE, { supersedes: [b] }, 'no page cites'],
    ['a later one as past', GOOGLE, { as: 'superseded', by: a }, 'not older'],
  ] satisfies [string, string, Partial<Proposal>, string][])('%s', async (_, first, says, why) => {
    const vault = makeVault();
    await night(vault, '2026-03-02', { [a]: first });
    const { runs, left } = await night(vault, '2026-03-03', { [b]: MICROSOFT }, { [b]: says });
    expect(left).toEqual([]);
    expect(section(vault, 'Key Facts')).toEqual([
      `- User was seen at Microsoft[^${b}]`,
      `- User was seen at Google[^${a}]`,
    ]);
    expect(held(vault, a, b)).toEqual([{ as: 'placed' }, { as: 'placed' }]);
    expect(runs[0]?.plan.notices).toEqual([expect.stringContaining(why)]);
    await expectSettled(vault);
  });

  it('an older fact does not replace, unless its own line says so', async () => {
    for (const [text, wins] of [
      [MICROSOFT, false],
      [`${MICROSOFT} [supersedes:: ${a}]`, true],
    ] as const) {
      const vault = await atGoogle();
      await night(vault, '2026-01-01', { [b]: text }, { [b]: { supersedes: [a] } });
      expect(section(vault, 'History')).toEqual(wins ? [`- ~~User was seen at Google~~ 2026-03-02.[^${a}]`] : []);
    }
  });

  it('a pinned claim goes where the line of the fact names it, by any of its facts', async () => {
    for (const named of [a, c]) {
      const vault = makeVault();
      await night(vault, '2026-03-02', { [a]: pinned });
      await night(vault, '2026-03-03', { [c]: GOOGLE }, { [c]: { as: 'duplicate', of: a } });
      await night(vault, '2026-03-04', { [b]: `${MICROSOFT} [supersedes:: ${named}]` }, { [b]: { supersedes: [a] } });
      expect(section(vault, 'Key Facts')).toEqual([`- User was seen at Microsoft[^${b}]`]);
      expect(section(vault, 'History')).toEqual([
        `- ~~User was seen at Google~~ 2026-03-02 to 2026-03-04.[^${a}][^${c}]`,
      ]);
      await expectSettled(vault);
    }
  });

  it('a pinned fact is past at once where a later line names it, and only then', async () => {
    for (const [text, isPast] of [
      [MICROSOFT, false],
      [`${MICROSOFT} [supersedes:: ${a}]`, true],
    ] as const) {
      const vault = makeVault();
      await night(vault, '2026-07-01', { [b]: text });
      await night(vault, '2026-03-02', { [a]: pinned }, { [a]: { as: 'superseded', by: b } }, 2);
      expect(held(vault, a)).toEqual([isPast ? { as: 'superseded', by: b } : { as: 'placed' }]);
      await expectSettled(vault);
    }
  });

  it('what a person keeps apart', async () => {
    const vault = await atGoogle();
    write(
      vault,
      '.memvault/reviews.jsonl',
      `${JSON.stringify({ id: 'k3v9x2ab4q', kind: 'supersede', status: 'rejected', facts: [a, b], reason: 'near', score: 0.5, run: 'r-20260701-0300-aaaaaa', at: '2026-07-01T03:00:00Z' })}\n`,
    );
    await night(vault, '2026-07-01', { [b]: MICROSOFT }, { [b]: { supersedes: [a] } });
    expect(held(vault, a, b)).toEqual([{ as: 'placed' }, { as: 'placed' }]);
  });

  it('a claim that a person made of two facts stays whole', async () => {
    const vault = makeVault();
    await night(vault, '2026-03-02', { [a]: GOOGLE, [c]: '[work] User likes the food there' });
    change(vault, WORK, `- User likes the food there[^${c}]\n`, '');
    change(
      vault,
      WORK,
      `- User was seen at Google[^${a}]`,
      `- User was seen at Google and likes the food there[^${a}][^${c}]`,
    );
    await night(vault, '2026-07-01', { [b]: MICROSOFT }, { [b]: { supersedes: [a] } });
    expect(section(vault, 'Key Facts')).toEqual([
      `- User was seen at Google and likes the food there[^${a}][^${c}]`,
      `- User was seen at Microsoft[^${b}]`,
    ]);
  });

  it('a claim in a paragraph of a person’s stays; what a person wrote below a claim stays where it is', async () => {
    for (const [from, to, isDone] of [
      [`- User was seen at Google[^${a}]`, `\nI am told that User was seen at Google[^${a}], and it is true.`, false],
      [`- User was seen at Google[^${a}]\n`, `- User was seen at Google[^${a}]\n  - since the spring\n`, true],
    ] as const) {
      const vault = await atGoogle();
      change(vault, WORK, from, to);
      await night(vault, '2026-07-01', { [b]: MICROSOFT }, { [b]: { supersedes: [a] } });
      expect([heldOf(vault, a)?.as, read(vault, WORK).includes('## History')]).toEqual(
        isDone ? ['superseded', true] : ['placed', false],
      );
      expect(read(vault, WORK)).toContain(isDone ? '  - since the spring\n' : 'I am told that');
      await expectSettled(vault);
    }
  });

  it('a past claim is not repeated by a fact that is newer than what replaced it', async () => {
    const vault = await atGoogle();
    await night(vault, '2026-07-01', { [b]: MICROSOFT }, { [b]: { supersedes: [a] } });
    await night(vault, '2026-07-05', { [c]: GOOGLE }, { [c]: { as: 'duplicate', of: a } });
    expect(section(vault, 'Key Facts')).toEqual([
      `- User was seen at Google[^${c}]`,
      `- User was seen at Microsoft[^${b}]`,
    ]);
    expect(held(vault, c)).toEqual([{ as: 'placed' }]);
    await expectSettled(vault);
  });
});

describe('a log line that is edited', () => {
  it('and says now what the other side of its callout says ends the conflict', async () => {
    const vault = await atGoogle();
    await night(vault, '2026-03-03', { [b]: MICROSOFT }, { [b]: { as: 'conflict', with: a } });
    change(vault, 'daily/2026-03-03.md', 'Microsoft', 'Google');
    await dreamOnce(vault, { minute: 4, propose: (batch) => placeAll(batch, WORK) });
    expect(section(vault, 'Key Facts')).toEqual([`- User was seen at Google[^${a}][^${b}]`]);
    expect(held(vault, a, b)).toEqual([{ as: 'placed' }, { as: 'duplicate', of: a }]);
    expect(read(vault, WORK)).toContain('review: current');
    await expectSettled(vault);
  });

  it('is corrected in History, and as a side of a callout', async () => {
    const vault = await atGoogle();
    await night(vault, '2026-07-01', { [b]: MICROSOFT }, { [b]: { supersedes: [a] } });
    change(vault, 'daily/2026-03-02.md', 'Google', 'Googel');
    await dreamOnce(vault, { minute: 3, propose: (batch) => placeAll(batch, WORK) });
    expect(section(vault, 'History')).toEqual([`- ~~User was seen at Googel~~ 2026-03-02 to 2026-07-01.[^${a}]`]);
    expect(held(vault, a, b)).toEqual([{ as: 'superseded', by: b }, { as: 'placed' }]);
    await night(vault, '2026-07-02', { [c]: APPLE }, { [c]: { as: 'conflict', with: b } }, 4);
    change(vault, 'daily/2026-07-02.md', 'Apple', 'Aple');
    await dreamOnce(vault, { minute: 5, propose: (batch) => placeAll(batch, WORK) });
    expect(section(vault, 'Key Facts')[0]).toContain(`vs User was seen at Aple[^${c}]`);
    expect(held(vault, b, c)).toEqual([
      { as: 'conflict', with: c },
      { as: 'conflict', with: b },
    ]);
    await expectSettled(vault);
  });
});
