// Looks for what is forgotten in every file of the vault. Where its line is in the daily log, by its words, in whole or
// in part; where the line was purged, by its digest. Writes nothing.
import { parseFactLine } from '../markdown/fact-line.ts';
import { citationsIn, parseClaimText } from '../markdown/claim-text.ts';
import { type Hay, seek, type Sought, toHay, tracesIn, withoutEscapes, wordsOf } from '../markdown/forget/words.ts';
import { splitLines } from '../markdown/lines.ts';
import type { Fact } from '../model/fact.ts';
import type { Progress } from '../model/ports.ts';
import { standingTombstones } from '../model/tombstone.ts';
import { listAllFiles, readAnyFile } from '../vault/all-files.ts';
import { isPagePath } from '../vault/confine.ts';
import { digestsBySalt, readTombstones, statementDigest } from '../vault/tombstones.ts';
import type { Vault } from '../vault/vault.ts';
import type { View } from '../vault/view.ts';

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
  /** Facts that were looked for, and the line of the daily log that each must have; null where it was purged or is gone. */
  readonly facts: readonly { readonly fact: string; readonly path: string | null; readonly line: number | null }[];
  readonly leaks: readonly Leak[];
  /** Facts that another fact says, too, which is not forgotten: their words cannot be told from its. */
  readonly alsoSaid: readonly { readonly fact: string; readonly by: string }[];
  /** Files and folders that could not be read. */
  readonly unread: readonly string[];
  /** git keeps former versions here, which were not looked at. */
  readonly hasGit: boolean;
}

/** `ids`: facts to look for; null for all that are forgotten. `texts`: words to look for besides. */
export function verifyForgotten(vault: Vault, view: View, ids: readonly string[] | null, texts: readonly string[], progress: Progress): Verified {
  const standing = standingTombstones(readTombstones(vault));
  const wanted = ids ?? [...new Set([...view.forgotten, ...standing.keys()])];
  const known = wanted.flatMap((id) => view.factById.get(id) ?? []);
  const live = view.facts.filter((fact) => !view.forgotten.has(fact.id) && !wanted.includes(fact.id));
  const phrases = [...known.map(({ id, text }) => ({ fact: id, text })), ...texts.map((text) => ({ fact: '', text }))];
  const sought = eachOnce(seek(phrases, live.map(({ text }) => text)));
  const digests = digestsBySalt(new Map([...standing].filter(([fact]) => wanted.includes(fact) && !view.factById.has(fact))));
  const { paths, unread, hasGit } = listAllFiles(vault);
  const linesOf = linesByPath(view.facts.filter((fact) => view.forgotten.has(fact.id) || wanted.includes(fact.id)));
  const closed: string[] = [...unread];
  const leaks = paths.flatMap((path, index) => {
    progress.update('Looking through', index, paths.length);
    const bytes = readAnyFile(vault, path);
    if (bytes === null) closed.push(path);
    const names = leaksInName(path, sought);
    return bytes === null ? names : [...names, ...leaksIn(vault, path, bytes, { sought, digests, lines: linesOf.get(path) ?? new Set(), wanted: new Set(wanted) })];
  });
  progress.end();
  return {
    files: paths.length, unread: closed, hasGit, leaks, alsoSaid: saidByOthers(known, sought, live),
    facts: wanted.map((id) => ({ fact: id, path: view.factById.get(id)?.path ?? null, line: view.factById.get(id)?.line ?? null })),
  };
}

/** Facts that say the same leave the same traces. */
function eachOnce(sought: readonly Sought[]): Sought[] {
  const seen = new Set<string>();
  return sought.filter(({ stretches }) => {
    const words = stretches.map(({ joined }) => joined).join('\n');
    return !seen.has(words) && seen.add(words);
  });
}

function linesByPath(facts: readonly Fact[]): Map<string, Set<number>> {
  const lines = new Map<string, Set<number>>();
  for (const { path, line } of facts) lines.set(path, (lines.get(path) ?? new Set()).add(line));
  return lines;
}

/** A name has its words joined. */
function leaksInName(path: string, sought: readonly Sought[]): Leak[] {
  return tracesIn(toHay(path.replace(/[-_.]/g, ' ')), sought).map(({ fact, whole }) => ({ fact, path, line: 1, what: whole ? 'the name of the file says it' : 'the name of the file says a part of it' }));
}

interface Look {
  readonly sought: readonly Sought[];
  /** By salt, of what has no line any more. */
  readonly digests: ReadonlyMap<string, ReadonlyMap<string, string>>;
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
    const own = look.lines.size === 0 ? text : text.split('\n').map((line, index) => (look.lines.has(index + 1) ? '' : line)).join('\n');
    for (const leak of leaksInText(path, own, look.sought)) add(leak);
    for (const leak of leaksByDigest(path, own, look.digests)) add(leak);
    if (isPagePath(vault, path)) for (const leak of citing(path, own, look.wanted)) add(leak);
  }
  return [...found.values()];
}

/** The file as text; a binary one as each text that its bytes may be. */
function readings(bytes: Buffer): string[] {
  const text = bytes.toString('utf8');
  if (!bytes.includes(0) && !text.includes('\uFFFD')) return [text];
  const wide = bytes.includes(0) ? [0, 1].map((start) => bytes.subarray(start, bytes.length - ((bytes.length - start) % 2)).toString('utf16le')) : [];
  return [text, bytes.toString('latin1'), ...wide];
}

function leaksInText(path: string, text: string, sought: readonly Sought[]): Leak[] {
  if (sought.length === 0 || text.trim() === '') return [];
  const hay = toHay(text);
  const traces = tracesIn(hay, sought);
  const squeezed = squeezedIn(hay, sought.filter(({ fact }) => !traces.some((trace) => trace.fact === fact && trace.whole)));
  return [
    ...traces.flatMap(({ fact, whole, at }): Leak[] => {
      const what = whole ? 'says it' : 'says a part of it';
      const own = sought.filter((one) => one.fact === fact);
      const lines = splitLines(text).flatMap((line, index) => (tracesIn(toHay(line), own).length > 0 ? [index + 1] : []));
      return (lines.length > 0 ? lines : [lineOfWord(text, at)]).map((line) => ({ fact, path, line, what }));
    }),
    ...squeezed.map((fact) => ({ fact, path, line: 1, what: 'says it without blanks' })),
  ];
}

/** Letters; fewer may stand together by chance. */
const LEAST_SQUEEZED = 12;

function squeezedIn(hay: Hay, sought: readonly Sought[]): string[] {
  const whole = sought.flatMap(({ fact, stretches }) => stretches.filter((stretch) => stretch.whole).map(({ joined }) => ({ fact, letters: joined.replaceAll(' ', '') }))).filter(({ letters }) => letters.length >= LEAST_SQUEEZED);
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

/** What has no words here any more is known by the digest of a line, a claim, a text in quotes, a sentence. */
function leaksByDigest(path: string, text: string, digests: Look['digests']): Leak[] {
  if (digests.size === 0) return [];
  return splitLines(text).flatMap((line, index) => statementsIn(line).flatMap((statement): Leak[] => [...digests].flatMap(([salt, facts]) => {
    const fact = facts.get(statementDigest(salt, statement));
    return fact === undefined ? [] : [{ fact, path, line: index + 1, what: 'says it' }];
  })));
}

const QUOTED = /"((?:[^"\\]|\\.)*)"|“([^”]*)”|\*\*([^*]+)\*\*|~~([^~]+)~~|`([^`]+)`/g;

function statementsIn(line: string): string[] {
  if (line.trim() === '') return [];
  const plain = withoutEscapes(line);
  const quoted = [...line.matchAll(QUOTED)].map((match) => match.slice(1).find((part) => part !== undefined) ?? '');
  const parts = [line, plain, parseClaimText(line), parseFactLine(line)?.text ?? '', line.replace(/^[\s>#*+-]+/, ''), ...quoted, ...quoted.flatMap((text) => [withoutEscapes(text), ...text.split(/\\[nr]/)])];
  const claims = parts.map((part) => parseClaimText(part)).map((part) => part.replace(/^~~|~~.*$/g, ''));
  const sentences = [...parts, ...claims].flatMap((part) => part.split(/(?<=[.!?。！？])\s*/u));
  return [...new Set([...parts, ...claims, ...sentences].map((part) => part.trim()).filter((part) => part !== ''))];
}

/** A claim that was reworded still says it, as long as it cites it. */
function citing(path: string, text: string, wanted: ReadonlySet<string>): Leak[] {
  if (!text.includes('[^')) return [];
  return splitLines(text).flatMap((line, index) => citationsIn(line).filter((id) => wanted.has(id)).map((fact) => ({ fact, path, line: index + 1, what: 'cites it' })));
}

/** Those that cannot be looked for as a whole, because somebody else says all of it. */
function saidByOthers(known: readonly Fact[], sought: readonly Sought[], live: readonly Fact[]): Verified['alsoSaid'] {
  return known.flatMap((fact) => {
    const own = seek([{ fact: fact.id, text: fact.text }], []).flatMap(({ stretches }) => stretches.filter(({ whole }) => whole));
    if (sought.some((one) => one.stretches.some(({ whole, joined }) => whole && own.some((mine) => mine.joined === joined)))) return [];
    const by = live.find((other) => own.some(({ joined }) => toHay(other.text).joined.includes(joined)));
    return by === undefined ? [] : [{ fact: fact.id, by: by.id }];
  });
}
