// `memvault` alone, in a vault: what the last night changed, what waits for a person, and the next command.
import { countReviews } from '../../curate/review/review.ts';
import { type LastNight, readLastNight } from '../../inspect/touches.ts';
import { plain } from '../../model/controls.ts';
import { dayOf } from '../../model/day.ts';
import { capitalized, plural, waits } from '../../model/text.ts';
import type { Context } from '../../tasks/context.ts';
import { readDue } from '../../tasks/dream-due.ts';
import { elsewhere, otherHost } from '../../tasks/model.ts';
import { waitingOfToday } from '../../tasks/status.ts';
import { readRunLog } from '../../vault/record-run.ts';
import { readState } from '../../vault/state.ts';
import { EXIT } from '../exit-codes.ts';
import { firstOf, fit, linesOf, wrap } from '../terminal/face.ts';

const COLUMNS = 60;
const MAX_UPDATES = 3;

export async function run(context: Context): Promise<number> {
  const { world, vault, answer } = context;
  const { due, reason, pending, view } = readDue(context, world.now());
  const host = otherHost(context);
  const { failures = 0, lastResult = null } = readState(vault);
  const today = dayOf(world.now());
  const morning = {
    path: vault.root,
    night: readLastNight(readRunLog(vault), view),
    reviews: countReviews(view),
    pending: { days: pending.days.length, facts: pending.facts },
    today: waitingOfToday(view, today),
    due: due && host === null,
    dueReason: host === null ? reason : elsewhere(host),
    failures,
  };
  const next = nextCommand(morning, today, failures > 0 || view.merge !== null, view.facts.length);
  answer.document({ ...morning, next });
  const lines = linesOf(
    ...renderNight(morning.night, today),
    failures > 0 && `${failures === 1 ? 'The last dream' : `${failures} dreams in a row`} ${lastResult ?? 'failed'}.`,
    view.merge !== null && `${capitalized(view.merge.what)} is open; pages wait for it.`,
    morning.reviews > 0 && `${waits(morning.reviews, 'question')} for your decision.`,
    pending.facts > 0 && `${morning.due ? 'A dream is due' : 'No dream is due'}: ${morning.dueReason}.`,
    morning.today > 0 && `${waits(morning.today, 'fact')} until today is over.`,
    view.facts.length === 0 && 'No fact has been logged yet.',
  );
  answer.report(
    [...lines.flatMap((line) => wrap(plain(line), COLUMNS, /^ */.exec(line)?.[0])), `Next: ${next}`].join('\n'),
  );
  return EXIT.done;
}

interface Waiting {
  readonly night: LastNight | null;
  readonly reviews: number;
  readonly due: boolean;
}

function nextCommand({ night, reviews, due }: Waiting, today: string, isWrong: boolean, facts: number): string {
  if (isWrong) return 'memvault status';
  if (facts === 0) return 'memvault log "User prefers tabs" -c preference';
  if (reviews > 0) return 'memvault review';
  if (due) return 'memvault dream';
  return night?.day === today ? 'memvault diff' : 'memvault search "*"';
}

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
