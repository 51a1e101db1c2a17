// How each tag of a vault is used: by which facts, on which pages, for which projects. Counts a view; writes nothing.
import type { Fact } from '../model/fact.ts';
import { foldTag } from '../model/tag-table.ts';
import type { PageText, View } from '../vault/view.ts';

export interface TagUse {
  /** As it is compared: see foldTag. */
  readonly key: string;
  /** As most write it; of equally many the first by code units. */
  readonly tag: string;
  readonly facts: readonly Fact[];
  /** Notes in the zones that carry it in their front matter, by path. */
  readonly pages: readonly string[];
  /** Of its facts, as most write them, sorted. */
  readonly projects: readonly string[];
}

interface Counting {
  readonly spellings: Map<string, number>;
  readonly facts: Fact[];
  readonly pages: Set<string>;
  readonly projects: Map<string, Map<string, number>>;
}

/** By the tag as it is compared. Forgotten facts and tags longer than anybody writes count for nothing. */
export function countTags(view: Pick<View, 'facts' | 'forgotten' | 'ledger' | 'pages'>): Map<string, TagUse> {
  const counting = new Map<string, Counting>();
  const of = (tag: string): Counting | null => {
    const key = foldTag(tag);
    if (key === '' || key.length > LONGEST) return null;
    const held = counting.get(key) ?? { spellings: new Map(), facts: [], pages: new Set(), projects: new Map() };
    counting.set(key, held);
    held.spellings.set(tag, (held.spellings.get(tag) ?? 0) + 1);
    return held;
  };
  for (const fact of view.facts) {
    if (view.forgotten.has(fact.id) || view.ledger.get(fact.id)?.as === 'forgotten') continue;
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
  return new Map([...counting].map(([key, { spellings, facts, pages, projects }]) => [key, {
    key, tag: most(spellings), facts, pages: [...pages].sort(), projects: [...projects.values()].map(most).sort(),
  }]));
}

/** Characters; nobody types more. */
const LONGEST = 64;

export function projectOf({ fields }: Pick<Fact, 'fields'>): string | null {
  return fields.project?.trim() || null;
}

export const foldProject = (project: string): string => project.toLowerCase().normalize('NFC');

/** Tags of its front matter. To parse YAML costs: only where the word is in the file. */
export function tagsOf(page: PageText): readonly string[] {
  return HAS_TAGS.test(page.text.slice(0, 4096)) ? page.head.tags : [];
}

const HAS_TAGS = /^["']?tags["']?\s*:/m;

function most(spellings: ReadonlyMap<string, number>): string {
  return [...spellings].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0] ?? '';
}
