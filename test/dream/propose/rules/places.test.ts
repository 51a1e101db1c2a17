// Where the rules put what says nothing of its place, and how a new page gathers what stood elsewhere.
import { expect, it } from 'vitest';
import { readView } from '../../../../src/vault/view.ts';
import { dreamOnce, everything, logDay, makeVault, read } from '../../nights.ts';

const pagesOf = (vault: Parameters<typeof readView>[0]): Record<string, string | undefined> =>
  Object.fromEntries([...readView(vault).ledger].map(([fact, { page }]) => [fact, page]));

it('puts a fact without a category beside what it is like', async () => {
  const vault = makeVault();
  logDay(vault, '2026-07-01', {
    aaaaaaaaaa: '[health] My dentist is Dr Morelle in rue du Mail',
    bbbbbbbbbb: '[work] The office closes at noon on Fridays',
  });
  logDay(vault, '2026-07-02', {
    cccccccccc: '[general] Dr Morelle, the dentist, moves to rue Sala',
    dddddddddd: '[general] A parcel came',
  });
  await dreamOnce(vault);
  expect(pagesOf(vault)).toMatchObject({
    cccccccccc: '3_Personal/Health.md',
    dddddddddd: '3_Personal/General.md',
  });
});

it('gathers on the page of a tag what was logged before there was one, in the same run', async () => {
  const vault = makeVault();
  logDay(vault, '2026-07-01', { aaaaaaaaaa: '[general] Thirty tomato seedlings on the balcony `garden`' });
  await dreamOnce(vault, { minute: 1 });
  expect(pagesOf(vault).aaaaaaaaaa).toBe('3_Personal/General.md');

  logDay(vault, '2026-07-02', { bbbbbbbbbb: '[general] Onions stay away from beans `garden`' });
  logDay(vault, '2026-07-03', { cccccccccc: '[general] Compost is turned on Sundays `garden`' });
  const { runs } = await dreamOnce(vault, { minute: 2 });
  expect(runs).toHaveLength(1);
  expect(pagesOf(vault)).toEqual({
    aaaaaaaaaa: '2_Wiki/Garden.md',
    bbbbbbbbbb: '2_Wiki/Garden.md',
    cccccccccc: '2_Wiki/Garden.md',
  });

  const before = everything(vault);
  expect((await dreamOnce(vault, { minute: 3 })).runs).toEqual([]);
  expect(everything(vault)).toEqual(before);
});

it('leaves alone what a person moved', async () => {
  const vault = makeVault();
  logDay(vault, '2026-07-01', { aaaaaaaaaa: '[general] Thirty tomato seedlings on the balcony `garden`' });
  await dreamOnce(vault, {
    minute: 1,
    propose: (batch) => ({
      proposals: batch.map(({ id }) => ({ fact: id, as: 'placed', page: '3_Personal/Plants.md', reason: 'so it was' })),
      pages: [{ page: '3_Personal/Plants.md', type: 'note', title: 'Plants', about: '' }],
      heads: {},
      tags: {},
      related: {},
      reviews: [],
    }),
  });
  logDay(vault, '2026-07-02', { bbbbbbbbbb: '[general] Onions stay away from beans `garden`' });
  logDay(vault, '2026-07-03', { cccccccccc: '[general] Compost is turned on Sundays `garden`' });
  await dreamOnce(vault, { minute: 2 });
  expect(pagesOf(vault).aaaaaaaaaa).toBe('3_Personal/Plants.md');
});

it('keeps what others are like off the pages of the owner, until they have pages of their own', async () => {
  const vault = makeVault();
  const jon = (said: string): string => `[preference] Jon ${said} [kind:: preference] [persons:: Jon]`;
  logDay(vault, '2026-07-01', {
    aaaaaaaaaa: jon('likes espresso'),
    bbbbbbbbbb: '[preference] User likes contemporary dance [kind:: preference]',
  });
  await dreamOnce(vault, { minute: 1 });
  expect(pagesOf(vault)).toEqual({ aaaaaaaaaa: '2_Wiki/People.md', bbbbbbbbbb: '3_Personal/Profile.md' });

  logDay(vault, '2026-07-02', { cccccccccc: jon('likes long walks'), dddddddddd: jon('likes chess') });
  await dreamOnce(vault, { minute: 2 });
  expect(pagesOf(vault)).toMatchObject({
    aaaaaaaaaa: '2_Wiki/Entities/Jon.md',
    cccccccccc: '2_Wiki/Entities/Jon.md',
    dddddddddd: '2_Wiki/Entities/Jon.md',
  });
});

it('puts what is about somebody on their page, and leaves what is about the owner too with the owner', async () => {
  const vault = makeVault();
  logDay(vault, '2026-07-01', {
    aaaaaaaaaa: '[relationship] Yue works in a lab in Lyon',
    bbbbbbbbbb: '[identity] Yue and I live on rue Belfort',
    cccccccccc: "[health] Birch pollen gets Yue, she's allergic to it",
    dddddddddd: '[event] Flying to Chengdu with Yue in July',
    eeeeeeeeee: '[health] My doctor knows Yue',
  });
  await dreamOnce(vault, { minute: 1 });
  expect(pagesOf(vault)).toMatchObject({
    aaaaaaaaaa: '3_Personal/Relationships.md',
    cccccccccc: '3_Personal/Health.md',
  });

  logDay(vault, '2026-07-02', { ffffffffff: '[general] Yue has yoga on Wednesdays' });
  await dreamOnce(vault, { minute: 2 });
  const page = '2_Wiki/Entities/Yue.md';
  expect(pagesOf(vault)).toEqual({
    aaaaaaaaaa: page,
    bbbbbbbbbb: '3_Personal/Identity.md',
    cccccccccc: page,
    dddddddddd: '3_Personal/Events.md',
    eeeeeeeeee: '3_Personal/Health.md',
    ffffffffff: page,
  });
  expect(read(vault, page)).not.toContain('Relationships.md');
});

it('puts an event on the page of the topic that it is tagged with', async () => {
  const vault = makeVault();
  logDay(vault, '2026-07-01', {
    aaaaaaaaaa: '[event] Our concert is on 13 June `choir`',
    bbbbbbbbbb: '[general] I sing second bass `choir`',
    cccccccccc: '[event] The notary signs on Friday',
  });
  logDay(vault, '2026-07-02', { dddddddddd: '[general] Membership is 180 € a year `choir`' });
  await dreamOnce(vault);
  expect(pagesOf(vault)).toMatchObject({ aaaaaaaaaa: '2_Wiki/Choir.md', cccccccccc: '3_Personal/Events.md' });
});
