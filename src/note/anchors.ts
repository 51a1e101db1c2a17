// The places inside a note that a link can name, headings and blocks, and whether one names them as Obsidian or GitHub
// understands it. It never throws.
import { parseHeading } from './blocks.ts';
import { type NoteBlock, scanNote } from './outline.ts';

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
    if (kind === 'heading')
      headings.push({ text: (parseHeading(written)?.title ?? written).replace(/\s+/g, ' ').trim(), level, line });
    if (written.includes('^')) for (const [, id = ''] of written.matchAll(BLOCK)) ids.push(id.toLowerCase());
  }
  return { headings, blocks: ids };
}

/** Obsidian compares headings without what would be a mark in a link, and without case. */
const foldHeading = (text: string): string =>
  text
    .replace(/[!"#$%&()*+,.:;<=>?@^`{|}~/[\]\\\s]+/g, ' ')
    .trim()
    .toLowerCase();

/** Of a heading with so many characters nobody writes links. */
const LONGEST = 1000;

/** What a reader sees of a heading that holds links, pictures or tags of HTML. */
const shown = (text: string): string =>
  text.length > LONGEST
    ? text
    : text
        .replace(/!\[[^\]]*\]\([^()]*\)/g, '')
        .replace(/\[\[(?:[^\]|]*\|)?([^\]]*)\]\]/g, '$1')
        .replace(/\[([^\]]*)\]\([^()]*\)/g, '$1')
        .replace(/<\/?[a-z][^<>]*>/gi, '');

/** How GitHub names headings in an address: each but the first of equal ones gets a number. */
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
 * The heading that an anchor means to name and does not, as a link of Obsidian's names it: one whose own text has a
 * `#`, or is more than a reader sees of it. Null where none is meant so.
 */
export function headingMeant({ headings }: Pick<NoteAnchors, 'headings'>, anchor: string): string | null {
  const sought = foldHeading(anchor);
  const meant =
    sought === ''
      ? undefined
      : headings.find(({ text }) => foldHeading(text) === sought || foldHeading(shown(text)) === sought);
  return meant === undefined
    ? null
    : meant.text
        .replace(/[:#|^\\[\]]|%%/g, ' ')
        .replace(/\s+/g, ' ')
        .trim();
}

/**
 * Tells for anchors whether a note has the place that they name: `^block`, `Heading`, `Heading#Heading below it`.
 * `asSlug`: the way in which GitHub names a heading counts too, as in a markdown link.
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
