// The effect of a person's decision on a review: the claims to fold, the changes to a page, the fact to keep, the line
// that records it. Writes nothing.
import { MemvaultError } from '../../model/errors.ts';
import { eventDay, type Fact } from '../../model/fact.ts';
import { findById } from '../../model/ids.ts';
import { defined } from '../../model/json.ts';
import type { Change } from '../../model/plan.ts';
import { type ReviewLine, type ReviewPair, withoutTexts } from '../../model/review.ts';
import { renderPages } from '../../vault/render-pages.ts';
import { toPageText, updateView, type View } from '../../vault/view.ts';
import { replace, setAside } from '../fix/corrections.ts';
import {
  type Already,
  type DecisionLine,
  findStanding,
  fold,
  isAlready,
  orRefusal,
  reasonOf,
  refused,
  type Remedy,
  type ReviewWish,
} from '../fix/standing.ts';
import type { Review } from './review.ts';

/** The line that records the decision. */
export function decidedLine(
  { id, kind, facts, reason, score, looks, pairs, draft }: Review,
  status: 'approved' | 'rejected',
): Omit<ReviewLine, 'run' | 'at'> {
  // The page takes its lines from the review.
  const lines = kind === 'lesson' && status === 'approved' && draft !== null ? draft : undefined;
  const more = defined({ looks, pairs: pairs && withoutTexts(pairs), draft: lines });
  return { id, kind, status, facts, reason, score, ...more };
}

/** `left`: why parts could not be done, such as a fold for which no wording says everything. */
export interface PageRemedy extends Remedy {
  readonly left: readonly string[];
}

/**
 * Carries out all pairs of a `page` review in order, each on the result of the previous ones. Throws `refused` if none
 * could be done.
 */
export function decidePage({ id, pairs = [] }: Review, view: View): PageRemedy {
  const changes: Change[] = [];
  const lines = new Map<string, DecisionLine>();
  const reviews = new Map<string, ReviewWish>();
  const left: string[] = [];
  let now = view;
  for (const pair of pairs) {
    const done = orRefusal(() => pairRemedy(pair, now));
    if (done instanceof MemvaultError) left.push(reasonOf(done));
    else if (!isAlready(done)) {
      changes.push(...done.changes);
      for (const line of done.lines) lines.set(line.fact, line);
      for (const line of done.reviews) reviews.set(line.id, line);
      now = afterwards(now, done);
    }
  }
  if (changes.length === 0) throw refused(`${id}: ${left.join('; ') || 'nothing is left to do'}`, 'memvault review');
  const count = pairs.length - left.length;
  return {
    changes,
    lines: [...lines.values()],
    reviews: [...reviews.values()],
    left,
    summary: `${count} of ${pairs.length} changes done`,
  };
}

function pairRemedy({ facts: [older, newer], as, text }: ReviewPair, view: View): Remedy | Already {
  if (as === 'set-aside') return setAside(findStanding(view, newer), view);
  if (as === 'superseded') return replace(findStanding(view, newer), view, older);
  const command = `memvault fix ${newer} --same-as ${older}`;
  return fold({ into: older, from: [newer], text: null, drafts: text === undefined ? [] : [text], command }, view);
}

/** Later than any time in a vault. */
const LAST = '9999-12-31T23:59:59.999Z';

/** The view after a remedy, for planning the next one. */
function afterwards(view: View, { changes, lines, reviews }: Remedy): View {
  const pages = renderPages({ changes }, view, '');
  const stamp = { run: '', engine: 'review', at: LAST };
  const bare = {
    ...view,
    ledger: new Map([...view.ledger].filter(([fact]) => lines.every((one) => one.fact !== fact))),
  };
  return updateView(
    bare,
    pages.map(({ path, after }) => toPageText(path, after ?? '')),
    lines.map((line) => ({ ...line, ...stamp })),
    reviews.map((line) => ({ ...line, ...stamp })),
  );
}

/**
 * The fact to keep if only one holds: the named one, else the latest. Throws `usage` for a wrong name, or if the days
 * do not tell.
 */
export function keptOf(review: Review, named: string | null): Fact {
  const facts = review.parties.map(({ fact }) => fact);
  const list = facts.map((fact) => `  ${fact.id}  ${eventDay(fact)}  ${fact.text.slice(0, 60)}`).join('\n');
  if (named !== null) {
    const found = facts.filter(({ id }) => id.startsWith(named.replace(/^\^/, '').toLowerCase()));
    const [only] = found;
    if (only !== undefined && found.length === 1) return only;
    throw new MemvaultError('usage', `${review.id} is not about ${JSON.stringify(named)}, but about\n${list}`, {
      hint: 'name one of them',
    });
  }
  const latest = facts.at(-1);
  const before =
    facts
      .filter((fact) => !sameClaim(review, fact, latest))
      .map(eventDay)
      .sort()
      .at(-1) ?? '';
  if (latest !== undefined && (review.kind === 'supersede' || before < eventDay(latest))) return latest;
  throw new MemvaultError('usage', `${review.id}: both are of the same day, so say which one holds:\n${list}`, {
    hint: `memvault review approve ${review.id} --keep ID`,
  });
}

/** Facts of one callout side say the same. */
function sameClaim({ parties }: Review, fact: Fact, other: Fact | undefined): boolean {
  const claim = parties.find((party) => party.fact === fact)?.claim;
  return (
    fact === other ||
    claim?.sides.some(({ facts }) => facts.includes(fact.id) && facts.includes(other?.id ?? '')) === true
  );
}

/** Finds a review by id prefix. Throws like `findById`. */
export const findReview = <R extends { readonly id: string; readonly kind: string; readonly status: Review['status'] }>(
  reviews: readonly R[],
  prefix: string,
): R =>
  findById(reviews, prefix, {
    what: 'review',
    list: 'memvault review list shows what waits',
    about: ({ kind, status }) => `${kind}  ${status}`,
  });
