// The formats by name, as `--format` accepts them, and the interface of those of exports and notes. Loads no reader,
// since help needs the names.
import type { Fields } from '../model/fact.ts';

export const CONVERSATION_FORMATS = ['claude-code', 'codex', 'openai', 'anthropic', 'plain'] as const;
export type ConversationFormat = (typeof CONVERSATION_FORMATS)[number];

/** Formats of exports and notes. */
export const NOTE_FORMATS = [
  'claude-md',
  'agent-memory-folder',
  'basic-memory',
  'mem0',
  'chatgpt',
  'obsidian-daily',
  'older-vault',
] as const;
export type NoteFormat = (typeof NOTE_FORMATS)[number];

export const FORMAT_NAMES: readonly string[] = [...CONVERSATION_FORMATS, ...NOTE_FORMATS];

/** A text that was named, or found in a named folder. */
export interface Given {
  /** Relative to the named path, with `/`; for a named file, its name. */
  readonly path: string;
  readonly text: string;
  /** The paths of all files found with it. */
  readonly beside: ReadonlySet<string>;
  /** Local day. */
  readonly today: string;
}

/** One statement of a file, not validated yet. */
export interface Found {
  readonly text: string;
  /** Null if the format has none. */
  readonly category: string | null;
  readonly tags: readonly string[];
  readonly fields: Fields;
  /** Local day on which it was said or true; null if unknown. */
  readonly day: string | null;
  /** Local `HH:MM`. */
  readonly time: string | null;
  readonly session: string | null;
  /** Its line in the file, 1-based, or its id there. */
  readonly place: string;
}

/** A part of a file, or a whole one, that is not imported. */
export interface Left {
  /** 1-based; null for the whole file. */
  readonly line: number | null;
  readonly why: string;
  /** It should have been readable: it is damaged, too long, or not what it claims to be. */
  readonly isBad: boolean;
}

export interface Reading {
  readonly facts: readonly Found[];
  readonly left: readonly Left[];
}

/** docs/import.md describes each. */
export interface Format {
  readonly name: NoteFormat;
  /**
   * What identifies a statement, besides its text: `file` the file's name and topic; `day` also the day; `export` only
   * its id, since each export has a different file name.
   */
  readonly scope: 'file' | 'day' | 'export';
  /** Category of statements without one. */
  readonly category: string;
  detect(given: Given): boolean;
  read(given: Given): Reading;
}

/** Nothing of the file can be read. */
export const unread = (why: string, isBad = true): Reading => ({ facts: [], left: [{ line: null, why, isBad }] });

/** A statement with defaults for unknown fields. */
export function found(text: string, place: string | number, more: Partial<Found> = {}): Found {
  const unknown = { category: null, tags: [], fields: {}, day: null, time: null, session: null };
  return { text, ...unknown, ...more, place: String(place) };
}
