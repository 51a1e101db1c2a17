// Wrong decisions are taken back: on the page as the dream left it, after a person edited it, and on a git clone; the
// next dream does not decide them again.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readView } from '../../../src/vault/view.ts';
import { isHistory } from '../../../src/model/page.ts';
import { makePlace, type Place, program } from '../../support/memvault.ts';
import { runHere } from '../../support/here.ts';
import { plant, type Planted, PLANTED, TODAY } from './planted.ts';

let place: Place;
let next = 0;

beforeAll(() => {
  place = makePlace();
});
afterAll(() => place.remove());

const vaultAt = (root: string) => ({
  root,
  dailyDir: 'daily',
  zones: {
    inbox: '0_Inbox',
    projects: '1_Projects',
    wiki: '2_Wiki',
    personal: '3_Personal',
    assets: '4_Assets',
    archives: '5_Archives',
  },
});

function claimsOf(root: string): { current: string[]; history: string[]; pages: string[] } {
  const claims = [...readView(vaultAt(root)).pages.values()].flatMap((page) => page.claims);
  const words = (claim: (typeof claims)[number]): string =>
    claim.sides.length > 1
      ? claim.sides.map(({ text, facts }) => `${text} ${facts.join(' ')}`).join(' vs ')
      : [claim.text, ...claim.facts, ...(claim.held === null ? [] : [claim.held.from, claim.held.to])].join(' ');
  return {
    current: claims
      .filter((claim) => !isHistory(claim))
      .map(words)
      .sort(),
    history: claims.filter(isHistory).map(words).sort(),
    pages: [...new Set(claims.map(({ page }) => page))],
  };
}

async function mustBeRight(
  root: string,
  { after, as, apart = [] }: Planted,
  current: readonly string[] = after.current,
): Promise<void> {
  const view = readView(vaultAt(root));
  expect(Object.fromEntries([...view.ledger].map(([fact, line]) => [fact, line.as]))).toEqual(as);
  const claims = claimsOf(root);
  expect(claims.current).toEqual([...current].sort());
  expect(claims.history).toEqual([...(after.history ?? [])].sort());
  if (after.page !== undefined) expect(claims.pages).toEqual([after.page]);
  for (const [a, b] of apart) expect(view.apart(a, b)).toBe(true);
  expect(await lintErrors(root)).toEqual([]);
}

async function lintErrors(root: string): Promise<string[]> {
  const { stdout } = await runHere({ place, cwd: root, now: TODAY }, ['lint', '--json']);
  const { findings } = JSON.parse(stdout) as { findings: { severity: string; rule: string; message: string }[] };
  return findings.filter(({ severity }) => severity === 'error').map(({ rule, message }) => `${rule}: ${message}`);
}

function state(root: string): string[] {
  const pages = readdirSync(join(root, '3_Personal')).map((name) => `3_Personal/${name}`);
  return [...pages, '.memvault/ledger/2026-07.jsonl', 'log.md'].map((path) => readFileSync(join(root, path), 'utf8'));
}

async function fix(root: string, args: readonly string[], now = TODAY): Promise<void> {
  const { status, stderr } = await runHere({ place, cwd: root, now }, ['fix', ...args]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
}

describe.each(PLANTED.map((planted) => [planted.name, planted] as const))('%s', (_name, planted) => {
  test('is put right, and stays so', async () => {
    const root = plant(place, `plain${next++}`, planted);
    await fix(root, planted.fix);
    await mustBeRight(root, planted);
    const before = state(root);
    const { status } = await runHere({ place, cwd: root, now: '2026-08-02T12:00:00Z' }, [
      'dream',
      '--batch',
      '--force',
    ]);
    expect(status).toBe(0);
    expect(state(root)).toEqual(before);
    // Twice is once: nothing more is to be done, and nothing is written.
    expect(await runHere({ place, cwd: root, now: TODAY }, ['fix', ...planted.fix])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Nothing to do') as string,
    });
    expect(state(root)).toEqual(before);
  });

  test('also after the page was edited by hand', async () => {
    const root = plant(place, `edited${next++}`, planted);
    const path = join(root, '3_Personal/Work.md');
    const own = '\nMy own words about work, with a [link](https://example.com).\n';
    writeFileSync(
      path,
      readFileSync(path, 'utf8')
        .replace('## Key Facts\n', `## Key Facts\n- A line of my own.\n`)
        .replace('\n## Key Facts', `${own}\n## Key Facts`),
    );
    await fix(root, planted.fix);
    await mustBeRight(root, planted);
    expect(readFileSync(path, 'utf8')).toContain(own);
    expect(readFileSync(path, 'utf8')).toContain('- A line of my own.\n');
  });

  test('also on a clone', async () => {
    const root = plant(place, `origin${next++}`, planted);
    const clone = join(place.root, `clone${next++}`);
    const git = `git init -q && git add -A && git -c user.name=a -c user.email=a@b commit -qm a && git clone -q . '${clone}'`;
    expect(await program(place, 'bash', ['-c', git], { cwd: root })).toMatchObject({ status: 0 });
    await fix(clone, planted.fix);
    await mustBeRight(clone, planted);
  });

  test('--dry-run says so and writes nothing', async () => {
    const root = plant(place, `dry${next++}`, planted);
    const before = state(root);
    const { status, stdout } = await runHere({ place, cwd: root, now: TODAY }, [
      'fix',
      ...planted.fix,
      '--dry-run',
      '--json',
    ]);
    expect(status).toBe(0);
    const said = JSON.parse(stdout) as { changes: unknown[]; run: null; dryRun: boolean };
    expect(said).toMatchObject({ type: 'memvault/fix', run: null, dryRun: true });
    expect(said.changes.length).toBeGreaterThan(0);
    expect(state(root)).toEqual(before);
  });
});
