// What an import would bring, or brought: for people and as a document.
import type { Offer } from '../../import/exports/offers.ts';
import { plain } from '../../model/controls.ts';
import { groupBy } from '../../model/group-by.ts';
import { plural } from '../../model/text.ts';
import type { ImportRead, LeftAt } from '../../tasks/import-files.ts';
import { painter } from '../terminal/paint.ts';
import { fit } from '../terminal/wrap.ts';

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
  {
    would,
    color,
    columns,
    today,
  }: { readonly would: boolean; readonly color: boolean; readonly columns: number; readonly today: string },
): string {
  const paint = painter(color);
  const beside = [
    ...(known === 0 ? [] : [`${known} known already`]),
    ...(forgotten === 0 ? [] : [`${forgotten} forgotten, and left so`]),
  ].join(', ');
  if (fresh.length === 0) return `Nothing to import${beside === '' ? ': no statements were found' : `: ${beside}`}.`;
  const days = fresh.map((offer) => offer.day ?? today).sort();
  const [first = today, last = today] = [days[0], days.at(-1)];
  const span =
    first === last ? `under ${first}` : `under ${plural(new Set(days).size, 'day')} from ${first} to ${last}`;
  return [
    paint(
      'bold',
      `${would ? 'Would log' : 'Logged'} ${plural(fresh.length, 'fact')} ${span}${beside === '' ? '' : `; ${beside}`}.`,
    ),
    ...some(
      filesOf(read, fresh).map(
        ({ path, format, count }) => `  ${String(count).padStart(4)}  ${plain(path)} ${paint('dim', format)}`,
      ),
      'file',
    ),
    ...(would
      ? some(
          fresh.map((offer) =>
            fit(`  ${offer.day ?? today}  [${offer.statement.category}] ${plain(offer.statement.text)}`, columns),
          ),
          'fact',
        )
      : []),
  ].join('\n');
}

function some(lines: readonly string[], noun: string): string[] {
  return lines.length <= MOST
    ? [...lines]
    : [...lines.slice(0, MOST), `  and ${plural(lines.length - MOST, noun)} more`];
}

function filesOf({ files }: ImportRead, fresh: readonly Offer[]): { path: string; format: string; count: number }[] {
  const counts = countsOf(fresh);
  return files
    .map(({ path, format }) => ({ path, format, count: counts.get(path) ?? 0 }))
    .filter(({ count }) => count > 0);
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
