// Carries out a person's decision on one review as a run. The caller holds the lock.
import { insteadOf, settle } from '../curate/fix/corrections.ts';
import { findStanding, fold, isAlready, mustBeCited, refused, type Remedy, sideOf } from '../curate/fix/standing.ts';
import { decidedLine, decidePage, keptOf } from '../curate/review/decide.ts';
import type { Review } from '../curate/review/review.ts';
import { MemvaultError } from '../model/errors.ts';
import { experienceKind } from '../model/experience.ts';
import { plural } from '../model/text.ts';
import type { View } from '../vault/view.ts';
import type { Context } from './context.ts';
import { type Applied, applyByHand, type ByHand, mustHoldNoSecret, planByHand } from './record-by-hand.ts';

export type Verdict =
  /** Make one claim of all. `text`: the person's own wording. */
  | { readonly do: 'merge'; readonly text: string | null }
  /** One claim stays current, the others go to History. `keep`: the one that stays; null for the latest. */
  | { readonly do: 'replace'; readonly keep: string | null }
  /** Make every change that the night proposed for a page. */
  | { readonly do: 'page' }
  /** Publish the procedure or the lessons on a page. */
  | { readonly do: 'publish' }
  /** Keep all claims, for good. */
  | { readonly do: 'apart' };

export interface Decided {
  readonly review: Review;
  readonly status: 'approved' | 'rejected';
  readonly verdict: Verdict['do'];
  /** The parts of a page's changes that could not be made, and why. */
  readonly left: readonly string[];
  readonly applied: Applied;
}

/** Checks that the verdict can be carried out; writes nothing. Throws `refused`, `usage`. */
export function checkVerdict(view: View, review: Review, verdict: Verdict): void {
  // A person may change a decision to keep both, and may decide before the second look.
  const again =
    review.open && (verdict.do === 'apart' ? OPEN : [...OPEN, 'rejected']).some((status) => status === review.status);
  if (review.status !== 'pending' && !again)
    throw new MemvaultError('refused', `review ${review.id} is already ${review.status}`, {
      hint:
        review.status === 'approved'
          ? `it was applied: memvault fix ${review.facts[0] ?? 'ID'} corrects it, or memvault dream --undo ` +
            'undoes the run'
          : 'memvault review list --all shows them all; memvault fix ID corrects a decision',
    });
  remedyFor(view, review, verdict);
}

const OPEN = ['queued', 'expired'];

/** Throws like `checkVerdict`, before anything is written. */
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
  const { left = [], ...remedy } = remedyFor(view, review, verdict);
  const own = isOfPairs(review) && status === 'rejected' ? [] : [decidedLine(review, status)];
  const byHand: ByHand = {
    ...remedy,
    reviews: [...remedy.reviews.filter(({ id }) => own.every((line) => line.id !== id)), ...own],
    about: review.id,
  };
  return {
    review,
    status,
    verdict: verdict.do,
    left,
    applied: applyByHand(context, planByHand(context, view, 'review', start, commit, byHand)),
  };
}

function remedyFor(view: View, review: Review, verdict: Verdict): Remedy & { readonly left?: readonly string[] } {
  const remedy = decidedBy(view, review, verdict);
  return { ...remedy, summary: `${review.id} ${verdict.do === 'apart' ? 'rejected' : 'approved'}: ${remedy.summary}` };
}

function decidedBy(view: View, review: Review, verdict: Verdict): Remedy {
  const cited = (id: string) => mustBeCited(findStanding(view, id), view);
  const [first = ''] = review.facts;
  if (verdict.do === 'apart') {
    if (review.kind === 'contradiction') return settle(cited(first), view);
    if (review.kind === 'skill' || review.kind === 'lesson')
      return {
        changes: [],
        lines: [],
        reviews: [],
        summary:
          review.kind === 'skill'
            ? `${plural(review.facts.length, 'path')} make no skill`
            : 'the lessons stay as you logged them',
      };
    const what = review.pairs === undefined ? review.facts.join(', ') : `the claims of ${review.pairs.length} pairs`;
    return { changes: [], lines: [], reviews: [], summary: `${what} hold side by side` };
  }
  if (verdict.do === 'page') return decidePage(review, view);
  if (verdict.do === 'publish') return publish(review, view);
  if (verdict.do === 'merge') {
    if (review.kind === 'contradiction')
      throw new MemvaultError('usage', `${review.id} is a contradiction: its sides cannot be merged`, {
        hint: `say which one holds: memvault review approve ${review.id} --keep ID`,
      });
    const [into = '', ...from] = review.facts;
    const drafts = review.draft === null ? [] : [review.draft];
    const command = `memvault review approve ${review.id}`;
    const merged = fold({ into, from, text: verdict.text, drafts, command }, view);
    if (!isAlready(merged)) return merged;
    throw refused(merged.already, 'memvault review list shows what waits');
  }
  const keep = cited(keptOf(review, verdict.keep).id);
  const others = review.facts.filter((id) => !sideOf(keep).facts.includes(id));
  return insteadOf(keep, view, others);
}

/** The ledger records each fact as published, so that the run can be undone. The page follows from the review. */
function publish({ id, kind, facts, parties, procedure, draft }: Review, view: View): Remedy {
  const isLesson = kind === 'lesson';
  if (isLesson ? draft === null : procedure === undefined)
    throw refused(`${id}: nothing of it is left`, 'memvault review list');
  const reason = isLesson ? 'a page of lessons cites it' : 'a skill cites it: memvault skills list';
  const lines = facts.flatMap((fact) => {
    const held = view.ledger.get(fact);
    return held === undefined ? [] : [{ fact, day: held.day, as: held.as, reason, digest: held.digest }];
  });
  const episodes = parties.filter(({ fact }) => experienceKind(fact) === 'episode').length;
  const summary = isLesson
    ? `lessons of ${plural(episodes, 'decision')}`
    : `a skill of ${plural(facts.length, 'path')}`;
  return { changes: [], lines, reviews: [], summary };
}

/** A side can rest on several facts. A line over all of them would also keep apart facts that say the same. */
function isOfPairs({ kind, facts, parties }: Review): boolean {
  return kind === 'contradiction' && facts.length > (parties[0]?.claim?.sides.length ?? 0);
}
