// Searches every file of the vault for what is forgotten: by its words, in whole or in part, if the daily log still has
// the line; by its digest if the line was purged; in segments and vectors of the index by their contents. Writes
// nothing.
import { createKeywords, createTerms, foundFact, timeOfFact } from '../index/document.ts';
import { hashOfDocument } from '../index/hash.ts';
import { isDamage, openIndex } from '../index/open-index.ts';
import { CorruptSegment, isSegment, type Numbers } from '../index/segment/format.ts';
import { memoryFile, openSegment, placesOf, type Segment } from '../index/segment/open.ts';
import type { Tokenizer } from '../index/tokenizer.ts';
import { digestOfText, hasVectors, openChunk } from '../index/vectors/store.ts';
import type { Tables } from '../index/view.ts';
import {
  type Hay,
  linesSaying,
  type Phrase,
  seek,
  seekEach,
  type Sought,
  toHay,
  tracesIn,
  withoutEscapes,
  wordsOf,
} from '../language/forgotten-words.ts';
import { DOCUMENT_PREFIXES } from '../llm/embed.ts';
import { decodeUtf16 } from '../model/bytes.ts';
import { isCancelled } from '../model/errors.ts';
import type { Fact } from '../model/fact.ts';
import { groupBy } from '../model/group-by.ts';
import { parseJson } from '../model/json.ts';
import type { Cancel, IndexFiles, Progress } from '../model/ports.ts';
import { type Tombstone } from '../model/disposition.ts';
import { splitLines } from '../note/lines.ts';
import { citationsIn, parseClaimText } from '../page/claim-text.ts';
import { parseFactLine } from '../page/fact-line.ts';
import { headingsIn, tellerOf, tellingNames } from '../page/forget.ts';
import { ownLines, SUMMARY_MARKERS } from '../page/own-part.ts';
import { titleFromPath } from '../page/page.ts';
import { isPagePath } from '../vault/confine.ts';
import { isPlanFile, listAllFiles, readAnyFile } from '../vault/own-files.ts';
import { indexFiles } from '../vault/read-index-files.ts';
import { digestsBySalt, statementDigest, readStanding } from '../vault/tombstones.ts';
import { CACHE_DIR, OWN, REVIEW_FILE, RUNS_DIR, SUMMARY_FILE, type Vault } from '../vault/vault.ts';
import type { View } from '../vault/view.ts';

// Finds forgotten statements in files of the index: in segments by rows and words (prefix-compressed, so a text search
// would miss them), in vectors by the text that they were made from. Works on bytes that the caller has read, wherever
// they were.

export interface Lost {
  readonly id: string;
  /** Null if its words are no longer known: then only its rows can be found. */
  readonly fact: Fact | null;
}

export interface IndexTrace {
  readonly fact: string;
  readonly what: string;
}

export interface TraceOptions {
  readonly tokenizer: Tokenizer;
  /** All forms in which a model may have received a text. */
  readonly wordings: (text: string) => readonly string[];
  /** Facts that are not forgotten, with or without a row: their words are not unique to the lost fact. */
  readonly others: readonly Fact[];
}

/** The searchable traits of a lost fact. */
interface Known {
  readonly id: string;
  /** Terms and exact words that no other live row has. */
  readonly terms: readonly string[];
  readonly keywords: readonly string[];
  readonly hashes: Set<number>;
  readonly digests: ReadonlySet<number>;
}

/**
 * Returns a function that reports traces in the bytes of a file: none if it is neither a segment nor vectors, or
 * damaged. Segments must come first.
 */
function indexTraces(
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
        if (!isSegment(bytes)) return [];
        const { hashes, digests } = openChunk('', memoryFile(bytes));
        return hashes.length > 0
          ? inVectors(hashes, digests(), known, others)
          : inSegment(openSegment(memoryFile(bytes)), known, () => (spoken ??= spokenBy(options)));
      } catch (error) {
        if (isDamage(error)) return [];
        throw error;
      }
    };
  } catch (error) {
    // In a damaged index, words cannot be assigned to facts.
    if (error instanceof CorruptSegment) return () => [];
    throw error;
  } finally {
    tables?.close();
  }
}

/** Returns a test: true for a live row that is one of these facts, or a claim that cites one. */
function rowsOf(tables: Tables, ids: ReadonlySet<string>): (row: number) => boolean {
  const claims = new Set([...ids].flatMap((id) => [...tables.citing(id)]));
  return (row) => claims.has(row) || ids.has(tables.spot(row).id);
}

interface Spoken {
  readonly terms: ReadonlySet<string>;
  readonly keywords: ReadonlySet<string>;
}

/** All words of the other facts. Computed only after a word was found, because it reads every fact. */
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
    digests: new Set(wordings(fact.text).map(digestOfText)),
  };
}

/** Of the live rows other than these. */
function liveHashes(tables: Tables, isIts: (row: number) => boolean): Set<number> {
  const hashes = tables.column('hash');
  const live = new Set<number>();
  for (let row = 0; row < tables.rows; row++)
    if (tables.isLive(row) && !isIts(row)) live.add((hashes[row] as number) >>> 0);
  return live;
}

function inSegment(segment: Segment, known: readonly Known[], spoken: () => Spoken): IndexTrace[] {
  return known.flatMap(({ id, terms, keywords, hashes }): IndexTrace[] => {
    const place = segment.ids.find(id);
    if (place >= 0) {
      const rows = [...segment.citing(place), ...placesOf(segment.column('id'), place)];
      for (const row of rows) hashes.add(segment.value('hash', row) >>> 0);
      if (rows.length > 0) return [{ fact: id, what: 'says it, in an index row' }];
    }
    if (!holdsHalf(segment, terms, keywords)) return [];
    const { terms: said, keywords: written } = spoken();
    return holdsHalf(
      segment,
      terms.filter((term) => !said.has(term)),
      keywords.filter((word) => !written.has(word)),
    )
      ? [{ fact: id, what: 'says words unique to it' }]
      : [];
  });
}

/** A single word of several may be left over from something else. */
function holdsHalf(segment: Segment, terms: readonly string[], keywords: readonly string[]): boolean {
  const held =
    terms.filter((term) => segment.terms.find(term) >= 0).length +
    keywords.filter((word) => segment.keywords.find(word) >= 0).length;
  return held > 0 && held * 2 >= terms.length + keywords.length;
}

function inVectors(
  hashes: Numbers,
  digests: Numbers,
  known: readonly Known[],
  others: ReadonlySet<number>,
): IndexTrace[] {
  return known
    .filter((one) => {
      for (let at = 0; at < hashes.length; at++) {
        const hash = hashes[at] as number;
        if (one.hashes.has(hash) || (one.digests.has(digests[at] as number) && !others.has(hash))) return true;
      }
      return false;
    })
    .map(({ id }) => ({ fact: id, what: 'says it, as a vector' }));
}

// Yields every part of a text that may be one whole statement: anything between two possible boundaries, also across
// two or three lines. For statements known only by their digest.

export interface Candidate {
  /** 1-based; the first line if it spans several. */
  readonly line: number;
  /** Number of lines that it spans. */
  readonly count: number;
  readonly words: string;
}

/** A statement in a wrapped paragraph may span this many lines. */
const MOST_LINES = 3;
/** No wrapped paragraph has longer lines, in characters. */
const LONG = 1000;
/** Longer lines are data, with their texts in quotes. */
const HUGE = 20_000;
/** Maximum number of boundaries within a statement. */
const MOST_EDGES = 24;

/** Each once per line and count of lines, in no particular order. */
export function* candidatesIn(text: string): Generator<Candidate> {
  const lines = splitLines(text);
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || SOURCE.test(line)) continue;
    const found = new Set<string>();
    const isData = line.length > HUGE || isRecordLine(line);
    for (let count = 1; count <= (isData ? 1 : MOST_LINES); count++) {
      const next = lines[index + count - 1];
      if (count > 1 && (next === undefined || !goesOn(next))) break;
      const whole = lines.slice(index, index + count).map((one) => one.replace(LEAD, ''));
      for (const words of isData ? inData(line) : inWords(count === 1 ? line : whole.join(' '))) {
        if (found.has(words)) continue;
        found.add(words);
        yield { line: index + 1, count, words };
      }
    }
  }
}

/** Statements that the name of a file or folder may contain: as it is, and with its words separated. */
function candidatesInPath(path: string): string[] {
  const forms = [path, path.replace(/_/g, ' '), path.replace(/-/g, ' '), path.replace(/[-_]/g, ' ')];
  return [...new Set(forms.flatMap(between))];
}

/** The prefix of a line that continues the one above. */
const LEAD = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?/;

/** Boundaries of statements: a mark of markdown, JSON or a path, a quote, punctuation or a label. */
const EDGE = new RegExp(
  String.raw`^[\s>]*(?:[-*+]|\d{1,9}[.)])\s+|["'“”„‘’«»「」『』()[\]{}|*~=\x60<>#^/]+\s*|(?<!\w)_+|_+(?!\w)|` +
    String.raw`\\+[nrt]|[.!?;:,]+(?:\s+|$)|[。！？；：，]|\.(?=[a-z0-9]{1,8}(?:\W|$))|\s[-–—]\s`,
  'g',
);

/** Footnotes and inline marks, which may occur within a statement. */
const MARKS = /\s?\[\^[^\]\s]+\]|\*+|__|~~|==|\x60/g;

/** The source line of a claim's citation, as memvault writes it: there is one for each claim, and it has no words. */
const SOURCE = new RegExp(
  String.raw`^\[\^[0-9a-z]{10}\]: \[\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?\]\((?:\.\.\/)*daily\/\d` +
    String.raw`{4}-\d{2}-\d{2}\.md#\^[0-9a-z]{10}\)$`,
);

const goesOn = (line: string): boolean =>
  line.trim() !== '' && line.length <= LONG && !SOURCE.test(line) && !isRecordLine(line);

/** A line of a JSON-lines file: its texts are in quotes, and it does not continue on the next line. */
const isRecordLine = (line: string): boolean =>
  line.startsWith('{') && line.endsWith('}') && parseJson(line) !== undefined;

function* inWords(text: string): Generator<string> {
  const forms = [text, withoutEscapes(text), text.replace(MARKS, ''), parseClaimText(text), parseFactLine(text)?.text];
  for (const form of new Set(forms)) if (form !== undefined) yield* between(form);
}

function* inData(line: string): Generator<string> {
  yield line;
  for (const quoted of new Set([...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, inside = '']) => inside)))
    for (const form of new Set([quoted, withoutEscapes(quoted)])) yield* between(form);
}

/** With a full stop at the end and without. */
function between(text: string): string[] {
  const edges = [...text.matchAll(EDGE)];
  const starts = [0, ...edges.map(({ index, 0: mark }) => index + mark.length)];
  const ends = [
    ...edges.flatMap(({ index, 0: mark }) => (/^[!?。！？]/.test(mark) ? [index, index + mark.length] : [index])),
    text.length,
  ];
  return starts.flatMap((start) => {
    const first = ends.findIndex((end) => end > start);
    const near = start === 0 ? ends : [...ends.slice(first, first + MOST_EDGES), text.length];
    return near.flatMap((end) => {
      const words = text.slice(start, end).trim();
      return /[\p{L}\p{N}]/u.test(words) ? [words, `${words}.`] : [];
    });
  });
}

// Names made by an engine, in places that memvault keeps: headings of `MEMORY.md`, journals, questions and plan files.
// Names are short; a single word unique to a forgotten fact gives it away.

/** For facts whose words are known. `rest`: texts that contain their words without being forgotten. */
function tellingNamesOf(
  vault: Vault,
  facts: readonly Fact[],
  rest: readonly string[],
): (path: string, bytes: Buffer) => Leak[] {
  const { tells, mayTell } = tellerOf(
    facts.map(({ text }) => text),
    rest,
  );
  const factOf = (name: string): string => facts.find(({ text }) => tellerOf([text], rest).tells(name))?.id ?? '';
  const namesIn = (path: string, text: string): { readonly name: string; readonly line: number }[] => {
    const lines = splitLines(text);
    if (path === SUMMARY_FILE) {
      const isOwn = ownLines(text, SUMMARY_MARKERS);
      const headings = lines.map((line, index) => (isOwn(index) ? headingsIn(line).filter(tells) : []));
      return headings.flatMap((names, index) => names.map((name) => ({ name, line: index + 1 })));
    }
    const whole = parseJson(text);
    return whole === undefined
      ? lines.flatMap((line, index) => tellingNames(parseJson(line), tells).map((name) => ({ name, line: index + 1 })))
      : tellingNames(whole, tells).map((name) => ({ name, line: lineOf(lines, name) }));
  };
  const isKept = (path: string): boolean =>
    path === SUMMARY_FILE ||
    path === REVIEW_FILE ||
    path.startsWith(`${RUNS_DIR}/`) ||
    (!path.startsWith(`${OWN}/`) && !path.endsWith('.md') && isPlanFile(vault, path));
  return (path, bytes) => {
    if (facts.length === 0 || !isKept(path)) return [];
    const text = bytes.toString('utf8');
    if (!mayTell(text)) return [];
    const found = namesIn(path, text).map(({ name, line }) => ({
      fact: factOf(name),
      path,
      line,
      what: 'reveals it in a name',
    }));
    return [...new Map(found.map((leak) => [`${leak.fact} ${leak.line}`, leak])).values()];
  };
}

function lineOf(lines: readonly string[], name: string): number {
  const written = JSON.stringify(name).slice(1, -1);
  return lines.findIndex((line) => line.includes(written)) + 1 || 1;
}

export interface Leak {
  readonly fact: string;
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly what: string;
}

export interface Verified {
  /** Number of files searched. */
  readonly files: number;
  /** The user cancelled before all files were searched. */
  readonly interrupted: boolean;
  /** The facts searched for, with the line of the daily log that each must have; null if it was purged or is gone. */
  readonly facts: readonly { readonly fact: string; readonly path: string | null; readonly line: number | null }[];
  readonly leaks: readonly Leak[];
  /** Facts whose statement another fact, not forgotten, contains too: their words cannot be told apart. */
  readonly alsoSaid: readonly { readonly fact: string; readonly by: string }[];
  /** Files and folders that could not be read. */
  readonly unread: readonly string[];
  /** git keeps older versions here, which were not searched. */
  readonly hasGit: boolean;
}

/** In bytes; pictures and recordings are larger. */
const LARGE = 2 ** 20;

export interface Wanted {
  /** Facts to look for; null for all that are forgotten. */
  readonly ids: readonly string[] | null;
  /** Additional words to look for. */
  readonly texts: readonly string[];
  /** Facts whose line is gone from the daily log, though `view` still has it. */
  readonly gone?: ReadonlySet<string>;
  /** That of the index. */
  readonly tokenizer: Tokenizer;
  /** Skips large binary files. */
  readonly quick?: boolean;
}

/** Checks for cancellation between files. */
export async function verifyForgotten(
  vault: Vault,
  view: View,
  { ids, texts, tokenizer, gone = new Set(), quick = false }: Wanted,
  progress: Progress,
  cancel: Cancel = { requested: false },
): Promise<Verified> {
  const standing = readStanding(vault);
  const wanted = ids ?? [...new Set([...view.forgotten, ...standing.keys()])];
  const isWanted = new Set(wanted);
  const known = wanted.flatMap((id) => view.factById.get(id) ?? []);
  const live = view.facts.filter((fact) => !view.forgotten.has(fact.id) && !isWanted.has(fact.id));
  const phrases = [...known.map(({ id, text }) => ({ fact: id, text })), ...texts.map((text) => ({ fact: '', text }))];
  const sought = seekEach(
    phrases,
    live.map(({ text }) => text),
  );
  const digests = digestTest(
    new Map([...standing].filter(([fact]) => isWanted.has(fact) && !view.factById.has(fact))),
    known,
  );
  const telling = tellingNamesOf(vault, known, [
    ...live.map(({ text }) => text),
    ...[...view.pages.values()].map(({ path, head }) => head.title || titleFromPath(path)),
  ]);
  const inIndex = indexTraces(
    indexFiles(vault),
    wanted
      .filter((id) => view.forgotten.has(id) || standing.has(id))
      .map((id) => ({ id, fact: view.factById.get(id) ?? null })),
    {
      tokenizer,
      others: live,
      wordings: (text) => DOCUMENT_PREFIXES.map((prefix) => prefix + text),
    },
  );
  const { paths, unread, hasGit } = listAllFiles(vault);
  const logged = groupBy(
    view.facts.filter((fact) => !gone.has(fact.id) && (view.forgotten.has(fact.id) || isWanted.has(fact.id))),
    (fact) => fact.path,
  );
  const closed: string[] = [...unread];
  const leaks: Leak[] = [];
  let files = 0;
  for (const path of paths) {
    if (await isCancelled(cancel)) break;
    progress.update('Looking through', files++, paths.length);
    leaks.push(...leaksInName(path, sought, digests));
    const bytes = readAnyFile(vault, path);
    if (bytes === null) {
      closed.push(path);
      continue;
    }
    leaks.push(...telling(path, bytes), ...inIndex(bytes).map((trace) => ({ ...trace, path, line: 1 })));
    if (quick && bytes.length > LARGE && bytes.subarray(0, LARGE).includes(0)) continue;
    const lines = new Set(logged.get(path)?.map(({ line }) => line));
    for (const leak of leaksIn(vault, path, bytes, { sought, digests, lines, wanted: isWanted })) leaks.push(leak);
  }
  progress.end();
  return {
    files,
    interrupted: files < paths.length,
    unread: closed,
    hasGit,
    leaks: withoutEchoes(leaks),
    alsoSaid: saidByOthers(phrases, sought, live),
    facts: wanted.map((id) => ({
      fact: id,
      path: gone.has(id) ? null : (view.factById.get(id)?.path ?? null),
      line: view.factById.get(id)?.line ?? null,
    })),
  };
}

/** The index repeats the notes: if a note is reported, its copy in the index is not. */
function withoutEchoes(leaks: readonly Leak[]): Leak[] {
  const inNotes = new Set(leaks.filter(({ path }) => !path.startsWith(`${OWN}/`)).map(({ fact }) => fact));
  return leaks.filter(({ path, fact }) => !(path.startsWith(`${CACHE_DIR}/`) && inNotes.has(fact)));
}

/** The words of a name are joined. */
function leaksInName(path: string, sought: readonly Sought[], digests: DigestTest | null): Leak[] {
  const traces = tracesIn(toHay(path.replace(/[-_.]/g, ' ')), sought).map(({ fact, whole }) => ({
    fact,
    path,
    line: 1,
    what: whole ? 'the file name says it' : 'the file name says part of it',
  }));
  const known = digests === null ? [] : candidatesInPath(path).flatMap((words) => digests(words) ?? []);
  return [...traces, ...[...new Set(known)].map((fact) => ({ fact, path, line: 1, what: 'the file name says it' }))];
}

interface Look {
  readonly sought: readonly Sought[];
  /** For facts whose line is gone; null if there are none. */
  readonly digests: DigestTest | null;
  /** Lines of this file that hold forgotten facts because a daily log must. */
  readonly lines: ReadonlySet<number>;
  readonly wanted: ReadonlySet<string>;
}

function leaksIn(vault: Vault, path: string, bytes: Buffer, look: Look): Leak[] {
  const found = new Map<string, Leak>();
  const add = (leak: Leak): void => {
    const key = `${leak.fact} ${leak.line}`;
    if (!found.has(key)) found.set(key, leak);
  };
  for (const text of readings(bytes)) {
    const own = look.lines.size === 0 ? text : withoutLines(text, look.lines);
    for (const leak of leaksInText(path, own, look.sought)) add(leak);
    for (const leak of leaksByDigest(path, own, look.digests)) add(leak);
    if (isPagePath(vault, path)) for (const leak of citing(path, own, look.wanted)) add(leak);
  }
  return [...found.values()];
}

/** A line duplicated by git's union merge is one fact, wherever it is. */
function withoutLines(text: string, numbers: ReadonlySet<number>): string {
  const lines = text.split('\n');
  const known = new Set(lines.filter((_, index) => numbers.has(index + 1)));
  return lines.map((line) => (known.has(line) ? '' : line)).join('\n');
}

/** The file as text; a binary file in each encoding that may apply. */
function readings(bytes: Buffer): string[] {
  // A byte order mark decides for UTF-16.
  if (bytes.length > 1 && [0xfffe, 0xfeff].includes(bytes.readUInt16BE(0))) return [decodeUtf16(bytes) ?? ''];
  const text = bytes.toString('utf8');
  if (!bytes.includes(0) && !text.includes('\uFFFD')) return [text];
  const wide = bytes.includes(0)
    ? [0, 1].map((start) => bytes.subarray(start, bytes.length - ((bytes.length - start) % 2)).toString('utf16le'))
    : [];
  return [text, bytes.toString('latin1'), ...wide];
}

function leaksInText(path: string, text: string, sought: readonly Sought[]): Leak[] {
  if (sought.length === 0 || text.trim() === '') return [];
  const hay = toHay(text);
  const traces = tracesIn(hay, sought);
  const squeezed = squeezedIn(
    hay,
    sought.filter(({ fact }) => !traces.some((trace) => trace.fact === fact && trace.whole)),
  );
  return [
    ...traces.flatMap(({ fact, whole, at }): Leak[] => {
      const what = whole ? 'says it' : 'says part of it';
      const lines = linesSaying(
        text,
        sought.filter((one) => one.fact === fact),
      );
      return (lines.length > 0 ? lines : [lineOfWord(text, at)]).map((line) => ({ fact, path, line, what }));
    }),
    ...squeezed.map((fact) => ({ fact, path, line: 1, what: 'says it without spaces' })),
  ];
}

/** In characters; shorter ones may occur by chance. */
const LEAST_SQUEEZED = 12;

function squeezedIn(hay: Hay, sought: readonly Sought[]): string[] {
  const whole = sought
    .flatMap(({ fact, stretches }) =>
      stretches.filter((stretch) => stretch.whole).map(({ joined }) => ({ fact, letters: joined.replaceAll(' ', '') })),
    )
    .filter(({ letters }) => letters.length >= LEAST_SQUEEZED);
  if (whole.length === 0) return [];
  const letters = hay.joined.replaceAll(' ', '');
  return whole.filter((one) => letters.includes(one.letters)).map(({ fact }) => fact);
}

function lineOfWord(text: string, at: number): number {
  let seen = 0;
  const lines = splitLines(text);
  for (const [index, line] of lines.entries()) {
    seen += wordsOf(withoutEscapes(line)).length;
    if (seen > at) return index + 1;
  }
  return lines.length;
}

/** Returns the forgotten fact with this statement. */
type DigestTest = (words: string) => string | undefined;

function digestTest(standing: ReadonlyMap<string, readonly Tombstone[]>, known: readonly Fact[]): DigestTest | null {
  const all = digestsBySalt(standing);
  // Facts whose words are known are found by those.
  for (const [salt, facts] of all) for (const { text } of known) facts.delete(statementDigest(salt, text));
  const bySalt = [...all].filter(([, facts]) => facts.size > 0);
  if (bySalt.length === 0) return null;
  // Not memoized: a lookup takes longer than computing the digest again.
  return (words) => {
    for (const [salt, facts] of bySalt) {
      const fact = facts.get(statementDigest(salt, words));
      if (fact !== undefined) return fact;
    }
    return undefined;
  };
}

/** Finds facts whose words are gone, by the digest of every possible statement. */
function leaksByDigest(path: string, text: string, digests: DigestTest | null): Leak[] {
  if (digests === null) return [];
  const found: (Leak & { count: number })[] = [];
  for (const { line, count, words } of candidatesIn(text)) {
    const fact = digests(words);
    if (fact !== undefined) found.push({ fact, path, line, what: 'says it', count });
  }
  // The lines around it match too once joined; the shortest match is reported.
  const isPlace = ({ fact, line, count }: Leak & { count: number }): boolean =>
    !found.some((one) => one.fact === fact && one.count < count && one.line >= line && one.line < line + count);
  return found.filter(isPlace).map(({ count: _, ...leak }) => leak);
}

/** A reworded claim still counts, as long as it cites the fact. */
function citing(path: string, text: string, wanted: ReadonlySet<string>): Leak[] {
  if (!text.includes('[^')) return [];
  return splitLines(text).flatMap((line, index) =>
    citationsIn(line)
      .filter((id) => wanted.has(id))
      .map((fact) => ({ fact, path, line: index + 1, what: 'cites it' })),
  );
}

/** Facts that cannot be searched for as a whole, because another fact contains all of it. */
function saidByOthers(
  phrases: readonly Phrase[],
  sought: readonly Sought[],
  live: readonly Fact[],
): Verified['alsoSaid'] {
  return phrases.flatMap((phrase) => {
    const own = seek([phrase], []).flatMap(({ stretches }) => stretches.filter(({ whole }) => whole));
    if (
      sought.some((one) =>
        one.stretches.some(({ whole, joined }) => whole && own.some((mine) => mine.joined === joined)),
      )
    )
      return [];
    const by = live.find((other) => own.some(({ joined }) => toHay(other.text).joined.includes(joined)));
    return by === undefined ? [] : [{ fact: phrase.fact, by: by.id }];
  });
}
