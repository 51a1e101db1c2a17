// The overviews of two clones: of two that memvault wrote one stays whole, a person's own stays theirs.
import { expect, test } from 'vitest';
import type { OverviewPart } from '../../../src/model/page.ts';
import { mergeNote } from '../../../src/page/merge/merge.ts';
import { parseOverview, setOverview } from '../../../src/page/overview.ts';
import { gitMerge } from './git-merge.ts';
import { EMPTY, factId, type Step, take } from './pages.ts';

const add = (facts: number[], head: string | null = null): Step => ({ does: 'add', facts, head });
const base = take(EMPTY, [add([1, 4, 7]), add([10, 13], 'Food')], '2026-05-01');
const parts = (...sentences: readonly (readonly [string, number])[]): OverviewPart[] => [
  { heading: null, as: 'text', sentences: sentences.map(([text, n]) => ({ text, facts: [factId(n)] })) },
];
const ONE = parts(['User did thing 1 at Place1.', 1], ['User did thing 4 at Place4.', 4]);
const TWO = parts(['User did thing 7 at Place7.', 7]);
const textsOf = (text: string): string[] =>
  parseOverview(text)?.parts.flatMap(({ sentences }) => sentences.map((sentence) => sentence.text)) ?? [];

/** The merge in both directions, which must be one. */
async function merged(ours: string, theirs: string, from: string): Promise<{ text: string; conflicts: boolean }> {
  const one = await mergeNote({ ours, base: from, theirs }, gitMerge);
  const other = await mergeNote({ ours: theirs, base: from, theirs: ours }, gitMerge);
  if (!one.conflicts) expect(one).toEqual(other);
  return one;
}

test('the overview of the one side that has one comes along with the claims of the other', async () => {
  const { text, conflicts } = await merged(setOverview(base, ONE), take(base, [add([25])], '2026-06-02'), base);
  expect([conflicts, textsOf(text), parseOverview(text)?.isEdited]).toEqual([
    false,
    textsOf(setOverview(base, ONE)),
    false,
  ]);
  expect(text).toContain(`[^${factId(25)}]`);
  expect(text.startsWith(setOverview(base, ONE).split('## Key Facts')[0]?.split('---\n')[2] ?? '?')).toBe(false);
});

test('of two written anew the one of the later day stays, whole', async () => {
  const from = setOverview(base, parts(['User did thing 10 at Place10.', 10]));
  const early = setOverview(take(from, [add([25])], '2026-06-01'), ONE);
  const late = setOverview(take(from, [add([26], 'Food')], '2026-06-02'), TWO);
  const { text, conflicts } = await merged(early, late, from);
  expect([conflicts, textsOf(text), parseOverview(text)?.isEdited]).toEqual([false, textsOf(late), false]);
});

test('on one day their texts decide, in either direction', async () => {
  const [one, two] = [ONE, TWO].map((own) => setOverview(take(base, [add([25])], '2026-06-01'), own));
  const { text } = await merged(one ?? '', two ?? '', base);
  expect([textsOf(one ?? ''), textsOf(two ?? '')]).toContainEqual(textsOf(text));
});

test('a sentence goes whose claim the other side ended', async () => {
  const ended = take(base, [{ does: 'supersede', on: 0, fact: 25 }], '2026-06-02');
  expect(ended).toContain('~~User did thing 1 at Place1.~~');
  const { text } = await merged(
    setOverview(base, parts(['It is at Place1.', 1], ['It is at Place4.', 4])),
    ended,
    base,
  );
  expect(textsOf(text)).toEqual(['It is at Place4.']);
});

test('what a person edited stays before what memvault wrote', async () => {
  const from = setOverview(base, ONE);
  const edited = from.replace('User did thing 1', 'He did thing 1');
  const rewritten = setOverview(take(from, [add([25])], '2026-06-02'), TWO);
  const { text, conflicts } = await merged(edited, rewritten, from);
  expect([conflicts, textsOf(text), parseOverview(text)?.isEdited]).toEqual([false, textsOf(edited), true]);
});

test('two that persons edited merge as text', async () => {
  const from = setOverview(base, [...ONE, ...TWO]);
  const { text, conflicts } = await merged(
    from.replace('User did thing 1', 'He did thing 1'),
    from.replace('User did thing 7', 'He did thing 7'),
    from,
  );
  expect([conflicts, textsOf(text)]).toEqual([
    false,
    ['He did thing 1 at Place1.', 'User did thing 4 at Place4.', 'He did thing 7 at Place7.'],
  ]);
  const clash = await merged(
    from.replace('User did thing 1', 'He did thing 1'),
    from.replace('User did thing 1', 'She did thing 1'),
    from,
  );
  expect(clash.conflicts).toBe(true);
});
