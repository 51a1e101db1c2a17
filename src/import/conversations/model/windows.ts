// A conversation in parts that a model can read at once: whole turns, a little of what was said before, and nothing
// that may not be sent. Pure.
import type { Conversation, Turn } from '../conversation.ts';
import { nameOfSpeaker } from '../rules/rules.ts';

/** A turn as it is shown, or a piece of a long one. */
export interface Row {
  readonly event: number;
  readonly isPerson: boolean;
  readonly who: string;
  /** Local; null where nobody knows. */
  readonly day: string | null;
  readonly says: string;
}

/** Some rows of a list, from one up to another. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Shown {
  /** What was said just before: shown for the sense, not to be noted down. */
  readonly before: readonly Row[];
  readonly rows: readonly Row[];
}

export interface RowWishes {
  /** The last event that needs no look any more, and the last that is whole. */
  readonly after: number;
  readonly upTo: number;
  readonly dayOf: (at: string) => string | null;
  /** The part of a text that may leave this machine. */
  readonly maySend: (text: string) => string;
  /** Nothing of these events may be read any more. */
  readonly isClosed: (event: number) => boolean;
}

/** What an assistant said is there for the sense alone. */
const OF_ASSISTANT = 400;
/** Longer turns are shown in pieces. With an assistant their middle was pasted. */
const PIECE = 2000;
const MOST_ROWS = 60;
const MOST_CHARS = 12_000;
const BEFORE_ROWS = 4;
const BEFORE_CHARS = 1500;

/** All that may be shown, in order, and from which row on it is new. */
export function rowsOf(
  { turns }: Pick<Conversation, 'turns'>,
  wishes: RowWishes,
): { readonly rows: readonly Row[]; readonly fresh: number } {
  const assisted = turns.some(({ role }) => role === 'assistant');
  const all = turns
    .filter(({ event }) => event <= wishes.upTo && !wishes.isClosed(event))
    .flatMap((turn) => rowsOfTurn(turn, assisted, wishes));
  // What an assistant says last is followed by nobody's word.
  const rows = all.slice(0, all.findLastIndex(({ isPerson }) => isPerson) + 1);
  const fresh = rows.findIndex(({ event }) => event > wishes.after);
  return { rows, fresh: fresh < 0 ? rows.length : fresh };
}

function rowsOfTurn({ event, role, speaker, at, text }: Turn, assisted: boolean, { dayOf, maySend }: RowWishes): Row[] {
  const isPerson = role === 'person';
  const sent = maySend(text).trim();
  if (sent === '') return [];
  const pieces = isPerson ? piecesOf(sent) : [clipped(sent)];
  const shown = isPerson && assisted && pieces.length > 2 ? [pieces[0] ?? '', pieces.at(-1) ?? ''] : pieces;
  const day = at === null ? null : dayOf(at);
  return shown.map((says) => ({
    event,
    isPerson,
    who: isPerson ? nameOfSpeaker({ speaker }) : 'assistant',
    day,
    says,
  }));
}

/** Its beginning and its end, where a question stands. */
function clipped(text: string): string {
  if (text.length <= OF_ASSISTANT) return text;
  return `${text.slice(0, OF_ASSISTANT / 2).toWellFormed()} … ${text.slice(-OF_ASSISTANT / 2).toWellFormed()}`;
}

/** Cut where a line, a sentence or a word ends. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length;) {
    const rest = text.slice(start, start + PIECE);
    const end =
      start + rest.length === text.length
        ? rest.length
        : ([rest.lastIndexOf('\n'), rest.lastIndexOf('. ') + 1, rest.lastIndexOf('。') + 1, rest.lastIndexOf(' ')].find(
            (at) => at > PIECE / 2,
          ) ?? rest.length);
    pieces.push(text.slice(start, start + end).toWellFormed());
    start += end;
  }
  return pieces;
}

/** The rows from `fresh` on, in parts of a size that one reads well. */
export function rangesOf(rows: readonly Row[], fresh: number): Range[] {
  const ranges: Range[] = [];
  for (let start = fresh; start < rows.length;) {
    let [end, chars] = [start, 0];
    while (
      end < rows.length &&
      end - start < MOST_ROWS &&
      (end === start || chars + (rows[end]?.says.length ?? 0) <= MOST_CHARS)
    )
      chars += rows[end++]?.says.length ?? 0;
    ranges.push({ start, end });
    start = end;
  }
  return ranges.filter((range) => rows.slice(range.start, range.end).some(({ isPerson }) => isPerson));
}

/** Nothing where it cannot be smaller. */
export function halvesOf({ start, end }: Range): Range[] {
  const middle = start + Math.ceil((end - start) / 2);
  return middle === end
    ? []
    : [
        { start, end: middle },
        { start: middle, end },
      ];
}

export function shownOf(rows: readonly Row[], { start, end }: Range): Shown {
  let [from, chars] = [start, 0];
  while (from > 0 && start - from < BEFORE_ROWS && chars + (rows[from - 1]?.says.length ?? 0) <= BEFORE_CHARS)
    chars += rows[--from]?.says.length ?? 0;
  return { before: rows.slice(from, start), rows: rows.slice(start, end) };
}
