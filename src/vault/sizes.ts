// How large a vault is, by what its files are for. Names, numbers and bytes; reads no file.
import { readdirSync, statSync } from 'node:fs';
import { dailyPath, listDays } from './daily.ts';
import { readStat } from './disk.ts';
import { listNotes } from './notes.ts';
import { isPagePath } from './confine.ts';
import {
  absolute,
  CACHE_DIR,
  MARK_FILE,
  LEDGER_DIR,
  RECALLS_DIR,
  RECALL_FILE,
  REVIEW_FILE,
  RUN_LOG_FILE,
  RUNS_DIR,
  TOMBSTONE_FILE,
  type Vault,
} from './vault.ts';

export interface Size {
  readonly files: number;
  readonly bytes: number;
}

export interface Sizes {
  readonly logs: Size;
  /** Every note of the zones. */
  readonly pages: Size;
  /** Ledger, recalls, reviews, marks, tombstones and `log.md`. */
  readonly records: Size;
  /** Journals of runs, which undo and diff read. */
  readonly journals: Size;
  /** What can be made anew, the index above all. */
  readonly cache: Size;
}

export function readSizes(vault: Vault): Sizes {
  const of = (paths: readonly string[]): Size =>
    sum(paths.flatMap((path) => readStat(absolute(vault, path))?.size ?? []));
  return {
    logs: of(listDays(vault).map((day) => dailyPath(vault, day))),
    pages: sum(
      listNotes(vault, { ignored: true })
        .filter(({ path }) => isPagePath(vault, path))
        .map(({ size }) => size),
    ),
    records: add([
      below(vault, LEDGER_DIR),
      below(vault, RECALLS_DIR),
      of([REVIEW_FILE, MARK_FILE, TOMBSTONE_FILE, RECALL_FILE, RUN_LOG_FILE]),
    ]),
    journals: below(vault, RUNS_DIR),
    cache: below(vault, CACHE_DIR),
  };
}

const sum = (sizes: readonly number[]): Size => ({
  files: sizes.length,
  bytes: sizes.reduce((all, size) => all + size, 0),
});
const add = (sizes: readonly Size[]): Size => ({
  files: sizes.reduce((all, { files }) => all + files, 0),
  bytes: sizes.reduce((all, { bytes }) => all + bytes, 0),
});

/** A folder that is not there, or that goes while it is looked at, is empty. */
function below(vault: Vault, folder: string): Size {
  const root = absolute(vault, folder);
  try {
    const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return sum(
      files.flatMap((entry) => statSync(`${entry.parentPath}/${entry.name}`, { throwIfNoEntry: false })?.size ?? []),
    );
  } catch {
    return { files: 0, bytes: 0 };
  }
}
