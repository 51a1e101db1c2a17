// Where a fact came from and what became of it, for people: the line, what happened to it, how sure it is, what stands
// beside it, what can be done about it.
import type { FactStory, ForgottenStory, Link, LostStory, OtherFact } from '../../inspect/explain-fact.ts';
import { ASKED, type Course, type Moment, type Touch } from '../../inspect/touches.ts';
import { plain } from '../../model/controls.ts';
import { addDays, daysBetween, renderSpan } from '../../model/day.ts';
import { CITED } from '../../model/disposition.ts';
import { eventDay } from '../../model/fact.ts';
import { isHistory } from '../../model/page.ts';
import { plural } from '../../model/text.ts';
import type { FactSurroundings, Relative, Way } from '../../tasks/fact-surroundings.ts';
import { type Paint, painter } from '../terminal/paint.ts';
import { padTo, widthOf, wrap } from '../terminal/wrap.ts';
import { columnOfDay, dayOfColumn, drawAxis, drawColumns, type Glyphs, type Label } from './plot.ts';

// The plot of a fact's confidence: from its event to today, and on to the day on which it fades.

const HEIGHT = 5;
const MARGIN = 6;
const WIDEST = 72;
/**
 * Days after today that are drawn at least, where it fades later; more than there were before today would hide the
 * past.
 */
const LEAST_AHEAD = 90;

const SIGNS: Readonly<Record<Moment['what'], string>> = {
  recalled: 'r',
  superseded: 's',
  'current again': 'c',
  pinned: 'p',
  unpinned: 'u',
};

/**
 * Lines of at most `columns`; none where there is only one day to show. `below`: with less confidence it counts as
 * faded.
 */
export function plotCourse(course: Course, below: number, columns: number, glyphs: Glyphs): string[] {
  const to = lastDay(course);
  const days = daysBetween(course.from, to);
  if (days < 1) return [];
  const width = Math.max(20, Math.min(WIDEST, columns - MARGIN - 1));
  const dayAt = (column: number): string => dayOfColumn(column, width, course.from, to);
  const columnAt = (day: string): number => columnOfDay(day, width, course.from, to);
  const values = Array.from({ length: width }, (_, column) => course.on(dayAt(column)));
  const isLimited = course.stays === null && below > 0;
  const rows = drawColumns(
    values,
    {
      height: HEIGHT,
      most: 1,
      ahead: course.today < to ? columnAt(course.today) + 1 : Infinity,
      ...(isLimited ? { limit: below } : {}),
    },
    glyphs,
  );
  const limitRow = HEIGHT - 1 - Math.min(HEIGHT - 1, Math.floor(below * HEIGHT));
  const label = (row: number): string =>
    (row === 0 ? '1.0' : isLimited && row === limitRow ? below.toFixed(1) : '').padStart(MARGIN - 2);
  const signs = course.moments
    .filter(({ day }) => day >= course.from)
    .map(({ day, what }): Label => ({ column: columnAt(day), text: SIGNS[what] }));
  const [axis, words] = drawAxis(width, labelsOf(course, to, columnAt), signs, glyphs);
  const kinds = [...new Set(course.moments.map(({ what }) => what))].map((what) => `${SIGNS[what]} ${what}`);
  const legend = [
    ...kinds,
    ...(course.today < to ? [`${glyphs.ahead} ahead, if nobody recalls it`] : []),
    ...(isLimited && rows.some((row) => row.includes(glyphs.limit)) ? [`${glyphs.limit} below: faded`] : []),
  ];
  return [
    ...rows.map((row, at) => `${label(at)} ${row === '' ? '' : ` ${row}`}`.trimEnd()),
    `${'0.0'.padStart(MARGIN - 2)} ${axis}`,
    `${' '.repeat(MARGIN - 1)}${words}`,
    ...(legend.length === 0 ? [] : [`${' '.repeat(MARGIN)}${legend.join('   ')}`]),
  ];
}

/** The last day of the plot: today, or somewhat after the day on which it fades, so that the fading is seen. */
function lastDay({ from, today, fadesOn }: Course): string {
  if (fadesOn === null || fadesOn <= today) return today;
  const most = Math.max(LEAST_AHEAD, daysBetween(from, today));
  const after = addDays(fadesOn, Math.ceil(daysBetween(from, fadesOn) / 12));
  return daysBetween(today, fadesOn) > most ? addDays(today, most) : after;
}

function labelsOf({ from, today, fadesOn, stays }: Course, to: string, columnAt: (day: string) => number): Label[] {
  const middle: Label[] = [
    ...(fadesOn !== null && stays === null && fadesOn > from && fadesOn <= to
      ? [{ column: columnAt(fadesOn), text: fadesOn }]
      : []),
    ...(today < to ? [{ column: columnAt(today), text: 'today' }] : []),
  ];
  const last: Label =
    today < to ? { column: columnAt(to), text: '' } : { column: columnAt(to), text: today === from ? today : 'today' };
  return [{ column: 0, text: from }, ...middle, ...(last.text === '' ? [] : [last])];
}

/** How it is to look. */
export interface Face {
  /** Width of text; Infinity where there is no terminal. */
  readonly columns: number;
  /** Width of plots. */
  readonly plotColumns: number;
  /** Is the course of confidence drawn? */
  readonly plots: boolean;
  readonly glyphs: Glyphs;
  readonly color: boolean;
}

/** Columns of a label. */
const LABEL = 12;
/** Facts of one list that are shown; the rest is counted. */
const SHOWN = 8;

/** All of a fact's story, as lines for a terminal. */
export function renderFactStory(story: FactStory, around: FactSurroundings, face: Face): string {
  const paint = painter(face.color);
  const { fact, others } = story;
  const say = sayer(face, paint);
  const fields = Object.entries(fact.fields).filter(
    ([name]) => !['at', 'source', 'confidence', 'pinned', 'supersedes'].includes(name),
  );
  const about = around.secret
    ? []
    : [
        `[${fact.category}]`,
        ...fact.tags.map((tag) => `#${tag}`),
        ...fields.map(([name, value]) => `${name}: ${value}`),
      ];
  const event = eventDay(fact);
  return [
    ...wrap(plain(around.text), face.columns, `${fact.id}  `).map((line) => paint('bold', line)),
    ...(about.length === 0
      ? []
      : wrap(plain(about.join('  ')), face.columns, ' '.repeat(fact.id.length + 2)).map((line) => paint('dim', line))),
    '',
    ...say(
      'logged',
      fact.day +
        (fact.time === null ? '' : ` ${fact.time}`) +
        `, ${fact.path}:${fact.line}` +
        (fact.computed ? ' (the line has no id; this one is made from its words)' : ''),
    ),
    ...(event === fact.day ? [] : say('happened', fact.fields['at'] ?? event)),
    ...(fact.session === null
      ? []
      : say(
          'session',
          fact.session.startsWith('cli-')
            ? `none was named (${fact.session} stands for the clone that logged it)`
            : fact.session,
        )),
    ...(around.secret || fact.fields['source'] === undefined ? [] : say('source', fact.fields['source'])),
    ...say('now', stateOf(story)),
    ...around.claims.flatMap((claim) =>
      say(
        isHistory(claim) ? 'past claim' : claim.sides.length > 1 ? 'conflict' : 'claim',
        `${claim.page}:${claim.line}` +
          (claim.held === null ? '' : `, held ${renderSpan(claim.held)}`) +
          (around.secret || claim.sides.length > 1 || sameWords(claim.said, around.text) ? '' : `: ${claim.said}`),
      ),
    ),
    ...around.reviews
      .filter(({ status }) => status === 'pending')
      .flatMap(({ id, kind, facts }) =>
        say(
          'review',
          `${id} asks ${ASKED[kind]} ${facts.filter((other) => other !== fact.id).join(', ')}: memvault review`,
        ),
      ),
    ...say(
      'recalled',
      story.recalled === null
        ? 'never shown by search or context so far'
        : `${plural(story.recalled.count, 'time')}, last on ${story.recalled.last.slice(0, 10)}`,
    ),
    ...say('confidence', confidenceOf(story.course)),
    ...(face.plots
      ? plotCourse(story.course, around.below, face.plotColumns - 2, face.glyphs).map((line) => `  ${line}`)
      : []),
    ...section('What happened to it', touchLines(story.touches, face, paint), paint),
    ...section(
      'One after the other',
      others.chain.flatMap((link) => chainLine(link, face, paint)),
      paint,
    ),
    ...section('Says the same', otherLines(others.same, face), paint),
    ...section('Contradicts it', otherLines(others.against, face), paint),
    ...section(
      'Most similar',
      around.relatives.flatMap((one) => relativeLines(one, face, paint)),
      paint,
    ),
    ...section(
      'What you can do',
      [
        ...renderWays(around.ways, face),
        ...(around.obstacle === null ? [] : wrap(plain(around.obstacle), face.columns, '  ')),
      ],
      paint,
    ),
  ].join('\n');
}

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
export function renderLost({ id, day, claims, touches }: LostStory, face: Face): string {
  const paint = painter(face.color);
  return [
    ...wrap(
      `of ${day}: no daily log holds it any more; its line was deleted, or its log is not in this clone`,
      face.columns,
      `${id}  `,
    ).map((line) => paint('bold', line)),
    ...(claims.length === 0
      ? []
      : ['', ...claims.flatMap(({ page, line }) => sayer(face, paint)('cited on', `${page}:${line}`))]),
    ...section('What happened to it', touchLines(touches, face, paint), paint),
  ].join('\n');
}

/** Gives what puts a text behind a label, on as many lines as it takes. */
export function sayer({ columns }: Face, paint: Paint): (label: string, text: string) => string[] {
  return (label, text) =>
    wrap(plain(text), columns, label.padEnd(LABEL), ' '.repeat(LABEL)).map((line, at) =>
      at === 0 ? paint('cyan', line.slice(0, LABEL)) + line.slice(LABEL) : line,
    );
}

/** A title with lines below it; nothing at all where there are no lines. */
export function section(title: string, lines: readonly string[], paint: Paint): string[] {
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
  if (stays === 'never fades') return `${value}, and stays so: its category never fades (maintain.fade_never)`;
  if (stays === 'nothing fades') return `${value}: fading is off (maintain.fade)`;
  const first = from < today ? `${on(from).toFixed(2)} at first, ${value} today` : `${value} today`;
  if (fadesOn === null) return `${first}; it does not fade`;
  return fadesOn <= today
    ? `${first}; faded since ${fadesOn}; a recall brings it back`
    : `${first}; it fades on ${fadesOn} unless somebody recalls it`;
}

function touchLines(touches: readonly Touch[], face: Face, paint: Paint): string[] {
  return touches.flatMap(({ date, did, reason, run, engine, undone }) => [
    ...wrap(plain(did), face.columns, `  ${date}  `),
    ...(reason === null ? [] : wrap(plain(reason), face.columns, `${' '.repeat(14)}why: `, ' '.repeat(19))),
    ...(run === null
      ? []
      : wrap(
          plain(`${run}${engine === null ? '' : `, ${engine}`}${undone ? ', taken back' : ''}`),
          face.columns,
          `${' '.repeat(14)}run: `,
          ' '.repeat(19),
        ).map((line) => (undone ? paint('yellow', line) : paint('dim', line)))),
  ]);
}

function chainLine(link: Link, face: Face, paint: Paint): string[] {
  const days = link.to === null ? `since ${link.from ?? '?'}` : renderSpan({ from: link.from ?? '?', to: link.to });
  const lines = wrap(
    `${link.here ? 'this one' : plain(wordsOf(link))}${link.here ? '' : `  ${link.id}`}`,
    face.columns,
    `${link.here ? '> ' : '  '}${days.padEnd(24)}  `,
  );
  return link.here ? lines.map((line) => paint('bold', line)) : lines;
}

function otherLines(others: readonly OtherFact[], face: Face): string[] {
  const lines = others
    .slice(0, SHOWN)
    .flatMap((other) =>
      wrap(`${plain(wordsOf(other))}  ${other.id}`, face.columns, `  ${other.date ?? '          '}  `),
    );
  return others.length > SHOWN ? [...lines, `  and ${others.length - SHOWN} more`] : lines;
}

function relativeLines({ id, path, line, date, text }: Relative, { columns }: Face, paint: Paint): string[] {
  const place = wrap(`${plain(path)}:${line}${id === '' ? '' : `  ${id}`}`, columns, ' '.repeat(14));
  return [...wrap(plain(text), columns, `  ${date ?? '          '}  `), ...place.map((one) => paint('dim', one))];
}

const wordsOf = ({ text, forgotten }: OtherFact): string => (forgotten ? '(forgotten)' : (text ?? '(in no log)'));

/** Commands one below the other, each with what it does behind it; below it, where a line would be too long. */
export function renderWays(ways: readonly Way[], { columns }: Pick<Face, 'columns'>): string[] {
  const width = Math.max(0, ...ways.map(([line]) => widthOf(line)));
  const isNarrow = ways.some(([, does]) => width + widthOf(does) + 5 > columns);
  return ways.flatMap(([line, does]) =>
    isNarrow ? [`  ${line}`, ...wrap(does, columns, '      ')] : [`  ${padTo(line, width)}  ${does}`.trimEnd()],
  );
}

const sameWords = (a: string, b: string): boolean => a.replace(/[\s.]+$/u, '') === b.replace(/[\s.]+$/u, '');
