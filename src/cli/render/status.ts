// The state of a vault on a few lines.
import { painter, plural } from '../paint.ts';

export interface StatusView {
  readonly path: string;
  readonly watermark: string | null;
  readonly facts: number;
  readonly pages: number;
  readonly pending: { readonly days: number; readonly facts: number };
  readonly quarantined: number;
  readonly due: boolean;
  readonly dueReason: string;
  readonly lastRun: { readonly run: string | null; readonly day: string; readonly summary: string } | null;
  readonly lastResult: string | null;
  readonly failures: number;
  readonly index: { readonly documents: number; readonly fresh: boolean };
  readonly engine: string;
}

export function renderStatus(status: StatusView, color: boolean): string {
  const paint = painter(color);
  const row = (label: string, text: string): string => `${paint('bold', label.padEnd(10))}${text}`;
  return [
    row('vault', status.path),
    row('facts', `${plural(status.facts, 'fact')} in the daily logs, ${plural(status.pages, 'page')}`),
    row('pending', status.pending.facts === 0 ? 'nothing' : `${plural(status.pending.facts, 'fact')} of ${plural(status.pending.days, 'day')}`),
    ...(status.quarantined > 0 ? [row('quarantine', plural(status.quarantined, 'fact'))] : []),
    row('dream', `${status.due ? paint('green', 'due') : 'not due'}: ${status.dueReason}`),
    row('last run', status.lastRun ? `${status.lastRun.day} ${withoutLinks(status.lastRun.summary)}` : 'none yet'),
    ...(status.failures > 0 ? [row('failures', `${status.failures} in a row; the last: ${status.lastResult ?? ''}`)] : []),
    row('index', `${plural(status.index.documents, 'document')}, ${status.index.fresh ? 'up to date' : 'brought up to date by the next search'}`),
    row('engine', status.engine),
  ].join('\n');
}

/** The summary of log.md links every page it names; here their number is enough. */
function withoutLinks(summary: string): string {
  return summary
    .replace(/\[[^\]]*\]\([^)]*\)/g, '[]')
    .replace(/(created|updated) (\[\](?:, \[\])*)/g, (_, verb: string, pages: string) => `${verb} ${plural(pages.split(',').length, 'page')}`);
}
