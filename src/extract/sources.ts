// What a fact cites of a conversation: the field `source`, `<session>:<events>`. And the digest by which a session that
// grew is told from one that was changed.
import { createHash } from 'node:crypto';
import { encodeText } from '../markdown/bytes.ts';
import type { Fields } from '../model/fact.ts';
import type { Conversation } from './conversation.ts';

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
