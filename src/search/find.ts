// A search as people and programs see it: the request resolved, the index asked, hits in the shape that is promised.
// Writes nothing, the record of recalls included.
import type { FoundDocument } from '../index/document.ts';
import { keyword } from '../index/keywords.ts';
import { anywhere, type NearOf, type NearTerm, type Question, readQuestion } from '../index/query.ts';
import { rank, type RankedRow, type Ranking } from '../index/rank.ts';
import { coveredBy, type Memory } from '../index/ranking/factors.ts';
import { literal, newest } from '../index/ranking/order.ts';
import { reach } from '../index/expand-terms.ts';
import { countOf, rarityOf } from '../index/match.ts';
import { termsOfRow } from '../index/segment/row.ts';
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
import type { Vectors } from './with-vectors.ts';

// How sure hits are today, and which of them have faded.

export interface Sureness {
  /** 0 to 1, in four decimals. */
  readonly confidence: number;
  readonly faded: boolean;
  readonly pinned: boolean;
}

/** Null for prose, which does not fade. */
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

// Whether it is worth looking for a time in a question, by its words alone: loads nothing of what finds one.

/** Words that may say when, where no days were read from them. */
const OF_TIME = ' recent late weekend morn afternoon even ago ';
/** Words that are a month only beside others: in small letters none of them alone is one. */
const MONTHS = ' may march mar jan sep dec ';
/** Words beside which they are: any before a month, or of a year, or a number. */
const BESIDE =
  ' in since until till before after of by during from between on last past previous this next current ' +
  'coming day year a an couple the one two three four five six seven eight nine ten eleven twelve ';

/** May be wrong where it says so: to look (query-time.ts) costs more than most searches have. */
export function mayNameTime({ spans, asked }: Question, text: string): boolean {
  if (spans.length > 0) return true;
  let isMonth = text.includes('may') || text.includes('May');
  for (const { term, isNumber } of asked) {
    if (
      isNumber ? term.length === 4 && (term.startsWith('20') || term.startsWith('19')) : OF_TIME.includes(` ${term} `)
    )
      return true;
    isMonth ||= MONTHS.includes(` ${term} `);
  }
  return isMonth && mayNameMonth(text);
}

function mayNameMonth(text: string): boolean {
  if (text !== text.toLowerCase()) return true;
  for (const word of text.split(/[^a-z0-9]+/))
    if (word !== '' && (BESIDE.includes(` ${word} `) || word.charCodeAt(0) <= 57)) return true;
  return false;
}

// A claim as the members of one project may see it.

/**
 * Without the facts that say they are of another project: not among its sources, nor where it is asked how sure it is.
 */
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
  /** The index that gave it: the one asked, or the one that took its place. To be closed by the caller. */
  readonly index: OpenIndex;
}

/** Words that are used like one of the question, from this cosine on, and what their cosine counts for beside it. */
const LEAST_NEAR = 0.6;
const NEAR_WEIGHT = 0.3;
/** A question of which the best hit covers so much needs no other words. */
const ENOUGH = 0.5;
/** One of which the best covers less has no answer here. */
const LEAST_SHARE = 0.08;
const NO_HITS: Ranking = { total: 0, rows: [], partsOf: () => null };
/** So many of the best are looked at for the share that they cover. */
const LOOKED_AT = 3;

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
  const resolved = resolveRequest(withPast(request), layout);
  const { tokenizer } = index;
  const withNames = (question: Question): Question =>
    request.tagTable === undefined ? question : withTagNames(question, request.tagTable, tokenizer);
  const plain = wordsIn(resolved, index, memory);
  const words = plain === null ? null : withNames(plain);
  const time =
    words !== null && mayNameTime(words, resolved.question) ? await timeOf(resolved, index, memory.today) : null;
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

/** A question about the past is answered by what no longer holds, too. */
const withPast = (request: SearchRequest): SearchRequest =>
  request.all || !asksOfPast(request.query) ? request : { ...request, all: true };

function noticeOf({ leftOut }: Resolved, notice: string | null): string | null {
  if (leftOut.length === 0) return notice;
  const words =
    `Only the first ${LIMITS.list} quoted phrases, exclusions and filters of a question count; ${leftOut.length} ` +
    `more were ignored: ${shortened(leftOut.join(' '))}.`;
  return notice === null ? words : `${words} ${notice}`;
}

/** The same at once, by words: rows whose file changed meanwhile are left out. */
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

/** A request as the index takes it, its question read. */
interface Asking {
  readonly resolved: Resolved;
  /** Null for a list of the newest. */
  readonly words: Question | null;
  /** Reads the same, its words with those that are used alike; null where no table of them is at hand. */
  readonly near: (() => Question) | null;
  /** Null where it names none, or was not asked for one. */
  readonly time: OfTime | null;
  /** Whether a statement holds the kind of answer that is asked for; null where that is no kind we know. */
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

/** Loads the patterns only if the first words may ask for a kind of answer. */
async function answersTo(question: string): Promise<Asking['answers']> {
  const first = question.toLowerCase().split(/[^\p{L}]+/u, 4);
  const mayAsk = first.some((word) => QUESTION_WORDS.includes(` ${word} `)) || /[什谁哪几多]/.test(question);
  return mayAsk ? (await import('./answer-kind.ts')).answerTest(question) : null;
}

const QUESTION_WORDS =
  ' when what which how who whom whose where quand quel quelle quels quelles combien qui où wann welche welchem welchen welcher ' +
  'wie wer wem wen wo cuándo qué cuánto cuánta cuántos cuántas cuál quién quiénes dónde ';

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
 * The rows in the order in which they are shown: an exact sentence first, what is newer before what says much the same
 * or waits to be replaced by it. What is superseded comes last, unless the question asks of what was. `rivalOf`: rows
 * about which a person is asked. `answers`: rows that count for more because they hold the kind of answer asked for.
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

/** What a statement that holds such an answer has beside one that does not. */
const ANSWER_FACTOR = 1.5;
/** So many of the best are read to see which hold an answer. */
const READ_FOR_ANSWERS = 40;

/** Those of the best rows whose statement holds the kind of answer that the question asks for. */
function answersAmong(
  rows: readonly RankedRow[],
  isAnswer: Asking['answers'],
  read: (row: number) => FoundDocument | null,
): ReadonlySet<number> {
  const best = isAnswer === null ? [] : rows.slice(0, READ_FOR_ANSWERS);
  return new Set(best.flatMap(({ row }) => (isAnswer?.(read(row)?.text ?? '') === true ? [row] : [])));
}

/** `answers` count for more. */
function withAnswers(rows: readonly RankedRow[], answers: ReadonlySet<number>): readonly RankedRow[] {
  if (answers.size === 0) return rows;
  return sortedByScore(
    rows.map((one) =>
      answers.has(one.row) ? { row: one.row, score: Math.round(one.score * ANSWER_FACTOR * 1e4) / 1e4 } : one,
    ),
  );
}

const sortedByScore = (rows: readonly RankedRow[]): RankedRow[] => [...rows].sort((a, b) => b.score - a.score);

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
    // A title that a question quotes may stand nowhere as it is quoted.
    const loose = byWords(select([]));
    if (loose.total > 0)
      return {
        ranking: loose,
        admits: select([]),
        notice:
          `Nothing holds ${shortened(resolved.phrases.map((phrase) => JSON.stringify(phrase)).join(' and '))} ` +
          'word for word: these are hits for the single words.',
      };
  }
  return {
    ranking,
    admits,
    notice:
      request.mode === 'lexical' ? null : `There is no model for --mode ${request.mode}: this is a search by words.`,
  };
}

/** How much of the question the best hits cover, by how rare its words are: 0 to 1. Words that nothing holds count. */
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

/** Is there nothing but a word or two that says little? A name that is known says enough. */
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

// What was shown to someone, for the recall log: times and ids of facts. Never what was asked.

/**
 * The line that a search adds to the recall log, without line end: `{"at":…,"facts":[…]}`. None where no fact was
 * shown.
 */
export function renderRecalls(hits: readonly Pick<SearchHit, 'id' | 'kind' | 'sources'>[], at: Date): string[] {
  const facts = new Set(
    hits.flatMap((hit) => (hit.kind === 'fact' ? [hit.id] : hit.sources.map((source) => source.id))),
  );
  return facts.size === 0 ? [] : [JSON.stringify({ at: at.toISOString(), facts: [...facts] })];
}
