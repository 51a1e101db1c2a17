// Takes what is forgotten out of the files of this clone alone: journals, the log of recalls, what waits in quarantine,
// the cache, the state. None of them is a truth, so each is rewritten in place. May be done any number of times; what
// was scrubbed is noted, so that a clone that got tombstones by a merge does it once.
import { type Phrase, says, seek, type Sought } from '../language/forgotten-words.ts';
import { isDay } from '../model/day.ts';
import type { Fact } from '../model/fact.ts';
import { ID_PATTERN } from '../model/ids.ts';
import type { FileChange } from '../model/journal.ts';
import { isObject, isText, type JsonObject } from '../model/json.ts';
import { citationsIn } from '../page/claim-text.ts';
import { parsePageHead } from '../page/edit-page.ts';
import { FORGOTTEN_WORDS, forgottenSayings, headingsIn, isNameKey, type Teller, tellerOf } from '../page/forget.ts';
import { confined, writeInVault } from './confine.ts';
import { namesIn, readText, removeFile } from './disk.ts';
import { listRunFolders, listRuns, readJournal } from './journal.ts';
import { parseJsonObject } from './ledger.ts';
import { listPlanFiles } from './own-files.ts';
import { scrubSessions } from './sessions.ts';
import { readState, writeState } from './state.ts';
import { readSummaryRecords, restsOn } from './summary.ts';
import {
  absolute,
  CACHE_DIR,
  CATALOGUE_FILE,
  INDEX_DIR,
  NOTES_CACHE,
  QUARANTINE_FILE,
  RECALL_FILE,
  REVIEW_FILE,
  RUNS_DIR,
  SUMMARY_FILE,
  type Vault,
} from './vault.ts';
import type { View } from './view.ts';

// What is forgotten, out of values of JSON: journals, plan files, lines of the ledger or of the questions. Ids, pages
// and days stay, so that they can be read as before.

/** What is forgotten, by id and by its words. */
interface Gone {
  readonly forgotten: ReadonlySet<string>;
  readonly sought: readonly Sought[];
  /** Has a name a word that only this has? */
  readonly tells: Teller['tells'];
  /** Does a line of `MEMORY.md` rest on it? */
  readonly isResting: (line: string) => boolean;
}

/** What stands for a text of a journal in which words would tell, though no line cites or says it. */
const GONE_TEXT = `- ${FORGOTTEN_WORDS}\n`;

/** Words of a plan, of what is about a forgotten fact and of what says it; ids, pages and days stay. */
const WORDS_OF = new Set(['text', 'says', 'reason', 'title', 'about', 'group', 'head', 'from', 'to', 'draft']);
const NAMES_A_FACT = ['fact', 'claim', 'of', 'by', 'with', 'id', 'facts'];

/** For `JSON.stringify`: each value without what is forgotten. */
function withoutWords(gone: Gone, kind?: unknown): (key: string, value: unknown) => unknown {
  const { forgotten, sought, tells } = gone;
  return (key, value) => {
    if (isText(value))
      return says(value, sought) || (isNameKey(key) && (tells(value) || forgotten.has(key))) ? FORGOTTEN_WORDS : value;
    if (!isObject(value)) return value;
    if (isFileChange(value)) return withoutTexts(value, kind, gone);
    if ('at' in value && 'path' in value && isText(value['text']))
      return { ...value, text: withoutLines(value['text'], gone) };
    if (!NAMES_A_FACT.some((name) => namesAny(JSON.stringify(value[name] ?? ''), forgotten))) return value;
    const isWords = (name: string, one: unknown): boolean => WORDS_OF.has(name) && isText(one) && !isDay(one);
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, isWords(name, one) ? FORGOTTEN_WORDS : one]),
    );
  };
}

const isFileChange = (value: JsonObject): value is JsonObject & FileChange =>
  isText(value['path']) && [value['before'], value['after']].every((text) => text === null || isText(text));

/**
 * The two texts of a file of a journal. A forget has no way back, so its journal keeps no text of before; the text that
 * it wrote is what it finds when it is carried out again.
 */
function withoutTexts({ path, before, after }: FileChange, kind: unknown, gone: Gone): FileChange {
  const clean = (text: string | null): string | null => {
    if (text === null) return null;
    const cleaned = withoutSaying(text, gone.forgotten, gone.sought);
    // An undo makes these anew.
    const isMade = path === SUMMARY_FILE || path === CATALOGUE_FILE;
    const isTold = isMade
      ? cleaned !== text || gone.tells(text) || text.split('\n').some(gone.isResting)
      : [...headingsIn(text), parsePageHead(path, text).description].some(gone.tells);
    return isTold ? GONE_TEXT : cleaned;
  };
  return { path, before: clean(kind === 'forget' ? after : before), after: clean(after) };
}

/** What an append-only file got: lines of JSON, or of log.md. */
function withoutLines(text: string, gone: Gone): string {
  return text
    .split('\n')
    .map((line) => {
      const value = parseJsonObject(line);
      if (value !== null) return JSON.stringify(value, withoutWords(gone));
      return says(line, gone.sought) ? FORGOTTEN_WORDS : line;
    })
    .join('\n');
}

/** Rewrites a file of JSON that holds any of it. */
function scrubJson(vault: Vault, path: string, gone: Gone, indent: number): void {
  const value = parseJsonObject(readText(absolute(vault, path)) ?? '');
  if (value === null) return;
  const write = (edit?: ReturnType<typeof withoutWords>): string => `${JSON.stringify(value, edit, indent)}\n`;
  try {
    const clean = write(withoutWords(gone, value['kind']));
    if (clean !== write()) writeInVault(vault, path, clean);
  } catch (error) {
    // So deep that nobody wrote it as a plan: `forget` names it.
    if (!(error instanceof RangeError)) throw error;
  }
}

/** Derived from the notes, as the index is; the compiled settings beside them hold no memory. */
const CACHES = [NOTES_CACHE, ...['search-index', 'forgotten.json', 'touched'].map((name) => `${CACHE_DIR}/${name}`)];

export interface ScrubInput {
  readonly facts: readonly Fact[];
  readonly forgotten: ReadonlySet<string>;
}

/** The caches go whole: whatever ends the program next, the words are in none of them. */
export function scrub(vault: Vault, { facts, forgotten }: ScrubInput): void {
  if (forgotten.size === 0) return;
  const runs = listRuns(vault).map(({ run }) => run);
  const { phrases: logged, others } = phrasesAmong(facts, forgotten);
  const phrases = phrasesOf(vault, runs, logged, { facts, forgotten });
  const sought = seek(phrases, others);
  const { tells, mayTell } = tellerOf(
    phrases.map(({ text }) => text),
    others,
  );
  const gone: Gone = { forgotten, sought, tells, isResting: restsOn(readSummaryRecords(vault), forgotten) };
  // Vectors are no words; who made them takes away those of which no row is left.
  const index = namesIn(absolute(vault, INDEX_DIR))
    .filter((name) => !name.endsWith('.vec'))
    .map((name) => `${INDEX_DIR}/${name}`);
  for (const path of [...CACHES, ...index]) removeFile(confined(vault, path));
  scrubLines(vault, RECALL_FILE, (value) => withoutIds(value, forgotten));
  scrubLines(vault, QUARANTINE_FILE, (value) =>
    namesAny(JSON.stringify([value.fact, value.id]), forgotten) || says(JSON.stringify(value), sought) ? null : value,
  );
  scrubLines(vault, REVIEW_FILE, ({ draft, ...value }) =>
    isText(draft) && !namesAny(JSON.stringify(value.facts ?? ''), forgotten) && !says(draft, sought) && !tells(draft)
      ? { ...value, draft }
      : value,
  );
  scrubSessions(vault, forgotten, sought);
  scrubState(vault, forgotten, sought);
  const isTold = (text: string): boolean => namesAny(text, forgotten) || says(text, sought);
  // Journals that cannot be read were put aside for a person; one that holds the words goes.
  for (const path of listRunFolders(vault).map((folder) => `${folder}/journal.damaged`))
    if (isTold(readText(absolute(vault, path)) ?? '')) removeFile(confined(vault, path));
  for (const run of runs) scrubJson(vault, `${RUNS_DIR}/${run}/journal.json`, gone, 1);
  // Plan files that lie in the vault are applied no more, since the fact is no more.
  for (const path of listPlanFiles(vault)) {
    const text = readText(absolute(vault, path)) ?? '';
    if (isTold(text) || mayTell(text)) scrubJson(vault, path, gone, 2);
  }
}

/** Pages of a former state without the words, to be shown. */
export function withoutForgottenWords(
  { facts, forgotten }: ScrubInput,
  pages: readonly FileChange[],
): readonly FileChange[] {
  if (forgotten.size === 0) return pages;
  const { phrases, others } = phrasesAmong(facts, forgotten);
  const sought = seek(phrases, others);
  const clean = (text: string | null): string | null => (text === null ? null : withoutSaying(text, forgotten, sought));
  return pages.map(({ path, before, after }) => ({ path, before: clean(before), after: clean(after) }));
}

/** The statements as they were logged, and the words that pages ever had for them. */
function phrasesOf(
  vault: Vault,
  runs: readonly string[],
  logged: readonly Phrase[],
  { facts, forgotten }: ScrubInput,
): Phrase[] {
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  const cited = runs.flatMap((run) => {
    const texts = readJournal(vault, run)?.pages.flatMap(({ before, after }) => [before ?? '', after ?? '']) ?? [];
    return texts
      .filter((text) => citesAny(text, forgotten))
      .flatMap((text) =>
        forgottenSayings(
          text,
          (id) => forgotten.has(id),
          (id) => byId.get(id),
        ),
      );
  });
  const phrases = [...logged, ...cited.filter(({ text }) => text !== FORGOTTEN_WORDS)];
  return [...new Map(phrases.map((phrase) => [`${phrase.fact}\n${phrase.text}`, phrase])).values()];
}

const citesAny = (text: string, forgotten: ReadonlySet<string>): boolean =>
  text.includes('[^') && citationsIn(text).some((id) => forgotten.has(id));

/** Each line of a `.jsonl` file as `edit` gives it; null takes it out. A line that cannot be read stays. */
function scrubLines(vault: Vault, path: string, edit: (value: JsonObject) => JsonObject | null): void {
  const before = readText(absolute(vault, path));
  if (before === null) return;
  const after = before
    .split(/(?<=\n)/)
    .flatMap((line) => {
      const value = parseJsonObject(line);
      const edited = value === null ? null : edit(value);
      if (value === null || JSON.stringify(edited) === JSON.stringify(value)) return [line];
      return edited === null ? [] : [`${JSON.stringify(edited)}\n`];
    })
    .join('');
  if (after !== before) writeInVault(vault, path, after);
}

/** A line of recalls: `facts` without those; null where none is left. */
function withoutIds(value: JsonObject, forgotten: ReadonlySet<string>): JsonObject | null {
  if (isText(value.fact) && forgotten.has(value.fact)) return null;
  if (!Array.isArray(value.facts)) return value;
  const left = value.facts.filter((id) => !isText(id) || !forgotten.has(id));
  return left.length < value.facts.length && left.length === 0 ? null : { ...value, facts: left };
}

function scrubState(vault: Vault, forgotten: ReadonlySet<string>, sought: readonly Sought[]): void {
  const state = readState(vault);
  const left = <T>(facts: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(facts).filter(([id]) => !forgotten.has(id)));
  const { lastResult, failedFacts, waited } = state;
  const clean = {
    ...state,
    ...(failedFacts && { failedFacts: left(failedFacts) }),
    ...(waited && { waited: left(waited) }),
    ...(lastResult !== undefined && says(lastResult, sought) && { lastResult: 'failed' }),
  };
  if (JSON.stringify(clean) !== JSON.stringify(state)) writeState(vault, clean);
}

const ID = new RegExp(`(?<![0-9a-z])${ID_PATTERN}(?![0-9a-z])`, 'g');

function namesAny(text: string, forgotten: ReadonlySet<string>): boolean {
  for (const [id] of text.matchAll(ID)) if (forgotten.has(id)) return true;
  return false;
}

/** Without lines that cite it or say it. What was broken over several lines takes the whole text along. */
function withoutSaying(text: string, forgotten: ReadonlySet<string>, sought: readonly Sought[]): string {
  if (!citesAny(text, forgotten) && !says(text, sought)) return text;
  const isOf = (line: string): boolean => !/^\[\^[^\]]+\]:/.test(line) && citesAny(line, forgotten);
  const cleaned = text
    .split('\n')
    .map((line) => (isOf(line) || says(line, sought) ? `- ${FORGOTTEN_WORDS}` : line))
    .join('\n');
  return says(cleaned, sought) ? `${FORGOTTEN_WORDS}\n` : cleaned;
}

/** What is forgotten as it was logged, and what is logged besides. */
export function phrasesAmong(
  facts: readonly Fact[],
  forgotten: ReadonlySet<string>,
): { readonly phrases: readonly Phrase[]; readonly others: readonly string[] } {
  return {
    phrases: facts.flatMap(({ id, text }) => (forgotten.has(id) ? [{ fact: id, text }] : [])),
    others: facts.flatMap(({ id, text }) => (forgotten.has(id) ? [] : [text])),
  };
}

/**
 * Words of what is forgotten but still stands in a daily log go onto no page and to no model, whoever else says them:
 * true for a text that says nothing of it.
 */
export function maySay({
  facts,
  factById,
  forgotten,
}: Pick<View, 'facts' | 'factById' | 'forgotten'>): (text: string) => boolean {
  const phrases = [...forgotten].flatMap((id) => factById.get(id) ?? []).map(({ text }) => ({ fact: '', text }));
  if (phrases.length === 0) return () => true;
  const sought = seek(
    phrases,
    facts.flatMap(({ id, text }) => (forgotten.has(id) ? [] : [text])),
  );
  return (text) => !says(text, sought);
}
