// The links of a canvas: each card that shows a file, and those in the text of a card. Obsidian finds the file of a
// card by its path from the vault's root and by nothing else; what a card says is markdown. It never resolves a link.
import { type NoteLink, parseNoteLinks } from './links.ts';

// The cards of a canvas (JSON Canvas 1.0), each string of theirs with where it stands in the file, so that one can be
// put in another's place without a change around it.

/** A string of the file as it is meant, and where it is written. */
export interface JsonString {
  readonly value: string;
  /** 1-based line of the file. */
  readonly line: number;
  /** Offsets in UTF-16 units of what stands between the quotes. */
  readonly start: number;
  readonly end: number;
}

/** By their keys the strings of a card: of a key that stands twice the last, as every reader of JSON has it. */
export type CanvasNode = ReadonlyMap<string, JsonString>;

export interface Canvas {
  readonly nodes: readonly CanvasNode[];
  /** What is wrong with a file that is no canvas, in words; null where nothing is. */
  readonly problem: string | null;
}

const NOTHING: Canvas = { nodes: [], problem: null };

/** Never throws. An empty file is an empty canvas; what is no card among the nodes is passed over. */
export function parseCanvas(text: string): Canvas {
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  let value: unknown;
  try {
    if (text.slice(start).trim() === '') return NOTHING;
    value = JSON.parse(start === 0 ? text : text.slice(start));
  } catch (error) {
    // Of a depth that nobody drew, the engine may have no room for it.
    if (error instanceof SyntaxError || error instanceof RangeError) return { nodes: [], problem: 'it is not JSON' };
    throw error;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { nodes: [], problem: 'it holds no object' };
  return { nodes: nodesIn(text, start), problem: null };
}

const TOKEN = /"[^"\\]*(?:\\[^][^"\\]*)*"|[{}[\],:]/g;

/**
 * `text`: an object in JSON that was parsed once, so that nothing is to be proved here. The objects in the list `nodes`
 * of its uppermost level.
 */
function nodesIn(text: string, from: number): CanvasNode[] {
  let nodes: Map<string, JsonString>[] = [];
  let node: Map<string, JsonString> | null = null;
  let [depth, line, counted, key, isKey, isNodes] = [0, 1, from, '', false, false];
  TOKEN.lastIndex = from;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    const { 0: token, index } = match;
    if (token.startsWith('"')) {
      if (depth !== 1 && (depth !== 3 || node === null)) continue;
      const value = JSON.parse(token) as string;
      if (isKey) key = value;
      else if (depth === 1) isNodes = false;
      else if (node !== null) {
        line += text.slice(counted, index).split('\n').length - 1;
        counted = index;
        node.set(key, { value, line, start: index + 1, end: index + token.length - 1 });
      }
    } else if (token === ',') isKey = true;
    else if (token === ':') {
      isKey = false;
      // Whatever comes now takes the place of what the key stood for before.
      if (depth === 1 && key === 'nodes') [nodes, isNodes] = [[], true];
      else if (depth === 1) isNodes = false;
      else if (depth === 3) node?.delete(key);
    } else if (token === '{' || token === '[') {
      depth++;
      isKey = token === '{';
      if (depth === 2 && isKey) isNodes = false;
      if (depth === 3 && isNodes && isKey) nodes.push((node = new Map()));
    } else {
      if (depth === 3) node = null;
      depth--;
    }
  }
  return nodes;
}

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
