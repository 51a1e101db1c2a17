// What a bundle is made of: hits as a search gives them, and the items of the bundle as `--json` prints them.
import { estimateTokens } from '../llm/port.ts';

/** A place in a daily log. */
export interface Place {
  readonly id: string;
  readonly path: string | null;
  /** 1-based. */
  readonly line: number | null;
}

/** A hit of a search, as far as a bundle needs it. */
export interface Found {
  readonly id: string;
  readonly kind: 'fact' | 'claim' | 'text';
  /** From the vault's root. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** The local day that it speaks of. */
  readonly date: string | null;
  /** The day on which it was logged, where that is another. */
  readonly logged?: string;
  readonly score: number;
  readonly text: string;
  readonly category: string | null;
  readonly tags: readonly string[];
  readonly title: string;
  /** The facts that a claim cites. */
  readonly sources: readonly Place[];
  /** Nobody has looked at it for long. */
  readonly faded?: true;
  readonly superseded?: true;
  readonly held?: { readonly from: string; readonly to: string };
}

/**
 * Why something is in the bundle: it always is; it answers the question; it stands next to what does in the same
 * session.
 */
export type Why = 'always' | 'match' | 'before' | 'after';

export interface Item {
  /** `core`: of `persona.md`, `user.md` or MEMORY.md. */
  readonly kind: 'core' | Found['kind'];
  /** Null for what is `core`. */
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
  /** The id of the match that it stands next to. */
  readonly of?: string;
  readonly faded?: true;
  readonly superseded?: true;
  readonly held?: { readonly from: string; readonly to: string };
  /** Other places that say the same. */
  readonly also?: readonly {
    readonly id: string;
    readonly path: string;
    readonly line: number;
    readonly date: string | null;
  }[];
}

// How much room a text takes, and how much is left. Pure.

/** Of a text, or for one: UTF-16 units, so never fewer than code points, and tokens, rather too many. */
export interface Room {
  readonly chars: number;
  readonly tokens: number;
}

/** What is asked for; null is no limit. */
export interface Budget {
  readonly chars: number | null;
  readonly tokens: number | null;
}

export const roomOf = ({ chars, tokens }: Budget): Room => ({ chars: chars ?? Infinity, tokens: tokens ?? Infinity });

/** Of texts that are put together, the sum is never less than what the whole takes. */
export const sizeOf = (text: string): Room => ({ chars: text.length, tokens: tokensOf(text) });

/**
 * `estimateTokens`, and half a token more for each character of Chinese, Japanese and Korean: with vocabularies of
 * before 2024 such a character takes up to 1.4, and a prompt that is too long is worse than one that could be longer.
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

/** As much as the larger of both has. */
export const greater = (a: Room, b: Room): Room => ({
  chars: Math.max(a.chars, b.chars),
  tokens: Math.max(a.tokens, b.tokens),
});

/** As much as both have. */
export const lesser = (a: Room, b: Room): Room => ({
  chars: Math.min(a.chars, b.chars),
  tokens: Math.min(a.tokens, b.tokens),
});

export const NO_ROOM: Room = { chars: 0, tokens: 0 };
