// Resolves the links of all notes, for the rules about links; also selects the links to check and writes link targets.
import { groupBy } from '../model/group-by.ts';
import type { LinkMap, Resolved } from '../note/link-map.ts';
import type { NoteLink } from '../note/links.ts';
import { linkMapOf, type NoteFacts } from '../vault/note-files.ts';
import { readPending } from '../vault/pending.ts';
import type { LintInput, Seen } from './input.ts';
import { listingsAmong, ownPages, scopeOf } from './scope.ts';

/** One link of a note. */
export interface Followed {
  /** The note's path. */
  readonly from: string;
  readonly link: NoteLink;
  readonly to: Resolved;
}

/** Every link of these notes, in order. */
export function followLinks(notes: Iterable<NoteFacts>, links: LinkMap): Followed[] {
  const followed: Followed[] = [];
  for (const { path, links: found } of notes)
    for (const link of found) followed.push({ from: path, link, to: links.resolve(path, link.target) });
  return followed;
}

/** The links that editorial rules check: those of checked notes, without sources of facts, which `citations` checks. */
export function linksLookedAt({
  followed,
  looksAt,
  isKnown,
}: Pick<LintInput, 'followed' | 'looksAt' | 'isKnown'>): Followed[] {
  return followed.filter(({ from, link }) => looksAt(from) && (link.footnote === null || !isKnown(link.footnote)));
}

/** The files that a link opens or may open; none if it resolves to nothing. */
export function targetsOf(to: Resolved): readonly string[] {
  if (to.how === 'found' || to.how === 'wrong-case') return [to.path];
  return to.how === 'ambiguous' ? to.paths : [];
}

/** For each note, the other files it links to. An ambiguous link counts for each file that it may open. */
export function linkGraph(followed: Iterable<Followed>): Map<string, Set<string>> {
  const steps = [...followed].flatMap(({ from, to }) => targetsOf(to).map((path) => ({ from, path })));
  return new Map(
    [...groupBy(steps, ({ from }) => from)].map(([from, all]) => [
      from,
      new Set(all.map(({ path }) => path).filter((path) => path !== from)),
    ]),
  );
}

/** Links of one note that say the same. */
export interface SameLinks {
  readonly first: Followed;
  readonly count: number;
}

/** Groups each note's links by `keyOf`; null leaves a link out. */
export function sameLinks(followed: Iterable<Followed>, keyOf: (one: Followed) => string | null): SameLinks[] {
  const said = [...followed].filter((one) => keyOf(one) !== null);
  return [...groupBy(said, (one) => `${one.from}\n${keyOf(one)}`).values()].flatMap(([first, ...more]) =>
    first ? [{ first, count: more.length + 1 }] : [],
  );
}

/** The end of a message: how often the link occurs; empty for once. */
export const times = ({ count }: SameLinks): string => (count === 1 ? '' : `, ${count} times`);

/** The target of a wikilink to a file: its name if unique, else its path; without `.md`. */
export function wikiTarget(links: LinkMap, path: string): string {
  const bare = path.replace(/\.md$/i, '');
  const name = bare.slice(bare.lastIndexOf('/') + 1);
  return links.named(name).length === 1 ? name : bare;
}

// Derives, lazily, what the rules need from what lint read: link targets, memvault's pages, the notes to check. Reads
// nothing itself.

/** Adds everything derived from what was read. Calls each reader at most once. */
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

/** Adds lazy properties, computed on first access. */
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

/** Computes a value on first call and caches it. */
function once<Value>(work: () => Value): () => Value {
  let held: { readonly value: Value } | null = null;
  return () => (held ??= { value: work() }).value;
}
