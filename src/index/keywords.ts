// The exact words that documents are filtered by, such as `tag:ui`, and those by which a fact marks what it
// supersedes as past before a dream has moved it.
import { namedAsSuperseded } from '../model/fact.ts';
import { ID_LENGTH } from '../model/ids.ts';
import type { FoundDocument } from './document.ts';
import type { Numbers } from './segment/format.ts';
import type { Tables } from './view.ts';

/**
 * `kind` is the fact's field of that name; `field` takes `name=value`; `logged` a day on which one of several facts was
 * logged, `replaces` a fact that another one on no page supersedes.
 */
export type KeywordOf = 'tag' | 'category' | 'project' | 'kind' | 'person' | 'entity' | 'field' | 'logged' | 'replaces';

/** One exact word: in lower case, white space collapsed, accents composed. */
export function keyword(of: KeywordOf, value: string): string {
  const plain = value.trim().toLowerCase();
  // Nearly all are one word of plain letters.
  return `${of}:${isPlainWord(plain) ? plain : plain.normalize('NFC').replace(/\s+/g, ' ')}`;
}

/** By hand: a search asks it of a few words, and to make a pattern takes longer. */
function isPlainWord(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x21 || code > 0x7e) return false;
  }
  return true;
}

/** The word that rows of facts carry which say so, and of callouts with several sides, of which none goes alone. */
const REPLACING = 'is:replacing';
export const SIDES = 'is:sides';

/** Words of a fact that stands for itself: what it supersedes. A claim's facts are a dream's to settle. */
export function replacingWords({ kind, facts }: Pick<FoundDocument, 'kind' | 'facts'>): string[] {
  const field = kind === 'fact' ? facts[0]?.fields['supersedes'] : undefined;
  if (field === undefined) return [];
  const named = namedAsSuperseded(field).filter((id) => id !== facts[0]?.id);
  return named.length === 0 ? [] : [REPLACING, ...new Set(named.map((id) => keyword('replaces', id)))];
}

type Asked = Pick<
  Tables,
  'size' | 'rows' | 'keyword' | 'keywords' | 'withKeyword' | 'standing' | 'column' | 'id' | 'fact' | 'begun'
>;

/**
 * Rows that say what such a fact supersedes, mostly none, which is found out by one look at the words. Of an id that is
 * only begun there must be one fact, as for a dream.
 */
export function replacedRows(tables: Asked): readonly number[] {
  const isReplacing = tables.withKeyword(REPLACING);
  if (isReplacing === null) return [];
  const isSides = tables.withKeyword(SIDES);
  // Where no row is dead, no word is.
  const isAllLive = tables.size === tables.rows;
  const found: number[] = [];
  const words = tables.keywords('replaces:');
  let begun: Map<string, string> | null = null;
  for (const word of words) {
    const named = word.slice(PREFIX);
    const whole =
      named.length < LEAST || named.length >= ID_LENGTH || tables.fact(named) !== null
        ? named
        : theOne(tables.begun(named), tables);
    if (whole !== named && whole !== null) (begun ??= new Map()).set(word, whole);
  }
  for (const word of words) {
    if (!isAllLive && tables.keyword(word).length === 0) continue;
    for (const row of tables.standing(begun?.get(word) ?? word.slice(PREFIX))) {
      if (
        (isSides === null || !isSides(row)) &&
        !(isReplacing(row) && isFirstOfTwo(row, tables.keyword(word), tables, begun)) &&
        !(begun?.has(word) === true && namesItself(row, word, tables))
      )
        found.push(row);
    }
  }
  return begun === null ? found : [...new Set(found)];
}

const PREFIX = 'replaces:'.length;
/** Of an id so much must be said. */
const LEAST = 6;

/** The only one of them that a log holds, or null. */
function theOne(ids: readonly string[], tables: Asked): string | null {
  const facts = ids.filter((id) => tables.fact(id) !== null);
  return facts.length === 1 ? (facts[0] ?? null) : null;
}

/** The only fact that names it so is that of the row. */
function namesItself(row: number, word: string, tables: Asked): boolean {
  return tables.keyword(word).every((other) => other === row);
}

/** The column of what is superseded with these, too; the column itself where there are none. */
export function withReplaced(stored: Numbers, replaced: readonly number[]): Numbers {
  if (replaced.length === 0) return stored;
  const past = Uint8Array.from(stored);
  for (const row of replaced) past[row] = 1;
  return past;
}

/** Of two that name each other the earlier one stays; of one day one of both does, wherever their rows are. */
function isFirstOfTwo(
  row: number,
  replacing: Int32Array,
  tables: Asked,
  begun: ReadonlyMap<string, string> | null,
): boolean {
  const own = tables.id(row);
  const days = tables.column('logged');
  return replacing.some((other) => {
    const named = tables.id(other);
    const later = (days[other] ?? 0) - (days[row] ?? 0);
    const isNamed =
      tables.keyword(keyword('replaces', named)).includes(row) ||
      (begun !== null && [...begun].some(([word, id]) => id === named && tables.keyword(word).includes(row)));
    return isNamed && (later > 0 || (later === 0 && own < named));
  });
}
