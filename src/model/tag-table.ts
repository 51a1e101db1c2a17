// Tag aliases declared by the user. A pure value; loaded by searches with a tag.
import { groupBy } from './group-by.ts';

/** Normalises a tag for comparison: without `#`, lower-case, white space collapsed, accents composed. */
export function foldTag(tag: string): string {
  const plain = tag
    .replace(/^[\s#]+/, '')
    .trim()
    .toLowerCase();
  return /^[\x21-\x7E]*$/.test(plain) ? plain : plain.normalize('NFC').replace(/\s+/g, ' ');
}

/** A user's declaration: read `alias` as `canonical`. */
export interface TagAlias {
  readonly alias: string;
  readonly canonical: string;
}

/** Why some aliases are ignored. */
export interface TagProblem {
  readonly kind: 'cycle' | 'twice';
  readonly alias: string;
  /** In words, without the line number. */
  readonly message: string;
}

export interface TagTable {
  /** Number of effective aliases. */
  readonly size: number;
  /** The canonical tag, as the user wrote it; any other tag is returned unchanged, or as spelled in the file. */
  canonicalOf(tag: string): string;
  /** All tags equal to it, the canonical one first; for an undeclared tag only itself. */
  formsOf(tag: string): readonly string[];
  /** Every canonical tag followed by its aliases, normalised. */
  readonly groups: readonly (readonly string[])[];
}

/** No declarations. */
export const NO_TAGS: TagTable = { size: 0, canonicalOf: (tag) => tag, formsOf: (tag) => [tag], groups: [] };

/** Follows chains to their end. If an alias has two targets, the first wins; aliases in a cycle are ignored. */
export function makeTagTable(aliases: readonly TagAlias[]): {
  readonly table: TagTable;
  readonly problems: readonly TagProblem[];
} {
  const problems: TagProblem[] = [];
  const next = new Map<string, string>();
  const spelling = new Map<string, string>();
  for (const { alias, canonical } of aliases) {
    const [from, to] = [foldTag(alias), foldTag(canonical)];
    if (from === '' || to === '') continue;
    if (!spelling.has(to)) spelling.set(to, canonical);
    if (from === to) continue; // Another spelling of the same word is the same tag anyway.
    const held = next.get(from);
    if (held === undefined) next.set(from, to);
    else if (held !== to)
      problems.push({
        kind: 'twice',
        alias,
        message: `${alias} is an alias of ${spelling.get(held) ?? held} and of ${canonical}; the first one is used`,
      });
  }
  for (const from of next.keys()) {
    const circle = wayFrom(from, next);
    if (next.get(circle.at(-1) ?? from) !== from) continue;
    problems.push({
      kind: 'cycle',
      alias: from,
      message: `${[...circle, from].join(' → ')} is a cycle; none of these aliases is used`,
    });
    for (const one of circle) next.delete(one);
  }
  const ends = new Map([...next.keys()].map((from) => [from, wayFrom(from, next).at(-1) ?? from]));
  const aliasesOf = groupBy(ends.keys(), (from) => ends.get(from) ?? from);
  const forms = new Map([...aliasesOf].map(([end, some]) => [end, [end, ...some]]));
  const canonicalOf = (tag: string): string => {
    const folded = foldTag(tag);
    const end = ends.get(folded) ?? folded;
    return spelling.get(end) ?? (end === folded ? tag : end);
  };
  const table: TagTable = {
    size: ends.size,
    canonicalOf,
    groups: [...forms.values()],
    formsOf: (tag) => {
      const folded = foldTag(tag);
      return forms.get(ends.get(folded) ?? folded) ?? [tag];
    },
  };
  return { table, problems };
}

/** The chain from a tag, without repetitions. */
function wayFrom(start: string, next: ReadonlyMap<string, string>): string[] {
  const way = new Set([start]);
  for (const tag of way) {
    const to = next.get(tag);
    if (to !== undefined) way.add(to);
  }
  return [...way];
}

/** Canonical tags in order, without duplicates. */
export function canonicalTags(tags: readonly string[], { canonicalOf, size }: TagTable): readonly string[] {
  if (size === 0) return tags;
  const seen = new Set<string>();
  const out: string[] = [];
  for (const tag of tags) {
    const one = canonicalOf(tag);
    const folded = foldTag(one);
    if (!seen.has(folded)) out.push(one);
    seen.add(folded);
  }
  return out;
}
