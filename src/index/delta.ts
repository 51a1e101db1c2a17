// What a change of a few files does to the rows of an index: which die and which are new, in work that grows with the
// change. Ends in the same documents as an index built from nothing; what did not change stays where it is.
import { filesAround, type Given } from './files-around.ts';
import type { SegmentInput } from './segment/row.ts';
import { changeRows } from './change-rows.ts';
import type { Tables } from './view.ts';
import type { DocumentOptions, ReadFile } from './whole.ts';

export interface Delta {
  /** Rows of the tables, ascending. */
  readonly dead: readonly number[];
  readonly input: SegmentInput;
}

/** Each round finds files that the change reaches and that changed too, or claim an id with one that did. */
const ROUNDS = 20;

/**
 * `changed`: files that changed, are new or are gone. Others that they reach are read again, and what has changed of
 * them is taken for changed. Null where the index must be built anew: a fact was remembered, and no one knows who cites
 * it; or files change faster than they are read.
 */
export function deltaOf(tables: Tables, changed: readonly ReadFile[], options: DocumentOptions): Delta | null {
  for (const id of options.turned) if (!options.forgotten.has(id)) return null;
  const given: Given = new Map(changed.map((file) => [file.path, file]));
  const around = filesAround(tables, options);
  for (let round = 0; round < ROUNDS; round++) {
    const opened = around.open(given);
    const delta = opened && changeRows(tables, opened, options);
    if (delta && around.more.size === 0) return delta;
    for (const [path, file] of around.more) given.set(path, file);
    around.more.clear();
  }
  return null;
}
