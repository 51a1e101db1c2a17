// Where a ledger line stands in its file. Looked up only when something is found, because a clean vault has
// a hundred thousand lines that nobody asks about.
import { splitLines } from '../markdown/lines.ts';
import type { LedgerLine } from '../model/disposition.ts';
import { LEDGER_DIR } from '../vault/vault.ts';
import type { FileText } from '../vault/own-files.ts';
import type { Place } from './rule.ts';

/** Gives for a ledger line its place; equal ones share the last. */
export function makePlaceOf(files: readonly FileText[]): (line: LedgerLine) => Place {
  let places: Map<string, Place> | null = null;
  return (line) => {
    places ??= placesIn(files);
    return places.get(keyOf(line)) ?? { path: `${LEDGER_DIR}/${line.day.slice(0, 7)}.jsonl`, line: 1 };
  };
}

const keyOf = (line: Pick<LedgerLine, 'fact' | 'run' | 'as'>): string => `${line.fact} ${line.run} ${line.as}`;

function placesIn(files: readonly FileText[]): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const { path, text } of files) {
    if (!path.startsWith(`${LEDGER_DIR}/`)) continue;
    splitLines(text).forEach((line, index) => {
      try {
        places.set(keyOf(JSON.parse(line) as LedgerLine), { path, line: index + 1 });
      } catch {
        // No ledger line; that is another finding.
      }
    });
  }
  return places;
}
