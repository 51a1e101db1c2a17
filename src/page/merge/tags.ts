// Merges `tags.yaml`: what both sides decided holds, whatever lines it stands on. Pure, and the same in both
// directions. Where both sides changed more than lists, it merges as lines.
import { foldTag, type TagAlias } from '../../model/tag-table.ts';
import { withAlias, withApart, without } from '../edit-tags.ts';
import { isApart, parseTagsFile, type TagPair, type TagsFile } from '../tags-file.ts';
import { inBothDirections, type Merged, type MergeText, sortSides } from './three-way.ts';

/** `base` is empty where both sides made the file. */
export async function mergeTags(
  texts: { readonly ours: string; readonly base: string; readonly theirs: string },
  mergeText: MergeText,
): Promise<Merged> {
  const { versions, swapped } = sortSides(texts.ours, texts.base, texts.theirs);
  const merge = inBothDirections(mergeText, swapped);
  const { base, first, second } = versions;
  if (first === second || base === first || base === second) return await merge(versions);
  const [before, one, other] = [base, first, second].map(parseTagsFile);
  if (
    before === undefined ||
    one === undefined ||
    other === undefined ||
    [before, one, other].some(({ broken }) => broken !== null)
  )
    return await merge(versions);
  const [ofFirst, ofSecond] = [decidedSince(before, one), decidedSince(before, other)];
  const wanted = replay(first, ofSecond);
  // Whoever changed nothing but lists loses nothing where only these are taken over.
  const united =
    replay(base, ofSecond) === second ? wanted : replay(base, ofFirst) === first ? replay(second, ofFirst) : null;
  if (united !== null) return { text: united, conflicts: false };
  const byLines = await merge(versions);
  const lines = parseTagsFile(byLines.text);
  return byLines.conflicts || lines.broken !== null || wanted === null || isLike(lines, parseTagsFile(wanted))
    ? byLines
    : { text: wanted, conflicts: false };
}

interface Decided {
  readonly aliases: readonly TagAlias[];
  readonly apart: readonly TagPair[];
  readonly noAliases: readonly TagAlias[];
  readonly notApart: readonly TagPair[];
}

const isSame = (a: TagAlias, b: TagAlias): boolean =>
  foldTag(a.alias) === foldTag(b.alias) && foldTag(a.canonical) === foldTag(b.canonical);
const isTurned = (a: TagAlias, b: TagAlias): boolean =>
  foldTag(a.alias) === foldTag(b.canonical) && foldTag(a.canonical) === foldTag(b.alias);

function decidedSince(before: TagsFile, after: TagsFile): Decided {
  return {
    aliases: after.aliases.filter((one) => !before.aliases.some((other) => isSame(one, other))),
    apart: after.apart.filter(([a, b]) => !isApart(before, a, b)),
    noAliases: before.aliases.filter((one) => !after.aliases.some((other) => isSame(one, other))),
    notApart: before.apart.filter(([a, b]) => !isApart(after, a, b)),
  };
}

/**
 * Null where an edit has no place. Two sides that turn one alias round agree that it is one: the text's direction
 * stays.
 */
function replay(text: string, { aliases, apart, noAliases, notApart }: Decided): string | null {
  const edits: ((at: string) => string | null)[] = [
    ...noAliases.map((alias) => (at: string) => without(at, { alias })),
    ...notApart.map((pair) => (at: string) => without(at, { apart: pair })),
    ...aliases.map(
      (alias) => (at: string) =>
        parseTagsFile(at).aliases.some((other) => isTurned(alias, other)) ? at : withAlias(at, alias),
    ),
    ...apart.map((pair) => (at: string) => withApart(at, pair)),
  ];
  return edits.reduce<string | null>((at, edit) => (at === null ? null : edit(at)), text);
}

function isLike(a: TagsFile, b: TagsFile): boolean {
  return (
    a.aliases.length === b.aliases.length &&
    a.apart.length === b.apart.length &&
    a.aliases.every((one) => b.aliases.some((other) => isSame(one, other))) &&
    a.apart.every(([x, y]) => isApart(b, x, y))
  );
}
