// `log.md` as a file: read, and appended to.
import { decodeBytes, factDigest } from '../model/bytes.ts';
import type { LedgerLine } from '../model/disposition.ts';
import type { Fact } from '../model/fact.ts';
import { groupBy } from '../model/group-by.ts';
import type { Append } from '../model/journal.ts';
import { parseRunLog, RUN_LOG_TITLE, type RunEntry } from '../page/run-log.ts';
import { appendFor } from './daily.ts';
import { readBytes } from './disk.ts';
import { absolute, RUN_LOG_FILE, type Vault } from './vault.ts';
import type { View } from './view.ts';

export function readRunLog(vault: Vault): RunEntry[] {
  const bytes = readBytes(absolute(vault, RUN_LOG_FILE));
  return bytes === null ? [] : parseRunLog(decodeBytes(bytes));
}

/** What `log.md` gets: one entry, as `renderRunEntry` gives it. */
export function runLogAppend(vault: Vault, entry: string): Append {
  return appendFor(vault, RUN_LOG_FILE, entry, RUN_LOG_TITLE);
}

// What a person took back: facts whose last word in the ledger is an undo, with the decisions that were undone.

/**
 * By fact: the lines that were taken back, in no order. A fact that was only brought back from being forgotten is not
 * among them.
 */
export function readUndone({
  ledger,
  ledgerRead,
}: Pick<View, 'ledger' | 'ledgerRead'>): ReadonlyMap<string, readonly LedgerLine[]> {
  const facts = new Set([...ledger.values()].filter((line) => line.undoes !== undefined).map((line) => line.fact));
  if (facts.size === 0) return new Map();
  const lines = ledgerRead.lines.filter((line) => facts.has(line.fact));
  // After two runs were taken back, one after the other, neither is to come back.
  const takenBack = new Set(lines.flatMap(({ fact, undoes }) => (undoes === undefined ? [] : [`${fact} ${undoes}`])));
  return groupBy(
    lines.filter(
      (line) => line.as !== 'forgotten' && line.undoes === undefined && takenBack.has(`${line.fact} ${line.run}`),
    ),
    (line) => line.fact,
  );
}

/** Is the fact's line as it was in a decision that was taken back? */
export function isUndoneAsIs(fact: Fact, lines: readonly LedgerLine[]): boolean {
  const digest = factDigest(fact);
  return lines.some((line) => line.digest === digest);
}
