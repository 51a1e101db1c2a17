// The merge driver: whether this clone has registered one that still works, how to register it, and git's own line
// merge, with which the driver starts.
import { MemvaultError } from '../model/errors.ts';
import { askGit, complaintOf, type Exists, type RunGit } from './repository.ts';

/** The program for git to run: absolute paths of node and of the script. */
export interface Program {
  readonly node: string;
  readonly script: string;
}

/** `broken`: the registered programs are gone, so git merges as text. */
export type DriverState = 'ok' | 'missing' | 'broken';

const KEY = 'merge.memvault.driver';
const NAME = 'merge.memvault.name';
/** Whether git moves a new file along when the other side moved its whole folder. */
const RENAMES = 'merge.directoryRenames';
const NAMED = /^if \[ -x ('(?:[^']|'\\'')+') \] && \[ -f ('(?:[^']|'\\'')+') \]; then /;

/**
 * The command that git runs for a page. It falls back to a text merge if memvault is gone, so that a merge never fails
 * because of that.
 */
function driverCommand({ node, script }: Program): string {
  const [nodeWord, scriptWord] = [node, script].map((path) => quote(path).replaceAll('%', '%%'));
  const plain = 'git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B';
  return (
    `if [ -x ${nodeWord} ] && [ -f ${scriptWord} ]; then ${nodeWord} ${scriptWord} merge-driver %O %A %B %L %P; ` +
    `else ${plain}; fi`
  );
}

/** The state of the driver registered for the folder in which `git` runs. */
export async function readDriver(git: RunGit, exists: Exists): Promise<DriverState> {
  const command = await readValue(git, KEY);
  if (command === null) return 'missing';
  const [, node, script] = NAMED.exec(command) ?? [];
  // A custom command is the user's own responsibility.
  if (node === undefined || script === undefined) return 'ok';
  return [node, script].every((word) => exists(unquote(word).replaceAll('%%', '%'))) ? 'ok' : 'broken';
}

/**
 * Registers the driver in this clone and disables directory rename detection unless the user has configured it: if one
 * clone has emptied its inbox, git would otherwise treat another's new inbox file as moved too and report a conflict.
 * Returns false if everything was already configured. Throws `git`.
 */
export async function registerDriver(git: RunGit, program: Program, dryRun: boolean): Promise<boolean> {
  const command = driverCommand(program);
  const lacking: (readonly [string, string])[] = [];
  // Set the command first: git refuses every merge with a driver that has a name but no command.
  if ((await readValue(git, KEY)) !== command) lacking.push([KEY, command], [NAME, 'pages of memvault']);
  if ((await readValue(git, RENAMES)) === null) lacking.push([RENAMES, 'false']);
  if (lacking.length === 0) return false;
  if (dryRun) return true;
  for (const [key, value] of lacking) await askGit(git, ['config', '--local', '--replace-all', key, value]);
  return true;
}

async function readValue(git: RunGit, key: string): Promise<string | null> {
  const ended = await git(['config', '--get', key]);
  return ended.status === 0 ? ended.stdout.toString('utf8').replace(/\n$/, '') : null;
}

/** Quotes one word for the shell in which git runs the command, a POSIX shell on Windows too. */
function quote(path: string): string {
  const plain = /^[A-Za-z]:\\/.test(path) ? path.replaceAll('\\', '/') : path;
  return `'${plain.replaceAll("'", String.raw`'\''`)}'`;
}

const unquote = (word: string): string => word.slice(1, -1).replaceAll(String.raw`'\''`, "'");

export interface MergeFile {
  /** Absolute, or relative to the folder of `git`. */
  readonly ours: string;
  readonly base: string;
  readonly theirs: string;
  /** Seven by default. */
  readonly markerSize?: number;
  /** Keep the lines of both sides where they overlap, without markers. */
  readonly union?: boolean;
}

/**
 * The merged bytes, and whether they contain conflict markers. Throws `git` if git cannot merge them, for example
 * binary files.
 */
export async function mergeFile(
  git: RunGit,
  { ours, base, theirs, markerSize = 7, union = false }: MergeFile,
): Promise<{ readonly bytes: Buffer; readonly conflicts: boolean }> {
  const ended = await git([
    'merge-file',
    '-p',
    '-q',
    `--marker-size=${markerSize}`,
    ...(union ? ['--union'] : []),
    '-L',
    'ours',
    '-L',
    'base',
    '-L',
    'theirs',
    '--',
    ours,
    base,
    theirs,
  ]);
  // The status is the number of conflicts, up to 127.
  if (ended.status > 127) throw new MemvaultError('git', `git could not merge the lines: ${complaintOf(ended)}`);
  return { bytes: ended.stdout, conflicts: ended.status > 0 };
}
