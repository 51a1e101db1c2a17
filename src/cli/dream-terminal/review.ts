// `memvault review` at a terminal: one review after the other, each decided at once, so that whoever stops keeps what
// was decided. All on stderr.
import { listReviews, type Review } from '../../curate/review/review.ts';
import { plain } from '../../model/controls.ts';
import { MemvaultError } from '../../model/errors.ts';
import type { Context } from '../../tasks/context.ts';
import { checkVerdict, decide, type Decided, type Verdict } from '../../tasks/decide-review.ts';
import { withVaultLock } from '../../tasks/hold-lock.ts';
import { readViewNow } from '../../tasks/record-by-hand.ts';
import type { Choice, Prompts } from '../../tasks/world.ts';
import { QUESTIONS, renderDecided, renderQuestion } from '../render/review.ts';
import { chooseYes } from '../terminal/prompts.ts';
import { wrap } from '../terminal/wrap.ts';

export interface Reviewed {
  readonly decided: readonly Decided[];
  readonly skipped: number;
  /** A person ended the program instead of choosing. */
  readonly stopped: boolean;
}

type Picked = 'merge' | 'edit' | 'replace' | 'page' | `keep ${string}` | 'apart' | 'skip' | 'quit';

export async function reviewOneByOne(
  context: Context,
  prompts: Prompts,
  reviews: readonly Review[],
  commit: boolean,
): Promise<Reviewed> {
  const decided: Decided[] = [];
  let skipped = 0;
  let waiting = reviews;
  for (const [index, { id }] of reviews.entries()) {
    const review = waiting.find((one) => one.id === id);
    // An earlier decision has settled it.
    if (review === undefined) continue;
    const place = { number: index + 1, of: reviews.length };
    const question = renderQuestion(review, place, context.world.stderr.columns, context.answer.color);
    context.answer.warn(`${index === 0 ? '' : '\n'}${question}\n`);
    const outcome = await decideOne(context, prompts, review, commit);
    if (outcome === 'skip') skipped += 1;
    else if (typeof outcome === 'string') return { decided, skipped, stopped: outcome === 'stopped' };
    else {
      decided.push(outcome);
      context.answer.remark(renderDecided(outcome, context.answer.color));
      waiting = listReviews(await readViewNow(context), { all: false });
    }
  }
  return { decided, skipped, stopped: false };
}

async function decideOne(
  context: Context,
  prompts: Prompts,
  review: Review,
  commit: boolean,
): Promise<Decided | 'skip' | 'quit' | 'stopped'> {
  const { answer } = context;
  let edited: string | null = null;
  for (;;) {
    const picked: Picked | null =
      edited === null
        ? await prompts.choose<Picked>(
            QUESTIONS[review.kind].replace(/^./, (first) => first.toUpperCase()),
            choicesFor(review),
            'skip',
          )
        : 'edit';
    if (picked === null) return 'stopped';
    if (picked === 'skip' || picked === 'quit') return picked;
    if (picked === 'edit') {
      edited = await prompts.edit(
        'What the one claim says; empty goes back:',
        edited ?? review.draft ?? review.parties.at(-1)?.fact.text ?? '',
      );
      if (edited === null) return 'stopped';
      edited = edited.trim() === '' ? null : edited.trim();
      if (edited === null) continue;
    }
    try {
      if (picked === 'edit') {
        checkVerdict(await readViewNow(context), review, { do: 'merge', text: edited });
        answer.warn(wrap(plain(edited ?? ''), context.world.stderr.columns, '  It will say: ').join('\n'));
        const agreed = await chooseYes(prompts, 'Merge them into this?');
        if (agreed === null) return 'stopped';
        if (!agreed) continue;
      }
      return await decideNow(context, review, verdictOf(review, picked, edited), commit);
    } catch (error) {
      if (!(error instanceof MemvaultError) || !['refused', 'usage', 'conflict', 'bad-input'].includes(error.code))
        throw error;
      answer.warn(`${error.message}.`);
      if (picked !== 'edit' || error.code !== 'refused') return 'skip';
    }
  }
}

/** Under the lock, since others may write while a person thinks. */
async function decideNow(context: Context, review: Review, verdict: Verdict, commit: boolean): Promise<Decided> {
  return await withVaultLock(context, 'review', async () => {
    const view = await readViewNow(context);
    const now = listReviews(view, { all: true }).find(({ id }) => id === review.id);
    return await decide(context, view, context.world.now(), commit, now ?? { ...review, status: 'withdrawn' }, verdict);
  });
}

function choicesFor({ kind, draft, parties }: Review): Choice<Picked>[] {
  const apart: Choice<Picked> = { value: 'apart', label: 'Keep both', hint: 'not asked again' };
  const rest: Choice<Picked>[] = [
    { value: 'skip', label: 'Later', hint: 'asked again next time' },
    { value: 'quit', label: 'Quit' },
  ];
  const merge: Choice<Picked>[] = [
    ...(draft === null ? [] : [{ value: 'merge' as const, label: 'Merge', hint: 'one claim for all' }]),
    { value: 'edit', label: draft === null ? 'Write one text for both' : 'Edit the wording', hint: 'then merge' },
  ];
  const replace: Choice<Picked> = { value: 'replace', label: 'Replace the older', hint: 'it goes to History' };
  if (kind === 'merge') return [...merge, replace, apart, ...rest];
  if (kind === 'supersede') return [replace, ...merge.filter(({ value }) => value === 'edit'), apart, ...rest];
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
