// Carries out a person's word on one review: what the rooms say is to be done, as a run. The caller holds the lock.
import { insteadOf, settle } from '../curate/fix/corrections.ts';
import { findStanding, mustBeCited, type Remedy } from '../curate/fix/standing.ts';
import {
  carriedRecalls,
  decidedLine,
  keptOf,
  mergedStatement,
  notMerged,
  waitingMerges,
} from '../curate/review/decide.ts';
import type { Review } from '../curate/review/review.ts';
import { logFacts } from '../log/log.ts';
import { MemvaultError } from '../model/errors.ts';
import { makeId } from '../model/ids.ts';
import { readCloneId } from '../vault/vault.ts';
import type { View } from '../vault/view.ts';
import type { Context } from './context.ts';
import { type Applied, applyByHand, type ByHand, planByHand } from './record-by-hand.ts';
import { mustHoldNoSecret } from './said-when.ts';

export type Verdict =
  /** One statement of today for all. `text`: a person's own wording. */
  | { readonly do: 'merge'; readonly text: string | null }
  /** One holds, the others go to History. `keep`: the one that holds; null for the latest. */
  | { readonly do: 'replace'; readonly keep: string | null }
  /** All hold, for good. */
  | { readonly do: 'apart' };

export interface Decided {
  readonly review: Review;
  readonly status: 'approved' | 'rejected';
  readonly verdict: Verdict['do'];
  /** The fact that a merge logged; null for all else. */
  readonly logged: string | null;
  readonly applied: Applied;
}

/** Looks whether it can be done, and writes nothing. Throws `refused`, `usage`. */
export function checkVerdict(view: View, review: Review, verdict: Verdict): void {
  // Whoever kept both may think better of it; and whoever merged them, until a dream has carried that out.
  const again = review.open && review.status === (verdict.do === 'apart' ? 'approved' : 'rejected');
  if (review.status !== 'pending' && !again)
    throw new MemvaultError('refused', `${review.id} no longer waits: it is ${review.status}`, {
      hint:
        review.status === 'approved'
          ? `it was carried out: memvault fix ${review.facts[0] ?? 'ID'} puts it right, or memvault dream --undo ` +
            'takes back the run'
          : 'memvault review list --all shows them all; memvault fix ID corrects a decision',
    });
  if (verdict.do === 'merge') {
    if (review.kind === 'contradiction')
      throw new MemvaultError('usage', `${review.id} is a contradiction: its sides cannot be merged`, {
        hint: `say which one holds: memvault review approve ${review.id} --keep ID`,
      });
    mergedStatement(review, verdict.text);
  } else remedyFor(view, review, verdict);
}

/** Throws what `checkVerdict` throws, before anything is written. */
export async function decide(
  context: Context,
  view: View,
  start: Date,
  commit: boolean,
  review: Review,
  verdict: Verdict,
): Promise<Decided> {
  checkVerdict(view, review, verdict);
  if (verdict.do === 'merge' && verdict.text !== null)
    await mustHoldNoSecret(
      verdict.text,
      review.parties.map(({ fact }) => fact.text),
    );
  const status = verdict.do === 'apart' ? 'rejected' : 'approved';
  const logged = verdict.do === 'merge' ? logMerged(context, view, start, review, verdict.text) : null;
  const carried =
    logged === null
      ? {}
      : {
          more: carriedRecalls(
            context.vault,
            review.facts,
            logged,
            readCloneId(context.vault, context.world.random),
            start,
          ),
        };
  const remedy =
    verdict.do === 'merge'
      ? {
          changes: [],
          lines: notMerged(view, review).filter(({ fact }) => fact !== logged),
          reviews: [],
          summary: `${review.id} approved: ${logged} is logged in place of ${review.facts.join(', ')}`,
        }
      : remedyFor(view, review, verdict);
  const own = isOfPairs(review) && status === 'rejected' ? [] : [decidedLine(review, status)];
  const byHand: ByHand = {
    ...remedy,
    ...carried,
    reviews: [...remedy.reviews.filter(({ id }) => own.every((line) => line.id !== id)), ...own],
    about: review.id,
  };
  return {
    review,
    status,
    verdict: verdict.do,
    logged,
    applied: applyByHand(context, planByHand(context, view, 'review', start, commit, byHand)),
  };
}

function remedyFor(view: View, review: Review, verdict: Exclude<Verdict, { readonly do: 'merge' }>): Remedy {
  const cited = (id: string) => mustBeCited(findStanding(view, id), view);
  const [first = ''] = review.facts;
  if (verdict.do === 'apart') {
    const lines = notMerged(view, review);
    const aside = lines.length === 0 ? '' : `; ${lines.map(({ fact }) => fact).join(', ')} of their merge is set aside`;
    const remedy =
      review.kind === 'contradiction'
        ? settle(cited(first), view)
        : { changes: [], lines, reviews: [], summary: `${review.facts.join(', ')} hold side by side${aside}` };
    return { ...remedy, summary: `${review.id} rejected: ${remedy.summary}` };
  }
  const keep = cited(keptOf(review, verdict.keep).id);
  const same =
    keep.claim.sides.length > 1
      ? (keep.claim.sides.find(({ facts }) => facts.includes(keep.fact.id))?.facts ?? [])
      : keep.claim.facts;
  const remedy = insteadOf(
    keep,
    view,
    review.facts.filter((id) => !same.includes(id)),
  );
  return { ...remedy, summary: `${review.id} approved: ${remedy.summary}` };
}

/** A side rests on several facts: a line over all of them would keep those apart, too, that say the same. */
function isOfPairs({ kind, facts, parties }: Review): boolean {
  return kind === 'contradiction' && facts.length > (parties[0]?.claim?.sides.length ?? 0);
}

/** One that was logged before a crash is taken as it is. */
function logMerged({ vault, world }: Context, view: View, start: Date, review: Review, text: string | null): string {
  const statement = mergedStatement(review, text);
  const there = waitingMerges(view, review).find(({ text: words }) => words === statement.text);
  if (there) return there.id;
  const { facts } = logFacts([{ statement, day: null, time: null, session: null }], {
    vault,
    now: start,
    newId: () => makeId(world.random),
    clone: readCloneId(vault, world.random),
  });
  return facts[0]?.id ?? '';
}
