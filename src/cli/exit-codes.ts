// How commands end: the one table from words to exit numbers.
import type { ErrorCode } from '../model/errors.ts';

export const EXIT = { done: 0, problems: 1, failed: 2, partly: 3, interrupted: 130 } as const;

const ERROR_EXITS: Readonly<Record<ErrorCode, number>> = {
  usage: 2,
  settings: 2,
  'bad-input': 2,
  'not-found': 2,
  ambiguous: 2,
  refused: 2,
  conflict: 2,
  io: 2,
  git: 2,
  'no-vault': 10,
  locked: 11,
  model: 12,
  interrupted: 130,
};

export function exitOf(code: ErrorCode): number {
  return ERROR_EXITS[code];
}

/** For help pages. */
export const EXIT_STATUS = `Exit status:
  0 done   1 found problems   2 could not run   3 partly done
  10 no vault   11 locked   12 model not available   130 interrupted`;
