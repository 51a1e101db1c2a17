// `memvault dream`: asks the gate or a person, holds the lock, dreams, says what came of it.
import { applyTo, rehearse, type Apply } from '../../dream/apply.ts';
import { dream, type DreamOptions, type DreamResult } from '../../dream/dream.ts';
import { dayOf } from '../../model/day.ts';
import { MemvaultError } from '../../model/errors.ts';
import { readFailures, recordAttempt, recordFailure, recordSuccess } from '../../vault/attempts.ts';
import { writeCatalogue } from '../../vault/catalogue.ts';
import type { View } from '../../vault/view.ts';
import { readDue } from '../due.ts';
import { openContext, type Context } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { engineFor } from '../make-engine.ts';
import { withVaultLock } from '../hold-lock.ts';
import { makeProgress } from '../progress.ts';
import { refreshIndex } from '../refresh-index.ts';
import { renderDream, renderWaiting, toDocument } from '../render/dream.ts';
import { renderRehearsal } from '../render/rehearsal.ts';
import { isOn, textValue, type Command, type Values } from '../spec.ts';

export const run: Command = async (world, invocation) => {
  const { values } = invocation;
  const dryRun = isOn(values, 'dry-run');
  const context = await openContext(world, invocation, flagsOf(values), dryRun);
  const { answer } = context;
  const start = world.now();
  const wishes = wishesOf(values);
  if (isOn(values, 'batch') && !isOn(values, 'force') && !dryRun) {
    const due = readDue(context, start);
    if (!due.due) return quietNight(context, due.reason);
  }
  if (dryRun) {
    const result = await dreamWith(context, start, rehearse, wishes);
    answer.document('dream', { ...toDocument(result), dryRun: true, ran: false, plans: result.runs.map((one) => one.plan) });
    answer.print(renderRehearsal(result, answer.color));
    return result.interrupted ? EXIT.interrupted : EXIT.done;
  }
  if (!isOn(values, 'batch') && !answer.yes && !(await agreed(context, start, wishes))) return EXIT.done;
  return await dreamForReal(context, start, wishes);
};

async function dreamForReal(context: Context, start: Date, wishes: Wishes): Promise<number> {
  const { vault, settings, answer } = context;
  const result = await withVaultLock(context, 'dream', async () => {
    recordAttempt(vault, start);
    try {
      const dreamt = await dreamWith(context, start, applyTo(vault, { commit: false, keepRuns: settings.maintain.keep_runs }), wishes, (view) => writeCatalogue(vault, view));
      if (dreamt.runs.length > 0) await refreshIndex(context, 'always');
      recordSuccess(vault, start, dreamt.runs.map((one) => one.run), dreamt.left.length, dreamt.failed);
      return dreamt;
    } catch (error) {
      recordFailure(vault, error);
      throw error;
    }
  });
  answer.document('dream', toDocument(result));
  answer.report(renderDream(result, answer.color));
  for (const line of renderWaiting(result)) answer.warn(line);
  if (result.interrupted) return EXIT.interrupted;
  return result.left.some(({ why }) => why !== 'undone') || result.closed.length > 0 ? EXIT.partly : EXIT.done;
}

async function dreamWith(context: Context, start: Date, apply: Apply, wishes: Wishes, settle?: (view: View) => void): Promise<DreamResult> {
  const { vault, settings, world, answer } = context;
  return await dream(
    { vault, apply, makeEngine: engineFor(context), progress: makeProgress(world, answer), cancel: world.cancellable(), ...(settle ? { settle } : {}) },
    { ...wishes, failures: readFailures(vault), start, today: dayOf(start), maxDays: settings.consolidate.max_days, idleSeconds: settings.consolidate.timeout_seconds },
  );
}

/** Shows what would be done and asks. Nothing to do is no question. */
async function agreed(context: Context, start: Date, wishes: Wishes): Promise<boolean> {
  const { answer, world } = context;
  if (!answer.asks) throw new MemvaultError('usage', 'dream asks before it writes, and nobody is here to ask', { hint: 'say --batch for a nightly run, --yes to accept, or --dry-run to look' });
  const result = await dreamWith(context, start, rehearse, wishes);
  if (result.interrupted) throw new MemvaultError('interrupted', 'stopped; nothing was written');
  answer.print(renderRehearsal(result, answer.color));
  if (result.runs.length === 0) return false;
  const reply = await world.ask('Write this? [y/N] ');
  if (reply === null) throw new MemvaultError('interrupted', 'stopped; nothing was written');
  return /^y(?:es)?$/i.test(reply.trim());
}

function quietNight({ answer, world }: Context, reason: string): number {
  answer.document('dream', { ran: false, reason, runs: [], left: [] });
  if (world.stdout.isTerminal) answer.report(`No dream: ${reason}.`);
  return EXIT.done;
}

type Wishes = Pick<DreamOptions, 'repeatUndone' | 'retry'>;

/** A night does not repeat what a person undid; a person may. */
function wishesOf(values: Values): Wishes {
  return { repeatUndone: !isOn(values, 'batch') || isOn(values, 'force'), retry: isOn(values, 'retry') };
}

function flagsOf(values: Values): { key: 'consolidate.engine' | 'consolidate.max_days' | 'consolidate.timeout_seconds'; flag: string; text: string }[] {
  const pairs = [['engine', 'consolidate.engine'], ['max-days', 'consolidate.max_days'], ['timeout', 'consolidate.timeout_seconds']] as const;
  return pairs.flatMap(([flag, key]) => {
    const text = textValue(values, flag);
    return text === undefined ? [] : [{ key, flag: `--${flag}`, text }];
  });
}
