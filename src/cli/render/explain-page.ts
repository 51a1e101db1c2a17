// What a page is about and what it rests on, for people.
import type { PageRun, PageStory } from '../../inspect/explain-page.ts';
import { plain } from '../../model/controls.ts';
import { renderSpan } from '../../model/day.ts';
import { DISPOSITIONS } from '../../model/disposition.ts';
import { plural } from '../../model/text.ts';
import type { Way } from '../../tasks/fact-surroundings.ts';
import { firstOf, wrap, linesOf } from '../terminal/face.ts';
import { type StoryFace, renderRecalls, renderWays, sayer, section } from './explain.ts';
import { drawSpark } from './plot.ts';

/** Runs and links that are shown; the rest is counted. */
const SHOWN = 6;

/** All of a page's story, as lines for a terminal. */
export function renderPageStory(page: PageStory, ways: readonly Way[], face: StoryFace): string {
  const { columns, paint } = face;
  const say = sayer(face);
  const { claims, facts, recalls, links } = page;
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
          (facts.from === null || facts.to === null ? '' : `, of ${renderSpan({ from: facts.from, to: facts.to })}`) +
          categoriesOf(facts.categories),
      ),
    say('recalled', renderRecalls(recalls)),
    claims.onFacts !== 0 && say('confidence', confidenceOf(page, face)),
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
    section(
      'Links',
      [
        ...listed('links to', links.to, face),
        ...listed('linked from', links.from, face),
        ...listed('leads nowhere', links.missing, face),
      ],
      face,
    ),
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

/** How many claims stand where between 0 and 1, as a row of signs. */
function confidenceOf({ confidence: { bands, faded, pinned } }: PageStory, { glyphs }: StoryFace): string {
  return linesOf(
    `0 [${drawSpark(bands, Math.max(...bands), glyphs)}] 1`,
    faded !== 0 && `${faded} faded`,
    pinned !== 0 && `${pinned} pinned`,
  ).join('; ');
}

/** The newest first. */
function runLines(runs: readonly PageRun[], { columns }: StoryFace): string[] {
  const lines = [...runs].reverse().map(({ run, date, kind, engine, facts, undone }) => {
    const counts = DISPOSITIONS.flatMap((as) => (facts[as] === undefined ? [] : [`${facts[as]} ${as}`])).join(', ');
    const by = engine ?? kind ?? '';
    const words = `${run}${by === '' ? '' : `, ${by}`}${counts === '' ? '' : `: ${counts}`}`;
    return wrap(`${words}${undone ? ' (taken back)' : ''}`, columns, `  ${date}  `).join('\n');
  });
  return firstOf(lines, SHOWN, (more) => `  and ${more} before; log.md names them all`);
}

function listed(label: string, paths: readonly string[], { columns }: StoryFace): string[] {
  if (paths.length === 0) return [];
  const names = paths.map((path) => path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, ''));
  const more = paths.length > SHOWN ? ` and ${paths.length - SHOWN} more` : '';
  return wrap(`${names.slice(0, SHOWN).join(', ')}${more}`, columns, `  ${label.padEnd(14)}`);
}
