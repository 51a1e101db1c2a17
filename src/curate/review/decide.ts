// What a person's word on a review comes to: the statement that a merge logs, which fact is kept, the line that
// records it. Writes nothing.
import { factDigest } from '../../model/bytes.ts';
import type { LedgerLine } from '../../model/disposition.ts';
import { MemvaultError } from '../../model/errors.ts';
import { confidenceOf, eventDay, type Fact, type Statement } from '../../model/fact.ts';
import type { Append } from '../../model/journal.ts';
import { addRecalls, type Recalled, type RecallLine } from '../../model/recall.ts';
import type { ReviewLine } from '../../model/review.ts';
import { appendFor } from '../../vault/daily.ts';
import { readRecalledBy } from '../../vault/recalls.ts';
import { RECALLS_DIR, type Vault } from '../../vault/vault.ts';
import type { View } from '../../vault/view.ts';
import { lackingIn, type Review } from './review.ts';

/** The line that says how it was decided. */
export function decidedLine(
  { id, kind, facts, reason, score }: Review,
  status: 'approved' | 'rejected',
): Omit<ReviewLine, 'run' | 'at'> {
  return { id, kind, status, facts, reason, score };
}

/** Fields of one fact alone; what all that have them agree on is kept. */
const OWN_FIELDS = new Set(['at', 'source', 'supersedes', 'confidence', 'pinned']);

/**
 * One fact of today in the place of several. `text`: a person's own wording, or null. Throws `refused` where it drops a
 * specific.
 */
export function mergedStatement(review: Review, text: string | null): Statement {
  const facts = review.parties.map(({ fact }) => fact);
  const words = text ?? review.draft;
  if (words === null)
    throw new MemvaultError(
      'refused',
      `${review.id}: none of their wordings says all that they say; nothing was merged`,
      { hint: `write one: memvault review approve ${review.id} --text "…"` },
    );
  const missing = lackingIn(words, facts);
  if (missing.length > 0)
    throw new MemvaultError(
      'refused',
      `${review.id}: the merged text lacks ` +
        missing.map((specific) => said(specific, facts)).join(', ') +
        '; nothing was merged',
      { hint: `say all of it: memvault review approve ${review.id} --text "…"`, data: { missing } },
    );
  return {
    category: facts.at(-1)?.category ?? 'general',
    text: words,
    tags: [...new Set(facts.flatMap(({ tags }) => tags))],
    fields: {
      ...sharedFields(facts),
      ...confidenceField(facts),
      source: sourceOf(review),
      supersedes: review.facts.join(' '),
    },
  };
}

/** As a fact writes it. */
function said(specific: string, facts: readonly Fact[]): string {
  if (specific === 'not') return 'as many negations';
  const written = facts.flatMap(({ text }) => {
    const at = text.toLowerCase().indexOf(specific.toLowerCase());
    return at < 0 ? [] : [text.slice(at, at + specific.length)];
  });
  return JSON.stringify(written[0] ?? specific);
}

/** By it the merged fact is known. */
const sourceOf = ({ id }: Pick<Review, 'id'>): string => `review:${id}`;

function sharedFields(facts: readonly Fact[]): Record<string, string> {
  const names = new Set(facts.flatMap(({ fields }) => Object.keys(fields)));
  return Object.fromEntries(
    [...names]
      .filter((name) => !OWN_FIELDS.has(name))
      .flatMap((name) => {
        const values = new Set(facts.flatMap(({ fields }) => fields[name] ?? []));
        const [only] = values;
        return values.size === 1 && only !== undefined ? [[name, only]] : [];
      }),
  );
}

function confidenceField(facts: readonly Fact[]): Record<string, string> {
  return facts.some(({ fields }) => fields.confidence !== undefined)
    ? { confidence: String(Math.max(...facts.map(confidenceOf))) }
    : {};
}

/**
 * The fact that is kept of several of which one holds: the one named, else the latest. Throws `usage`, `refused` where
 * no day tells.
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

/** Facts of one side of a callout say the same. */
function sameClaim({ parties }: Review, fact: Fact, other: Fact | undefined): boolean {
  const claim = parties.find((party) => party.fact === fact)?.claim;
  return (
    fact === other ||
    claim?.sides.some(({ facts }) => facts.includes(fact.id) && facts.includes(other?.id ?? '')) === true
  );
}

// The recalls of several facts go over to the one that was logged in their place: one tracked line with the sum.

/** None where nobody was shown any of them until `start`. */
export function carriedRecalls(
  vault: Vault,
  from: readonly string[],
  to: string,
  clone: string,
  start: Date,
): (run: string, at: string) => Append[] {
  const known = readRecalledBy(vault, start);
  const sum = new Map<string, Recalled>();
  for (const fact of from) {
    const recalled = known.get(fact);
    if (recalled) addRecalls(sum, to, recalled);
  }
  const total = sum.get(to);
  return (run, at) => {
    if (total === undefined) return [];
    // It folds nothing of this clone's record, so it must not move where that was folded up to.
    const line: RecallLine = {
      fact: to,
      count: total.count,
      last: total.last,
      clone,
      until: new Date(0).toISOString(),
      run,
      at,
    };
    return [appendFor(vault, `${RECALLS_DIR}/${at.slice(0, 7)}.jsonl`, `${JSON.stringify(line)}\n`)];
  };
}

// A review by the beginning of its id.

/** Of facts, or of another kind. */
type Known = { readonly id: string; readonly kind: string; readonly status: Review['status'] };

const SHORTEST = 6;

/** Throws `usage` where it is too short, `not-found`, `ambiguous` with the list. */
export function findReview<R extends Known>(reviews: readonly R[], prefix: string): R {
  const wanted = prefix.toLowerCase();
  if (wanted.length < SHORTEST)
    throw new MemvaultError('usage', `${JSON.stringify(prefix)} is too short for an id`, {
      hint: `give at least ${SHORTEST} characters of it`,
    });
  const matches = reviews.filter(({ id }) => id.startsWith(wanted));
  const [only] = matches;
  if (only === undefined)
    throw new MemvaultError('not-found', `no review has an id that begins with ${wanted}`, {
      hint: 'memvault review list shows what waits',
    });
  if (matches.length === 1) return only;
  throw new MemvaultError(
    'ambiguous',
    `${matches.length} reviews have ids that begin with ${wanted}:\n` +
      matches.map(({ id, kind, status }) => `  ${id}  ${kind}  ${status}`).join('\n'),
    { hint: 'give more characters', data: { ids: matches.map(({ id }) => id) } },
  );
}

// An approval of a merge that is taken back before a dream has carried it out: what it logged stays in the log, and
// no dream takes it up.

const REASON = 'the merge was taken back';

/** The statements that an approval logged and nothing was decided about, or no longer. */
export function waitingMerges(view: Pick<View, 'facts' | 'ledger' | 'forgotten'>, review: Pick<Review, 'id'>): Fact[] {
  const source = sourceOf(review);
  return view.facts.filter(
    ({ id, fields }) =>
      fields.source === source && !view.forgotten.has(id) && (view.ledger.get(id)?.as ?? 'pending') === 'pending',
  );
}

/** The lines that set them aside. */
export function notMerged(view: View, review: Pick<Review, 'id'>): Omit<LedgerLine, 'run' | 'at' | 'engine'>[] {
  return waitingMerges(view, review).map((fact) => ({
    fact: fact.id,
    day: fact.day,
    as: 'set-aside',
    reason: REASON,
    digest: factDigest(fact),
  }));
}

/** Reviews whose merge an undo leaves in the log, where the next dream would find it. `run`: that undo. */
export function mergesLeftBy(view: View, run: string): string[] {
  return [...view.reviews.values()]
    .filter(
      (review) =>
        review.status !== 'rejected' && waitingMerges(view, review).some(({ id }) => view.ledger.get(id)?.run === run),
    )
    .map(({ id }) => id);
}
