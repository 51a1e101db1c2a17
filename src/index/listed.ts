// Rows that are found without terms: the newest, and those whose words hold a text of stop words or signs as it stands.
import type { Ranking } from './rank.ts';
import { createBest, orderOfNewest } from './ranking/order.ts';
import { foldWord } from './tokenizer/fold.ts';
import type { Tables } from './view.ts';

/** The newest documents that are looked through for a text that has no terms: each is read from its file. */
const LOOKED_AT = 5000;

/** The last logged first, what is superseded behind all others. */
export function newest(tables: Tables, admits: (row: number) => boolean, most: number): Ranking {
  const past = tables.column('superseded');
  const newer = orderOfNewest(tables);
  const best = createBest(most, (a, b) => (past[a] as number) - (past[b] as number) || newer(a, b));
  let total = 0;
  // The newest stand last, mostly: so few take the place of one that was kept.
  for (let row = tables.rows - 1; row >= 0; row--) {
    if (!tables.isLive(row) || !admits(row)) continue;
    total++;
    best.offer(row, 0);
  }
  return { total, rows: best.sorted(), partsOf: () => null };
}

/** The newest first of those that hold a text as it stands, case, accents and apostrophes aside: `dont` is `Don't`. */
export function literal(
  tables: Tables,
  text: string,
  admits: (row: number) => boolean,
  textOf: (row: number) => string | null,
): Ranking {
  const wanted = plain(text);
  const rows =
    wanted === ''
      ? []
      : newest(tables, admits, LOOKED_AT).rows.filter(({ row }) => plain(textOf(row) ?? '').includes(wanted));
  return { total: rows.length, rows: rows.map(({ row }) => ({ row, score: 1 })), partsOf: () => null };
}

const plain = (text: string): string => foldWord(text).replace(/['’ʼ]/g, '');
