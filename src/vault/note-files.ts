// The names of all files of a vault that a link could lead to, and what every note says of itself. Nothing behind a
// link to a folder elsewhere is ever opened.
import { type Dirent, readlinkSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type SecretLine, secretLines } from '../language/secrets/secrets.ts';
import { decodeBytes, textDigest } from '../model/bytes.ts';
import { compareText } from '../model/fact.ts';
import { isObject, isText, type JsonObject } from '../model/json.ts';
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
  orElse,
  ownStat,
  readBytes,
  realPath,
  statAt,
} from './disk.ts';
import { listNotes } from './notes.ts';
import { absolute, CATALOGUE_FILE, NOTES_CACHE, OWN, RUN_LOG_FILE, SUMMARY_FILE, type Vault } from './vault.ts';

/** As many as anybody has behind links; a link to the whole disk must not take all day. */
const MOST_ELSEWHERE = 100_000;

/**
 * Every file that no dot-folder hides, from the root, in no order. A link to a file is one; a link to a folder out of
 * the vault stands for all in it, once; one to nowhere for nothing. Throws `io` for a folder of the vault that cannot
 * be read.
 */
export function readVaultFiles(vault: Vault): string[] {
  const paths: string[] = [];
  const links: string[] = [];
  const visit = (folder: string, list: (folder: string) => readonly Dirent[]): void => {
    for (const entry of list(folder === '' ? vault.root : absolute(vault, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      if (entry.isDirectory()) visit(path, list);
      else if (entry.isSymbolicLink()) links.push(path);
      else paths.push(path);
    }
  };
  visit('', entriesIn);
  const root = realPath(vault.root);
  const seen = [root];
  while (links.length > 0) {
    const found = links.splice(0).map((link) => ({ link, real: folderBehind(vault, link) ?? root }));
    paths.push(...found.flatMap(({ link, real }) => (real === 'file' ? [link] : [])));
    // The outer of two first: what is in both counts once.
    found.sort((a, b) => a.real.length - b.real.length || compareText(a.link, b.link));
    for (const { link, real } of found) {
      if (real === 'file' || isWithin(real, root) || seen.some((other) => isWithin(other, real))) continue;
      seen.push(real);
      visit(link, (folder) => (paths.length < MOST_ELSEWHERE ? (entriesIfAny(folder) ?? []) : []));
    }
  }
  return paths;
}

/** Its real path, or `file`; null for a link to nowhere. */
const folderBehind = (vault: Vault, link: string): string | null =>
  orElse(
    () => {
      const path = absolute(vault, link);
      const stat = statAt(path);
      return stat === undefined ? null : stat.isDirectory() ? realPath(path) : 'file';
    },
    () => null,
  );

// The folders that a person's Obsidian takes templates from, as its own settings say.

/** Obsidian's own templates, and the plugin that most people use in their place. */
const SETTINGS = [
  ['.obsidian/templates.json', 'folder'],
  ['.obsidian/plugins/templater-obsidian/data.json', 'templates_folder'],
] as const;

/** From the vault's root, with a `/` behind. */
export function readTemplateFolders(vault: Vault): string[] {
  return SETTINGS.flatMap(([path, key]) => {
    const settings = readCached(vault, path);
    const said = isObject(settings) && Object.hasOwn(settings, key) ? settings[key] : null;
    const folder = isText(said) ? said.replace(/^\/+|\/+$/g, '') : '';
    return folder === '' ? [] : [`${folder}/`];
  });
}

// Symlinks that lead out of the vault, where memvault reads or writes: in the zones, with the daily logs, in
// its own folder. Only looks at them; what refuses to follow them is `confined`.

export interface StrayLink {
  /** The link, from the vault's root. */
  readonly path: string;
  /** Where it points, as it says itself. */
  readonly target: string;
}

/**
 * Those that lead out of the vault, dangling ones too, sorted by path. Nothing behind a link is visited. Throws `io`.
 */
export function readStrayLinks(vault: Vault): StrayLink[] {
  const { inbox, projects, wiki, personal, archives } = vault.zones;
  const zones = [inbox, projects, wiki, personal, archives];
  const root = realPath(vault.root);
  const found = new Map<string, StrayLink>();
  const take = (path: string): void => {
    const link = absolute(vault, path);
    const target = ifThere('reach', link, () => readlinkSync(link));
    if (target !== null && !isWithin(root, realTarget(link, target))) found.set(path, { path, target });
  };
  const walk = (folder: string): void => {
    // A folder that may not be read is reported by whoever needs what is in it.
    for (const entry of entriesIfAny(absolute(vault, folder)) ?? []) {
      const path = `${folder}/${entry.name}`;
      if (entry.isSymbolicLink()) take(path);
      else if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules') walk(path);
    }
  };
  for (const top of [...zones, vault.dailyDir, OWN, RUN_LOG_FILE, CATALOGUE_FILE, SUMMARY_FILE]) {
    // The first link on the way ends it.
    const way = top.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'));
    const link = way.find((path) => ownStat(absolute(vault, path))?.isSymbolicLink() === true);
    if (link !== undefined) take(link);
    else if (isRealFolder(absolute(vault, top))) walk(top);
  }
  return [...found.values()].sort((a, b) => compareText(a.path, b.path));
}

/** Where a link leads; of one that dangles, where it would. */
function realTarget(link: string, target: string): string {
  return orElse(
    () => realPath(link),
    () => resolve(realPath(dirname(link)), target),
  );
}

// What every note of a vault says of itself and where it links to: what the rules on links look at. It writes nothing
// but its cache.

// What was read of the notes the last time, in the cache, so that a second look reads only what changed. Derived and
// disposable: whatever is wrong with it, the notes are read anew. `forget` takes it away whole.

/**
 * Raised whenever something else is read of a note, or the same is told otherwise: also where other words are secrets.
 */
const FORMAT = 8;

export interface KnownNote {
  readonly size: number;
  /** Of the last change, in milliseconds; 0 where it was read in the moment in which it changed. */
  readonly changed: number;
  readonly digest: string;
  readonly facts: NoteFacts;
}

/** By path; empty where there is none that can be read. */
export function readNoteCache(vault: Vault): Map<string, KnownNote> {
  const kept = readCached(vault, NOTES_CACHE);
  if (!isObject(kept) || kept['format'] !== FORMAT || !Array.isArray(kept['notes'])) return new Map();
  const notes: readonly unknown[] = kept['notes'];
  return notes.every(isKnown) ? new Map(notes.map((note) => [note.facts.path, note])) : new Map();
}

/** Only memvault writes this format: that it is one is enough. */
const isKnown = (value: unknown): value is KnownNote =>
  isObject(value) &&
  ['size', 'changed'].every((key) => typeof value[key] === 'number') &&
  isText(value['digest']) &&
  isObject(value['facts']) &&
  isText(value['facts']['path']) &&
  ['links', 'headings', 'blocks', 'aliases', 'tags', 'secrets'].every((key) =>
    Array.isArray((value['facts'] as JsonObject)[key]),
  );

export interface NoteFacts extends NoteAnchors {
  /** From the vault's root. */
  readonly path: string;
  readonly links: readonly NoteLink[];
  /** From the front matter; null where it says none. */
  readonly title: string | null;
  readonly aliases: readonly string[];
  /** From the front matter, without `#`. */
  readonly tags: readonly string[];
  /** What is wrong with front matter that cannot be read, in words; null where nothing is. */
  readonly broken: string | null;
  /** Lines of the whole note, and its length in UTF-16 units. */
  readonly lines: number;
  readonly length: number;
  /** Where something is likely a secret. */
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

/** A note that was read in the moment it was written may have changed again since, at the same size and time. */
const SAME_MOMENT_MS = 20;

/**
 * Every markdown file that no dot-folder hides, those that git ignores too, by path. `keep`: the cache is brought up to
 * date. `progress` is told of those that are read anew.
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
 * Of one whose time alone is another, what is known stands. Null for one that is gone; nothing but its length for one
 * that is too large.
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

/** Where links lead among the files of these paths, notes also by the title and aliases that they give themselves. */
export function linkMapOf(paths: readonly string[], notes: Iterable<NoteFacts>): LinkMap {
  return makeLinkMap(
    paths,
    [...notes].map(({ path, title, aliases }) => ({ path, names: title === null ? aliases : [title, ...aliases] })),
  );
}

/** What a text says, as the note of that path. */
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
