// The ledger as files: one a month of facts, append-only.
import { readdirSync } from 'node:fs';
import type { LedgerLine } from '../model/disposition.ts';
import { systemCode } from '../model/errors.ts';
import type { Append } from '../model/journal.ts';
import { appendFor } from './append.ts';
import { explainIo } from './disk.ts';
import { readJsonLines } from './jsonl.ts';
import { absolute, LEDGER_DIR, type Vault } from './vault.ts';

export interface LedgerRead {
  readonly lines: readonly LedgerLine[];
  /** Lines that are no ledger line: where they stand. */
  readonly broken: readonly { readonly path: string; readonly line: number }[];
}

export function readLedger(vault: Vault): LedgerRead {
  const lines: LedgerLine[] = [];
  const broken: { path: string; line: number }[] = [];
  for (const name of ledgerFiles(vault)) {
    const path = `${LEDGER_DIR}/${name}`;
    for (const { line, value } of readJsonLines(absolute(vault, path))) {
      if (value !== null && isLedgerLine(value)) lines.push(value);
      else broken.push({ path, line });
    }
  }
  return { lines, broken };
}

/** Names, in order. */
export function ledgerFiles(vault: Vault): string[] {
  try {
    return readdirSync(absolute(vault, LEDGER_DIR)).filter((name) => name.endsWith('.jsonl')).sort();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw explainIo(error, 'read the folder', absolute(vault, LEDGER_DIR));
  }
}

function isLedgerLine(value: Readonly<Record<string, unknown>>): value is Readonly<Record<string, unknown>> & LedgerLine {
  // A disposition that only a later version knows is held all the same: it is somebody's decision.
  return ['fact', 'day', 'as', 'digest', 'run', 'engine', 'at'].every((key) => typeof value[key] === 'string');
}

/** What the ledger's files get: each line goes to the file of its fact's month. */
export function ledgerAppends(vault: Vault, lines: readonly LedgerLine[]): Append[] {
  const byMonth = new Map<string, string>();
  for (const line of lines) {
    const month = line.day.slice(0, 7);
    byMonth.set(month, `${byMonth.get(month) ?? ''}${JSON.stringify(line)}\n`);
  }
  return [...byMonth].map(([month, text]) => appendFor(vault, `${LEDGER_DIR}/${month}.jsonl`, text));
}
