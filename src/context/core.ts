// Splits `persona.md`, `user.md` and MEMORY.md into pieces that are included whole or not at all: a list item with its
// nested content, a paragraph, a code block. Pure; also reads these files and looks up their statements in the index.
import { keyword } from '../index/keywords.ts';
import type { OpenIndex } from '../index/view.ts';
import { normalForm } from '../language/normal-form.ts';
import { encodeText, isUtf16 } from '../model/bytes.ts';
import { MemvaultError, mustBeExpected } from '../model/errors.ts';
import { PRIVATE } from '../model/fact.ts';
import { type Block, parseBlocks, parseHeading } from '../note/blocks.ts';
import { unescapeLine, unescapeWords } from '../note/escape.ts';
import { parseClaimText, withoutNotes } from '../page/claim-text.ts';
import { ownLines, SUMMARY_MARKERS } from '../page/own-part.ts';
import { hasMergeMarkers } from '../page/page.ts';
import { confined } from '../vault/confine.ts';
import { readText } from '../vault/disk.ts';
import { SUMMARY_FILE, type Vault } from '../vault/vault.ts';
import {
  fits,
  type Found,
  harmless,
  indented,
  NO_ROOM,
  onLine,
  plus,
  renderKnown,
  type Room,
  sizeOf,
} from './found.ts';

/** A core file; they appear in the bundle in this order. */
export interface CoreFile {
  readonly path: string;
  readonly text: string;
  /**
   * Null excludes a block; otherwise the function tells which headings may appear above it. If missing, everything is
   * allowed.
   */
  readonly admits?: (block: string) => ((title: string) => boolean) | null;
  /** Whether a 0-based line was written by memvault and therefore contains its escapes. */
  readonly isEscaped?: (line: number) => boolean;
}

export interface Piece {
  readonly path: string;
  /** 1-based, both inclusive. */
  readonly line: number;
  readonly end: number;
  /** The headings above it, outermost first, as rendered in the bundle. */
  readonly heads: readonly string[];
  readonly isItem: boolean;
  readonly text: string;
  /** The normal form of its statement. */
  readonly says: string;
  readonly known?: Known;
}

/** Metadata of a statement. */
export interface Known {
  readonly date: string | null;
  readonly logged?: string;
  readonly category: string | null;
}

/** Prefixes a piece with its date and category, as for hits. Only list items are statements. */
export function withKnown(piece: Piece, known: Known | null): Piece {
  const [mark] = /^[-*+][ \t]+/.exec(piece.text) ?? [];
  const label = known === null ? '' : renderKnown(known);
  if (known === null || label === '' || mark === undefined || !piece.isItem) return piece;
  return { ...piece, known, text: `${mark}${label} ${piece.text.slice(mark.length)}` };
}

const ANY = (): boolean => true;

/**
 * The pieces of a file in order, except that those without their headings come first. Skips comments, definitions and
 * headings without content.
 */
export function piecesOf({ path, text, admits = () => ANY, isEscaped = () => false }: CoreFile): Piece[] {
  const pieces: Piece[] = [];
  /** Pieces that lost their headings. */
  const bare = new Set<number>();
  let heads: readonly { readonly level: number; readonly title: string }[] = [];
  let isOpen = false;
  for (const block of parseBlocks(text).blocks) {
    const heading = block.kind === 'heading' ? parseHeading(block.text) : null;
    if (heading) {
      // The title of a file only repeats its name.
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
  // Below other headings they would seem to belong to them.
  return bare.size === 0
    ? pieces
    : [...pieces.filter((_, index) => bare.has(index)), ...pieces.filter((_, index) => !bare.has(index))];
}

/** Removes duplicate statements: keeps the one with the most headings, in place. */
export function once(pieces: readonly Piece[]): Piece[] {
  const best = new Map<string, Piece>();
  for (const piece of pieces)
    if (isStatement(piece) && piece.heads.length > (best.get(piece.says)?.heads.length ?? -1))
      best.set(piece.says, piece);
  return pieces.filter((piece) => !isStatement(piece) || best.get(piece.says) === piece);
}

/** An item without nested content: its own text is the whole statement. */
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
 * The first pieces up to one that no longer fits, and their size with headings. A piece that could never fit is
 * skipped.
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

/**
 * Renders a piece with its newline, the headings that the previous piece does not share, and a blank line if needed.
 */
function renderPiece({ heads, isItem, text }: Piece, above: Piece | null): string {
  const shared = heads.findIndex((head, index) => above?.heads[index] !== head);
  const isNew = shared >= 0 || heads.length !== (above?.heads ?? heads).length;
  const own = shared < 0 ? [] : heads.slice(shared);
  const gap = above !== null && (isNew || !isItem || !above.isItem) ? '\n' : '';
  return `${gap}${own.map((head) => `${head}\n`).join('')}${text}\n`;
}

// Reads the files that belong in every bundle, never from outside the vault.

const OWN_FILES = ['persona.md', 'user.md'] as const;
/** How many characters are needed to detect UTF-16. */
const HEAD = 16;

export interface Core {
  readonly own: readonly CoreFile[];
  readonly memory: CoreFile | null;
  /** What was left out, and why. */
  readonly remarks: readonly string[];
}

/**
 * `ofProject`: all statements of the requested project, or null if there is none. If given, MEMORY.md is reduced to
 * lines that equal one of these statements, and headings to those that equal its page title: the project of any other
 * line is unknown. `persona.md` and `user.md` are about the owner and are always kept.
 */
export function readCore(vault: Vault, ofProject: (() => readonly Found[]) | null): Core {
  const remarks: string[] = [];
  const read = (path: string): CoreFile[] => {
    try {
      const text = readText(confined(vault, path));
      if (text === null) return [];
      if (isUtf16(encodeText(text.slice(0, HEAD)))) throw new MemvaultError('io', `${path} is UTF-16, not UTF-8`);
      if (!hasMergeMarkers(text)) return [{ path, text: text.toWellFormed() }];
      remarks.push(`${path} has unresolved merge conflicts; skipped`);
    } catch (error) {
      mustBeExpected(error);
      remarks.push(`${error.message}; skipped`);
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
  // Another project's page may have a statement with the same words.
  const admits = (block: string): ((title: string) => boolean) | null => {
    const titles = known.get(normalForm(parseClaimText(block)));
    return titles === undefined ? null : (title) => titles.has(title);
  };
  return { own, memory: { ...memory, admits }, remarks };
}

// Looks up in the index which lines of MEMORY.md are over and which describe the user, without a search for each. Reads
// a few hundred statements at most.

type Index = Pick<OpenIndex, 'tables' | 'read'>;

/** Categories, and kinds of personal facts, that matter whatever the question. */
export const LASTING = ['identity', 'constraint', 'preference'] as const;
/** Maximum number of statements read, newest first. */
const MOST = 400;

/** Normal forms of statements that an unplaced fact supersedes: MEMORY.md keeps them until the next dream. */
export function overIn({ tables, read }: Index): ReadonlySet<string> {
  return saidBy(tables.replaced, read);
}

/** Normal forms of private statements: MEMORY.md may still contain one that was tagged since the last dream. */
export function privateIn({ tables, read }: Index): ReadonlySet<string> {
  return saidBy([...tables.keyword(keyword('tag', PRIVATE))], read);
}

/** Normal forms of current claims of such a category or kind. */
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
