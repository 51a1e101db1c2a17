// The links of a canvas: each card that shows a file, and those in the text of a card. Obsidian finds the file of a
// card by its path from the vault's root and by nothing else; what a card says is markdown. It never resolves a link.
import { type CanvasNode, type JsonString, parseCanvas } from './canvas-nodes.ts';
import { type NoteLink, parseNoteLinks } from './note-links.ts';

export interface CanvasLinks {
  /** In the order of the cards. */
  readonly links: readonly NoteLink[];
  /** Why the cards cannot be read, in words; null where they can. */
  readonly problem: string | null;
}

/**
 * `line` and offsets of a link are those of the string of JSON that names the file, or that holds the text with the
 * link.
 */
export function parseCanvasLinks(text: string): CanvasLinks {
  const { nodes, problem } = parseCanvas(text);
  return { links: nodes.flatMap(linksOf), problem };
}

function linksOf(node: CanvasNode): NoteLink[] {
  const [type, file, words] = [node.get('type')?.value, node.get('file'), node.get('text')];
  if (type === 'file' && file !== undefined && file.value !== '')
    return [cardLink(file, node.get('subpath')?.value ?? '')];
  if (type !== 'text' || words === undefined) return [];
  return parseNoteLinks(words.value).map((link) => ({ ...link, line: words.line, ...placeOf(words) }));
}

function cardLink(file: JsonString, subpath: string): NoteLink {
  return {
    form: 'card',
    embed: false,
    line: file.line,
    ...placeOf(file),
    target: file.value,
    anchor: subpath.replace(/^#/, '').trim(),
    alias: null,
    footnote: null,
  };
}

const placeOf = ({ start, end }: JsonString): Pick<NoteLink, 'start' | 'end' | 'targetStart' | 'targetEnd'> => ({
  start,
  end,
  targetStart: start,
  targetEnd: end,
});
