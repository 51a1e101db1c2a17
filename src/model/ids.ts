// Fact ids: ten characters of a base-32 alphabet without i, l, o, u, so that none can be misread.

import { MemvaultError } from './errors.ts';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
export const ID_LENGTH = 10;
/** Regular expression source for an id. */
export const ID_PATTERN = '[0-9a-hjkmnp-tv-z]{10}';
/** The same for the id of a run. */
export const RUN_ID_PATTERN = 'r-\\d{8}-\\d{4}-[0-9a-f]{6}';

/**
 * Uses no regular expression, because every search calls it: compiling one takes longer than checking a hundred ids.
 */
export function isId(text: string): boolean {
  if (text.length !== ID_LENGTH) return false;
  for (let i = 0; i < ID_LENGTH; i++) if (!ALPHABET.includes(text.charAt(i))) return false;
  return true;
}

/** A new id from random numbers in [0, 1). Unique, not secret: fifty random bits. */
export function makeId(random: () => number): string {
  let id = '';
  while (id.length < ID_LENGTH) id += encode(Math.floor(random() * 2 ** 25), 5);
  return id;
}

/** A short random id for a clone of a vault. */
export function makeCloneId(random: () => number): string {
  return encode(Math.floor(random() * 2 ** 20), 4);
}

/** Four digits or lower-case letters. */
export const isCloneId = (text: string): boolean => /^[0-9a-z]{4}$/.test(text);

/** The first `length` characters of bytes in base 32, most significant bit first. */
export function encodeBytes(bytes: Uint8Array, length: number): string {
  let text = '';
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xffff;
    bits += 8;
    while (bits >= 5 && text.length < length) {
      bits -= 5;
      text += ALPHABET[(buffer >> bits) & 31];
    }
  }
  return text;
}

function encode(value: number, length: number): string {
  let text = '';
  for (let i = 0; i < length; i++) {
    text += ALPHABET[value & 31];
    value = Math.floor(value / 32);
  }
  return text;
}

/** Minimum length of an abbreviated id. */
export const LEAST_PREFIX = 6;

interface Naming<T> {
  /** The kind of thing that has the id, such as `fact`. */
  readonly what: string;
  /** A hint with the command that lists them. */
  readonly list: string;
  /** Describes a candidate; printed after its id. */
  readonly about: (one: T) => string;
}

/**
 * The only item whose id starts with `typed`. Throws `usage` if that is too short, `not-found`, and `ambiguous` with
 * the list.
 */
export function findById<T extends { readonly id: string }>(
  all: readonly T[],
  typed: string,
  { what, list, about }: Naming<T>,
): T {
  const wanted = typed.replace(/^\^/, '').toLowerCase();
  if (wanted.length < LEAST_PREFIX)
    throw new MemvaultError('usage', `${JSON.stringify(typed)} is too short for an id`, {
      hint: `give at least ${LEAST_PREFIX} characters of it`,
    });
  const matches = all.filter(({ id }) => id.startsWith(wanted));
  const [only] = matches;
  if (only === undefined)
    throw new MemvaultError('not-found', `no ${what} has an id that begins with ${wanted}`, { hint: list });
  if (matches.length === 1) return only;
  const lines = matches.map((one) => `  ${one.id}  ${about(one)}`);
  throw new MemvaultError(
    'ambiguous',
    `${matches.length} ${what}s have ids that begin with ${wanted}:\n${lines.join('\n')}`,
    { hint: 'give more characters', data: { ids: matches.map(({ id }) => id) } },
  );
}
