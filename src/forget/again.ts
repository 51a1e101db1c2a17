// What is forgotten and stands in the vault again, on a page or in what memvault makes from the pages: a merge brought
// it, or a page that could not be written before. Reads; decides nothing.
import { seek, tracesOf, wordsOf } from '../language/forgotten-words.ts';
import { normalForm } from '../language/normal-form.ts';
import { compareFacts, type Fact } from '../model/fact.ts';
import type { FileChange } from '../model/journal.ts';
import { splitLines } from '../note/lines.ts';
import { hasMergeMarkers } from '../page/page.ts';
import { linesResting } from '../page/summary-line.ts';
import { generatedChanges, generatedTexts } from '../vault/generated.ts';
import { stillSaid } from '../vault/scrub.ts';
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

// Which facts a person means by a text: those that say it, else those that hold all of its words. Reads; decides
// nothing.

export interface Found {
  /** They say just that. */
  readonly equal: readonly Fact[];
  /** They hold each of its words, or one that begins so; the newest first. Empty where there are equal ones. */
  readonly alike: readonly Fact[];
}

export function findFacts(facts: readonly Fact[], text: string): Found {
  const wanted = normalForm(text);
  const equal = facts.filter((fact) => normalForm(fact.text) === wanted);
  if (equal.length > 0) return { equal, alike: [] };
  const words = wordsOf(text);
  if (words.length === 0) return { equal, alike: [] };
  const alike = facts.filter((fact) => {
    const held = wordsOf(fact.text);
    return words.every((word) => held.some((one) => one.startsWith(word)));
  });
  return { equal, alike: alike.sort(compareFacts).reverse() };
}
