// A person's correction as a run: planned from the view, shown, carried out under the lock, committed.
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

/** What to change, before the affected pages are known. */
export type ByHand = Pick<HandRun, 'changes' | 'lines' | 'reviews' | 'more' | 'about' | 'edits' | 'tags'> & {
  /** One sentence for log.md, without any fact's words. */
  readonly summary: string;
};

export interface Made {
  readonly journal: Journal;
  readonly changes: readonly Change[];
  readonly summary: string;
}

export interface Applied extends Made {
  /** Why pages were skipped because they were edited at the same moment. */
  readonly unwritten: readonly string[];
}

export async function readViewNow({ world, vault }: Context): Promise<View> {
  return readView(vault, await readOpenMerge(world, vault));
}

/** Plans the run without writing. Throws `conflict`, `refused`. */
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

/** Carries out the run. The caller holds the lock. */
export function applyByHand({ vault }: Pick<Context, 'vault'>, made: Made): Applied {
  const unwritten = carryOutHandRun(vault, made.journal);
  return { ...made, unwritten: [...unwritten.values()] };
}

/**
 * Refreshes the index and commits if requested. `purge`: leave no removed text in the index. A failure here is only a
 * warning, since the change itself is done.
 */
export async function settleByHand(
  context: Context,
  start: Date,
  commit: boolean,
  purge = false,
): Promise<CommitOutcome | null> {
  try {
    await (await import('./refresh-index.ts')).refreshIndex(context, purge);
    return commit ? await commitAndPrune(context, start) : null;
  } catch (error) {
    mustBeExpected(error);
    context.answer.warn(`memvault: the change was made, but: ${error.message}`);
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
 * Throws `refused`, without quoting the secret, if words that a person typed for a page or a merged statement contain a
 * secret that the facts' words (`known`) do not.
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
      hint: 'remove it',
      data: { rules },
    });
}
