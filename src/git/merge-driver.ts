// The merge driver: what one clone has registered and whether it can still run, and git's own merge by lines, which
// it begins with.
import { MemvaultError } from '../model/errors.ts';
import type { Exists } from './repository.ts';
import { askGit, complaintOf, type RunGit } from './run-git.ts';

/** The program that git is to start: absolute paths of node and of the script. */
export interface Program {
  readonly node: string;
  readonly script: string;
}

/** `broken`: the programs that it names are gone, so git merges as text. */
export type DriverState = 'ok' | 'missing' | 'broken';

const KEY = 'merge.memvault.driver';
const NAME = 'merge.memvault.name';
/** Whether git takes a new file along to where all others of its folder went on the other side. */
const RENAMES = 'merge.directoryRenames';
const NAMED = /^if \[ -x ('(?:[^']|'\\'')+') \] && \[ -f ('(?:[^']|'\\'')+') \]; then /;

/**
 * The command that git runs for a page. It merges as text where memvault is gone, so that a merge never fails for that.
 */
function driverCommand({ node, script }: Program): string {
  const [nodeWord, scriptWord] = [node, script].map((path) => quote(path).replaceAll('%', '%%'));
  const plain = 'git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B';
  return (
    `if [ -x ${nodeWord} ] && [ -f ${scriptWord} ]; then ${nodeWord} ${scriptWord} merge-driver %O %A %B %L %P; ` +
    `else ${plain}; fi`
  );
}

/** What is registered for the folder `git` runs in, whoever did it. */
export async function readDriver(git: RunGit, exists: Exists): Promise<DriverState> {
  const command = await readValue(git, KEY);
  if (command === null) return 'missing';
  const [, node, script] = NAMED.exec(command) ?? [];
  // A person's own way to start memvault is theirs to keep right.
  if (node === undefined || script === undefined) return 'ok';
  return [node, script].every((word) => exists(unquote(word).replaceAll('%%', '%'))) ? 'ok' : 'broken';
}

/**
 * Registers the driver in this clone, and has git leave a file in the folder that it was put into: where one clone read
 * all of its inbox, git would else take what another put there for read, and ask a person. What a person has chosen for
 * that stays. False where all of it stands there already. Throws `git`.
 */
export async function registerDriver(git: RunGit, program: Program, dryRun: boolean): Promise<boolean> {
  const command = driverCommand(program);
  const lacking: (readonly [string, string])[] = [];
  // The command first: git refuses every merge by a driver that has a name and no command.
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

/** One word of the shell that git runs the command in; on Windows too that is a POSIX shell. */
function quote(path: string): string {
  const plain = /^[A-Za-z]:\\/.test(path) ? path.replaceAll('\\', '/') : path;
  return `'${plain.replaceAll("'", String.raw`'\''`)}'`;
}

const unquote = (word: string): string => word.slice(1, -1).replaceAll(String.raw`'\''`, "'");

export interface MergeFile {
  /** Absolute, or from the folder of `git`. */
  readonly ours: string;
  readonly base: string;
  readonly theirs: string;
  /** Seven without one. */
  readonly markerSize?: number;
  /** Where lines overlap, those of both sides stay, and no markers are left. */
  readonly union?: boolean;
}

/** The merged bytes, and whether they hold markers. Throws `git` where git cannot merge them, such as binary files. */
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
  // The number of conflicts, as far as a status can count.
  if (ended.status > 127) throw new MemvaultError('git', `git could not merge the lines: ${complaintOf(ended)}`);
  return { bytes: ended.stdout, conflicts: ended.status > 0 };
}
