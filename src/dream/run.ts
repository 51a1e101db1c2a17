// What one run leaves behind beside its pages: its ledger lines and its entry in log.md.
import { dayOf } from '../model/day.ts';
import { DISPOSITIONS, type LedgerLine } from '../model/disposition.ts';
import type { FileChange } from '../model/journal.ts';
import { type Decision, NO_USAGE, type Usage } from '../model/plan.ts';
import { renderLink } from '../note/link-target.ts';
import { titleFromPath } from '../page/page.ts';
import { renderRunEntry, renderUsage } from '../page/run-log.ts';

/** `at`: the start of the run. */
export function ledgerLines(decisions: readonly Decision[], run: string, engine: string, at: Date): LedgerLine[] {
  return decisions.map(({ fact, day, as, page, of, by, with: other, reason, digest, engine: own }) => ({
    fact,
    day,
    as,
    ...(page === undefined ? {} : { page }),
    ...(of === undefined ? {} : { of }),
    ...(by === undefined ? {} : { by }),
    ...(other === undefined ? {} : { with: other }),
    ...(as === 'set-aside' || as === 'quarantined' ? { reason } : {}),
    digest,
    run,
    engine: own ?? engine,
    at: at.toISOString(),
  }));
}

/** Facts by disposition, only those that occur. */
export function countDispositions(decisions: readonly Decision[]): Record<string, number> {
  const counts = DISPOSITIONS.map((as) => [as, decisions.filter((decision) => decision.as === as).length] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

export interface RunSummary {
  readonly run: string;
  readonly engine: string;
  readonly start: Date;
  readonly decisions: readonly Decision[];
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly watermark: string | null;
  /** What it cost. */
  readonly usage?: Usage;
}

/** What a run's entry says of these pages and decisions. */
export function summarise(
  pages: readonly FileChange[],
  decisions: readonly Decision[],
): Pick<RunSummary, 'created' | 'updated' | 'watermark'> {
  return {
    created: pages.filter((page) => page.before === null).map((page) => page.path),
    updated: pages.filter((page) => page.before !== null).map((page) => page.path),
    watermark: daysOf(decisions).at(-1) ?? null,
  };
}

/**
 * The days of what was consolidated, ascending: a fact that is decided anew because of another was consolidated before.
 */
export function daysOf(decisions: readonly Decision[]): string[] {
  return [...new Set(decisions.filter(({ beside }) => beside !== true).map(({ day }) => day))].sort();
}

/** The run's entry for log.md. */
export function renderRun({
  run,
  engine,
  start,
  decisions,
  created,
  updated,
  watermark,
  usage = NO_USAGE,
}: RunSummary): string {
  const counts = Object.entries(countDispositions(decisions)).map(([as, count]) => `${count} ${as}`);
  const days = daysOf(decisions);
  const cost = renderUsage(usage);
  const parts = [
    `${decisions.length} fact${decisions.length === 1 ? '' : 's'}: ${counts.join(', ')}`,
    ...listPages('created', created),
    ...listPages('updated', updated),
    ...(cost === null ? [] : [cost]),
    `sources ${days[0] ?? ''}${days[0] === days.at(-1) ? '' : ` to ${days.at(-1) ?? ''}`}`,
  ];
  return renderRunEntry({
    day: dayOf(start),
    kind: 'ingest',
    about: 'daily logs',
    watermark,
    run,
    summary: `${engine}: ${parts.join('; ')}`,
  });
}

function listPages(verb: string, pages: readonly string[]): string[] {
  return pages.length === 0
    ? []
    : [`${verb} ${pages.map((page) => renderLink(titleFromPath(page), 'log.md', page)).join(', ')}`];
}
