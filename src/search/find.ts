// Runs a search: resolves the request, ranks the rows of the index and returns hits in the documented shape. Writes
// nothing, not even the recall log.
import type { FoundDocument } from '../index/document.ts';
import { keyword } from '../index/keywords.ts';
import { anywhere, type NearOf, type NearTerm, type Question, readQuestion } from '../index/query.ts';
import { rank, type RankedRow, type Ranking } from '../index/rank.ts';
import { coveredBy, type Memory } from '../index/ranking/factors.ts';
import { literal, newest } from '../index/ranking/order.ts';
import { reach } from '../index/expand-terms.ts';
import { countOf, rarityOf } from '../index/match.ts';
import { termsOfRow } from '../index/expand-terms.ts';
import type { Likeness } from '../index/vectors/similar.ts';
import type { OpenIndex } from '../index/view.ts';
import { confidenceOn, fadedBy, standingOf, surest } from '../model/confidence.ts';
import { dayOf } from '../model/day.ts';
import { LIMITS } from '../model/limits.ts';
import { isPinned } from '../model/page.ts';
import { shortened } from '../model/text.ts';
import type { SearchHit, SearchResult } from './hit.ts';
import type { OfTime } from './query-time.ts';
import { asksOfPast, putExactFirst, putNewerFirst, putRivalsFirst, type RivalOf, rivalsIn } from './prefer.ts';
import { type Layout, type Resolved, resolveRequest, type SearchRequest, selecting, withTagNames } from './request.ts';

// The confidence of hits as of today, and which of them have faded.

export interface Sureness {
  /** 0 to 1, rounded to four decimals. */
  readonly confidence: number;
  readonly faded: boolean;
  readonly pinned: boolean;
}

/** Returns null for prose, which does not fade. */
export function surenessOf({ today, fading, marks, lastRecall }: Memory): (document: FoundDocument) => Sureness | null {
  const hasFaded = fadedBy(today, fading);
  return ({ kind, facts, superseded }) => {
    if (kind === 'text') return null;
    const standings = facts.map((fact) => {
      const last = lastRecall === null ? null : lastRecall(fact.id);
      return standingOf(
        fact,
        { pinned: isPinned(fact, marks), superseded, recalled: last === null ? null : dayOf(new Date(last)) },
        fading,
      );
    });
    const confidence = surest(standings.map((standing) => confidenceOn(today, standing, fading)));
    return {
      confidence: Math.round(confidence * 1e4) / 1e4,
      faded: facts.length > 0 && standings.every(hasFaded),
      pinned: facts.some((fact) => isPinned(fact, marks)),
    };
  };
}

// A claim as visible to the members of one project.

/** Drops the facts that belong to another project, both as sources and in the calculation of confidence. */
function withOwnFacts(document: FoundDocument, project: string): FoundDocument {
  const own = keyword('project', project);
  const others = document.facts
    .filter(({ fields }) => fields.project !== undefined && keyword('project', fields.project) !== own)
    .map(({ id }) => id);
  if (document.kind !== 'claim' || others.length === 0) return document;
  const sources = document.sources.filter(({ id }) => !others.includes(id));
  return {
    ...document,
    id: sources[0]?.id ?? document.id,
    sources,
    facts: document.facts.filter(({ id }) => !others.includes(id)),
  };
}

export interface Answer {
  readonly result: SearchResult;
  /** The index that answered: the one passed in or a refreshed one. The caller closes it. */
  readonly index: OpenIndex;
}

/** Minimum cosine for a word to count as near a word of the question, and the weight of its cosine. */
const LEAST_NEAR = 0.6;
const NEAR_WEIGHT = 0.3;
/** If the best hits cover this share of the question, near words are not tried. */
const ENOUGH = 0.5;
/** If the best hits cover less than this share, the search reports no hits. */
const LEAST_SHARE = 0.08;
const NO_HITS: Ranking = { total: 0, rows: [], partsOf: () => null };
/** How many of the best hits are checked for the share that they cover. */
const LOOKED_AT = 3;

/** Extra rows ranked beyond the limit: some files may have changed, and superseded rows are moved to the end. */
const SPARE = 100;
/** How often the index is refreshed because a file changed during the search. */
const MOST_AGAIN = 3;

/**
 * Puts superseded hits last. Throws `usage` for an invalid request; finding nothing is not an error. `vectorsOf` is
 * called again after a refresh, because row numbers change; null searches by words only. `onMany` is called before a
 * very large number of rows is scanned.
 */
export async function find(
  request: SearchRequest,
  index: OpenIndex,
  layout: Layout,
  memory: Memory,
  vectorsOf: ((index: OpenIndex) => Promise<Vectors | null>) | null = null,
  onMany?: () => void,
): Promise<Answer> {
  const resolved = resolveRequest(withPast(request), layout);
  const { tokenizer } = index;
  const withNames = (question: Question): Question =>
    request.tagTable === undefined ? question : withTagNames(question, request.tagTable, tokenizer);
  const plain = wordsIn(resolved, index, memory);
  const words = plain === null ? null : withNames(plain);
  const time = words?.isTimed === true ? await timeOf(resolved, index, memory.today) : null;
  const { neighboursOf } = memory;
  const near =
    neighboursOf === undefined
      ? null
      : (): Question =>
          withNames(readQuestion(resolved.question, tokenizer, memory.today, nearBy(neighboursOf, tokenizer)));
  const answers = words === null || time?.isAll === true ? null : await answersTo(resolved.question);
  const asking: Asking = { resolved, words, near, time, answers };
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

/** A question about the past also searches superseded claims. */
const withPast = (request: SearchRequest): SearchRequest =>
  request.all || !asksOfPast(request.query) ? request : { ...request, all: true };

function noticeOf({ leftOut }: Resolved, notice: string | null): string | null {
  if (leftOut.length === 0) return notice;
  const words =
    `Only the first ${LIMITS.list} quoted phrases, exclusions and filters of a question are used; ${leftOut.length} ` +
    `more were ignored: ${shortened(leftOut.join(' '))}.`;
  return notice === null ? words : `${words} ${notice}`;
}

/** Synchronous variant of `find`, by words only: skips rows whose file has changed. */
export function findNow(request: SearchRequest, index: OpenIndex, layout: Layout, memory: Memory): SearchResult {
  const resolved = resolveRequest(request, layout);
  return answer(
    request,
    { resolved, words: wordsIn(resolved, index, memory), near: null, time: null, answers: null },
    index,
    memory,
    null,
  ).result;
}

/** A resolved request with its parsed question. */
interface Asking {
  readonly resolved: Resolved;
  /** Null for a listing of the newest. */
  readonly words: Question | null;
  /** Parses the question again, with near words added; null if there is no table of word neighbours. */
  readonly near: (() => Question) | null;
  /** Null if the question names no time. */
  readonly time: OfTime | null;
  /** Tests whether a statement contains the kind of answer that the question wants; null for no known kind. */
  readonly answers: ((text: string) => boolean) | null;
}

const wordsIn = ({ question }: Resolved, { tokenizer }: OpenIndex, { today }: Memory): Question | null =>
  question === '*' ? null : readQuestion(question, tokenizer, today);

function nearBy(neighboursOf: NonNullable<Memory['neighboursOf']>, tokenizer: OpenIndex['tokenizer']): NearOf {
  return (word, own) => {
    const near = new Map<string, NearTerm>();
    for (const { word: other, nearness } of neighboursOf(word)) {
      if (nearness < LEAST_NEAR) break;
      const [term] = tokenizer.terms(other);
      if (term !== undefined && term !== own && !near.has(term))
        near.set(term, { term, weight: NEAR_WEIGHT * nearness });
    }
    return [...near.values()];
  };
}

async function timeOf(resolved: Resolved, { tokenizer }: OpenIndex, today: string): Promise<OfTime | null> {
  const { ofTime } = await import('./query-time.ts');
  return ofTime(resolved, today, tokenizer);
}

/** Loads the patterns only if one of the first words may be a question word. */
async function answersTo(question: string): Promise<Asking['answers']> {
  const first = question.toLowerCase().split(/[^\p{L}]+/u, 4);
  const mayAsk = first.some((word) => QUESTION_WORDS.includes(` ${word} `)) || /[什谁哪几多]/.test(question);
  return mayAsk ? (await import('./answer-kind.ts')).answerTest(question) : null;
}

const QUESTION_WORDS =
  ' when what which how who whom whose where quand quel quelle quels quelles combien qui où wann welche ' +
  'welchem welchen welcher wie wer wem wen wo cuándo qué cuánto cuánta cuántos cuántas cuál quién quiénes ' +
  'dónde ';

/** The vector results for a question. */
export interface Vectors {
  /** Null if there is nothing to compare. */
  readonly likeness: Likeness | null;
  /** Their weight against words, 0 to 1. */
  readonly weight: number;
}

/** `allows`: live rows that may be shown. */
type Fuse = (ranking: Ranking, mode: SearchRequest['mode'], allows: (row: number) => boolean, most: number) => Ranking;

/** Merges word hits and vector hits into one ranking; `semantic` ranks by vectors alone. */
async function fuseWith({ likeness, weight }: Vectors): Promise<Fuse> {
  const { byLikeness, fuse } = await import('../index/vectors/similar.ts');
  const rounded = ({ row, score }: RankedRow): RankedRow => ({ row, score: Math.round(score * 1e4) / 1e4 });
  return (ranking, mode, allows, most) => {
    if (likeness === null) return ranking;
    const partsOf = (row: number): ReturnType<Ranking['partsOf']> => ranking.partsOf(row);
    if (mode === 'semantic') {
      const rows = byLikeness(likeness, allows, most);
      return { total: rows.length, rows: rows.map(rounded), partsOf };
    }
    const known = new Set(ranking.rows.map(({ row }) => row));
    const rows = fuse(ranking.rows, likeness, { weight, allows });
    const alone = rows.filter(({ row }) => !known.has(row) && partsOf(row) === null).length;
    return { total: ranking.total + alone, rows: rows.slice(0, most).map(rounded), partsOf };
  };
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
  const { ranking, notice, time, admits } = rankedBy(request, asking, index, memory, read, fuse, onMany);
  const { project } = asking.resolved.admission;
  const sureOf = surenessOf(memory);
  const hits: SearchHit[] = [];
  const stale: number[] = [];
  const { rows, rivalOf, answers } = preferred(asking, { ranking, admits }, index, memory, read);
  for (const { row, score } of rows) {
    if (hits.length === request.limit) break;
    const found = read(row);
    if (found === null) {
      stale.push(row);
      continue;
    }
    const document = project === null ? found : withOwnFacts(found, project);
    hits.push({
      ...hitOf(document, score),
      ...(rivalOf(row) !== undefined && { open: true as const }),
      ...wordsOf(sureOf(document)),
      ...(request.explain ? partsOf(row, asking, { ranking, tables: index.tables, answers }) : {}),
    });
  }
  return { stale, result: { query: request.query, total: ranking.total, notice, ...(time && { time }), hits } };
}

/**
 * Orders the rows for display: an exact sentence first, newer before older where they say much the same or a review
 * asks whether the newer replaces the older. Superseded rows come last unless the question is about the past.
 * `rivalOf`: rows that have an open review. `answers`: rows boosted because they contain the kind of answer asked for.
 */
function preferred(
  { resolved: { question }, words, time, answers: isAnswer }: Asking,
  { ranking: { rows, partsOf }, admits }: { readonly ranking: Ranking; readonly admits: (row: number) => boolean },
  { tables, tokenizer }: OpenIndex,
  { open: questions = [] }: Memory,
  read: (row: number) => FoundDocument | null,
): { rows: readonly RankedRow[]; rivalOf: RivalOf; answers: ReadonlySet<number> } {
  const superseded = tables.column('superseded');
  const ofPast = words !== null && asksOfPast(question);
  const isCurrent = ({ row }: RankedRow): boolean => superseded[row] !== 1;
  const answers = answersAmong(rows, isAnswer, read);
  const current = withAnswers(ofPast ? sortedByScore(rows) : rows.filter(isCurrent), answers);
  const past = ofPast ? [] : rows.filter((one) => !isCurrent(one));
  if (words === null || time?.isAll === true) return { rows: [...current, ...past], rivalOf: () => undefined, answers };
  const rivalOf = rivalsIn(
    questions,
    tables,
    (row) => superseded[row] !== 1 && admits(row),
    (row) => {
      const found = read(row);
      if (found === null || found.kind === 'text') return [];
      return found.kind === 'fact' ? [found.id] : found.sources.map(({ id }) => id);
    },
  );
  const termsOf = (row: number): ReadonlySet<string> | null => {
    const found = read(row);
    return found === null || found.kind === 'text' ? null : new Set(tokenizer.terms(found.text));
  };
  const ordered = ofPast ? current : putRivalsFirst(putNewerFirst(current, tables, termsOf), rivalOf);
  const exact = putExactFirst(ordered, question, (row) =>
    (partsOf(row)?.coverage ?? 0) >= 1 ? (read(row)?.text ?? null) : null,
  );
  return { rows: [...exact, ...past], rivalOf, answers };
}

/** Score factor for a statement that contains the kind of answer asked for. */
const ANSWER_FACTOR = 1.5;
/** How many of the best rows are read to look for an answer. */
const READ_FOR_ANSWERS = 40;

/** The rows among the best whose statement contains the kind of answer that the question wants. */
function answersAmong(
  rows: readonly RankedRow[],
  isAnswer: Asking['answers'],
  read: (row: number) => FoundDocument | null,
): ReadonlySet<number> {
  const best = isAnswer === null ? [] : rows.slice(0, READ_FOR_ANSWERS);
  return new Set(best.flatMap(({ row }) => (isAnswer?.(read(row)?.text ?? '') === true ? [row] : [])));
}

/** Boosts the rows in `answers`. */
function withAnswers(rows: readonly RankedRow[], answers: ReadonlySet<number>): readonly RankedRow[] {
  if (answers.size === 0) return rows;
  return sortedByScore(
    rows.map((one) =>
      answers.has(one.row) ? { row: one.row, score: Math.round(one.score * ANSWER_FACTOR * 1e4) / 1e4 } : one,
    ),
  );
}

const sortedByScore = (rows: readonly RankedRow[]): RankedRow[] => [...rows].sort((a, b) => b.score - a.score);

/** Reads each document at most once. */
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
  { resolved, words: question, near, time }: Asking,
  index: OpenIndex,
  memory: Memory,
  read: (row: number) => FoundDocument | null,
  fuse: Fuse | null,
  onMany?: () => void,
): {
  ranking: Ranking;
  notice: string | null;
  time?: SearchResult['time'];
  admits: (row: number) => boolean;
} {
  const { tables, tokenizer } = index;
  const most = request.limit + SPARE;
  const textOf = (row: number): string | null => read(row)?.text ?? null;
  const select = (phrases: Resolved['phrases']): ((row: number) => boolean) =>
    selecting(resolved.admission, { ...resolved, phrases }, { view: tables, tokenizer, textOf });
  const admits = select(resolved.phrases);
  if (question === null) return { ranking: newest(tables, admits, most), notice: null, admits };
  if (time?.isAll) return { ...time.list(tables, admits, most), notice: null, admits };
  const byWords = (admitted: typeof admits): Ranking => {
    if (question.asked.length === 0) return literal(tables, resolved.question, admitted, textOf);
    const ranked = (words: Question): Ranking =>
      rank(tables, words, {
        admits: time === null ? admitted : time.beside(tables, words, admitted),
        most,
        memory,
        onMany,
      });
    const exact = ranked(question);
    if (near === null || fuse !== null) return exact.total > 0 ? exact : ranked(anywhere(question));
    const share = shareOf(exact, tables, question);
    if (share >= ENOUGH) return exact;
    const beside = near();
    const wider = beside.asked.some((one) => one.near !== undefined) ? ranked(beside) : exact;
    const found = wider.total > 0 ? wider : ranked(anywhere(question));
    return !request.all && isWeak(found, tables, question, beside, share) ? NO_HITS : found;
  };
  const ranking = byWords(admits);
  if (fuse !== null)
    return {
      ranking: fuse(ranking, request.mode, (row) => tables.isLive(row) && admits(row), most),
      notice: null,
      admits,
    };
  if (ranking.total === 0 && resolved.phrases.length > 0 && question.asked.length > 0) {
    // A title quoted in the question may not appear verbatim anywhere.
    const loose = byWords(select([]));
    if (loose.total > 0)
      return {
        ranking: loose,
        admits: select([]),
        notice:
          `No exact match for ${shortened(resolved.phrases.map((phrase) => JSON.stringify(phrase)).join(' and '))}; ` +
          'showing hits for the single words.',
      };
  }
  return {
    ranking,
    admits,
    notice: request.mode === 'lexical' ? null : `No embedding model for --mode ${request.mode}; searched by words.`,
  };
}

/**
 * Share of the question that the best hits cover, weighted by the rarity of its words, 0 to 1. Words that no document
 * has count too.
 */
function shareOf({ rows, partsOf }: Ranking, tables: OpenIndex['tables'], { asked }: Question): number {
  let best = 0;
  for (const { row } of rows.slice(0, LOOKED_AT)) best = Math.max(best, coveredBy(partsOf(row)?.coverage ?? 1));
  if (best === 0) return 0;
  let [whole, held] = [0, 0];
  for (const one of asked) {
    const count = countOf(reach(tables, one));
    whole += rarityOf(tables.size, count);
    if (count > 0) held += rarityOf(tables.size, count);
  }
  return whole === 0 ? 1 : (best * held) / whole;
}

/** True if the hits match only a word or two of little weight. A known name is always enough. */
function isWeak(
  found: Ranking,
  tables: OpenIndex['tables'],
  question: Question,
  near: Question,
  share: number,
): boolean {
  if (question.asked.length < 2 || Math.max(share, shareOf(found, tables, near)) >= LEAST_SHARE) return false;
  return !question.asked.some(({ isName, term }) => isName && tables.postings(term).length > 0);
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

function partsOf(
  row: number,
  { words }: Asking,
  { ranking, tables, answers }: { ranking: Ranking; tables: OpenIndex['tables']; answers: ReadonlySet<number> },
): Pick<SearchHit, 'parts'> {
  const parts = ranking.partsOf(row);
  if (parts === null) return {};
  const terms = termsOfRow(tables, words?.asked ?? [], row);
  return { parts: { terms, ...parts, answer: answers.has(row) ? ANSWER_FACTOR : 1 } };
}

// Recall log lines: times and ids of facts, never the query.

/**
 * Renders the line that a search appends to the recall log, without newline: `{"at":…,"facts":[…]}`. Empty if no fact
 * was shown.
 */
export function renderRecalls(hits: readonly Pick<SearchHit, 'id' | 'kind' | 'sources'>[], at: Date): string[] {
  const facts = new Set(
    hits.flatMap((hit) => (hit.kind === 'fact' ? [hit.id] : hit.sources.map((source) => source.id))),
  );
  return facts.size === 0 ? [] : [JSON.stringify({ at: at.toISOString(), facts: [...facts] })];
}
