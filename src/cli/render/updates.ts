// What changed in what is current, one line each: `updated: "…" → "…"`; and how many questions wait for a person.
import type { DreamResult } from '../../dream/dream.ts';
import type { Update } from '../../model/plan.ts';
import { listReviews } from '../../review/list.ts';
import { plain, plural } from '../paint.ts';

const MAX_LINES = 20;
const WORDS: Readonly<Record<Update['kind'], readonly [string, string]>> = { update: ['updated', '→'], conflict: ['conflict', '/'], correction: ['corrected', '→'] };
const WIDE = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u;

/** Those of a run whose page was written. */
export function updatesOf({ plan, decisions }: DreamResult['runs'][number]): Update[] {
  const decided = new Set(decisions.map(({ fact }) => fact));
  return plan.updates.filter(({ fact }) => decided.has(fact));
}

/** At most twenty lines, and how many more there are. `width`: columns of the terminal; null where nothing need be short. */
export function renderUpdates(runs: DreamResult['runs'], width: number | null): string[] {
  const all = runs.flatMap(updatesOf);
  const more = all.length - MAX_LINES;
  return [...all.slice(0, MAX_LINES).map((update) => renderUpdate(update, width)), ...(more > 0 ? [`and ${more} more`] : [])];
}

function renderUpdate({ kind, from, to }: Update, width: number | null): string {
  const [word, mark] = WORDS[kind];
  const [a, b] = [plain(from), plain(to)];
  const room = width === null ? Infinity : Math.max(20, width - word.length - mark.length - 8);
  const half = Math.floor(room / 2);
  const first = cut(a, Math.max(half, room - columnsOf(b)));
  return `${word}: "${first}" ${mark} "${cut(b, room - columnsOf(first))}"`;
}

/** `5 reviews wait: memvault review`; nothing where none does. */
export function renderReviewsWaiting(view: DreamResult['view']): string[] {
  const count = listReviews(view, { all: false }).length;
  return count === 0 ? [] : [`${plural(count, 'review')} ${count === 1 ? 'waits' : 'wait'}: memvault review`];
}

const columnsOf = (text: string): number => Array.from(text).reduce((sum, char) => sum + (WIDE.test(char) ? 2 : 1), 0);

function cut(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  let [kept, used] = ['', 1];
  for (const char of text) {
    used += columnsOf(char);
    if (used > columns) break;
    kept += char;
  }
  return `${kept.trimEnd()}…`;
}
