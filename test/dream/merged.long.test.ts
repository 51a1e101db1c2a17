// Two clones that did not know of each other, with git between them: whichever dreamt what, and whichever merges, both
// have the same pages once they have dreamt, the next dream writes nothing, and no error is left.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { readView } from '../../src/vault/view.ts';
import { type Place, makePlace } from '../support/memvault.ts';
import { Clone, runHere } from '../two-clones/clone.ts';
import { vaultAt } from '../two-clones/state.ts';

const WORK = '3_Personal/Work.md';
const NIGHT = Date.parse('2026-07-10T03:00:00Z');
const HOUR = 3_600_000;

const places: Place[] = [];
afterEach(() => places.splice(0).forEach((place) => place.remove()));

type Said = readonly [date: string, content: string, category?: string];

interface Clones {
  readonly here: Clone;
  readonly there: Clone;
}

async function start(base: readonly Said[]): Promise<Clones> {
  const place = makePlace();
  places.push(place);
  let number = 0;
  const setting = { place, random: () => ((number += 7_654_321) % 1_000_003) / 1_000_003 };
  const [here, there] = [new Clone(setting, 'here', NIGHT), new Clone(setting, 'there', NIGHT + 60_000)];
  await runHere(setting, place.root, here.now, ['init', here.root]);
  await night(here, base);
  await here.commitAll('the first night');
  await here.git('clone', '-q', here.root, there.root);
  await there.must(['init', there.root]);
  return { here, there };
}

async function night(clone: Clone, said: readonly Said[]): Promise<void> {
  if (said.length > 0)
    await clone.must(
      ['log', '--jsonl', '-q'],
      said
        .map(([date, content, category = 'work']) => JSON.stringify({ date, time: '09:10', category, content }))
        .join('\n'),
    );
  await dream(clone);
}

async function dream(clone: Clone): Promise<void> {
  clone.time += HOUR;
  await clone.must(['dream', '--batch', '--force']);
}

/** Each merges the other's last commit. */
async function mergeBoth({ here, there }: Clones): Promise<void> {
  for (const clone of [here, there]) await clone.commitAll(`what ${clone.name} did`);
  await here.git('fetch', '-q', there.root, 'HEAD');
  await there.git('fetch', '-q', here.root, 'HEAD');
  for (const clone of [here, there]) await clone.git('merge', '-q', '--no-edit', 'FETCH_HEAD');
}

const read = (clone: Clone, page = WORK): string =>
  existsSync(join(clone.root, page)) ? readFileSync(join(clone.root, page), 'utf8') : '';
const claimsOf = (clone: Clone): string[] =>
  [...readView(vaultAt(clone.root)).pages.values()]
    .flatMap(({ claims }) =>
      claims.map(({ section, text, held }) => `${section === 'History' ? `${held?.from} to ${held?.to} ` : ''}${text}`),
    )
    .sort();

/**
 * Lint finds no error on what was merged, and nothing but conflicts once it was dreamt; the second dream writes
 * nothing.
 */
async function expectSettled(clones: Clones): Promise<void> {
  for (const clone of [clones.here, clones.there]) {
    await clone.must(['lint']);
    await dream(clone);
    const { findings } = JSON.parse((await clone.must(['lint', '--json'])).stdout) as { findings: { rule: string }[] };
    // A conflict waits for a person, which is said.
    expect(findings.filter(({ rule }) => rule !== 'conflicts')).toEqual([]);
    const before = claimsOf(clone);
    const { runs } = JSON.parse((await clone.must(['dream', '--batch', '--force', '--json'])).stdout) as {
      runs: unknown[];
    };
    expect(runs).toEqual([]);
    expect(claimsOf(clone)).toEqual(before);
  }
  const pagesOf = (clone: Clone): Record<string, string> =>
    Object.fromEntries([...readView(vaultAt(clone.root)).pages.values()].map(({ path, text }) => [path, text]));
  expect(pagesOf(clones.here)).toEqual(pagesOf(clones.there));
  // Both settled it: merged once more, there is nothing to do.
  await mergeBoth(clones);
  for (const clone of [clones.here, clones.there])
    expect(JSON.parse((await clone.must(['dream', '--batch', '--force', '--json'])).stdout)).toMatchObject({
      runs: [],
    });
  expect(pagesOf(clones.here)).toEqual(pagesOf(clones.there));
}

const ORACLE: Said = ['2026-06-01', 'User works at Oracle'];

describe('two clones that dreamt', () => {
  it.each<
    [what: string, base: readonly Said[], here: readonly Said[], there: readonly Said[], claims: readonly string[]]
  >([
    [
      'an update each',
      [ORACLE],
      [['2026-06-10', 'User works at Nokia']],
      [['2026-06-20', 'User works at Apple']],
      [
        '2026-06-01 to 2026-06-10 User works at Oracle',
        '2026-06-10 to 2026-06-20 User works at Nokia',
        'User works at Apple',
      ],
    ],
    [
      'a value each, and none before',
      [],
      [['2026-06-20', 'User lives in Lima']],
      [['2026-06-10', 'User lives in Oslo']],
      ['2026-06-10 to 2026-06-20 User lives in Oslo', 'User lives in Lima'],
    ],
    [
      'values of one day',
      [],
      [['2026-06-20', 'User lives in Lima']],
      [['2026-06-20', 'User lives in Oslo']],
      [expect.stringMatching(/^Conflicting claims: User lives in (?:Lima|Oslo) .* vs User lives in (?:Lima|Oslo)/)],
    ],
    [
      'the same statement',
      [ORACLE],
      [['2026-06-20', 'User likes green tea']],
      [['2026-06-22', 'User likes green tea.']],
      ['User likes green tea', 'User works at Oracle'],
    ],
    [
      'a conflict, and a later word',
      [],
      [
        ['2026-06-10', 'User lives in Lima'],
        ['2026-06-10', 'User lives in Oslo'],
      ],
      [['2026-06-20', 'User lives in Rome']],
      [
        '2026-06-10 to 2026-06-20 User lives in Lima',
        '2026-06-10 to 2026-06-20 User lives in Oslo',
        'User lives in Rome',
      ],
    ],
    [
      'a conflict, and an earlier word',
      [],
      [
        ['2026-06-10', 'User lives in Lima'],
        ['2026-06-10', 'User lives in Oslo'],
      ],
      [['2026-06-01', 'User lives in Rome']],
      ['2026-06-01 to 2026-06-10 User lives in Rome', expect.stringMatching(/^Conflicting claims: /)],
    ],
    [
      'the same conflict',
      [],
      [
        ['2026-06-10', 'User lives in Lima'],
        ['2026-06-10', 'User lives in Oslo'],
      ],
      [
        ['2026-06-10', 'User lives in Oslo'],
        ['2026-06-10', 'User lives in Rome'],
      ],
      [expect.stringMatching(/^Conflicting claims: (?:User lives in \w+ \(2026-06-10\)(?: vs )?){3}$/)],
    ],
    [
      'an update, and the old value said once more before it',
      [ORACLE],
      [['2026-06-20', 'User works at Nokia']],
      [['2026-06-10', 'User works at Oracle']],
      ['2026-06-01 to 2026-06-20 User works at Oracle', 'User works at Nokia'],
    ],
    [
      'an update, and the old value said once more after it',
      [ORACLE],
      [['2026-06-10', 'User works at Nokia']],
      [['2026-06-20', 'User works at Oracle']],
      [
        '2026-06-01 to 2026-06-10 User works at Oracle',
        '2026-06-10 to 2026-06-20 User works at Nokia',
        'User works at Oracle',
      ],
    ],
    [
      'an update, and the old value said once more on its day',
      [ORACLE],
      [['2026-06-10', 'User works at Oracle']],
      [['2026-06-10', 'User works at Nokia']],
      [
        '2026-06-01 to 2026-06-10 User works at Oracle',
        expect.stringMatching(/^Conflicting claims: (?:User works at (?:Oracle|Nokia) \(2026-06-10\)(?: vs )?){2}$/),
      ],
    ],
    [
      'two updates of one day, and the old value said once more on it',
      [ORACLE],
      [
        ['2026-06-10', 'User works at Nokia'],
        ['2026-06-10', 'User works at Apple'],
      ],
      [['2026-06-10', 'User works at Oracle']],
      [
        '2026-06-01 to 2026-06-10 User works at Oracle',
        expect.stringMatching(
          /^Conflicting claims: (?:User works at (?:Oracle|Nokia|Apple) \(2026-06-10\)(?: vs )?){3}$/,
        ),
      ],
    ],
    [
      'two updates of one day, and the old value said once more after it',
      [ORACLE],
      [
        ['2026-06-10', 'User works at Nokia'],
        ['2026-06-10', 'User works at Apple'],
      ],
      [['2026-06-20', 'User works at Oracle']],
      [
        '2026-06-01 to 2026-06-10 User works at Oracle',
        '2026-06-10 to 2026-06-20 User works at Apple',
        '2026-06-10 to 2026-06-20 User works at Nokia',
        'User works at Oracle',
      ],
    ],
    [
      'the same update',
      [ORACLE],
      [['2026-06-10', 'User works at Nokia']],
      [['2026-06-12', 'User works at Nokia']],
      ['2026-06-01 to 2026-06-10 User works at Oracle', 'User works at Nokia'],
    ],
  ])('%s', async (_, base, here, there, claims) => {
    const clones = await start(base);
    await night(clones.here, here);
    await night(clones.there, there);
    await mergeBoth(clones);
    await expectSettled(clones);
    expect(claimsOf(clones.here)).toEqual(claims);
  });

  it('one reworded what the other replaced', async () => {
    const clones = await start([ORACLE]);
    const { here, there } = clones;
    await night(here, [['2026-06-10', 'User works at Nokia']]);
    writeFileSync(join(there.root, WORK), read(there).replace('User works at Oracle', 'User works at Oracle in Bonn'));
    await mergeBoth(clones);
    await expectSettled(clones);
    expect(claimsOf(here)).toEqual([expect.stringMatching(/2026-06-10 User works at Oracle/), 'User works at Nokia']);
  });

  it('one took back what the other built upon', async () => {
    const clones = await start([ORACLE]);
    const { here, there } = clones;
    await night(here, [['2026-06-10', 'User works at Nokia']]);
    await here.commitAll('an update');
    await there.git('pull', '-q', '--no-rebase', here.root, 'HEAD');
    await here.must([
      'fix',
      [...readView(vaultAt(here.root)).facts].find(({ text }) => text.includes('Oracle'))?.id ?? '',
      '--restore',
    ]);
    await night(there, [['2026-06-20', 'User works at Apple']]);
    await mergeBoth(clones);
    await expectSettled(clones);
    expect(claimsOf(here)).toEqual([
      '2026-06-01 to 2026-06-20 User works at Oracle',
      '2026-06-10 to 2026-06-20 User works at Nokia',
      'User works at Apple',
    ]);
  });
});

const anySaid = fc
  .record({
    day: fc.integer({ min: 1, max: 12 }),
    value: fc.constantFrom(
      'lives in Lima',
      'lives in Oslo',
      'lives in Rome',
      'works at Oracle',
      'works at Nokia',
      'works at Toyota',
    ),
  })
  .map(({ day, value }): Said => [`2026-06-${String(day).padStart(2, '0')}`, `User ${value}`]);
const anyNight = fc.array(anySaid, { maxLength: 3 });
const anyRound = fc.record({ here: anyNight, there: anyNight });

/** What was said last of a home and of a job; several values of one day contradict each other. */
function lastSaid(all: readonly Said[], what: string): Set<string> {
  const own = all.filter(([, text]) => text.includes(what));
  const last = own
    .map(([date]) => date)
    .sort()
    .at(-1);
  return new Set(own.flatMap(([date, text]) => (date === last ? [text] : [])));
}

it('one folded what the other found to have come back: what holds stays so', async () => {
  const clones = await start([]);
  await night(clones.here, [['2026-06-01', 'User works at Oracle']]);
  await night(clones.there, [['2026-06-02', 'User works at Oracle']]);
  await mergeBoth(clones);
  await night(clones.here, [['2026-06-01', 'User works at Nokia']]);
  await night(clones.there, []);
  await mergeBoth(clones);
  await expectSettled(clones);
  expect(claimsOf(clones.here)).toEqual([
    '2026-06-01 to 2026-06-02 User works at Nokia',
    '2026-06-01 to 2026-06-02 User works at Oracle',
    'User works at Oracle',
  ]);
});

it('whatever two clones were told, the last word of all holds', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(anyNight, fc.array(anyRound, { minLength: 1, maxLength: 2 }), async (base, rounds) => {
      const clones = await start(base);
      for (const round of rounds) {
        await night(clones.here, round.here);
        await night(clones.there, round.there);
        await mergeBoth(clones);
      }
      await expectSettled(clones);
      const all = [...base, ...rounds.flatMap(({ here, there }) => [...here, ...there])];
      const current = claimsOf(clones.here).filter((text) => !/^\d/.test(text));
      for (const what of ['lives in', 'works at']) {
        const wanted = lastSaid(all, what);
        const said = current.filter((text) => text.includes(what));
        expect(said, JSON.stringify(all)).toHaveLength(Math.min(1, wanted.size));
        for (const text of wanted) expect(said[0]).toContain(text);
      }
      places.splice(0).forEach((place) => place.remove());
    }),
    { numRuns: Number(process.env['MERGED_RUNS'] ?? 4) },
  );
});
