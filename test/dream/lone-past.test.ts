// What took the place of something goes by a hand: nobody is revived by itself, and lint and the dream say so.
import { expect, it } from 'vitest';
import { renderLone } from '../../src/cli/render/dream.ts';
import { change, findings } from '../lint/folders.ts';
import { dreamOnce, logDay, makeVault, TODAY } from './nights.ts';

const [a, b, c] = ['aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc'];

it('a past claim whose successor a person removed is named once by the dream, and by lint as long as nothing follows', async () => {
  const vault = makeVault();
  logDay(vault, '2026-07-01', { [a]: '[home] I live in Berlin' });
  await dreamOnce(vault);
  logDay(vault, '2026-07-02', { [b]: '[home] I live in Rome' });
  const updated = await dreamOnce(vault, { minute: 1 });
  expect(renderLone(updated)).toEqual([]);
  const page = updated.runs[0]?.updated[0] ?? '';
  change(vault, page, /- I live in Rome.*\n/, '');
  const noticed = await dreamOnce(vault, { minute: 2 });
  expect(renderLone(noticed)).toEqual([
    `nothing current for "I live in Berlin": superseded only by what is gone; memvault fix ${a} --restore brings it back`,
  ]);
  expect(findings(vault, TODAY).filter(({ severity }) => severity === 'note')).toMatchObject([
    { rule: 'removed-by-hand', path: page, fix: `memvault fix ${a} --restore brings it back` },
  ]);
  logDay(vault, '2026-07-03', { [c]: '[home] I live in Lima' });
  expect(renderLone(await dreamOnce(vault, { minute: 3 }))).toEqual([]);
  expect(findings(vault, TODAY).filter(({ severity }) => severity === 'note')).toEqual([]);
});
