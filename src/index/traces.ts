// What files of the index still hold of statements that are forgotten: segments in their rows and words, which share
// their beginnings with other words and so are no text, vectors by what they were made from. Looks into bytes that
// somebody else read, wherever they lay. Changes nothing.
import type { Fact } from '../model/fact.ts';
import type { IndexFiles } from '../model/index-files.ts';
import { createKeywords } from './document-keywords.ts';
import { createTerms } from './fields.ts';
import { foundFact, timeOfFact } from './found.ts';
import { hashOfDocument } from './hash.ts';
import { isDamage, openIndex } from './open-index.ts';
import { CorruptSegment } from './segment/corrupt.ts';
import { HEAD_BYTES, MAGIC, RECORD } from './segment/format.ts';
import { memoryFile } from './segment/memory.ts';
import { openSegment, type Segment } from './segment/open.ts';
import type { Tokenizer } from './tokenizer.ts';
import { openChunk } from './vectors/chunk.ts';
import { hasVectors } from './vectors/store.ts';
import { digestOfText } from './vectors/text-digest.ts';
import type { Tables } from './view.ts';

export interface Lost {
  readonly id: string;
  /** Null where nobody has its words any more: then its rows alone can be told. */
  readonly fact: Fact | null;
}

export interface IndexTrace {
  readonly fact: string;
  readonly what: string;
}

export interface TraceOptions {
  readonly tokenizer: Tokenizer;
  /** Each way in which a model may have got a text. */
  readonly wordings: (text: string) => readonly string[];
  /** Facts that are not forgotten, whether or not a row stands for them: what they say is not the lost one's alone. */
  readonly others: readonly Fact[];
}

/** What is told of one of them. */
interface Known {
  readonly id: string;
  /** Terms and exact words that no other live row has. */
  readonly terms: readonly string[];
  readonly keywords: readonly string[];
  readonly hashes: Set<number>;
  readonly digests: ReadonlySet<string>;
}

/**
 * Gives what a file of these bytes holds of them: nothing for one that is no segment and no vectors, or damaged.
 * Segments are to come first.
 */
export function indexTraces(
  files: IndexFiles,
  lost: readonly Lost[],
  options: TraceOptions,
): (bytes: Uint8Array) => IndexTrace[] {
  if (lost.length === 0) return () => [];
  const opened = openIndex(files);
  const tables = typeof opened === 'string' ? null : opened.tables;
  try {
    const isIts = tables === null ? (): boolean => false : rowsOf(tables, new Set(lost.map(({ id }) => id)));
    const known = lost.map((one) => knownOf(one, tables, isIts, options));
    const others = tables === null || !hasVectors(files) ? new Set<number>() : liveHashes(tables, isIts);
    let spoken: Spoken | null = null;
    return (bytes) => {
      try {
        if (isSegment(bytes))
          return inSegment(openSegment(memoryFile(bytes)), known, () => (spoken ??= spokenBy(options)));
        const chunk = openChunk('', memoryFile(bytes), null);
        return chunk === null ? [] : inVectors(chunk.hashes, chunk.digests(), known, others);
      } catch (error) {
        if (isDamage(error)) return [];
        throw error;
      }
    };
  } catch (error) {
    // Of a damaged index it cannot be told whose its words are.
    if (error instanceof CorruptSegment) return () => [];
    throw error;
  } finally {
    tables?.close();
  }
}

const isSegment = (bytes: Uint8Array): boolean =>
  bytes.length >= HEAD_BYTES && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) === MAGIC;

/** Is a live row one of these facts, or a claim that cites one? */
function rowsOf(tables: Tables, ids: ReadonlySet<string>): (row: number) => boolean {
  const claims = new Set([...ids].flatMap((id) => [...tables.citing(id)]));
  return (row) => claims.has(row) || ids.has(tables.spot(row).id);
}

interface Spoken {
  readonly terms: ReadonlySet<string>;
  readonly keywords: ReadonlySet<string>;
}

/** All that the other facts say. Asked for only where a word was found, since it reads each of them. */
function spokenBy({ tokenizer, others }: TraceOptions): Spoken {
  const [termsOf, keywordsOf] = [createTerms(tokenizer), createKeywords()];
  const documents = others.map(documentOf);
  return {
    terms: new Set(documents.flatMap((document) => termsOf(document, '').flat())),
    keywords: new Set(documents.flatMap((document) => keywordsOf(document))),
  };
}

const documentOf = (fact: Fact): ReturnType<typeof foundFact> =>
  foundFact(fact, timeOfFact(fact.fields, fact.time), { path: fact.path, line: fact.line, title: '' });

function knownOf(
  { id, fact }: Lost,
  tables: Tables | null,
  isIts: (row: number) => boolean,
  { tokenizer, wordings }: TraceOptions,
): Known {
  if (fact === null || tables === null) return { id, terms: [], keywords: [], hashes: new Set(), digests: new Set() };
  const document = documentOf(fact);
  const [text = [], tags = [], names = []] = createTerms(tokenizer)(document, '');
  return {
    id,
    terms: [...new Set([...text, ...tags, ...names])].filter((term) =>
      tables.postings(term).every(({ rows }) => rows.every(isIts)),
    ),
    keywords: createKeywords()(document).filter((word) => tables.keyword(word).every(isIts)),
    hashes: new Set([hashOfDocument(document)]),
    digests: new Set(wordings(fact.text).map((wording) => digestOfText(wording).join())),
  };
}

/** Of live rows but these. */
function liveHashes(tables: Tables, isIts: (row: number) => boolean): Set<number> {
  const hashes = tables.column('hash');
  const live = new Set<number>();
  for (let row = 0; row < tables.rows; row++)
    if (tables.isLive(row) && !isIts(row)) live.add((hashes[row] as number) >>> 0);
  return live;
}

function inSegment(segment: Segment, known: readonly Known[], spoken: () => Spoken): IndexTrace[] {
  let ids: Float64Array | null = null;
  return known.flatMap(({ id, terms, keywords, hashes }): IndexTrace[] => {
    const place = segment.ids.find(id);
    if (place >= 0) {
      ids ??= segment.recordColumn(RECORD.id);
      const rows = segment.citing(place);
      for (let row = ids.indexOf(place); row >= 0; row = ids.indexOf(place, row + 1)) rows.push(row);
      for (const row of rows) hashes.add(segment.value('hash', row) >>> 0);
      if (rows.length > 0) return [{ fact: id, what: 'says it, in a row of the index' }];
    }
    if (!holdsHalf(segment, terms, keywords)) return [];
    const { terms: said, keywords: written } = spoken();
    return holdsHalf(
      segment,
      terms.filter((term) => !said.has(term)),
      keywords.filter((word) => !written.has(word)),
    )
      ? [{ fact: id, what: 'says words that it alone had' }]
      : [];
  });
}

/** One of several words may be left of something else that was there. */
function holdsHalf(segment: Segment, terms: readonly string[], keywords: readonly string[]): boolean {
  const held =
    terms.filter((term) => segment.terms.find(term) !== null).length +
    keywords.filter((word) => segment.keywords.find(word) !== null).length;
  return held > 0 && held * 2 >= terms.length + keywords.length;
}

function inVectors(
  hashes: Uint32Array,
  digests: Uint32Array,
  known: readonly Known[],
  others: ReadonlySet<number>,
): IndexTrace[] {
  return known
    .filter((one) => {
      for (let at = 0; at < hashes.length; at++) {
        const hash = hashes[at] as number;
        if (
          one.hashes.has(hash) ||
          (one.digests.has(`${String(digests[at * 2])},${String(digests[at * 2 + 1])}`) && !others.has(hash))
        )
          return true;
      }
      return false;
    })
    .map(({ id }) => ({ fact: id, what: 'says it, as a vector' }));
}
