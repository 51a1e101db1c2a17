// A person saves a page while a slow engine thinks. What they saved is never overwritten; facts whose page moved stay
// pending and are told; the next dream places them beside it.
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applyTo } from '../../src/dream/apply.ts';
import { dream, type DreamResult } from '../../src/dream/dream.ts';
import { createRules } from '../../src/dream/propose/rules/rules.ts';
import { readSchema } from '../../src/vault/own-files.ts';
import { readPending } from '../../src/vault/pending.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { readView } from '../../src/vault/view.ts';
import { type CrashVault, makeCrashVault, NIGHT } from '../support/crash-vault.ts';

const OWN = 'A line of my own about the tram.';
const zones = {
  inbox: '0_Inbox',
  projects: '1_Projects',
  wiki: '2_Wiki',
  personal: '3_Personal',
  assets: '4_Assets',
  archives: '5_Archives',
};

let base: CrashVault;

beforeAll(async () => {
  base = await makeCrashVault();
});
afterAll(() => base.remove());

describe('while a slow engine thinks', () => {
  let vault: Vault;
  beforeEach(() => {
    vault = { root: base.copy('thinking'), dailyDir: 'daily', zones };
  });

  /** A dream whose engine proposes as the rules do, after a while in which somebody does something. */
  async function dreamWhile(meanwhile: () => void): Promise<DreamResult> {
    // Once: an engine is asked again where a question or a claim that was edited is left over.
    let isDone = false;
    return await dream(
      {
        vault,
        apply: applyTo(vault, { commit: false }),
        progress: { update: () => undefined, end: () => undefined },
        cancel: { requested: false },
        makeEngine: (facts) => {
          const rules = createRules(facts, { zones, schema: readSchema(vault), claimsPerPage: 200 });
          return {
            name: 'slow/1',
            propose: async (batch, view, progress, cancel) => {
              const proposals = await rules.propose(batch, view, progress, cancel);
              await sleep(20);
              if (!isDone) meanwhile();
              isDone = true;
              return proposals;
            },
          };
        },
      },
      {
        start: new Date(NIGHT),
        today: '2026-07-04',
        maxDays: 14,
        minutes: 1,
        breaker: 0.2,
        repeatUndone: false,
        retry: false,
        failures: new Map(),
        reviews: 200,
      },
    );
  }
  const path = (page: string): string => join(vault.root, ...page.split('/'));
  const read = (page: string): string => readFileSync(path(page), 'utf8');
  const pending = (): string[] => readPending(readView(vault), '2026-07-04').facts.map(({ id }) => id);
  const homeOf = (id: string): string | undefined => readView(vault).ledger.get(id)?.page;

  /** The facts that wait are exactly those that the vault still holds as pending, and each is told with its page. */
  function expectWaiting({ left }: DreamResult, page: string): void {
    expect(left.length).toBeGreaterThan(0);
    expect(left.map(({ fact }) => fact).sort()).toEqual(pending().sort());
    for (const { reason } of left) expect(reason).toBe(`${page} was edited meanwhile`);
  }

  async function expectSettled(page: string, words: string): Promise<void> {
    const waiting = pending();
    await dreamWhile(() => undefined);
    expect(pending()).toEqual([]);
    for (const id of waiting) expect(homeOf(id)).toBe(page);
    expect(read(page).split(words)).toHaveLength(2);
    expect(await base.run(vault.root, ['lint', '-q'])).toEqual({ status: 0, stdout: '', stderr: '' });
  }

  test('a page that a person saves is not overwritten; its facts wait, the others do not', async () => {
    const result = await dreamWhile(() => appendFileSync(path('3_Personal/Work.md'), `\n${OWN}\n`));
    expect(read('3_Personal/Work.md')).toMatch(new RegExp(`\n${OWN}\n$`));
    expect(read('3_Personal/Work.md')).not.toContain('now works at Microsoft');
    expect(read('3_Personal/Profile.md')).toContain('User slept 7 hours and 40 minutes');
    expectWaiting(result, '3_Personal/Work.md');
    await expectSettled('3_Personal/Work.md', OWN);
  });

  test('as an editor saves, by a new file under the old name, with the same size', async () => {
    const result = await dreamWhile(() => {
      writeFileSync(
        path('3_Personal/.Work.md.swp'),
        read('3_Personal/Work.md').replace('my own words', 'my OWN words'),
      );
      renameSync(path('3_Personal/.Work.md.swp'), path('3_Personal/Work.md'));
    });
    expect(read('3_Personal/Work.md')).toContain('my OWN words');
    expectWaiting(result, '3_Personal/Work.md');
    await expectSettled('3_Personal/Work.md', 'my OWN words');
  });

  test('a page that a person makes where the dream would make one stays theirs', async () => {
    const result = await dreamWhile(() => writeFileSync(path('3_Personal/Profile.md'), `# Health\n\n${OWN}\n`));
    expect(read('3_Personal/Profile.md')).toBe(`# Health\n\n${OWN}\n`);
    expectWaiting(result, '3_Personal/Profile.md');
    await expectSettled('3_Personal/Profile.md', OWN);
  });

  test('a page that a person deletes is not brought back with what it held', async () => {
    const result = await dreamWhile(() => rmSync(path('3_Personal/Work.md'), { force: true }));
    expect(result.left.length).toBeGreaterThan(0);
    await dreamWhile(() => undefined);
    expect(pending()).toEqual([]);
    expect(read('3_Personal/Profile.md')).toContain('now works at Microsoft');
    expect(read('3_Personal/Profile.md')).not.toContain('Google');
    expect(await base.run(vault.root, ['lint', '-q'])).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  test('a page that a person renames takes its claims along, and no claim stands twice', async () => {
    await dreamWhile(() => {
      mkdirSync(dirname(path('1_Projects/Jobs.md')), { recursive: true });
      renameSync(path('3_Personal/Work.md'), path('1_Projects/Jobs.md'));
    });
    await dreamWhile(() => undefined);
    expect(pending()).toEqual([]);
    expect(read('1_Projects/Jobs.md')).toContain('at Google');
    for (const [, pages] of readView(vault).citedOn) expect(pages).toHaveLength(1);
    expect(await base.run(vault.root, ['lint', '-q'])).toEqual({ status: 0, stdout: '', stderr: '' });
  });
});
