// Searches every file of the vault for what is forgotten: by its words, in whole or in part, if the daily log still has
// the line; by its digest if the line was purged; in segments of the index by its rows. Writes nothing.
import { CorruptSegment, isSegment } from '../index/segment/format.ts';
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
import { decodeUtf16 } from '../model/bytes.ts';
import type { Tombstone } from '../model/disposition.ts';
import { isCancelled } from '../model/errors.ts';
import type { Fact } from '../model/fact.ts';
import { groupBy } from '../model/group-by.ts';
import { parseJson } from '../model/json.ts';
import type { Cancel, Progress } from '../model/ports.ts';
import { splitLines } from '../note/lines.ts';
import { citationsIn, parseClaimText } from '../page/claim-text.ts';
import { parseFactLine } from '../page/fact-line.ts';
import { isPagePath } from '../vault/confine.ts';
import { listAllFiles, readAnyFile } from '../vault/notes.ts';
import { digestsBySalt, readStanding, statementDigest } from '../vault/tombstones.ts';
import { CACHE_DIR, OWN, type Vault } from '../vault/vault.ts';
import type { View } from '../vault/view.ts';

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
  /** Skips large binary files. */
  readonly quick?: boolean;
}

/** What to look for in a file. */
interface Look {
  readonly sought: readonly Sought[];
  /** For facts whose line is gone; null if there are none. */
  readonly digests: DigestTest | null;
  readonly wanted: ReadonlySet<string>;
}

/** Checks for cancellation between files. */
export async function verifyForgotten(
  vault: Vault,
  view: View,
  { ids, texts, gone = new Set(), quick = false }: Wanted,
  progress: Progress,
  cancel: Cancel = { requested: false },
): Promise<Verified> {
  const standing = readStanding(vault);
  const wanted = new Set(ids ?? [...view.forgotten, ...standing.keys()]);
  const isForgotten = (id: string): boolean => view.forgotten.has(id) || standing.has(id);
  const known = [...wanted].flatMap((id) => view.factById.get(id) ?? []);
  const live = view.facts.filter(({ id }) => !view.forgotten.has(id) && !wanted.has(id));
  const phrases = [...known.map(({ id, text }) => ({ fact: id, text })), ...texts.map((text) => ({ fact: '', text }))];
  const sought = seekEach(
    phrases,
    live.map(({ text }) => text),
  );
  const lost = new Map([...standing].filter(([fact]) => wanted.has(fact) && !view.factById.has(fact)));
  const look: Look = { sought, digests: digestTest(lost, known), wanted };
  const { paths, unread, hasGit } = listAllFiles(vault);
  const logged = groupBy(
    view.facts.filter(({ id }) => !gone.has(id) && (view.forgotten.has(id) || wanted.has(id))),
    (fact) => fact.path,
  );
  const closed: string[] = [...unread];
  const leaks: Leak[] = [];
  let files = 0;
  for (const path of paths) {
    if (await isCancelled(cancel)) break;
    progress.update('Looking through', files++, paths.length);
    leaks.push(...leaksInName(path, look));
    const bytes = readAnyFile(vault, path);
    if (bytes === null) {
      closed.push(path);
      continue;
    }
    for (const fact of isSegment(bytes) ? await factsInSegment(bytes, [...wanted].filter(isForgotten)) : [])
      leaks.push({ fact, path, line: 1, what: 'says it, in an index row' });
    if (quick && bytes.length > LARGE && bytes.subarray(0, LARGE).includes(0)) continue;
    const lines = new Set(logged.get(path)?.map(({ line }) => line));
    for (const leak of leaksIn(path, bytes, look, { lines, isPage: isPagePath(vault, path) })) leaks.push(leak);
  }
  progress.end();
  return {
    files,
    interrupted: files < paths.length,
    unread: closed,
    hasGit,
    leaks: withoutEchoes(leaks),
    alsoSaid: saidByOthers(phrases, sought, live),
    facts: [...wanted].map((fact) => ({
      fact,
      path: gone.has(fact) ? null : (view.factById.get(fact)?.path ?? null),
      line: view.factById.get(fact)?.line ?? null,
    })),
  };
}

/** The index repeats the notes: if a note is reported, its copy in the index is not. */
function withoutEchoes(leaks: readonly Leak[]): Leak[] {
  const inNotes = new Set(leaks.filter(({ path }) => !path.startsWith(`${OWN}/`)).map(({ fact }) => fact));
  return leaks.filter(({ path, fact }) => !(path.startsWith(`${CACHE_DIR}/`) && inNotes.has(fact)));
}

/**
 * The facts with a row of their own, or one that cites them, in a segment of the index, wherever it was copied to. None
 * for a damaged segment.
 */
async function factsInSegment(bytes: Uint8Array, ids: readonly string[]): Promise<string[]> {
  const { memoryFile, openSegment, placesOf } = await import('../index/segment/open.ts');
  try {
    const segment = openSegment(memoryFile(bytes));
    return ids.filter((id) => {
      const place = segment.ids.find(id);
      return place >= 0 && [...segment.citing(place), ...placesOf(segment.column('id'), place)].length > 0;
    });
  } catch (error) {
    if (error instanceof CorruptSegment) return [];
    throw error;
  }
}

/** The words of a name are joined. */
function leaksInName(path: string, { sought, digests }: Look): Leak[] {
  const traces = tracesIn(toHay(path.replace(/[-_.]/g, ' ')), sought).map(({ fact, whole }) => ({
    fact,
    path,
    line: 1,
    what: whole ? 'the file name says it' : 'the file name says part of it',
  }));
  const forms = [path, path.replace(/_/g, ' '), path.replace(/-/g, ' '), path.replace(/[-_]/g, ' ')];
  const known = digests === null ? [] : forms.flatMap(statementsIn).flatMap((words) => digests(words) ?? []);
  return [...traces, ...[...new Set(known)].map((fact) => ({ fact, path, line: 1, what: 'the file name says it' }))];
}

/** `lines`: those of a daily log that must say it. */
function leaksIn(
  path: string,
  bytes: Buffer,
  { sought, digests, wanted }: Look,
  { lines, isPage }: { readonly lines: ReadonlySet<number>; readonly isPage: boolean },
): Iterable<Leak> {
  const found = new Map<string, Leak>();
  for (const text of readings(bytes)) {
    const own = lines.size === 0 ? text : withoutLines(text, lines);
    const leaks = [
      ...leaksByWords(path, own, sought),
      ...(digests === null ? [] : leaksByDigest(path, own, digests)),
      ...(isPage ? citing(path, own, wanted) : []),
    ];
    for (const leak of leaks) {
      const key = `${leak.fact} ${leak.line}`;
      if (!found.has(key)) found.set(key, leak);
    }
  }
  return found.values();
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

function leaksByWords(path: string, text: string, sought: readonly Sought[]): Leak[] {
  if (sought.length === 0 || text.trim() === '') return [];
  const hay = toHay(text);
  const traces = tracesIn(hay, sought);
  const others = sought.filter(({ fact }) => !traces.some((trace) => trace.fact === fact && trace.whole));
  return [
    ...traces.flatMap(({ fact, whole, at }): Leak[] => {
      const own = sought.filter((one) => one.fact === fact);
      const lines = linesSaying(text, own);
      const what = whole ? 'says it' : 'says part of it';
      return (lines.length > 0 ? lines : [lineOfWord(text, at)]).map((line) => ({ fact, path, line, what }));
    }),
    ...squeezedIn(hay, others).map((fact) => ({ fact, path, line: 1, what: 'says it without spaces' })),
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
  const evidence = new Set(sought.flatMap(({ stretches }) => stretches.filter(({ whole }) => whole).map(joinedOf)));
  return phrases.flatMap((phrase) => {
    const own = seek([phrase], []).flatMap(({ stretches }) => stretches.filter(({ whole }) => whole).map(joinedOf));
    if (own.some((joined) => evidence.has(joined))) return [];
    const by = live.find((other) => own.some((joined) => toHay(other.text).joined.includes(joined)));
    return by === undefined ? [] : [{ fact: phrase.fact, by: by.id }];
  });
}

const joinedOf = ({ joined }: { readonly joined: string }): string => joined;

// After a purge nobody has the words. Then each part of a text that may be one whole statement is compared with the
// digest: anything between two possible boundaries, also across two or three lines.

/** Returns the forgotten fact with this statement. */
type DigestTest = (words: string) => string | undefined;

/** Null if all words are known. */
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

/** A statement in a wrapped paragraph may span this many lines. */
const MOST_LINES = 3;
/** No wrapped paragraph has longer lines, and no paragraph is longer, in characters. */
const [LONG_LINE, LONG_PARAGRAPH] = [1000, 20_000];
/** The most boundaries within a statement. */
const MOST_EDGES = 24;

/** Fewer lines first: those around a match match, too, once they are joined with it. */
function leaksByDigest(path: string, text: string, digests: DigestTest): Leak[] {
  const lines = splitLines(text);
  const found = new Map<number, Set<string>>();
  for (let count = 1; count <= MOST_LINES; count++)
    for (let start = 0; start + count <= lines.length; start++) {
      const own = lines.slice(start, start + count);
      if (count > 1 && own.some((line, at) => found.has(start + at) || !mayWrap(line))) continue;
      for (const words of partsOf(own)) {
        const fact = digests(words);
        if (fact !== undefined) found.set(start, (found.get(start) ?? new Set()).add(fact));
      }
    }
  return [...found].flatMap(([at, facts]) => [...facts].map((fact) => ({ fact, path, line: at + 1, what: 'says it' })));
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

/** The source line of a citation, which has no words. */
const SOURCE = /^\[\^[0-9a-z]{10}\]: \[[\d: -]+\]\([^)]*\)$/;

/** A line of data has its texts in quotes. */
const isData = (line: string): boolean =>
  line.length > LONG_PARAGRAPH || (/^\{.*\}$/.test(line) && parseJson(line) !== undefined);
const mayWrap = (line: string): boolean =>
  line.trim() !== '' && line.length <= LONG_LINE && !SOURCE.test(line) && !isData(line);

function* partsOf(lines: readonly string[]): Generator<string> {
  const [first = ''] = lines;
  if (first.trim() === '' || SOURCE.test(first)) return;
  const joined = lines.length === 1 ? first : lines.map((line) => line.replace(LEAD, '')).join(' ');
  const forms = isData(first)
    ? [...first.matchAll(/"((?:[^"\\]|\\.)*)"/g)].flatMap(([, inside = '']) => [inside, withoutEscapes(inside)])
    : [joined, withoutEscapes(joined), joined.replace(MARKS, ''), parseClaimText(joined), parseFactLine(joined)?.text];
  for (const form of new Set(forms)) if (form !== undefined) yield* statementsIn(form);
}

/** With a full stop at the end and without. */
function statementsIn(text: string): string[] {
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
