// What is forgotten and stands in the vault again, on a page or in what memvault makes from the pages: a merge brought
// it, or a page that could not be written before. Reads; decides nothing.
import { seek, tracesOf } from '../markdown/forget/words.ts';
import { splitLines } from '../markdown/lines.ts';
import { hasMergeMarkers } from '../markdown/page.ts';
import { linesResting } from '../markdown/summary-line.ts';
import type { FileChange } from '../model/journal.ts';
import { generatedChanges, generatedTexts } from '../vault/generated.ts';
import { stillSaid } from '../vault/still-said.ts';
import type { Vault } from '../vault/vault.ts';
import { isLost, type View } from '../vault/view.ts';

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
  return {
    facts,
    closed: [...pages].filter((path) => isClosed(view, path)).sort(),
    generated: staleGenerated(vault, view, start),
  };
}

/** Does a page wait for a person, or for its zone? */
export function isClosed(view: View, path: string): boolean {
  return (
    hasMergeMarkers(view.pages.get(path)?.text ?? '') || view.merge?.paths.has(path) === true || isLost(view, path)
  );
}

function staleGenerated(vault: Vault, view: View, start: Date): string[] {
  const phrases = view.facts.flatMap(({ id, text }) => (view.forgotten.has(id) ? [{ fact: id, text }] : []));
  if (phrases.length === 0) return [];
  const sought = seek(
    phrases,
    view.facts.flatMap(({ id, text }) => (view.forgotten.has(id) ? [] : [text])),
  );
  const said = stillSaid(view);
  const resting = (lines: readonly string[]): boolean =>
    linesResting(
      lines.filter((line) => line.startsWith('- ')),
      phrases.map(({ text }) => text),
      () => said,
    ).size > 0;
  const mayBeStale = (text: string): boolean => tracesOf(text, sought).length > 0 || resting(splitLines(text));
  // To make them anew takes longer than all the rest, and what says nothing of it cannot say more than a new one.
  if (!generatedTexts(vault, view).some(mayBeStale)) return [];
  const isStale = ({ before, after }: FileChange): boolean => {
    if (tracesOf(before ?? '', sought).length > tracesOf(after ?? '', sought).length) return true;
    // A line in an engine's words leaves no such trace.
    const lines = new Set(splitLines(after ?? ''));
    return resting(splitLines(before ?? '').filter((line) => !lines.has(line)));
  };
  return generatedChanges(vault, view, start)
    .filter(isStale)
    .map(({ path }) => path);
}
