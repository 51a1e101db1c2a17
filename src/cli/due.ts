// Whether a dream is due, for `dream --batch` and `status`: the rule of the model over what the vault says.
import { only } from '../dream/batch.ts';
import { dayOf } from '../model/day.ts';
import { decideDue, type Due } from '../model/gate.ts';
import { isInAgreement, keepAgreement, wasInAgreement } from '../vault/agreement.ts';
import { countForNight, countPending, readPending, type PendingCount } from '../vault/pending.ts';
import { readUnfinished, readWaitingSince } from '../vault/attempts.ts';
import { readRunLog } from '../vault/run-log.ts';
import { readState } from '../vault/state.ts';
import { readView, type View } from '../vault/view.ts';
import type { Vault } from '../vault/vault.ts';
import type { Context } from './context.ts';

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
  const { min_facts, max_wait_days, max_days } = settings.consolidate;
  const due = decideDue({
    now,
    lastSuccess: lastSuccess(vault, dayOf(now)),
    pendingDays: counted.days,
    pendingFacts: counted.facts,
    undoneFacts: openFacts - counted.facts,
    waitingFacts: pending.facts - openFacts,
    wasStopped: readUnfinished(vault)?.why === 'stopped',
    minFacts: min_facts,
    maxWaitDays: max_wait_days,
    maxDays: max_days,
  });
  return { ...due, view, pending };
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
    .filter((entry) => entry.kind === 'ingest' && entry.day <= today && (unfinished === null || entry.day < unfinished))
    .map((entry) => entry.day)
    .sort()
    .at(-1);
  return day === undefined ? null : new Date(`${day}T00:00:00`);
}
