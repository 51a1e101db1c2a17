// The keywords by which documents are filtered, such as `tag:ui`, and those by which a fact marks what it supersedes as
// past before a dream has moved it.
import { confidenceOf, type Fact, namedAsSuperseded } from '../model/fact.ts';
import { ID_LENGTH } from '../model/ids.ts';
import { isPinned } from '../model/page.ts';
import type { FoundDocument } from './document.ts';
import type { Numbers } from './segment/format.ts';
import type { Tables } from './view.ts';

/**
 * `kind` is the fact's field of that name; `field` takes `name=value`; `logged` is a day on which one of several facts
 * was logged; `replaces` is a fact that an unplaced fact supersedes.
 */
export type KeywordOf = 'tag' | 'category' | 'project' | 'kind' | 'person' | 'entity' | 'field' | 'logged' | 'replaces';

/** Renders a keyword: lower-case, white space collapsed, accents composed. */
export const keyword = (of: KeywordOf, value: string): string =>
  `${of}:${value.trim().toLowerCase().normalize('NFC').replace(/\s+/g, ' ')}`;

/**
 * Markers of facts that supersede others, and of callouts with several sides, which are never superseded one by one.
 */
const REPLACING = 'is:replacing';
export const SIDES = 'is:sides';

/** Keywords of an unplaced fact for what it supersedes. The facts of a claim were settled by a dream. */
export function replacingWords({ kind, facts }: Pick<FoundDocument, 'kind' | 'facts'>): string[] {
  const field = kind === 'fact' ? facts[0]?.fields['supersedes'] : undefined;
  if (field === undefined) return [];
  const named = namedAsSuperseded(field).filter((id) => id !== facts[0]?.id);
  return named.length === 0 ? [] : [REPLACING, ...new Set(named.map((id) => keyword('replaces', id)))];
}

type Asked = Pick<
  Tables,
  'keyword' | 'keywords' | 'withKeyword' | 'standing' | 'column' | 'id' | 'fact' | 'idsStartingWith'
>;

/**
 * Rows that an unplaced fact supersedes. Usually none, and then this costs one keyword lookup. An abbreviated id must
 * match exactly one fact, as in a dream.
 */
export function replacedRows(tables: Asked): readonly number[] {
  if (tables.keyword(REPLACING).length === 0) return [];
  const [isReplacing, isSides] = [tables.withKeyword([REPLACING]), tables.withKeyword([SIDES])];
  /** The rows that name each fact. */
  const naming = new Map<string, number[]>();
  for (const word of tables.keywords(PREFIX)) {
    const id = wholeId(word.slice(PREFIX.length), tables);
    naming.set(id, [...(naming.get(id) ?? []), ...tables.keyword(word)]);
  }
  const found = new Set<number>();
  for (const [id, rows] of naming) {
    if (rows.length === 0) continue;
    for (const row of tables.standing(id)) {
      const others = rows.filter((other) => other !== row);
      if (others.length === 0 || isSides(row)) continue;
      if (!isReplacing(row) || !isFirstOfTwo(row, others, naming, tables)) found.add(row);
    }
  }
  return [...found];
}

const PREFIX = 'replaces:';
/** Minimum length of an abbreviated id. */
const LEAST = 6;

/** Expands an abbreviated id if it matches exactly one fact, else returns it unchanged. */
function wholeId(named: string, tables: Asked): string {
  if (named.length < LEAST || named.length >= ID_LENGTH || tables.fact(named) !== null) return named;
  const facts = tables.idsStartingWith(named).filter((id) => tables.fact(id) !== null);
  return facts.length === 1 ? (facts[0] ?? named) : named;
}

/** The `superseded` column with these rows set; the column itself if there are none. */
export function withReplaced(stored: Numbers, replaced: readonly number[]): Numbers {
  if (replaced.length === 0) return stored;
  const past = Uint8Array.from(stored);
  for (const row of replaced) past[row] = 1;
  return past;
}

/**
 * If two facts supersede each other, the earlier one stays; on the same day the smaller id stays, wherever their rows
 * are.
 */
function isFirstOfTwo(
  row: number,
  replacing: readonly number[],
  naming: ReadonlyMap<string, readonly number[]>,
  tables: Asked,
): boolean {
  const own = tables.id(row);
  const days = tables.column('logged');
  return replacing.some((other) => {
    const named = tables.id(other);
    const later = (days[other] ?? 0) - (days[row] ?? 0);
    return naming.get(named)?.includes(row) === true && (later > 0 || (later === 0 && own < named));
  });
}

// Keywords of statements that were logged with low `--confidence`, so that ranking knows it without reading their
// lines.

/** Prefix of these keywords; the tenths of the confidence follow. */
export const UNSURE = 'unsure:';

/** From this confidence on, a statement gets no keyword. */
export const SURE = 0.8;

const NO_MARKS: ReadonlyMap<string, boolean> = new Map();

/**
 * The keyword for the surest of these facts; null if that one is sure, one of them is pinned on its line or states no
 * confidence, or there is none.
 */
export function unsureWord(facts: readonly Pick<Fact, 'id' | 'fields'>[]): string | null {
  let surest = -1;
  for (const fact of facts) {
    const { fields } = fact;
    // Nearly all facts state no confidence.
    if (fields.confidence === undefined || isPinned(fact, NO_MARKS)) return null;
    surest = Math.max(surest, confidenceOf(fact));
  }
  return surest < 0 || surest >= SURE ? null : `${UNSURE}${Math.floor(surest * 10 + 1e-9)}`;
}
