// What an import would log or has logged, and the result for the inbox; for people and as JSON.
import type { Offer } from '../../import/exports/offers.ts';
import { plain } from '../../model/controls.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Journal } from '../../model/journal.ts';
import { plural } from '../../model/text.ts';
import type { ImportRead, LeftAt } from '../../tasks/import-files.ts';
import type { InboxRead } from '../../tasks/process-inbox.ts';
import { type Face, firstOf, fit, wrap, linesOf } from '../terminal/face.ts';

/** An import's result, for rendering. */
export interface ImportSummary {
  readonly read: ImportRead;
  /** New offers, in the order of the files. */
  readonly fresh: readonly Offer[];
  readonly known: number;
  readonly forgotten: number;
  /** Includes what was left out as a likely secret. */
  readonly left: readonly LeftAt[];
}

const MOST = 20;

const some = (lines: readonly string[], noun = ''): string[] =>
  firstOf(lines, MOST, (more) => `  and ${noun === '' ? more : plural(more, noun)} more`);

/** The document's fields. `dayOf`: the day under which a fact is logged. */
export function toImportJson(
  { read, fresh, known, forgotten, left }: ImportSummary,
  isLogged: boolean,
  dayOf: (offer: Offer) => string,
): Record<string, unknown> {
  const counts = countsOf(fresh);
  return {
    files: read.files.map(({ path, format, count }) => ({
      path,
      format,
      statements: count,
      new: counts.get(path) ?? 0,
    })),
    facts: fresh.map((offer) => {
      const { source, ...fields } = offer.statement.fields;
      return {
        id: isLogged ? offer.id : null,
        date: dayOf(offer),
        time: offer.time,
        content: offer.statement.text,
        category: offer.statement.category,
        tags: offer.statement.tags,
        fields,
        source,
      };
    }),
    known,
    forgotten,
    left: leftJson(left),
    unknown: read.unknown,
  };
}

export const leftJson = (left: readonly LeftAt[]) => left.map(({ path, line, why }) => ({ path, line, reason: why }));

/** `would`: nothing was written. */
export function renderImport(
  { read, fresh, known, forgotten }: ImportSummary,
  { columns, paint }: Face,
  { would, today }: { readonly would: boolean; readonly today: string },
): string {
  const beside = linesOf(
    known !== 0 && `${known} known already`,
    forgotten !== 0 && `${forgotten} forgotten, and left so`,
  ).join(', ');
  if (fresh.length === 0) return `Nothing to import${beside === '' ? ': no statements were found' : `: ${beside}`}.`;
  const counts = countsOf(fresh);
  const days = fresh.map((offer) => offer.day ?? today).sort();
  const [first = today, last = today] = [days[0], days.at(-1)];
  const span =
    first === last ? `under ${first}` : `under ${plural(new Set(days).size, 'day')} from ${first} to ${last}`;
  return linesOf(
    paint(
      'bold',
      `${would ? 'Would log' : 'Logged'} ${plural(fresh.length, 'fact')} ${span}${beside === '' ? '' : `; ${beside}`}.`,
    ),
    some(
      read.files.flatMap(({ path, format }) => {
        const count = counts.get(path) ?? 0;
        return count === 0 ? [] : [`  ${String(count).padStart(4)}  ${plain(path)} ${paint('dim', format)}`];
      }),
      'file',
    ),
    would &&
      some(
        fresh.map((offer) =>
          fit(`  ${offer.day ?? today}  [${offer.statement.category}] ${offer.statement.text}`, columns),
        ),
        'fact',
      ),
  ).join('\n');
}

/** The number of offers per path. */
function countsOf(offers: readonly Offer[]): Map<string, number> {
  return new Map([...groupBy(offers, ({ source }) => source.path)].map(([path, own]) => [path, own.length]));
}

/** `3 files WHAT: a, b, …`; false if there are none. */
const counted = (paths: readonly string[], what: string): string | false =>
  paths.length > 0 && `${plural(paths.length, 'file')} ${what}: ${firstOf(paths.map(plain), 3, () => '…').join(', ')}`;

/** Lines for stderr on what was not imported. */
export function renderImportLeft({ left, read }: ImportSummary): string[] {
  const lines = left.map(
    ({ path, line, why }) => `${plain(path)}${line === null ? '' : `:${line}`} was left out: ${plain(why)}`,
  );
  const { unknown } = read;
  const told = new Set(left.map(({ path }) => path));
  const empty = read.files.filter(({ path, count }) => count === 0 && !told.has(path)).map(({ path }) => path);
  return linesOf(some(lines, 'thing'), counted(empty, 'with no statements'), counted(unknown, 'in no known format'));
}

type Read = Pick<InboxRead, 'runs' | 'left' | 'survey' | 'notices' | 'usage'>;

/** The document's fields. */
export function toInboxJson({ runs, left, survey, notices, usage }: Read): Record<string, unknown> {
  return {
    runs: runs.map(({ run, engine, pages, moves = [] }) => ({
      run,
      engine,
      pages: pages.map(({ path }) => path),
      moved: moves.map(({ from, to, page }) => ({ from, to, page })),
    })),
    left: leftOf({ left, survey }).map(({ path, why }) => ({ path, reason: why })),
    notices,
    usage,
  };
}

/** `would`: nothing was written. `folder`: the inbox. `state`: `made` if it was just created. */
export function renderInbox(
  read: Read,
  { columns, paint }: Face,
  {
    would,
    folder,
    state,
  }: { readonly would: boolean; readonly folder: string; readonly state: 'there' | 'made' | 'missing' },
): string {
  const { runs } = read;
  if (runs.length === 0 && leftOf(read).length > 0) return 'Nothing to do: no file in the inbox can be processed.';
  const name = `${plain(folder)}/`;
  // With an empty inbox, tell the user where to put files.
  if (runs.length === 0 && state === 'missing')
    return `Nothing to do: there is no ${name} yet; memvault import makes it.`;
  if (runs.length === 0)
    return (
      (state === 'made' ? `Created the inbox, ${name}.` : `Nothing to do: there is no text in the inbox, ${name}.`) +
      '\nPut a text there, and memvault import creates a literature page from it.'
    );
  const [pages, moves] = writtenBy(runs);
  const what = linesOf(
    pages.length > 0 && plural(pages.length, 'literature page'),
    `${plural(moves.length, 'file')} moved`,
  ).join(', ');
  const undo =
    runs.length === 1
      ? 'memvault dream --undo reverts it.'
      : `It took ${runs.length} runs. memvault dream --undo reverts them.`;
  return linesOf(
    paint('bold', would ? `Would process the inbox: ${what}.` : `Processed the inbox: ${what}.`),
    some(pages.map((path) => `  ${paint('green', 'created')}  ${path}`)),
    some(
      moves.map(({ from, to }) =>
        wrap(`${from} to ${to}`, columns - 11, '', '  ')
          .map((line, at) => (at === 0 ? `  ${paint('cyan', 'moved  ')}  ${line}` : `           ${line}`))
          .join('\n'),
      ),
    ),
    !would && wrap(undo, columns).map((line) => paint('dim', line)),
  ).join('\n');
}

/** The paths of the pages that the runs created, and their moves. */
const writtenBy = (runs: readonly Journal[]) =>
  [runs.flatMap(({ pages }) => pages.map(({ path }) => plain(path))), runs.flatMap(({ moves = [] }) => moves)] as const;

/** One line for a dream that also processed the inbox. */
export function renderReadBeside(runs: readonly Journal[]): string {
  const [pages, moves] = writtenBy(runs);
  const made =
    pages.length > 0 && `${plural(pages.length, 'literature page')} (${firstOf(pages, 3, () => '…').join(', ')})`;
  return `Processed the inbox: ${linesOf(`${plural(moves.length, 'file')} moved`, made).join(', ')}.`;
}

/** One line for each file that stays, with the reason. */
export const renderLeft = (read: Pick<Read, 'left' | 'survey'>): string[] =>
  firstOf(
    leftOf(read).map(({ path, why }) => `${plain(path)} stays: ${plain(why)}`),
    MOST,
    (more) => `and ${more} more stay`,
  );

function leftOf({ left, survey }: Pick<Read, 'left' | 'survey'>) {
  const young = survey.young.map((path) => ({ path, why: 'it was saved a moment ago and may not be whole yet' }));
  return [...survey.left, ...young, ...left];
}
