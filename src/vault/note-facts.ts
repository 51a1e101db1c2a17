// What every note of a vault says of itself and where it links to, and where its canvases do: what the rules on links
// look at. It writes nothing but its cache.
import { decodeBytes } from '../markdown/bytes.ts';
import { parseCanvasLinks } from '../markdown/canvas-links.ts';
import { isCanvasPath } from '../markdown/page-name.ts';
import { textDigest } from '../markdown/digest.ts';
import { type NoteAnchors, parseNoteAnchors } from '../markdown/note-anchors.ts';
import { scanNote } from '../markdown/note-blocks.ts';
import { type NoteLink, parseNoteLinks } from '../markdown/note-links.ts';
import { parsePageHead } from '../markdown/page-head.ts';
import { type SecretLine, secretLines } from '../markdown/secrets/secret-lines.ts';
import { type LinkMap, makeLinkMap } from '../model/link-map.ts';
import { LIMITS } from '../model/limits.ts';
import type { FoundFile, Progress } from '../model/ports.ts';
import { listCanvases } from './canvases.ts';
import { readBytes } from './disk.ts';
import { type KnownNote, readNoteCache, writeNoteCache } from './note-cache.ts';
import { listNotes } from './notes.ts';
import { absolute, type Vault } from './vault.ts';

export interface NoteFacts extends NoteAnchors {
  /** From the vault's root. */
  readonly path: string;
  readonly links: readonly NoteLink[];
  /** From the front matter; null where it says none. */
  readonly title: string | null;
  readonly aliases: readonly string[];
  /** From the front matter, without `#`. */
  readonly tags: readonly string[];
  /** What is wrong with front matter, or a canvas, that cannot be read, in words; null where nothing is. */
  readonly broken: string | null;
  /** Lines of the whole note, and its length in UTF-16 units. */
  readonly lines: number;
  readonly length: number;
  /** Where something is likely a secret. */
  readonly secrets: readonly SecretLine[];
}

/** A note that was read in the moment it was written may have changed again since, at the same size and time. */
const SAME_MOMENT_MS = 20;

/**
 * Every markdown file that no dot-folder hides, those that git ignores too, by path; and behind them the canvases among
 * `paths`, which say nothing but their links. `keep`: the cache is brought up to date. `progress` is told of those that
 * are read anew.
 */
export function readNoteFacts(
  vault: Vault,
  keep: boolean,
  paths: readonly string[] = [],
  progress: Progress | null = null,
): Map<string, NoteFacts> {
  const known = readNoteCache(vault);
  const settled = Date.now() - SAME_MOMENT_MS;
  const notes: KnownNote[] = [];
  let isNew = false;
  const all = [...listNotes(vault, { ignored: true }), ...listCanvases(vault, paths)];
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
  if (keep && (isNew || notes.length < known.size)) writeNoteCache(vault, notes);
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
  if (size > LIMITS.page && !isCanvasPath(path))
    return {
      size,
      changed: 0,
      digest: '',
      facts: {
        path,
        links: [],
        headings: [],
        blocks: [],
        title: null,
        aliases: [],
        tags: [],
        broken: null,
        lines: 0,
        length: size,
        secrets: [],
      },
    };
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

/** What a text says, as the note or the canvas of that path. */
export function noteFacts(path: string, text: string): NoteFacts {
  if (isCanvasPath(path)) return canvasFacts(path, text);
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

function canvasFacts(path: string, text: string): NoteFacts {
  const { links, problem } = parseCanvasLinks(text);
  return {
    path,
    links,
    headings: [],
    blocks: [],
    title: null,
    aliases: [],
    tags: [],
    broken: problem,
    lines: linesIn(text),
    length: text.length,
    secrets: [],
  };
}

function linesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return text === '' || text.endsWith('\n') ? count : count + 1;
}
