// The stories of a fact and of a page, for people.
import type { FactStory, ForgottenStory, Link, OtherFact, PageRun, PageStory } from '../../inspect/explain.ts';
import { ASKED, type Course, type Touch } from '../../inspect/touches.ts';
import { addDays, daysBetween, renderSpan } from '../../model/day.ts';
import { plain } from '../../model/controls.ts';
import { CITED, DISPOSITIONS } from '../../model/disposition.ts';
import { eventDay } from '../../model/fact.ts';
import { type Claim, isHistory } from '../../model/page.ts';
import type { ReviewLine } from '../../model/review.ts';
import { plural } from '../../model/text.ts';
import type { Context, World } from '../../tasks/context.ts';
import { type Face, faceOf, firstOf, padTo, widthOf, wrap, linesOf } from '../terminal/face.ts';

/** The most columns of a plot of a fact's confidence. */
const WIDEST = 60;

/** Plots the confidence from the event to today, or to the day it fades; empty for a single day. */
function plotCourse({ on, from, today, fadesOn }: Course, { plotColumns, glyphs }: StoryFace): string[] {
  const to = fadesOn !== null && fadesOn > today ? fadesOn : today;
  const days = daysBetween(from, to);
  if (days < 1) return [];
  const width = Math.max(10, Math.min(WIDEST, plotColumns - LABEL - 28, days + 1));
  const values = Array.from({ length: width }, (_, at) => on(addDays(from, Math.round((at / (width - 1)) * days))));
  return [`${' '.repeat(LABEL)}${drawSpark(values, 1, glyphs)}  ${from} to ${to}`];
}

export interface StoryFace extends PlotFace {
  /** Whether to plot the confidence. */
  readonly plots: boolean;
}

/** A command line and what it does. */
export type Way = readonly [line: string, does: string];

/** What is shown next to a fact's story. */
export interface FactSurroundings {
  readonly claims: readonly (Claim & { readonly said: string })[];
  readonly ways: readonly Way[];
  /** Reviews that involve the fact. */
  readonly reviews: readonly Pick<ReviewLine, 'id' | 'kind' | 'status' | 'facts'>[];
  /** Why nothing can be done about it, and what to do instead; null if something can. */
  readonly obstacle: string | null;
}

/** Columns of a label. */
const LABEL = 12;
/** The most facts shown of one list; the rest are counted. */
const SHOWN = 8;

/** Renders a fact's story for a terminal. */
export function renderFactStory(story: FactStory, around: FactSurroundings, face: StoryFace): string {
  const { others } = story;
  const parts: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ['What happened to it', touchLines(story.touches, face)],
    ['One after the other', others.chain.flatMap((link) => chainLine(link, face))],
    ['Says the same', otherLines(others.same, face)],
    ['Contradicts it', otherLines(others.against, face)],
    [
      'What you can do',
      linesOf(renderWays(around.ways, face), around.obstacle !== null && wrap(around.obstacle, face.columns, '  ')),
    ],
  ];
  return [
    ...lineOf(story, face),
    '',
    ...originLines(story, face),
    ...standingLines(story, around, face),
    ...parts.flatMap(([title, lines]) => section(title, lines, face)),
  ].join('\n');
}

/** The fact as logged: its text, then category, tags and fields. */
function lineOf({ fact }: FactStory, { columns, paint }: StoryFace): string[] {
  const hidden = ['at', 'source', 'confidence', 'pinned', 'supersedes'];
  const about = [
    `[${fact.category}]`,
    ...fact.tags.map((tag) => `#${tag}`),
    ...Object.entries(fact.fields).flatMap(([name, value]) => (hidden.includes(name) ? [] : [`${name}: ${value}`])),
  ];
  return linesOf(
    wrap(fact.text, columns, `${fact.id}  `).map((line) => paint('bold', line)),
    wrap(about.join('  '), columns, ' '.repeat(fact.id.length + 2)).map((line) => paint('dim', line)),
  );
}

function originLines({ fact }: FactStory, face: StoryFace): string[] {
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
    fields['source'] !== undefined && say('source', fields['source']),
  );
}

/** Its state: claims, open reviews, recalls and confidence. */
function standingLines(story: FactStory, around: FactSurroundings, face: StoryFace): string[] {
  const say = sayer(face);
  return linesOf(
    say('now', stateOf(story)),
    around.claims.flatMap((claim) =>
      say(
        isHistory(claim) ? 'past claim' : claim.sides.length > 1 ? 'conflict' : 'claim',
        `${claim.page}:${claim.line}` +
          (claim.held === null ? '' : `, held ${renderSpan(claim.held)}`) +
          (claim.sides.length > 1 || sameWords(claim.said, story.fact.text) ? '' : `: ${claim.said}`),
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

/** How often search and context showed it. */
const renderRecalls = (recalled: { readonly count: number; readonly last: string | null } | null): string =>
  recalled === null || recalled.count === 0
    ? 'never'
    : `${plural(recalled.count, 'time')}, last on ${(recalled.last ?? '').slice(0, 10)}`;

/** Says that a fact is forgotten, without its text. */
export function renderForgotten({ id, at, purged, alike }: ForgottenStory): string {
  const when = at === null ? '' : ` on ${at.slice(0, 10)}`;
  if (purged) return `${id} was forgotten${when} and removed from its daily log. Nothing more is known of it.`;
  return (
    `${id} ` +
    (alike ? 'repeats a fact that was forgotten under another id' : 'was forgotten') +
    `${when}.\n  memvault forget --undo ${id}  restores it`
  );
}

/** Returns a function that renders a text after a label, wrapped. */
function sayer({ columns, paint }: Face): (label: string, text: string) => string[] {
  return (label, text) =>
    wrap(text, columns, label.padEnd(LABEL), ' '.repeat(LABEL)).map((line, at) =>
      at === 0 ? paint('cyan', line.slice(0, LABEL)) + line.slice(LABEL) : line,
    );
}

/** A title with lines below it; empty without lines. */
export function section(title: string, lines: readonly string[], { paint }: Face): string[] {
  return lines.length === 0 ? [] : ['', paint('cyan', title), ...lines];
}

function stateOf(story: FactStory): string {
  const { replacedBy, replaces } = story.others;
  const over =
    story.held?.as === 'superseded' || replacedBy.length === 0
      ? ''
      : `superseded by ${replacedBy.join(', ')}: it no longer holds, and the next dream that takes ` +
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
    superseded: `superseded${by === undefined ? '' : ` by ${by}`}: it no longer holds`,
    conflict: `contradicts ${other ?? 'another'}: memvault review asks which one holds`,
    'set-aside': `on no page${reason === undefined ? '' : `: ${reason}`}; search finds it`,
    quarantined: `quarantined${reason === undefined ? '' : `: ${reason}`}; memvault dream --retry decides it again`,
  };
  return `${words[as] ?? as}${as === 'placed' && page === undefined ? ` (${fact.day})` : ''}${pin}`;
}

function confidenceOf({ now, on, from, today, fadesOn, stays }: Course): string {
  const value = now.toFixed(2);
  if (stays === 'pinned') return `${value}, and stays so: it is pinned`;
  if (stays === 'superseded') return `${value}, as for every superseded fact`;
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
        below('run', `${run}${engine === null ? '' : `, ${engine}`}${undone ? ', undone' : ''}`).map((line) =>
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

const wordsOf = ({ text, forgotten }: OtherFact): string => (forgotten ? '(forgotten)' : (text ?? '(in no log)'));

/** Commands, one per line, with what each does next to it, or below it if a line would be too long. */
export function renderWays(ways: readonly Way[], { columns }: Pick<StoryFace, 'columns'>): string[] {
  const width = Math.max(0, ...ways.map(([line]) => widthOf(line)));
  const isNarrow = ways.some(([, does]) => width + widthOf(does) + 5 > columns);
  return ways.flatMap(([line, does]) =>
    isNarrow ? [`  ${line}`, ...wrap(does, columns, '      ')] : [`  ${padTo(line, width)}  ${does}`.trimEnd()],
  );
}

const sameWords = (a: string, b: string): boolean => a.replace(/[\s.]+$/u, '') === b.replace(/[\s.]+$/u, '');

// The story of a page: what it is about and what it is based on.

/** The most runs shown; the rest are counted. */
const RUNS = 6;

/** Renders a page's story for a terminal. */
export function renderPageStory(page: PageStory, ways: readonly Way[], face: StoryFace): string {
  const { columns, paint } = face;
  const say = sayer(face);
  const { claims, facts, recalls } = page;
  const state = linesOf(
    page.type,
    page.status,
    page.review === 'needs-review' && 'needs a review',
    page.updated !== null && `updated ${page.updated}`,
  );
  return linesOf(
    wrap(page.path, columns, `${plain(page.title)}  `).map((line) => paint('bold', line)),
    page.about !== '' && wrap(page.about, columns, '  '),
    '',
    state.length !== 0 && say('page', state.join(', ')),
    page.broken !== null && say('page', `its front matter cannot be read: ${page.broken}`),
    page.aliases.length !== 0 && say('also called', page.aliases.join(', ')),
    page.tags.length !== 0 && say('tags', page.tags.map((tag) => `#${tag}`).join(' ')),
    say(
      'claims',
      `${claims.current} current` +
        (claims.past === 0 ? '' : `, ${claims.past} past`) +
        (page.conflicts.length === 0 ? '' : `, ${page.conflicts.length} of them in conflict`),
    ),
    say('rests on', restsOn(page)),
    facts.count !== 0 &&
      say(
        'facts',
        `${facts.count}` +
          (facts.from === null || facts.to === null ? '' : ` (${renderSpan({ from: facts.from, to: facts.to })})`) +
          categoriesOf(facts.categories),
      ),
    say('recalled', renderRecalls(recalls)),
    say('faded', `${page.confidence.faded} of ${plural(claims.onFacts, 'claim')}, ${page.confidence.pinned} pinned`),
    page.staleAfter !== null &&
      say('stale after', page.stale ? paint('yellow', `${page.staleAfter}: that day has passed`) : page.staleAfter),
    section(
      'Conflicts',
      page.conflicts.map(
        ({ line, since }) =>
          `  line ${line}${since === null ? '' : `, since ${since}`}: memvault review asks which side holds`,
      ),
      face,
    ),
    section('Runs that wrote it', runLines(page.runs, face), face),
    section('What you can do', renderWays(ways, face), face),
  ).join('\n');
}

function restsOn({ claims: { statements, onFacts } }: PageStory): string {
  if (statements === 0) return 'no statements yet';
  return `facts in ${onFacts} of ${plural(statements, 'statement')} (${Math.round((onFacts / statements) * 100)} %)`;
}

function categoriesOf(categories: PageStory['facts']['categories']): string {
  const all = Object.entries(categories).map(([name, count]) => `${count} ${name}`);
  return `: ${firstOf(all, 3, (more) => `${more} more`).join(', ')}`;
}

/** Newest first. */
function runLines(runs: readonly PageRun[], { columns }: StoryFace): string[] {
  const lines = [...runs].reverse().map(({ run, date, kind, engine, facts, undone }) => {
    const counts = DISPOSITIONS.flatMap((as) => (facts[as] === undefined ? [] : [`${facts[as]} ${as}`])).join(', ');
    const by = engine ?? kind ?? '';
    const words = `${run}${by === '' ? '' : `, ${by}`}${counts === '' ? '' : `: ${counts}`}`;
    return wrap(`${words}${undone ? ' (undone)' : ''}`, columns, `  ${date}  `).join('\n');
  });
  return firstOf(lines, RUNS, (more) => `  and ${more} before; log.md names them all`);
}

// Plots made of characters.

/** Cells filled from below, from least to full. */
type Glyphs = readonly string[];

/** How to render lines with plots. */
export interface PlotFace extends Face {
  /** Width of plots, even without a terminal. */
  readonly plotColumns: number;
  readonly glyphs: Glyphs;
}

export const plotFaceOf = (context: Context): PlotFace => ({
  ...faceOf(context),
  plotColumns: context.world.stdout.columns,
  glyphs: glyphsOf(context.world),
});

const BLOCKS: Glyphs = [...'▁▂▃▄▅▆▇█'];
const ASCII: Glyphs = [...'.:-=+*#@'];

/** Blocks if the locale is UTF-8, else ASCII. Also ASCII on the Linux console, whose font lacks blocks. */
export function glyphsOf({ env, platform }: Pick<World, 'env' | 'platform'>): Glyphs {
  if (env.TERM === 'linux') return ASCII;
  const locale = [env.LC_ALL, env.LC_CTYPE, env.LANG].find((value) => value !== undefined && value !== '');
  return locale === undefined ? (platform === 'win32' ? BLOCKS : ASCII) : /utf-?8/i.test(locale) ? BLOCKS : ASCII;
}

/** One row with a character per value; a space stands for 0. */
export function drawSpark(values: readonly number[], most: number, up: Glyphs): string {
  return values
    .map((value) =>
      value <= 0 || most <= 0
        ? ' '
        : (up[Math.min(up.length, Math.max(1, Math.ceil((value / most) * up.length))) - 1] ?? ' '),
    )
    .join('');
}
