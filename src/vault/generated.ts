// The files that memvault makes from the pages, as a run writes them: `index.md` and `MEMORY.md`.
import type { FileChange } from '../model/journal.ts';
import { catalogueChange } from './catalogue.ts';
import { summaryChange } from './summary.ts';
import type { Vault } from './vault.ts';
import type { View } from './view.ts';

/** What they become for the pages of `view` as of `start`; what git has not merged stays. */
export function generatedChanges(vault: Vault, view: View, start: Date): FileChange[] {
  const changes = [catalogueChange(vault, view), summaryChange(vault, view, start)];
  return changes.filter((change) => change !== null).filter(({ path }) => view.merge?.paths.has(path) !== true);
}
