// Two clones that pulled from each other at the same time. git then has two bases, and makes one of them by a merge
// that nobody settled; what went wrong there once.
import { expect, it } from 'vitest';
import { mergeNote } from '../../src/page/merge/merge.ts';
import { readView } from '../../src/vault/view.ts';
import { gitMerge } from '../page/merge/git-merge.ts';
import { EMPTY, take } from '../page/merge/pages.ts';
import { makePlace } from '../support/memvault.ts';
import { expectSame } from './checks.ts';
import { Clone, runHere } from './clone.ts';
import { vaultAt } from './state.ts';

const page = take(EMPTY, [{ does: 'add', facts: [1, 4, 7], head: null }], '2026-05-01');
const CLAIM = '- User did thing 4 at Place4.[^a000000004]\n';
/** The base as git makes it: markers are longer, the deeper the merge. */
const unsettled = page.replace(
  CLAIM,
  () =>
    `<<<<<<<<< one\n${CLAIM.replace('thing 4', 'the first thing')}=========\n${CLAIM.replace('thing 4', 'the other thing')}>>>>>>>>> two\n`,
);
const settled = page.replace('thing 4', 'the other thing');

async function mergeBothWays(ours: string, base: string, theirs: string): Promise<string> {
  const merged = await mergeNote({ ours, base, theirs }, gitMerge);
  expect(await mergeNote({ ours: theirs, base, theirs: ours }, gitMerge)).toEqual(merged);
  expect(merged.conflicts, merged.text).toBe(false);
  return merged.text;
}

it('a conflict in the base that both sides settled in one way is none again', async () => {
  const ours = take(settled, [{ does: 'add', facts: [25], head: null }], '2026-06-01');
  const theirs = take(
    take(settled, [{ does: 'add', facts: [26], head: null }], '2026-06-02'),
    [{ does: 'section', words: 'My plans' }],
    '',
  );
  const text = await mergeBothWays(ours, unsettled, theirs);
  expect(text).toContain('## My plans');
  expect(text.match(/^- User did .*/gm)).toEqual(
    [
      'thing 26 at Place26',
      'thing 25 at Place25',
      'thing 7 at Place7',
      'the other thing at Place4',
      'thing 1 at Place1',
    ].map((words) => expect.stringContaining(words) as unknown),
  );
});

const notes = (words: string): string => `${page}\n## My notes\n\n${words}`;
const unsettledNotes = notes('<<<<<<<<< one\nFirst.\n=========\nSecond.\n>>>>>>>>> two\n');

it('text of a person below what both settled is no conflict', async () => {
  expect(await mergeBothWays(notes('Second.\n'), unsettledNotes, notes('Second.\n\n## More\n\nThird.\n'))).toBe(
    notes('Second.\n\n## More\n\nThird.\n'),
  );
});

it('text that both sides settled in different ways is a conflict again', async () => {
  const { text, conflicts } = await mergeNote(
    { ours: notes('First.\n'), base: unsettledNotes, theirs: notes('Second.\n') },
    gitMerge,
  );
  expect(conflicts).toBe(true);
  expect(text).toMatch(/^<{7} ours\nFirst\.\n={7}\nSecond\.\n>{7} theirs\n/m);
});

it('what one person put next to a claim that the other side has in another place', async () => {
  const claims = (...numbers: number[]): string =>
    take(EMPTY, [{ does: 'add', facts: numbers, head: null }], '2026-05-01');
  const moved = claims(1, 4, 7).replace(/(- .*thing 7 .*\n)(- .*thing 4 .*\n)/, '$2$1');
  const words = claims(1, 4, 7).replace(/(- .*thing 4 .*\n)/, '\n> Mine.\n\n$1');
  const text = await mergeBothWays(moved, claims(1, 4, 7), words);
  expect(text).toContain('\n> Mine.\n');
  expect(text.match(/^- User did/gm)).toHaveLength(3);
});

it('tags of a page that both clones made, in the form of the person who wrote them anew', async () => {
  const made = EMPTY.replace('tags: [career]', 'tags: [career, ui]');
  const text = await mergeBothWays(EMPTY.replace('tags: [career]', 'tags:\n  - career # mine'), '', made);
  expect(text).toContain('tags:\n  - career # mine\n  - ui\n');
});

async function withTwoClones(
  work: (here: Clone, there: Clone, pullBoth: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const place = makePlace();
  try {
    const setting = { place, random: Math.random };
    const [here, there] = [
      new Clone(setting, 'here', Date.parse('2026-07-10T03:00:00Z')),
      new Clone(setting, 'there', Date.parse('2026-07-10T03:00:00Z')),
    ];
    await runHere(setting, place.root, here.now, ['init', here.root]);
    await here.commitAll('a new vault');
    await here.git('clone', '-q', here.root, there.root);
    await work(here, there, async () => {
      await here.git('fetch', '-q', there.root, 'HEAD');
      await there.git('fetch', '-q', here.root, 'HEAD');
      for (const clone of [here, there]) await clone.git('merge', '-q', '--no-edit', 'FETCH_HEAD');
    });
  } finally {
    place.remove();
  }
}

async function log(clone: Clone, text: string): Promise<void> {
  await clone.must(['log', '-q', text]);
  await clone.commitAll(text);
}

// git's union of two orders leaves the entry of one clone twice.
it('a fact that git’s union left in a daily log twice is one fact', async () => {
  await withTwoClones(async (here, there, pullBoth) => {
    await log(here, 'User saw place 1');
    await log(here, 'User saw place 2');
    await log(there, 'User saw place 3');
    await pullBoth();
    await log(here, 'User saw place 4');
    await pullBoth();
    for (const { root } of [here, there])
      expect(
        readView(vaultAt(root))
          .facts.map(({ text }) => text)
          .sort(),
      ).toEqual([1, 2, 3, 4].map((n) => `User saw place ${n}`));
  });
});

// The lines of one minute stand in each clone as git's union put them.
it('facts of one minute are in the same order in both clones, so that both dream the same', async () => {
  await withTwoClones(async (here, there, pullBoth) => {
    await log(here, 'User prefers green tea');
    await log(there, 'User prefers green tea.');
    await pullBoth();
    for (const clone of [here, there]) {
      clone.time += 24 * 3_600_000;
      await clone.must(['dream', '--batch', '--force', '-q']);
    }
    expectSame(here, there, 'both clones');
  });
});
