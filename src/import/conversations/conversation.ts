// The nouns of extraction: a conversation as every format gives it, and what rules or a model take from it.
// Nothing here reads or decides.
import { createHash } from 'node:crypto';
import { encodeText } from '../../model/bytes.ts';
import type { Fields, Statement } from '../../model/fact.ts';
import { encodeBytes } from '../../model/ids.ts';

/**
 * What somebody said. Tool calls, their output, thinking and what a program put in are left out by the reader of the
 * format.
 */
export interface Turn {
  /**
   * 1-based number of the event in its session, those counted that are no talk: a session that grew keeps the numbers.
   */
  readonly event: number;
  /** `person`: a human being; `assistant`: a model. */
  readonly role: 'person' | 'assistant';
  /** The name that the transcript gives, null where it is only "the user" or "the assistant". */
  readonly speaker: string | null;
  /** ISO in UTC, or local `YYYY-MM-DDTHH:MM`; null where the format does not say. */
  readonly at: string | null;
  readonly text: string;
}

export interface Conversation {
  /** As the file names it, else computed from its beginning. */
  readonly session: string;
  readonly format: string;
  /** The project that it was about, such as the name of the working folder; null where that is not known. */
  readonly project: string | null;
  readonly turns: readonly Turn[];
  /** Events in all, those that are no talk counted. */
  readonly events: number;
  /** Lines that could not be read, 1-based. */
  readonly broken: readonly number[];
}

/** A statement that may be logged, and what it rests on. Untrusted until it was held against its turns. */
export interface Candidate {
  /** Its category is its kind; its text stands alone: names instead of "he", dates instead of "yesterday". */
  readonly statement: Statement;
  /** The events that it rests on, ascending, at least one. */
  readonly events: readonly number[];
  /** Word for word what was said, in one of them. */
  readonly quote: string;
  /** 0 to 1. */
  readonly confidence: number;
}

// What a fact cites of a conversation: the field `source`, `<session>:<events>`. And the digest by which a session that
// grew is told from one that was changed.

/** Events from one up to another. */
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

/** Null for a field that cites no event of a session. */
export function parseSource(fields: Fields): Source | null {
  const [, session, events = ''] = /^(\S{1,80}):([\d-]{1,19})$/.exec(fields.source ?? '') ?? [];
  const span = parseEvents(events);
  return session === undefined || span === null ? null : { session, ...span };
}

/** Of all that was said up to an event. */
export function digestUpTo({ turns }: Pick<Conversation, 'turns'>, event: number): string {
  const hash = createHash('sha256');
  for (const turn of turns)
    if (turn.event <= event) hash.update(encodeText(`${turn.event}\n${turn.role}\n${turn.text}\n`));
  return hash.digest('hex').slice(0, 16);
}

/** The last event that could be read: a line that somebody is writing is looked at when it is whole. */
export function lastWhole({ events, broken }: Pick<Conversation, 'events' | 'broken'>): number {
  let last = events;
  for (let at = broken.length - 1; last > 0 && broken[at] === last; at--) last--;
  return last;
}

// What a session is called.

/**
 * A name that a file gives its session, as `source` may cite it and a store may keep it; one with other signs becomes a
 * digest.
 */
export function sessionName(raw: string): string {
  const name = raw.trim();
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/.test(name) ? name : digestName(name);
}

/** For a file that gives none: of how it begins, so that a session that grew keeps its name. */
export function nameOfBeginning(format: string, turns: readonly Pick<Turn, 'role' | 'speaker' | 'text'>[]): string {
  return digestName(
    JSON.stringify([format, ...turns.slice(0, 3).map(({ role, speaker, text }) => [role, speaker, text])]),
  );
}

/** What it was called when it had one turn or two, where its name is that of its beginning. */
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
