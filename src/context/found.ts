// The contents of a bundle: hits from a search, and the items that `--json` prints.
import { estimateTokens } from '../llm/port.ts';

/** A position in a daily log. */
export interface Place {
  readonly id: string;
  readonly path: string | null;
  /** 1-based. */
  readonly line: number | null;
}

/** The parts of a search hit that a bundle needs. */
export interface Found {
  readonly id: string;
  readonly kind: 'fact' | 'claim' | 'text';
  /** Relative to the vault's root. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** The local day that it is about. */
  readonly date: string | null;
  /** The day on which it was logged, if different. */
  readonly logged?: string;
  readonly score: number;
  readonly text: string;
  readonly category: string | null;
  readonly tags: readonly string[];
  readonly title: string;
  /** The facts that a claim cites. */
  readonly sources: readonly Place[];
  /** It has not been recalled for a long time. */
  readonly faded?: true;
  readonly superseded?: true;
  readonly held?: { readonly from: string; readonly to: string };
}

/**
 * Why an item is in the bundle: it is always included, it matches the question, or it is next to a match in the same
 * session.
 */
export type Why = 'always' | 'match' | 'before' | 'after';

export interface Item {
  /** `core`: from `persona.md`, `user.md` or MEMORY.md. */
  readonly kind: 'core' | Found['kind'];
  /** Null for `core`. */
  readonly id: string | null;
  readonly path: string;
  readonly line: number;
  readonly date: string | null;
  readonly logged?: string;
  readonly score: number | null;
  readonly text: string;
  readonly category: string | null;
  readonly tags: readonly string[];
  readonly why: Why;
  /** The id of the match next to it. */
  readonly of?: string;
  readonly faded?: true;
  readonly superseded?: true;
  readonly held?: { readonly from: string; readonly to: string };
  /** Other places with the same statement. */
  readonly also?: readonly {
    readonly id: string;
    readonly path: string;
    readonly line: number;
    readonly date: string | null;
  }[];
}

// Sizes of texts and remaining room. Pure.

/**
 * The size of a text or of the room for it: UTF-16 units, which are at least the number of code points, and tokens,
 * estimated high.
 */
export interface Room {
  readonly chars: number;
  readonly tokens: number;
}

/** The requested limits; null means none. */
export interface Budget {
  readonly chars: number | null;
  readonly tokens: number | null;
}

export const roomOf = ({ chars, tokens }: Budget): Room => ({ chars: chars ?? Infinity, tokens: tokens ?? Infinity });

/** For concatenated texts the sum is never less than the size of the whole. */
export const sizeOf = (text: string): Room => ({ chars: text.length, tokens: tokensOf(text) });

/**
 * `estimateTokens` plus half a token per Chinese, Japanese or Korean character: in vocabularies before 2024 such a
 * character takes up to 1.4 tokens, and a prompt that is too long is worse than a short one.
 */
function tokensOf(text: string): number {
  let wide = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= 0x2e80) wide++;
  return estimateTokens(text) + Math.ceil(wide / 2);
}

export const fits = (size: Room, room: Room): boolean => size.chars <= room.chars && size.tokens <= room.tokens;

export const minus = (room: Room, size: Room): Room => ({
  chars: room.chars - size.chars,
  tokens: room.tokens - size.tokens,
});

export const plus = (a: Room, b: Room): Room => ({ chars: a.chars + b.chars, tokens: a.tokens + b.tokens });

export const partOf = (room: Room, part: number): Room => ({
  chars: Math.floor(room.chars * part),
  tokens: Math.floor(room.tokens * part),
});

/** The maximum of both, per unit. */
export const greater = (a: Room, b: Room): Room => ({
  chars: Math.max(a.chars, b.chars),
  tokens: Math.max(a.tokens, b.tokens),
});

/** The minimum of both, per unit. */
export const lesser = (a: Room, b: Room): Room => ({
  chars: Math.min(a.chars, b.chars),
  tokens: Math.min(a.tokens, b.tokens),
});

export const NO_ROOM: Room = { chars: 0, tokens: 0 };
