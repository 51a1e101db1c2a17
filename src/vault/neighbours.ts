// The table of words that are used alike, which comes with the program: opened when the first word is looked up, and
// read in pieces.
import { type Neighbour, type Neighbours, openNeighbours, type ReadBytes } from '../language/neighbours.ts';
import { openForPieces, readPiece } from './disk.ts';

const PIECE = 4096;

/** Looks a word up, given in small letters. Where there is no such table, no word has neighbours. */
export function neighboursIn(path: string): (word: string) => readonly Neighbour[] {
  let table: Neighbours | null = null;
  let isMissing = false;
  return (word) => {
    if (isMissing) return [];
    try {
      return (table ??= openNeighbours(readPieces(path))).of(word);
    } catch {
      isMissing = true;
      return [];
    }
  };
}

/** Each piece of the file is read once: a look-up asks for many short ones near each other. */
function readPieces(path: string): ReadBytes {
  const fd = openForPieces(path);
  const pieces = new Map<number, Buffer>();
  const pieceAt = (number: number): Buffer => {
    let piece = pieces.get(number);
    if (piece === undefined) {
      piece = readPiece(fd, path, number * PIECE, PIECE);
      pieces.set(number, piece);
    }
    return piece;
  };
  return (from, to) => {
    const first = Math.floor(from / PIECE);
    const last = Math.floor((to - 1) / PIECE);
    const start = from - first * PIECE;
    if (first === last) return pieceAt(first).subarray(start, start + to - from);
    return Buffer.concat([pieceAt(first), pieceAt(last)]).subarray(start, start + to - from);
  };
}
