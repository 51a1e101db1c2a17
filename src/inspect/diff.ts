// What a run decided about each fact, with reasons: from its journal, else from its ledger lines. Pure.
import { formatPatch, OMIT_HEADERS, structuredPatch } from 'diff';
import type { LedgerLine } from '../model/disposition.ts';
import { changeOf, type FileChange, type Journal } from '../model/journal.ts';

// The diff of a page before and after a run, in unified format for `patch -p1` and `git apply`.

export interface PageDiff {
  readonly path: string;
  readonly change: ReturnType<typeof changeOf>;
  /** In lines. */
  readonly added: number;
  readonly removed: number;
  readonly patch: string;
}

/** Sorted by path, without unchanged pages. */
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
    change: changeOf({ before, after }),
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
    patch: heads + (patch.hunks.length === 0 ? '' : formatPatch(patch, OMIT_HEADERS)),
  };
}

const CONTEXT = 3;

/** File names as git writes them: followed by a tab if they contain spaces, quoted if necessary. */
function nameOf(path: string): string {
  if (/["\\\u0000-\u001f\u007f]/.test(path)) return JSON.stringify(path);
  return path.includes(' ') ? `${path}\t` : path;
}

export interface FactDecision {
  readonly id: string;
  readonly as: string;
  readonly page: string | null;
  /** `duplicate`: the fact that says the same. */
  readonly of: string | null;
  /** One sentence; null if only the run's journal has it and that is not here. */
  readonly reason: string | null;
}

/** In the order of the run's decisions. `lines`: the run's ledger lines. */
export function decisionsOf(lines: readonly LedgerLine[], journal: Journal | null): FactDecision[] {
  const decisions = journal?.plan?.decisions ?? [];
  const reasons = new Map(decisions.map(({ fact, reason }) => [fact, reason]));
  const order = new Map(decisions.map(({ fact }, index) => [fact, index]));
  const placeOf = ({ fact }: LedgerLine): number => order.get(fact) ?? Infinity;
  const once = [...new Map(lines.map((line) => [line.fact, line])).values()];
  const sorted = order.size === 0 ? once : once.sort((a, b) => placeOf(a) - placeOf(b));
  return sorted.map((line) => ({
    id: line.fact,
    as: line.as,
    page: line.page ?? null,
    of: line.of ?? null,
    reason: reasonOf(line, reasons),
  }));
}

function reasonOf(line: LedgerLine, reasons: ReadonlyMap<string, string>): string | null {
  if (line.undoes !== undefined) return `undo of ${line.undoes}`;
  return reasons.get(line.fact) ?? line.reason ?? null;
}
