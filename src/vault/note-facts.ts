// What every note of a vault says of itself and where it links to, and the names of all files: what the rules on
// links look at. It writes nothing but its cache.
import { type NoteAnchors, parseNoteAnchors } from '../markdown/note-anchors.ts';
import { type NoteLink, parseNoteLinks } from '../markdown/note-links.ts';
import { parsePageHead } from '../markdown/page-head.ts';
import { splitLines } from '../markdown/lines.ts';
import { readText } from './disk.ts';
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
  /** Lines of the whole note, and its length in UTF-16 units. */
  readonly lines: number;
  readonly length: number;
}

/** Every markdown file that no dot-folder hides, those that git ignores too, by path. */
export function readNoteFacts(vault: Vault): Map<string, NoteFacts> {
  const notes = new Map<string, NoteFacts>();
  for (const { path } of listNotes(vault, { ignored: true })) {
    const text = readText(absolute(vault, path));
    if (text !== null) notes.set(path, noteFacts(path, text));
  }
  return notes;
}

export function noteFacts(path: string, text: string): NoteFacts {
  const head = parsePageHead('', text);
  return {
    path, links: parseNoteLinks(text), ...parseNoteAnchors(text),
    title: head.title === '' ? null : head.title, aliases: head.aliases, tags: head.tags ?? [],
    lines: splitLines(text).length, length: text.length,
  };
}
