// How each tag of a vault is used: by which facts, on which pages, for which projects. Counts a view; writes nothing.
import { compareText, type Fact, foldProject, projectOf } from '../../model/fact.ts';
import { LIMITS } from '../../model/limits.ts';
import { foldTag } from '../../model/tag-table.ts';
import type { TagsFile } from '../../page/tags-file.ts';
import { isForgotten, type PageText, type View } from '../../vault/view.ts';

/** How one tag is used. */
export interface TagUse {
  /** The tag as tags are compared: see foldTag. */
  readonly key: string;
  /** The tag as it is mostly written; of spellings that are equally frequent the first by code units. */
  readonly tag: string;
  readonly facts: readonly Fact[];
  /** Notes in the zones that carry it in their front matter, by path. */
  readonly pages: readonly string[];
  /** The projects of its facts as they are mostly written, sorted. */
  readonly projects: readonly string[];
}

interface Counting {
  readonly spellings: Map<string, number>;
  readonly facts: Fact[];
  readonly pages: Set<string>;
  readonly projects: Map<string, Map<string, number>>;
}

/** How each tag is used, by its key. Forgotten facts, and tags longer than anybody writes, are left out. */
export function countTags(view: Pick<View, 'facts' | 'forgotten' | 'ledger' | 'pages'>): Map<string, TagUse> {
  const counting = new Map<string, Counting>();
  const of = (tag: string): Counting | null => {
    const key = foldTag(tag);
    if (key === '' || key.length > LIMITS.tag) return null;
    const held = counting.get(key) ?? { spellings: new Map(), facts: [], pages: new Set(), projects: new Map() };
    counting.set(key, held);
    held.spellings.set(tag, (held.spellings.get(tag) ?? 0) + 1);
    return held;
  };
  for (const fact of view.facts) {
    if (isForgotten(fact.id, view)) continue;
    const seen = new Set<Counting>();
    for (const tag of fact.tags) {
      const held = of(tag);
      if (held === null || seen.has(held)) continue;
      seen.add(held);
      held.facts.push(fact);
      const project = projectOf(fact);
      if (project === null) continue;
      const spelled = held.projects.get(foldProject(project)) ?? new Map<string, number>();
      held.projects.set(foldProject(project), spelled.set(project, (spelled.get(project) ?? 0) + 1));
    }
  }
  for (const page of view.pages.values()) for (const tag of tagsOf(page)) of(tag)?.pages.add(page.path);
  return new Map(
    [...counting].map(([key, { spellings, facts, pages, projects }]) => [
      key,
      {
        key,
        tag: most(spellings),
        facts,
        pages: [...pages].sort(),
        projects: [...projects.values()].map(most).sort(),
      },
    ]),
  );
}

/**
 * The tags in a page's front matter. YAML is parsed only where the word `tags` begins a line near the top, since
 * parsing takes long.
 */
export function tagsOf(page: PageText): readonly string[] {
  return HAS_TAGS.test(page.text.slice(0, 4096)) ? page.head.tags : [];
}

const HAS_TAGS = /^["']?tags["']?\s*:/m;

function most(spellings: ReadonlyMap<string, number>): string {
  return [...spellings].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0] ?? '';
}

// The tags of a vault as a list; an alias is counted under the tag that it is read as. Reads a view; writes nothing.

/** As `tags list --json` prints it. */
export interface ListedTag {
  readonly tag: string;
  /** Tags that are declared to be read as this one, in use or not. */
  readonly aliases: readonly string[];
  /** How many facts carry it or an alias. */
  readonly facts: number;
  /** Notes in the zones that carry it in their front matter. */
  readonly pages: number;
  /** The projects of its facts, sorted. */
  readonly projects: readonly string[];
}

/** The tag on the most facts first. A tag that is named in tags.yaml alone is left out. */
export function listTags(view: View, { table }: Pick<TagsFile, 'table'>): ListedTag[] {
  const groups = new Map<
    string,
    { facts: Set<string>; pages: Set<string>; projects: Map<string, string>; tag: string; aliases: readonly string[] }
  >();
  for (const { key, tag, facts, pages, projects } of countTags(view).values()) {
    const [canonical = key, ...aliases] = table.formsOf(key);
    const group = groups.get(foldTag(canonical)) ?? {
      facts: new Set(),
      pages: new Set(),
      projects: new Map(),
      tag: aliases.length === 0 ? tag : table.canonicalOf(tag),
      aliases,
    };
    groups.set(foldTag(canonical), group);
    for (const { id } of facts) group.facts.add(id);
    for (const path of pages) group.pages.add(path);
    for (const project of projects)
      if (!group.projects.has(foldProject(project))) group.projects.set(foldProject(project), project);
  }
  return [...groups.values()]
    .map(({ tag, aliases, facts, pages, projects }) => ({
      tag,
      aliases,
      facts: facts.size,
      pages: pages.size,
      projects: [...projects.values()].sort(compareText),
    }))
    .sort((a, b) => b.facts - a.facts || b.pages - a.pages || compareText(a.tag, b.tag));
}
