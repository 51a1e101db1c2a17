// What every note of a vault says of itself and where it links to: what the rules on links look at. It writes nothing
// but its cache.
import { type SecretLine, secretLines } from '../language/secrets/secrets.ts';
import { decodeBytes, textDigest } from '../model/bytes.ts';
import { isObject, isText, type JsonObject } from '../model/json.ts';
import { LIMITS } from '../model/limits.ts';
import type { FoundFile, Progress } from '../model/ports.ts';
import { type LinkMap, makeLinkMap, type NoteAnchors, parseNoteAnchors } from '../note/link-map.ts';
import { type NoteLink, parseNoteLinks } from '../note/links.ts';
import { scanNote } from '../note/outline.ts';
import { parsePageHead } from '../page/edit-page.ts';
import { keepCached, readCached } from './confine.ts';
import { readBytes } from './disk.ts';
import { listNotes } from './notes.ts';
import { absolute, NOTES_CACHE, type Vault } from './vault.ts';

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
