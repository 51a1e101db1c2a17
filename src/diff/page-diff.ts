// The difference between a page before and after a run, as a unified diff that `patch -p1` and `git apply` take.
// Pure; the only file that knows the library.
import { formatPatch, OMIT_HEADERS, structuredPatch } from 'diff';
import type { FileChange } from '../model/journal.ts';

export interface PageDiff {
  readonly path: string;
  readonly change: 'created' | 'updated' | 'removed';
  /** Lines. */
  readonly added: number;
  readonly removed: number;
  readonly patch: string;
}

/** By path; a page that is as it was before is left out. */
export function diffPages(pages: readonly FileChange[]): PageDiff[] {
  return pages
    .filter(({ before, after }) => before !== after)
    .map(diffPage)
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function diffPage({ path, before, after }: FileChange): PageDiff {
  const patch = structuredPatch('', '', before ?? '', after ?? '', undefined, undefined, { context: CONTEXT });
  const lines = patch.hunks.flatMap((hunk) => hunk.lines);
  const heads =
    '--- ' +
    (before === null ? '/dev/null' : nameOf(`a/${path}`)) +
    `\n+++ ` +
    (after === null ? '/dev/null' : nameOf(`b/${path}`)) +
    `\n`;
  return {
    path,
    change: before === null ? 'created' : after === null ? 'removed' : 'updated',
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
    patch: heads + (patch.hunks.length === 0 ? '' : formatPatch(patch, OMIT_HEADERS)),
  };
}

const CONTEXT = 3;

/** As git writes names: a tab ends one with blanks in it, quotes stand around one that they need. */
function nameOf(path: string): string {
  if (/["\\\u0000-\u001f\u007f]/.test(path)) return JSON.stringify(path);
  return path.includes(' ') ? `${path}\t` : path;
}
