// Invariant 8: one bad item never wedges the rest, and only its own failures count.
import { describe, expect, it, vi } from 'vitest';
import { applyTo } from '../../src/dream/apply.ts';
import type { DreamResult } from '../../src/dream/dream.ts';
import { MemvaultError } from '../../src/model/errors.ts';
import type { Engine } from '../../src/dream/engine.ts';
import type { Fact } from '../../src/model/fact.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { brief, change, findings } from '../lint/folders.ts';
import {
  dreamOnce,
  everything,
  heldOf,
  logDay,
  makeVault,
  type NightOptions,
  placeAll,
  read,
  TODAY,
  WORK,
  write,
} from './nights.ts';

const BAD = 'bbbbbbbbbb';
const GOOD = ['aaaaaaaaaa', 'cccccccccc', 'dddddddddd', 'eeeeeeeeee', 'ffffffffff'];

function makeDiary(): Vault {
  const vault = makeVault();
  logDay(vault, '2026-07-01', { aaaaaaaaaa: '[work] One', [BAD]: '[work] Trouble', cccccccccc: '[work] Three' });
  logDay(vault, '2026-07-02', { dddddddddd: '[work] Four', eeeeeeeeee: '[work] Five', ffffffffff: '[work] Six' });
  return vault;
}

/** Night after night, each with what the last one counted. */
async function dreamNights(vault: Vault, count: number, options: NightOptions): Promise<DreamResult> {
  let result = await dreamOnce(vault, options);
  for (let minute = 1; minute < count; minute++)
    result = await dreamOnce(vault, { ...options, minute, failures: result.failed });
  return result;
}

const breaksThePage = (batch: readonly Fact[]): unknown =>
  placeAll(batch, WORK, (fact) => (fact.id === BAD ? { head: {} as unknown as string } : {}));
/** Engines that have trouble with one fact. */
const TROUBLE: [name: string, propose: (batch: readonly Fact[]) => unknown, reason: RegExp][] = [
  [
    'says nothing of it',
    (batch) =>
      placeAll(
        batch.filter((fact) => fact.id !== BAD),
        WORK,
      ),
    /said nothing/,
  ],
  [
    'throws',
    (batch) => {
      if (batch.some((fact) => fact.id === BAD)) throw new TypeError('its own words: Trouble');
      return placeAll(batch, WORK);
    },
    /could not decide it/,
  ],
  [
    'says what breaks the plan',
    (batch) => placeAll(batch, WORK, (fact) => (fact.id === BAD ? { text: 5 as unknown as string } : {})),
    /could not decide it/,
  ],
  ['says what breaks the page', breaksThePage, /could not decide it/],
  [
    'names a page in no zone',
    (batch) => placeAll(batch, WORK, (fact) => (fact.id === BAD ? { page: '../its own words.md' } : {})),
    /in no zone/,
  ],
];

describe.each(TROUBLE)('an engine that %s', (_name, propose, reason) => {
  it('keeps none of the others waiting, and the fact is quarantined the third time', async () => {
    const vault = makeDiary();
    const first = await dreamOnce(vault, { propose });
    expect(first.left).toEqual([{ fact: BAD, reason: expect.stringMatching(reason) as string, why: 'own' }]);
    expect(first.failed).toEqual(new Map([[BAD, 1]]));
    for (const id of GOOD) expect(heldOf(vault, id)).toMatchObject({ as: 'placed', page: WORK });
    const before = everything(vault);
    const second = await dreamOnce(vault, { propose, failures: first.failed });
    expect(second.failed).toEqual(new Map([[BAD, 2]]));
    expect(everything(vault)).toEqual(before);

    const third = await dreamOnce(vault, { propose, failures: second.failed });
    expect(third).toMatchObject({ left: [], failed: new Map() });
    expect(heldOf(vault, BAD)).toMatchObject({
      as: 'quarantined',
      reason: expect.stringMatching(/^failed 3 times: /) as string,
    });
    expect(heldOf(vault, BAD)?.page).toBeUndefined();
    expect(JSON.stringify(heldOf(vault, BAD))).not.toContain('its own words');
    expect(brief(findings(vault, TODAY))).toEqual([]);

    const quiet = everything(vault);
    expect(await dreamOnce(vault, { propose, minute: 9 })).toMatchObject({ runs: [], left: [] });
    expect(everything(vault)).toEqual(quiet);
  });
});

describe('a quarantined fact', () => {
  const silent = (batch: readonly Fact[]): unknown =>
    placeAll(
      batch.filter((fact) => fact.id !== BAD),
      WORK,
    );

  it('is decided again on request, and the engine that can places it', async () => {
    const vault = makeDiary();
    await dreamNights(vault, 3, { propose: silent });
    const result = await dreamOnce(vault, { propose: (batch) => placeAll(batch, WORK), retry: true, minute: 5 });
    expect(result).toMatchObject({ left: [], retried: [BAD] });
    expect(heldOf(vault, BAD)).toMatchObject({ as: 'placed', page: WORK });
    expect(read(vault, WORK)).toContain(`- Trouble[^${BAD}]`);
  });

  it('stays where it is when it fails again, and nothing is counted or written', async () => {
    const vault = makeDiary();
    await dreamNights(vault, 3, { propose: silent });
    const before = everything(vault);
    const result = await dreamOnce(vault, { propose: silent, retry: true, minute: 5 });
    expect(result).toMatchObject({ runs: [], retried: [], failed: new Map() });
    expect(result.left).toEqual([
      { fact: BAD, reason: 'the engine said nothing of it; it stays quarantined', why: 'own' },
    ]);
    expect(everything(vault)).toEqual(before);
  });

  it('is decided again when its line was edited', async () => {
    const vault = makeDiary();
    await dreamNights(vault, 3, { propose: silent });
    change(vault, 'daily/2026-07-01.md', 'Trouble', 'No trouble');
    await dreamOnce(vault, { propose: (batch) => placeAll(batch, WORK), minute: 5 });
    expect(heldOf(vault, BAD)).toMatchObject({ as: 'placed' });
  });

  it('that a page cites all the same, as after a merge, is placed there', async () => {
    const vault = makeDiary();
    await dreamNights(vault, 3, { propose: silent });
    change(vault, WORK, '## Key Facts\n', `## Key Facts\n- Trouble[^${BAD}]\n`);
    await dreamOnce(vault, { minute: 5 });
    expect(heldOf(vault, BAD)).toMatchObject({ as: 'placed', page: WORK });
  });
});

describe('nothing counts against a fact', () => {
  it.each([
    ['a model that is not there', new MemvaultError('model', 'no answer')],
    ['a disk that is full', Object.assign(new Error('no space'), { code: 'ENOSPC' })],
    [
      'a network that is down',
      new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) }),
    ],
  ])('when %s stops the dream', async (_, error) => {
    const vault = makeDiary();
    const before = everything(vault);
    const propose = vi.fn<() => never>(() => {
      throw error;
    });
    await expect(dreamOnce(vault, { propose })).rejects.toBe(error);
    expect(propose).toHaveBeenCalledOnce();
    expect(everything(vault)).toEqual(before);
  });

  it('when writing fails for a reason of its own', async () => {
    const vault = makeDiary();
    const error = new TypeError('not of the page');
    await expect(
      dreamOnce(vault, {
        apply: () => {
          throw error;
        },
      }),
    ).rejects.toBe(error);
  });

  it('when its page cannot be written', async () => {
    const vault = makeDiary();
    write(vault, WORK, '<<<<<<< ours\n');
    const result = await dreamNights(vault, 4, {});
    expect(result.failed).toEqual(new Map());
    expect(result.left.map(({ why }) => why)).toEqual(Array.from({ length: 6 }, () => 'page'));
  });

  it('when the engine can decide nothing at all, and it is not asked for each of a thousand', async () => {
    const vault = makeVault();
    const ids = Array.from({ length: 32 }, (_, index) => `aaaaaaaa${String(index).padStart(2, '0')}`);
    logDay(vault, '2026-07-01', Object.fromEntries(ids.map((id) => [id, `[work] Fact ${id}`])));
    const broken = vi.fn<() => never>(() => {
      throw new TypeError('broken');
    });
    const result = await dreamNights(vault, 4, { propose: broken });
    expect(result).toMatchObject({ runs: [], failed: new Map() });
    expect(result.left.map(({ why }) => why)).toEqual(ids.map(() => 'other'));
    expect(broken.mock.calls.length).toBeLessThan(4 * 20);
    expect(await dreamNights(vault, 4, { propose: () => placeAll([], WORK) })).toMatchObject({
      runs: [],
      failed: new Map(),
    });
  });

  it('when what it repeats must wait', async () => {
    const vault = makeDiary();
    const result = await dreamOnce(vault, {
      propose: (batch) =>
        placeAll(batch, WORK, (fact) =>
          fact.id === BAD ? { page: '' } : fact.id === 'cccccccccc' ? { as: 'duplicate', of: BAD } : {},
        ),
    });
    expect(result.failed).toEqual(new Map([[BAD, 1]]));
    expect(result.left).toContainEqual({
      fact: 'cccccccccc',
      reason: expect.stringContaining(BAD) as string,
      why: 'other',
    });
  });
});

it('a fact that a page cites is not quarantined: its old words stand there', async () => {
  const vault = makeDiary();
  await dreamOnce(vault);
  change(vault, 'daily/2026-07-01.md', 'Trouble', 'More trouble');
  const result = await dreamNights(vault, 4, {
    propose: (batch) => placeAll(batch, WORK, () => ({ text: 5 as unknown as string })),
  });
  expect(result).toMatchObject({ runs: [], failed: new Map([[BAD, 4]]), left: [{ fact: BAD, why: 'own' }] });
  expect(heldOf(vault, BAD)).toMatchObject({ as: 'placed', page: WORK });
});

it('an engine that failed is made anew: it may have stopped in the middle of a thought', async () => {
  const vault = makeDiary();
  const makeEngine = (): Engine => {
    let broken = false;
    return {
      name: 'test/1',
      propose: (batch) => {
        broken ||= batch.some((fact) => fact.id === BAD);
        if (broken) throw new TypeError('broken');
        return Promise.resolve(placeAll(batch, WORK));
      },
    };
  };
  expect((await dreamOnce(vault, { makeEngine })).failed).toEqual(new Map([[BAD, 1]]));
  for (const id of GOOD) expect(heldOf(vault, id)).toMatchObject({ as: 'placed' });
});

it('what was decided in between starts to count anew', async () => {
  const vault = makeDiary();
  const result = await dreamOnce(vault, {
    failures: new Map([
      [BAD, 2],
      ['gone', 1],
    ]),
  });
  expect(result.failed).toEqual(new Map());
  expect(heldOf(vault, BAD)).toMatchObject({ as: 'placed' });
});

it('a page that cannot be rendered stops no other, in a rehearsal too', async () => {
  const vault = makeDiary();
  const apply = applyTo(vault, { commit: false });
  const calls: number[] = [];
  await dreamOnce(vault, {
    propose: breaksThePage,
    apply: (plan, view, start) => {
      calls.push(plan.decisions.length);
      return apply(plan, view, start);
    },
  });
  expect(calls).toEqual([6, 3, 2, 1, 1, 1, 3]);
});
