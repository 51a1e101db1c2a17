// `memvault dream`: checks whether a dream is due or asks a person, then dreams or undoes, and reports the result.
// `--plan FILE` stops at the plan, and `--apply FILE` continues from it later.
import type { DreamResult } from '../../dream/dream.ts';
import { MemvaultError } from '../../model/errors.ts';
import { waits } from '../../model/text.ts';
import type { Context } from '../../tasks/context.ts';
import {
  applyPlan,
  dreamNow,
  type Dreamt,
  type DreamWishes,
  mustBeFree,
  nightOff,
  type NightOff,
  planDream,
  type PlanName,
  readPlan,
  rehearseDream,
  rehearsePlan,
  rehearseToday,
  writePlan,
} from '../../tasks/dream.ts';
import { finishCutShort } from '../../tasks/hold-lock.ts';
import { type InboxRead, lookAtInbox } from '../../tasks/process-inbox.ts';
import { readViewNow } from '../../tasks/record-by-hand.ts';
import { settleMerge } from '../../tasks/settle-merge.ts';
import { CATALOGUE_FILE } from '../../vault/vault.ts';
import { checkModelFlags, refuseWithinDream, sayCommit } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import {
  noticesOf,
  renderDream,
  renderLone,
  renderNext,
  renderNotices,
  renderRehearsal,
  renderToday,
  renderUpdates,
  renderWaiting,
  toDocument,
} from '../render/dream.ts';
import { renderLeft, renderReadBeside, toInboxJson } from '../render/import.ts';
import { type Command, isOn, numberValue, textValue, usage, type Values } from '../spec.ts';
import { faceOf } from '../terminal/face.ts';
import { chooseYes } from '../terminal/prompts.ts';

export const run: Command = async (context, { values }) => {
  const { world, answer } = context;
  refuseWithinDream(world, 'dream');
  checkModelFlags(context);
  const dryRun = isOn(values, 'dry-run');
  const [planName, applyName] = [textValue(values, 'plan'), textValue(values, 'apply')];
  if (planName === '-' && answer.json)
    throw usage(
      '--plan - prints the plan, and --json prints another document',
      'write the plan to a file, or leave --json out: a plan is JSON already',
    );
  const start = world.now();
  const wishes = wishesOf(values);
  const { commit } = wishes;
  if (values['undo'] !== undefined) {
    const run = textValue(values, 'undo') ?? null;
    const asks = answer.asks && !answer.yes && !isOn(values, 'batch');
    const { undoRun } = await import('./dream-undo.ts');
    return await undoRun(context, { start, run, commit }, { dryRun, asks });
  }
  const plan = planName === undefined ? undefined : { name: planName, force: isOn(values, 'force') };
  if (plan !== undefined) return await makePlanFile(context, start, wishes, plan);
  if (applyName !== undefined) return await applyPlanFile(context, applyName, wishes, dryRun);
  if (dryRun) return await rehearseNow(context, start, wishes);
  await finishCutShort(context);
  await settleMerge(context, start, commit);
  if (isOn(values, 'batch')) {
    const off = isOn(values, 'force') ? null : await nightOff(context, start, commit);
    if (off !== null) return sayOff(context, off);
  } else if (wishes.redo) {
    if (!(await mayRedo(context))) return EXIT.done;
  } else if (!answer.yes) return await askAndDream(context, start, wishes);
  const dreamt = await dreamNow(context, start, wishes);
  const status = sayDream(context, dreamt);
  // At a terminal they are printed with the proposals.
  const { runs, left } = dreamt.result;
  for (const line of renderNotices(
    noticesOf(runs),
    left.map(({ reason }) => reason),
  ))
    answer.remark(line);
  return status;
};

/** Reports a night without a dream, and why. */
function sayOff(context: Context, off: NightOff): number {
  const { answer, world } = context;
  const { isTerminal } = world.stdout;
  answer.document({
    ran: false,
    reason: off.reason,
    runs: [],
    left: [],
    forgot: off.off.run,
    inbox: off.inbox === null ? null : toInboxJson(off.inbox),
    commit: off.commit,
  });
  if (off.said) answer.remark(`No dream here: ${off.reason}.`);
  else if (isTerminal) answer.report(`No dream: ${off.reason}.`);
  sayInbox(context, off.inbox);
  return Math.max(sayCommit(context, off.commit), off.off.left.length > 0 ? EXIT.partly : EXIT.done);
}

/** Shows what a dream would do now, and with today's facts once the day is over. */
async function rehearseNow(context: Context, start: Date, wishes: DreamWishes): Promise<number> {
  const result = await rehearseDream(context, start, wishes);
  const { day, facts, decisions, runs } = await rehearseToday(context, start, result.view);
  const face = faceOf(context);
  const rehearsal = renderRehearsal(result, face).trimEnd();
  const ofToday =
    facts.length === 0
      ? []
      : [renderToday(day, facts, decisions, renderUpdates(runs, face.columns), result.view, face)];
  return sayLook(context, result, [rehearsal, ...ofToday].join('\n\n'), { today: { facts, decisions } });
}

/** Writes only the plan file. */
async function makePlanFile(context: Context, start: Date, wishes: DreamWishes, plan: PlanName): Promise<number> {
  mustBeFree(context.world, plan);
  const { result, file } = await planDream(context, start, wishes);
  writePlan(context.world, plan, file);
  return sayLook(context, result, renderRehearsal(result, faceOf(context)), { plan });
}

async function applyPlanFile(context: Context, name: string, wishes: DreamWishes, dryRun: boolean): Promise<number> {
  const file = await readPlan(context.world, name);
  if (!dryRun) await finishCutShort(context);
  // A rehearsal first: if it fails or the vault has changed, nothing is written.
  const rehearsed = await rehearsePlan(context, file);
  if (dryRun) return sayLook(context, rehearsed, renderRehearsal(rehearsed, faceOf(context)));
  const dreamt = await applyPlan(context, file, wishes);
  const status = sayDream(context, dreamt);
  for (const line of renderNotices(noticesOf(dreamt.result.runs))) context.answer.remark(line);
  return status;
}

/** Writes what the person at the terminal agrees to. */
async function askAndDream(context: Context, start: Date, wishes: DreamWishes): Promise<number> {
  const { answer } = context;
  if (!answer.asks)
    throw usage(
      'dream asks before it writes, but there is no terminal',
      'use --batch for a nightly run, --yes to accept, or --dry-run to preview',
    );
  const { dreamAtTerminal } = await import('../dream-terminal/dream-terminal.ts');
  const dreamt = await dreamAtTerminal(context, start, wishes);
  const status = typeof dreamt === 'number' ? dreamt : sayDream(context, dreamt);
  if (typeof dreamt !== 'number') answer.remark(renderNext(dreamt.result));
  const waiting = await countWaiting(context);
  if (waiting > 0) answer.remark(`${waits(waiting, 'file')} in the inbox: memvault import`);
  return status;
}

/** Throws `usage` without a model, or if nobody can be asked. */
async function mayRedo(context: Context): Promise<boolean> {
  const { answer, settings } = context;
  if (settings.consolidate.engine === 'rules')
    throw usage(
      'dream --redo asks a model, and none is set',
      'such as --engine ollama; memvault config lists the settings',
    );
  if (answer.yes) return true;
  if (!answer.asks) throw usage('dream --redo asks before it begins, but there is no terminal', 'use --yes to accept');
  return await chooseYes(context, 'Have the model review every page? memvault dream --undo reverts it');
}

/** The number of files that could be read now. Errors are reported when the inbox is read. */
async function countWaiting(context: Context): Promise<number> {
  if (context.settings.inbox.nightly === 'off') return 0;
  try {
    return lookAtInbox(context, await readViewNow(context), false).ready.length;
  } catch (error) {
    if (error instanceof MemvaultError) return 0;
    throw error;
  }
}

/** A night does not repeat what a person undid, but a dream run by a person does. */
function wishesOf(values: Values): DreamWishes {
  const isNight = isOn(values, 'batch') && !isOn(values, 'force');
  const maxDays = numberValue(values, 'max-days');
  return {
    repeatUndone: !isNight,
    isNight,
    retry: isOn(values, 'retry'),
    redo: isOn(values, 'redo'),
    commit: isOn(values, 'commit'),
    ...(maxDays !== undefined && { maxDays }),
  };
}

// The output after a dream or a dry run, and its exit status.

/** Returns the exit status. */
function sayDream(context: Context, { result, settled, forgottenLeft, inbox, commit }: Dreamt): number {
  const { answer, world } = context;
  answer.document({
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
function sayLook(
  { answer }: Context,
  result: DreamResult,
  words: string,
  { plan, ...more }: { readonly plan?: PlanName | undefined; readonly [field: string]: unknown } = {},
): number {
  const { runs, left, interrupted } = result;
  answer.document({
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
function sayInbox({ answer, world }: Context, inbox: InboxRead | null): void {
  if (inbox === null) return;
  if (inbox.runs.length > 0) answer.report(renderReadBeside(inbox.runs));
  if (inbox.runs.length > 0 || world.stdout.isTerminal)
    for (const line of [...renderLeft(inbox), ...inbox.notices]) answer.remark(line);
}
