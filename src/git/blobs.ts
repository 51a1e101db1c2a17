// Files as a commit holds them, by the bytes that a checkout would put into the working tree.
// Reads; changes nothing.
import { createHash } from 'node:crypto';
import { decodeBytes } from '../markdown/bytes.ts';
import { MemvaultError } from '../model/errors.ts';
import { complaintOf, type RunGit } from './run-git.ts';

export interface BlobName {
  readonly id: string;
  /** From the vault's root: git picks line ends and filters by it. */
  readonly path: string;
}

/** The plain files below the vault in a commit: path to blob id. Empty for no commit. Throws `git`. */
export async function listBlobs(git: RunGit, commit: string | null): Promise<Map<string, string>> {
  if (commit === null) return new Map();
  const ended = await git(['ls-tree', '-r', '-z', commit]);
  if (ended.status !== 0) throw new MemvaultError('git', `git cannot list ${commit}: ${complaintOf(ended)}`);
  const entries = ended.stdout
    .toString('utf8')
    .split('\0')
    .flatMap((entry) => {
      const [, id, path] = /^100\d{3} blob ([0-9a-f]+)\t(.*)$/s.exec(entry) ?? [];
      return id === undefined || path === undefined ? [] : [[path, id] as const];
    });
  return new Map(entries);
}

/**
 * The texts of blobs, in their order, as `decodeBytes` gives them: in one call however many they are. Throws
 * `git` where one is missing. `prefix` is how deep the vault lies in its repository.
 */
export async function readBlobs(git: RunGit, blobs: readonly BlobName[], prefix: string): Promise<string[]> {
  if (blobs.length === 0) return [];
  const input = blobs.map(({ id, path }) => `${id} ${oneLine(prefix + path)}\n`).join('');
  // git tells the size before the filters, not after. So the texts are told apart by a line that none of them
  // can hold: it depends on the ids, and those on every byte.
  const mark = createHash('sha256').update(input).digest('hex');
  const ended = await git(['cat-file', '--filters', `--batch=${mark} %(objecttype)`], { input });
  const parts = splitAt(ended.stdout, Buffer.from(`${mark} blob\n`));
  if (ended.status !== 0 || parts.length !== blobs.length)
    throw new MemvaultError('git', `git cannot read its files: ${complaintOf(ended)}`, {
      hint: 'see git fsck; a shallow or partial clone may lack them',
    });
  return parts.map((part) => decodeBytes(part.subarray(0, -1)));
}

/** The pieces behind each mark. */
function splitAt(bytes: Buffer, mark: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = bytes.indexOf(mark); at !== -1;) {
    const start = at + mark.length;
    const next = bytes.indexOf(mark, start);
    parts.push(bytes.subarray(start, next === -1 ? bytes.length : next));
    at = next;
  }
  return parts;
}

/**
 * git reads one name a line; a name with a line end in it, which no page of memvault's has, gets the filters of its
 * neighbour.
 */
const oneLine = (path: string): string => path.replace(/[\r\n]/g, '?');
