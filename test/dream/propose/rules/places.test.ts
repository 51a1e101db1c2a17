// Where the rules put what says nothing of its place, and how a new page gathers what stood elsewhere.
import { describe, expect, it } from 'vitest';
import { readView } from '../../../../src/vault/view.ts';
import { dreamOnce, everything, logDay, makeVault, read, write } from '../../nights.ts';

const pagesOf = (vault: Parameters<typeof readView>[0]): Record<string, string | undefined> =>
  Object.fromEntries([...readView(vault).ledger].map(([fact, { page }]) => [fact, page]));

it('puts a fact without a category beside what it is like', async () => {
  const vault = makeVault();
  logDay(vault, '2026-07-01', {
    aaaaaaaaaa: '[health] My dentist is Dr Morelle in rue du Mail',
    bbbbbbbbbb: '[work] The office closes at noon on Fridays',
  });
  await dreamOnce(vault, { minute: 1 });
  logDay(vault, '2026-07-02', {
    cccccccccc: '[general] Dr Morelle, the dentist, moves to rue Sala',
    dddddddddd: '[general] A parcel came',
  });
  await dreamOnce(vault, { minute: 2 });
  expect(pagesOf(vault)).toMatchObject({
    cccccccccc: '3_Personal/Health.md',
    dddddddddd: '3_Personal/Profile.md',
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
  const own = '3_Personal/Profile.md';
  expect(new Set(Object.values(pagesOf(vault)))).toEqual(new Set([own]));

  logDay(vault, '2026-07-02', { ffffffffff: '[general] Yue has yoga on Wednesdays' });
  await dreamOnce(vault, { minute: 2 });
  const page = '2_Wiki/Entities/Yue.md';
  expect(pagesOf(vault)).toEqual({
    aaaaaaaaaa: page,
    bbbbbbbbbb: own,
    cccccccccc: page,
    dddddddddd: own,
    eeeeeeeeee: own,
    ffffffffff: page,
  });
  expect(read(vault, own)).not.toContain('### Relationships');
});

it('puts what may replace a claim right before it, on its page where only a category says otherwise', async () => {
  const vault = makeVault();
  const page = '2_Wiki/Entities/Yue.md';
  logDay(vault, '2026-07-01', {
    aaaaaaaaaa: '[family] Yue lives in Villeurbanne',
    bbbbbbbbbb: '[family] Yue gets her new hip on 14 April, at the clinic in Ecully',
    cccccccccc: '[family] Yue works in the biotech lab at Gerland',
    dddddddddd: '[work] The port needs the report on Mondays',
  });
  await dreamOnce(vault, { minute: 1 });
  logDay(vault, '2026-07-02', {
    eeeeeeeeee: '[family] The clinic now moves the new hip to 28 April',
    ffffffffff: '[family] Karim says hello to everybody in the street',
  });
  await dreamOnce(vault, { minute: 2 });
  expect(pagesOf(vault)).toMatchObject({ eeeeeeeeee: page, ffffffffff: '3_Personal/Family.md' });
  const told = [...read(vault, page).matchAll(/^- (\S+ \S+).*\[\^/gm)].map(([, begins]) => begins);
  expect(told).toEqual(['Yue lives', 'The clinic', 'Yue gets', 'Yue works']);
});

it('says on a page that all claims left where they went', async () => {
  const vault = makeVault();
  logDay(vault, '2026-07-01', { aaaaaaaaaa: '[relationship] Yue works in a lab in Lyon' });
  await dreamOnce(vault, { minute: 1 });
  logDay(vault, '2026-07-02', {
    bbbbbbbbbb: '[relationship] Yue has yoga on Wednesdays',
    cccccccccc: '[relationship] Yue likes chess',
  });
  await dreamOnce(vault, { minute: 2 });
  expect(pagesOf(vault).aaaaaaaaaa).toBe('2_Wiki/Entities/Yue.md');
  expect(read(vault, '3_Personal/Relationships.md')).toMatch(
    /## Key Facts\n\n## Related\n- \[Yue\]\(\.\.\/2_Wiki\/Entities\/Yue\.md\)\n/,
  );
});

const ids = (count: number, letter: string): string[] =>
  Array.from({ length: count }, (_, n) => `${letter}${String(n).padStart(9, '0')}`);
const numbered = (facts: readonly string[], text: string): Record<string, string> =>
  Object.fromEntries(facts.map((id) => [id, text.replace('#', id.slice(0, 1) + String(Number(id.slice(1)) + 1))]));

describe('pages by category that would hold little each', () => {
  const own = '3_Personal/Profile.md';
  const few = { aaaaaaaaaa: '[skill] User speaks Dutch', bbbbbbbbbb: '[goal] User wants to run a marathon' };

  it('are one page with a heading each', async () => {
    const vault = makeVault();
    logDay(vault, '2026-07-01', {
      ...few,
      cccccccccc: '[general] The cat is called Miso',
      dddddddddd: '[recipe] The loaf has 75 % water',
      eeeeeeeeee: '[identity] User lives in Lyon',
    });
    await dreamOnce(vault);
    const heads = read(vault, own).match(/^### .*/gm);
    expect(heads).toEqual(['### Identity', '### Skills', '### Goals', '### Recipe', '### General']);
  });

  it('stay pages where there are two, or where they are there', async () => {
    const vault = makeVault();
    logDay(vault, '2026-07-01', few);
    await dreamOnce(vault, { minute: 1 });
    logDay(vault, '2026-07-02', {
      cccccccccc: '[skill] User reads Greek',
      dddddddddd: '[identity] User lives in Lyon',
    });
    await dreamOnce(vault, { minute: 2 });
    const [skills, goals] = ['3_Personal/Skills.md', '3_Personal/Goals.md'];
    const pages = { aaaaaaaaaa: skills, bbbbbbbbbb: goals, cccccccccc: skills, dddddddddd: own };
    expect(pagesOf(vault)).toEqual(pages);
  });

  it('become pages once they have grown, a part at a time', async () => {
    const vault = makeVault();
    const [first, second] = [ids(11, 'g'), ids(11, 'h')];
    logDay(vault, '2026-07-01', { ...few, ...numbered(first, '[recipe] Loaf # has a crust of its own') });
    await dreamOnce(vault, { minute: 1 });
    expect(pagesOf(vault)[first[0] ?? '']).toBe(own);
    for (const minute of [2, 3, 4, 5, 6]) {
      const id = second[minute] ?? '';
      logDay(vault, `2026-07-0${minute}`, numbered([id], '[recipe] Cake # takes two eggs'));
      await dreamOnce(vault, { minute });
    }
    const pages = pagesOf(vault);
    expect(new Set([...first, ...second].flatMap((id) => pages[id] ?? []))).toEqual(new Set(['3_Personal/Recipe.md']));
    expect(pages).toMatchObject({ aaaaaaaaaa: own, bbbbbbbbbb: own });
    expect(read(vault, own)).not.toContain('### Recipe');
  });

  it('have the headings that somebody gave them', async () => {
    const vault = makeVault();
    logDay(vault, '2026-07-01', { ...few, cccccccccc: '[recipe] The loaf has 75 % water' });
    await dreamOnce(vault, { minute: 1 });
    write(vault, own, read(vault, own).replace('### Skills', '### Languages'));
    logDay(vault, '2026-07-02', { dddddddddd: '[skill] User reads Greek' });
    await dreamOnce(vault, { minute: 2 });
    expect(read(vault, own).match(/^### .*/gm)).toEqual(['### Languages', '### Goals', '### Recipe']);
  });

  it('keep the page that a person chose', async () => {
    const vault = makeVault();
    write(vault, 'schema.md', '---\nroutes:\n  skill: 3_Personal/Abilities.md\n---\n');
    logDay(vault, '2026-07-01', {
      ...few,
      cccccccccc: '[recipe] The loaf has 75 % water',
      dddddddddd: '[pet] Miso is nine',
    });
    await dreamOnce(vault);
    expect(pagesOf(vault)).toEqual({
      aaaaaaaaaa: '3_Personal/Abilities.md',
      bbbbbbbbbb: own,
      cccccccccc: own,
      dddddddddd: own,
    });
  });
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

it('puts what holds first, then what happened, and moods and opinions last, whatever the night', async () => {
  const vault = makeVault();
  const night = async (minute: number, ...said: readonly string[]): Promise<void> => {
    const facts = said.map((text, n): [string, string] => [
      `${'abc'[minute] ?? ''}${n}`.padEnd(10, '0'),
      `[person] Gina ${text}`,
    ]);
    logDay(vault, `2026-07-0${minute + 1}`, Object.fromEntries(facts));
    await dreamOnce(vault, { minute });
  };
  await night(
    0,
    'encourages Jon',
    'lost her job',
    'runs a store',
    'is proud of Jon',
    'has a store in Rome',
    'likes tea',
  );
  await night(1, 'opened a store', 'supports Jon', 'sells bags', 'believes in luck', 'owns two cats', 'plays chess');
  await night(2, 'is glad for Jon', 'bought a van', 'speaks Greek');
  const page = read(vault, '2_Wiki/Entities/Gina.md');
  const told = [...page.matchAll(/^(### .*|- Gina .*?)(?=\[\^|$)/gm)].map(([, line = '']) =>
    line.replace('- Gina ', ''),
  );
  expect(told).toEqual([
    'likes tea',
    'sells bags',
    'owns two cats',
    'plays chess',
    'speaks Greek',
    'bought a van',
    'lost her job',
    '### Store',
    'runs a store',
    'has a store in Rome',
    'opened a store',
    '### Views and moods',
    'is glad for Jon',
    'supports Jon',
    'believes in luck',
    'is proud of Jon',
    'encourages Jon',
  ]);
});
