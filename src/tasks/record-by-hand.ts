// A correction that a person makes, as a run: planned from the view, shown, carried out under the lock, committed.
import { mayHoldSecret } from '../language/secrets/may-hold.ts';
import { MemvaultError, mustBeExpected } from '../model/errors.ts';
import type { FileChange, Journal } from '../model/journal.ts';
import type { Change } from '../model/plan.ts';
import { renderLink } from '../note/link-map.ts';
import { titleFromPath } from '../page/page.ts';
import { carryOutHandRun, type HandRun, makeHandRun } from '../vault/record-run.ts';
import { readView, type View } from '../vault/view.ts';
import { commitAndPrune, type CommitOutcome } from './commit.ts';
import type { Context } from './context.ts';
import { readOpenMerge } from './git.ts';
import { refreshIndex } from './refresh-index.ts';

/** What is to be done, before it is known which pages that writes. */
export type ByHand = Pick<HandRun, 'changes' | 'lines' | 'reviews' | 'more' | 'about' | 'edits' | 'tags'> & {
  /** One sentence for log.md, without words of a fact. */
  readonly summary: string;
};

export interface Made {
  readonly journal: Journal;
  readonly changes: readonly Change[];
  readonly summary: string;
}

export interface Applied extends Made {
  /** Pages that were edited in this very moment, and were left. */
  readonly unwritten: readonly string[];
}

export async function readViewNow({ world, vault }: Context): Promise<View> {
  return readView(vault, await readOpenMerge(world, vault));
}

/** As it would be carried out. Writes nothing. Throws `conflict`, `refused`. */
export function planByHand(
  { vault }: Context,
  view: View,
  kind: HandRun['kind'],
  start: Date,
  commit: boolean,
  byHand: ByHand,
): Made {
  const { changes, summary } = byHand;
  const make = (words: string): Journal => makeHandRun(vault, view, { ...byHand, kind, summary: words, start, commit });
  return { journal: make([summary, ...pagesOf(make(summary).pages)].join('; ')), changes, summary };
}

/** Carries it out. The caller holds the lock. */
export function applyByHand({ vault }: Pick<Context, 'vault'>, made: Made): Applied {
  const unwritten = carryOutHandRun(vault, made.journal);
  return { ...made, unwritten: [...unwritten.values()] };
}

/**
 * Brings the index in step and commits where that is wished; `purge`: with nothing in it that is gone. What fails here
 * does not make undone what was done.
 */
export async function settleByHand(
  context: Context,
  start: Date,
  commit: boolean,
  purge = false,
): Promise<CommitOutcome | null> {
  try {
    await refreshIndex(context, purge);
    return commit ? await commitAndPrune(context, start) : null;
  } catch (error) {
    mustBeExpected(error);
    context.answer.warn(`memvault: what was asked for is done, but: ${error.message}`);
    return null;
  }
}

function pagesOf(pages: readonly FileChange[]): string[] {
  const link = (verb: string, some: readonly FileChange[]): string[] =>
    some.length === 0
      ? []
      : [`${verb} ${some.map(({ path }) => renderLink(titleFromPath(path), 'log.md', path)).join(', ')}`];
  return [
    ...link(
      'created',
      pages.filter(({ before }) => before === null),
    ),
    ...link(
      'updated',
      pages.filter(({ before }) => before !== null),
    ),
  ];
}

/**
 * Words that a person types for a page or a merged statement hold no secret that their facts do not hold. `known`: the
 * words of the facts. Throws `refused`, without the secret.
 */
export async function mustHoldNoSecret(text: string, known: readonly string[]): Promise<void> {
  if (!mayHoldSecret(text)) return;
  const { findSecrets } = await import('../language/secrets/secrets.ts');
  const found = findSecrets(text).filter(
    ({ start, end }) => !known.some((words) => words.includes(text.slice(start, end))),
  );
  const rules = [...new Set(found.map(({ rule }) => rule))];
  if (rules.length > 0)
    throw new MemvaultError('refused', `these words look like a secret (${rules.join(', ')}); nothing was changed`, {
      hint: 'take it out',
      data: { rules },
    });
}
