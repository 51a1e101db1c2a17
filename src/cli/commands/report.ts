// `memvault report`: a vault in numbers, over time and as it stands. Writes nothing.
import { DEFAULT_FADING } from '../../model/confidence.ts';
import { statsOf } from '../../inspect/report.ts';
import { checkOrder, dayOf } from '../../model/day.ts';
import { readSizes } from '../../vault/own-files.ts';
import { readRecallTimes } from '../../vault/recalls.ts';
import { readRunLog } from '../../vault/record-run.ts';
import { readView } from '../../vault/view.ts';
import type { Context } from '../../tasks/context.ts';
import { reportSummary } from '../../vault/summary.ts';
import { openContext } from '../context.ts';
import { plotFaceOf } from '../render/plot.ts';
import { renderStats, renderSummaryReport } from '../render/report.ts';
import { dayFlag, NOTHING_LOGGED } from '../filter-flags.ts';
import { type Command, EXIT, isOn } from '../spec.ts';
import { faceOf } from '../terminal/face.ts';

export const run: Command = async (world, invocation) => {
  const context = await openContext(world, invocation);
  const { vault, answer } = context;
  if (isOn(invocation.values, 'memory')) return reportMemory(context);
  const now = world.now();
  const [since, until] = [dayFlag(invocation.values, 'since', now), dayFlag(invocation.values, 'until', now)];
  checkOrder(since, until);
  const progress = await answer.progress();
  progress.update('reading the vault', 0, 0);
  const view = readView(vault);
  progress.update('counting', 0, 0);
  const stats = statsOf({
    view,
    entries: readRunLog(vault),
    recalls: readRecallTimes(vault, now),
    fading: DEFAULT_FADING,
    today: dayOf(now),
    since,
    until,
  });
  const sizes = readSizes(vault);
  progress.end();
  if (stats === null) {
    answer.document('report', { facts: { all: 0, count: 0 }, sizes });
    answer.remark(
      view.citedOn.size > 0 || view.ledgerRead.lines.length > 0
        ? 'No daily log holds a fact, though facts were decided or stand on pages: memvault lint says which.'
        : NOTHING_LOGGED,
    );
    return EXIT.done;
  }
  answer.document('report', { ...stats, sizes });
  answer.print(renderStats(stats, sizes, plotFaceOf(context)));
  return EXIT.done;
};

function reportMemory(context: Context): number {
  const { vault, world, answer } = context;
  const report = reportSummary(vault, readView(vault), world.now());
  if (report === null) {
    answer.document('report', { memory: null });
    answer.remark('MEMORY.md is yours alone: it has no pair of markers. docs/memory.md has them.');
    return EXIT.done;
  }
  answer.document('report', { memory: report });
  answer.print(renderSummaryReport(report, faceOf(context)));
  return EXIT.done;
}
