// `memvault dream`: checks whether a dream is due or asks a person, then dreams or undoes, and reports the result.
// `--plan FILE` stops at the plan, and `--apply FILE` continues from it later.
import { MemvaultError } from '../../model/errors.ts';
import { waits } from '../../model/text.ts';
import type { Context } from '../../tasks/context.ts';
import {
  dreamNow,
  type DreamWishes,
  nightOff,
  type NightOff,
  rehearseDream,
  rehearseToday,
} from '../../tasks/dream.ts';
import { finishCutShort } from '../../tasks/hold-lock.ts';
import type { PlanName } from '../../tasks/plan-dream.ts';
import { readViewNow } from '../../tasks/record-by-hand.ts';
import { settleMerge } from '../../tasks/settle-merge.ts';
import { openContext, refuseWithinDream, sayCommit } from '../context.ts';
import { checkModelFlags, settingFlags } from '../setting-flags.ts';
import { noticesOf, renderNext, renderNotices, renderUpdates } from '../render/dream.ts';
import { toInboxJson } from '../render/import.ts';
import { sayDream, sayInbox, sayLook } from '../say-dream.ts';
import { type Command, EXIT, isOn, numberValue, textValue, usage, type Values } from '../spec.ts';
import { faceOf } from '../terminal/face.ts';
import { chooseYes } from '../terminal/prompts.ts';

export const run: Command = async (world, invocation) => {
  refuseWithinDream(world, 'dream');
  const { values } = invocation;
  const dryRun = isOn(values, 'dry-run');
  checkFlags(values);
  const [planName, applyName] = [textValue(values, 'plan'), textValue(values, 'apply')];
  const settings = settingFlags(values);
  const context = await openContext(world, invocation, settings, dryRun || planName !== undefined);
  const { answer } = context;
  checkModelFlags(settings, context.settings.consolidate.engine);
  const start = world.now();
  const wishes = wishesOf(values);
  const { commit } = wishes;
  if (values['undo'] !== undefined) {
    const run = textValue(values, 'undo') ?? null;
    const { undoRun } = await import('./dream-undo.ts');
    return await undoRun(context, { start, run, commit, dryRun, batch: isOn(values, 'batch') });
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
  answer.document('dream', {
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
  const { renderRehearsal, renderToday } = await import('../render/rehearsal.ts');
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
  const { mustBeFree, planDream, writePlan } = await import('../../tasks/plan-dream.ts');
  const { renderRehearsal } = await import('../render/rehearsal.ts');
  mustBeFree(context.world, plan);
  const { result, file } = await planDream(context, start, wishes);
  writePlan(context.world, plan, file);
  return sayLook(context, result, renderRehearsal(result, faceOf(context)), { plan });
}

async function applyPlanFile(context: Context, name: string, wishes: DreamWishes, dryRun: boolean): Promise<number> {
  const { applyPlan, readPlan, rehearsePlan } = await import('../../tasks/plan-dream.ts');
  const file = await readPlan(context.world, name);
  if (!dryRun) await finishCutShort(context);
  // A rehearsal first: if it fails or the vault has changed, nothing is written.
  const rehearsed = await rehearsePlan(context, file);
  if (dryRun) {
    const { renderRehearsal } = await import('../render/rehearsal.ts');
    return sayLook(context, rehearsed, renderRehearsal(rehearsed, faceOf(context)));
  }
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
  const { lookAtInbox } = await import('../../tasks/process-inbox.ts');
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

// Flags that conflict with --plan, --apply and --redo, and what to type instead.

/** Flags of the engine and the batch size: a plan already contains the answers. */
const ENGINE = ['engine', 'model', 'set', 'max-days', 'timeout'] as const;

const AGAINST: readonly (readonly [flag: string, others: readonly string[], why: string, hint: string])[] = [
  [
    'plan',
    ['apply'],
    '--plan makes a plan and --apply carries one out',
    'say one of the two; --apply FILE --dry-run shows what a plan does',
  ],
  ['plan', ['undo'], '--plan is for a dream, not for undoing one', 'for a preview: memvault dream --undo --dry-run'],
  [
    'plan',
    ['commit'],
    '--plan writes nothing but its file',
    'say it with --apply: memvault dream --apply FILE --commit',
  ],
  [
    'plan',
    ['batch'],
    '--plan asks nobody, whether a dream is due or not',
    'leave --batch out; --apply FILE carries the plan out, by night too',
  ],
  ['plan', ['dry-run'], '--plan writes nothing but its file, --dry-run not even that', 'say one of the two'],
  [
    'apply',
    ['undo', 'redo', 'retry', 'force'],
    'the plan file already decides what --apply does',
    'make another plan: memvault dream --plan FILE',
  ],
  [
    'apply',
    ENGINE,
    '--apply asks no engine: the answers are in its file',
    'make another plan with it: memvault dream --plan FILE',
  ],
  [
    'redo',
    ['undo', 'plan', 'batch', 'dry-run'],
    '--redo has a model review the existing pages, one by one',
    'use memvault dream --redo alone; memvault dream --undo reverts it',
  ],
];

/** Throws `usage`. */
function checkFlags(values: Values): void {
  for (const [flag, others, why, hint] of AGAINST) {
    const other = values[flag] === undefined ? undefined : others.find((one) => values[one] !== undefined);
    if (other !== undefined) throw usage(`--${flag} and --${other} do not go together: ${why}`, hint);
  }
  if (values['plan'] === '-' && values['json'] === true)
    throw usage(
      '--plan - prints the plan, and --json prints another document',
      'write the plan to a file, or leave --json out: a plan is JSON already',
    );
}
