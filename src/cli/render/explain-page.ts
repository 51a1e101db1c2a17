// What a page is about and what it rests on, for people.
import { BANDS, type PageRun, type PageStory } from '../../inspect/explain-page.ts';
import { plain } from '../../model/controls.ts';
import { renderSpan } from '../../model/day.ts';
import { DISPOSITIONS } from '../../model/disposition.ts';
import { plural } from '../../model/text.ts';
import type { Way } from '../../tasks/fact-surroundings.ts';
import { painter } from '../terminal/paint.ts';
import { wrap } from '../terminal/wrap.ts';
import { type Face, renderRecalls, renderWays, sayer, section } from './explain.ts';
import { drawBar } from './plot.ts';

/** Runs and links that are shown; the rest is counted. */
const SHOWN = 6;
/** Columns of the longest bar. */
const BAR = 30;

/** All of a page's story, as lines for a terminal. */
export function renderPageStory(page: PageStory, ways: readonly Way[], face: Face): string {
  const paint = painter(face.color);
  const say = sayer(face, paint);
  const { claims, facts, recalls, links } = page;
  const state = [
    page.type,
    page.status,
    page.review === 'needs-review' ? 'needs a review' : null,
    page.updated === null ? null : `updated ${page.updated}`,
  ].filter((part) => part !== null);
  return [
    ...wrap(plain(page.path), face.columns, `${plain(page.title)}  `).map((line) => paint('bold', line)),
    ...(page.about === '' ? [] : wrap(plain(page.about), face.columns, '  ')),
    '',
    ...(state.length === 0 ? [] : say('page', state.join(', '))),
    ...(page.broken === null ? [] : say('page', `its front matter cannot be read: ${page.broken}`)),
    ...(page.aliases.length === 0 ? [] : say('also called', page.aliases.join(', '))),
    ...(page.tags.length === 0 ? [] : say('tags', page.tags.map((tag) => `#${tag}`).join(' '))),
    ...say(
      'claims',
      `${claims.current} current` +
        (claims.past === 0 ? '' : `, ${claims.past} past`) +
        (page.conflicts.length === 0 ? '' : `, ${page.conflicts.length} of them in conflict`),
    ),
    ...say('rests on', restsOn(page)),
    ...(facts.count === 0
      ? []
      : say(
          'facts',
          `${facts.count}` +
            (facts.from === null || facts.to === null ? '' : `, of ${renderSpan({ from: facts.from, to: facts.to })}`) +
            categoriesOf(facts.categories),
        )),
    ...say('recalled', renderRecalls(recalls)),
    ...(page.staleAfter === null
      ? []
      : say('stale after', page.stale ? paint('yellow', `${page.staleAfter}: that day has passed`) : page.staleAfter)),
    ...(claims.onFacts === 0 ? [] : section('How sure its claims are today', bandLines(page, face), paint)),
    ...section(
      'Conflicts',
      page.conflicts.map(
        ({ line, since }) =>
          `  line ${line}${since === null ? '' : `, since ${since}`}: memvault review asks which side holds`,
      ),
      paint,
    ),
    ...section('Runs that wrote it', runLines(page.runs, face), paint),
    ...section(
      'Links',
      [
        ...listed('links to', links.to, face),
        ...listed('linked from', links.from, face),
        ...listed('leads nowhere', links.missing, face),
      ],
      paint,
    ),
    ...section('What you can do', renderWays(ways, face), paint),
  ].join('\n');
}

function restsOn({ claims: { statements, onFacts }, madeOfPages }: PageStory): string {
  if (madeOfPages && statements === 0) return 'other pages: memvault makes it of their claims, which cite the facts';
  if (statements === 0) return 'nothing: no statement stands on it';
  if (onFacts === 0)
    return `nothing in a daily log: none of its ${plural(statements, 'statement')} cites a fact that is there`;
  const share = Math.round((onFacts / statements) * 100);
  return (
    `${share} %: ${onFacts} of ${plural(statements, 'statement')} ` +
    (onFacts === 1 ? 'cites a fact' : 'cite facts') +
    ' of the daily logs'
  );
}

function categoriesOf(categories: PageStory['facts']['categories']): string {
  const all = Object.entries(categories);
  const shown = all
    .slice(0, 3)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
  return (
    `: ${shown}` +
    (all.length > 3 ? `, ${plural(all.length - 3, 'more category').replace('categorys', 'categories')}` : '')
  );
}

function bandLines({ confidence: { bands, faded, pinned } }: PageStory, { plotColumns, glyphs }: Face): string[] {
  const most = Math.max(...bands);
  const room = Math.min(BAR, plotColumns - 30);
  const lines = bands
    .map(
      (count, at) =>
        `  ${(at / BANDS).toFixed(1)} to ${((at + 1) / BANDS).toFixed(1)}  ` +
        `${drawBar(count, most, room, glyphs)}${count === 0 ? '' : ' '}${count}`,
    )
    .reverse();
  const notes = [...(faded === 0 ? [] : [`${faded} faded`]), ...(pinned === 0 ? [] : [`${pinned} pinned`])];
  return notes.length === 0 ? lines : [...lines, `  ${notes.join('; ')}`];
}

/** The newest first. */
function runLines(runs: readonly PageRun[], { columns }: Face): string[] {
  const lines = runs
    .slice(-SHOWN)
    .reverse()
    .flatMap(({ run, date, kind, engine, facts, undone }) => {
      const counts = DISPOSITIONS.flatMap((as) => (facts[as] === undefined ? [] : [`${facts[as]} ${as}`])).join(', ');
      const by = engine ?? kind ?? '';
      return wrap(
        `${run}${by === '' ? '' : `, ${plain(by)}`}${counts === '' ? '' : `: ${counts}`}` +
          (undone ? ' (taken back)' : ''),
        columns,
        `  ${date}  `,
      );
    });
  return runs.length > SHOWN ? [...lines, `  and ${runs.length - SHOWN} before; log.md names them all`] : lines;
}

function listed(label: string, paths: readonly string[], { columns }: Face): string[] {
  if (paths.length === 0) return [];
  const shown = paths
    .slice(0, SHOWN)
    .map((path) => plain(path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '')))
    .join(', ');
  return wrap(
    `${shown}${paths.length > SHOWN ? ` and ${paths.length - SHOWN} more` : ''}`,
    columns,
    `  ${label.padEnd(14)}`,
  );
}
