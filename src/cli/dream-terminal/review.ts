// `memvault review` at a terminal: one review after the other, each decided at once, so that whoever stops keeps what
// was decided. All on stderr.
import { listReviews, type Review } from '../../curate/review/review.ts';
import { MemvaultError } from '../../model/errors.ts';
import { capitalized } from '../../model/text.ts';
import type { Context } from '../../tasks/context.ts';
import { checkVerdict, decide, type Decided, type Verdict } from '../../tasks/decide-review.ts';
import { withVaultLock } from '../../tasks/hold-lock.ts';
import { readViewNow } from '../../tasks/record-by-hand.ts';
import type { Choice } from '../../tasks/world.ts';
import { QUESTIONS, renderDecided, renderQuestion } from '../render/review.ts';
import { faceOf, wrap } from '../terminal/face.ts';
import { choose, chooseYes, edit } from '../terminal/prompts.ts';

export interface Reviewed {
  readonly decided: readonly Decided[];
  readonly skipped: number;
  /** A person ended the program instead of choosing. */
  readonly stopped: boolean;
}

type Picked = 'merge' | 'edit' | 'replace' | 'page' | `keep ${string}` | 'apart' | 'skip' | 'quit';

export async function reviewOneByOne(context: Context, reviews: readonly Review[], commit: boolean): Promise<Reviewed> {
  const decided: Decided[] = [];
  let skipped = 0;
  let waiting = reviews;
  for (const [index, { id }] of reviews.entries()) {
    const review = waiting.find((one) => one.id === id);
    // An earlier decision has settled it.
    if (review === undefined) continue;
    const question = renderQuestion(review, { number: index + 1, of: reviews.length }, faceOf(context, 'stderr'));
    context.answer.warn(`${index === 0 ? '' : '\n'}${question}\n`);
    const outcome = await decideOne(context, review, commit).catch((error: unknown) => {
      if (error instanceof MemvaultError && error.code === 'interrupted') return 'stopped';
      throw error;
    });
    if (outcome === 'skip') skipped += 1;
    else if (typeof outcome === 'string') return { decided, skipped, stopped: outcome === 'stopped' };
    else {
      decided.push(outcome);
      context.answer.remark(renderDecided(outcome, faceOf(context, 'stderr')));
      waiting = listReviews(await readViewNow(context), { all: false });
    }
  }
  return { decided, skipped, stopped: false };
}

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
      // Under the lock, since others may write while a person thinks.
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

/** An earlier decision may have changed the pages that it is about, or withdrawn it. */
export async function decideOnVaultOfNow(
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
  if (picked === 'apart' || picked === 'page') return { do: picked };
  return {
    do: 'replace',
    keep: picked === 'replace' ? (review.parties.at(-1)?.fact.id ?? null) : picked.slice('keep '.length),
  };
}
