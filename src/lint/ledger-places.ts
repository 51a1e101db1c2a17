// Where a ledger line stands in its file. Worked out only once something is found: a clean vault may have a hundred
// thousand lines whose place nobody asks for.
import type { LedgerLine } from '../model/disposition.ts';
import { parseJsonLines } from '../vault/jsonl.ts';
import type { FileText } from '../vault/own-files.ts';
import { LEDGER_DIR } from '../vault/vault.ts';
import type { Place } from './rule.ts';

/**
 * Gives the place of a ledger line. Lines of one fact, run and disposition share the last place; a line that is in no
 * file gets line 1 of its month.
 */
export function makePlaceOf(files: readonly FileText[]): (line: LedgerLine) => Place {
  let places: Map<string, Place> | null = null;
  return (line) => {
    places ??= placesIn(files);
    return places.get(keyOf(line)) ?? { path: `${LEDGER_DIR}/${line.day.slice(0, 7)}.jsonl`, line: 1 };
  };
}

const keyOf = ({ fact, run, as }: Pick<LedgerLine, 'fact' | 'run' | 'as'>): string => `${fact} ${run} ${as}`;

/** Values that are no texts, as in a damaged file, name no line, and an object may not even have a text. */
const isKey = (value: object): value is LedgerLine =>
  (['fact', 'run', 'as'] as const).every((name) => typeof (value as Partial<LedgerLine>)[name] === 'string');

function placesIn(files: readonly FileText[]): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const { path, text } of files) {
    if (!path.startsWith(`${LEDGER_DIR}/`)) continue;
    // A line that is no such object has no place that anybody asks for: conservation names it by its number.
    for (const { line, value } of parseJsonLines(text))
      if (value !== null && isKey(value)) places.set(keyOf(value), { path, line });
  }
  return places;
}
