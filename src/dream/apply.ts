// Does what a plan says and decides nothing: pages, then ledger, then log.md, then the catalogue. A page
// that moved since the plan was made is not written, and its facts stay pending.
import { dirname } from 'node:path';
import { encodeText } from '../markdown/bytes.ts';
import { dayOf } from '../model/day.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Decision, Plan } from '../model/plan.ts';
import { confinedPage } from '../vault/confine.ts';
import { writeCatalogue } from '../vault/catalogue.ts';
import { replaceFile, syncFolder } from '../vault/disk.ts';
import { appendLedger } from '../vault/ledger.ts';
import { appendRunLog } from '../vault/run-log.ts';
import type { Vault } from '../vault/vault.ts';
import { readPage, toPageText, updateView, type View } from '../vault/view.ts';
import { renderPages, type PageWrite } from './render.ts';
import { ledgerLines, renderRun, runId } from './run.ts';

export interface Applied {
  readonly run: string;
  readonly decisions: readonly Decision[];
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly watermark: string | null;
  /** Pages that could not be written, and why; the facts that therefore wait. */
  readonly unwritten: readonly { readonly page: string; readonly reason: string; readonly facts: readonly string[] }[];
  /** The vault as it is now. */
  readonly view: View;
}

/** How a plan is carried out: for real, or only in the view. */
export type Apply = (plan: Plan, view: View, start: Date) => Applied;

export function applyTo(vault: Vault): Apply {
  return (plan, view, start) => {
    const writes = renderPages(plan, view, dayOf(start));
    const written: PageWrite[] = [];
    const unwritten = new Map<string, string>();
    const folders = new Set<string>();
    for (const write of writes) {
      const obstacle = writeUnlessMoved(vault, write, folders);
      if (obstacle === null) written.push(write);
      else unwritten.set(write.path, obstacle);
    }
    // Before the ledger says that they are there; once a folder, since a page takes as long as its sync.
    for (const folder of folders) syncFolder(folder);
    const { lines, ...applied } = outcome(plan, view, start, written, unwritten);
    if (applied.decisions.length > 0) {
      appendLedger(vault, lines);
      appendRunLog(vault, renderRun({ ...applied, engine: plan.engine, start }));
    }
    if (written.length > 0 || applied.decisions.length > 0) writeCatalogue(vault, applied.view);
    return applied;
  };
}

/** The same without a write: what a dry run shows. */
export const rehearse: Apply = (plan, view, start) => {
  const { lines: _, ...applied } = outcome(plan, view, start, renderPages(plan, view, dayOf(start)), new Map());
  return applied;
};

function outcome(plan: Plan, view: View, start: Date, written: readonly PageWrite[], unwritten: ReadonlyMap<string, string>) {
  const run = runId(plan, start);
  const decisions = plan.decisions.filter((decision) => !unwritten.has(decision.page ?? ''));
  const lines = ledgerLines(decisions, run, plan.engine, laterThanHeld(start, decisions, view));
  return {
    run, decisions, lines,
    created: written.filter((write) => write.before === null).map((write) => write.path),
    updated: written.filter((write) => write.before !== null).map((write) => write.path),
    watermark: decisions.map((decision) => decision.day).sort().at(-1) ?? null,
    unwritten: [...unwritten].map(([page, reason]) => ({ page, reason, facts: plan.decisions.filter((decision) => decision.page === page).map((decision) => decision.fact) })),
    view: updateView(view, written.map((write) => toPageText(write.path, write.text)), lines),
  };
}

/**
 * What stands in the way of one page, or null when it is written; then its folder is noted, to be synced.
 * Looked at right before: an editor may save at any time.
 */
function writeUnlessMoved(vault: Vault, write: PageWrite, folders: Set<string>): string | null {
  try {
    const target = confinedPage(vault, write.path);
    if ((readPage(vault, write.path)?.digest ?? null) !== write.before) return `${write.path} was edited in between`;
    replaceFile(target, encodeText(write.text));
    folders.add(dirname(target));
    return null;
  } catch (error) {
    // One page that cannot be written costs its own facts; a whole disk that cannot fails at the ledger.
    if (error instanceof MemvaultError && ['refused', 'io'].includes(error.code)) return error.message;
    throw error;
  }
}

/** The start; later by a millisecond than what the ledger holds of these facts, if a clock went back or stood still. */
function laterThanHeld(start: Date, decisions: readonly Decision[], view: View): Date {
  const held = decisions.map(({ fact }) => Date.parse(view.ledger.get(fact)?.at ?? '')).filter((at) => !Number.isNaN(at));
  return new Date(held.reduce((latest, at) => Math.max(latest, at + 1), start.getTime()));
}
