// Before a dream at the terminal: what is pending by days, and what a model will be asked; where only today's facts are
// there, when they will be consolidated.
import { addDays } from '../../model/day.ts';
import type { Settings } from '../../model/settings.ts';
import type { ModelEstimate } from '../dream-terminal-estimate.ts';
import { painter, plain, plural } from '../paint.ts';
import { wrap } from '../wrap.ts';

export interface PendingDay {
  readonly day: string;
  readonly facts: number;
  /** By category, the most frequent first. */
  readonly categories: readonly (readonly [name: string, facts: number])[];
}

export interface PendingOverview {
  readonly days: readonly PendingDay[];
  /** Facts of today, which is not over. */
  readonly today: number;
  /** Questions that wait in `review`. */
  readonly reviews: number;
}

const MAX_DAYS = 7;
const MAX_CATEGORIES = 4;

export function renderOverview({ days, today, reviews }: PendingOverview, columns: number, color: boolean): string {
  const paint = painter(color);
  const facts = days.reduce((sum, day) => sum + day.facts, 0);
  const more = days.length - MAX_DAYS;
  return [
    paint('bold', `${plural(facts, 'fact')} of ${plural(days.length, 'day')} ${facts === 1 ? 'is' : 'are'} pending.`),
    ...days
      .slice(0, MAX_DAYS)
      .flatMap(({ day, facts: count, categories }) =>
        wrap(namesOf(categories), columns, `  ${day}  ${plural(count, 'fact').padEnd(8)}  `),
      ),
    ...(more > 0 ? [`  and ${plural(more, 'more day')}, to ${days.at(-1)?.day ?? ''}`] : []),
    ...(today > 0
      ? wrap(
          `${plural(today, 'fact')} of today ${today === 1 ? 'waits' : 'wait'} until the day is over; search ` +
            `finds ${today === 1 ? 'it' : 'them'} already.`,
          columns,
        )
      : []),
    ...(reviews > 0 ? [`${plural(reviews, 'review')} ${reviews === 1 ? 'waits' : 'wait'}: memvault review`] : []),
  ].join('\n');
}

function namesOf(categories: PendingDay['categories']): string {
  const more = categories.length - MAX_CATEGORIES;
  return [
    ...categories.slice(0, MAX_CATEGORIES).map(([name, count]) => (count === 1 ? name : `${name} ${count}`)),
    ...(more > 0 ? [`${more} more`] : []),
  ].join(', ');
}

/** `count`: facts of today, the only ones that no dream has taken yet. */
export function renderOnlyToday(
  count: number,
  today: string,
  { min_facts, max_wait_days }: Settings['consolidate'],
  columns: number,
): string {
  const [are, them, they] = count === 1 ? ['is', 'it', 'it'] : ['are', 'them', 'they'];
  return [
    ...wrap(
      `Nothing to do yet: ${plural(count, 'fact')} ${are} of today (${today}), and a dream takes in days that ` +
        'are over.',
      columns,
    ),
    ...wrap(
      `From tomorrow on memvault dream consolidates ${them}; a nightly dream does so once ${min_facts} facts ` +
        `wait, or on ${addDays(today, max_wait_days)} at the latest.`,
      columns,
    ),
    ...wrap(`Search finds ${them} already: memvault search "*"`, columns),
    ...wrap(`Where ${they} will go: memvault today`, columns),
  ].join('\n');
}

/** What a model will be asked, and where. */
export function renderEstimate(
  { model, address, isHere, usage: { calls, tokens }, maxCalls }: ModelEstimate,
  columns: number,
): string {
  const where = address === null ? '' : ` at ${plain(address)}${isHere ? '' : ', which is not this machine'}`;
  const most =
    calls > maxCalls ? ` Of these ${plural(maxCalls, 'call')} are made (models.max_calls), and the rest waits.` : '';
  return wrap(
    `${plain(model)} is asked${where}: about ${plural(calls, 'call')} with ` +
      `${roundly(tokens).toLocaleString('en-US')} tokens.${most}`,
    columns,
  ).join('\n');
}

/** An estimate says no more than it knows: two digits. */
function roundly(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1);
  return Math.round(count / unit) * unit;
}
