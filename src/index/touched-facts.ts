// Which facts of changed logs may say something else than before: the claims that cite them are derived anew.
import { digestOfBytes } from './digest.ts';
import type { Opened } from './files-around.ts';
import type { Tables } from './view.ts';

/** Ids of all that came, went, moved or stand in a log that did more than grow. */
export function touchedFacts(tables: Tables, { given, parsed, facts }: Opened): Set<string> {
  const touched = new Set<string>();
  for (const path of given.keys()) {
    const one = parsed.get(path);
    const same = one ? prefixKept(tables, path, given.get(path)?.bytes ?? null, one.parsed.lines !== null) : 0;
    for (const id of tables.factsOf(path)) if (facts.get(id)?.log.path !== path) touched.add(id);
    for (const { fact, offset } of one?.parsed.facts ?? []) {
      const before = offset < same ? tables.fact(fact.id) : null;
      if (before?.path !== path || before.offset !== offset || before.line !== fact.line) touched.add(fact.id);
    }
  }
  return touched;
}

/** How many bytes are as the index knows them and mean what they meant, all or none of those it knows. */
function prefixKept(tables: Tables, path: string, bytes: Uint8Array | null, isPlain: boolean): number {
  const before = tables.file(path);
  if (bytes === null || before === null || before.size > bytes.length) return 0;
  // A last line without its end may have got longer; what is appended may close a code fence above.
  const isAppended =
    before.size === bytes.length || (isPlain && (bytes[before.size - 1] === 10 || bytes[before.size] === 10));
  return isAppended && digestOfBytes(bytes.subarray(0, before.size)) === before.digest ? before.size : 0;
}
