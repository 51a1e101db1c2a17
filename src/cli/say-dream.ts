// The output after a dream or a dry run, and its exit status.
import type { DreamResult } from '../dream/dream.ts';
import type { Context } from '../tasks/context.ts';
import type { Dreamt, PlanName } from '../tasks/dream.ts';
import type { InboxRead } from '../tasks/process-inbox.ts';
import { CATALOGUE_FILE } from '../vault/vault.ts';
import { noticesOf, renderDream, renderLone, renderNotices, renderWaiting, toDocument } from './render/dream.ts';
import { renderLeft, renderReadBeside, toInboxJson } from './render/import.ts';
import { sayCommit } from './context.ts';
import { faceOf } from './terminal/face.ts';
import { EXIT } from './spec.ts';

/** Returns the exit status. */
export function sayDream(context: Context, { result, settled, forgottenLeft, inbox, commit }: Dreamt): number {
  const { answer, world } = context;
  answer.document('dream', {
    ...toDocument(result),
    settled: settled ? [CATALOGUE_FILE] : [],
    inbox: inbox === null ? null : toInboxJson(inbox),
    commit,
  });
  answer.report(renderDream(result, faceOf(context)));
  if (settled && result.runs.length === 0) answer.report(`Updated ${CATALOGUE_FILE}.`);
  for (const line of [...renderWaiting(result, world.stderr.isTerminal ? result.view : null), ...renderLone(result)])
    answer.warn(line);
  sayInbox(context, inbox);
  const committed = sayCommit(context, commit);
  if (result.interrupted) return EXIT.interrupted;
  // Facts that a person undid or put off are as they wanted.
  const waits = result.left.some(({ why }) => why !== 'undone' && why !== 'later');
  return waits || result.closed.length + forgottenLeft.length > 0 ? EXIT.partly : committed;
}

/**
 * Shows what a dream would do; only the file of `plan` was written. Returns the exit status, which is `partly` if a
 * model gave no answer, as for a real dream. `more`: further fields of the document.
 */
export function sayLook(
  { answer }: Context,
  result: DreamResult,
  words: string,
  { plan, ...more }: { readonly plan?: PlanName | undefined; readonly [field: string]: unknown } = {},
): number {
  const { runs, left, interrupted } = result;
  answer.document('dream', {
    ...toDocument(result),
    dryRun: true,
    ran: false,
    ...(plan !== undefined && { planFile: plan.name }),
    plans: runs.map((one) => one.plan),
    ...more,
  });
  if (plan === undefined) answer.print(words);
  else if (plan.name !== '-') {
    answer.report(words);
    answer.remark(
      runs.length === 0
        ? `The plan in ${plan.name} is empty.`
        : `The plan is in ${plan.name}, for you to read and edit; memvault dream --apply ${plan.name} carries it out.`,
    );
  }
  for (const line of renderNotices(noticesOf(runs))) answer.remark(line);
  if (interrupted) return EXIT.interrupted;
  return left.some(({ why }) => why === 'model') ? EXIT.partly : EXIT.done;
}

/**
 * Reports what a dream did with the inbox. Files that stay are named only at a terminal or if something was done, since
 * otherwise every night would repeat them.
 */
export function sayInbox({ answer, world }: Context, inbox: InboxRead | null): void {
  if (inbox === null) return;
  if (inbox.runs.length > 0) answer.report(renderReadBeside(inbox.runs));
  if (inbox.runs.length > 0 || world.stdout.isTerminal)
    for (const line of [...renderLeft(inbox), ...inbox.notices]) answer.remark(line);
}
