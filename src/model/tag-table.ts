// Which tags a person declared to be one: aliases and the tag that each stands for. A value; reads no file, and is on
// the way of a search that asks for a tag.
import { groupBy } from './group-by.ts';

/** A tag as it is compared: without `#`, in lower case, white space collapsed, accents composed. */
export function foldTag(tag: string): string {
  const plain = tag
    .replace(/^[\s#]+/, '')
    .trim()
    .toLowerCase();
  return /^[\x21-\x7E]*$/.test(plain) ? plain : plain.normalize('NFC').replace(/\s+/g, ' ');
}

/** One line of a person's: `alias` is to be read as `canonical`. */
export interface TagAlias {
  readonly alias: string;
  readonly canonical: string;
}

/** What stands in the way of some of them; those are as if they were not there. */
export interface TagProblem {
  readonly kind: 'cycle' | 'twice';
  readonly alias: string;
  /** In words, without its line. */
  readonly message: string;
}

export interface TagTable {
  /** How many aliases hold. */
  readonly size: number;
  /**
   * The tag that it stands for, as a person wrote that; a tag that is no alias is given back as it is, but in the
   * spelling of the file where it is named there.
   */
  canonicalOf(tag: string): string;
  /** All tags that are one with it, the canonical one first; of a tag nobody spoke of only itself. */
  formsOf(tag: string): readonly string[];
  /** Every canonical tag with its aliases behind it, as they are compared. */
  readonly groups: readonly (readonly string[])[];
}

/** Nobody declared anything. */
export const NO_TAGS: TagTable = { size: 0, canonicalOf: (tag) => tag, formsOf: (tag) => [tag], groups: [] };

/** Chains are followed to their end. Of an alias of two tags the first holds; aliases in a circle count for nothing. */
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
        message: `${alias} is an alias of ${spelling.get(held) ?? held} and of ${canonical}; the first holds`,
      });
  }
  for (const from of next.keys()) {
    const circle = wayFrom(from, next);
    if (next.get(circle.at(-1) ?? from) !== from) continue;
    problems.push({
      kind: 'cycle',
      alias: from,
      message: `${[...circle, from].join(' → ')} goes round in a circle; none of these aliases holds`,
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

/** The tag, what it stands for, and so on, each once. */
function wayFrom(start: string, next: ReadonlyMap<string, string>): string[] {
  const way = new Set([start]);
  for (const tag of way) {
    const to = next.get(tag);
    if (to !== undefined) way.add(to);
  }
  return [...way];
}

/** Tags in their canonical form, each once, in their order. */
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
