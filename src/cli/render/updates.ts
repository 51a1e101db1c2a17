// What changed in what is current: `updated: "…" → "…"`; and how many questions wait for a person.
import type { DreamResult } from '../../dream/dream.ts';
import { plain } from '../../model/controls.ts';
import type { Update } from '../../model/plan.ts';
import { plural } from '../../model/text.ts';
import { wrap } from '../terminal/wrap.ts';

const MAX_UPDATES = 20;
const WORDS: Readonly<Record<Update['kind'], readonly [string, string]>> = {
  update: ['updated', '→'],
  conflict: ['conflict', '/'],
  correction: ['corrected', '→'],
};

/** Those of a run whose page was written. */
export function updatesOf({ plan, decisions }: DreamResult['runs'][number]): Update[] {
  const decided = new Set(decisions.map(({ fact }) => fact));
  return plan.updates.filter(({ fact }) => decided.has(fact));
}

/**
 * At most twenty updates, and how many more there are. `width`: columns of the terminal; null where nothing need be
 * short.
 */
export function renderUpdates(runs: DreamResult['runs'], width: number | null): string[] {
  const all = runs.flatMap(updatesOf);
  const more = all.length - MAX_UPDATES;
  return [
    ...all.slice(0, MAX_UPDATES).flatMap((update) => renderUpdate(update, width)),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
}

/** One line where it fits; else each statement from a line of its own on, whole: what differs may come last. */
export function renderUpdate({ kind, from, to }: Update, width: number | null): string[] {
  const [word, mark] = WORDS[kind];
  const [a, b] = [`"${plain(from)}"`, `"${plain(to)}"`];
  const line = `${word}: ${a} ${mark} ${b}`;
  if (width === null || wrap(line, width).length === 1) return [line];
  return [...wrap(a, width, `${word}: `), ...wrap(b, width, `${mark} `.padStart(word.length + 2))];
}

/** `5 reviews wait: memvault review`; nothing where none does. */
export function renderReviewsWaiting(count: number): string[] {
  return count === 0 ? [] : [`${plural(count, 'review')} ${count === 1 ? 'waits' : 'wait'}: memvault review`];
}
