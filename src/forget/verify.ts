// Looks for what is forgotten in every file of the vault. Where its line is in the daily log, by its words, in whole or
// in part; where the line was purged, by its digest; in segments and vectors of the index by what these hold. Writes
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
import { type Tombstone } from '../model/tombstone.ts';
import { splitLines } from '../note/lines.ts';
import { citationsIn, parseClaimText } from '../page/claim-text.ts';
import { parseFactLine } from '../page/fact-line.ts';
import { headingsIn, tellerOf, tellingNames } from '../page/forget.ts';
import { ownLines, SUMMARY_MARKERS } from '../page/markers.ts';
import { titleFromPath } from '../page/page.ts';
import { isPagePath } from '../vault/confine.ts';
import { isPlanFile, listAllFiles, readAnyFile } from '../vault/own-files.ts';
import { indexFiles } from '../vault/read-index-files.ts';
import { digestsBySalt, statementDigest, readStanding } from '../vault/tombstones.ts';
import { CACHE_DIR, OWN, REVIEW_FILE, RUNS_DIR, SUMMARY_FILE, type Vault } from '../vault/vault.ts';
import type { View } from '../vault/view.ts';

// What files of the index still hold of statements that are forgotten: segments in their rows and words, which share
// their beginnings with other words and so are no text, vectors by what they were made from. Looks into bytes that
// somebody else read, wherever they lay.

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
  readonly digests: ReadonlySet<number>;
}

/**
 * Gives what a file of these bytes holds of them: nothing for one that is no segment and no vectors, or damaged.
 * Segments are to come first.
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
    // Of a damaged index it cannot be told whose its words are.
    if (error instanceof CorruptSegment) return () => [];
    throw error;
  } finally {
    tables?.close();
  }
}

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
    digests: new Set(wordings(fact.text).map(digestOfText)),
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
  return known.flatMap(({ id, terms, keywords, hashes }): IndexTrace[] => {
    const place = segment.ids.find(id);
    if (place >= 0) {
      const rows = [...segment.citing(place), ...placesOf(segment.column('id'), place)];
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

// Everything in a text that may be one whole statement: whatever stands between two places at which one may begin or
// end, also over two or three lines. For who knows a statement by its digest alone.

export interface Candidate {
  /** 1-based; of the first line, where it goes over several. */
  readonly line: number;
  /** Over how many lines. */
  readonly count: number;
  readonly words: string;
}

/** A paragraph is wrapped; so many lines may hold one statement. */
const MOST_LINES = 3;
/** No paragraph is wrapped after so many letters. */
const LONG = 1000;
/** No person writes such a line: it is data, and its texts are in quotes. */
const HUGE = 20_000;
/** A statement may hold so many places at which another could end. */
const MOST_EDGES = 24;

/** Each once for a line and a count of lines. In no order that means anything. */
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

/** What the name of a file or folder may say: as it is, and with its words apart. */
function candidatesInPath(path: string): string[] {
  const forms = [path, path.replace(/_/g, ' '), path.replace(/-/g, ' '), path.replace(/[-_]/g, ' ')];
  return [...new Set(forms.flatMap(between))];
}

/** What stands before the words of a line that goes on from the one above. */
const LEAD = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?/;

/** Where a statement may begin or end: at a mark of markdown, JSON or a path, at a quote, a stop or a label. */
const EDGE = new RegExp(
  String.raw`^[\s>]*(?:[-*+]|\d{1,9}[.)])\s+|["'“”„‘’«»「」『』()[\]{}|*~=\x60<>#^/]+\s*|(?<!\w)_+|_+(?!\w)|` +
    String.raw`\\+[nrt]|[.!?;:,]+(?:\s+|$)|[。！？；：，]|\.(?=[a-z0-9]{1,8}(?:\W|$))|\s[-–—]\s`,
  'g',
);

/** Footnotes and marks of phrases, which may stand in the middle of a statement. */
const MARKS = /\s?\[\^[^\]\s]+\]|\*+|__|~~|==|\x60/g;

/**
 * Where a page names the line of a log that a claim rests on, as memvault writes it: there is one for each claim, and
 * no word in it.
 */
const SOURCE = new RegExp(
  String.raw`^\[\^[0-9a-z]{10}\]: \[\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?\]\((?:\.\.\/)*daily\/\d` +
    String.raw`{4}-\d{2}-\d{2}\.md#\^[0-9a-z]{10}\)$`,
);

const goesOn = (line: string): boolean =>
  line.trim() !== '' && line.length <= LONG && !SOURCE.test(line) && !isRecordLine(line);

/** One of a file of JSON lines: what it says stands in quotes, and nothing goes on in the next. */
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

/** With a stop at the end and without. */
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

// Names that an engine made, where memvault keeps them: headings of `MEMORY.md`, what journals, questions and plan
// files hold. Names are short, and tell of something forgotten by one word that only this had.

/** Of facts whose words are known. `rest`: what says their words without being forgotten. */
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
      what: 'tells of it in a name',
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
  /** How many files were looked at. */
  readonly files: number;
  /** A person ended it before all were. */
  readonly interrupted: boolean;
  /**
   * Facts that were looked for, and the line of the daily log that each must have; null where it was purged or is gone.
   */
  readonly facts: readonly { readonly fact: string; readonly path: string | null; readonly line: number | null }[];
  readonly leaks: readonly Leak[];
  /** Facts that another fact says, too, which is not forgotten: their words cannot be told from its. */
  readonly alsoSaid: readonly { readonly fact: string; readonly by: string }[];
  /** Files and folders that could not be read. */
  readonly unread: readonly string[];
  /** git keeps former versions here, which were not looked at. */
  readonly hasGit: boolean;
}

/** Pictures and recordings are. */
const LARGE = 2 ** 20;

export interface Wanted {
  /** Facts to look for; null for all that are forgotten. */
  readonly ids: readonly string[] | null;
  /** Words to look for besides. */
  readonly texts: readonly string[];
  /** Facts whose line the daily log has no more, though `view` still knows it. */
  readonly gone?: ReadonlySet<string>;
  /** That of the index. */
  readonly tokenizer: Tokenizer;
  /** Large files that are no text are passed over. */
  readonly quick?: boolean;
}

/** Hears what asks it to end between two files. */
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

/** The index says what the notes say: where one of them is named, its copy goes with it. */
function withoutEchoes(leaks: readonly Leak[]): Leak[] {
  const inNotes = new Set(leaks.filter(({ path }) => !path.startsWith(`${OWN}/`)).map(({ fact }) => fact));
  return leaks.filter(({ path, fact }) => !(path.startsWith(`${CACHE_DIR}/`) && inNotes.has(fact)));
}

/** A name has its words joined. */
function leaksInName(path: string, sought: readonly Sought[], digests: DigestTest | null): Leak[] {
  const traces = tracesIn(toHay(path.replace(/[-_.]/g, ' ')), sought).map(({ fact, whole }) => ({
    fact,
    path,
    line: 1,
    what: whole ? 'the name of the file says it' : 'the name of the file says a part of it',
  }));
  const known = digests === null ? [] : candidatesInPath(path).flatMap((words) => digests(words) ?? []);
  return [
    ...traces,
    ...[...new Set(known)].map((fact) => ({ fact, path, line: 1, what: 'the name of the file says it' })),
  ];
}

interface Look {
  readonly sought: readonly Sought[];
  /** Of what has no line any more; null where there is none such. */
  readonly digests: DigestTest | null;
  /** Lines of this file that hold what is forgotten because a daily log must. */
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

/** A line that git's union left twice is one fact, wherever it stands. */
function withoutLines(text: string, numbers: ReadonlySet<number>): string {
  const lines = text.split('\n');
  const known = new Set(lines.filter((_, index) => numbers.has(index + 1)));
  return lines.map((line) => (known.has(line) ? '' : line)).join('\n');
}

/** The file as text; a binary one as each text that its bytes may be. */
function readings(bytes: Buffer): string[] {
  // What says of itself that it has two bytes a letter is read so.
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
      const what = whole ? 'says it' : 'says a part of it';
      const lines = linesSaying(
        text,
        sought.filter((one) => one.fact === fact),
      );
      return (lines.length > 0 ? lines : [lineOfWord(text, at)]).map((line) => ({ fact, path, line, what }));
    }),
    ...squeezed.map((fact) => ({ fact, path, line: 1, what: 'says it without blanks' })),
  ];
}

/** Letters; fewer may stand together by chance. */
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

/** Gives the forgotten fact that has these words. */
type DigestTest = (words: string) => string | undefined;

function digestTest(standing: ReadonlyMap<string, readonly Tombstone[]>, known: readonly Fact[]): DigestTest | null {
  const all = digestsBySalt(standing);
  // What has its words is found by them.
  for (const [salt, facts] of all) for (const { text } of known) facts.delete(statementDigest(salt, text));
  const bySalt = [...all].filter(([, facts]) => facts.size > 0);
  if (bySalt.length === 0) return null;
  // What was asked before is not kept: to look for it there takes longer than to ask again.
  return (words) => {
    for (const [salt, facts] of bySalt) {
      const fact = facts.get(statementDigest(salt, words));
      if (fact !== undefined) return fact;
    }
    return undefined;
  };
}

/** What has no words here any more is known by the digest of what may be a whole statement. */
function leaksByDigest(path: string, text: string, digests: DigestTest | null): Leak[] {
  if (digests === null) return [];
  const found: (Leak & { count: number })[] = [];
  for (const { line, count, words } of candidatesIn(text)) {
    const fact = digests(words);
    if (fact !== undefined) found.push({ fact, path, line, what: 'says it', count });
  }
  // Lines around it say it, too, once they are joined; the least of them is the place.
  const isPlace = ({ fact, line, count }: Leak & { count: number }): boolean =>
    !found.some((one) => one.fact === fact && one.count < count && one.line >= line && one.line < line + count);
  return found.filter(isPlace).map(({ count: _, ...leak }) => leak);
}

/** A claim that was reworded still says it, as long as it cites it. */
function citing(path: string, text: string, wanted: ReadonlySet<string>): Leak[] {
  if (!text.includes('[^')) return [];
  return splitLines(text).flatMap((line, index) =>
    citationsIn(line)
      .filter((id) => wanted.has(id))
      .map((fact) => ({ fact, path, line: index + 1, what: 'cites it' })),
  );
}

/** Those that cannot be looked for as a whole, because somebody else says all of it. */
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
