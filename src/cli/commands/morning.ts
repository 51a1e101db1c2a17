// `memvault` alone, in a vault: what the last night changed, what waits for a person, and the next command.
import { countReviews } from '../../curate/review/review.ts';
import { type LastNight, readLastNight } from '../../inspect/last-night.ts';
import { plain } from '../../model/controls.ts';
import { dayOf } from '../../model/day.ts';
import { plural, waits } from '../../model/text.ts';
import { readDue } from '../../tasks/due.ts';
import { readRunLog } from '../../vault/record-run.ts';
import { readState } from '../../vault/state.ts';
import { openContext } from '../context.ts';
import { type Command, EXIT } from '../spec.ts';
import { firstOf, fit, linesOf, wrap } from '../terminal/face.ts';
import { waitingOfToday } from './status.ts';

const COLUMNS = 60;
const MAX_UPDATES = 3;

export const run: Command = async (world, invocation) => {
  const context = await openContext(world, invocation);
  const { vault, answer } = context;
  const { due, reason, pending, view } = readDue(context, world.now());
  const { failures = 0, lastResult = null } = readState(vault);
  const today = dayOf(world.now());
  const morning = {
    path: vault.root,
    night: readLastNight(readRunLog(vault), view),
    reviews: countReviews(view),
    pending: { days: pending.days.length, facts: pending.facts },
    today: waitingOfToday(view, today),
    due,
    dueReason: reason,
    failures,
  };
  const next =
    failures > 0 || view.merge !== null
      ? 'memvault status'
      : view.facts.length === 0
        ? 'memvault log "User prefers tabs" -c preference'
        : morning.reviews > 0
          ? 'memvault review'
          : due
            ? 'memvault dream'
            : morning.night?.day === today
              ? 'memvault diff'
              : 'memvault search "*"';
  answer.document('morning', { ...morning, next });
  const lines = linesOf(
    ...renderNight(morning.night, today),
    failures > 0 && `${failures === 1 ? 'The last dream' : `${failures} dreams in a row`} ${lastResult ?? 'failed'}.`,
    view.merge !== null && `${view.merge.what} is open; pages wait for it.`,
    morning.reviews > 0 && `${waits(morning.reviews, 'question')} for your decision.`,
    pending.facts > 0 && `${due ? 'A dream is due' : 'No dream is due'}: ${reason}.`,
    morning.today > 0 && `${waits(morning.today, 'fact')} until today is over.`,
    view.facts.length === 0 && 'No fact has been logged yet.',
  );
  answer.report(
    [...lines.flatMap((line) => wrap(plain(line), COLUMNS, /^ */.exec(line)?.[0])), `Next: ${next}`].join('\n'),
  );
  return EXIT.done;
};

function renderNight(night: LastNight | null, today: string): string[] {
  if (night === null) return [];
  const { day, runs, facts, pages, updates } = night;
  const told = [
    ...Object.entries(facts).map(([as, count]) => `${count} ${as}`),
    pages.length === 0 ? plural(runs.length, 'run') : `on ${plural(pages.length, 'page')}`,
  ];
  return [
    `${day === today ? 'Last night' : `The last dream was on ${day}`}: ${told.join(', ')}.`,
    ...firstOf(
      updates.map(({ from, to }) => `  “${fit(from, COLUMNS)}” → “${fit(to, COLUMNS)}”`),
      MAX_UPDATES,
      (more) => `  and ${plural(more, 'more update')}`,
    ),
  ];
}
