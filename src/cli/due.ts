// Whether a dream is due, for `dream --batch` and `status`: the rule of the model over what the vault says.
import { dayOf } from '../model/day.ts';
import { decideDue, type Due } from '../model/gate.ts';
import { countPending, readPending } from '../vault/pending.ts';
import { readRunLog } from '../vault/run-log.ts';
import { readState } from '../vault/state.ts';
import { readView, type View } from '../vault/view.ts';
import type { Vault } from '../vault/vault.ts';
import type { Context } from './context.ts';

export interface DueReport extends Due {
  readonly view: View;
  readonly pending: { readonly facts: number; readonly days: readonly string[] };
}

export function readDue({ vault, settings }: Context, now: Date): DueReport {
  const view = readView(vault);
  const pending = countPending(view, readPending(view, dayOf(now)));
  const { min_facts, max_wait_days, max_days } = settings.consolidate;
  const due = decideDue({
    now, lastSuccess: lastSuccess(vault),
    pendingDays: pending.days, pendingFacts: pending.facts,
    minFacts: min_facts, maxWaitDays: max_wait_days, maxDays: max_days,
  });
  return { ...due, view, pending };
}

/** What this clone remembers; a clone that remembers nothing goes by the newest run in log.md. */
function lastSuccess(vault: Vault): Date | null {
  const remembered = readState(vault).lastSuccess;
  if (remembered !== undefined && !Number.isNaN(Date.parse(remembered))) return new Date(remembered);
  const day = readRunLog(vault).filter((entry) => entry.kind === 'ingest').map((entry) => entry.day).sort().at(-1);
  return day === undefined ? null : new Date(`${day}T00:00:00`);
}
