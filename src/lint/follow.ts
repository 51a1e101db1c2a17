// The links of all notes and where they lead, for the rules about links: which of them a rule speaks
// about, and how a link to a file would be written.
import { groupBy } from '../model/group-by.ts';
import type { LinkMap, Resolved } from '../note/link-map.ts';
import type { NoteLink } from '../note/links.ts';
import { linkMapOf, type NoteFacts } from '../vault/note-files.ts';
import { readPending } from '../vault/pending.ts';
import type { LintInput, Seen } from './input.ts';
import { listingsAmong, ownPages, scopeOf } from './scope.ts';

/** One link of a note. */
export interface Followed {
  /** The path of the note. */
  readonly from: string;
  readonly link: NoteLink;
  readonly to: Resolved;
}

/** Every link of these notes, in their order. */
export function followLinks(notes: Iterable<NoteFacts>, links: LinkMap): Followed[] {
  const followed: Followed[] = [];
  for (const { path, links: found } of notes)
    for (const link of found) followed.push({ from: path, link, to: links.resolve(path, link.target) });
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
  const steps = [...followed].flatMap(({ from, to }) => targetsOf(to).map((path) => ({ from, path })));
  return new Map(
    [...groupBy(steps, ({ from }) => from)].map(([from, all]) => [
      from,
      new Set(all.map(({ path }) => path).filter((path) => path !== from)),
    ]),
  );
}

/** Links of one note that say the same, in the order of their lines. */
export interface SameLinks {
  readonly first: Followed;
  readonly count: number;
}

/** Groups the links of each note by what they say. `keyOf`: what a link says; null leaves it out. */
export function sameLinks(followed: Iterable<Followed>, keyOf: (one: Followed) => string | null): SameLinks[] {
  const said = [...followed].filter((one) => keyOf(one) !== null);
  return [...groupBy(said, (one) => `${one.from}\n${keyOf(one)}`).values()].flatMap(([first, ...more]) =>
    first ? [{ first, count: more.length + 1 }] : [],
  );
}

/** The end of a message: how often the note says so; empty for once. */
export const times = ({ count }: SameLinks): string => (count === 1 ? '' : `, ${count} times`);

/**
 * What a wikilink to a file says: its name where no other file has that name, else its path; for a note without `.md`.
 */
export function wikiTarget(links: LinkMap, path: string): string {
  const bare = path.replace(/\.md$/i, '');
  const name = bare.slice(bare.lastIndexOf('/') + 1);
  return links.named(name).length === 1 ? name : bare;
}

// What follows from what lint read, worked out when a rule first asks for it: where links lead, which pages are
// memvault's own, which notes are looked at. It reads nothing by itself.

/** What was read, with all that follows from it. Each reader is called once at most. */
export function toLintInput(seen: Seen): LintInput {
  const { view, today, dailyDir, scope, isKnown } = seen;
  const readPaths = once(seen.readPaths);
  const input: LintInput = lazily(
    { ...seen, seen, readPaths },
    {
      notes: seen.readNotes,
      links: () => linkMapOf(readPaths(), input.notes.values()),
      followed: () => followLinks(input.notes.values(), input.links),
      templateFolders: seen.readTemplateFolders,
      catalogue: () => seen.readCatalogue(view),
      pending: () => readPending(view, today),
      pages: () => ownPages(view.pages.values(), dailyDir, isKnown),
      listings: () => listingsAmong(seen.files),
      looksAt: () =>
        scopeOf({ dailyDir, own: new Set(input.pages.map(({ path }) => path)), listings: input.listings }, scope),
      lookedAt: () =>
        (scope.include.length === 0 ? input.pages.map(({ path }) => path) : [...input.notes.keys()]).filter(
          input.looksAt,
        ),
    },
  );
  return input;
}

/** Adds properties that are worked out when they are first read, and kept. */
function lazily<Given extends object, More extends object>(
  given: Given,
  more: { readonly [Key in keyof More]: () => More[Key] },
): Given & More {
  for (const [key, work] of Object.entries(more) as [string, () => unknown][]) {
    const get = once(work);
    Object.defineProperty(given, key, { enumerable: true, get });
  }
  return given as Given & More;
}

/** Works a value out when it is first asked for, and keeps it. */
function once<Value>(work: () => Value): () => Value {
  let held: { readonly value: Value } | null = null;
  return () => (held ??= { value: work() }).value;
}
