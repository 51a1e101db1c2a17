// Which repository a vault lies in, and whether something is under way there that a commit would get into.
// Makes one on request; changes none.
import { posix, win32 } from 'node:path';
import { MemvaultError } from '../model/errors.ts';
import { complaintOf, isGitMissing, type GitEnded, type RunGit } from './run-git.ts';

export interface Repository {
  readonly kind: 'there';
  /** Absolute path of the working tree, with `/`. */
  readonly top: string;
  /** The vault's folder from there: empty, or with `/` at its end. */
  readonly prefix: string;
  /** Absolute path of what git keeps of this working tree. */
  readonly gitDir: string;
  /** Absolute path of what all working trees of the repository share. */
  readonly commonDir: string;
  /** The folder of hooks, unless it is one that the user chose for all repositories: then null. */
  readonly hooks: string | null;
  /** Settings of the repository itself that name a program which git runs when it reads or writes a file. */
  readonly programs: readonly Setting[];
}

interface Setting {
  readonly key: string;
  readonly value: string;
}

/** What `-c` cannot switch off: these have names, and a file without its filter is another file. */
const PROGRAM = new RegExp(
  `^(?:${[
    'filter\\..*\\.(?:clean|smudge|process)',
    'hook\\..*\\.command',
    'gc\\.recentobjectshook',
    'lfs\\.(?:extension|customtransfer)\\..*',
  ].join('|')})$`,
  'is',
);

/**
 * `none`: no repository holds the folder. `missing`: there is no git. `refused`: git will not work here, and says why.
 */
export type RepositoryAnswer =
  | Repository
  | { readonly kind: 'none' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly message: string; readonly hint: string };

/** Is there a file or folder of this absolute path? */
export type Exists = (path: string) => boolean;

const PLACES = [
  'rev-parse',
  '--show-toplevel',
  '--show-prefix',
  '--absolute-git-dir',
  '--path-format=absolute',
  '--git-common-dir',
];

/** What a folder lies in. `git` runs in that folder. */
export async function readRepository(git: RunGit): Promise<RepositoryAnswer> {
  let answers: GitEnded[];
  try {
    // With hooks: the settings are wanted as they are. Neither command runs any.
    answers = await Promise.all(
      [PLACES, ['config', '--list', '--show-scope', '-z']].map((args) => git(args, { hooks: true })),
    );
  } catch (error) {
    if (isGitMissing(error)) return { kind: 'missing' };
    throw error;
  }
  const failed = answers.find(({ status }) => status !== 0);
  if (failed !== undefined) return refusalOf(failed);
  const [places = '', config = ''] = answers.map(({ stdout }) => stdout.toString('utf8'));
  const [top = '', prefix = '', gitDir = '', commonDir = ''] = places.split('\n');
  return { kind: 'there', top, prefix, gitDir, commonDir, ...parseConfig(config, top, commonDir) };
}

/** The form of `git config --list --show-scope -z`. The repository's own scopes are `local` and `worktree`. */
function parseConfig(text: string, top: string, commonDir: string): Pick<Repository, 'hooks' | 'programs'> {
  let hooks: string | null = posix.join(commonDir, 'hooks');
  const programs: Setting[] = [];
  const words = text.split('\0');
  for (let at = 0; at + 1 < words.length; at += 2) {
    const [scope = '', entry = ''] = words.slice(at, at + 2);
    const end = entry.indexOf('\n');
    const [key, value] = end === -1 ? [entry, ''] : [entry.slice(0, end), entry.slice(end + 1)];
    const isRepositorys = scope === 'local' || scope === 'worktree';
    if (isRepositorys && PROGRAM.test(key)) programs.push({ key, value });
    // A relative path lies in the repository, whoever set it.
    if (key === 'core.hookspath') hooks = isAbsolute(value) ? (isRepositorys ? value : null) : posix.join(top, value);
  }
  return { hooks, programs };
}

const isAbsolute = (path: string): boolean =>
  posix.isAbsolute(path) || win32.isAbsolute(path) || /^(?:~|%\(prefix\))/.test(path);

/** Makes the folder `git` runs in a repository. Throws `git`. */
export async function createRepository(git: RunGit): Promise<void> {
  const ended = await git(['init', '--quiet']);
  if (ended.status !== 0) throw new MemvaultError('git', `git init failed: ${complaintOf(ended)}`);
}

function refusalOf(ended: GitEnded): RepositoryAnswer {
  const { stderr } = ended;
  if (/not a git repository/i.test(stderr) && !/not a git repository: /i.test(stderr)) return { kind: 'none' };
  if (/cannot change to/.test(stderr)) return { kind: 'none' };
  if (/dubious ownership|safe\.directory/.test(stderr)) {
    const add = /git config --global --add safe\.directory .*/.exec(stderr)?.[0];
    return {
      kind: 'refused',
      message: 'git does not trust this repository, since somebody else owns its folder',
      hint: add === undefined ? 'see safe.directory in the manual of git config' : `if it is yours: ${add}`,
    };
  }
  if (/must be run in a work tree|cannot use bare repository/.test(stderr))
    return {
      kind: 'refused',
      message: 'this repository has no working tree',
      hint: 'a vault lives in a clone, not in a bare repository',
    };
  return {
    kind: 'refused',
    message: `git will not work here: ${complaintOf(ended)}`,
    hint: 'settle it with git status, then run the command again',
  };
}

const MARKS: readonly (readonly [file: string, what: string])[] = [
  ['rebase-merge', 'a rebase'],
  ['rebase-apply/applying', 'git am'],
  ['rebase-apply', 'a rebase'],
  ['MERGE_HEAD', 'a merge'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick'],
  ['REVERT_HEAD', 'a revert'],
  ['sequencer', 'a cherry-pick or revert'],
  ['BISECT_LOG', 'a bisect'],
];

/**
 * What git has begun here and not ended, such as `a merge`, from the same files that git itself goes by; null for
 * nothing.
 */
export function inProgress({ gitDir }: Repository, exists: Exists): string | null {
  return MARKS.find(([file]) => exists(posix.join(gitDir, file)))?.[1] ?? null;
}

/** Another git writes here just now, or died doing so. */
export function isIndexLocked({ gitDir }: Repository, exists: Exists): boolean {
  return exists(indexLock({ gitDir }));
}

/** What git keeps of the working tree's files, each time it writes that a new file. */
export const indexFile = ({ gitDir }: Pick<Repository, 'gitDir'>): string => posix.join(gitDir, 'index');

export const indexLock = ({ gitDir }: Pick<Repository, 'gitDir'>): string => posix.join(gitDir, 'index.lock');
