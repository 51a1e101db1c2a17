// What became of the inbox, for people and as a document.
import { plain } from '../../model/controls.ts';
import type { Journal } from '../../model/journal.ts';
import { plural } from '../../model/text.ts';
import type { InboxRead } from '../../tasks/process-inbox.ts';
import { painter } from '../terminal/paint.ts';
import { wrap } from '../terminal/wrap.ts';

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

interface Face {
  /** Nothing was written. */
  readonly would: boolean;
  readonly color: boolean;
  readonly columns: number;
  /** Name of the inbox, from the vault's root. */
  readonly folder: string;
  /** `made`: just now. */
  readonly state: 'there' | 'made' | 'missing';
}

export function renderInbox({ runs, left, survey }: Read, { would, color, columns, folder, state }: Face): string {
  const paint = painter(color);
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
  return [
    paint('bold', would ? `This would be done with the inbox: ${what}.` : `Read the inbox: ${what}.`),
    ...shown(pages.map(({ path }) => `  ${paint('green', 'created')}  ${plain(path)}`)),
    ...shown(
      moves.flatMap(({ from, to }) =>
        wrap(`${plain(from)} to ${plain(to)}`, columns - 11, '', '  ').map((line, at) =>
          at === 0 ? `  ${paint('cyan', 'moved  ')}  ${line}` : `           ${line}`,
        ),
      ),
    ),
    ...(would ? [] : wrap(sayUndo(runs), columns).map((line) => paint('dim', line))),
  ].join('\n');
}

/** Where nothing waits one is told where to put something. */
function renderEmpty(folder: string, state: Face['state']): string {
  const name = `${plain(folder)}/`;
  if (state === 'missing') return `Nothing to do: there is no ${name} yet; memvault import makes it.`;
  return [
    state === 'made' ? `Made ${name}, the inbox.` : `Nothing to do: no text waits in ${name}, the inbox.`,
    'Put a text there, and memvault import makes a literature page of it.',
  ].join('\n');
}

function sayUndo(runs: readonly Journal[]): string {
  if (runs.length === 1) return 'memvault dream --undo takes it back.';
  return (
    `It took ${runs.length} runs. memvault dream --undo takes back the last, of ` +
    `${plural(runs.at(-1)?.moves?.length ?? 0, 'file')}; again, the one before.`
  );
}

const MOST = 30;

const shown = (lines: readonly string[]): readonly string[] =>
  lines.length <= MOST ? lines : [...lines.slice(0, MOST), `  and ${lines.length - MOST} more`];

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
export function renderLeft(read: Pick<Read, 'left' | 'survey'>): string[] {
  const all = leftOf(read);
  const lines = all.slice(0, MOST).map(({ path, why }) => `${plain(path)} stays: ${plain(why)}`);
  return all.length > lines.length ? [...lines, `and ${all.length - lines.length} more stay`] : lines;
}

function leftOf({
  left,
  survey,
}: Pick<Read, 'left' | 'survey'>): readonly { readonly path: string; readonly why: string }[] {
  const young = survey.young.map((path) => ({ path, why: 'it was saved a moment ago and may not be whole yet' }));
  return [...survey.left, ...young, ...left];
}
