// Commits some files of the working tree by path, and renders the message. Other staged changes stay staged.
import { posix } from 'node:path';
import { hasControls, toJson, withoutControls } from '../model/controls.ts';
import type { DispositionKind } from '../model/disposition.ts';
import { MemvaultError } from '../model/errors.ts';
import { groupBy } from '../model/group-by.ts';
import type { FileChange, Journal, RunKind } from '../model/journal.ts';
import { hasTexts, isObject, isText, parseJson } from '../model/json.ts';
import { parseRunLog } from '../page/run-log.ts';
import { plural } from '../model/text.ts';
import { unescapeWords } from '../note/escape.ts';
import { askGit, type BlobName, complaintOf, type GitEnded, listBlobs, readBlobs, type RunGit } from './repository.ts';

export interface CommitRequest {
  /**
   * Relative to the folder in which `git` runs. All differ from the last commit; missing files are committed as
   * deleted.
   */
  readonly paths: readonly string[];
  /** The untracked ones among them. */
  readonly untracked: readonly string[];
  readonly message: string;
  readonly date: Date;
  /** Whether to run hooks. */
  readonly hooks: boolean;
}

/**
 * Returns the id of the new commit; null if there was nothing to commit after all. Throws `git` if git or a hook
 * refuses; the index is then restored.
 */
export async function commitPaths(
  git: RunGit,
  { paths, untracked, message, date, hooks }: CommitRequest,
): Promise<string | null> {
  // Registers new files without staging their content, so that a refused commit leaves none of it in the index.
  if (untracked.length > 0)
    await askGit(git, ['add', '--intent-to-add', ...FROM_STDIN], { input: pathList(untracked) });
  let ended: GitEnded | null = null;
  try {
    // If there is nothing to commit, git would look into submodules, whose configuration is untrusted.
    const allowed = hooks ? [] : ['--allow-empty'];
    const args = [
      '-c',
      'i18n.commitEncoding=UTF-8',
      'commit',
      '--only',
      '--no-gpg-sign',
      '--cleanup=whitespace',
      ...allowed,
      '-m',
      message,
      ...FROM_STDIN,
    ];
    ended = await git(args, {
      input: pathList(paths),
      env: await signature(git, date),
      hooks,
    });
  } finally {
    if (ended?.status !== 0 && untracked.length > 0)
      await git(['update-index', '--force-remove', '-z', '--stdin'], {
        input: untracked.map((path) => `${path}\0`).join(''),
      });
  }
  if (ended.status === 0) return await newCommit(git);
  if (/^(?:nothing (?:added )?to commit|no changes added to commit)/m.test(ended.stdout.toString('utf8'))) return null;
  throw new MemvaultError('git', `git or one of its hooks failed: ${complaintOf(ended)}`);
}

/** The id of the new commit; null if it changes nothing, after moving the branch back. */
async function newCommit(git: RunGit): Promise<string | null> {
  const log = await askGit(git, ['log', '-2', '--first-parent', '--format=%H %T']);
  const [[commit = '', tree] = [], [parent = '', former] = []] = log.split('\n').map((line) => line.split(' '));
  if (tree !== former) return commit;
  await askGit(git, ['update-ref', '-m', 'memvault: nothing to commit', 'HEAD', parent, commit]);
  return null;
}

/** Stages files as they are, missing ones as deleted, which resolves their conflicts. Throws `git`. */
export async function stagePaths(git: RunGit, paths: readonly string[]): Promise<void> {
  await askGit(git, ['add', '--all', ...FROM_STDIN], { input: pathList(paths) });
}

/** Commits a fully resolved merge with git's own message and returns the commit's id. Throws `git`. */
export async function concludeMerge(git: RunGit, date: Date): Promise<string> {
  const args = ['-c', 'i18n.commitEncoding=UTF-8', 'commit', '--no-edit', '--no-gpg-sign', '--cleanup=strip'];
  const ended = await git(args, { env: await signature(git, date) });
  if (ended.status !== 0) throw new MemvaultError('git', `git or one of its hooks failed: ${complaintOf(ended)}`);
  return (await askGit(git, ['rev-parse', '--verify', 'HEAD'])).trim();
}

const FROM_STDIN = ['--pathspec-from-file=-', '--pathspec-file-nul'] as const;

/** Each path has its own literal prefix, because GIT_LITERAL_PATHSPECS would also affect hooks. */
const pathList = (paths: readonly string[]): string => paths.map((path) => `:(literal)${path}\0`).join('');

/** Uses memvault's name if no identity is configured; git would derive one from the machine, or refuse. */
async function signature(git: RunGit, date: Date): Promise<Record<string, string>> {
  const roles = ['AUTHOR', 'COMMITTER'].map(async (role) => {
    const { status } = await git(['-c', 'user.useConfigOnly=true', 'var', `GIT_${role}_IDENT`]);
    return status === 0 ? {} : { [`GIT_${role}_NAME`]: 'memvault', [`GIT_${role}_EMAIL`]: 'memvault@localhost' };
  });
  return { ...dates(date), ...Object.assign({}, ...(await Promise.all(roles))) } as Record<string, string>;
}

/** In git's format, with the time zone of this process. git has no dates before 1970. */
function dates(date: Date): Record<string, string> {
  const seconds = Math.floor(date.getTime() / 1000);
  if (!(seconds >= 0)) return {};
  const offset = -date.getTimezoneOffset();
  const digits = (value: number): string => String(Math.floor(Math.abs(value))).padStart(2, '0');
  const stamp = `@${seconds} ${offset < 0 ? '-' : '+'}${digits(offset / 60)}${digits(offset % 60)}`;
  return { GIT_AUTHOR_DATE: stamp, GIT_COMMITTER_DATE: stamp };
}

// Commits that contain runs: how their messages name runs, how they are found, and what they changed.

export interface RunCommit {
  readonly commit: string;
  /** Its first parent; null for a root commit. */
  readonly parent: string | null;
  /** All runs in the commit, oldest first. */
  readonly runs: readonly string[];
  /** Pages that also contain a person's edits. */
  readonly edited: readonly string[];
}

const RUN = 'Memvault-Run';
const EDITED = 'Memvault-Edited';
/** A single such page prevents an undo from another clone; the rest are listed for information. */
const MAX_EDITED = 100;

/** The last paragraph of a commit message. */
export function renderTrailers(runs: readonly string[], edited: readonly string[]): string {
  const more = edited.length > MAX_EDITED ? [`${EDITED}: and ${edited.length - MAX_EDITED} more`] : [];
  return [
    ...runs.map((run) => `${RUN}: ${run}`),
    ...edited.slice(0, MAX_EDITED).map((path) => `${EDITED}: ${quotePath(path)}`),
    ...more,
  ].join('\n');
}

/** Parses these trailers from any lines of a message, wherever a hook or a squash moved them. */
export function parseTrailers(message: string): Pick<RunCommit, 'runs' | 'edited'> {
  const valuesOf = (key: string): string[] =>
    [...message.matchAll(new RegExp(`^${key}: (.+?)\\r?$`, 'gm'))].map(([, value = '']) => value.trim());
  return { runs: [...new Set(valuesOf(RUN))], edited: [...new Set(valuesOf(EDITED).map(readPath))] };
}

/** The newest commit reachable from HEAD that contains the run, or null. Throws `git`. */
export async function findRunCommit(git: RunGit, run: string): Promise<RunCommit | null> {
  const ended = await git([
    'log',
    '-z',
    '--no-color',
    '--encoding=UTF-8',
    '--fixed-strings',
    `--grep=${RUN}: ${run}`,
    '--format=%H %P%n%B',
    'HEAD',
    '--',
  ]);
  if (ended.status !== 0) {
    if (/bad revision 'HEAD'|does not have any commits/.test(ended.stderr)) return null;
    throw new MemvaultError('git', `git log failed: ${complaintOf(ended)}`);
  }
  for (const text of ended.stdout.toString('utf8').split('\0')) {
    const [commit, parent] = text.slice(0, text.indexOf('\n')).split(' ');
    const trailers = parseTrailers(text.slice(text.indexOf('\n') + 1));
    // `--grep` matches substrings; this is the exact check.
    if (!commit || !trailers.runs.includes(run)) continue;
    if (!parent) await requireRoot(git, commit);
    return { commit, parent: parent || null, ...trailers };
  }
  return null;
}

/**
 * Git reports a commit at the boundary of a shallow clone as a root commit; it would seem to have created every page.
 */
async function requireRoot(git: RunGit, commit: string): Promise<void> {
  const head = (await askGit(git, ['cat-file', 'commit', commit])).split('\n\n')[0] ?? '';
  if (/^parent /m.test(head))
    throw new MemvaultError('git', `the history before ${commit.slice(0, 10)} is not in this clone`, {
      hint: 'get it with: git fetch --unshallow',
    });
}

/**
 * The changes of a commit relative to its first parent, for files below the vault that `wanted` accepts. Throws `git`.
 */
export async function readRunChanges(
  git: RunGit,
  { commit, parent }: RunCommit,
  wanted: (path: string) => boolean,
): Promise<FileChange[]> {
  const [before, after, prefix] = await Promise.all([
    listBlobs(git, parent),
    listBlobs(git, commit),
    askGit(git, ['rev-parse', '--show-prefix']),
  ]);
  const paths = [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => wanted(path) && before.get(path) !== after.get(path))
    .sort();
  const blobs: BlobName[] = paths.flatMap((path) =>
    [before.get(path), after.get(path)].flatMap((id) => (id === undefined ? [] : [{ id, path }])),
  );
  const texts = (await readBlobs(git, blobs, prefix.replace(/\n$/, ''))).values();
  const next = (id: string | undefined): string | null => (id === undefined ? null : (texts.next().value ?? null));
  return paths.map((path) => ({ path, before: next(before.get(path)), after: next(after.get(path)) }));
}

/** A path on one line, as a JSON string if it would be ambiguous. */
const quotePath = (path: string): string =>
  /["\\]/.test(path) || hasControls(path) || path !== path.trim() ? toJson(path) : path;

function readPath(text: string): string {
  const value = text.startsWith('"') ? parseJson(text) : text;
  return isText(value) ? value : text;
}

/** Dispositions reported in the subject, with their wording. */
const TOLD: readonly (readonly [kind: DispositionKind, words: string])[] = [
  ['superseded', 'superseded'],
  ['conflict', 'in conflict'],
  ['set-aside', 'set aside'],
  ['quarantined', 'quarantined'],
];
const MAX_NAMES = 4;
const MAX_NAME = 50;
/** Names are added only up to this width. */
const SUBJECT_WIDTH = 100;
/** The message is passed as an argument, and the length of arguments is limited. */
const MAX_BODY = 12_000;

/** The message for runs in chronological order. `edited`: pages that contain a person's edits. */
export function renderCommitMessage(runs: readonly Journal[], edited: readonly string[]): string {
  return `${renderSubject(runs)}\n\n${renderBody(runs)}\n\n${renderTrailers(
    runs.map(({ run }) => run),
    edited,
  )}\n`;
}

/** The message of a commit of daily logs only, by their days. */
export function renderLogsMessage(days: readonly string[]): string {
  const [first = '', last = first] = [days[0], days.at(-1)];
  return `log: ${first === last ? first : `${days.length} days, ${first} to ${last}`}\n`;
}

/**
 * One line such as `dream: 42 facts, 3 superseded (Work, Editor)` or `fix: 1 fact (Work)`; a run undone by another one
 * of these does not count.
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
      ? `${plural(files, 'file')} read`
      : kept.some(({ pages }) => pages.length > 0)
        ? 'pages updated'
        : plural(kept.length, 'run');
  const what = facts === 0 ? none : [plural(facts, 'fact'), ...told].join(', ');
  return `${verbOf(kept)}: ${what}${namesFor(kept, SUBJECT_WIDTH - what.length)}`;
}

const OWN_COMMAND: ReadonlySet<RunKind> = new Set(['fix', 'review', 'forget', 'lint', 'tags', 'inbox']);

/** The command, if all runs are of one kind with its own command; else `dream`. */
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
    (pending === 0 && files > 0 ? `${plural(files, 'file')} moved back` : `${plural(pending, 'fact')} pending again`)
  );
}

/** Number of facts per disposition in the ledger lines of these runs; the last line of a fact counts. */
function countLines(runs: readonly Journal[]): Map<string, number> {
  const appends = runs.flatMap((run) => run.appends.filter(({ path }) => path.endsWith('.jsonl')));
  const lines = appends.flatMap(({ text }) => text.split('\n').map(parseJson)).filter(isObject);
  const last = new Map(lines.filter((line) => hasTexts(line, 'fact', 'as')).map(({ fact, as }) => [fact, as]));
  return new Map([...groupBy(last.values(), String)].map(([as, facts]) => [as, facts.length]));
}

/** ` (Work, Editor and 4 more)`: as many page names as fit, at least one. */
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

/** The summary of each run from `log.md`, with links replaced by their text. */
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

/** Replaces links as written by `renderLink` with their text. */
const withoutLinks = (text: string): string =>
  text.replace(/\[((?:[^\]\\]|\\.)*)\]\([^)]*\)/g, (_, words: string) => unescapeWords(words));

const oneLine = (text: string): string => withoutControls(text.replace(/\s+/g, ' ')).trim().toWellFormed();
