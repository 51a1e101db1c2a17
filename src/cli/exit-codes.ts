// The exit statuses of commands, and that of each error.
import type { ErrorCode } from '../model/errors.ts';

export const EXIT = { done: 0, problems: 1, failed: 2, partly: 3, interrupted: 130 } as const;

/** All other errors mean that the command could not run. */
const ERROR_EXITS: { readonly [Code in ErrorCode]?: number } = {
  'no-vault': 10,
  locked: 11,
  model: 12,
  interrupted: EXIT.interrupted,
};

export const exitOf = (code: ErrorCode): number => ERROR_EXITS[code] ?? EXIT.failed;

/** For help pages. */
export const EXIT_STATUS = `Exit status:
  0 done   1 problems found   2 could not run
  3 partly done   10 no vault   11 locked
  12 model not available   130 interrupted`;
