// One page of a dream at the terminal: the lines that come and go, under each new one why and from where, and what is
// decided without a new line. Signs say what colours say.
import { diffPages } from '../../inspect/diff.ts';
import { plain } from '../../model/controls.ts';
import { addDays } from '../../model/day.ts';
import { eventDay, type Fact } from '../../model/fact.ts';
import { ID_PATTERN } from '../../model/ids.ts';
import type { Decision } from '../../model/plan.ts';
import type { Settings } from '../../config/settings.ts';
import { plural } from '../../model/text.ts';
import { unescapeLine } from '../../note/escape.ts';
import { withoutBoilerplate } from '../../page/boilerplate.ts';
import { parsePageHead } from '../../page/edit-page.ts';
import type { PageText } from '../../vault/view.ts';
import type { ModelEstimate } from '../dream-terminal/estimate.ts';
import type { TouchedPage } from '../dream-terminal/walk.ts';
import { type Paint, painter } from '../terminal/paint.ts';
import { fit, wrap } from '../terminal/wrap.ts';
import { why } from './rehearsal.ts';
import { renderUpdate } from './updates.ts';

// A page as a person reads its claims: line by line, without front matter, footnote marks and sources. Pure.

export interface ReadableLine {
  readonly text: string;
  /** The facts that its footnotes name. */
  readonly facts: readonly string[];
}

const MARK = new RegExp(String.raw`\[\^(${ID_PATTERN})\]`, 'g');
const DEFINITION = /^\[\^[^\]\s]+\]:/;

const isEmptyLine = ({ text }: ReadableLine): boolean => text.trim() === '';

/** Of the front matter only the description is shown. */
function readable({ path, text }: PageText): ReadableLine[] {
  const page = withoutBoilerplate(text, path);
  const body = page.startsWith('---\n') ? page.slice(Math.max(0, page.indexOf('\n---\n') + 5)) : page;
  let section = '';
  return `${parsePageHead(path, page).description}\n${body}`.split('\n').flatMap((line) => {
    section = /^##? (.*)$/.exec(line)?.[1]?.trim() ?? section;
    if (section === 'Sources' || DEFINITION.test(line)) return [];
    return [{ text: line.replace(MARK, '').trimEnd(), facts: [...line.matchAll(MARK)].map(([, id = '']) => id) }];
  });
}

export interface PageFace {
  readonly columns: number;
  readonly color: boolean;
  readonly factById: ReadonlyMap<string, Fact>;
}

/** What is said of a fact that brings no line of its own. */
const WORDS: Readonly<Partial<Record<Decision['as'], string>>> = {
  duplicate: 'known already',
  'set-aside': 'set aside',
  superseded: 'past',
  quarantined: 'held back',
};

/** Above the lines: which page it is. */
export function renderPageHead(
  { path, before }: TouchedPage,
  { number, of }: { readonly number: number; readonly of: number },
  { columns, color }: PageFace,
): string[] {
  const paint = painter(color);
  const what = path === null ? 'Facts that go on no page' : `${plain(path)}${before === null ? ' (new)' : ''}`;
  return wrap(`Page ${number} of ${of}: ${what}`, columns).map((line) => paint('bold', line));
}

/** The lines, wrapped to the width of the terminal. */
export function renderPage(page: TouchedPage, face: PageFace): string[] {
  const { color, columns, factById } = face;
  const paint = painter(color);
  const shown = new Set<string>();
  const take = (facts: readonly string[]): Decision[] => {
    const found = page.decisions.filter(
      ({ fact, beside }) => beside !== true && facts.includes(fact) && !shown.has(fact),
    );
    for (const { fact } of found) shown.add(fact);
    return found;
  };
  const updates = page.updates.flatMap((update) => renderUpdate(update, columns)).map((line) => paint('yellow', line));
  const diff = diffLines(page).flatMap(({ sign, text, facts }) => [
    ...renderLine(sign, text, columns, paint),
    ...(sign === '+'
      ? take(facts).flatMap((decision, at, all) =>
          renderWhy(decision, { text, before: all[at - 1] ?? null }, { columns, paint, factById, page }),
        )
      : []),
  ]);
  const others = page.decisions
    .filter(({ fact, beside }) => beside !== true && !shown.has(fact))
    .flatMap((decision) => {
      const words =
        `${WORDS[decision.as] ?? decision.as}: ` + plain(factById.get(decision.fact)?.text ?? decision.fact);
      return [...wrap(words, columns, '= ', '  '), ...renderWhy(decision, null, { columns, paint, factById, page })];
    });
  return [updates, diff, others]
    .filter((part) => part.length > 0)
    .flatMap((part, at) => (at === 0 ? part : ['', ...part]));
}

interface Line extends ReadableLine {
  readonly sign: '+' | '-' | ' ' | '…';
}

/** As a person reads it: without front matter, footnotes and sources. */
function diffLines({ path, before, after }: TouchedPage): Line[] {
  if (path === null || after === null) return [];
  const [a, b] = [before, after].map((page) =>
    page === null ? [] : readable(page).filter((line) => !isEmptyLine(line)),
  );
  const textOf = (lines: readonly ReadableLine[] = []): string => lines.map(({ text }) => `${text}\n`).join('');
  const [page] = diffPages([{ path, before: before === null ? null : textOf(a), after: textOf(b) }]);
  const lines: Line[] = [];
  let at = 0;
  for (const line of (page?.patch.replace(/\n$/, '').split('\n') ?? []).slice(2)) {
    const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)/.exec(line);
    if (hunk) {
      if (lines.length > 0) lines.push({ sign: '…', text: '', facts: [] });
      at = Number(hunk[1]) - 1;
    } else if (line.startsWith('-')) lines.push({ sign: '-', text: unescapeLine(line.slice(1)), facts: [] });
    else if (line.startsWith('+') || line.startsWith(' ')) {
      lines.push({
        sign: line.startsWith('+') ? '+' : ' ',
        text: unescapeLine(line.slice(1)),
        facts: b?.[at]?.facts ?? [],
      });
      at += 1;
    }
  }
  return lines;
}

function renderLine(sign: Line['sign'], text: string, columns: number, paint: Paint): string[] {
  if (sign === '…') return [paint('dim', '  …')];
  if (sign === ' ') return [paint('dim', fit(`  ${plain(text)}`, columns - 1))];
  const indent = /^\s*(?:[-*+>] )?/.exec(text)?.[0] ?? '';
  return wrap(
    plain(text.slice(indent.length)),
    columns,
    `${sign} ${indent}`,
    `${sign} ${' '.repeat(indent.length)}`,
  ).map((line) => paint(sign === '+' ? 'green' : 'red', line));
}

/** `beside`: the line that it stands under and the decision above it there; null where it has no line. */
function renderWhy(
  decision: Decision,
  beside: { readonly text: string; readonly before: Decision | null } | null,
  {
    columns,
    paint,
    factById,
    page,
  }: {
    readonly columns: number;
    readonly paint: Paint;
    readonly factById: ReadonlyMap<string, Fact>;
    readonly page: TouchedPage;
  },
): string[] {
  const fact = factById.get(decision.fact);
  const textOf = (id: string): string | undefined => factById.get(id)?.text;
  const isSaid = (id: string | undefined): boolean =>
    id !== undefined && beside !== null && plain(beside.text).includes(plain(textOf(id) ?? id));
  const words =
    fact === undefined || beside === null || isSaid(fact.id)
      ? ''
      : beside.before === null
        ? `logged: ${plain(fact.text)}`
        : `also: ${plain(fact.text)}`;
  const from = fact ? sourceOf(fact) : '';
  // What the line itself shows need not be quoted, nor a reason said twice.
  const named = decision.of ?? decision.by ?? decision.with;
  const effects = effectsOf(decision, page)
    .filter(({ other }) => !isSaid(other))
    .flatMap(({ word, other }) => {
      const about = factById.get(other);
      const day = about === undefined ? '' : ` (${shortDay(eventDay(about), fact?.day ?? '')})`;
      return wrap(`${word}: ${plain(about?.text ?? other)}${day}`, columns, '    ', '      ');
    });
  const isShown = isSaid(named) || effects.length > 0;
  const reason = isShown ? decision.reason : why(decision, { get: textOf });
  const isSame = beside?.before?.reason === decision.reason && words === '';
  const line = wrap(`why: ${reason} (${from})`, columns, '    ');
  const both = isSame
    ? []
    : line.length === 1
      ? line
      : [...wrap(`why: ${reason}`, columns, '    ', '      '), ...wrap(`from ${from}`, columns, '    ', '      ')];
  return [...(words === '' ? [] : wrap(words, columns, '    ', '      ')), ...effects, ...both].map((one) =>
    paint('dim', one),
  );
}

/** What it does to other claims. */
function effectsOf(
  { fact, as, of, with: other }: Decision,
  { all }: TouchedPage,
): { readonly word: string; readonly other: string }[] {
  if (as === 'duplicate' && of !== undefined) return [{ word: 'same as', other: of }];
  if (as === 'conflict' && other !== undefined) return [{ word: 'contradicts', other }];
  return all.flatMap((one) =>
    one.as === 'superseded' && one.by === fact ? [{ word: 'replaces', other: one.fact }] : [],
  );
}

const SHORT_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** `12 May`; with the year where that is not the one of `beside`. */
function shortDay(day: string, beside: string): string {
  const short = SHORT_DAY.format(new Date(`${day}T00:00:00Z`));
  return day.slice(0, 4) === beside.slice(0, 4) ? short : `${short} ${day.slice(0, 4)}`;
}

/** `daily/2026-07-01.md · 14:05`. */
const sourceOf = ({ path, time }: Fact): string => `${plain(path)}${time === null ? '' : ` · ${time}`}`;

// Before a dream at the terminal: what is pending by days, and what a model will be asked; where only today's facts are
// there, when they will be consolidated.

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
    ...wrap(`Where ${they} will go: memvault dream --dry-run`, columns),
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
