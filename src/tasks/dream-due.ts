// Decides whether a dream is due, for `dream --batch` and `status`.
import { MAX_DAYS } from '../model/limits.ts';
import { only } from '../dream/collect.ts';
import { duePasses } from '../dream/due-passes.ts';
import { addDays, dayOf, daysBetween } from '../model/day.ts';
import { plural, waits } from '../model/text.ts';
import { readState, readWaitingSince } from '../vault/state.ts';
import {
  countForNight,
  countPending,
  isInAgreement,
  keepAgreement,
  type PendingCount,
  readPending,
  wasInAgreement,
} from '../vault/pending.ts';
import { readRunLog } from '../vault/record-run.ts';
import type { Vault } from '../vault/vault.ts';
import { readView, type View } from '../vault/view.ts';
import type { Context } from './context.ts';

// The rule itself is pure, so that `dream --batch` and `status` agree.

export interface GateInput {
  readonly now: Date;
  /** Start of the last successful run; null before the first. */
  readonly lastSuccess: Date | null;
  /** Days (ascending, unique) with pending facts, without those that a person undid. */
  readonly pendingDays: readonly string[];
  readonly pendingFacts: number;
  /** Facts that an undo made pending. They do not make a dream due. */
  readonly undoneFacts: number;
  /** Facts, besides the pending ones, that already had to wait for a model today. They count again tomorrow. */
  readonly waitingFacts: number;
  /** Pairs queued for a second look and questions not asked yet; 0 once a dream has handled them today. */
  readonly queued: number;
  /** Why a pass over pages is due; null if none is. */
  readonly pass?: string | null;
  /** The last dream was stopped early and none came after it. */
  readonly wasStopped: boolean;
  readonly minFacts: number;
  readonly maxWaitDays: number;
  readonly maxDays: number;
}

export interface Due {
  readonly due: boolean;
  /** One sentence for a person: why, or why not. */
  readonly reason: string;
}

/**
 * A dream is due at most once per local day, when enough facts are pending or one has been pending too long. A backlog
 * or a stopped dream is always due.
 */
export function decideDue(input: GateInput): Due {
  const { due, reason } = decide(input);
  const last = input.lastSuccess && dayOf(input.lastSuccess);
  // The last dream may lie in the future if the clock was set back.
  const isAhead = last !== null && last > dayOf(input.now);
  const why = `the last dream is dated ${last}, which is yet to come: the clock went back`;
  return { due, reason: isAhead ? `${reason} (${why})` : reason };
}

function decide(input: GateInput): Due {
  const { pendingFacts, pendingDays, undoneFacts, waitingFacts, queued, lastSuccess, pass = null } = input;
  const isDue = (reason: string): Due => ({ due: true, reason });
  const isNotDue = (reason: string): Due => ({ due: false, reason });
  const today = dayOf(input.now);
  const last = lastSuccess && dayOf(lastSuccess);
  const [oldest] = pendingDays;
  const pending = `${plural(pendingFacts, 'fact')} ${pendingFacts === 1 ? 'is' : 'are'} pending`;
  if (queued > 0 && (last === null || last < today)) return isDue(`${waits(queued, 'pair')} for a second look`);
  if (pass !== null && last !== today && waitingFacts === 0)
    return isDue(pendingFacts === 0 ? pass : `${pending}, and ${pass}`);
  if (pendingFacts === 0 || oldest === undefined) {
    if (waitingFacts > 0)
      return isNotDue(`${waits(waitingFacts, 'fact')} for the model, which is asked again tomorrow`);
    if (undoneFacts === 0) return isNotDue('nothing is pending');
    const again = `memvault dream decides ${undoneFacts === 1 ? 'it' : 'them'} again`;
    return isNotDue(`nothing is pending but ${plural(undoneFacts, 'fact')} that you undid; ${again}`);
  }
  if (pendingDays.length > input.maxDays)
    return isDue(`${pendingDays.length} days are pending; they are processed in batches`);
  if (input.wasStopped) return isDue(`the last dream was stopped before its end; ${pending}`);
  if (last === today)
    return isNotDue(`there was a successful dream today; ${waits(pendingFacts, 'fact')} until tomorrow`);
  if (pendingFacts >= input.minFacts) return isDue(pending);
  const waited = daysBetween(oldest, today);
  if (waited >= input.maxWaitDays) return isDue(`the oldest pending fact has waited ${waited} days`);
  return isNotDue(
    `${plural(pendingFacts, 'fact')} pending, fewer than ${input.minFacts}; due at the latest on ` +
      addDays(oldest, input.maxWaitDays),
  );
}

export interface DueReport extends Due {
  readonly view: View;
  readonly pending: PendingCount;
}

export function readDue({ vault, settings }: Context, now: Date): DueReport {
  const view = readView(vault);
  const today = dayOf(now);
  const inAgreement = wasInAgreement(vault, view);
  const waiting = readPending(view, today, { inAgreement });
  if (!inAgreement && isInAgreement(view, waiting, today)) keepAgreement(vault, view);
  const pending = countPending(view, waiting);
  const forModel = readWaitingSince(vault, today);
  const open = only(waiting, (fact) => !forModel.has(fact));
  const [openFacts, counted] = [countPending(view, open).facts, countForNight(view, open)];
  const { engine, min_facts, max_wait_days } = settings.consolidate;
  const due = decideDue({
    now,
    lastSuccess: lastSuccess(vault, today),
    pendingDays: counted.days,
    pendingFacts: counted.facts,
    undoneFacts: openFacts - counted.facts,
    waitingFacts: pending.facts - openFacts,
    queued: hadQueue(vault, today) ? 0 : [...view.reviews.values()].filter(({ status }) => status === 'queued').length,
    pass:
      engine === 'rules'
        ? null
        : duePasses(view, readRunLog(vault), { today, everyDays: settings.curate.every_days }).reason,
    wasStopped: readState(vault).unfinished?.why === 'stopped',
    minFacts: min_facts,
    maxWaitDays: max_wait_days,
    maxDays: MAX_DAYS,
  });
  return { ...due, view, pending };
}

/**
 * Whether a dream of this day handled the queue. What it left waits until tomorrow for a model or a person. A dream
 * that failed to start or was stopped does not count.
 */
function hadQueue(vault: Vault, today: string): boolean {
  const { lastAttempt, failures = 0, unfinished } = readState(vault);
  return (
    lastAttempt !== undefined &&
    dayOf(new Date(lastAttempt)) === today &&
    failures === 0 &&
    unfinished?.why !== 'stopped'
  );
}

/**
 * The last success that this clone recorded. Without a record: the newest run in log.md that is not in the future and
 * not of an unfinished day.
 */
function lastSuccess(vault: Vault, today: string): Date | null {
  const { lastSuccess: recorded, unfinished } = readState(vault);
  if (recorded !== undefined) return new Date(recorded);
  const end = unfinished === undefined ? addDays(today, 1) : dayOf(new Date(unfinished.at));
  const days = readRunLog(vault).flatMap(({ kind, day }) =>
    (kind === 'ingest' || kind === 'curate') && day <= today && day < end ? [day] : [],
  );
  const day = days.sort().at(-1);
  return day === undefined ? null : new Date(`${day}T00:00:00`);
}
