// Whether a dream is due, for `dream --batch` and `status`: the rule of the model over what the vault says.
import { MAX_DAYS } from '../model/limits.ts';
import { only } from '../dream/collect.ts';
import { duePasses } from '../dream/passes.ts';
import { addDays, dayOf, daysBetween } from '../model/day.ts';
import { isInAgreement, keepAgreement, wasInAgreement } from '../vault/agreement.ts';
import { readUnfinished, readWaitingSince } from '../vault/attempts.ts';
import { countForNight, countPending, type PendingCount, readPending } from '../vault/pending.ts';
import { readRunLog } from '../vault/record-run.ts';
import { readState } from '../vault/state.ts';
import type { Vault } from '../vault/vault.ts';
import { readView, type View } from '../vault/view.ts';
import type { Context } from './context.ts';

// When a nightly dream is due: a pure rule, so that `dream --batch` and `status` say the same.

export interface GateInput {
  readonly now: Date;
  /** Start of the last run that went well; null before the first. */
  readonly lastSuccess: Date | null;
  /** Days (ascending, each once) of the facts that are pending. What a person undid does not count here. */
  readonly pendingDays: readonly string[];
  readonly pendingFacts: number;
  /** Facts that an undo put back: only a dream for other reasons looks at them. */
  readonly undoneFacts: number;
  /** Facts beside them that had to wait for a model today already: they count again tomorrow. */
  readonly waitingFacts: number;
  /** Pairs that wait for a look and questions that wait for their turn; none once a dream of today took them up. */
  readonly queued: number;
  /** Why a pass over pages is due; null where none is. */
  readonly pass?: string | null;
  /** The last dream was stopped before its end, and none came after it. */
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
 * A dream is due once a local day, when enough facts wait or one waits too long; a backlog is always due, and what a
 * stopped dream left.
 */
export function decideDue(input: GateInput): Due {
  const { due, reason } = decide(input);
  return {
    due,
    reason: isAhead(input)
      ? `${reason} (the last dream is dated ${dayOf(input.lastSuccess)}, which is yet to come: the clock went back)`
      : reason,
  };
}

function decide(input: GateInput): Due {
  const { pendingFacts, pendingDays, undoneFacts, lastSuccess } = input;
  const [oldest] = pendingDays;
  const hadToday = lastSuccess !== null && dayOf(lastSuccess) === dayOf(input.now);
  if (input.queued > 0 && (lastSuccess === null || dayOf(lastSuccess) < dayOf(input.now)))
    return {
      due: true,
      reason: `${input.queued} ${input.queued === 1 ? 'pair waits' : 'pairs wait'} for a second look`,
    };
  if (input.pass != null && !hadToday && input.waitingFacts === 0)
    return {
      due: true,
      reason:
        pendingFacts === 0
          ? input.pass
          : `${facts(pendingFacts)} ${pendingFacts === 1 ? 'is' : 'are'} pending, and ${input.pass}`,
    };
  if ((pendingFacts === 0 || oldest === undefined) && input.waitingFacts > 0)
    return {
      due: false,
      reason:
        `${facts(input.waitingFacts)} ` +
        (input.waitingFacts === 1 ? 'waits' : 'wait') +
        ' for the model, which is asked again tomorrow',
    };
  if (pendingFacts === 0 || oldest === undefined)
    return {
      due: false,
      reason:
        undoneFacts === 0
          ? 'nothing is pending'
          : `nothing is pending but ${facts(undoneFacts)} that you undid; memvault dream decides ` +
            `${undoneFacts === 1 ? 'it' : 'them'} again`,
    };
  if (pendingDays.length > input.maxDays)
    return { due: true, reason: `${pendingDays.length} days are pending; they are caught up batch by batch` };
  if (input.wasStopped)
    return {
      due: true,
      reason:
        `the last dream was stopped before its end; ${facts(pendingFacts)} ${pendingFacts === 1 ? 'is' : 'are'} ` +
        'pending',
    };
  const today = dayOf(input.now);
  if (hadToday)
    return {
      due: false,
      reason:
        `a dream went well today already; ${facts(pendingFacts)} ${pendingFacts === 1 ? 'waits' : 'wait'} for ` +
        'tomorrow',
    };
  if (pendingFacts >= input.minFacts)
    return { due: true, reason: `${facts(pendingFacts)} ${pendingFacts === 1 ? 'is' : 'are'} pending` };
  const waited = daysBetween(oldest, today);
  if (waited >= input.maxWaitDays) return { due: true, reason: `the oldest pending fact has waited ${waited} days` };
  const dueDay = addDays(oldest, input.maxWaitDays);
  return {
    due: false,
    reason: `${facts(pendingFacts)} pending, fewer than ${input.minFacts}; due at the latest on ${dueDay}`,
  };
}

/** A dream of a later day than today cannot have been: it says nothing of today. */
function isAhead(input: GateInput): input is GateInput & { lastSuccess: Date } {
  return input.lastSuccess !== null && dayOf(input.lastSuccess) > dayOf(input.now);
}

const facts = (count: number): string => (count === 1 ? '1 fact' : `${count} facts`);

export interface DueReport extends Due {
  readonly view: View;
  readonly pending: PendingCount;
}

export function readDue({ vault, settings }: Context, now: Date): DueReport {
  const view = readView(vault);
  const inAgreement = wasInAgreement(vault, view);
  const waiting = readPending(view, dayOf(now), { inAgreement });
  if (!inAgreement && isInAgreement(view, waiting, dayOf(now))) keepAgreement(vault, view);
  const pending = countPending(view, waiting);
  const forModel = readWaitingSince(vault, dayOf(now));
  const open = only(waiting, (fact) => !forModel.has(fact));
  const [openFacts, counted] = [countPending(view, open).facts, countForNight(view, open)];
  const { min_facts, max_wait_days } = settings.consolidate;
  const due = decideDue({
    now,
    lastSuccess: lastSuccess(vault, dayOf(now)),
    pendingDays: counted.days,
    pendingFacts: counted.facts,
    undoneFacts: openFacts - counted.facts,
    waitingFacts: pending.facts - openFacts,
    queued: hadQueue(vault, dayOf(now))
      ? 0
      : [...view.reviews.values()].filter(({ status }) => status === 'queued').length,
    pass: settings.consolidate.engine === 'rules' ? null : passDue(vault, view, now, settings.curate.every_days),
    wasStopped: readUnfinished(vault)?.why === 'stopped',
    minFacts: min_facts,
    maxWaitDays: max_wait_days,
    maxDays: MAX_DAYS,
  });
  return { ...due, view, pending };
}

const passDue = (vault: Vault, view: View, now: Date, everyDays: number): string | null =>
  duePasses(view, readRunLog(vault), dayOf(now), everyDays).reason;

/**
 * Did a dream of this day come to what is queued? What it left waits for a model that answers, or for a person, until
 * tomorrow. One that could not even begin, or was stopped, did not.
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
 * What this clone remembers; a clone that remembers nothing goes by the newest run in log.md that is not yet to come,
 * nor of a day whose dream did not come to its end.
 */
function lastSuccess(vault: Vault, today: string): Date | null {
  const remembered = readState(vault).lastSuccess;
  if (remembered !== undefined) return new Date(remembered);
  const at = readUnfinished(vault)?.at;
  const unfinished = at === undefined ? null : dayOf(new Date(at));
  const day = readRunLog(vault)
    .filter(
      (entry) =>
        (entry.kind === 'ingest' || entry.kind === 'curate') &&
        entry.day <= today &&
        (unfinished === null || entry.day < unfinished),
    )
    .map((entry) => entry.day)
    .sort()
    .at(-1);
  return day === undefined ? null : new Date(`${day}T00:00:00`);
}
