// `memvault review`: shows what only a person can decide, as a list, by id, or one by one at a terminal. There each
// answer takes effect at once, so stopping keeps earlier decisions. The questions go to stderr.
import { findReview } from '../../curate/review/decide.ts';
import { listReviews, type Review } from '../../curate/review/review.ts';
import { MemvaultError } from '../../model/errors.ts';
import { capitalized } from '../../model/text.ts';
import type { Choice, Context } from '../../tasks/context.ts';
import { checkVerdict, decide, type Decided, type Verdict } from '../../tasks/decide-review.ts';
import { withVaultLock } from '../../tasks/hold-lock.ts';
import { readViewNow, settleByHand } from '../../tasks/record-by-hand.ts';
import { sayEnd } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import {
  countWaiting,
  QUESTIONS,
  renderDecided,
  renderReview,
  renderSession,
  toDecidedJson,
  toReviewJson,
} from '../render/review.ts';
import { type Command, isOn, textValue, usage, type Values } from '../spec.ts';
import { faceOf, wrap } from '../terminal/face.ts';
import { choose, chooseYes, edit } from '../terminal/prompts.ts';

export const run: Command = async (context, { action, args: ids, values }) => {
  if (ids.length > 1 && (values['keep'] ?? values['text']) !== undefined)
    throw usage('--keep and --text are for one review', 'approve the others on their own');
  if (action === 'approve' || action === 'reject')
    return await decideAll(context, ids, (review) => verdictFor(review, action, values), isOn(values, 'commit'));
  // Expired ones are pairs that a model judged different: both claims stay, and nobody was asked.
  const reviews = listReviews(await readViewNow(context), { all: isOn(values, 'all') }).filter(
    ({ status }) => status !== 'expired',
  );
  if (action === undefined && context.answer.asks && reviews.length > 0)
    return await oneByOne(context, reviews, isOn(values, 'commit'));
  return list(context, reviews);
};

function list(context: Context, reviews: readonly Review[]): number {
  const { answer } = context;
  answer.document({ reviews: reviews.map(toReviewJson) });
  answer.print(reviews.map((review) => renderReview(review, faceOf(context))).join('\n\n'));
  answer.remark(countWaiting(reviews));
  return EXIT.done;
}

function verdictFor({ kind }: Review, action: 'approve' | 'reject', values: Values): Verdict {
  if (action === 'reject') return { do: 'apart' };
  const text = textValue(values, 'text')?.trim() ?? null;
  if (kind === 'skill' || kind === 'lesson') {
    if (text !== null || values.keep !== undefined)
      throw usage(
        kind === 'skill' ? 'a skill is approved as it is' : 'lessons are approved as they are',
        'memvault review approve ID; its page can be edited then',
      );
    return { do: 'publish' };
  }
  if (kind === 'page') return { do: 'page' };
  return kind === 'merge' || text !== null
    ? { do: 'merge', text }
    : { do: 'replace', keep: textValue(values, 'keep') ?? null };
}

/** Checks all before deciding the first; each decision is its own run. */
async function decideAll(
  context: Context,
  prefixes: readonly string[],
  verdictOf: (review: Review) => Verdict,
  commit: boolean,
): Promise<number> {
  const { answer, world } = context;
  const start = world.now();
  return await withVaultLock(context, 'review', async () => {
    const view = await readViewNow(context);
    const all = listReviews(view, { all: true });
    const wanted = [...new Set(prefixes.map((prefix) => findReview(all, prefix)))];
    for (const review of wanted.filter((one) => !isSo(one, verdictOf(one))))
      checkVerdict(view, review, verdictOf(review));
    const decided: Decided[] = [];
    const failed: unknown[] = [];
    for (const review of wanted) {
      if (isSo(review, verdictOf(review))) answer.report(`Nothing to do: ${review.id} is ${review.status} already.`);
      else
        await decideOnVaultOfNow(context, review, start, commit, verdictOf(review)).then(
          (one) => decided.push(one),
          (error: unknown) => failed.push(error),
        );
    }
    // If nothing was decided, it is a failure and not a partial success.
    if (decided.length === 0 && failed.length > 0) throw failed[0];
    return await say(context, start, decided, failed.map(messageOf), commit);
  });
}

const isSo = (review: Review, verdict: Verdict): boolean =>
  review.status === (verdict.do === 'apart' ? 'rejected' : 'approved');

function messageOf(error: unknown): string {
  if (error instanceof MemvaultError) return error.message;
  throw error;
}

async function say(
  context: Context,
  start: Date,
  decided: readonly Decided[],
  failed: readonly string[],
  wantsCommit: boolean,
): Promise<number> {
  const { answer } = context;
  const commit = decided.length === 0 ? null : await settleByHand(context, start, wantsCommit);
  answer.document({ reviews: decided.map(toDecidedJson), failed, commit });
  for (const one of decided) answer.report(renderDecided(one, faceOf(context)));
  const unwritten = decided.flatMap(({ applied }) => applied.unwritten);
  const left = decided.flatMap((one) => one.left);
  return sayEnd(context, [...failed, ...left, ...unwritten], commit);
}

async function oneByOne(context: Context, reviews: readonly Review[], wantsCommit: boolean): Promise<number> {
  const { answer, world } = context;
  const face = faceOf(context, 'stderr');
  const decided: Decided[] = [];
  let skipped = 0;
  let waiting = reviews;
  let outcome: Decided | 'skip' | 'quit' | 'stopped' = 'skip';
  for (const [index, { id }] of reviews.entries()) {
    const review = waiting.find((one) => one.id === id);
    // An earlier decision already settled it.
    if (review === undefined) continue;
    const question = renderReview(review, face, `${index + 1} of ${reviews.length}`);
    answer.warn(`${index === 0 ? '' : '\n'}${question}\n`);
    outcome = await decideOne(context, review, wantsCommit).catch((error: unknown) => {
      if (error instanceof MemvaultError && error.code === 'interrupted') return 'stopped';
      throw error;
    });
    if (outcome === 'quit' || outcome === 'stopped') break;
    if (outcome === 'skip') skipped += 1;
    else {
      decided.push(outcome);
      answer.remark(renderDecided(outcome, face));
      waiting = listReviews(await readViewNow(context), { all: false });
    }
  }
  const commit = decided.length === 0 ? null : await settleByHand(context, world.now(), wantsCommit);
  const left = listReviews(await readViewNow(context), { all: false });
  answer.warn(`\n${renderSession(decided, skipped, left.length)}`);
  const unwritten = decided.flatMap(({ left, applied }) => [...left, ...applied.unwritten]);
  const status = sayEnd(context, unwritten, commit);
  return outcome === 'stopped' ? EXIT.interrupted : status;
}

type Picked = 'merge' | 'edit' | 'replace' | 'page' | 'publish' | `keep ${string}` | 'apart' | 'skip' | 'quit';

/** Throws `interrupted`. */
async function decideOne(context: Context, review: Review, commit: boolean): Promise<Decided | 'skip' | 'quit'> {
  const { answer, world } = context;
  const question = capitalized(QUESTIONS[review.kind]);
  let edited: string | null = null;
  for (;;) {
    const picked: Picked =
      edited === null ? await choose<Picked>(context, question, choicesFor(review), 'skip') : 'edit';
    if (picked === 'skip' || picked === 'quit') return picked;
    if (picked === 'edit') {
      const before: string = edited ?? review.draft ?? review.parties.at(-1)?.fact.text ?? '';
      edited = (await edit(context, 'What the one claim says; empty goes back:', before)).trim() || null;
      if (edited === null) continue;
    }
    try {
      if (edited !== null) {
        checkVerdict(await readViewNow(context), review, { do: 'merge', text: edited });
        answer.warn(wrap(edited, faceOf(context, 'stderr').columns, '  It will say: ').join('\n'));
        if (!(await chooseYes(context, 'Merge them into this?'))) continue;
      }
      const verdict = verdictOf(review, picked, edited);
      // Decided under the lock on a fresh view, since others may write while the person thinks.
      return await withVaultLock(
        context,
        'review',
        async () => await decideOnVaultOfNow(context, review, world.now(), commit, verdict),
      );
    } catch (error) {
      if (!(error instanceof MemvaultError) || !['refused', 'usage', 'conflict', 'bad-input'].includes(error.code))
        throw error;
      answer.warn(`${error.message}.`);
      if (picked !== 'edit' || error.code !== 'refused') return 'skip';
    }
  }
}

/** An earlier decision may have changed the pages involved, or withdrawn the review. */
async function decideOnVaultOfNow(
  context: Context,
  review: Review,
  start: Date,
  commit: boolean,
  verdict: Verdict,
): Promise<Decided> {
  const view = await readViewNow(context);
  const now = listReviews(view, { all: true }).find(({ id }) => id === review.id);
  return await decide(context, view, start, commit, now ?? { ...review, status: 'withdrawn' }, verdict);
}

function choicesFor({ kind, draft, parties }: Review): Choice<Picked>[] {
  const apart: Choice<Picked> = { value: 'apart', label: 'Keep both', hint: 'not asked again' };
  const rest: Choice<Picked>[] = [
    { value: 'skip', label: 'Later', hint: 'asked again next time' },
    { value: 'quit', label: 'Quit' },
  ];
  const reword: Choice<Picked> = {
    value: 'edit',
    label: draft === null ? 'Write one text for both' : 'Edit the wording',
    hint: 'then merge',
  };
  const replace: Choice<Picked> = { value: 'replace', label: 'Replace the older', hint: 'it goes to History' };
  if (kind === 'merge') {
    const merge: Choice<Picked> = { value: 'merge', label: 'Merge', hint: 'one claim for all' };
    return [...(draft === null ? [] : [merge]), reword, replace, apart, ...rest];
  }
  if (kind === 'supersede') return [replace, reword, apart, ...rest];
  if (kind === 'skill')
    return [{ value: 'publish', label: 'Publish it' }, { ...apart, label: 'It is no skill' }, ...rest];
  if (kind === 'lesson')
    return [{ value: 'publish', label: 'Publish them' }, { ...apart, label: 'Leave the page as it is' }, ...rest];
  if (kind === 'page')
    return [{ value: 'page', label: 'Do all of it' }, { ...apart, label: 'Keep all as it is' }, ...rest];
  const sides = parties[0]?.claim?.sides ?? [];
  return [
    ...sides.map((side, at): Choice<Picked> => ({
      value: `keep ${side.facts[0] ?? ''}`,
      label: `Number ${at + 1} holds`,
      hint: 'the other goes to History',
    })),
    apart,
    ...rest,
  ];
}

function verdictOf(review: Review, picked: Exclude<Picked, 'skip' | 'quit'>, edited: string | null): Verdict {
  if (picked === 'merge' || picked === 'edit') return { do: 'merge', text: edited };
  if (picked === 'apart' || picked === 'page' || picked === 'publish') return { do: picked };
  return {
    do: 'replace',
    keep: picked === 'replace' ? (review.parties.at(-1)?.fact.id ?? null) : picked.slice('keep '.length),
  };
}
