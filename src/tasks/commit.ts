// `dream --commit`: one commit with everything the runs wrote, plus the daily logs. The caller holds the lock. A failed
// commit is returned, not thrown: the dream has already succeeded.
import { posix } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { commitPaths, renderCommitMessage, renderLogsMessage } from '../git/commit.ts';
import {
  indexLock,
  inProgress,
  isGitMissing,
  isIndexLocked,
  listBlobs,
  readBlobs,
  readWorkTree,
  type Repository,
  type RunGit,
  type WorkTree,
} from '../git/repository.ts';
import { mayHoldSecret } from '../language/secrets/may-hold.ts';
import { findSecrets, maskSecret } from '../language/secrets/secrets.ts';
import { MemvaultError, mustBeExpected } from '../model/errors.ts';
import type { Journal } from '../model/journal.ts';
import { quoteForShell } from '../model/text.ts';
import { unescapeLine } from '../note/escape.ts';
import { splitLines } from '../note/lines.ts';
import { parseRunLog } from '../page/run-log.ts';
import { updateState } from '../vault/state.ts';
import { isPagePath } from '../vault/confine.ts';
import { dailyPath, listDays } from '../vault/daily.ts';
import { exists, readText } from '../vault/disk.ts';
import { markRun, pruneJournals, readJournal, uncommittedRuns } from '../vault/journal.ts';
import { readLedger } from '../vault/ledger.ts';
import {
  absolute,
  BASELINE_FILE,
  CATALOGUE_FILE,
  CONFIG_FILE,
  LEDGER_DIR,
  MARK_FILE,
  OWN,
  RUN_LOG_FILE,
  SCHEMA_FILES,
  SUMMARY_FILE,
  type Vault,
} from '../vault/vault.ts';
import type { Context } from './context.ts';
import { openRepository, type OpenRepository } from './git.ts';

// Scans the lines that a commit would add for secrets, and leaves out the files that contain one. Read-only.

/** A line that keeps its file out of a commit. */
export interface HeldBack {
  /** Relative to the vault's root. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly rule: string;
  /** The secret, masked for display. */
  readonly masked: string;
}

/**
 * The likely secrets in lines that the last commit does not have, at most one per line. `before`: the files' texts in
 * that commit.
 */
function findHeldBack(vault: Vault, paths: readonly string[], before: ReadonlyMap<string, string>): HeldBack[] {
  return paths.flatMap((path) => {
    const text = readText(absolute(vault, path)) ?? '';
    if (!mayHoldSecret(unescapeLine(text))) return [];
    const known = new Set(splitLines(before.get(path) ?? ''));
    const lines = splitLines(text).flatMap((line, at) => (known.has(line) ? [] : [{ at, text: unescapeLine(line) }]));
    const added = lines.map((line) => line.text).join('\n');
    const found = new Map<number, HeldBack>();
    for (const { rule, start, end } of findSecrets(added)) {
      let behind = 0;
      const line = (lines.find((one) => start < (behind += one.text.length + 1))?.at ?? 0) + 1;
      if (!found.has(line)) found.set(line, { path, line, rule, masked: maskSecret(added.slice(start, end)) });
    }
    return [...found.values()].sort((a, b) => a.line - b.line);
  });
}

/** Explains why files were left out of a commit, and what to do. `runs`: the number of runs left out with them. */
function renderHeldBack(held: readonly HeldBack[], runs: number): { readonly message: string; readonly hint: string } {
  const files = [...new Set(held.map(({ path }) => path))];
  const isOne = files.length === 1;
  const names = files.length > 3 ? `${files.slice(0, 3).join(', ')} and ${files.length - 3} more` : files.join(', ');
  const depending = runs === 1 ? 'the run that depends' : `the ${runs} runs that depend`;
  const waiting =
    runs === 0 ? '' : `; ${depending} on ${isOne ? 'it' : 'them'} ${runs === 1 ? 'was' : 'were'} left out, too`;
  return {
    message: `${names} ${isOne ? 'seems' : 'seem'} to contain a secret${waiting}`,
    hint: 'remove it; if it is not a secret, commit the file yourself with git add and git commit',
  };
}

const NOTHING = {
  /**
   * `nothing`: no run needs a commit. `no-repository`: not an error, only a hint. `refused`: incomplete, exit 3;
   * `commit` may hold a partial commit.
   */
  status: 'nothing' as 'committed' | 'nothing' | 'refused' | 'no-repository',
  commit: null as string | null,
  subject: null as string | null,
  /** The runs in the commit. */
  runs: [] as readonly string[],
  /** Files not committed because git ignores them or they belong to a nested repository. */
  skipped: [] as readonly string[],
  /** Files not committed because they seem to contain secrets. */
  held: [] as readonly HeldBack[],
  /** Hooks that were skipped because the user does not trust them. */
  heldHooks: [] as readonly string[],
  /** Why there is no commit or only a partial one, and what to do. */
  message: null as string | null,
  hint: null as string | null,
};

export type CommitOutcome = Readonly<typeof NOTHING>;

const LATER = 'the dream itself succeeded, and the next dream --commit commits its changes';
const SETTLED = `dream: update ${CATALOGUE_FILE}\n`;

type Surroundings = Pick<Context, 'vault' | 'world'>;

/**
 * Commits the finished runs that are in no commit yet. `date`: the commit's date. `settled`: the catalogue was updated
 * without a run, which gets its own commit.
 */
export async function commitRuns(surroundings: Surroundings, date: Date, settled = false): Promise<CommitOutcome> {
  const waiting = uncommittedRuns(surroundings.vault).flatMap((run) => readJournal(surroundings.vault, run) ?? []);
  return waiting.length > 0 || settled ? await commitWith(surroundings, waiting, date, settled) : NOTHING;
}

/** Commits only the daily logs, so that the clone that dreams receives this clone's facts. */
export async function commitLogs(surroundings: Surroundings, date: Date): Promise<CommitOutcome> {
  return await commitWith(surroundings, [], date, false);
}

async function commitWith(
  { vault, world }: Surroundings,
  waiting: readonly Journal[],
  date: Date,
  settled: boolean,
): Promise<CommitOutcome> {
  try {
    const opened = await openRepository(world, vault.root);
    return opened === null
      ? noRepository('the vault is in no git repository', `make one with: memvault init ${quoteForShell(vault.root)}`)
      : await commitIn(opened, vault, waiting, date, settled);
  } catch (error) {
    mustBeExpected(error, 'git');
    if (isGitMissing(error)) return noRepository(error.message, 'install git, or leave --commit out');
    return { ...NOTHING, status: 'refused', message: error.message, hint: error.hint ?? LATER };
  }
}

async function commitIn(
  { git, repository, hooks, heldHooks }: OpenRepository,
  vault: Vault,
  waiting: readonly Journal[],
  date: Date,
  settled: boolean,
): Promise<CommitOutcome> {
  const tree = await readWorkTree(git, repository.prefix);
  mustBeCommittable(repository, tree);
  const blobs = await listBlobs(git, tree.commit);
  const head = await readHead(git, blobs, repository.prefix, [
    RUN_LOG_FILE,
    ...[...tree.changed.keys()].filter((path) => /\.(?:md|jsonl|yaml|gitignore|gitattributes)$/.test(path)),
    ...waiting.flatMap(({ pages }) => pages.map(({ path }) => path)),
  ]);
  const inHead = new Set(parseRunLog(head.get(RUN_LOG_FILE) ?? '').map(({ run }) => run));
  const markCommitted = (some: readonly Journal[]): void => {
    for (const { run } of some) markRun(vault, run, 'committed');
  };
  markCommitted(waiting.filter(({ run }) => inHead.has(run)));
  const runs = waiting.filter(({ run }) => !inHead.has(run));
  if (waiting.length > 0 && runs.length === 0 && !settled) return NOTHING;

  const { files, ofRuns } = filesFor(vault, runs, tree, settled);
  const changed = files.filter((path) => tree.changed.has(path));
  const skipped = files.filter((path) => !tree.changed.has(path) && !blobs.has(path) && exists(absolute(vault, path)));
  if (changed.length === 0) {
    if (skipped.length > 0)
      return noRepository(
        'git ignores this vault, so nothing was committed',
        'remove it from .gitignore, or make it a repository of its own with git init',
      );
    markCommitted(runs);
    return NOTHING;
  }
  const { held, withRuns, paths } = withoutSecrets(vault, changed, head, ofRuns, runs);
  const outcome: CommitOutcome =
    held.length === 0
      ? NOTHING
      : { ...NOTHING, status: 'refused', held, ...renderHeldBack(held, withRuns ? 0 : runs.length) };
  const taken = withRuns ? runs : [];
  const days = listDays(vault).filter((day) => paths.includes(dailyPath(vault, day)));
  const isSettled = settled && withRuns;
  if (paths.length === 0 || (taken.length + days.length === 0 && !isSettled)) return outcome;
  await whileLocked(repository);
  const message =
    taken.length > 0
      ? renderCommitMessage(taken, editedPages(vault, taken, head, paths))
      : isSettled
        ? SETTLED
        : renderLogsMessage(days);
  const untracked = paths.filter((path) => tree.changed.get(path) === 'untracked');
  const commit = await commitPaths(git, { paths, untracked, message, date, hooks });
  markCommitted(taken);
  if (commit === null) return outcome;
  return {
    ...outcome,
    status: held.length > 0 ? 'refused' : 'committed',
    commit,
    subject: message.split('\n')[0] ?? '',
    runs: taken.map(({ run }) => run),
    skipped,
    heldHooks,
  };
}

/** Throws `git` if an unfinished operation in the repository blocks a commit. */
function mustBeCommittable(repository: Repository, { branch, unmerged }: WorkTree): void {
  const busy = inProgress(repository, exists);
  if (busy !== null) throw busyGit(`${busy} is in progress in this repository`, 'finish it (git status says how)');
  if (branch === null) throw busyGit('no branch is checked out (detached HEAD)', 'check one out with git switch');
  if (unmerged.length > 0) throw busyGit(`a merge left ${unmerged.join(', ')} unresolved`, 'resolve it');
}

const busyGit = (message: string, hint: string): MemvaultError =>
  new MemvaultError('git', message, { hint: `${hint}; ${LATER}` });

/** Every file that a commit of these runs may contain, and the subset that belongs to the runs. */
function filesFor(
  vault: Vault,
  runs: readonly Journal[],
  tree: WorkTree,
  settled: boolean,
): { readonly files: readonly string[]; readonly ofRuns: ReadonlySet<string> } {
  const ofRuns = new Set([
    ...runs.flatMap(({ pages, appends, generated, moves = [] }) => [
      ...[...pages, ...appends, ...generated].map(({ path }) => path),
      ...moves.flatMap(({ from, to }) => [from, to]),
    ]),
    ...pagesOfLedger(vault, runs, tree),
    ...(runs.length > 0 || settled ? [CATALOGUE_FILE, SUMMARY_FILE] : []),
  ]);
  const setUp = setUpFiles(vault).filter((path) => tree.changed.get(path) === 'untracked');
  const days = listDays(vault).map((day) => dailyPath(vault, day));
  return { files: [...new Set([...ofRuns, ...days, MARK_FILE, BASELINE_FILE, ...setUp])], ofRuns };
}

/**
 * Selects the changed files to commit, and decides whether the runs are included. log.md and the ledger each hold all
 * runs in one file and must be committed together with the pages they refer to. If one of those pages or logs is held
 * back, all runs are.
 */
function withoutSecrets(
  vault: Vault,
  changed: readonly string[],
  before: ReadonlyMap<string, string>,
  ofRuns: ReadonlySet<string>,
  runs: readonly Journal[],
): { readonly held: readonly HeldBack[]; readonly withRuns: boolean; readonly paths: readonly string[] } {
  const held = findHeldBack(vault, changed, before);
  const files = new Set(held.map(({ path }) => path));
  const decided = daysOf(runs).map((day) => dailyPath(vault, day));
  const withRuns = ![...ofRuns, ...decided].some((path) => files.has(path));
  return {
    held,
    withRuns,
    paths: changed.filter((path) => !files.has(path) && (withRuns || !(ofRuns.has(path) || TELLS_OF_RUNS.has(path)))),
  };
}

/** These report on runs even if no run wrote them. */
const TELLS_OF_RUNS: ReadonlySet<string> = new Set([CATALOGUE_FILE, SUMMARY_FILE, RUN_LOG_FILE]);

/** The days whose facts these runs decided, read from the ledger lines that they appended. */
function daysOf(runs: readonly Journal[]): string[] {
  const ledgers = runs.flatMap(({ appends }) => appends.filter(({ path }) => path.startsWith(`${LEDGER_DIR}/`)));
  return ledgers.flatMap(({ text }) => [...text.matchAll(/"day":"(\d{4}-\d\d-\d\d)"/g)].map(([, day = '']) => day));
}

/**
 * The pages that the ledger ever named for the facts of these runs, and pages that git does not track. A page that a
 * person renamed, or that was created before the repository, must be committed with the ledger. Otherwise another clone
 * would treat its facts as removed by hand.
 */
function pagesOfLedger(vault: Vault, runs: readonly Journal[], tree: WorkTree): string[] {
  if (runs.length === 0) return [];
  const facts = new Set(runs.flatMap(({ plan }) => plan?.decisions.map(({ fact }) => fact) ?? []));
  return readLedger(vault).lines.flatMap(({ fact, page }) =>
    page !== undefined && (facts.has(fact) || tree.changed.get(page) === 'untracked') ? [page] : [],
  );
}

/** The files that `init` creates. Without them another clone is not a vault and git cannot merge it. */
function setUpFiles({ dailyDir }: Vault): string[] {
  return [
    '.gitignore',
    '.gitattributes',
    `${dailyDir}/.gitattributes`,
    `${OWN}/.gitattributes`,
    CONFIG_FILE,
    ...SCHEMA_FILES,
    CATALOGUE_FILE,
    RUN_LOG_FILE,
    SUMMARY_FILE,
  ];
}

/** The contents of these files in the last commit; files that it lacks are omitted. */
async function readHead(
  git: RunGit,
  blobs: ReadonlyMap<string, string>,
  prefix: string,
  paths: readonly string[],
): Promise<Map<string, string>> {
  const named = [...new Set(paths)].flatMap((path) => {
    const id = blobs.get(path);
    return id === undefined ? [] : [{ path, id }];
  });
  const texts = await readBlobs(git, named, prefix);
  return new Map(named.map(({ path }, at) => [path, texts[at] ?? '']));
}

/** The pages that differ from the last commit by more than the runs wrote: they include a person's edits. */
function editedPages(
  vault: Vault,
  runs: readonly Journal[],
  head: ReadonlyMap<string, string>,
  paths: readonly string[],
): string[] {
  const edited = new Set<string>();
  const last = new Map<string, string | null>();
  for (const { path, before, after } of runs.flatMap(({ pages }) => pages)) {
    const known = last.has(path) ? last.get(path) : (head.get(path) ?? null);
    if (known !== before) edited.add(path);
    last.set(path, after);
  }
  for (const [path, text] of last) if (readText(absolute(vault, path)) !== text) edited.add(path);
  // Pages committed only because the ledger names them also count.
  const moved = new Set(runs.flatMap(({ moves = [] }) => moves.flatMap(({ from, to }) => [from, to])));
  const made = new Set(runs.flatMap(({ generated }) => generated.map(({ path }) => path)));
  for (const path of paths)
    if (isPagePath(vault, path) && !last.has(path) && !moved.has(path) && !made.has(path)) edited.add(path);
  return [...edited].sort();
}

/** Editors lock the index for a moment. A lock that persists belongs to another process or was left by a crash. */
async function whileLocked(repository: Repository): Promise<void> {
  for (let attempt = 0; isIndexLocked(repository, exists); attempt++) {
    if (attempt === 5)
      throw busyGit(
        'another git process is running in this repository',
        `if there is none, remove ${posix.normalize(indexLock(repository))}`,
      );
    await wait(200);
  }
}

const noRepository = (message: string, hint: string): CommitOutcome => ({
  ...NOTHING,
  status: 'no-repository',
  message,
  hint,
});

// The commit step of every verb that writes: records a failure for `status`, else prunes old journals. It does not
// decide what is committed.

/** Commits what runs wrote and no commit has yet. From then on their journals count towards the ones to keep. */
export async function commitAndPrune(context: Context, start: Date, settled = false): Promise<CommitOutcome> {
  const outcome = await commitRuns(context, start, settled);
  if (outcome.status === 'refused')
    updateState(context.vault, { lastResult: `done, not committed: ${outcome.message ?? ''}` });
  else pruneJournals(context.vault);
  return outcome;
}
