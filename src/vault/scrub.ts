// Takes what is forgotten out of the files of this clone alone: journals, the log of recalls, what waits in quarantine,
// the cache, the state. None of them is a truth, so each is rewritten in place. May be done any number of times; what
// was scrubbed is noted, so that a clone that got tombstones by a merge does it once.
import { type Phrase, says, seek, type Sought } from '../language/forgotten-words.ts';
import type { Fact } from '../model/fact.ts';
import { ID_PATTERN } from '../model/ids.ts';
import type { FileChange, Journal } from '../model/journal.ts';
import type { JsonObject } from '../model/json.ts';
import { LIMITS } from '../model/limits.ts';
import { renderScalar } from '../note/front-matter.ts';
import { citationsIn, renderClaimText } from '../page/claim-text.ts';
import { parsePageHead } from '../page/edit-page.ts';
import {
  FORGOTTEN_WORDS,
  forgottenSayings,
  isNameKey,
  type Teller,
  tellerOf,
  tellsOf,
  withoutTellingHeadings,
} from '../page/forget.ts';
import { confined, writeInVault } from './confine.ts';
import { namesIn, readText, removeFile } from './disk.ts';
import { listRunFolders, listRuns, readJournal, writeJournal } from './journal.ts';
import { parseJsonObject } from './ledger.ts';
import { listPlanFiles } from './own-files.ts';
import { scrubSessions } from './sessions.ts';
import { readState, writeState } from './state.ts';
import { readSummaryRecords, restsOn } from './summary-record.ts';
import {
  absolute,
  CACHE_DIR,
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

// What an engine said in words of its own, as journals keep it: lines of `MEMORY.md` and what a page is about. It
// cites nothing, and may say what is forgotten in other words.

/** The text of a `MEMORY.md` without lines that rest on what is forgotten; the same text where there are none. */
export function withoutResting(text: string, isResting: (line: string) => boolean): string {
  const lines = text.split('\n');
  if (!lines.some(isResting) && !text.includes(FORGOTTEN_WORDS)) return text;
  const left = lines.map((line) => (isResting(line) ? `- ${FORGOTTEN_WORDS}` : line));
  // A heading may tell what stood below it.
  return left
    .map((line, index) => (line.startsWith('## ') && isGone(left, index + 1) ? `## ${FORGOTTEN_WORDS}` : line))
    .join('\n');
}

/** Is nothing left of the lines below a heading? */
function isGone(lines: readonly string[], from: number): boolean {
  const end = lines.findIndex((line, index) => index >= from && !line.startsWith('- ') && line.trim() !== '');
  const below = lines.slice(from, end < 0 ? undefined : end).filter((line) => line.startsWith('- '));
  return below.length > 0 && below.every((line) => line === `- ${FORGOTTEN_WORDS}`);
}

/** Might a journal hold such a line? Seen without taking it apart. */
const holdsResting =
  (isResting: (line: string) => boolean) =>
  (text: string): boolean =>
    text.split('\\n').some((line) => line.startsWith('- ') && isResting(unquote(line)));

function unquote(line: string): string {
  try {
    return JSON.parse(`"${line}"`) as string;
  } catch {
    return line;
  }
}

/** What pages that cite the forgotten say of themselves, where it speaks of that. */
function tellingAbouts(
  pages: readonly { readonly path: string; readonly text: string }[],
  phrases: readonly string[],
  others: readonly string[],
): string[] {
  const heads = new Map(
    pages.map(({ path, text }) => parsePageHead(path, text)).map((head) => [head.description, head.title]),
  );
  return [...heads].filter(([about, title]) => tellsOf(about, phrases, [title, ...others])).map(([about]) => about);
}

/** Lines with one of them: the front matter and the overview of a page, and `index.md`. */
const withoutAbouts = (text: string, abouts: readonly string[]): string =>
  abouts
    .flatMap((about) => [about, renderClaimText(about), renderScalar(about)])
    .reduce((left, form) => left.replaceAll(form, FORGOTTEN_WORDS), text);

// What is forgotten, out of a value of JSON: a plan, a line of the ledger or of the questions. Ids, pages and days
// stay, so that it can be read as before.

/** What is forgotten, by id and by its words. */
export interface Gone {
  readonly forgotten: ReadonlySet<string>;
  readonly sought: readonly Sought[];
  /** Has a name a word that only this has? */
  readonly tells: Teller['tells'];
  /** What pages were said to be about, and must not be any more. */
  readonly abouts: readonly string[];
  /** Does a line of `MEMORY.md` rest on it? */
  readonly isResting: (line: string) => boolean;
}

/** What did not change stays the same value, so that a large journal need not be compared. */
function mapIfOther<T>(list: readonly T[], edit: (one: T) => T): readonly T[] {
  const edited = list.map(edit);
  return edited.every((one, index) => one === list[index]) ? list : edited;
}

/** Words of a plan, of what is about a forgotten fact and of what says it; ids, pages and days stay. */
const WORDS_OF = new Set(['text', 'says', 'reason', 'title', 'about', 'group', 'head', 'from', 'to', 'draft']);
const NAMES_A_FACT = ['fact', 'claim', 'of', 'by', 'with', 'id'];

/** The same value where it holds none of it. */
function cleanTree(value: unknown, gone: Gone, ownKey = '', depth = 0): unknown {
  // Nothing that memvault writes is so deep: nobody knows what it says.
  if (depth > LIMITS.nesting) return FORGOTTEN_WORDS;
  const { forgotten, sought, tells } = gone;
  if (typeof value === 'string')
    return says(value, sought) || (isNameKey(ownKey) && (tells(value) || forgotten.has(ownKey)))
      ? FORGOTTEN_WORDS
      : value;
  if (Array.isArray(value)) return mapIfOther(value as unknown[], (one) => cleanTree(one, gone, '', depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const isOfIt = entries.some(
    ([key, one]) =>
      (NAMES_A_FACT.includes(key) && typeof one === 'string' && forgotten.has(one)) ||
      (key === 'facts' && Array.isArray(one) && one.some((id) => typeof id === 'string' && forgotten.has(id))),
  );
  const isWords = (key: string, one: unknown): boolean =>
    isOfIt && WORDS_OF.has(key) && typeof one === 'string' && !/^\d{4}-\d{2}-\d{2}$/.test(one);
  const edited = entries.map(([key, one]): [string, unknown] => [
    key,
    isWords(key, one) ? FORGOTTEN_WORDS : cleanTree(one, gone, key, depth + 1),
  ]);
  return edited.every(([, one], index) => one === entries[index]?.[1]) ? value : Object.fromEntries(edited);
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
  const { phrases: asSaid, others } = phrasesAmong(facts, forgotten);
  const texts = asSaid.map(({ text }) => text);
  const isResting = restsOn(readSummaryRecords(vault), forgotten);
  // Most journals tell of other things, and need not be parsed to see that.
  const logged = seek(asSaid, []);
  const mayRest = holdsResting(isResting);
  // A heading over claims of others may have a word of it.
  const asLogged = tellerOf(texts, others);
  const first = journalsThat(
    vault,
    (text) => namesAny(text, forgotten) || says(text, logged) || mayRest(text) || asLogged.mayTell(text),
  );
  const phrases = phrasesOf(facts, forgotten, first);
  const sought = seek(phrases, others);
  const citing = first.flatMap(({ pages }) =>
    pages.flatMap(({ path, before, after }) =>
      [before, after].flatMap((text) => (text !== null && citesAny(text, forgotten) ? [{ path, text }] : [])),
    ),
  );
  const words = phrases.map(({ text }) => text);
  const { tells } = tellerOf(words, others);
  const abouts = tellingAbouts(citing, words, others);
  const gone: Gone = { forgotten, sought, tells, abouts, isResting };
  // What a page is about stands in `index.md` too, whatever else a run was about.
  const known = new Set(first.map(({ run }) => run));
  const journals =
    abouts.length === 0
      ? first
      : [
          ...first,
          ...journalsThat(
            vault,
            (text, run) => !known.has(run) && abouts.some((about) => text.includes(JSON.stringify(about).slice(1, -1))),
          ),
        ];
  // Vectors are no words; who made them takes away those of which no row is left.
  const index = namesIn(absolute(vault, INDEX_DIR))
    .filter((name) => !name.endsWith('.vec'))
    .map((name) => `${INDEX_DIR}/${name}`);
  for (const path of [...CACHES, ...index]) removeFile(confined(vault, path));
  scrubLines(vault, RECALL_FILE, (value) => withoutIds(value, forgotten));
  scrubLines(vault, QUARANTINE_FILE, (value) =>
    isAbout(value, forgotten) || says(JSON.stringify(value), sought) ? null : value,
  );
  scrubLines(vault, REVIEW_FILE, (value) =>
    withoutDraft(value, forgotten, (draft) => says(draft, sought) || tells(draft)),
  );
  scrubSessions(vault, forgotten, sought);
  scrubState(vault, forgotten, sought);
  scrubDamaged(vault, forgotten, sought);
  // Those that a forget wrote come last: they know the words best, should this be cut short.
  for (const journal of [...journals].sort((a, b) => Number(a.kind === 'forget') - Number(b.kind === 'forget'))) {
    const clean = withoutWords(journal, gone);
    if (clean !== null) writeJournal(vault, clean);
  }
  scrubPlans(vault, (text) => namesAny(text, forgotten) || says(text, sought) || asLogged.mayTell(text), gone);
}

function journalsThat(vault: Vault, tells: (text: string, run: string) => boolean): Journal[] {
  return listRuns(vault).flatMap(({ run }) => {
    const text = readText(absolute(vault, `${RUNS_DIR}/${run}/journal.json`));
    return text !== null && tells(text, run) ? (readJournal(vault, run) ?? []) : [];
  });
}

/** Pages of a former state without the words, to be shown. */
export function withoutForgottenWords(
  { facts, forgotten }: ScrubInput,
  pages: readonly FileChange[],
): readonly FileChange[] {
  if (forgotten.size === 0) return pages;
  const { phrases, others } = phrasesAmong(facts, forgotten);
  const sought = seek(phrases, others);
  const clean = (text: string | null): string | null => (text === null ? null : cleanText(text, forgotten, sought));
  return pages.map(({ path, before, after }) => ({ path, before: clean(before), after: clean(after) }));
}

/** The statements as they were logged, and the words that pages ever had for them. */
function phrasesOf(facts: readonly Fact[], forgotten: ReadonlySet<string>, journals: readonly Journal[]): Phrase[] {
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  const isForgotten = (id: string): boolean => forgotten.has(id);
  const texts = journals
    .flatMap(({ pages }) => pages.flatMap(({ before, after }) => [before, after]))
    .filter((text) => text !== null);
  const cited = [...new Set(texts)]
    .filter((text) => citesAny(text, forgotten))
    .flatMap((text) => forgottenSayings(text, isForgotten, (id) => byId.get(id)));
  const phrases = [...phrasesAmong(facts, forgotten).phrases, ...cited.filter(({ text }) => text !== FORGOTTEN_WORDS)];
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
      return value === null || edited === value ? [line] : edited === null ? [] : [`${JSON.stringify(edited)}\n`];
    })
    .join('');
  if (after !== before) writeInVault(vault, path, after);
}

/** A line of recalls: `facts` without those; null where none is left. */
function withoutIds(value: JsonObject, forgotten: ReadonlySet<string>): JsonObject | null {
  if (typeof value.fact === 'string' && forgotten.has(value.fact)) return null;
  if (!Array.isArray(value.facts)) return value;
  const left = value.facts.filter((id) => typeof id !== 'string' || !forgotten.has(id));
  return left.length === value.facts.length ? value : left.length === 0 ? null : { ...value, facts: left };
}

const isAbout = ({ fact, id }: JsonObject, forgotten: ReadonlySet<string>): boolean =>
  [fact, id].some((one) => typeof one === 'string' && forgotten.has(one));

/** A review's words that are no fact's: what a model proposed. */
function withoutDraft(value: JsonObject, forgotten: ReadonlySet<string>, isTold: Teller['tells']): JsonObject {
  const isOfIt = Array.isArray(value.facts) && value.facts.some((id) => typeof id === 'string' && forgotten.has(id));
  if (typeof value.draft !== 'string' || !(isOfIt || isTold(value.draft))) return value;
  const { draft: _, ...rest } = value;
  return rest;
}

function scrubState(vault: Vault, forgotten: ReadonlySet<string>, sought: readonly Sought[]): void {
  const { lastResult, failedFacts, waited, ...rest } = readState(vault);
  const left = Object.entries(failedFacts ?? {}).filter(([id]) => !forgotten.has(id));
  const waiting = Object.entries(waited ?? {}).filter(([id]) => !forgotten.has(id));
  const isSaid = lastResult !== undefined && says(lastResult, sought);
  if (
    !isSaid &&
    left.length + waiting.length === Object.keys(failedFacts ?? {}).length + Object.keys(waited ?? {}).length
  )
    return;
  writeState(vault, {
    ...rest,
    ...(left.length === 0 ? {} : { failedFacts: Object.fromEntries(left) }),
    ...(waiting.length === 0 ? {} : { waited: Object.fromEntries(waiting) }),
    ...(lastResult === undefined ? {} : { lastResult: isSaid ? 'failed' : lastResult }),
  });
}

/** Journals that cannot be read were put aside for a person; one that holds the words goes. */
function scrubDamaged(vault: Vault, forgotten: ReadonlySet<string>, sought: readonly Sought[]): void {
  for (const folder of listRunFolders(vault)) {
    const path = `${folder}/journal.damaged`;
    const text = readText(absolute(vault, path));
    if (text !== null && (namesAny(text, forgotten) || says(text, sought))) removeFile(confined(vault, path));
  }
}

/**
 * The journal without them, or null where it holds none. It can be read and carried out as before, but not be taken
 * back.
 */
function withoutWords(journal: Journal, gone: Gone): Journal | null {
  const clean: Journal = {
    ...journal,
    plan: cleanTree(journal.plan, gone) as Journal['plan'],
    pages: mapIfOther(journal.pages, (page) => cleanFile(page, journal, gone)),
    appends: mapIfOther(journal.appends, (append) => withIfOther(append, 'text', cleanLines(append.text, gone))),
    generated: mapIfOther(journal.generated, (file) => cleanFile(file, journal, gone)),
  };
  const isSame = (['plan', 'pages', 'appends', 'generated'] as const).every((key) => clean[key] === journal[key]);
  return isSame ? null : clean;
}

const withIfOther = <T extends object, K extends keyof T>(whole: T, key: K, value: T[K]): T =>
  whole[key] === value ? whole : { ...whole, [key]: value };

const ID = new RegExp(`(?<![0-9a-z])${ID_PATTERN}(?![0-9a-z])`, 'g');

function namesAny(text: string, forgotten: ReadonlySet<string>): boolean {
  for (const [id] of text.matchAll(ID)) if (forgotten.has(id)) return true;
  return false;
}

/**
 * The two texts of a file of a journal. A forget has no way back, so its journal keeps no text of before; the text that
 * it wrote is what it finds when it is carried out again.
 */
function cleanFile(file: FileChange, { kind }: Journal, gone: Gone): FileChange {
  const clean = (text: string | null): string | null => {
    if (text === null) return null;
    const cleaned = withoutTellingHeadings(cleanText(text, gone.forgotten, gone.sought), gone.tells, FORGOTTEN_WORDS);
    return withoutAbouts(file.path === SUMMARY_FILE ? withoutResting(cleaned, gone.isResting) : cleaned, gone.abouts);
  };
  const after = clean(file.after);
  return withIfOther(withIfOther(file, 'after', after), 'before', kind === 'forget' ? after : clean(file.before));
}

/** Lines that cite it or say it. What was broken over several lines takes the whole text along. */
function cleanText(text: string, forgotten: ReadonlySet<string>, sought: readonly Sought[]): string {
  if (!citesAny(text, forgotten) && !says(text, sought)) return text;
  const cleaned = text
    .split('\n')
    .map((line) => (isOf(line, forgotten) || says(line, sought) ? `- ${FORGOTTEN_WORDS}` : line))
    .join('\n');
  return says(cleaned, sought) ? `${FORGOTTEN_WORDS}\n` : cleaned;
}

const isOf = (line: string, forgotten: ReadonlySet<string>): boolean =>
  line.includes('[^') && !/^\[\^[^\]]+\]:/.test(line) && citationsIn(line).some((id) => forgotten.has(id));

/** What an append-only file got: lines of JSON, or of log.md. */
function cleanLines(text: string, gone: Gone): string {
  return text
    .split('\n')
    .map((line) => {
      const value = parseJsonObject(line);
      if (value === null) return says(line, gone.sought) ? FORGOTTEN_WORDS : line;
      const clean = cleanTree(value, gone);
      return clean === value ? line : JSON.stringify(clean);
    })
    .join('\n');
}

/** Plan files that lie in the vault: `dream --plan`. They are applied no more, since the fact is no more. */
function scrubPlans(vault: Vault, isTold: (text: string) => boolean, gone: Gone): void {
  for (const path of listPlanFiles(vault)) {
    const text = readText(absolute(vault, path));
    const value = text === null || !isTold(text) ? null : parseJsonObject(text);
    const clean = value === null ? null : cleanTree(value, gone);
    if (clean !== value) writeInVault(vault, path, `${JSON.stringify(clean, null, 2)}\n`);
  }
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
