// The links of all notes and canvases and where they lead, for the rules about links: which of them a rule speaks
// about, and how a link to a file would be written.
import { posix } from 'node:path';
import { compareText } from '../model/fact.ts';
import { groupBy } from '../model/group-by.ts';
import { followLink, type LinkMap, type Resolved } from '../note/link-map.ts';
import type { NoteLink } from '../note/links.ts';
import { isCanvasPath } from '../page/page-name.ts';
import { linkMapOf, type NoteFacts } from '../vault/note-facts.ts';
import { readPending } from '../vault/pending.ts';
import type { LintInput, Seen } from './input.ts';
import { ownPages } from './own-pages.ts';
import { listingsAmong, scopeOf } from './scope.ts';

/** One link of a note or canvas. */
export interface Followed {
  /** The path of the note or canvas. */
  readonly from: string;
  readonly link: NoteLink;
  readonly to: Resolved;
}

/** Every link of these notes and canvases, in their order. */
export function followLinks(notes: Iterable<NoteFacts>, links: LinkMap): Followed[] {
  const followed: Followed[] = [];
  for (const { path, links: found } of notes)
    for (const link of found) followed.push({ from: path, link, to: followLink(links, path, link) });
  return followed;
}

/**
 * The links that rules of good editing speak about: those of notes that are looked at, but for the sources of facts,
 * which `citations` proves.
 */
export function linksLookedAt({
  followed,
  looksAt,
  isKnown,
}: Pick<LintInput, 'followed' | 'looksAt' | 'isKnown'>): Followed[] {
  return followed.filter(({ from, link }) => looksAt(from) && (link.footnote === null || !isKnown(link.footnote)));
}

/** The files that a link opens or may open; none where it leads nowhere by itself. */
export function targetsOf(to: Resolved): readonly string[] {
  if (to.how === 'found' || to.how === 'wrong-case') return [to.path];
  return to.how === 'ambiguous' ? to.paths : [];
}

/** For each note the other files that it links to. An ambiguous link counts for each file that it may open. */
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

/** Groups the links of each note by what they say. `keyOf`: what a link says; null leaves it out. */
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

/** The end of a message: how often the note says so; empty for once. */
export const times = ({ first, count }: SameLinks): string =>
  count === 1 ? '' : `, ${count} times ${isCanvasPath(first.from) ? 'on this canvas' : 'in this note'}`;

/**
 * What a wikilink to a file says: its name where no other file has that name, else its path; for a note without `.md`.
 */
export function wikiTarget(links: LinkMap, path: string): string {
  const bare = path.replace(/\.md$/i, '');
  const name = bare.slice(bare.lastIndexOf('/') + 1);
  return links.named(name).length === 1 ? name : bare;
}

/**
 * Of a target that leads nowhere: is what stands before its slash a folder, and no word as in `TCP/IP`? With the ending
 * of a note it is, else where the folder is there or a zone, or where the page of that name is memvault's own, which a
 * person may have moved out of any folder.
 */
export function isPath(
  { links, pages, zones }: Pick<LintInput, 'links' | 'pages' | 'zones'>,
  from: string,
  target: string,
  found: string,
): boolean {
  if (target.endsWith('/')) return false;
  const folder = posix.dirname(target);
  return (
    target.endsWith('.md') ||
    zones.includes(folder) ||
    links.resolve(from, `${folder}/`).how === 'found' ||
    pages.some(({ path }) => path === found)
  );
}

/** Has the note this alias or title, letter by letter? */
export function isCalled({ notes }: Pick<LintInput, 'notes'>, path: string, name: string): boolean {
  const note = notes.get(path);
  return (
    note !== undefined &&
    [note.title ?? '', ...note.aliases].some((one) => one.normalize('NFC') === name.normalize('NFC'))
  );
}

/**
 * Files of other folders than that of the file which a bare name leads to, spelt as the link says, letter by letter.
 */
export function speltSo(links: LinkMap, target: string, path: string): string[] {
  if (target.includes('/')) return [];
  const names = [target, `${target}.md`].map((name) => name.normalize('NFC'));
  return links
    .named(target)
    .filter((other) => other !== path && names.includes(other.slice(other.lastIndexOf('/') + 1).normalize('NFC')));
}

/**
 * Gives for a name without an ending the files of that name with some ending, notes left out, sorted. The paths are
 * looked at when it is first asked.
 */
export function makeOtherEndings(paths: () => readonly string[]): (name: string) => readonly string[] {
  let byStem: Map<string, string[]> | null = null;
  const fold = (path: string): string =>
    path
      .slice(path.lastIndexOf('/') + 1)
      .normalize('NFC')
      .toLowerCase();
  return (name) => {
    byStem ??= groupBy(
      paths().filter((path) => !/\.md$/i.test(path)),
      (path) => fold(path).replace(/(?!^)\.[^.]*$/, ''),
    );
    return [...(byStem.get(fold(name)) ?? [])].sort(compareText);
  };
}

// What follows from what lint read, worked out when a rule first asks for it: where links lead, which pages are
// memvault's own, which notes are looked at. It reads nothing by itself.

/** What was read, with all that follows from it. Each reader is called once at most. */
export function toLintInput(seen: Seen): LintInput {
  const { view, today, dailyDir, scope, isKnown } = seen;
  const [templateFolders, catalogue] = [once(seen.readTemplateFolders), once(() => seen.readCatalogue(view))];
  const readPaths = once(seen.readPaths);
  const read = once(() => seen.readNotes(readPaths()));
  const canvases = once(() => new Map([...read()].filter(([path]) => isCanvasPath(path))));
  const notes = once(() =>
    canvases().size === 0 ? read() : new Map([...read()].filter(([path]) => !isCanvasPath(path))),
  );
  const links = once(() => linkMapOf(readPaths(), notes().values()));
  const followed = once(() => followLinks(read().values(), links()));
  const pending = once(() => readPending(view, today));
  const pages = once(() => ownPages(view.pages.values(), dailyDir, isKnown));
  const listings = once(() => listingsAmong(seen.files));
  const looksAt = once(() =>
    scopeOf({ dailyDir, own: new Set(pages().map(({ path }) => path)), listings: listings() }, scope),
  );
  const lookedAt = once(() =>
    (scope.include.length === 0 ? pages().map(({ path }) => path) : [...notes().keys()]).filter(looksAt()),
  );
  return {
    ...seen,
    seen,
    readPaths,
    get notes() {
      return notes();
    },
    get canvases() {
      return canvases();
    },
    get links() {
      return links();
    },
    get followed() {
      return followed();
    },
    get templateFolders() {
      return templateFolders();
    },
    get catalogue() {
      return catalogue();
    },
    get pending() {
      return pending();
    },
    get listings() {
      return listings();
    },
    get pages() {
      return pages();
    },
    get looksAt() {
      return looksAt();
    },
    get lookedAt() {
      return lookedAt();
    },
  };
}

/** Works a value out when it is first asked for, and keeps it. */
function once<Value>(work: () => Value): () => Value {
  let held: { readonly value: Value } | null = null;
  return () => (held ??= { value: work() }).value;
}
