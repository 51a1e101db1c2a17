// The words around what a person decides of a dream at the terminal: what is proposed, what is about to be written,
// what came of it and what can be done next.
import type { DreamResult } from '../../dream/dreamt.ts';
import { foldNotices } from '../../dream/model/fold-notices.ts';
import { painter, plain, plural } from '../paint.ts';
import { fit, wrap } from '../wrap.ts';
import { pagesOf, renderWaiting, summary } from './dream.ts';

const MAX_PAGES = 12;
const MAX_NOTICES = 5;

/** What the engine proposes, before the first page. */
export function renderProposed(
  { runs, left, closed, view }: Pick<DreamResult, 'runs' | 'left' | 'closed' | 'view'>,
  columns: number,
  color: boolean,
): string {
  const paint = painter(color);
  const { created, updated } = pagesOf(runs);
  const pages = [...created.map((path) => ['new', path] as const), ...updated.map((path) => ['', path] as const)].sort(
    ([, a], [, b]) => (a < b ? -1 : 1),
  );
  const more = pages.length - MAX_PAGES;
  return [
    ...wrap(`Proposed: ${summary(runs)}.`, columns).map((line) => paint('bold', line)),
    ...pages
      .slice(0, MAX_PAGES)
      .map(
        ([what, path]) => `  ${fit(plain(path), columns - 8)}${what === '' ? '' : ` ${paint('green', `(${what})`)}`}`,
      ),
    ...(more > 0 ? [`  and ${plural(more, 'more page')}`] : []),
    ...renderNotices(
      runs.flatMap(({ plan }) => plan.notices),
      columns,
      left.map(({ reason }) => reason),
    ),
    ...renderWaiting({ runs: [], left, closed }, view).flatMap((line) => wrap(line, columns, '', '  ')),
    ...wrap('Nothing is written before you have agreed; Ctrl-C stops at any time.', columns).map((line) =>
      paint('dim', line),
    ),
  ].join('\n');
}

/**
 * What was not taken as it was said, and what was done instead. `all`: of all runs. `told`: causes that are said beside
 * it, of what waits.
 */
export function renderNotices(all: readonly string[], columns: number, told: readonly string[] = []): string[] {
  const notices = foldNotices(all, told);
  const more = notices.length - MAX_NOTICES;
  return [
    ...notices.slice(0, MAX_NOTICES).flatMap((notice) => wrap(plain(notice), columns, 'note: ', '  ')),
    ...(more > 0 ? [`and ${plural(more, 'more note')}`] : []),
  ];
}

/** `3 pages with 12 facts? 1 fact waits.`: what would be written. `waiting`: facts that were put off. */
export function renderAbout({ runs }: Pick<DreamResult, 'runs'>, waiting: number): string {
  const { created, updated } = pagesOf(runs);
  const facts = new Set(
    runs.flatMap((one) => one.decisions.filter(({ beside }) => beside !== true).map(({ fact }) => fact)),
  ).size;
  const pages = created.length + updated.length;
  return (
    (pages === 0 ? plural(facts, 'decision') : `${plural(pages, 'page')} with ${plural(facts, 'fact')}`) +
    '?' +
    (waiting === 0 ? '' : ` ${plural(waiting, 'fact')} ${waiting === 1 ? 'waits' : 'wait'}.`)
  );
}

/** What can be done next, a command a line; empty where nothing was written. */
export function renderNext({ runs, left }: Pick<DreamResult, 'runs' | 'left'>): string {
  if (runs.length === 0) return '';
  const putOff = left.filter(({ why }) => why === 'later').length;
  const lines = [
    ['memvault diff', 'what it changed'],
    ...(putOff === 0 ? [] : [['memvault dream', 'asks again about what waits']]),
    ['memvault dream --undo', 'takes it back'],
  ];
  return ['Next:', ...lines.map(([command = '', does = '']) => `  ${command.padEnd(23)}${does}`)].join('\n');
}
