// What an import would bring, or brought, and what became of the inbox: for people and as a document.
import type { Offer } from '../../import/exports/offers.ts';
import { plain } from '../../model/controls.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Journal } from '../../model/journal.ts';
import { plural } from '../../model/text.ts';
import type { ImportRead, LeftAt } from '../../tasks/import-files.ts';
import type { InboxRead } from '../../tasks/process-inbox.ts';
import { type Face, firstOf, fit, wrap, linesOf } from '../terminal/face.ts';

/** What is to be said of an import. */
export interface ImportTold {
  readonly read: ImportRead;
  /** Those that are new, in the order of the files. */
  readonly fresh: readonly Offer[];
  readonly known: number;
  readonly forgotten: number;
  /** What looks like a secret among what is left stands here, too. */
  readonly left: readonly LeftAt[];
}

const MOST = 20;

const some = (lines: readonly string[], noun = ''): string[] =>
  firstOf(lines, MOST, (more) => `  and ${noun === '' ? more : plural(more, noun)} more`);

/** The fields of the document. `daysOf`: where facts were logged. */
export function toImportJson(
  { read, fresh, known, forgotten, left }: ImportTold,
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
    left: left.map(({ path, line, why }) => ({ path, line, reason: why })),
    unknown: read.unknown,
  };
}

/** `would`: nothing was written. */
export function renderImport(
  { read, fresh, known, forgotten }: ImportTold,
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

/** By path. */
function countsOf(offers: readonly Offer[]): Map<string, number> {
  return new Map([...groupBy(offers, ({ source }) => source.path)].map(([path, own]) => [path, own.length]));
}

/** None where there are none. */
function counted(paths: readonly string[], what: string): string[] {
  return paths.length === 0
    ? []
    : [
        `${plural(paths.length, 'file')} ${what}: ${paths.slice(0, 3).map(plain).join(', ')}` +
          (paths.length > 3 ? ', …' : ''),
      ];
}

/** A line for what was not taken, for stderr. */
export function renderImportLeft({ left, read }: ImportTold): string[] {
  const lines = left.map(
    ({ path, line, why }) => `${plain(path)}${line === null ? '' : `:${line}`} was left out: ${plain(why)}`,
  );
  const { unknown } = read;
  const told = new Set(left.map(({ path }) => path));
  const empty = read.files.filter(({ path, count }) => count === 0 && !told.has(path)).map(({ path }) => path);
  return [...some(lines, 'thing'), ...counted(empty, 'with no statements'), ...counted(unknown, 'in no known format')];
}

type Read = Pick<InboxRead, 'runs' | 'left' | 'survey' | 'notices' | 'usage'>;

/** The fields of the document. */
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

interface InboxState {
  /** Nothing was written. */
  readonly would: boolean;
  /** Name of the inbox, from the vault's root. */
  readonly folder: string;
  /** `made`: just now. */
  readonly state: 'there' | 'made' | 'missing';
}

export function renderInbox(
  { runs, left, survey }: Read,
  { columns, paint }: Face,
  { would, folder, state }: InboxState,
): string {
  if (runs.length === 0)
    return leftOf({ left, survey }).length === 0
      ? renderEmpty(folder, state)
      : 'Nothing to do: what lies in the inbox stays there.';
  const [pages, moves] = [runs.flatMap((run) => run.pages), runs.flatMap((run) => run.moves ?? [])];
  const what = [
    pages.length === 0 ? '' : plural(pages.length, 'literature page'),
    `${plural(moves.length, 'file')} moved`,
  ]
    .filter((part) => part !== '')
    .join(', ');
  return linesOf(
    paint('bold', would ? `This would be done with the inbox: ${what}.` : `Read the inbox: ${what}.`),
    some(pages.map(({ path }) => `  ${paint('green', 'created')}  ${plain(path)}`)),
    some(
      moves.map(({ from, to }) =>
        wrap(`${from} to ${to}`, columns - 11, '', '  ')
          .map((line, at) => (at === 0 ? `  ${paint('cyan', 'moved  ')}  ${line}` : `           ${line}`))
          .join('\n'),
      ),
    ),
    !would && wrap(sayUndo(runs), columns).map((line) => paint('dim', line)),
  ).join('\n');
}

/** Where nothing waits one is told where to put something. */
function renderEmpty(folder: string, state: InboxState['state']): string {
  const name = `${plain(folder)}/`;
  if (state === 'missing') return `Nothing to do: there is no ${name} yet; memvault import makes it.`;
  return [
    state === 'made' ? `Made ${name}, the inbox.` : `Nothing to do: no text waits in ${name}, the inbox.`,
    'Put a text there, and memvault import makes a literature page of it.',
  ].join('\n');
}

function sayUndo(runs: readonly Journal[]): string {
  if (runs.length === 1) return 'memvault dream --undo takes it back.';
  return `It took ${runs.length} runs. memvault dream --undo takes them back.`;
}

/** One line for a dream that did more. */
export function renderReadBeside(runs: readonly Journal[]): string {
  const [pages, moves] = [runs.flatMap((run) => run.pages), runs.flatMap((run) => run.moves ?? [])];
  const names = pages
    .slice(0, 3)
    .map(({ path }) => plain(path))
    .join(', ');
  return (
    `Read the inbox: ${plural(moves.length, 'file')} moved` +
    (pages.length === 0
      ? ''
      : `, ${plural(pages.length, 'literature page')} (${names}${pages.length > 3 ? ', …' : ''})`) +
    '.'
  );
}

/** A line for each file that stays, and why. */
export const renderLeft = (read: Pick<Read, 'left' | 'survey'>): string[] =>
  firstOf(
    leftOf(read).map(({ path, why }) => `${plain(path)} stays: ${plain(why)}`),
    MOST,
    (more) => `and ${more} more stay`,
  );

function leftOf({
  left,
  survey,
}: Pick<Read, 'left' | 'survey'>): readonly { readonly path: string; readonly why: string }[] {
  const young = survey.young.map((path) => ({ path, why: 'it was saved a moment ago and may not be whole yet' }));
  return [...survey.left, ...young, ...left];
}
