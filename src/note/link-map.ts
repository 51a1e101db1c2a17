// Resolves links to files and anchors the way Obsidian and GitHub do, and renders relative links that both can follow.
// Pure: uses only file paths and note text.
import { compareText } from '../model/fact.ts';
import { groupBy } from '../model/group-by.ts';
import { parseHeading } from './blocks.ts';
import { escapeWords } from './escape.ts';
import { type NoteBlock, scanNote } from './outline.ts';

export interface NamedNote {
  readonly path: string;
  /** Its aliases, and its title if the front matter has one. */
  readonly names: readonly string[];
}

/**
 * `wrong-case`: found, but not on a case-sensitive file system. `ambiguous`: several files match equally well; the
 * first is the one that Obsidian opens. `by-alias`: no file has the name but a title or alias does; Obsidian does not
 * follow such links. `missing`: no match.
 */
export type Resolved =
  | { readonly how: 'found' | 'wrong-case'; readonly path: string }
  | { readonly how: 'ambiguous' | 'by-alias'; readonly paths: readonly string[] }
  | { readonly how: 'missing' };

export interface LinkMap {
  /**
   * `target` as named by a link, decoded and without anchor; empty means the note `from` itself. A folder matches only
   * if the name ends with `/`.
   */
  resolve(from: string, target: string): Resolved;
  /** The files with this name in any folder and letter case; `.md` may be omitted. Sorted. */
  named(name: string): readonly string[];
}

/** `files`: every file of the vault relative to its root, including attachments. */
export function makeLinkMap(files: readonly string[], notes: Iterable<NamedNote>): LinkMap {
  const entries = [...files].sort(compareText).map((path): Entry => ({ path, folded: fold(path) }));
  const byName = groupBy(entries, ({ folded }) => nameOf(folded));
  const folders = new Set<string>(['']);
  for (const { folded } of entries)
    for (
      let at = folded.lastIndexOf('/');
      at > 0 && !folders.has(folded.slice(0, at));
      at = folded.lastIndexOf('/', at - 1)
    )
      folders.add(folded.slice(0, at));
  const named = [...notes].flatMap(({ path, names }) => [...new Set(names.map(fold))].map((name) => ({ name, path })));
  const byAlias = groupBy(named, ({ name }) => name);
  const resolve = (folder: string, target: string): Resolved => {
    const found =
      resolveFile(byName, folder, target) ??
      resolveFile(byName, folder, `${target}.md`) ??
      resolveFolder(folders, folder, target);
    if (found !== null) return found;
    const called = byAlias.get(fold(target));
    return called ? { how: 'by-alias', paths: called.map(({ path }) => path) } : { how: 'missing' };
  };
  // Pages link to the same daily logs a hundred thousand times.
  const known = new Map<string, Resolved>();
  return {
    resolve: (from, target) => {
      if (target === '') return { how: 'found', path: from };
      const folder = folderOf(from);
      const key = `${folder}\n${target}`;
      const resolved = known.get(key) ?? resolve(folder, target);
      known.set(key, resolved);
      return resolved;
    },
    named: (name) =>
      [...new Set([name, `${name}.md`].flatMap((one) => byName.get(fold(one)) ?? []).map(({ path }) => path))].sort(
        compareText,
      ),
  };
}

interface Entry {
  readonly path: string;
  readonly folded: string;
}

/** Normalises names as Obsidian does; file systems may decompose accented letters. */
const plain = (text: string): string => text.replaceAll('\u00A0', ' ').normalize('NFC');
const fold = (text: string): string => plain(text).toLowerCase();
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/**
 * Tries the vault's root, then the note's own folder, then the end of any path, preferring paths below the note's
 * folder.
 */
function resolveFile(byName: ReadonlyMap<string, readonly Entry[]>, folder: string, target: string): Resolved | null {
  const named = byName.get(nameOf(fold(target)));
  if (named === undefined) return null;
  for (const way of waysOf(folder, target)) {
    const sought = fold(way);
    const exact = pick(
      named.filter(({ folded }) => folded === sought),
      way,
    );
    if (exact !== null) return exact;
  }
  if (isRooted(target) || isRelative(target)) return null;
  const [end, start] = [`/${fold(target)}`, fold(folder)];
  const ends = named.filter(({ folded }) => folded.endsWith(end));
  const below = ends.filter(({ folded }) => folded.startsWith(start));
  const [first, ...more] = below.length === 0 ? ends : below;
  if (first === undefined) return null;
  if (more.length === 0) return pick([first], target);
  return {
    how: 'ambiguous',
    paths: [first, ...more].map(({ path }) => path).sort((a, b) => a.length - b.length || compareText(a, b)),
  };
}

/** Of files whose paths differ only in case, the one with the exact spelling; without one, the match is ambiguous. */
function pick(found: readonly Entry[], written: string): Resolved | null {
  const exact = found.find(({ path }) => plain(path).endsWith(plain(written)));
  if (exact !== undefined) return { how: 'found', path: exact.path };
  const [first, ...others] = found.map(({ path }) => path);
  if (first === undefined) return null;
  return others.length === 0 ? { how: 'wrong-case', path: first } : { how: 'ambiguous', paths: [first, ...others] };
}

const isRooted = (target: string): boolean => target.startsWith('/');
const isRelative = (target: string): boolean => /^\.{1,2}(?:\/|$)/.test(target);

/** The root-relative paths that a target may mean on its own. */
function waysOf(folder: string, target: string): string[] {
  if (isRooted(target)) return [target.slice(1)];
  const relative = join(folder, target);
  return isRelative(target) ? [relative ?? ''] : [target, ...(relative === null ? [] : [relative])];
}

/** Null if it leads out of the vault. */
function join(folder: string, target: string): string | null {
  const parts: string[] = [];
  for (const part of `${folder}${target}`.split('/')) {
    if (part === '..' && parts.pop() === undefined) return null;
    if (part !== '..' && part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

function resolveFolder(folders: ReadonlySet<string>, folder: string, target: string): Resolved | null {
  if (!/(?:^|\/)\.{0,2}$/.test(target)) return null;
  const path = waysOf(folder, target)
    .map((way) => way.replace(/\/$/, ''))
    .find((way) => folders.has(fold(way)));
  return path === undefined ? null : { how: 'found', path };
}

export interface NoteHeading {
  /** As written, without the marks. */
  readonly text: string;
  /** 1 to 6. */
  readonly level: number;
  /** 1-based. */
  readonly line: number;
}

export interface NoteAnchors {
  readonly headings: readonly NoteHeading[];
  /** Block ids without `^`, lower-case. */
  readonly blocks: readonly string[];
}

/** After white space, or directly after an embed or a link. */
const BLOCK = /(?:^|[\s\])])\^([a-z\d-]+)[ \t]*\r?$/gim;

export function parseNoteAnchors(text: string, blocks: readonly NoteBlock[] = scanNote(text)): NoteAnchors {
  const headings: NoteHeading[] = [];
  const ids: string[] = [];
  for (const { kind, start, end, line, level } of blocks) {
    if (kind === 'properties') continue;
    const written = text.slice(start, end);
    if (kind === 'heading')
      headings.push({ text: (parseHeading(written)?.title ?? written).replace(/\s+/g, ' ').trim(), level, line });
    if (written.includes('^')) for (const [, id = ''] of written.matchAll(BLOCK)) ids.push(id.toLowerCase());
  }
  return { headings, blocks: ids };
}

/** Obsidian compares headings ignoring case and characters that are special in links. */
const foldHeading = (text: string): string =>
  text
    .replace(/[!"#$%&()*+,.:;<=>?@^`{|}~/[\]\\\s]+/g, ' ')
    .trim()
    .toLowerCase();

/** Nobody links to a heading longer than this. */
const LONGEST = 1000;

/** The visible text of a heading that contains links, images or HTML tags. */
const shown = (text: string): string =>
  text.length > LONGEST
    ? text
    : text
        .replace(/!\[[^\]]*\]\([^()]*\)/g, '')
        .replace(/\[\[(?:[^\]|]*\|)?([^\]]*)\]\]/g, '$1')
        .replace(/\[([^\]]*)\]\([^()]*\)/g, '$1')
        .replace(/<\/?[a-z][^<>]*>/gi, '');

/** GitHub's anchors for headings: repeated ones get a number. */
function slugsOf(headings: readonly NoteHeading[]): Set<string> {
  const slugs = new Set<string>();
  const counts = new Map<string, number>();
  for (const { text } of headings) {
    const slug = shown(text)
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .trim()
      .replaceAll(' ', '-');
    let [name, count] = [slug, counts.get(slug) ?? 0];
    while (slugs.has(name)) name = `${slug}-${++count}`;
    counts.set(slug, count);
    slugs.add(name);
  }
  return slugs;
}

/**
 * Returns a test of whether a note has an anchor: `^block`, `Heading`, `Heading#Heading below it`. `asSlug`: GitHub's
 * form of a heading also matches, as in a markdown link.
 */
export function makeHasAnchor({ headings, blocks }: NoteAnchors): (anchor: string, asSlug: boolean) => boolean {
  const ids = new Set(blocks);
  const folded = headings.map(({ text, level }) => ({ text: foldHeading(text), level }));
  const texts = new Set(folded.map(({ text }) => text));
  let slugs: Set<string> | null = null;
  const isSlug = (anchor: string): boolean => {
    slugs ??= slugsOf(headings);
    return slugs.has(anchor);
  };
  return (anchor, asSlug) => {
    const parts = anchor
      .split('#')
      .map((part) => part.trim())
      .filter((part) => part !== '');
    const last = parts.at(-1) ?? '';
    if (last.startsWith('^')) return ids.has(last.slice(1).toLowerCase());
    const sought = parts.map(foldHeading);
    const isThere = sought.every((part) => texts.has(part)) && (sought.length < 2 || hasHeadings(folded, sought));
    return isThere || (asSlug && isSlug(anchor.toLowerCase()));
  };
}

/** Each below the previous one, as Obsidian resolves it: the first match, then the next deeper match. */
function hasHeadings(headings: readonly Pick<NoteHeading, 'text' | 'level'>[], parts: readonly string[]): boolean {
  let found = 0;
  let level = 0;
  for (const heading of headings) {
    if (found === parts.length) break;
    if (heading.level <= level || heading.text !== parts[found]) continue;
    found++;
    level = heading.level;
  }
  return found === parts.length;
}

/** The relative path between two files, both given relative to the vault's root, encoded for a markdown link. */
export function relativeLink(from: string, to: string): string {
  const source = from.split('/').slice(0, -1);
  const target = to.split('/');
  let shared = 0;
  while (shared < source.length && shared < target.length - 1 && source[shared] === target[shared]) shared++;
  const steps = [...source.slice(shared).map(() => '..'), ...target.slice(shared)];
  return steps.map(encodePart).join('/');
}

// White space and control characters end an address; `:` could form a scheme from a folder name, and `&` an entity.
const encodePart = (part: string): string =>
  part.replace(/[%\s\u0000-\u001F\u007F()<>[\]#?\\"`:&|^*~]/g, (char) =>
    encodeURIComponent(char).replace(/[()*~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`),
  );

/** Renders a link with arbitrary text. */
export function renderLink(title: string, from: string, to: string): string {
  return `[${escapeWords(title)}](${relativeLink(from, to)})`;
}
