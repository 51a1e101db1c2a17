// `memvault dream`: asks the gate or a person, dreams or takes back, says what came of it.
import { countReviews } from '../../curate/review/review.ts';
import { MemvaultError } from '../../model/errors.ts';
import { plural } from '../../model/text.ts';
import type { Context } from '../../tasks/context.ts';
import { dreamNow, type DreamWishes, rehearseDream, rehearseToday } from '../../tasks/dream.ts';
import { finishCutShort } from '../../tasks/hold-lock.ts';
import { nightOff } from '../../tasks/night.ts';
import { lookAtInbox } from '../../tasks/process-inbox.ts';
import { readViewNow } from '../../tasks/record-by-hand.ts';
import { settleMerge } from '../../tasks/settle-merge.ts';
import { openContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { refuseWithinDream } from '../no-echo.ts';
import { checkModelFlags, checkPlanFlags } from '../plan-flags.ts';
import { renderNext, renderNotices, toDocument } from '../render/dream.ts';
import { toInboxJson } from '../render/import-inbox.ts';
import { renderRehearsal, renderToday } from '../render/rehearsal.ts';
import { renderUpdates } from '../render/updates.ts';
import { sayCommit } from '../say-commit.ts';
import { sayDream, sayInbox, sayLint, statusOfLook } from '../say-dream.ts';
import { dayFlag } from '../filter-flags.ts';
import { settingFlags } from '../setting-flags.ts';
import { type Command, isOn, textValue, type Values, usage } from '../spec.ts';
import { columnsOf } from '../terminal/wrap.ts';
import { undoRun } from './dream-undo.ts';

export const run: Command = async (world, invocation) => {
  refuseWithinDream(world, 'dream');
  const { values } = invocation;
  const dryRun = isOn(values, 'dry-run');
  checkPlanFlags(values);
  const [planName, applyName] = [textValue(values, 'plan'), textValue(values, 'apply')];
  const settings = settingFlags(values);
  const context = await openContext(world, invocation, settings, dryRun || planName !== undefined);
  const { answer } = context;
  checkModelFlags(settings, context.settings.consolidate.engine);
  const start = world.now();
  const wishes = wishesOf(values);
  if (values['undo'] !== undefined)
    return await undoRun(context, start, textValue(values, 'undo') ?? null, {
      commit: wishes.commit,
      dryRun,
      batch: isOn(values, 'batch'),
    });
  const plan = planName === undefined ? undefined : { name: planName, force: isOn(values, 'force') };
  const since = isOn(values, 'redo') ? dayFlag(values, 'since', start) : null;
  if (since !== null)
    return await (await import('./dream-redo.ts')).redo(context, start, wishes, { since, dryRun, plan });
  if (plan !== undefined) return await (await import('./dream-plan.ts')).makePlanFile(context, start, wishes, plan);
  if (applyName !== undefined)
    return await (await import('./dream-plan.ts')).applyPlanFile(context, applyName, { wishes, dryRun });
  if (dryRun) {
    return await rehearseNow(context, start, wishes);
  }
  await finishCutShort(context);
  await settleMerge(context, start, wishes.commit);
  if (isOn(values, 'batch')) {
    const off = isOn(values, 'force') ? null : await nightOff(context, start, wishes.commit);
    if (off !== null) {
      answer.document('dream', {
        ran: false,
        reason: off.reason,
        runs: [],
        left: [],
        forgot: off.off.run,
        inbox: off.inbox === null ? null : toInboxJson(off.inbox),
        lint: off.lint,
        commit: off.commit,
      });
      if (off.said) answer.remark(`No dream here: ${off.reason}.`);
      else if (world.stdout.isTerminal) answer.report(`No dream: ${off.reason}.`);
      sayInbox(context, off.inbox);
      sayLint(context, off.lint, !world.stdout.isTerminal);
      // A quiet night is silent.
      const isLook =
        off.commit?.status === 'committed' &&
        off.lint !== null &&
        off.commit.runs.every((run) => run === off.lint?.run);
      return Math.max(
        isLook && !world.stdout.isTerminal ? EXIT.done : sayCommit(context, off.commit),
        off.off.left.length > 0 ? EXIT.partly : EXIT.done,
      );
    }
  } else if (!answer.yes) return await askAndDream(context, start, wishes);
  const dreamt = await dreamNow(context, start, wishes);
  const status = sayDream(context, dreamt);
  // At the terminal they stand with what is proposed.
  for (const line of renderNotices(
    dreamt.result.runs.flatMap(({ plan }) => plan.notices),
    columnsOf(world.stderr),
    dreamt.result.left.map(({ reason }) => reason),
  ))
    answer.remark(line);
  return status;
};

/** What a dream would do now, and with today's facts once the day is over. */
async function rehearseNow(context: Context, start: Date, wishes: DreamWishes): Promise<number> {
  const { answer } = context;
  const result = await rehearseDream(context, start, wishes);
  const today = await rehearseToday(context, start, result.view);
  answer.document('dream', {
    ...toDocument(result),
    dryRun: true,
    ran: false,
    plans: result.runs.map((one) => one.plan),
    today: { facts: today.facts, decisions: today.decisions },
  });
  const width = widthOf(context);
  const rehearsal = renderRehearsal(result, answer.color, width, countReviews(result.view));
  const { day, facts, decisions, runs } = today;
  const ofToday =
    facts.length === 0 ? [] : [renderToday(day, facts, decisions, renderUpdates(runs, width), answer.color)];
  answer.print([rehearsal.trimEnd(), ...ofToday].join('\n\n'));
  return statusOfLook(result);
}

/** Writes what a person at the terminal agrees to. */
async function askAndDream(context: Context, start: Date, wishes: DreamWishes): Promise<number> {
  const { answer } = context;
  if (!answer.asks)
    throw usage(
      'dream asks before it writes, and nobody is here to ask',
      'say --batch for a nightly run, --yes to accept, or --dry-run to look',
    );
  const { dreamAtTerminal } = await import('../dream-terminal/dream-terminal.ts');
  const dreamt = await dreamAtTerminal(context, start, wishes);
  const status = typeof dreamt === 'number' ? dreamt : sayDream(context, dreamt);
  if (typeof dreamt !== 'number') answer.remark(renderNext(dreamt.result));
  const waiting = await countWaiting(context);
  if (waiting > 0)
    answer.remark(`${plural(waiting, 'file')} ${waiting === 1 ? 'waits' : 'wait'} in the inbox: memvault import`);
  return status;
}

/** Files that somebody may want read now. What is wrong there is said where they are read. */
async function countWaiting(context: Context): Promise<number> {
  try {
    return context.settings.inbox.nightly === 'off'
      ? 0
      : lookAtInbox(context, await readViewNow(context), false).ready.length;
  } catch (error) {
    if (error instanceof MemvaultError) return 0;
    throw error;
  }
}

/** Lines are short at a terminal only. */
function widthOf({ world: { stdout } }: Context): number | null {
  return stdout.isTerminal ? stdout.columns : null;
}

/** A night does not repeat what a person undid; a person may. */
function wishesOf(values: Values): DreamWishes {
  const isNight = isOn(values, 'batch') && !isOn(values, 'force');
  return {
    repeatUndone: !isNight,
    isNight,
    retry: isOn(values, 'retry'),
    commit: isOn(values, 'commit'),
    ...maxDaysOf(values),
  };
}

/** Throws `usage`. */
function maxDaysOf(values: Values): Pick<DreamWishes, 'maxDays'> {
  const typed = textValue(values, 'max-days');
  if (typed === undefined) return {};
  if (/^[1-9]\d{0,5}$/.test(typed)) return { maxDays: Number(typed) };
  throw usage(`--max-days ${JSON.stringify(typed)} is not a number of days`, 'give a whole number, 1 or more');
}
