// A claim that another page replaces is past on that page, where a reader looks.
import { expect, test } from 'vitest';
import { readView } from '../../src/vault/view.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { brief, change, findings } from '../lint/folders.ts';
import { dreamOnce, heldOf, logDay, makeVault, placeAll, read, TODAY, WORK } from './nights.ts';
import { makeUndoVault, stateOf, undoIn } from './undo-vault.ts';

const [a, b, c, d] = ['aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc', 'dddddddddd'] as const;
const GARDEN = '3_Personal/Garden.md';

const homeOf = (vault: Vault, ...facts: string[]): unknown[] =>
  facts.map((fact) => {
    const { as, page } = heldOf(vault, fact) ?? {};
    expect(readView(vault).citedOn.get(fact)).toEqual([page]);
    return [as, page];
  });

/** Three nights: plot 17 after plot 12 on one page, with a claim beside; then plot 30 on another. */
async function twoNights(vault: Vault): Promise<void> {
  logDay(vault, '2026-03-02', { [a]: '[home] The allotment is plot 12', [d]: '[home] The gate is green' });
  await dreamOnce(vault, { minute: 1, propose: (batch) => placeAll(batch, WORK) });
  logDay(vault, '2026-04-02', { [b]: '[home] The allotment is plot 17' });
  await dreamOnce(vault, { minute: 2, propose: (batch) => placeAll(batch, WORK, () => ({ supersedes: [a] })) });
  logDay(vault, '2026-05-02', { [c]: '[home] The allotment is plot 30' });
}

const replaceOn = async (vault: Vault, before: () => void = () => undefined) =>
  await dreamOnce(vault, {
    minute: 3,
    propose: (batch) => {
      before();
      return placeAll(batch, GARDEN, () => ({ supersedes: [b] }));
    },
  });

test('it goes there with what it replaced itself, and comes back with an undo', async () => {
  const vault = makeUndoVault();
  await twoNights(vault);
  const before = stateOf(vault);
  await replaceOn(vault);
  expect(homeOf(vault, a, b, c, d)).toEqual([
    ['superseded', GARDEN],
    ['superseded', GARDEN],
    ['placed', GARDEN],
    ['placed', WORK],
  ]);
  expect(read(vault, GARDEN)).toContain(
    `## History\n- ~~The allotment is plot 17~~ 2026-04-02 to 2026-05-02.[^${b}]\n` +
      `- ~~The allotment is plot 12~~ 2026-03-02 to 2026-04-02.[^${a}]\n`,
  );
  expect(read(vault, WORK)).not.toMatch(new RegExp(`plot|History|${a}|${b}`));
  expect(brief(findings(vault, TODAY))).toEqual([]);
  expect((await dreamOnce(vault, { minute: 4 })).runs).toEqual([]);
  await undoIn(vault, new Date(2026, 6, 21, 3, 0), lastRun(vault) ?? null);
  expect(stateOf(vault)).toEqual(before);
});

const lastRun = (vault: Vault): string | undefined =>
  /^(r-[^,]+)/m.exec(read(vault, 'log.md').split('\n## ').at(-1) ?? '')?.[1];

test('both of one night', async () => {
  const vault = makeVault();
  logDay(vault, '2026-03-02', { [a]: '[home] The allotment is plot 12', [d]: '[home] The gate is green' });
  logDay(vault, '2026-04-02', { [b]: '[home] The allotment is plot 17' });
  await dreamOnce(vault, {
    propose: (batch) => placeAll(batch, WORK, ({ id }) => (id === b ? { page: GARDEN, supersedes: [a] } : {})),
  });
  expect(homeOf(vault, a, b, d)).toEqual([
    ['superseded', GARDEN],
    ['placed', GARDEN],
    ['placed', WORK],
  ]);
  expect(brief(findings(vault, TODAY))).toEqual([]);
});

test('with a person’s words below it, or a block id, it is past where it stands', async () => {
  for (const [more, shown] of [
    [`\n  - ask Ann`, /plot 17~~ .*\n {2}- ask Ann/],
    [' ^plot', /plot 17~~ .* \^plot/],
  ] as const) {
    const vault = makeVault();
    await twoNights(vault);
    change(vault, WORK, `plot 17[^${b}]`, `plot 17[^${b}]${more}`);
    await replaceOn(vault);
    expect(homeOf(vault, a, b, c)).toEqual([
      ['superseded', WORK],
      ['superseded', WORK],
      ['placed', GARDEN],
    ]);
    expect(read(vault, WORK)).toMatch(shown);
  }
});

test('it stays where it is while the other page is edited', async () => {
  const vault = makeVault();
  await twoNights(vault);
  logDay(vault, '2026-03-03', { eeeeeeeeee: '[home] The roses are red' });
  await dreamOnce(vault, {
    minute: 2,
    propose: (batch) =>
      placeAll(
        batch.filter(({ id }) => id === 'eeeeeeeeee'),
        GARDEN,
      ),
  });
  const edited = (): void => change(vault, GARDEN, '## Key Facts', 'My roses.\n\n## Key Facts');
  await replaceOn(vault, edited);
  expect(homeOf(vault, a, b)).toEqual([
    ['superseded', WORK],
    ['placed', WORK],
  ]);
});
