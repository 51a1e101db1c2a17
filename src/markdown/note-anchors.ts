// The places inside a note that a link can name, headings and blocks, and whether one names them as Obsidian or GitHub
// understands it. It never throws.
import { parseHeading } from './blocks.ts';
import { type NoteBlock, scanNote } from './note-blocks.ts';

export interface NoteHeading {
  /** As written, without its marks. */
  readonly text: string;
  /** 1 to 6. */
  readonly level: number;
  /** 1-based. */
  readonly line: number;
}

export interface NoteAnchors {
  readonly headings: readonly NoteHeading[];
  /** Ids of blocks without `^`, in lower case. */
  readonly blocks: readonly string[];
}

/** Behind white space, or right behind an embed or a link. */
const BLOCK = /(?:^|[\s\])])\^([a-z\d-]+)[ \t]*\r?$/gim;

export function parseNoteAnchors(text: string, blocks: readonly NoteBlock[] = scanNote(text)): NoteAnchors {
  const headings: NoteHeading[] = [];
  const ids: string[] = [];
  for (const { kind, start, end, line, level } of blocks) {
    if (kind === 'properties') continue;
    const written = text.slice(start, end);
    if (kind === 'heading') headings.push({ text: (parseHeading(written)?.title ?? written).replace(/\s+/g, ' ').trim(), level, line });
    if (written.includes('^')) for (const [, id = ''] of written.matchAll(BLOCK)) ids.push(id.toLowerCase());
  }
  return { headings, blocks: ids };
}

/** Obsidian compares headings without what would be a mark in a link, and without case. */
const foldHeading = (text: string): string => text.replace(/[!"#$%&()*+,.:;<=>?@^`{|}~/[\]\\\s]+/g, ' ').trim().toLowerCase();

/** How GitHub names a heading in an address. */
const slugOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '').replaceAll(' ', '-');

/**
 * Tells for anchors whether a note has the place that they name: `^block`, `Heading`, `Heading#Heading below it`. `asSlug`:
 * the way in which GitHub names a heading counts too, as in a markdown link.
 */
export function makeHasAnchor({ headings, blocks }: NoteAnchors): (anchor: string, asSlug: boolean) => boolean {
  const ids = new Set(blocks);
  const folded = headings.map(({ text, level }) => ({ text: foldHeading(text), level }));
  const texts = new Set(folded.map(({ text }) => text));
  let slugs: Set<string> | null = null;
  const isSlug = (anchor: string): boolean => {
    slugs ??= new Set(headings.map(({ text }) => slugOf(text)));
    // Of equal headings GitHub numbers all but the first.
    return slugs.has(anchor) || slugs.has(anchor.replace(/-\d+$/, ''));
  };
  return (anchor, asSlug) => {
    const parts = anchor.split('#').map((part) => part.trim()).filter((part) => part !== '');
    const last = parts.at(-1) ?? '';
    if (last.startsWith('^')) return ids.has(last.slice(1).toLowerCase());
    const sought = parts.map(foldHeading);
    const isThere = sought.every((part) => texts.has(part)) && (sought.length < 2 || hasHeadings(folded, sought));
    return isThere || (asSlug && isSlug(anchor.toLowerCase()));
  };
}

/** Each below the one before it, as Obsidian goes down: the first that fits, then the next that is deeper. */
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
