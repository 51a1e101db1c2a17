// Looks for what is forgotten in every file of the vault. Where its line is in the daily log, by its words, in whole or
// in part; where the line was purged, by its digest; in segments and vectors of the index by what these hold. Writes
// nothing.
import type { Tokenizer } from '../index/tokenizer.ts';
import { indexTraces } from '../index/traces.ts';
import { DOCUMENT_PREFIXES } from '../llm/embed-prefix.ts';
import { citationsIn } from '../markdown/claim-text.ts';
import { candidatesIn, candidatesInPath } from '../markdown/forget/statements.ts';
import {
  type Hay,
  type Phrase,
  seek,
  seekEach,
  type Sought,
  toHay,
  tracesIn,
  withoutEscapes,
  wordsOf,
} from '../markdown/forget/words.ts';
import { splitLines } from '../markdown/lines.ts';
import { titleFromPath } from '../markdown/page.ts';
import { isCancelled } from '../model/cancelled.ts';
import type { Fact } from '../model/fact.ts';
import type { Cancel, Progress } from '../model/ports.ts';
import { standingTombstones, type Tombstone } from '../model/tombstone.ts';
import { listAllFiles, readAnyFile } from '../vault/all-files.ts';
import { isPagePath } from '../vault/confine.ts';
import { indexFiles } from '../vault/index-files.ts';
import { digester, digestsBySalt, readTombstones } from '../vault/tombstones.ts';
import { CACHE_DIR, OWN, type Vault } from '../vault/vault.ts';
import type { View } from '../vault/view.ts';
import { tellingNamesOf } from './telling-names.ts';

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
  const standing = standingTombstones(readTombstones(vault));
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
  const linesOf = linesByPath(
    view.facts.filter((fact) => !gone.has(fact.id) && (view.forgotten.has(fact.id) || isWanted.has(fact.id))),
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
    for (const leak of telling.leaksIn(path, bytes)) leaks.push(leak);
    for (const { fact, what } of inIndex(bytes)) leaks.push({ fact, path, line: 1, what });
    if (quick && bytes.length > LARGE && bytes.subarray(0, LARGE).includes(0)) continue;
    for (const leak of leaksIn(vault, path, bytes, {
      sought,
      digests,
      lines: linesOf.get(path) ?? new Set(),
      wanted: isWanted,
    }))
      leaks.push(leak);
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

function linesByPath(facts: readonly Fact[]): Map<string, Set<number>> {
  const lines = new Map<string, Set<number>>();
  for (const { path, line } of facts) lines.set(path, (lines.get(path) ?? new Set()).add(line));
  return lines;
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
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return [bytes.toString('utf16le')];
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return [
      Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)))
        .swap16()
        .toString('utf16le'),
    ];
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
      const own = sought.filter((one) => one.fact === fact);
      const lines = splitLines(text).flatMap((line, index) =>
        tracesIn(toHay(line), own).length > 0 ? [index + 1] : [],
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
  const [all, digestOf] = [digestsBySalt(standing), digester()];
  // What has its words is found by them.
  for (const [salt, facts] of all) for (const { text } of known) facts.delete(digestOf(salt, text));
  const bySalt = [...all].filter(([, facts]) => facts.size > 0);
  if (bySalt.length === 0) return null;
  // What was asked before is not kept: to look for it there takes longer than to ask again.
  return (words) => {
    for (const [salt, facts] of bySalt) {
      const fact = facts.get(digestOf(salt, words));
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
