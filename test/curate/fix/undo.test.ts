// A correction is taken back like a dream: pages, ledger and what is kept apart are as before, also on a clone that
// has only its commit.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readView } from '../../../src/vault/view.ts';
import { runHere } from '../../support/here.ts';
import { type Ended, makePlace, type Place, program } from '../../support/memvault.ts';
import { plant, PLANTED, TODAY } from './planted.ts';

let place: Place;
let next = 0;

beforeAll(() => {
  place = makePlace();
});
afterAll(() => place.remove());

const zones = {
  inbox: '0_Inbox',
  projects: '1_Projects',
  wiki: '2_Wiki',
  personal: '3_Personal',
  assets: '4_Assets',
  archives: '5_Archives',
};

function stateOf(root: string) {
  const view = readView({ root, dailyDir: 'daily', zones });
  return {
    pages: Object.fromEntries([...view.pages].map(([path, { text }]) => [path, text])),
    index: readFileSync(join(root, 'index.md'), 'utf8'),
    ledger: [...view.ledger.values()]
      .map(({ fact, as, page, of, by, with: other, reason }) => ({ fact, as, page, of, by, with: other, reason }))
      .sort((a, b) => (a.fact < b.fact ? -1 : 1)),
    apart: [...view.reviews.values()].filter(({ status }) => status === 'rejected').map(({ facts }) => facts),
  };
}

const at = async (cwd: string, args: readonly string[]): Promise<Ended> =>
  await runHere({ place, cwd, now: TODAY }, args);

// Where no run had recorded yet that a hand removed the claim, nobody knows it afterwards: the fact is pending again.
const KNOWN = PLANTED.filter(
  ({ keyFacts, ledger, facts }) =>
    keyFacts !== undefined || !Object.keys(facts).some((id) => ledger[id]?.['as'] === 'placed'),
);

describe.each(KNOWN.map((planted) => [planted.name, planted] as const))('%s', (_name, planted) => {
  test('put right, taken back, put right', async () => {
    const root = plant(place, `undo${next++}`, planted);
    const before = stateOf(root);
    expect(await at(root, ['fix', ...planted.fix])).toMatchObject({ status: 0 });
    const right = stateOf(root);
    expect(right).not.toEqual(before);
    expect(await at(root, ['dream', '--undo'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Undid') as string,
    });
    expect(stateOf(root)).toEqual(before);
    expect(await at(root, ['fix', ...planted.fix])).toMatchObject({ status: 0 });
    expect(stateOf(root)).toEqual(right);
  });
});

test('on a clone that has only the commit', async () => {
  const [planted] = PLANTED;
  if (!planted) throw new Error('nothing is planted');
  const root = plant(place, `undo${next++}`, planted);
  const git = async (cwd: string, line: string): Promise<void> => {
    expect(await program(place, 'bash', ['-c', line], { cwd })).toMatchObject({ status: 0 });
  };
  await git(
    root,
    'git init -q && git config user.name a && git config user.email a@b && git add -A && git commit -qm start',
  );
  // The catalogue of the planted vault was never in step with its page.
  const withoutIndex = (state: ReturnType<typeof stateOf>) => ({ ...state, index: '' });
  const before = withoutIndex(stateOf(root));
  expect(await at(root, ['fix', ...planted.fix, '--commit'])).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/Committed [0-9a-f]{10}: fix: 1 fact \(Work\)/) as string,
  });
  const clone = join(place.root, `clone${next++}`);
  await git(root, `git clone -q . '${clone}'`);
  expect(readdirSync(join(clone, '.memvault'))).not.toContain('runs');
  expect(await at(clone, ['dream', '--undo'])).toMatchObject({ status: 0 });
  expect(withoutIndex(stateOf(clone))).toEqual(before);
});
