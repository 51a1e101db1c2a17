// Whether a dream is due, for `dream --batch` and `status`: the rule of the model over what the vault says.
import { MAX_DAYS } from '../model/limits.ts';
import { only } from '../dream/collect.ts';
import { duePasses } from '../dream/passes.ts';
import { addDays, dayOf, daysBetween } from '../model/day.ts';
import { plural, waits } from '../model/text.ts';
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
  const last = input.lastSuccess && dayOf(input.lastSuccess);
  // A dream of a later day than today cannot have been: it says nothing of today.
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
    return isDue(`${pendingDays.length} days are pending; they are caught up batch by batch`);
  if (input.wasStopped) return isDue(`the last dream was stopped before its end; ${pending}`);
  if (last === today) return isNotDue(`a dream went well today already; ${waits(pendingFacts, 'fact')} for tomorrow`);
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
    wasStopped: readUnfinished(vault)?.why === 'stopped',
    minFacts: min_facts,
    maxWaitDays: max_wait_days,
    maxDays: MAX_DAYS,
  });
  return { ...due, view, pending };
}

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
  const [day] = readRunLog(vault)
    .filter(({ kind }) => kind === 'ingest' || kind === 'curate')
    .map((entry) => entry.day)
    .filter((one) => one <= today && (unfinished === null || one < unfinished))
    .sort()
    .reverse();
  return day === undefined ? null : new Date(`${day}T00:00:00`);
}
