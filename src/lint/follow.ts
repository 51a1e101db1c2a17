// The links of all notes and where they lead, for the rules about links: which of them a rule speaks about, and how a
// link would be written that leads to a file.
import type { NoteLink } from '../markdown/note-links.ts';
import type { LinkMap, Resolved } from '../model/link-map.ts';
import type { NoteFacts } from '../vault/note-facts.ts';
import type { LintInput } from './input.ts';

export interface Followed {
  readonly from: string;
  readonly link: NoteLink;
  readonly to: Resolved;
}

export function followLinks(notes: Iterable<NoteFacts>, links: LinkMap): Followed[] {
  const followed: Followed[] = [];
  for (const { path, links: found } of notes) for (const link of found) followed.push({ from: path, link, to: links.resolve(path, link.target) });
  return followed;
}

/** The links that editorial rules speak about: of the notes looked at, without the sources of facts, which `citations` proves. */
export function linksLookedAt({ followed, looksAt, isKnown }: Pick<LintInput, 'followed' | 'looksAt' | 'isKnown'>): Followed[] {
  return followed.filter(({ from, link }) => looksAt(from) && (link.footnote === null || !isKnown(link.footnote)));
}

/** The files that a link opens or may open; none where it leads nowhere by itself. */
export function targetsOf(to: Resolved): readonly string[] {
  if (to.how === 'found' || to.how === 'wrong-case') return [to.path];
  return to.how === 'ambiguous' ? to.paths : [];
}

/** For each note the other notes that it links to; what is ambiguous counts for all. */
export function linkGraph(followed: Iterable<Followed>): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const { from, to } of followed) {
    for (const path of targetsOf(to)) {
      if (path === from) continue;
      const known = graph.get(from);
      if (known) known.add(path);
      else graph.set(from, new Set([path]));
    }
  }
  return graph;
}

/** Links of one note that say the same, in the order of their lines. */
export interface SameLinks {
  readonly first: Followed;
  readonly count: number;
}

/** `keyOf` null: the link is left out. */
export function sameLinks(followed: Iterable<Followed>, keyOf: (one: Followed) => string | null): SameLinks[] {
  const groups = new Map<string, { first: Followed; count: number }>();
  for (const one of followed) {
    const said = keyOf(one);
    if (said === null) continue;
    const key = `${one.from}\n${said}`;
    const group = groups.get(key);
    if (group) group.count++;
    else groups.set(key, { first: one, count: 1 });
  }
  return [...groups.values()];
}

/** Behind a message: how often it is so in the note. */
export const times = (count: number): string => (count === 1 ? '' : `, ${count} times in this note`);

/** What a wikilink to a file says: its name where no other file has it, else its path; notes without `.md`. */
export function wikiTarget(links: LinkMap, path: string): string {
  const bare = path.replace(/\.md$/i, '');
  const name = bare.slice(bare.lastIndexOf('/') + 1);
  return links.named(name).length === 1 ? name : bare;
}
