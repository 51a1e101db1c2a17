// A merge that waits for a person: with markers, without the driver, and without any mark in the page. Whoever dreams
// meanwhile loses nothing; once it is settled the next dream is as after any other merge.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readView } from '../../src/vault/view.ts';
import { type Ended, makePlace, type Place } from '../support/memvault.ts';
import { checkDreamt, checkLint, expectSame, type Known } from './checks.ts';
import { Clone, runHere } from './clone.ts';
import { factsOf, vaultAt } from './state.ts';

const WORK = '3_Personal/Work.md';
const NIGHT = Date.parse('2026-07-10T03:00:00Z');

let place: Place;
let here: Clone;
let there: Clone;
let known: Known;

beforeEach(async () => {
  place = makePlace();
  let number = 0;
  const setting = { place, random: () => ((number += 7_654_321) % 1_000_003) / 1_000_003 };
  [here, there] = [new Clone(setting, 'here', NIGHT), new Clone(setting, 'there', NIGHT)];
  await runHere(setting, place.root, here.now, ['init', here.root]);
  await log(
    here,
    '2026-07-01',
    ['work', 'User works at Google'],
    ['work', 'User asked for 3 changes'],
    ['preference', 'User prefers green tea'],
  );
  await dream(here);
  await here.commitAll('the first night');
  await here.git('clone', '-q', here.root, there.root);
  await there.must(['init', there.root]);
});

afterEach(() => place.remove());

async function log(
  clone: Clone,
  date: string,
  ...facts: (readonly [category: string, content: string])[]
): Promise<void> {
  await clone.must(
    ['log', '--jsonl', '-q'],
    facts.map(([category, content]) => JSON.stringify({ date, time: '09:10', category, content })).join('\n'),
  );
}

async function dream(clone: Clone): Promise<Ended> {
  clone.time += 24 * 3_600_000;
  return await clone.run(['dream', '--batch', '--force']);
}

function edit(clone: Clone, from: string | RegExp, to: string, path = WORK): void {
  const text = readFileSync(join(clone.root, path), 'utf8');
  const after = text.replace(from, to);
  if (after === text) throw new Error(`${path} does not hold ${String(from)}`);
  writeFileSync(join(clone.root, path), after);
}

const read = (clone: Clone, path = WORK): string => readFileSync(join(clone.root, path), 'utf8');

/** Both sides commit, and `here` merges `there`. Gives the files that git has not merged. */
async function merge(): Promise<string[]> {
  for (const clone of [here, there]) await clone.commitAll(`what ${clone.name} did`);
  known = {
    facts: new Map([here, there].flatMap((clone) => Object.entries(factsOf(readView(vaultAt(clone.root)))))),
    removed: new Set(),
  };
  for (const clone of [here, there]) clone.facts = new Set(known.facts.keys());
  await here.git('fetch', '-q', there.root, 'HEAD');
  await here.tryGit('merge', '--no-edit', 'FETCH_HEAD');
  return await here.unmerged();
}

/** Dreams while the merge is open: it ends with 3, names the page, and nothing counts as taken off. */
async function dreamMeanwhile(path = WORK): Promise<void> {
  const before = read(here, path);
  await log(here, '2026-07-02', ['preference', 'User prefers window seats']);
  known = { ...known, facts: new Map([...known.facts, ...Object.entries(factsOf(readView(vaultAt(here.root))))]) };
  here.facts = new Set(known.facts.keys());
  for (const round of [1, 2]) {
    const { status, stderr } = await dream(here);
    expect(status, `round ${round}: ${stderr}`).toBe(3);
    expect(stderr).toContain(path);
  }
  expect(read(here, path)).toBe(before);
  const { ledger, citedOn, factById } = readView(vaultAt(here.root));
  expect([...ledger.values()].filter(({ as }) => as === 'set-aside')).toEqual([]);
  const [seats] = [...factById.values()].filter(({ text }) => text.includes('window seats'));
  expect(citedOn.get(seats?.id ?? '')).toEqual(['3_Personal/Preferences.md']);
}

/** Once it is settled: committed, dreamt, and the other clone gets it. */
async function finish(): Promise<void> {
  await here.commitAll('the merge');
  here.time += 24 * 3_600_000;
  await checkDreamt(here, known);
  await here.commitAll('the night after');
  await there.git('fetch', '-q', here.root, 'HEAD');
  await there.git('merge', '-q', '--no-edit', 'FETCH_HEAD');
  expectSame(here, there, 'both clones');
  there.time = here.time;
  there.facts = here.facts;
  await checkDreamt(there, known, { mayWrite: false });
}

it('edits of persons that overlap wait for one of them', async () => {
  edit(here, 'User works at Google', 'User works at Google in Zurich');
  edit(there, 'User works at Google', 'User works at Google in Munich');
  for (const clone of [here, there]) {
    await log(clone, '2026-07-03', ['work', `User met ${clone === here ? 'Ann' : 'Bob'} at work`]);
    expect((await dream(clone)).status).toBe(0);
  }
  expect(await merge()).toEqual([WORK]);
  expect(read(here)).toMatch(
    /^<{7} \S+\n- User works at Google in Zurich\.?\[\^\w+\]\n={7}\n- User works at Google in Munich\.?\[\^\w+\]\n>{7} \S+\n/m,
  );
  expect(read(here).match(/^- User met (?:Ann|Bob) at work/gm)).toHaveLength(2);
  await dreamMeanwhile();
  edit(here, /^<{7}[^\n]*\n([^]*?)={7}\n[^]*?>{7}[^\n]*\n/m, '$1');
  await finish();
  expect(read(there)).toContain('in Zurich');
});

describe('without the driver', () => {
  const CHANGED = ['3_Personal/Profile.md', WORK];

  beforeEach(async () => {
    for (const clone of [here, there]) {
      await log(
        clone,
        '2026-07-03',
        ['work', `User met ${clone === here ? 'Ann' : 'Bob'} at work`],
        ['work', 'User slept at work'],
        [`trip ${clone.name}`, 'User went far'],
      );
      expect((await dream(clone)).status).toBe(0);
    }
  });

  it('git merges as text, status says so, and init with git checkout -m brings the merged page', async () => {
    await here.git('config', '--remove-section', 'merge.memvault');
    expect(await merge()).toEqual(CHANGED);
    expect(read(here)).toContain('<<<<<<<');
    const { stdout } = await here.must(['status', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ git: { driver: 'missing', inProgress: 'a merge', conflicts: CHANGED } });
    expect((await here.must(['status'])).stdout).toMatch(/merge driver/);
    await dreamMeanwhile();
    await here.must(['init', here.root]);
    await here.git('checkout', '-m', '--', ...CHANGED);
    for (const path of CHANGED) expect(read(here, path)).not.toContain('<<<<<<<');
    expect(read(here).match(/^- User met (?:Ann|Bob) at work/gm)).toHaveLength(2);
    await here.git('add', '--', ...CHANGED);
    await finish();
  });

  it('a driver that fails leaves one side without a mark, and the other side’s claims are not taken for removed', async () => {
    await here.git('config', 'merge.memvault.driver', 'false');
    expect(await merge()).toEqual(CHANGED);
    expect(read(here)).not.toMatch(/<<<<<<<|Bob/);
    await dreamMeanwhile();
    // Taken for settled by mistake: as long as the merge is open it can still be done again.
    await here.git('add', '--', WORK);
    expect((await dream(here)).status).toBe(3);
    expect([...readView(vaultAt(here.root)).ledger.values()].filter(({ as }) => as === 'set-aside')).toEqual([]);
    await here.must(['init', here.root]);
    await here.git('checkout', '-m', '--', ...CHANGED);
    await here.git('add', '--', ...CHANGED);
    await finish();
    expect(read(here).match(/^- User met (?:Ann|Bob) at work/gm)).toHaveLength(2);
  });
});

describe('a page that one side deleted and the other changed', () => {
  beforeEach(async () => {
    rmSync(join(here.root, WORK));
    await log(there, '2026-07-03', ['work', 'User met Bob at work']);
    expect((await dream(there)).status).toBe(0);
  });

  it('waits, and is kept', async () => {
    expect(await merge()).toEqual([WORK]);
    expect(read(here)).not.toContain('<<<<<<<');
    await dreamMeanwhile();
    await here.git('add', '--', WORK);
    await finish();
    expect(read(there)).toContain('Bob');
  });

  it('waits also where its file is not there, and its claims are removed once the deletion is settled', async () => {
    await merge();
    const facts =
      readView(vaultAt(here.root))
        .pages.get(WORK)
        ?.claims.flatMap((claim) => claim.facts) ?? [];
    expect(facts).toHaveLength(3);
    rmSync(join(here.root, WORK));
    const { status, stderr } = await dream(here);
    expect(status).toBe(3);
    expect(stderr).toContain(WORK);
    expect(readView(vaultAt(here.root)).ledger.get(facts[0] ?? '')).toMatchObject({ as: 'placed' });
    await here.git('rm', '-q', '--', WORK);
    for (const fact of facts) known.removed.add(fact);
    await here.commitAll('the merge');
    await checkDreamt(here, known);
    expect(readView(vaultAt(here.root)).ledger.get(facts[0] ?? '')).toMatchObject({
      as: 'set-aside',
      reason: 'removed by hand',
    });
    await checkLint(here);
  });
});

describe('a page whose only claims one clone forgets while the other dreams a new one onto it', () => {
  const TEA = '3_Personal/Preferences.md';
  const DRIVEN = 'User drives a green van';

  /** `forgetting` forgets, the other dreams; both commit, and `here` merges. */
  async function diverge(forgetting: Clone): Promise<void> {
    const [id = ''] =
      readView(vaultAt(here.root))
        .pages.get(TEA)
        ?.claims.flatMap(({ facts }) => facts) ?? [];
    await forgetting.must(['forget', id]);
    expect(existsSync(join(forgetting.root, TEA))).toBe(false);
    const other = forgetting === here ? there : here;
    await log(other, '2026-07-03', ['preference', DRIVEN]);
    expect((await dream(other)).status).toBe(0);
  }

  describe.each([
    ['this clone', true],
    ['the other', false],
  ])('where %s forgets', (_name, isHere) => {
    beforeEach(async () => await diverge(isHere ? here : there));

    it('the next dream settles it, and dream --commit concludes the merge', async () => {
      expect(await merge()).toEqual([TEA]);
      here.time += 24 * 3_600_000;
      const { status, stderr } = await here.run(['dream', '--batch', '--commit']);
      expect([status, stderr]).toEqual([0, expect.stringContaining(`Merged ${TEA}`)]);
      expect(read(here, TEA)).toContain(DRIVEN);
      expect(read(here, TEA)).not.toMatch(/green tea/);
      expect(await here.git('status', '--porcelain')).toBe('');
      expect(await here.git('log', '-3', '--format=%p')).toMatch(/^\w+ \w+$/m);
      await there.git('fetch', '-q', here.root, 'HEAD');
      await there.git('merge', '-q', '--no-edit', 'FETCH_HEAD');
      expectSame(here, there, 'both clones');
      await checkLint(here);
    });

    it('without --commit the merge is left to whoever began it', async () => {
      await merge();
      expect((await dream(here)).status).toBe(0);
      expect(await here.unmerged()).toEqual([]);
      expect(existsSync(join(here.root, '.git/MERGE_HEAD'))).toBe(true);
      await here.commitAll('the merge');
      expect((await dream(here)).status).toBe(0);
      await checkLint(here);
    });

    it('what a person wrote on it waits for them', async () => {
      const other = isHere ? there : here;
      writeFileSync(join(other.root, TEA), `${read(other, TEA)}\nMine: ask about the tea.\n`);
      expect(await merge()).toEqual([TEA]);
      const before = read(here, TEA);
      const { status, stderr } = await dream(here);
      expect([status, stderr]).toEqual([3, expect.stringContaining(`${TEA} is not merged yet`)]);
      expect(read(here, TEA)).toBe(before);
    });

    it('with another conflict the merge stays open', async () => {
      for (const clone of [here, there]) writeFileSync(join(clone.root, 'notes.md'), `from ${clone.name}\n`);
      expect(await merge()).toEqual([TEA, 'notes.md']);
      here.time += 24 * 3_600_000;
      const { status, stderr } = await here.run(['dream', '--batch', '--commit']);
      expect([status, stderr]).toEqual([3, expect.stringContaining('a merge is in progress')]);
      expect(await here.unmerged()).toEqual(['notes.md']);
    });
  });
});
