// What is to be done so that one decision is taken back or corrected. From pages and ledger alone, so it works after
// later edits and on any clone. Writes nothing.
import type { View } from '../vault/view.ts';
import { besideWhatHolds } from './beside.ts';
import { makeCurrent } from './current.ts';
import { move } from './move.ts';
import { type Already, isAlready, type Remedy } from './remedy.ts';
import { restore } from './restore.ts';
import { reword } from './reword.ts';
import { separate } from './separate.ts';
import { findStanding } from './standing.ts';

export type Wish =
  | { readonly kind: 'separate' }
  /** `to`: where it goes that stands nowhere; null for the page that it had. */
  | { readonly kind: 'restore'; readonly to: string | null }
  | { readonly kind: 'current' }
  | { readonly kind: 'move'; readonly to: string }
  | { readonly kind: 'reword'; readonly text: string };

/** `fact`: a full id. Pages in the wish are paths of zones. Throws `not-found`, `refused`. */
export function planFix(view: View, fact: string, wish: Wish): Remedy | Already {
  const remedy = remedyFor(view, fact, wish);
  return isAlready(remedy) || wish.kind === 'move' || wish.kind === 'reword' ? remedy : besideWhatHolds(remedy, view);
}

/** The same without what it costs to look at all other claims: which lines and changes it comes to. */
export function remedyFor(view: View, fact: string, wish: Wish): Remedy | Already {
  const standing = findStanding(view, fact);
  if (wish.kind === 'separate') return separate(standing, view);
  if (wish.kind === 'restore') return restore(standing, view, wish.to);
  if (wish.kind === 'current') return makeCurrent(standing, view);
  return wish.kind === 'move' ? move(standing, view, wish.to) : reword(standing, view, wish.text);
}
