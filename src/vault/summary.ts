// `MEMORY.md` as a file: its part between the markers is made from the claims by the runs that apply something.
import type { View } from './view.ts';
import type { Vault } from './vault.ts';

/** What the summary becomes for these pages as of `start`; null where it stays as it is, or is a person's own. */
export function summaryChange(_vault: Vault, _view: View, _start: Date): { path: string; before: string; after: string } | null {
  return null;
}
