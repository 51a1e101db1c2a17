// A person saves a page while a dream writes, at any moment of it: what they saved is never overwritten, and nothing
// else is lost for it.
import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPending } from '../../src/vault/pending.ts';
import { readView } from '../../src/vault/view.ts';
import { ALL, leftovers } from '../support/crash-check.ts';
import { type CrashVault, makeCrashVault, NIGHT } from '../support/crash-vault.ts';
import { memvaultWithFault, twoAtATime } from '../support/faults.ts';

const OWN = 'A line of my own about the tram.';
const DREAM = ['dream', '--batch', '--force', ...(ALL ? ['--max-days', '2'] : [])];
const zones = {
  inbox: '0_Inbox',
  projects: '1_Projects',
  wiki: '2_Wiki',
  personal: '3_Personal',
  assets: '4_Assets',
  archives: '5_Archives',
};

let base: CrashVault;
let writes: readonly string[];
let reads: readonly string[];

beforeAll(async () => {
  base = await makeCrashVault();
  ({ writes, reads } = await memvaultWithFault(base.place, base.copy('traced'), DREAM, null));
});
afterAll(() => base.remove());

/** What a person does in sh: a line of their own at the end of the page, which is made where there is none. */
const save = (vault: string, page: string): string =>
  `mkdir -p '${dirname(join(vault, page))}' && printf '\\n%s\\n' '${OWN}' >> '${join(vault, page)}'`;
const countIn = (vault: string, page: string): number => readFileSync(join(vault, page), 'utf8').split(OWN).length - 1;

async function complaintsAt(page: string, at: number): Promise<string[]> {
  const vault = base.copy(`${page.replaceAll('/', '-')}-${at}`);
  const complaints: string[] = [];
  const ended = await memvaultWithFault(base.place, vault, DREAM, {
    of: 'write',
    at,
    how: 'run',
    command: save(vault, page),
  });
  if (ended.fired === null) complaints.push('nothing was saved');
  if (countIn(vault, page) !== 1)
    complaints.push(`the line stands ${countIn(vault, page)} times after it (exit ${ended.status})`);
  if (ended.status !== 0 && ended.status !== 3) complaints.push(`it ended with ${ended.status}: ${ended.stderr}`);
  if (ended.status === 3 && !`${ended.stdout}${ended.stderr}`.includes(`${page} was edited meanwhile`))
    complaints.push(`it does not name the page: ${ended.stdout}${ended.stderr}`);
  const next = await base.run(vault, DREAM);
  if (next.status !== 0) complaints.push(`the next dream ended with ${next.status}: ${next.stdout}${next.stderr}`);
  if (countIn(vault, page) !== 1) complaints.push(`the line stands ${countIn(vault, page)} times after the next`);
  const { facts, cited, removed } = readPending(
    readView({ root: vault, dailyDir: 'daily', zones }),
    NIGHT.slice(0, 10),
  );
  if (facts.length + cited.size + removed.length > 0)
    complaints.push(`not settled: ${facts.length} pending, ${cited.size} cited, ${removed.length} removed`);
  const lint = await base.run(vault, ['lint', '-q']);
  if (lint.status !== 0) complaints.push(`lint: ${lint.stdout}`);
  if (leftovers(vault).length > 0) complaints.push(`left: ${leftovers(vault).join(', ')}`);
  rmSync(vault, { recursive: true });
  return complaints.map((complaint) => `${page} at ${at}, ${ended.fired ?? ''}: ${complaint}`);
}

describe('a person saves while a dream writes', { timeout: 600_000 }, () => {
  /**
   * Before each write that has to do with the page, and at moments between. Only the rename that puts the page itself
   * in place is left out: no program can look once more between it and the look before.
   */
  test.each([['3_Personal/Work.md'], ...(ALL ? [['3_Personal/Profile.md']] : []), ['index.md'], ['log.md']])(
    '%s: nothing is overwritten, nothing is lost',
    async (page) => {
      const name = page.split('/').at(-1) ?? '';
      const numbers = writes.flatMap((text, i) =>
        text !== `rename ${page}` && (ALL || i % 40 === 10 || (text.includes(name) && /^(?:open|fsync) /.test(text)))
          ? [i + 1]
          : [],
      );
      expect((await twoAtATime(numbers, async (at) => await complaintsAt(page, at))).flat()).toEqual([]);
    },
  );

  test('right before the last look at a page: it is named with exit 3, its facts wait, the rest is done', async () => {
    const page = '3_Personal/Work.md';
    const looks = reads.flatMap((text, i) => (text === `readFile ${page}` ? [i + 1] : []));
    expect(looks.length).toBeGreaterThan(2);
    const vault = base.copy('last-look');
    // The first look is for the plan; it ends before the journal is written.
    const ended = await memvaultWithFault(base.place, vault, DREAM, {
      of: 'read',
      at: looks[1] ?? 0,
      how: 'run',
      command: save(vault, page),
    });
    expect(ended.status).toBe(3);
    expect(`${ended.stdout}${ended.stderr}`).toContain(`${page} was edited meanwhile`);
    expect(countIn(vault, page)).toBe(1);
    const waiting = readPending(readView({ root: vault, dailyDir: 'daily', zones }), NIGHT.slice(0, 10)).facts;
    expect(waiting.length).toBeGreaterThan(0);
    expect(await base.run(vault, DREAM)).toMatchObject({ status: 0 });
    expect(await base.run(vault, ['lint', '-q'])).toMatchObject({ status: 0 });
  });
});
