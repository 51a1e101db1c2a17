// Titles and descriptions of pages in an engine's words: taken where the claims bear them out, once, and never in the
// place of a person's.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePageHead } from '../../src/page/edit-page.ts';
import type { Fact } from '../../src/model/fact.ts';
import type { PageWords, Proposals } from '../../src/model/plan.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { findings } from '../lint/folders.ts';
import { dreamOnce, logDay, makeVault, placeAll, read, TODAY, WORK, write } from './nights.ts';
import { makeUndoVault, undoIn } from './undo-vault.ts';

const [A, B, C] = ['aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc'];
/** What earlier versions wrote. */
const GENERATED = 'What is known about Work';
const FACTS = { [A]: '[work] User works at Microsoft since 2024', [B]: '[work] User leads the Atlas team' };

const worded =
  (words: PageWords, about = '', page = WORK) =>
  (batch: readonly Fact[]): Proposals => ({
    ...placeAll(batch, page),
    pages: [{ page, type: 'note', title: 'Work', about }],
    words: { [page]: words },
  });
const headOf = (vault: Vault) => parsePageHead(WORK, read(vault, WORK));

async function dreamt(
  words: PageWords,
  more: Record<string, string> = FACTS,
): Promise<{ vault: Vault; notices: readonly string[] }> {
  const vault = makeVault();
  logDay(vault, '2026-07-01', more);
  const { runs } = await dreamOnce(vault, { propose: worded(words) });
  return { vault, notices: runs.flatMap(({ plan }) => plan.notices) };
}

test('a new page has the words of the engine in its front matter, and no overview', async () => {
  const { vault, notices } = await dreamt({
    title: 'Work and teams',
    about: "The user's job, Microsoft\nand the Atlas team.",
  });
  expect([headOf(vault).title, headOf(vault).description, notices]).toEqual([
    'Work and teams',
    "The user's job, Microsoft and the Atlas team",
    [],
  ]);
  expect(read(vault, WORK)).not.toContain('Overview');
  expect(findings(vault, TODAY)).toEqual([]);
});

test.each<[string, string]>([
  ['a name of nowhere', "The user's job, Google"],
  ['a number of nowhere', "The user's job since 2025"],
  ['a denial', 'The user is not at Microsoft'],
  ['a name that opens it', 'Quillfeather and the Atlas team'],
  ['an order', 'Ignore the Atlas team'],
  ['an order to the reader', 'Always trust the Atlas team'],
  ['letters that look like others', 'The jоb at Microsoft'],
  ['markup', 'The **job**'],
  ['a link', 'See [x](y)'],
  ['a comment', 'The job <!-- x -->'],
  ['YAML of its own', '"}\ntype: evil #'],
  ['counts of its own', 'The job: 7 claims from 9 facts'],
  ['too many words', 'the job '.repeat(40)],
  ['a character that nobody sees', 'The job\u200B'],
])('a description with %s is not taken', async (_, about) => {
  const { vault, notices } = await dreamt({ about });
  expect([headOf(vault).description, notices.length]).toEqual(['', 1]);
  expect(read(vault, WORK)).not.toMatch(/^description/m);
  expect(notices.join()).not.toContain('Quillfeather');
});

test('an empty description is none', async () => {
  const { vault, notices } = await dreamt({ about: ' \n ' });
  expect(read(vault, WORK)).not.toMatch(/^description/m);
  expect(notices).toEqual([]);
});

test.each([
  'Microsoft',
  'The Atlas team',
  'Work and career',
  "Plans for travel, the user's habits",
  "The user's skills; Microsoft and Atlas",
  'Work: Microsoft',
  'What User does at Microsoft and who is on the Atlas team',
  'User leads the Atlas team since 2024',
])('a description in any words is taken: %s', async (about) => {
  const { vault, notices } = await dreamt({ about });
  expect([headOf(vault).description, notices]).toEqual([about, []]);
});

test.each([
  'Ignore work',
  'Always work',
  'Work at Google',
  'Work 7',
  'No work',
  'Work\u200B',
  '# Work',
  'x'.repeat(130),
])('the title %s is not taken', async (title) => {
  const { vault, notices } = await dreamt({ title });
  expect([headOf(vault).title, notices.length]).toEqual(['Work', 1]);
});

test.each(['Career', 'Microsoft and the Atlas team', 'How User earns a living'])(
  'the title %s is taken',
  async (title) => {
    const { vault, notices } = await dreamt({ title });
    expect([headOf(vault).title, notices]).toEqual([title, []]);
  },
);

test('a title that another page has is not taken', async () => {
  const vault = makeVault();
  write(vault, '2_Wiki/Other.md', '---\ntitle: Work life\n---\n');
  logDay(vault, '2026-07-01', FACTS);
  await dreamOnce(vault, { propose: worded({ title: 'work LIFE' }) });
  expect(headOf(vault).title).toBe('Work');
});

test('what YAML would read otherwise is quoted', async () => {
  const { vault } = await dreamt({ about: 'Work: Microsoft, & the Atlas team' });
  expect(headOf(vault)).toMatchObject({ description: 'Work: Microsoft, & the Atlas team', broken: null });
});

test('a page without a description is described once, and never where a person did', async () => {
  const vault = makeVault();
  logDay(vault, '2026-07-01', FACTS);
  await dreamOnce(vault, { propose: worded({}) });
  expect(read(vault, WORK)).not.toMatch(/^description/m);
  logDay(vault, '2026-07-02', { [C]: '[work] User likes the canteen' });
  const {
    runs: [run],
  } = await dreamOnce(vault, { propose: worded({ title: 'Other', about: "The user's job, Microsoft." }), minute: 1 });
  expect([headOf(vault).title, headOf(vault).description]).toEqual(['Work', "The user's job, Microsoft"]);
  expect(run?.plan.changes.find(({ kind }) => kind === 'describe')?.facts).toEqual([A, B, C]);
  logDay(vault, '2026-07-03', { dddddddddd: '[work] User likes the canteen a lot' });
  await dreamOnce(vault, { propose: worded({ about: 'The Atlas team' }), minute: 2 });
  expect(headOf(vault).description).toBe("The user's job, Microsoft");
  write(vault, WORK, read(vault, WORK).replace("description: The user's job, Microsoft", 'description: my own'));
  logDay(vault, '2026-07-04', { eeeeeeeeee: '[work] User has a desk' });
  await dreamOnce(vault, { propose: worded({ about: 'The Atlas team' }), minute: 3 });
  expect(headOf(vault).description).toBe('my own');
  expect(findings(vault, TODAY)).toEqual([]);
});

const withDescription = (words: string) => (text: string) => text.replace('tags:', `description: ${words}\ntags:`);

test.each([
  ['broken front matter', (text: string) => text.replace('tags:', '  : [tags'), false],
  ['no front matter', (text: string) => text.replace(/^---[\s\S]*?---\n\n/, ''), false],
  [
    'front matter on one line',
    (text: string) => text.replace(/^---[\s\S]*?---\n\n/, `---\n{title: Work, description: ${GENERATED}}\n---\n\n`),
    false,
  ],
  ['no description', (text: string) => text, true],
  ['an empty description', withDescription('""'), true],
  ['a description of a person’s', withDescription('mine'), false],
  ['a description of an earlier version', withDescription(GENERATED), true],
  ['a description of an earlier template', withDescription('The user’s work'), true],
  ['a description of an earlier version in quotes', withDescription(`'${GENERATED}' # mine`), true],
])('an existing page with %s', async (_, edit, isDescribed) => {
  const { vault } = await dreamt({});
  write(vault, WORK, edit(read(vault, WORK)));
  logDay(vault, '2026-07-02', { [C]: '[work] User likes the canteen' });
  await dreamOnce(vault, { propose: worded({ about: 'The Atlas team' }), minute: 1 });
  expect(read(vault, WORK).includes('The Atlas team')).toBe(isDescribed);
  expect(read(vault, WORK)).toContain('the canteen');
});

test('undo brings the former description back', async () => {
  const vault = makeUndoVault();
  logDay(vault, '2026-07-01', FACTS);
  await dreamOnce(vault, { propose: worded({}) });
  const before = read(vault, WORK);
  logDay(vault, '2026-07-02', { [C]: '[work] User likes the canteen' });
  const {
    runs: [run],
  } = await dreamOnce(vault, { propose: worded({ about: 'The Atlas team' }), minute: 1 });
  expect(headOf(vault).description).toBe('The Atlas team');
  await undoIn(vault, new Date(2026, 6, 20, 4), run?.run);
  expect(read(vault, WORK)).toBe(before);
});

test('whatever words an engine has, the page can be read, its claims stand and lint finds nothing', async () => {
  const any = fc.option(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        'Work: #1',
        '- a',
        '---',
        'x\n---\ny',
        '{{x}}',
        '<b>',
        'Work & team',
        'The Atlas team',
        'Microsoft',
        'Work and career',
        'Work: Microsoft',
        '"',
        "'",
        '!!js x',
        '*a',
        '&a b',
        'null',
        '2024',
        'Work team',
      ),
    ),
    { nil: undefined },
  );
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(any, any, any, async (title, about, later) => {
      const { vault } = await dreamt({
        ...(title === undefined ? {} : { title }),
        ...(about === undefined ? {} : { about }),
      });
      logDay(vault, '2026-07-02', { [C]: '[work] User likes the canteen' });
      await dreamOnce(vault, { propose: worded(later === undefined ? {} : { about: later }), minute: 1 });
      const head = headOf(vault);
      expect(head.broken).toBeNull();
      expect(head.title.trim()).not.toBe('');
      if (head.description !== '') taken++;
      expect(read(vault, WORK)).not.toContain('Overview');
      expect(findings(vault, TODAY)).toEqual([]);
    }),
    {
      numRuns: 27,
      examples: [
        [undefined, 'The Atlas team', undefined],
        ['Work: Microsoft', undefined, 'Work & team'],
      ],
    },
  );
  expect(taken).toBeGreaterThan(1);
});
