// What a bundle has no room for, in words: how much it is, and how to get it. Pure.
import type { Budget } from './room.ts';

/** What is not in the text, though it could be. */
export interface Missing {
  /** Hits that had no room. */
  readonly hits: number;
  /** Hits that hardly fit the question. */
  readonly unfit: number;
  /** Hits and entries that look like secrets, each statement once. */
  readonly secret: number;
  /** Of each file how many entries it has, and how many are not in the text. */
  readonly files: readonly { readonly path: string; readonly left: number; readonly all: number }[];
}

/** What was left out, and how to get it. `isFull`: it had no room, rather than more than its part of it. */
export function renderMissing({ hits, unfit, secret, files }: Missing, { tokens }: Budget, isFull: boolean): string {
  const short = [
    ...(hits > 0 ? [counted(hits)] : []),
    ...files.flatMap(({ path, left, all }) => (left > 0 ? [`${left} of ${all} entries of ${path}`] : [])),
  ];
  return [
    ...(isFull
      ? []
      : files.flatMap(({ path, left, all }) =>
          left > 0
            ? [`Left out of ${path}, which has an eighth of the room: ${left} of ${all} entries; the file has them.`]
            : [],
        )),
    ...(isFull && short.length > 0
      ? [
          `Left out for want of room: ${short.join(', ')}; a larger ` +
            (tokens === null ? '--max-chars' : '--max-tokens') +
            ' has more.',
        ]
      : []),
    ...(unfit > 0 ? [`Left out as hardly fitting: ${counted(unfit)}; memvault search has them.`] : []),
    ...(secret > 0
      ? [`${secret} left out: ${secret === 1 ? 'it looks like a secret' : 'they look like secrets'}.`]
      : []),
  ].join(' ');
}

const counted = (hits: number): string => `${hits} hit${hits === 1 ? '' : 's'}`;
