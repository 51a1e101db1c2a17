// Git's own merge of three texts by lines. Reads files that are there and changes none of them; git takes
// the style of its conflicts (merge.conflictStyle) from the repository that the folder belongs to.
import { MemvaultError } from '../model/errors.ts';
import { complaintOf, type RunGit } from './run-git.ts';

export interface MergeFile {
  /** Absolute, or from the folder of `git`. */
  readonly ours: string;
  readonly base: string;
  readonly theirs: string;
  readonly markerSize: number;
}

/** The merged bytes, and whether they hold markers. Throws `git` where git cannot merge them, such as binary files. */
export async function mergeFile(
  git: RunGit,
  { ours, base, theirs, markerSize }: MergeFile,
): Promise<{ readonly bytes: Buffer; readonly conflicts: boolean }> {
  const ended = await git([
    'merge-file',
    '-p',
    '-q',
    `--marker-size=${markerSize}`,
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
