// The message of a commit that holds runs: what a person reads in `git log --oneline`, and what `run-commit.ts`
// finds them again by. Pure. Says counts and names of pages, never a statement.
import { posix } from 'node:path';
import { withoutControls } from '../model/controls.ts';
import type { DispositionKind } from '../model/disposition.ts';
import type { Journal, RunKind } from '../model/journal.ts';
import { unescapeWords } from '../note/escape.ts';
import { lastNightlyLint, parseRunLog, renderLintCounts } from '../page/run-log.ts';
import { renderTrailers } from './commit.ts';

/** Dispositions that a person wants to know of, with their words. */
const TOLD: readonly (readonly [kind: DispositionKind, words: string])[] = [
  ['superseded', 'superseded'],
  ['conflict', 'in conflict'],
  ['set-aside', 'set aside'],
  ['quarantined', 'quarantined'],
];
const MAX_NAMES = 4;
const MAX_NAME = 50;
/** Names stop before the subject gets longer than this. */
const SUBJECT_WIDTH = 100;
/** A message is an argument of git, and no system takes one without end. */
const MAX_BODY = 12_000;

/** The whole message for runs in the order in which they were made. `edited`: pages with edits of a person in them. */
export function renderCommitMessage(runs: readonly Journal[], edited: readonly string[]): string {
  return `${renderSubject(runs)}\n\n${renderBody(runs)}\n\n${renderTrailers(
    runs.map(({ run }) => run),
    edited,
  )}\n`;
}

/** The message of a commit that holds daily logs alone, by their days. */
export function renderLogsMessage(days: readonly string[]): string {
  const [first = '', last = first] = [days[0], days.at(-1)];
  return `log: ${first === last ? first : `${days.length} days, ${first} to ${last}`}\n`;
}

/**
 * One line such as `dream: 42 facts, 3 superseded (Work, Editor)` or `fix: 1 fact (Work)`; a run that another of them
 * takes back does not count.
 */
export function renderSubject(runs: readonly Journal[]): string {
  const undone = new Set(runs.flatMap(({ undoes }) => undoes));
  const kept = runs.filter(({ run, kind }) => kind !== 'undo' && !undone.has(run));
  if (kept.length === 0) return undoSubject(runs, undone);
  const counts = countLines(kept);
  const facts = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const told = TOLD.flatMap(([kind, words]) => (counts.has(kind) ? [`${counts.get(kind)} ${words}`] : []));
  const files = kept.reduce((sum, { moves = [] }) => sum + moves.length, 0);
  const none =
    files > 0
      ? `${files} ${files === 1 ? 'file' : 'files'} read`
      : kept.some(({ pages }) => pages.length > 0)
        ? 'pages brought in order'
        : (lookedIn(kept) ?? `${kept.length} ${kept.length === 1 ? 'run' : 'runs'}`);
  const what = facts === 0 ? none : [`${facts} ${facts === 1 ? 'fact' : 'facts'}`, ...told].join(', ');
  return `${verbOf(kept)}: ${what}${namesFor(kept, SUBJECT_WIDTH - what.length)}`;
}

/** What a run found that only looked, where there was no other: counts and health. */
function lookedIn(runs: readonly Journal[]): string | null {
  const entries = parseRunLog(
    runs.flatMap(({ appends }) => appends.filter(({ path }) => path === 'log.md').map(({ text }) => text)).join('\n'),
  );
  const last = runs.every(({ kind }) => kind === 'lint') ? lastNightlyLint(entries, '9999-12-31') : null;
  return last === null ? null : renderLintCounts(last);
}

const OWN_COMMAND: ReadonlySet<RunKind> = new Set(['fix', 'review', 'forget', 'lint', 'tags', 'inbox']);

/** What a person typed, where all of them come from one kind of command; else `dream`. */
function verbOf(runs: readonly Journal[]): string {
  const kinds = new Set(runs.map(({ kind }) => kind));
  const [only] = kinds;
  return kinds.size === 1 && only !== undefined && OWN_COMMAND.has(only) ? only : 'dream';
}

function undoSubject(runs: readonly Journal[], undone: ReadonlySet<string>): string {
  const names = [...undone];
  const pending = countLines(runs.filter(({ kind }) => kind === 'undo')).get('pending') ?? 0;
  const files = runs.reduce((sum, { kind, moves = [] }) => sum + (kind === 'undo' ? moves.length : 0), 0);
  const what = names.length > 2 ? `${names.length} runs` : names.join(' and ');
  return (
    `dream: undo of ${what}, ` +
    (pending === 0 && files > 0
      ? `${files} ${files === 1 ? 'file' : 'files'} moved back`
      : `${pending} ${pending === 1 ? 'fact' : 'facts'} pending again`)
  );
}

/** How many facts have which disposition by the ledger lines of these runs; the last one of a fact counts. */
function countLines(runs: readonly Journal[]): Map<string, number> {
  const last = new Map<string, string>();
  for (const text of runs.flatMap(({ appends }) =>
    appends.filter(({ path }) => path.endsWith('.jsonl')).map((append) => append.text),
  )) {
    for (const line of text.split('\n')) {
      const { fact, as } = parseLine(line);
      if (fact !== undefined && as !== undefined) last.set(fact, as);
    }
  }
  const counts = new Map<string, number>();
  for (const as of last.values()) counts.set(as, (counts.get(as) ?? 0) + 1);
  return counts;
}

function parseLine(line: string): { readonly fact?: string; readonly as?: string } {
  if (line.trim() === '') return {};
  try {
    const { fact, as } = JSON.parse(line) as { fact?: unknown; as?: unknown };
    return typeof fact === 'string' && typeof as === 'string' ? { fact, as } : {};
  } catch {
    return {};
  }
}

/** ` (Work, Editor and 4 more)`: page names as long as there is room, at least one. */
function namesFor(runs: readonly Journal[], room: number): string {
  const names = [...new Set(runs.flatMap(({ pages }) => pages.map(({ path }) => path)))].map(nameOf);
  if (names.length === 0) return '';
  let shown = 1;
  while (shown < Math.min(MAX_NAMES, names.length) && names.slice(0, shown + 1).join(', ').length <= room) shown++;
  const more = names.length - shown;
  return ` (${names.slice(0, shown).join(', ')}${more === 0 ? '' : ` and ${more} more`})`;
}

function nameOf(path: string): string {
  const name = oneLine(posix.basename(path, '.md'));
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1).toWellFormed()}…` : name;
}

/** The line of each run as `log.md` has it, links as names. */
function renderBody(runs: readonly Journal[]): string {
  const lines: string[] = [];
  let length = 0;
  for (const { run, appends } of runs) {
    const entry = parseRunLog(appends.find(({ path }) => path === 'log.md')?.text ?? '').find((one) => one.run === run);
    const line = withoutLinks(oneLine(`${run}, ${entry?.summary ?? ''}`));
    length += line.length;
    if (length > MAX_BODY) return [...lines, `and ${runs.length - lines.length} more; see log.md`].join('\n');
    lines.push(line);
  }
  return lines.join('\n');
}

/** Links as `renderLink` writes them, each as its words. */
const withoutLinks = (text: string): string =>
  text.replace(/\[((?:[^\]\\]|\\.)*)\]\([^)]*\)/g, (_, words: string) => unescapeWords(words));

const oneLine = (text: string): string => withoutControls(text.replace(/\s+/g, ' ')).trim().toWellFormed();
