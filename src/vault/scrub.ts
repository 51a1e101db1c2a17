// Removes forgotten text from this clone's local files: journals, recall log, quarantine, cache, state. None of them is
// authoritative, so each is rewritten in place. Idempotent; its completion is recorded, so that a clone that received
// tombstones by a merge does it once.
import { type Phrase, says, seek, type Sought } from '../language/forgotten-words.ts';
import { isDay } from '../model/day.ts';
import type { Fact } from '../model/fact.ts';
import { ID_PATTERN } from '../model/ids.ts';
import type { FileChange } from '../model/journal.ts';
import { isObject, isText, itemsOf, type JsonObject } from '../model/json.ts';
import { citationsIn } from '../page/claim-text.ts';
import { parsePageHead } from '../page/edit-page.ts';
import { FORGOTTEN_WORDS, forgottenSayings, headingsIn, isNameKey, type Teller, tellerOf } from '../page/forget.ts';
import { confined, writeInVault } from './confine.ts';
import { namesIn, readText, removeFile } from './disk.ts';
import { listRunFolders, listRuns, readJournal } from './journal.ts';
import { parseJsonObject } from './ledger.ts';
import { listPlanFiles } from './notes.ts';
import { scrubSessions } from './sessions.ts';
import { readState, updateState } from './state.ts';
import { readSummaryRecords, restsOn } from './memory-file.ts';
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

/** Forgotten facts, by id and by their words. */
interface Gone {
  readonly forgotten: ReadonlySet<string>;
  readonly sought: readonly Sought[];
  /** True if a name contains a word that only a forgotten fact has. */
  readonly tells: Teller['tells'];
  /** True if a line of `MEMORY.md` rests on a forgotten fact. */
  readonly isResting: (line: string) => boolean;
}

/** Replaces a text of a journal whose words would reveal the fact, although no line cites or states it. */
const GONE_TEXT = `- ${FORGOTTEN_WORDS}\n`;

/** Keys with words, which are removed from objects about a forgotten fact; ids, pages and days stay. */
const WORDS_OF = new Set(['text', 'says', 'reason', 'title', 'about', 'group', 'head', 'from', 'to', 'draft']);
const NAMES_A_FACT = ['fact', 'claim', 'of', 'by', 'with', 'id', 'facts'];

/** A replacer for `JSON.stringify` that removes forgotten text from journals, plan files, ledger and review lines. */
function withoutWords(gone: Gone, kind?: unknown): (key: string, value: unknown) => unknown {
  const { forgotten, sought, tells } = gone;
  return (key, value) => {
    if (isText(value))
      return says(value, sought) || (isNameKey(key) && (tells(value) || forgotten.has(key))) ? FORGOTTEN_WORDS : value;
    if (!isObject(value)) return value;
    const { path, before, after, at, text } = value;
    if (isText(path) && before !== undefined && after !== undefined) {
      const clean = (page: unknown): unknown => (isText(page) ? cleanFile(path, page, gone) : page);
      // A forget cannot be undone, so its journal keeps no earlier text; the text that it wrote is kept, because a
      // repeated run compares with it.
      return { ...value, before: clean(kind === 'forget' ? after : before), after: clean(after) };
    }
    if (isText(path) && at !== undefined && isText(text)) return { ...value, text: cleanLines(text, gone) };
    if (!NAMES_A_FACT.some((name) => namesAny(JSON.stringify(value[name] ?? ''), forgotten))) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        name,
        WORDS_OF.has(name) && isText(one) && !isDay(one) ? FORGOTTEN_WORDS : one,
      ]),
    );
  };
}

/** Cleans the text of a page, or of a file that an undo regenerates. */
function cleanFile(path: string, text: string, gone: Gone): string {
  const cleaned = withoutSaying(text, gone.forgotten, gone.sought);
  const isMade = path === SUMMARY_FILE || path === CATALOGUE_FILE;
  const isTold = isMade
    ? cleaned !== text || gone.tells(text) || text.split('\n').some(gone.isResting)
    : [...headingsIn(text), parsePageHead(path, text).description].some(gone.tells);
  return isTold ? GONE_TEXT : cleaned;
}

/** Cleans the text of an append: lines of JSON, or of log.md. */
function cleanLines(text: string, gone: Gone): string {
  const clean = (line: string): string => {
    const value = parseJsonObject(line);
    if (value !== null) return JSON.stringify(value, withoutWords(gone));
    return says(line, gone.sought) ? FORGOTTEN_WORDS : line;
  };
  return text.split('\n').map(clean).join('\n');
}

/** Rewrites a JSON file if it contains forgotten text. */
function scrubJson(vault: Vault, path: string, gone: Gone, indent: number): void {
  const value = parseJsonObject(readText(absolute(vault, path)) ?? '');
  const write = (edit?: ReturnType<typeof withoutWords>): string => `${JSON.stringify(value, edit, indent)}\n`;
  try {
    const clean = write(withoutWords(gone, value?.['kind']));
    if (value !== null && clean !== write()) writeInVault(vault, path, clean);
  } catch (error) {
    // Nested too deeply to be a real plan; `forget` reports it.
    if (!(error instanceof RangeError)) throw error;
  }
}

/** Derived from the notes, like the index; the compiled settings next to them contain no memory. */
const CACHES = [NOTES_CACHE, ...['search-index', 'forgotten.json', 'touched'].map((name) => `${CACHE_DIR}/${name}`)];

export interface ScrubInput {
  readonly facts: readonly Fact[];
  readonly forgotten: ReadonlySet<string>;
}

/** Deletes the caches first, so that no cache contains the words even if the program is killed next. */
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
  // Vectors contain no words; the index prunes those without a row.
  const index = namesIn(absolute(vault, INDEX_DIR))
    .filter((name) => !name.endsWith('.vec'))
    .map((name) => `${INDEX_DIR}/${name}`);
  for (const path of [...CACHES, ...index]) removeFile(confined(vault, path));
  scrubLines(vault, RECALL_FILE, (value) => withoutIds(value, forgotten));
  scrubLines(vault, QUARANTINE_FILE, (value) =>
    namesAny(JSON.stringify([value.fact, value.id]), forgotten) || says(JSON.stringify(value), sought) ? null : value,
  );
  const isOver = (text: string): boolean => says(text, sought) || tells(text);
  scrubLines(vault, REVIEW_FILE, ({ draft, ...value }) => {
    const isNamed = namesAny(JSON.stringify(value.facts ?? ''), forgotten);
    const pairs = itemsOf(value.pairs).map((pair) => {
      if (!isObject(pair) || (isText(pair.text) && !isNamed && !isOver(pair.text))) return pair;
      const { text: _, ...rest } = pair;
      return rest;
    });
    const rest = value.pairs === undefined ? value : { ...value, pairs };
    if (!isText(draft)) return rest;
    // Each line of a lesson cites its own facts.
    const kept =
      value['kind'] === 'lesson'
        ? draft.split('\n').filter((line) => !namesAny(line, forgotten) && !isOver(line))
        : isNamed || isOver(draft)
          ? []
          : [draft];
    return kept.length === 0 ? rest : { ...rest, draft: kept.join('\n') };
  });
  scrubSessions(vault, forgotten, sought);
  const isTold = (text: string): boolean => namesAny(text, forgotten) || says(text, sought);
  const standing = <T>(byFact: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(byFact).filter(([fact]) => !forgotten.has(fact)));
  const state = readState(vault);
  if (isTold(JSON.stringify(state)))
    updateState(vault, {
      failedFacts: standing(state.failedFacts ?? {}),
      waited: standing(state.waited ?? {}),
      ...(isTold(state.lastResult ?? '') && { lastResult: undefined }),
    });
  // Unreadable journals were set aside for a person; one that contains the words is deleted.
  for (const path of listRunFolders(vault).map((folder) => `${folder}/journal.damaged`))
    if (isTold(readText(absolute(vault, path)) ?? '')) removeFile(confined(vault, path));
  for (const run of runs) scrubJson(vault, `${RUNS_DIR}/${run}/journal.json`, gone, 1);
  // A plan file about a forgotten fact can no longer be applied.
  for (const path of listPlanFiles(vault)) {
    const text = readText(absolute(vault, path)) ?? '';
    if (isTold(text) || mayTell(text)) scrubJson(vault, path, gone, 2);
  }
}

/** Old page states without the forgotten words, for display. */
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

/** The statements as logged, and every wording that pages ever had for them. */
function phrasesOf(
  vault: Vault,
  runs: readonly string[],
  logged: readonly Phrase[],
  { facts, forgotten }: ScrubInput,
): Phrase[] {
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  const isForgotten = (id: string): boolean => forgotten.has(id);
  const texts = runs.flatMap((run) => readJournal(vault, run)?.pages.flatMap(({ before, after }) => [before, after]));
  const cited = texts
    .filter((text) => isText(text) && citesAny(text, forgotten))
    .flatMap((text) => forgottenSayings(text ?? '', isForgotten, (id) => byId.get(id)));
  const phrases = [...logged, ...cited.filter(({ text }) => text !== FORGOTTEN_WORDS)];
  return [...new Map(phrases.map((phrase) => [`${phrase.fact}\n${phrase.text}`, phrase])).values()];
}

const citesAny = (text: string, forgotten: ReadonlySet<string>): boolean =>
  text.includes('[^') && citationsIn(text).some((id) => forgotten.has(id));

/** Rewrites each line of a `.jsonl` file with `edit`; null removes the line. Malformed lines stay. */
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

/** A recall line without the forgotten ids; null if none remain. */
function withoutIds(value: JsonObject, forgotten: ReadonlySet<string>): JsonObject | null {
  if (isText(value.fact) && forgotten.has(value.fact)) return null;
  if (!Array.isArray(value.facts)) return value;
  const left = value.facts.filter((id) => !isText(id) || !forgotten.has(id));
  return left.length < value.facts.length && left.length === 0 ? null : { ...value, facts: left };
}

const ID = new RegExp(`(?<![0-9a-z])${ID_PATTERN}(?![0-9a-z])`, 'g');

function namesAny(text: string, forgotten: ReadonlySet<string>): boolean {
  for (const [id] of text.matchAll(ID)) if (forgotten.has(id)) return true;
  return false;
}

/** Removes lines that cite or state forgotten facts. If the words span several lines, the whole text is removed. */
function withoutSaying(text: string, forgotten: ReadonlySet<string>, sought: readonly Sought[]): string {
  if (!citesAny(text, forgotten) && !says(text, sought)) return text;
  const isOf = (line: string): boolean => !/^\[\^[^\]]+\]:/.test(line) && citesAny(line, forgotten);
  const cleaned = text
    .split('\n')
    .map((line) => (isOf(line) || says(line, sought) ? `- ${FORGOTTEN_WORDS}` : line))
    .join('\n');
  return says(cleaned, sought) ? `${FORGOTTEN_WORDS}\n` : cleaned;
}

/** The forgotten statements as logged, and all other statements. */
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
 * Returns a test that is false for texts containing words of a forgotten fact that is still in a daily log: they must
 * reach no page and no model, whoever repeats them.
 */
export function maySay(view: Pick<View, 'facts' | 'forgotten'>): (text: string) => boolean {
  const { phrases, others } = phrasesAmong(view.facts, view.forgotten);
  const sought = seek(phrases, others);
  return (text) => !says(text, sought);
}
