// What came of a dream, for people and as a document.
import { countDispositions } from '../../dream/run.ts';
import type { DreamResult } from '../../dream/dream.ts';
import { painter, plural } from '../paint.ts';

type Runs = DreamResult['runs'];

/** The body of the JSON document. */
export function toDocument({ runs, left, closed, interrupted }: DreamResult): Record<string, unknown> {
  return {
    ran: runs.length > 0,
    reason: interrupted ? 'interrupted' : runs.length > 0 ? 'facts were pending' : left.length > 0 ? 'all that is pending must wait' : 'nothing is pending',
    runs: runs.map((one) => ({
      run: one.run, watermark: one.watermark, days: [...new Set(one.decisions.map((decision) => decision.day))].sort(),
      facts: countDispositions(one.decisions), pages: { created: one.created, updated: one.updated },
      reviews: [], engine: one.plan.engine, calls: 0, tokens: 0,
    })),
    left, skipped: closed,
  };
}

/** What could not be done, a line a reason: facts that wait, pages that were skipped. */
export function renderWaiting({ left, closed }: Pick<DreamResult, 'left' | 'closed'>): string[] {
  const byReason = new Map<string, string[]>();
  for (const { fact, reason } of left) byReason.set(reason, [...(byReason.get(reason) ?? []), fact]);
  const waiting = [...byReason].map(([reason, facts]) => `${plural(facts.length, 'fact')} waiting (${facts.slice(0, 3).join(', ')}${facts.length > 3 ? ', …' : ''}): ${reason}`);
  return [...waiting, ...closed.filter((reason) => !byReason.has(reason)).map((reason) => `skipped: ${reason}`)];
}

export function renderDream({ runs, left, interrupted }: DreamResult, color: boolean): string {
  if (runs.length === 0) return interrupted ? 'Stopped before anything was written.' : left.length > 0 ? `Nothing was written: ${plural(left.length, 'fact')} must wait.` : 'Nothing to do: every fact from before today has its place.';
  const paint = painter(color);
  const { created, updated } = pagesOf(runs);
  return [
    paint('bold', `Consolidated ${summary(runs)}.`),
    ...created.map((page) => `  ${paint('green', 'created')}  ${page}`),
    ...updated.map((page) => `  ${paint('cyan', 'updated')}  ${page}`),
    ...(interrupted ? ['Stopped; what was done stands. Run memvault dream again to go on.'] : []),
  ].join('\n');
}

/** `42 facts of 3 days: 30 placed, 12 duplicate`. */
export function summary(runs: Runs): string {
  const decisions = runs.flatMap((one) => one.decisions);
  const days = new Set(decisions.map((decision) => decision.day)).size;
  const counts = Object.entries(countDispositions(decisions)).map(([as, count]) => `${count} ${as}`);
  return `${plural(decisions.length, 'fact')} of ${plural(days, 'day')}: ${counts.join(', ')}`;
}

/** Pages of all runs; one that a run created counts as created, whatever later runs did to it. */
export function pagesOf(runs: Runs): { created: string[]; updated: string[] } {
  const created = new Set(runs.flatMap((one) => one.created));
  const updated = new Set(runs.flatMap((one) => one.updated).filter((page) => !created.has(page)));
  return { created: [...created].sort(), updated: [...updated].sort() };
}
