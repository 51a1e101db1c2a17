// The types of extraction: a conversation, the same for every format, and the candidates that rules or a model extract
// from it.
import { createHash } from 'node:crypto';
import { encodeText } from '../../model/bytes.ts';
import type { Fields, Statement } from '../../model/fact.ts';
import { encodeBytes } from '../../model/ids.ts';

/**
 * What somebody said. The format's reader leaves out tool calls, their output, thinking and text that a program
 * inserted.
 */
export interface Turn {
  /**
   * 1-based number of the event in its session, counting events that are not talk, so that numbers stay stable when the
   * session grows.
   */
  readonly event: number;
  /** `person`: a human; `assistant`: a model. */
  readonly role: 'person' | 'assistant';
  /** The name in the transcript; null for just "the user" or "the assistant". */
  readonly speaker: string | null;
  /** ISO in UTC, or local `YYYY-MM-DDTHH:MM`; null if the format lacks it. */
  readonly at: string | null;
  readonly text: string;
}

/** A shell command that an agent ran to its end. */
export interface RanCommand {
  /** The event with its result. */
  readonly event: number;
  readonly command: string;
  /** It exited with 0. */
  readonly isDone: boolean;
}

export interface Conversation {
  /** The name in the file, else one computed from how the session begins. */
  readonly session: string;
  readonly format: string;
  /** The project that it was about, such as the name of the working folder; null if unknown. */
  readonly project: string | null;
  readonly turns: readonly Turn[];
  /** In order; missing if the format tells of none. */
  readonly commands?: readonly RanCommand[];
  /** The number of events, including those that are not talk. */
  readonly events: number;
  /** Unreadable lines, 1-based. */
  readonly broken: readonly number[];
}

/** A statement that may be logged, with its evidence. Untrusted until checked against its turns. */
export interface Candidate {
  /** The category is its kind. The text stands alone, with names instead of "he" and dates instead of "yesterday". */
  readonly statement: Statement;
  /** The events cited, ascending, at least one. */
  readonly events: readonly number[];
  /** A verbatim quote from one of them. */
  readonly quote: string;
  /** 0 to 1. */
  readonly confidence: number;
}

// A fact's reference to a conversation: the field `source`, `<session>:<events>`. Also the digest that tells a session
// that grew from one that was changed.

/** A range of events. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** `12` or `12-14`. */
export const renderEvents = ({ first, last }: Span): string => (first === last ? String(first) : `${first}-${last}`);

/** Null for anything else. */
export function parseEvents(text: string): Span | null {
  const [, first, last = first] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(text) ?? [];
  return first === undefined ? null : { first: Number(first), last: Number(last) };
}

export function renderSource(session: string, events: readonly number[]): string {
  return `${session}:${renderEvents({ first: Math.min(...events), last: Math.max(...events) })}`;
}

export interface Source extends Span {
  readonly session: string;
}

/** Null for a field that cites no session event. */
export function parseSource(fields: Fields): Source | null {
  const [, session, events = ''] = /^(\S{1,80}):([\d-]{1,19})$/.exec(fields.source ?? '') ?? [];
  const span = parseEvents(events);
  return session === undefined || span === null ? null : { session, ...span };
}

/** Digest of everything said up to an event. */
export function digestUpTo({ turns }: Pick<Conversation, 'turns'>, event: number): string {
  const hash = createHash('sha256');
  for (const turn of turns)
    if (turn.event <= event) hash.update(encodeText(`${turn.event}\n${turn.role}\n${turn.text}\n`));
  return hash.digest('hex').slice(0, 16);
}

/** The last readable event. A line that is still being written is read once it is complete. */
export function lastWhole({ events, broken }: Pick<Conversation, 'events' | 'broken'>): number {
  let last = events;
  for (let at = broken.length - 1; last > 0 && broken[at] === last; at--) last--;
  return last;
}

// Session names.

/** The session's name from the file, if `source` and the store can hold it; otherwise its digest. */
export function sessionName(raw: string): string {
  const name = raw.trim();
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/.test(name) ? name : digestName(name);
}

/** For a file without a name: a digest of how it begins, so that a session that grew keeps its name. */
export function nameOfBeginning(format: string, turns: readonly Pick<Turn, 'role' | 'speaker' | 'text'>[]): string {
  return digestName(
    JSON.stringify([format, ...turns.slice(0, 3).map(({ role, speaker, text }) => [role, speaker, text])]),
  );
}

/** The names that it had with one or two turns, if its name comes from how it begins. */
export function earlierNames({
  session,
  format,
  turns,
}: Pick<Conversation, 'session' | 'format' | 'turns'>): readonly string[] {
  if (session !== nameOfBeginning(format, turns)) return [];
  return [2, 1].filter((count) => count < turns.length).map((count) => nameOfBeginning(format, turns.slice(0, count)));
}

function digestName(text: string): string {
  return encodeBytes(createHash('sha256').update(encodeText(text)).digest(), 12);
}
