// The nouns of extraction: a conversation as every format gives it, and what rules or a model take from it.
// Nothing here reads or decides.
import type { Statement } from '../model/fact.ts';

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
