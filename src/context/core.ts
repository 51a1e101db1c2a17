// `persona.md`, `user.md` and MEMORY.md as pieces that are taken whole or not at all: a list item with what stands
// below it, a paragraph, a code block. Pure.
import { keyword } from '../index/keywords.ts';
import type { OpenIndex } from '../index/view.ts';
import { normalForm } from '../language/normal-form.ts';
import { encodeText, isUtf16 } from '../model/bytes.ts';
import { isDay } from '../model/day.ts';
import { MemvaultError, mustBeExpected } from '../model/errors.ts';
import { PRIVATE } from '../model/fact.ts';
import { type Block, parseBlocks, parseHeading } from '../note/blocks.ts';
import { unescapeLine, unescapeWords } from '../note/escape.ts';
import { parseClaimText, withoutNotes } from '../page/claim-text.ts';
import { parseDailyLog } from '../page/daily-log.ts';
import { ownLines, SUMMARY_MARKERS } from '../page/markers.ts';
import { hasMergeMarkers } from '../page/page.ts';
import { confined } from '../vault/confine.ts';
import { dailyPath, readDay } from '../vault/daily.ts';
import { readText } from '../vault/disk.ts';
import { SUMMARY_FILE, type Vault } from '../vault/vault.ts';
import { fits, type Found, NO_ROOM, plus, type Room, sizeOf } from './found.ts';
import { harmless, indented, onLine, renderKnown } from './harmless.ts';
import { byLine, type Day, type Neighbour, neighboursOf } from './neighbours.ts';

/** One file of the core, in the order in which they stand in a bundle. */
export interface CoreFile {
  readonly path: string;
  readonly text: string;
  /** Null for a block that stays out, else which headings may stand above it; all may where this is missing. */
  readonly admits?: (block: string) => ((title: string) => boolean) | null;
  /** Lines, from 0 on, that memvault wrote, so that its escapes stand in them. */
  readonly isEscaped?: (line: number) => boolean;
}

export interface Piece {
  readonly path: string;
  /** 1-based, both inclusive. */
  readonly line: number;
  readonly end: number;
  /** The headings above it, outermost first, as they are to stand in the bundle. */
  readonly heads: readonly string[];
  readonly isItem: boolean;
  readonly text: string;
  /** What it says, as `normalForm` has it. */
  readonly says: string;
  readonly known?: Known;
}

/** What is known of a statement beside its words. */
export interface Known {
  readonly date: string | null;
  readonly logged?: string;
  readonly category: string | null;
}

/** The piece with its day and its category before its words, as what is found has them. Items alone are statements. */
export function withKnown(piece: Piece, known: Known | null): Piece {
  const [mark] = /^[-*+][ \t]+/.exec(piece.text) ?? [];
  const label = known === null ? '' : renderKnown(known);
  if (known === null || label === '' || mark === undefined || !piece.isItem) return piece;
  return { ...piece, known, text: `${mark}${label} ${piece.text.slice(mark.length)}` };
}

const ANY = (): boolean => true;

/**
 * The pieces of a file in its order, but those first that lost their headings; none for comments, definitions and
 * headings with nothing below them.
 */
export function piecesOf({ path, text, admits = () => ANY, isEscaped = () => false }: CoreFile): Piece[] {
  const pieces: Piece[] = [];
  /** Those that lost their headings. */
  const bare = new Set<number>();
  let heads: readonly { readonly level: number; readonly title: string }[] = [];
  let isOpen = false;
  for (const block of parseBlocks(text).blocks) {
    const heading = block.kind === 'heading' ? parseHeading(block.text) : null;
    if (heading) {
      // The title of a file is its name once more.
      const title = isEscaped(block.start) ? unescapeWords(heading.title) : heading.title;
      heads =
        heading.level === 1
          ? []
          : [...heads.filter(({ level }) => level < heading.level), { level: heading.level, title }];
      continue;
    }
    if (block.kind === 'comment' || block.kind === 'definition') continue;
    const last = pieces.at(-1);
    const words = wordsOf(block, isEscaped(block.start));
    if (words === '') continue;
    const mayHead = admits(block.text);
    if (!block.nested) isOpen = mayHead !== null;
    if (!isOpen || mayHead === null) continue;
    if (block.nested && last) {
      pieces[pieces.length - 1] = { ...last, end: block.end + 1, text: `${last.text}\n${words}` };
      continue;
    }
    const isHeaded = heads.every(({ title }) => mayHead(title));
    if (!isHeaded) bare.add(pieces.length);
    pieces.push({
      path,
      line: block.start + 1,
      end: block.end + 1,
      isItem: block.kind === 'item',
      text: words,
      says: normalForm(parseClaimText(block.text)),
      heads: (isHeaded ? heads : [])
        .map(({ level, title }) => `${level < 3 ? '###' : '####'} ${onLine(title)}`)
        .filter((head) => !/^#+ $/.test(head)),
    });
  }
  // Below the headings of others it would seem to be theirs.
  return bare.size === 0
    ? pieces
    : [...pieces.filter((_, index) => bare.has(index)), ...pieces.filter((_, index) => !bare.has(index))];
}

/** Each statement of a list once: the one with the most headings, in its place. */
export function once(pieces: readonly Piece[]): Piece[] {
  const best = new Map<string, Piece>();
  for (const piece of pieces)
    if (isStatement(piece) && piece.heads.length > (best.get(piece.says)?.heads.length ?? -1))
      best.set(piece.says, piece);
  return pieces.filter((piece) => !isStatement(piece) || best.get(piece.says) === piece);
}

/** An item with nothing below it: what it says is all of it. */
export const isStatement = ({ isItem, line, end, says }: Piece): boolean => isItem && line === end && says !== '';

function wordsOf({ kind, text, unclosed }: Block, isEscaped: boolean): string {
  if (isEscaped && kind === 'item') return harmless(indented(withoutNotes(unescapeLine(text))));
  if (kind === 'fence')
    return harmless(unclosed ? `${text.trimEnd()}\n${/^\s*(`{3,}|~{3,})/.exec(text)?.[1] ?? '```'}` : text);
  return harmless(withoutNotes(text.replace(/<!--[^]*?-->/g, '')))
    .replace(/\n(?:[ \t]*\n)+/g, '\n')
    .trimEnd();
}

/**
 * The first pieces, up to one that has no room any more, and what they take with their headings. One that would have no
 * room at all is passed over.
 */
export function takePieces(
  pieces: readonly Piece[],
  room: Room,
): { readonly taken: readonly Piece[]; readonly size: Room } {
  const taken: Piece[] = [];
  let size = NO_ROOM;
  for (const piece of pieces) {
    const whole = plus(size, sizeOf(renderPiece(piece, taken.at(-1) ?? null)));
    if (fits(whole, room)) {
      taken.push(piece);
      size = whole;
    } else if (fits(sizeOf(renderPiece(piece, null)), room)) break;
  }
  return { taken, size };
}

export function renderPieces(pieces: readonly Piece[]): string {
  return pieces.map((piece, index) => renderPiece(piece, pieces[index - 1] ?? null)).join('');
}

/** With its line end, the headings that the piece above it does not have, and a blank line where one is needed. */
function renderPiece({ heads, isItem, text }: Piece, above: Piece | null): string {
  const shared = heads.findIndex((head, index) => above?.heads[index] !== head);
  const isNew = shared >= 0 || heads.length !== (above?.heads ?? heads).length;
  const own = shared < 0 ? [] : heads.slice(shared);
  const gap = above !== null && (isNew || !isItem || !above.isItem) ? '\n' : '';
  return `${gap}${own.map((head) => `${head}\n`).join('')}${text}\n`;
}

// The files that are in every bundle, read from the vault: never from outside it.

const OWN_FILES = ['persona.md', 'user.md'] as const;
/** What tells UTF-16, in characters. */
const HEAD = 16;

export interface Core {
  readonly own: readonly CoreFile[];
  readonly memory: CoreFile | null;
  /** What could not be taken, and why. */
  readonly remarks: readonly string[];
}

/**
 * `ofProject`: all statements of the project that is asked for, or null where none is. Of MEMORY.md only what is, word
 * for word, one of them then stays, under a heading only where that is the title of one: which project any other line
 * is about cannot be known. `persona.md` and `user.md` are about whom the project is for, and always stay.
 */
export function readCore(vault: Vault, ofProject: (() => readonly Found[]) | null): Core {
  const remarks: string[] = [];
  const read = (path: string): CoreFile[] => {
    try {
      const text = readText(confined(vault, path));
      if (text === null) return [];
      if (isUtf16(encodeText(text.slice(0, HEAD)))) throw new MemvaultError('io', `${path} is UTF-16, not UTF-8`);
      if (!hasMergeMarkers(text)) return [{ path, text: text.toWellFormed() }];
      remarks.push(`${path} holds the marks of a merge that is not settled; it is left out`);
    } catch (error) {
      mustBeExpected(error);
      remarks.push(`${error.message}; it is left out`);
    }
    return [];
  };
  const own = OWN_FILES.flatMap(read);
  const [memory = null] = read(SUMMARY_FILE).map((file) => ({
    ...file,
    isEscaped: ownLines(file.text, SUMMARY_MARKERS),
  }));
  if (ofProject === null || memory === null) return { own, memory, remarks };
  const known = new Map<string, Set<string>>();
  for (const { text, title } of ofProject()) {
    const says = normalForm(text);
    known.set(says, (known.get(says) ?? new Set()).add(title));
  }
  // The same words may stand there under the page of another project.
  const admits = (block: string): ((title: string) => boolean) | null => {
    const titles = known.get(normalForm(parseClaimText(block)));
    return titles === undefined ? null : (title) => titles.has(title);
  };
  return { own, memory: { ...memory, admits }, remarks };
}

// What stands next to a fact in its session, read from the daily log when it is asked for.

/** So many days are looked at for one bundle: those of the best hits. */
const MOST_DAYS = 10;

/** `ofDay`: what may be shown of a day, as a search gives it. Each day is read once. */
export function neighbourFinder(
  vault: Vault,
  ofDay: (day: string) => readonly Found[],
): (hit: Found) => readonly Neighbour[] {
  const days = new Map<string, Day>();
  const read = (path: string): Day | null => {
    const known = days.get(path);
    if (known || days.size >= MOST_DAYS) return known ?? null;
    const day = path.slice(path.lastIndexOf('/') + 1, -'.md'.length);
    if (!isDay(day) || path !== dailyPath(vault, day)) return null;
    let shown: ReadonlyMap<number, Found> | null = null;
    const made: Day = {
      facts: parseDailyLog({ day, path, text: readDay(vault, day) }),
      shown: () => (shown ??= byLine(ofDay(day), path)),
    };
    days.set(path, made);
    return made;
  };
  return (hit) => neighboursOf(hit, read);
}

// What the index says of lines of MEMORY.md without a search for each: which of them are over, and which are about who
// the user is. Reads the statements themselves, a few hundred at most.

type Index = Pick<OpenIndex, 'tables' | 'read'>;

/** Categories, and kinds of what a person says of themselves, that hold whatever is asked. */
export const LASTING = ['identity', 'constraint', 'preference'] as const;
/** Statements that are read, the newest of them. */
const MOST = 400;

/** What a fact that waits supersedes, as `normalForm` has it: MEMORY.md has it until the next dream. */
export function overIn({ tables, read }: Index): ReadonlySet<string> {
  return saidBy(tables.replaced, read);
}

/** What is tagged private, as `normalForm` has it: MEMORY.md may still have what got the tag since the last dream. */
export function privateIn({ tables, read }: Index): ReadonlySet<string> {
  return saidBy([...tables.keyword(keyword('tag', PRIVATE))], read);
}

/** Claims of such a category or kind that hold, as `normalForm` has them. */
export function lastingIn({ tables, read }: Index): ReadonlySet<string> {
  const past = tables.column('superseded');
  const rows = new Set<number>();
  for (const name of LASTING)
    for (const of of ['category', 'kind'] as const)
      for (const row of tables.keyword(keyword(of, name))) if (past[row] !== 1) rows.add(row);
  return saidBy([...rows].sort((a, b) => b - a).slice(0, MOST), read);
}

function saidBy(rows: readonly number[], read: Index['read']): Set<string> {
  const said = new Set<string>();
  for (const row of rows) {
    const document = read(row);
    if (document !== null) said.add(normalForm(document.text));
  }
  return said;
}
