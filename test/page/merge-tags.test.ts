// Two clones decide about tags: what both decided holds after a merge, in either direction.
import { expect, test } from 'vitest';
import { mergeTags } from '../../src/page/merge/tags.ts';
import { withAlias, withApart, without } from '../../src/page/edit-tags.ts';
import { parseTagsFile } from '../../src/page/tags-file.ts';
import type { MergeText } from '../../src/page/merge/three-way.ts';

const BASE = '# mine\naliases:\n  firmware: [fw]\napart:\n  - [ui, ux]\n';
const marked: MergeText = (ours, _base, theirs) =>
  Promise.resolve({ text: `<<<<<<< ours\n${ours}=======\n${theirs}>>>>>>> theirs\n`, conflicts: true });
const alias = (text: string, from: string, to: string): string => withAlias(text, { alias: from, canonical: to }) ?? '';

async function both(base: string, ours: string, theirs: string): Promise<string> {
  const [one, other] = [
    await mergeTags({ base, ours, theirs }, marked),
    await mergeTags({ base, ours: theirs, theirs: ours }, marked),
  ];
  if (!one.conflicts) expect(other.text).toBe(one.text);
  return one.text;
}

const aliasesIn = (text: string): string[] =>
  parseTagsFile(text)
    .aliases.map((one) => `${one.alias} > ${one.canonical}`)
    .sort();

test.each([
  [
    'of the same tag',
    BASE,
    alias(BASE, 'firmware-control', 'firmware'),
    alias(BASE, 'f-w', 'firmware'),
    ['f-w > firmware', 'firmware-control > firmware', 'fw > firmware'],
  ],
  [
    'of others',
    BASE,
    alias(BASE, 'k8s', 'kubernetes'),
    alias(BASE, 'js', 'javascript'),
    ['fw > firmware', 'js > javascript', 'k8s > kubernetes'],
  ],
  [
    'in new files',
    '',
    alias('', 'k8s', 'kubernetes'),
    alias('', 'js', 'javascript'),
    ['js > javascript', 'k8s > kubernetes'],
  ],
  [
    'the same',
    '',
    alias('', 'k8s', 'kubernetes'),
    alias(alias('', 'k8s', 'kubernetes'), 'fw', 'firmware'),
    ['fw > firmware', 'k8s > kubernetes'],
  ],
  [
    'turned round: one direction holds',
    '',
    alias('', 'k8s', 'kubernetes'),
    alias('', 'kubernetes', 'k8s'),
    ['kubernetes > k8s'],
  ],
  [
    'one taken back',
    BASE,
    without(BASE, { alias: { alias: 'fw', canonical: 'firmware' } }) ?? '',
    alias(BASE, 'js', 'javascript'),
    ['js > javascript'],
  ],
  [
    'and a person wrote on one side',
    BASE,
    BASE.replace('# mine', '# ours, and mine').replace('[fw]', '[fw] # board'),
    alias(BASE, 'js', 'javascript'),
    ['fw > firmware', 'js > javascript'],
  ],
])('two aliases %s', async (_what, base, ours, theirs, expected) => {
  const text = await both(base, ours, theirs);
  expect(parseTagsFile(text)).toMatchObject({ broken: null, problems: [] });
  expect(aliasesIn(text)).toEqual(expected);
  for (const comment of [...`${ours}${theirs}`.matchAll(/#[^\n]*/g)].map(([one]) => one))
    if (comment !== '# mine') expect(text).toContain(comment);
});

test('pairs that stay apart are united', async () => {
  const text = await both(BASE, withApart(BASE, ['test', 'text']) ?? '', withApart(BASE, ['car', 'care']) ?? '');
  expect(parseTagsFile(text).apart).toHaveLength(3);
});

test('an alias on one side and kept apart on the other: both stand, and it is told', async () => {
  const text = await both('', alias('', 'a', 'b'), withApart('', ['b', 'a']) ?? '');
  expect(parseTagsFile(text).problems.map(({ message }) => message)).toEqual([
    'b and a are kept apart, and by their aliases they are one; the aliases hold',
  ]);
});

test('where both sides wrote words of their own, lines merge as git merges them', async () => {
  const { conflicts } = await mergeTags(
    { base: BASE, ours: BASE.replace('# mine', '# ours'), theirs: BASE.replace('# mine', '# theirs') },
    marked,
  );
  expect(conflicts).toBe(true);
});
