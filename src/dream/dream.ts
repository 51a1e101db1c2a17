// A dream: batch after batch until nothing is pending or somebody says stop.
import { isCancelled } from '../model/cancelled.ts';
import { isEmpty } from './batch.ts';
import { closedPages } from './closed.ts';
import type { DreamDeps, DreamOptions, DreamResult } from './dreamt.ts';
import { Night } from './night.ts';

/** Dreams until nothing is pending. The caller holds the lock, where it writes, and has asked the gate. */
export async function dream(deps: DreamDeps, options: DreamOptions): Promise<DreamResult> {
  const night = new Night(deps, options);
  for (let batch = night.next(); !isEmpty(batch) && !(await isCancelled(deps.cancel)); batch = night.next())
    await night.consolidate(batch);
  deps.progress.end();
  // What is open may still be counted twice, or not at all.
  if (!deps.cancel.requested && closedPages(night.view).reasons.length === 0) deps.settle?.(night.view);
  return night.result();
}
