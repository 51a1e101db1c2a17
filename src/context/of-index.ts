// What the index says of lines of MEMORY.md without a search for each: which of them are over, and which are about who
// the user is. Reads the statements themselves, a few hundred at most.
import { keyword } from '../index/keywords.ts';
import type { OpenIndex } from '../index/state.ts';
import { normalForm } from '../language/normal-form.ts';

type Index = Pick<OpenIndex, 'tables' | 'read'>;

/** Categories, and kinds of what a person says of themselves, that hold whatever is asked. */
const LASTING = ['identity', 'constraint', 'preference'] as const;
/** Statements that are read, the newest of them. */
const MOST = 400;

/** What a fact that waits supersedes, as `normalForm` has it: MEMORY.md has it until the next dream. */
export function overIn({ tables, read }: Index): ReadonlySet<string> {
  return saidBy(tables.replaced, read);
}

/** Claims of such a category or kind that hold, as `normalForm` has them. */
export function lastingIn({ tables, read }: Index): ReadonlySet<string> {
  const past = tables.column('superseded');
  const rows = new Set<number>();
  for (const name of LASTING)
    for (const of of ['category', 'kind'] as const)
      for (const row of tables.keyword(keyword(of, name))) if (past[row] !== 1) rows.add(row);
  return saidBy([...rows].sort((a, b) => b - a).slice(0, MOST), read);
}

function saidBy(rows: readonly number[], read: Index['read']): Set<string> {
  const said = new Set<string>();
  for (const row of rows) {
    const document = read(row);
    if (document !== null) said.add(normalForm(document.text));
  }
  return said;
}
