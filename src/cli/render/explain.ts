// Where a fact came from and what became of it, for people: the line, what happened to it, how sure it is, what stands
// beside it, what can be done about it.
import type { FactStory, ForgottenStory, Link, LostStory, OtherFact } from '../../inspect/explain-fact.ts';
import { ASKED, type Course, type Touch } from '../../inspect/touches.ts';
import { addDays, daysBetween, renderSpan } from '../../model/day.ts';
import { CITED } from '../../model/disposition.ts';
import { eventDay } from '../../model/fact.ts';
import { isHistory } from '../../model/page.ts';
import { plural } from '../../model/text.ts';
import type { FactSurroundings, Relative, Times, Way } from '../../tasks/fact-surroundings.ts';
import { type Face, firstOf, padTo, widthOf, wrap, linesOf } from '../terminal/face.ts';
import { drawSpark, type PlotFace } from './plot.ts';

/** Columns of the plot of a fact's confidence, at most. */
const WIDEST = 60;

/** Its confidence from its event to today, or to the day on which it fades; nothing for a single day. */
function plotCourse({ on, from, today, fadesOn }: Course, { plotColumns, glyphs }: StoryFace): string[] {
  const to = fadesOn !== null && fadesOn > today ? fadesOn : today;
  const days = daysBetween(from, to);
  if (days < 1) return [];
  const width = Math.max(10, Math.min(WIDEST, plotColumns - LABEL - 28, days + 1));
  const values = Array.from({ length: width }, (_, at) => on(addDays(from, Math.round((at / (width - 1)) * days))));
  return [`${' '.repeat(LABEL)}${drawSpark(values, 1, glyphs)}  ${from} to ${to}`];
}

export interface StoryFace extends PlotFace {
  /** Is the course of confidence drawn? */
  readonly plots: boolean;
}

/** Columns of a label. */
const LABEL = 12;
/** Facts of one list that are shown; the rest is counted. */
const SHOWN = 8;

/** All of a fact's story, as lines for a terminal. */
export function renderFactStory(story: FactStory, around: FactSurroundings, face: StoryFace): string {
  const { others } = story;
  const parts: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ['What happened to it', touchLines(story.touches, face)],
    ['One after the other', others.chain.flatMap((link) => chainLine(link, face))],
    ['Says the same', otherLines(others.same, face)],
    ['Contradicts it', otherLines(others.against, face)],
    ['Most similar', around.relatives.flatMap((one) => relativeLines(one, face))],
    [
      'What you can do',
      linesOf(renderWays(around.ways, face), around.obstacle !== null && wrap(around.obstacle, face.columns, '  ')),
    ],
  ];
  return [
    ...lineOf(story, around, face),
    '',
    ...originLines(story, around, face),
    ...standingLines(story, around, face),
    ...parts.flatMap(([title, lines]) => section(title, lines, face)),
  ].join('\n');
}

/** The fact as it was logged: its words, and below them category, tags and fields. */
function lineOf({ fact }: FactStory, { text, secret }: FactSurroundings, { columns, paint }: StoryFace): string[] {
  const hidden = ['at', 'source', 'confidence', 'pinned', 'supersedes'];
  const about = [
    `[${fact.category}]`,
    ...fact.tags.map((tag) => `#${tag}`),
    ...Object.entries(fact.fields).flatMap(([name, value]) => (hidden.includes(name) ? [] : [`${name}: ${value}`])),
  ];
  return linesOf(
    wrap(text, columns, `${fact.id}  `).map((line) => paint('bold', line)),
    !secret && wrap(about.join('  '), columns, ' '.repeat(fact.id.length + 2)).map((line) => paint('dim', line)),
  );
}

function originLines({ fact }: FactStory, { secret }: FactSurroundings, face: StoryFace): string[] {
  const say = sayer(face);
  const { day, time, path, line, session, fields } = fact;
  const event = eventDay(fact);
  return linesOf(
    say(
      'logged',
      `${day}${time === null ? '' : ` ${time}`}, ${path}:${line}` +
        (fact.computed ? ' (the line has no id; this one is computed from its words)' : ''),
    ),
    event !== day && say('happened', fields['at'] ?? event),
    session !== null && say('session', session.startsWith('cli-') ? `none named (clone ${session})` : session),
    !secret && fields['source'] !== undefined && say('source', fields['source']),
  );
}

/** What became of it: its claims, the questions about it, its recalls and its confidence. */
function standingLines(story: FactStory, around: FactSurroundings, face: StoryFace): string[] {
  const say = sayer(face);
  return linesOf(
    say('now', stateOf(story)),
    around.claims.flatMap((claim) =>
      say(
        isHistory(claim) ? 'past claim' : claim.sides.length > 1 ? 'conflict' : 'claim',
        `${claim.page}:${claim.line}` +
          (claim.held === null ? '' : `, held ${renderSpan(claim.held)}`) +
          (claim.times.count < 2 ? '' : `, ${renderTimes(claim.times, story.course.today)}`) +
          (around.secret || claim.sides.length > 1 || sameWords(claim.said, around.text) ? '' : `: ${claim.said}`),
      ),
    ),
    around.reviews
      .filter(({ status }) => status === 'pending')
      .flatMap(({ id, kind, facts }) =>
        say(
          'review',
          `${id} asks ${ASKED[kind]} ${facts.filter((other) => other !== story.fact.id).join(', ')}: memvault review`,
        ),
      ),
    say('recalled', renderRecalls(story.recalled)),
    say('confidence', confidenceOf(story.course)),
    face.plots && plotCourse(story.course, face),
  );
}

const MONTH = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });

/** “said 9 times, February to July”; with years where they are not those of today. */
export function renderTimes({ count, from, to }: Times, today: string): string {
  const year = (day: string): string => day.slice(0, 4);
  const isThisYear = year(from) === year(today) && year(to) === year(today);
  const [first, last] = [from, to].map((day) => {
    const month = MONTH.format(new Date(`${day}T00:00:00Z`));
    return isThisYear ? month : `${month} ${year(day)}`;
  });
  return `said ${count} times, ${first === last ? `in ${last ?? ''}` : `${first ?? ''} to ${last ?? ''}`}`;
}

/** How often search and context showed it. */
export const renderRecalls = (recalled: { readonly count: number; readonly last: string | null } | null): string =>
  recalled === null || recalled.count === 0
    ? 'never'
    : `${plural(recalled.count, 'time')}, last on ${(recalled.last ?? '').slice(0, 10)}`;

/** That a fact is forgotten, and no word of it. */
export function renderForgotten({ id, at, purged, alike }: ForgottenStory): string {
  const when = at === null ? '' : ` on ${at.slice(0, 10)}`;
  if (purged) return `${id} was forgotten${when} and taken out of its daily log. Nothing more is known of it.`;
  return (
    `${id} ` +
    (alike ? 'says what was forgotten under another id' : 'was forgotten') +
    `${when}. Nothing more is said of it.\n  memvault forget --undo ${id}  takes that back`
  );
}

/** What is left to say of a fact whose line is in no log. */
export function renderLost({ id, day, claims, touches }: LostStory, face: StoryFace): string {
  return linesOf(
    wrap(
      `of ${day}: no daily log holds it any more; its line was deleted, or its log is not in this clone`,
      face.columns,
      `${id}  `,
    ).map((line) => face.paint('bold', line)),
    claims.length !== 0 && ['', ...claims.flatMap(({ page, line }) => sayer(face)('cited on', `${page}:${line}`))],
    section('What happened to it', touchLines(touches, face), face),
  ).join('\n');
}

/** Gives what puts a text behind a label, on as many lines as it takes. */
export function sayer({ columns, paint }: Face): (label: string, text: string) => string[] {
  return (label, text) =>
    wrap(text, columns, label.padEnd(LABEL), ' '.repeat(LABEL)).map((line, at) =>
      at === 0 ? paint('cyan', line.slice(0, LABEL)) + line.slice(LABEL) : line,
    );
}

/** A title with lines below it; nothing at all where there are no lines. */
export function section(title: string, lines: readonly string[], { paint }: Face): string[] {
  return lines.length === 0 ? [] : ['', paint('cyan', title), ...lines];
}

function stateOf(story: FactStory): string {
  const { replacedBy, replaces } = story.others;
  const over =
    story.held?.as === 'superseded' || replacedBy.length === 0
      ? ''
      : `superseded by ${replacedBy.join(', ')}: it is over, and the next dream that takes ` +
        (replacedBy.length === 1 ? 'that' : 'those') +
        ' up moves it to History; until then ';
  return `${over}${decided(story)}${replaces.length === 0 ? '' : `; it supersedes ${replaces.join(', ')}`}`;
}

function decided({ held, edited, pinned, fact, others, claims }: FactStory): string {
  const pin = pinned ? '; pinned: it never fades and is never merged' : '';
  if (held === null) return `pending: no dream has decided it yet${pin}`;
  if (edited) return `pending again: its line was edited after ${held.run} decided it${pin}`;
  const { as, of, by, with: other, reason, page } = held;
  if (CITED.has(as) && claims.length === 0)
    return `on no page: ${page ?? 'its page'} no longer cites it; the next dream records it as removed by hand${pin}`;
  const words: Readonly<Record<string, string>> = {
    placed: others.replacedBy.length > 0 ? 'a claim still stands for it' : 'current: a claim stands for it',
    duplicate: `says the same as ${of ?? 'another'}, which its page cites along with it`,
    superseded: `superseded${by === undefined ? '' : ` by ${by}`}: it is over`,
    conflict: `contradicts ${other ?? 'another'}: memvault review asks which one holds`,
    'set-aside': `on no page${reason === undefined ? '' : `: ${reason}`}; search finds it`,
    quarantined: `quarantined${reason === undefined ? '' : `: ${reason}`}; memvault dream --retry decides it again`,
  };
  return `${words[as] ?? as}${as === 'placed' && page === undefined ? ` (${fact.day})` : ''}${pin}`;
}

function confidenceOf({ now, on, from, today, fadesOn, stays }: Course): string {
  const value = now.toFixed(2);
  if (stays === 'pinned') return `${value}, and stays so: it is pinned`;
  if (stays === 'superseded') return `${value}: what is superseded counts for no more`;
  if (stays === 'never fades') return `${value}, and stays so: its category never fades`;
  const first = from < today ? `${on(from).toFixed(2)} at first, ${value} today` : `${value} today`;
  if (fadesOn === null) return `${first}; it does not fade`;
  return fadesOn <= today
    ? `${first}; faded since ${fadesOn}; a recall brings it back`
    : `${first}; it fades on ${fadesOn} unless somebody recalls it`;
}

function touchLines(touches: readonly Touch[], { columns, paint }: StoryFace): string[] {
  const below = (label: string, text: string): string[] =>
    wrap(text, columns, `${' '.repeat(14)}${label}: `, ' '.repeat(19));
  return touches.flatMap(({ date, did, reason, run, engine, undone }) =>
    linesOf(
      wrap(did, columns, `  ${date}  `),
      reason !== null && below('why', reason),
      run !== null &&
        below('run', `${run}${engine === null ? '' : `, ${engine}`}${undone ? ', taken back' : ''}`).map((line) =>
          paint(undone ? 'yellow' : 'dim', line),
        ),
    ),
  );
}

function chainLine(link: Link, { columns, paint }: StoryFace): string[] {
  const days = link.to === null ? `since ${link.from ?? '?'}` : renderSpan({ from: link.from ?? '?', to: link.to });
  const lines = wrap(
    link.here ? 'this one' : `${wordsOf(link)}  ${link.id}`,
    columns,
    `${link.here ? '> ' : '  '}${days.padEnd(24)}  `,
  );
  return link.here ? lines.map((line) => paint('bold', line)) : lines;
}

const NO_DAY = ' '.repeat(10);

function otherLines(others: readonly OtherFact[], { columns }: StoryFace): string[] {
  const lines = others.map((other) =>
    wrap(`${wordsOf(other)}  ${other.id}`, columns, `  ${other.date ?? NO_DAY}  `).join('\n'),
  );
  return firstOf(lines, SHOWN, (more) => `  and ${more} more`);
}

function relativeLines({ id, path, line, date, text }: Relative, { columns, paint }: StoryFace): string[] {
  const place = wrap(`${path}:${line}${id === '' ? '' : `  ${id}`}`, columns, ' '.repeat(14));
  return [...wrap(text, columns, `  ${date ?? NO_DAY}  `), ...place.map((one) => paint('dim', one))];
}

const wordsOf = ({ text, forgotten }: OtherFact): string => (forgotten ? '(forgotten)' : (text ?? '(in no log)'));

/** Commands one below the other, each with what it does behind it; below it, where a line would be too long. */
export function renderWays(ways: readonly Way[], { columns }: Pick<StoryFace, 'columns'>): string[] {
  const width = Math.max(0, ...ways.map(([line]) => widthOf(line)));
  const isNarrow = ways.some(([, does]) => width + widthOf(does) + 5 > columns);
  return ways.flatMap(([line, does]) =>
    isNarrow ? [`  ${line}`, ...wrap(does, columns, '      ')] : [`  ${padTo(line, width)}  ${does}`.trimEnd()],
  );
}

const sameWords = (a: string, b: string): boolean => a.replace(/[\s.]+$/u, '') === b.replace(/[\s.]+$/u, '');
