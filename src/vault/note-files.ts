// All files that a link could lead to, and the properties of every note. Never opens a file behind a symlink to an
// outside folder.
import { type Dirent, readlinkSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type SecretLine, secretLines } from '../language/secrets/secrets.ts';
import { decodeBytes, textDigest } from '../model/bytes.ts';
import { compareText } from '../model/fact.ts';
import { isObject, isText } from '../model/json.ts';
import { LIMITS } from '../model/limits.ts';
import type { FoundFile, Progress } from '../model/ports.ts';
import { type LinkMap, makeLinkMap, type NoteAnchors, parseNoteAnchors } from '../note/link-map.ts';
import { type NoteLink, parseNoteLinks } from '../note/links.ts';
import { scanNote } from '../note/outline.ts';
import { parsePageHead } from '../page/edit-page.ts';
import { keepCached, readCached } from './confine.ts';
import {
  entriesIfAny,
  entriesIn,
  ifThere,
  isRealFolder,
  isWithin,
  orNull,
  ownStat,
  readBytes,
  realPath,
  statIfAny,
} from './disk.ts';
import { listNotes } from './notes.ts';
import {
  absolute,
  CATALOGUE_FILE,
  NOTES_CACHE,
  OWN,
  pageZones,
  RUN_LOG_FILE,
  SUMMARY_FILE,
  type Vault,
} from './vault.ts';

/** More than anybody has behind symlinks; a link to the whole disk must not take all day. */
const MOST_ELSEWHERE = 100_000;

/**
 * Every file outside hidden folders, relative to the root, unordered. A link to a file counts as a file; a link to a
 * folder outside the vault stands for its contents, once; a dangling link is skipped. Throws `io` if a folder of the
 * vault cannot be read.
 */
export function readVaultFiles(vault: Vault): string[] {
  const paths: string[] = [];
  const links: { readonly path: string; readonly real: string }[] = [];
  const visit = (folder: string, list: (folder: string) => readonly Dirent[]): void => {
    for (const entry of list(folder === '' ? vault.root : absolute(vault, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      if (entry.isDirectory()) visit(path, list);
      else if (!entry.isSymbolicLink()) paths.push(path);
      else {
        const isLinkToFolder = statIfAny(absolute(vault, path))?.isDirectory();
        const real = isLinkToFolder === true ? orNull(() => realPath(absolute(vault, path))) : null;
        if (isLinkToFolder === false) paths.push(path);
        else if (real !== null) links.push({ path, real });
      }
    }
  };
  visit('', entriesIn);
  const root = realPath(vault.root);
  const seen = [root];
  while (links.length > 0) {
    // Outer folders first, so that nested content counts once.
    const found = links.splice(0).sort((a, b) => a.real.length - b.real.length || compareText(a.path, b.path));
    for (const { path, real } of found) {
      if (isWithin(real, root) || seen.some((other) => isWithin(other, real))) continue;
      seen.push(real);
      visit(path, (folder) => (paths.length < MOST_ELSEWHERE ? (entriesIfAny(folder) ?? []) : []));
    }
  }
  return paths;
}

// The template folders configured in the user's Obsidian settings.

/** Obsidian's own templates, and the plugin that most people use instead. */
const SETTINGS = [
  ['.obsidian/templates.json', 'folder'],
  ['.obsidian/plugins/templater-obsidian/data.json', 'templates_folder'],
] as const;

/** Relative to the vault's root, with a trailing `/`. */
export function readTemplateFolders(vault: Vault): string[] {
  return SETTINGS.flatMap(([path, key]) => {
    const settings = readCached(vault, path);
    const said = isObject(settings) && Object.hasOwn(settings, key) ? settings[key] : null;
    const folder = isText(said) ? said.replace(/^\/+|\/+$/g, '') : '';
    return folder === '' ? [] : [`${folder}/`];
  });
}

// Symlinks that lead out of the vault from places where memvault reads or writes: the zones, the daily logs and its own
// folder. Only lists them; `confined` refuses to follow them.

export interface StrayLink {
  /** The link, relative to the vault's root. */
  readonly path: string;
  /** Its target as stored in the link. */
  readonly target: string;
}

/** Symlinks out of the vault, including dangling ones, sorted by path. Follows no link. Throws `io`. */
export function readStrayLinks(vault: Vault): StrayLink[] {
  const root = realPath(vault.root);
  const found = new Map<string, StrayLink>();
  const take = (path: string): void => {
    const link = absolute(vault, path);
    const target = ifThere('reach', link, () => readlinkSync(link));
    if (target !== null && !isWithin(root, realTarget(link, target))) found.set(path, { path, target });
  };
  const walk = (folder: string): void => {
    // An unreadable folder is reported by the code that needs its contents.
    for (const entry of entriesIfAny(absolute(vault, folder)) ?? []) {
      const path = `${folder}/${entry.name}`;
      if (entry.isSymbolicLink()) take(path);
      else if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules') walk(path);
    }
  };
  for (const top of [...pageZones(vault), vault.dailyDir, OWN, RUN_LOG_FILE, CATALOGUE_FILE, SUMMARY_FILE]) {
    // Stop at the first link on the way.
    const link = foldersOf(top).find((path) => ownStat(absolute(vault, path))?.isSymbolicLink() === true);
    if (link !== undefined) take(link);
    else if (isRealFolder(absolute(vault, top))) walk(top);
  }
  return [...found.values()].sort((a, b) => compareText(a.path, b.path));
}

/** A path and the folders above it, outermost first. */
const foldersOf = (path: string): string[] => path.split('/').map((_, at, all) => all.slice(0, at + 1).join('/'));

/** The target of a link; for a dangling link, where it would lead. */
const realTarget = (link: string, target: string): string =>
  orNull(() => realPath(link)) ?? resolve(realPath(dirname(link)), target);

// The properties and links of every note, for the rules on links. Writes nothing but its cache.

// The cache of parsed notes: a second run parses only changed ones. Derived and disposable: on any problem the notes
// are parsed again. `forget` deletes it.

/**
 * Bump it whenever more is read from a note or it is stored differently, and whenever the detection of secrets changes.
 */
const FORMAT = 8;

export interface KnownNote {
  readonly size: number;
  /** Modification time in milliseconds; 0 if it was read at the moment it changed. */
  readonly changed: number;
  readonly digest: string;
  readonly facts: NoteFacts;
}

/** Cached notes by path; empty if there is no readable cache. Only memvault writes this format. */
export function readNoteCache(vault: Vault): Map<string, KnownNote> {
  const kept = readCached(vault, NOTES_CACHE) as { format?: number; notes?: readonly KnownNote[] } | null;
  return new Map(kept?.format === FORMAT ? kept.notes?.map((note) => [note.facts.path, note]) : []);
}

export interface NoteFacts extends NoteAnchors {
  /** Relative to the vault's root. */
  readonly path: string;
  readonly links: readonly NoteLink[];
  /** From the front matter; null if it has none. */
  readonly title: string | null;
  readonly aliases: readonly string[];
  /** From the front matter, without `#`. */
  readonly tags: readonly string[];
  /** Why the front matter cannot be parsed, in words; null if it can. */
  readonly broken: string | null;
  /** Lines of the whole note, and its length in UTF-16 units. */
  readonly lines: number;
  readonly length: number;
  /** Lines with likely secrets. */
  readonly secrets: readonly SecretLine[];
}

const NO_FACTS: Omit<NoteFacts, 'path'> = {
  links: [],
  headings: [],
  blocks: [],
  title: null,
  aliases: [],
  tags: [],
  broken: null,
  lines: 0,
  length: 0,
  secrets: [],
};

/** A note that was read at the moment it was written may have changed since with the same size and time. */
const SAME_MOMENT_MS = 20;

/**
 * Every markdown file outside hidden folders, including those that git ignores, by path. `keep`: update the cache.
 * `progress` covers the notes that are parsed.
 */
export function readNoteFacts(vault: Vault, keep: boolean, progress: Progress | null = null): Map<string, NoteFacts> {
  const known = readNoteCache(vault);
  const settled = Date.now() - SAME_MOMENT_MS;
  const notes: KnownNote[] = [];
  let isNew = false;
  const all = listNotes(vault, { ignored: true });
  for (const [at, found] of all.entries()) {
    const last = known.get(found.path);
    const isSame = last !== undefined && last.changed === found.mtimeMs && last.size === found.size;
    if (!isSame) progress?.update('reading notes', at, all.length);
    const note = isSame ? last : readNote(vault, found, last, settled);
    if (note === null) continue;
    notes.push(note);
    isNew ||= note !== last;
  }
  progress?.end();
  if (keep && (isNew || notes.length < known.size))
    keepCached(vault, NOTES_CACHE, `${JSON.stringify({ format: FORMAT, notes })}\n`);
  return new Map(notes.map(({ facts }) => [facts.path, facts]));
}

/**
 * If only the time differs, the cached result is kept. Null if the note is gone; only the length if it is too large.
 */
function readNote(
  vault: Vault,
  { path, size, mtimeMs }: FoundFile,
  last: KnownNote | undefined,
  settled: number,
): KnownNote | null {
  if (size > LIMITS.page) return { size, changed: 0, digest: '', facts: { ...NO_FACTS, path, length: size } };
  const bytes = readBytes(absolute(vault, path));
  if (bytes === null) return null;
  const text = decodeBytes(bytes);
  const digest = textDigest(text);
  const changed = mtimeMs < settled && bytes.length === size ? mtimeMs : 0;
  if (last?.digest === digest)
    return last.changed === changed && last.size === size ? last : { ...last, size, changed };
  return { size, changed, digest, facts: noteFacts(path, text) };
}

/** Resolves links among these files; notes are also found by their title and aliases. */
export function linkMapOf(paths: readonly string[], notes: Iterable<NoteFacts>): LinkMap {
  return makeLinkMap(
    paths,
    [...notes].map(({ path, title, aliases }) => ({ path, names: title === null ? aliases : [title, ...aliases] })),
  );
}

/** Parses a text as the note with that path. */
export function noteFacts(path: string, text: string): NoteFacts {
  const head = parsePageHead('', text);
  const blocks = scanNote(text);
  return {
    path,
    links: parseNoteLinks(text, blocks),
    ...parseNoteAnchors(text, blocks),
    title: head.title === '' ? null : head.title,
    aliases: head.aliases,
    tags: head.tags,
    broken: head.broken,
    lines: linesIn(text),
    length: text.length,
    secrets: secretLines(text),
  };
}

function linesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return text === '' || text.endsWith('\n') ? count : count + 1;
}
