// What is forgotten and stands in the vault again, on a page or in what memvault makes from the pages: a merge brought
// it, or a page that could not be written before. Reads; decides nothing.
import { seek, tracesOf } from '../markdown/forget/words.ts';
import { splitLines } from '../markdown/lines.ts';
import { hasMergeMarkers } from '../markdown/page.ts';
import { linesResting } from '../markdown/summary-line.ts';
import type { FileChange } from '../model/journal.ts';
import { generatedChanges } from '../vault/generated.ts';
import { stillSaid } from '../vault/still-said.ts';
import type { Vault } from '../vault/vault.ts';
import { type View, zoneOf } from '../vault/view.ts';

export interface StandingAgain {
  /** Facts that pages cite. */
  readonly facts: readonly string[];
  /** Those of the pages that nobody may write before a merge is settled, or before their zone is here again. */
  readonly closed: readonly string[];
  /** `MEMORY.md` and `index.md`, where they say what a new one would not. */
  readonly generated: readonly string[];
}

export function standingAgain(vault: Vault, view: View, start: Date): StandingAgain {
  const facts = [...view.forgotten].filter((id) => view.citedOn.has(id));
  const pages = new Set(facts.flatMap((id) => view.citedOn.get(id) ?? []));
  return { facts, closed: [...pages].filter((path) => isClosed(view, path)).sort(), generated: staleGenerated(vault, view, start) };
}

/** Does a page wait for a person, or for its zone? */
export function isClosed(view: View, path: string): boolean {
  return hasMergeMarkers(view.pages.get(path)?.text ?? '') || view.merge?.paths.has(path) === true || view.lostZones.has(zoneOf(path));
}

function staleGenerated(vault: Vault, view: View, start: Date): string[] {
  const phrases = view.facts.flatMap(({ id, text }) => (view.forgotten.has(id) ? [{ fact: id, text }] : []));
  if (phrases.length === 0) return [];
  const sought = seek(phrases, view.facts.flatMap(({ id, text }) => (view.forgotten.has(id) ? [] : [text])));
  const isStale = ({ before, after }: FileChange): boolean => {
    if (tracesOf(before ?? '', sought).length > tracesOf(after ?? '', sought).length) return true;
    // A line in an engine's words leaves no such trace.
    const lines = new Set(splitLines(after ?? ''));
    return linesResting(splitLines(before ?? '').filter((line) => line.startsWith('- ') && !lines.has(line)), phrases.map(({ text }) => text), () => stillSaid(view)).size > 0;
  };
  return generatedChanges(vault, view, start).filter(isStale).map(({ path }) => path);
}
