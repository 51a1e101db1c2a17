// A search as people and programs see it: the request resolved, the index asked, hits in the shape that is promised.
// Writes nothing, the record of recalls included.
import { anywhere, type Question, readQuestion } from '../index/asked.ts';
import { isOpen } from '../index/admit.ts';
import type { FoundDocument } from '../index/document.ts';
import { literal, newest } from '../index/listed.ts';
import { rank, type Ranking } from '../index/rank.ts';
import type { Memory } from '../index/ranking/sureness.ts';
import { selecting } from '../index/selection.ts';
import type { OpenIndex } from '../index/state.ts';
import { termsOfRow } from '../index/terms-of-row.ts';
import { LIMITS } from '../model/limits.ts';
import { shortened } from '../model/shortened.ts';
import type { TagTable } from '../model/tag-table.ts';
import { type Sureness, surenessOf } from './fading.ts';
import type { SearchHit, SearchResult } from './hit.ts';
import { mayNameTime } from './may-name-time.ts';
import type { OfTime } from './of-time.ts';
import { withOwnFacts } from './own-facts.ts';
import { type Layout, type Resolved, resolveRequest, type SearchRequest } from './request.ts';
import type { Vectors } from './with-vectors.ts';

export interface Answer {
  readonly result: SearchResult;
  /** The index that gave it: the one asked, or the one that took its place. To be closed by the caller. */
  readonly index: OpenIndex;
}

/** Rows ranked beyond the limit: some files may have changed, and superseded rows go behind the others. */
const SPARE = 100;
/** How often the index is brought up to date because a file changed under the search. */
const MOST_AGAIN = 3;

/**
 * Superseded hits come last. Throws `usage` for a request that cannot be answered. No hits are an answer. `vectorsOf`
 * is asked again when the index was, since rows have other numbers then; null: by words. `onMany` is told before very
 * many rows are gone through.
 */
export async function find(
  request: SearchRequest,
  index: OpenIndex,
  layout: Layout,
  memory: Memory,
  vectorsOf: ((index: OpenIndex) => Promise<Vectors | null>) | null = null,
  onMany?: () => void,
): Promise<Answer> {
  const resolved = resolveRequest(request, layout, memory.today);
  const plain = wordsIn(resolved, index, memory.today);
  const words =
    plain === null || request.tagTable === undefined ? plain : await namedIn(plain, index, request.tagTable);
  const time =
    words !== null && mayNameTime(words, resolved.question) ? await timeOf(resolved, index, memory.today) : null;
  const asking: Asking = { resolved, words, time };
  let at = index;
  for (let turn = 0; ; turn++) {
    const vectors =
      vectorsOf === null || resolved.question === '*' || time?.isAll === true ? null : await vectorsOf(at);
    const fuse = vectors === null ? null : await fuseWith(vectors);
    const { stale, result } = answer(request, asking, at, memory, fuse, onMany);
    if (stale.length === 0 || turn === MOST_AGAIN)
      return { result: { ...result, notice: noticeOf(resolved, result.notice) }, index: at };
    at = await at.again(stale);
  }
}

function noticeOf({ leftOut }: Resolved, notice: string | null): string | null {
  if (leftOut.length === 0) return notice;
  const words =
    `Only the first ${LIMITS.list} quoted phrases, exclusions and filters of a question count; ${leftOut.length} ` +
    `more were ignored: ${shortened(leftOut.join(' '))}.`;
  return notice === null ? words : `${words} ${notice}`;
}

/** The same at once, by words: rows whose file changed meanwhile are left out. */
export function findNow(request: SearchRequest, index: OpenIndex, layout: Layout, memory: Memory): SearchResult {
  const resolved = resolveRequest(request, layout, memory.today);
  return answer(request, { resolved, words: wordsIn(resolved, index, memory.today), time: null }, index, memory, null)
    .result;
}

/** A request as the index takes it, its question read. */
interface Asking {
  readonly resolved: Resolved;
  /** Null for a list of the newest. */
  readonly words: Question | null;
  /** Null where it names none, or was not asked for one. */
  readonly time: OfTime | null;
}

const wordsIn = ({ question }: Resolved, { tokenizer }: OpenIndex, today: string): Question | null =>
  question === '*' ? null : readQuestion(question, tokenizer, today);

async function namedIn(words: Question, { tokenizer }: OpenIndex, tagTable: TagTable): Promise<Question> {
  const { withTagNames } = await import('./tag-names.ts');
  return withTagNames(words, tagTable, tokenizer);
}

async function timeOf(resolved: Resolved, { tokenizer }: OpenIndex, today: string): Promise<OfTime | null> {
  const { ofTime } = await import('./of-time.ts');
  return ofTime(resolved, today, tokenizer);
}

type Fuse = (ranking: Ranking, mode: SearchRequest['mode'], allows: (row: number) => boolean, most: number) => Ranking;

async function fuseWith(vectors: Vectors): Promise<Fuse> {
  const { withVectors } = await import('./with-vectors.ts');
  return (ranking, mode, allows, most) => withVectors(ranking, vectors, mode, allows, most);
}

function answer(
  request: SearchRequest,
  asking: Asking,
  index: OpenIndex,
  memory: Memory,
  fuse: Fuse | null,
  onMany?: () => void,
): { stale: number[]; result: SearchResult } {
  const read = reader(index);
  const { ranking, notice, time } = rankedBy(request, asking, index, memory, read, fuse, onMany);
  const { project } = asking.resolved.admission;
  const sureOf = surenessOf(memory);
  const isPast = index.tables.column('superseded');
  const hits: SearchHit[] = [];
  const stale: number[] = [];
  for (const { row, score } of [
    ...ranking.rows.filter((one) => isPast[one.row] !== 1),
    ...ranking.rows.filter((one) => isPast[one.row] === 1),
  ]) {
    if (hits.length === request.limit) break;
    const found = read(row);
    if (found === null) {
      stale.push(row);
      continue;
    }
    const document = project === null ? found : withOwnFacts(found, project);
    hits.push({
      ...hitOf(document, score),
      ...wordsOf(sureOf(document)),
      ...(request.explain ? partsOf(row, ranking, asking, index) : {}),
    });
  }
  return { stale, result: { query: request.query, total: ranking.total, notice, ...(time && { time }), hits } };
}

/** Each document is read once. */
function reader(index: OpenIndex): (row: number) => FoundDocument | null {
  const known = new Map<number, FoundDocument | null>();
  return (row) => {
    let document = known.get(row);
    if (document === undefined) known.set(row, (document = index.read(row)));
    return document;
  };
}

function rankedBy(
  request: SearchRequest,
  { resolved, words: question, time }: Asking,
  index: OpenIndex,
  memory: Memory,
  read: (row: number) => FoundDocument | null,
  fuse: Fuse | null,
  onMany?: () => void,
): { ranking: Ranking; notice: string | null; time?: SearchResult['time'] } {
  const { tables, tokenizer } = index;
  const most = request.limit + SPARE;
  const textOf = (row: number): string | null => read(row)?.text ?? null;
  const select = (phrases: Resolved['phrases']): ((row: number) => boolean) =>
    selecting(resolved.admission, { ...resolved, phrases }, { view: tables, tokenizer, textOf });
  const admits = select(resolved.phrases);
  if (question === null) return { ranking: newest(tables, admits, most), notice: null };
  if (time?.isAll) return { ...time.list(tables, admits, most), notice: null };
  const { admission, without } = resolved;
  const isAll = (phrases: Resolved['phrases']): boolean =>
    time === null && phrases.length === 0 && without.length === 0 && isOpen(admission);
  const byWords = (admitted: typeof admits, phrases: Resolved['phrases']): Ranking => {
    if (question.asked.length === 0) return literal(tables, resolved.question, admitted, textOf);
    const ranked = (words: Question): Ranking =>
      rank(tables, words, {
        admits: time === null ? admitted : time.beside(tables, words, admitted),
        most,
        memory,
        isWhole: fuse !== null,
        isOpen: isAll(phrases),
        onMany,
      });
    const found = ranked(question);
    return found.total > 0 ? found : ranked(anywhere(question));
  };
  const ranking = byWords(admits, resolved.phrases);
  if (fuse !== null)
    return { ranking: fuse(ranking, request.mode, (row) => tables.isLive(row) && admits(row), most), notice: null };
  if (ranking.total === 0 && resolved.phrases.length > 0 && question.asked.length > 0) {
    // A title that a question quotes may stand nowhere as it is quoted.
    const loose = byWords(select([]), []);
    if (loose.total > 0)
      return {
        ranking: loose,
        notice:
          `Nothing holds ${shortened(resolved.phrases.map((phrase) => JSON.stringify(phrase)).join(' and '))} ` +
          'word for word: these are hits for the single words.',
      };
  }
  return {
    ranking,
    notice:
      request.mode === 'lexical' ? null : `There is no model for --mode ${request.mode}: this is a search by words.`,
  };
}

function hitOf(
  { id, kind, path, line, date, logged, text, category, tags, title, sources, superseded, held }: FoundDocument,
  score: number,
): SearchHit {
  return {
    id,
    kind,
    path,
    line,
    date,
    ...(logged !== null && logged !== date && { logged }),
    score,
    text,
    category,
    tags,
    title,
    sources,
    ...(superseded && { superseded }),
    ...(held && { held }),
  };
}

function wordsOf(sureness: Sureness | null): Pick<SearchHit, 'confidence' | 'faded' | 'pinned'> {
  if (sureness === null) return {};
  const { confidence, faded, pinned } = sureness;
  return { confidence, ...(faded ? { faded } : {}), ...(pinned ? { pinned } : {}) };
}

function partsOf(row: number, ranking: Ranking, { words }: Asking, { tables }: OpenIndex): Pick<SearchHit, 'parts'> {
  const parts = ranking.partsOf(row);
  return parts === null ? {} : { parts: { terms: termsOfRow(tables, words?.asked ?? [], row), ...parts } };
}
