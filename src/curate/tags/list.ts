// The tags of a vault as a list; an alias is counted under the tag that it is read as. Reads a view; writes nothing.
import { compareText, foldProject } from '../../model/fact.ts';
import { foldTag } from '../../model/tag-table.ts';
import type { TagsFile } from '../../page/tags-file.ts';
import type { View } from '../../vault/view.ts';
import { countTags } from './use.ts';

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
