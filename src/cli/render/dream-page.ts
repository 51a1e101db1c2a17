// One page of a dream at the terminal: the lines that come and go, under each new one why and from where, and what is
// decided without a new line. Signs say what colours say.
import { diffPages } from '../../inspect/diff.ts';
import { plain } from '../../model/controls.ts';
import { addDays } from '../../model/day.ts';
import { compareText, eventDay, type Fact } from '../../model/fact.ts';
import { groupBy } from '../../model/group-by.ts';
import { ID_PATTERN } from '../../model/ids.ts';
import type { Decision } from '../../model/plan.ts';
import type { Settings } from '../../config/settings.ts';
import { plural } from '../../model/text.ts';
import { unescapeLine } from '../../note/escape.ts';
import { withoutBoilerplate } from '../../page/boilerplate.ts';
import { parsePageHead } from '../../page/edit-page.ts';
import type { PageText } from '../../vault/view.ts';
import type { TouchedPage } from '../dream-terminal/walk.ts';
import { type Face, firstOf, fit, wrap, linesOf } from '../terminal/face.ts';
import { why } from './rehearsal.ts';
import { renderReviewsWaiting, renderUpdate } from './dream.ts';

/** A line as a person reads it, without footnote marks, and the facts that those name. */
interface ReadableLine {
  readonly text: string;
  readonly facts: readonly string[];
}

const MARK = new RegExp(String.raw`\[\^(${ID_PATTERN})\]`, 'g');
const DEFINITION = /^\[\^[^\]\s]+\]:/;

/** A page line by line, without sources; of the front matter only the description is shown. */
function readable({ path, text }: PageText): ReadableLine[] {
  const page = withoutBoilerplate(text, path);
  const body = page.startsWith('---\n') ? page.slice(Math.max(0, page.indexOf('\n---\n') + 5)) : page;
  let section = '';
  return `${parsePageHead(path, page).description}\n${body}`.split('\n').flatMap((line) => {
    section = /^##? (.*)$/.exec(line)?.[1]?.trim() ?? section;
    const said = line.replace(MARK, '').trimEnd();
    if (section === 'Sources' || DEFINITION.test(line) || said.trim() === '') return [];
    return [{ text: said, facts: [...line.matchAll(MARK)].map(([, id = '']) => id) }];
  });
}

interface PageFace extends Face {
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
  { columns, paint }: PageFace,
): string[] {
  const what = path === null ? 'Facts that go on no page' : `${path}${before === null ? ' (new)' : ''}`;
  return wrap(`Page ${number} of ${of}: ${what}`, columns).map((line) => paint('bold', line));
}

/** The lines, wrapped to the width of the terminal. */
export function renderPage(page: TouchedPage, face: PageFace): string[] {
  const { columns, paint, factById } = face;
  const own = page.decisions.filter(({ beside }) => beside !== true);
  const shown = new Set<string>();
  const take = (facts: readonly string[]): Decision[] => {
    const found = own.filter(({ fact }) => facts.includes(fact) && !shown.has(fact));
    for (const { fact } of found) shown.add(fact);
    return found;
  };
  const updates = page.updates.flatMap((update) => renderUpdate(update, columns)).map((line) => paint('yellow', line));
  const diff = diffLines(page).flatMap(({ sign, text, facts }) => [
    ...renderLine(sign, text, face),
    ...(sign === '+' ? take(facts) : []).flatMap((decision, at, all) =>
      renderWhy(decision, { text, before: all[at - 1] ?? null }, page, face),
    ),
  ]);
  const others = own
    .filter(({ fact }) => !shown.has(fact))
    .flatMap((decision) => {
      const words = `${WORDS[decision.as] ?? decision.as}: ${factById.get(decision.fact)?.text ?? decision.fact}`;
      return [...wrap(words, columns, '= ', '  '), ...renderWhy(decision, null, page, face)];
    });
  return [updates, diff, others]
    .filter((part) => part.length > 0)
    .flatMap((part, at) => (at === 0 ? part : ['', ...part]));
}

interface Line extends ReadableLine {
  readonly sign: '+' | '-' | ' ' | '…';
}

function diffLines({ path, before, after }: TouchedPage): Line[] {
  if (path === null || after === null) return [];
  const lines = readable(after);
  const textOf = (some: readonly ReadableLine[]): string => some.map(({ text }) => `${text}\n`).join('');
  const [page] = diffPages([{ path, before: before && textOf(readable(before)), after: textOf(lines) }]);
  let at = 0;
  return (page?.patch.replace(/\n$/, '').split('\n') ?? []).slice(2).flatMap((line, index): Line[] => {
    const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)/.exec(line);
    if (hunk) {
      at = Number(hunk[1]) - 1;
      return index === 0 ? [] : [{ sign: '…', text: '', facts: [] }];
    }
    const [sign = ''] = line;
    if (sign !== '+' && sign !== '-' && sign !== ' ') return [];
    return [{ sign, text: unescapeLine(line.slice(1)), facts: sign === '-' ? [] : (lines[at++]?.facts ?? []) }];
  });
}

function renderLine(sign: Line['sign'], text: string, { columns, paint }: Face): string[] {
  if (sign === '…') return [paint('dim', '  …')];
  if (sign === ' ') return [paint('dim', fit(`  ${text}`, columns - 1))];
  const indent = /^\s*(?:[-*+>] )?/.exec(text)?.[0] ?? '';
  return wrap(text.slice(indent.length), columns, `${sign} ${indent}`, `${sign} ${' '.repeat(indent.length)}`).map(
    (line) => paint(sign === '+' ? 'green' : 'red', line),
  );
}

/** `under`: the line that it stands under and the decision above it there; null where it has no line. */
function renderWhy(
  decision: Decision,
  under: { readonly text: string; readonly before: Decision | null } | null,
  page: TouchedPage,
  { columns, paint, factById }: PageFace,
): string[] {
  const fact = factById.get(decision.fact);
  const say = (text: string): string[] => wrap(text, columns, '    ', '      ');
  const textOf = (id: string): string | undefined => factById.get(id)?.text;
  const isSaid = (id: string | undefined): boolean =>
    id !== undefined && under !== null && plain(under.text).includes(plain(textOf(id) ?? id));
  const words =
    fact === undefined || under === null || isSaid(fact.id)
      ? []
      : say(`${under.before === null ? 'logged' : 'also'}: ${fact.text}`);
  // What the line itself shows need not be quoted, nor a reason said twice.
  const named = decision.of ?? decision.by ?? decision.with;
  const effects = effectsOf(decision, page)
    .filter(({ other }) => !isSaid(other))
    .flatMap(({ word, other }) => {
      const about = factById.get(other);
      const day = about === undefined ? '' : ` (${shortDay(eventDay(about), fact?.day ?? '')})`;
      return say(`${word}: ${about?.text ?? other}${day}`);
    });
  const reason = isSaid(named) || effects.length > 0 ? decision.reason : why(decision, textOf);
  const isSame = under?.before?.reason === decision.reason && words.length === 0;
  const from = fact === undefined ? '' : `${fact.path}${fact.time === null ? '' : ` · ${fact.time}`}`;
  const line = wrap(`why: ${reason} (${from})`, columns, '    ');
  const both = line.length === 1 ? line : [...say(`why: ${reason}`), ...say(`from ${from}`)];
  return linesOf(words, effects, !isSame && both).map((one) => paint('dim', one));
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

const MAX_DAYS = 7;
const MAX_CATEGORIES = 4;

/**
 * Before the questions: what is pending, by days and categories. `today`: how many facts are of today, which is not
 * over; `reviews`: how many questions wait for a person.
 */
export function renderOverview(
  pending: readonly Fact[],
  { today, reviews }: { readonly today: number; readonly reviews: number },
  { columns, paint }: Face,
): string {
  const days = [...groupBy(pending, ({ day }) => day)].sort(([a], [b]) => compareText(a, b));
  const are = pending.length === 1 ? 'is' : 'are';
  return linesOf(
    paint('bold', `${plural(pending.length, 'fact')} of ${plural(days.length, 'day')} ${are} pending.`),
    days
      .slice(0, MAX_DAYS)
      .flatMap(([day, facts]) =>
        wrap(categoriesOf(facts), columns, `  ${day}  ${plural(facts.length, 'fact').padEnd(8)}  `),
      ),
    days.length > MAX_DAYS && `  and ${plural(days.length - MAX_DAYS, 'more day')}, to ${days.at(-1)?.[0] ?? ''}`,
    today > 0 &&
      `${plural(today, 'fact')} of today ${today === 1 ? 'waits' : 'wait'} until the day is over; search ` +
        `finds ${today === 1 ? 'it' : 'them'} already.`,
    renderReviewsWaiting(reviews),
  ).join('\n');
}

/** The most frequent first. */
function categoriesOf(facts: readonly Fact[]): string {
  const names = [...groupBy(facts, ({ category }) => category)]
    .sort(([a, x], [b, y]) => y.length - x.length || compareText(a, b))
    .map(([name, { length }]) => (length === 1 ? name : `${name} ${length}`));
  return firstOf(names, MAX_CATEGORIES, (more) => `${more} more`).join(', ');
}

/** `count`: facts of today, the only ones that no dream has taken yet. */
export function renderOnlyToday(
  count: number,
  today: string,
  { min_facts, max_wait_days }: Settings['consolidate'],
  { columns }: Face,
): string {
  const [are, them, they] = count === 1 ? ['is', 'it', 'it'] : ['are', 'them', 'they'];
  return [
    `Nothing to do yet: ${plural(count, 'fact')} ${are} of today (${today}), and a dream takes in days that are over.`,
    `From tomorrow on memvault dream consolidates ${them}; a nightly dream does so once ${min_facts} facts ` +
      `wait, or on ${addDays(today, max_wait_days)} at the latest.`,
    `Search finds ${them} already: memvault search "*"`,
    `Where ${they} will go: memvault dream --dry-run`,
  ]
    .flatMap((line) => wrap(line, columns))
    .join('\n');
}
