// What is forgotten, as files: `.memvault/tombstones.jsonl`, append-only. A fact is forgotten by its id, or because its
// statement gives the digest of one that is, with whatever salt. Older layouts kept the plain content in
// `.state/tombstones.jsonl`: there a fact is known by its text.
import { hash } from 'node:crypto';
import { textDigest } from '../model/bytes.ts';
import type { Fact } from '../model/fact.ts';
import type { Append } from '../model/journal.ts';
import { isText, type JsonObject } from '../model/json.ts';
import { LOGGED_AGAIN, standingTombstones, type Tombstone, type TombstoneLine } from '../model/tombstone.ts';
import { appendsOf } from './daily.ts';
import { readStat, readText } from './disk.ts';
import { readJsonLines } from './ledger.ts';
import { readState, updateState } from './state.ts';
import { absolute, TOMBSTONE_FILE, type Vault } from './vault.ts';

const OLDER_FILE = '.state/tombstones.jsonl';

/** All lines; one that is no tombstone is passed over, and lint names it. */
export function readTombstones(vault: Vault): TombstoneLine[] {
  return readJsonLines(absolute(vault, TOMBSTONE_FILE)).flatMap(({ value }) =>
    value === null ? [] : (parseTombstone(value) ?? []),
  );
}

/** By fact the tombstones that stand. */
export const readStanding = (vault: Vault): Map<string, Tombstone[]> => standingTombstones(readTombstones(vault));

/** Does a line say all that it must? An older one may name its fact and nothing else. */
export function isTombstoneLine(value: JsonObject): boolean {
  return parseTombstone(value) !== null;
}

function parseTombstone(value: JsonObject): TombstoneLine | null {
  const text = (key: string): string | null =>
    typeof value[key] === 'string' && value[key] !== '' ? value[key] : null;
  const fact = text('fact');
  if (fact === null) return null;
  const signed = { fact, at: text('at') ?? '', run: text('run') ?? '' };
  const isSigned = signed.run !== '' && !Number.isNaN(Date.parse(signed.at));
  if (value.undone === true)
    return isSigned && text('undoes') !== null ? { ...signed, undone: true, undoes: text('undoes') ?? '' } : null;
  const isOlder = ['salt', 'digest', 'at', 'run'].every((key) => !(key in value));
  // Both are null where the statement was in no log any more.
  const isWhole =
    isSigned && 'salt' in value && 'digest' in value && (text('salt') === null) === (text('digest') === null);
  if (!isOlder && !isWhole) return null;
  const reason = text('reason');
  return {
    ...signed,
    salt: text('salt'),
    digest: text('digest'),
    ...(reason === null ? {} : { reason }),
    ...(value.purged === true ? { purged: true } : {}),
  };
}

/** What the file gets. */
export const tombstoneAppends = (vault: Vault, lines: readonly TombstoneLine[]): Append[] =>
  appendsOf(vault, TOMBSTONE_FILE, lines);

/** Does this clone's own part of the vault still have to follow the tombstones? */
export function needsScrub(vault: Vault): boolean {
  const text = readText(absolute(vault, TOMBSTONE_FILE)) ?? '';
  return text.trim() !== '' && readState(vault).scrubbed !== textDigest(text);
}

/** Notes that it follows them. */
export function markScrubbed(vault: Vault): void {
  const text = readText(absolute(vault, TOMBSTONE_FILE)) ?? '';
  if (text.trim() !== '') updateState(vault, { scrubbed: textDigest(text) });
}

/** Has anything ever been forgotten here? Costs a look at the file. */
export function hasTombstones(vault: Vault): boolean {
  return (readStat(absolute(vault, TOMBSTONE_FILE))?.size ?? 0) > 0;
}

/** Is a statement forgotten, whatever its id? */
export type IsForgotten = (text: string) => boolean;

/** By the digests of the tombstones that stand. */
function statementTest(standing: ReadonlyMap<string, readonly Tombstone[]>): IsForgotten {
  const bySalt = [...digestsBySalt(standing)];
  return (text) => bySalt.some(([salt, digests]) => digests.has(statementDigest(salt, text)));
}

/** By salt the digests of what is forgotten. */
export function digestsBySalt(standing: ReadonlyMap<string, readonly Tombstone[]>): Map<string, Map<string, string>> {
  const bySalt = new Map<string, Map<string, string>>();
  for (const { fact, salt, digest } of [...standing.values()].flat()) {
    if (salt === null || digest === null) continue;
    const digests = bySalt.get(salt) ?? new Map<string, string>();
    bySalt.set(salt, digests.set(digest, fact));
  }
  return bySalt;
}

/**
 * sha256 over the salt and the statement without case, white space and Unicode forms. Never changes: lines of all times
 * are compared by it.
 */
export const statementDigest = (salt: string, text: string): string => hash('sha256', salt + fold(text));

/** Case, white space and Unicode aside. */
function fold(text: string): string {
  // One step a character: a pattern that repeats a group would not stand a word of 5 MB.
  if (!/[^ -~]|^ | {2}| $/.test(text)) return text.toLowerCase();
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/**
 * The ids of all that is forgotten. `readFacts` is asked only where an older layout's tombstones are, or where a
 * line that was logged since says what is forgotten. `keep`: may the cache be written?
 */
export async function readForgotten(
  vault: Vault,
  readFacts: () => Promise<readonly Fact[]>,
  keep = true,
): Promise<Set<string>> {
  const standing = readStanding(vault);
  const ids = new Set(standing.keys());
  const digests = [...digestsBySalt(standing)];
  if (digests.length > 0) {
    const { readForgottenLines } = await import('./forgotten-lines.ts');
    const isForgotten = statementTest(standing);
    for (const id of await readForgottenLines(vault, ids, isForgotten, digests, readFacts, keep)) ids.add(id);
  }
  const isOlder = olderTest(vault);
  if (isOlder !== null) for (const { id, text } of await readFacts()) if (isOlder(text)) ids.add(id);
  return ids;
}

/** The same for one fact after the other. */
export function forgottenTest(vault: Vault): (fact: Pick<Fact, 'id' | 'text'>) => boolean {
  const standing = readStanding(vault);
  const isForgotten = statementTest(standing);
  const isOlder = olderTest(vault);
  return ({ id, text }) => standing.has(id) || isForgotten(text) || isOlder?.(text) === true;
}

/** The same with the facts at hand. */
export function forgottenAmong(vault: Vault, facts: readonly Fact[]): Set<string> {
  const ids = readStanding(vault).keys();
  return new Set([...ids, ...facts.filter(forgottenTest(vault)).map(({ id }) => id)]);
}

/**
 * Is a fact forgotten by what it says alone? No person forgot it by name, so it is remembered with the one that a
 * person did.
 */
export function alikeTest(vault: Vault): (fact: Pick<Fact, 'id' | 'text'>) => boolean {
  const standing = readStanding(vault);
  const isForgotten = statementTest(standing);
  return ({ id, text }) => isForgotten(text) && (standing.get(id) ?? []).every(({ run }) => run === LOGGED_AGAIN);
}

/** Null without a file of an older layout. */
function olderTest(vault: Vault): IsForgotten | null {
  const contents = readJsonLines(absolute(vault, OLDER_FILE)).map(({ value }) => value?.content);
  const texts = new Set(contents.filter(isText).map(fold));
  return texts.size === 0 ? null : (text) => texts.has(fold(text));
}
