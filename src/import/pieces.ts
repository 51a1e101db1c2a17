// A note as statements: its list items and paragraphs, each with its line and the headings above it. Code, quotes,
// tables, comments and what memvault itself wrote are none. Pure.
import { parseBlocks, parseHeading } from '../markdown/blocks.ts';
import { wordsOf, type Words } from './words.ts';

interface Piece extends Words {
  readonly kind: 'item' | 'paragraph';
  /** 1-based. */
  readonly line: number;
  /** The headings above, outermost first; the title of the note is not among them. */
  readonly headings: readonly string[];
  /** Equal for items of one list; what stands between them begins another. */
  readonly list: number;
  /** What stands below an item. */
  readonly below: readonly (Words & { readonly line: number })[];
}

/** A statement of a piece and its line. */
export interface Said extends Words {
  readonly line: number;
  readonly headings: readonly string[];
  readonly kind: Piece['kind'];
}

/** Items that say so much together with what stands below them are one statement. */
const ONE_STATEMENT = 300;
/** The beginning of a list, which each of its items is told with. */
const LONGEST_INTRO = 80;

const OWN_PARTS = /^<!-- memvault:[^\n]*-->[^\n]*\n[\s\S]*?^<!-- (?:\/memvault:[^\n]*|memvault:? ?end[^\n]*) -->[^\n]*$/gm;
const OWN_PAGE = /^\[\^[0-9a-hjkmnp-tv-z]{10}\]: \[\d{4}-\d\d-\d\d/m;

/** A page that memvault keeps: its claims are facts already. */
export const isOwnPage = (text: string): boolean => OWN_PAGE.test(text);

/** The text without the parts that memvault wrote, its lines where they were. */
function withoutOwnParts(text: string): string {
  return text.includes('<!-- memvault:') ? text.replace(OWN_PARTS, (part) => part.replace(/[^\n]+/g, '')) : text;
}

/** The pieces of a note in their order. */
function piecesOf(text: string): Piece[] {
  const pieces: (Piece & { below: Piece['below'][number][] })[] = [];
  let heads: { level: number; title: string }[] = [];
  let open = false;
  let list = 0;
  let mark = '';
  for (const block of parseBlocks(withoutOwnParts(text.replaceAll('\r\n', '\n').replace(/^\uFEFF/, ''))).blocks) {
    const line = block.start + 1;
    if (block.kind === 'heading') {
      const heading = parseHeading(block.text);
      if (heading) heads = [...heads.filter(({ level }) => level < heading.level), { level: heading.level, title: wordsOf(heading.title).text }];
    }
    const last = pieces.at(-1);
    // Bullets behind numbers are another list.
    const own = block.kind === 'item' ? (/^\s*\d/.test(block.text) ? '1' : block.text.trimStart().charAt(0)) : '';
    if (!block.nested && own !== mark) [list, mark] = [list + 1, own];
    if (open && last && block.nested && (block.kind === 'item' || block.kind === 'paragraph')) last.below.push({ ...wordsOf(block.text), line });
    else if (block.kind === 'item' || (block.kind === 'paragraph' && !isTable(block.text))) {
      pieces.push({ kind: block.kind, ...wordsOf(block.text), line, headings: heads.filter(({ level, title }) => level > 1 && title !== '').map(({ title }) => title), list, below: [] });
    }
    if (!block.nested) open = block.kind === 'item';
  }
  return pieces;
}

const isTable = (text: string): boolean => /^\s*\|/.test(text) || /^\s*:?-{3,}:?\s*\|/m.test(text);

/** The statements of a note: an item with what stands below it, each told with the words that lead to it. */
export function saidIn(text: string): Said[] {
  let intro = '';
  let introduced = -1;
  return piecesOf(text).flatMap((piece): Said[] => {
    if (piece.list !== introduced) intro = '';
    if (piece.kind === 'paragraph' && /[:：]$/.test(piece.text)) {
      // Of the list right behind it.
      [intro, introduced] = [piece.text.length <= LONGEST_INTRO ? `${piece.text} ` : '', piece.list + 1];
      return [];
    }
    return told(piece).map((said) => ({ ...said, text: intro + said.text, headings: piece.headings, kind: piece.kind })).filter((said) => /[\p{L}\p{N}]/u.test(said.text));
  });
}

function told({ text, task, line, below }: Piece): (Words & { line: number })[] {
  if (below.length === 0) return [{ text, task, line }];
  const all = below.map((one) => one.text).join('; ');
  if (!/[:：]$/.test(text) && text.length + all.length <= ONE_STATEMENT) return [{ text: `${text.replace(/[.;,]$/, '')}: ${all}`, task, line }];
  const lead = text.length <= ONE_STATEMENT / 2 ? `${text.replace(/[.;,:：]$/, '')}: ` : '';
  const own = /[:：]$/.test(text) ? [] : [{ text, task, line }];
  return [...own, ...below.map((one) => ({ ...one, text: lead + one.text, task: one.task ?? task }))];
}
