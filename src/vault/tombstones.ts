// Forgotten facts as files: `.memvault/tombstones.jsonl`, append-only. A fact is forgotten by its id, or because its
// statement has the digest of a forgotten one with some salt. Older layouts stored the plain content in
// `.state/tombstones.jsonl`; there a fact is matched by its text.
import { hash } from 'node:crypto';
import { textDigest } from '../model/bytes.ts';
import { LOGGED_AGAIN, standingTombstones, type Tombstone, type TombstoneLine } from '../model/disposition.ts';
import type { Fact } from '../model/fact.ts';
import type { Append } from '../model/journal.ts';
import { isText, type JsonObject } from '../model/json.ts';
import { parseDailyLog } from '../page/daily-log.ts';
import { keepStamped, readStamped } from './confine.ts';
import { appendsOf, dailyPath, listDays, readDay } from './daily.ts';
import { readStat, readText } from './disk.ts';
import { readJsonLines } from './ledger.ts';
import { readState, updateState } from './state.ts';
import { absolute, CACHE_DIR, TOMBSTONE_FILE, type Vault } from './vault.ts';

const OLDER_FILE = '.state/tombstones.jsonl';

/** All lines; malformed ones are skipped, and lint reports them. */
export function readTombstones(vault: Vault): TombstoneLine[] {
  return readJsonLines(absolute(vault, TOMBSTONE_FILE)).flatMap(({ value }) =>
    value === null ? [] : (parseTombstone(value) ?? []),
  );
}

/** The tombstones in force, by fact. */
export const readStanding = (vault: Vault): Map<string, Tombstone[]> => standingTombstones(readTombstones(vault));

/** True if the line is well-formed. An older one may consist of the fact's id alone. */
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
  // Both are null if the statement was no longer in any log.
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

/** The append to the file. */
export const tombstoneAppends = (vault: Vault, lines: readonly TombstoneLine[]): Append[] =>
  appendsOf(vault, TOMBSTONE_FILE, lines);

/** True if this clone's local files have not been scrubbed for the current tombstones. */
export function needsScrub(vault: Vault): boolean {
  const text = readText(absolute(vault, TOMBSTONE_FILE)) ?? '';
  return text.trim() !== '' && readState(vault).scrubbed !== textDigest(text);
}

/** Records that they have been. */
export function markScrubbed(vault: Vault): void {
  const text = readText(absolute(vault, TOMBSTONE_FILE)) ?? '';
  if (text.trim() !== '') updateState(vault, { scrubbed: textDigest(text) });
}

/** True if anything was ever forgotten. Costs one stat. */
export function hasTombstones(vault: Vault): boolean {
  return (readStat(absolute(vault, TOMBSTONE_FILE))?.size ?? 0) > 0;
}

/** Tests whether a statement is forgotten, whatever its id. */
type IsForgotten = (text: string) => boolean;

/** Compares with the digests of the tombstones in force. */
function statementTest(standing: ReadonlyMap<string, readonly Tombstone[]>): IsForgotten {
  const bySalt = [...digestsBySalt(standing)];
  return (text) => bySalt.some(([salt, digests]) => digests.has(statementDigest(salt, text)));
}

/** The digests of forgotten statements, by salt. */
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
 * sha256 over the salt and the normalised statement (case, white space, Unicode form). Must never change: lines of all
 * ages are compared with it.
 */
export const statementDigest = (salt: string, text: string): string => hash('sha256', salt + fold(text));

/** Normalises case, white space and Unicode form. */
function fold(text: string): string {
  // One step per character: a pattern with a repeated group would choke on a word of 5 MB.
  if (!/[^ -~]|^ | {2}| $/.test(text)) return text.toLowerCase();
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

const CACHE = `${CACHE_DIR}/forgotten.json`;
/** A log that was read at the moment it was written may have changed since with the same size and time. */
const SAME_MOMENT_MS = 20;

/**
 * The ids of all forgotten facts. `readFacts` is called only if there are tombstones of an older layout, or if a line
 * logged since repeats a forgotten statement. `keep`: whether the cache may be written.
 */
export async function readForgotten(
  vault: Vault,
  readFacts: () => Promise<readonly Fact[]>,
  keep = true,
): Promise<Set<string>> {
  const standing = readStanding(vault);
  const ids = new Set(standing.keys());
  const isOlder = olderTest(vault);
  for (const id of await readRepeats(vault, standing, readFacts, keep)) ids.add(id);
  if (isOlder !== null) for (const { id, text } of await readFacts()) if (isOlder(text)) ids.add(id);
  return ids;
}

/** What was found in the logs of that size and time. */
interface Repeats {
  readonly logs: Readonly<Record<string, readonly [size: number, mtimeMs: number]>>;
  readonly ids: readonly string[];
}

/**
 * The facts whose lines repeat a forgotten statement under another id: written by hand, or merged from a clone that did
 * not know. Remembers which logs were checked, so that a search parses only changed ones.
 */
async function readRepeats(
  vault: Vault,
  standing: ReadonlyMap<string, readonly Tombstone[]>,
  readFacts: () => Promise<readonly Fact[]>,
  keep: boolean,
): Promise<readonly string[]> {
  const digests = [...digestsBySalt(standing)].map(([salt, all]) => [salt, [...all.keys()].sort()]);
  if (digests.length === 0) return [];
  const stamp = JSON.stringify(digests);
  const known = readStamped(vault, CACHE, stamp) as Repeats | null;
  const settled = Date.now() - SAME_MOMENT_MS;
  const stats = listDays(vault).flatMap((day) => {
    const stat = readStat(absolute(vault, dailyPath(vault, day)));
    return stat === null ? [] : [{ day, ...stat }];
  });
  const changed = stats.filter(({ day, size, mtimeMs }) => known?.logs[day]?.join() !== `${size},${mtimeMs}`);
  const days = new Set(stats.map(({ day }) => day));
  if (known !== null && changed.length === 0 && Object.keys(known.logs).every((day) => days.has(day))) return known.ids;
  const isForgotten = statementTest(standing);
  const isRepeat = ({ id, text, computed }: Fact): boolean => (computed || !standing.has(id)) && isForgotten(text);
  // Computed ids depend on the logs of earlier days, so one such line requires reading all facts.
  const isThere =
    (known?.ids ?? []).length > 0 ||
    changed.some(({ day }) => parseDailyLog({ day, path: '', text: readDay(vault, day) }).some(isRepeat));
  const facts = isThere ? await readFacts() : [];
  const ids = facts.filter(({ id, text }) => !standing.has(id) && isForgotten(text)).map(({ id }) => id);
  const logs = stats.filter(({ mtimeMs }) => mtimeMs < settled).map(({ day, size, mtimeMs }) => [day, [size, mtimeMs]]);
  if (keep) keepStamped(vault, CACHE, stamp, { logs: Object.fromEntries(logs), ids });
  return ids;
}

/** The same as a test for single facts. */
export function forgottenTest(vault: Vault): (fact: Pick<Fact, 'id' | 'text'>) => boolean {
  const standing = readStanding(vault);
  const isForgotten = statementTest(standing);
  const isOlder = olderTest(vault);
  return ({ id, text }) => standing.has(id) || isForgotten(text) || isOlder?.(text) === true;
}

/** The same for facts already in memory. */
export function forgottenAmong(vault: Vault, facts: readonly Fact[]): Set<string> {
  const ids = readStanding(vault).keys();
  return new Set([...ids, ...facts.filter(forgottenTest(vault)).map(({ id }) => id)]);
}

/**
 * Tests whether a fact is forgotten only because of its text. Nobody forgot it explicitly, so restoring the explicitly
 * forgotten one restores it too.
 */
export function alikeTest(vault: Vault): (fact: Pick<Fact, 'id' | 'text'>) => boolean {
  const standing = readStanding(vault);
  const isForgotten = statementTest(standing);
  return ({ id, text }) => isForgotten(text) && (standing.get(id) ?? []).every(({ run }) => run === LOGGED_AGAIN);
}

/** Null without a file of the older layout. */
function olderTest(vault: Vault): IsForgotten | null {
  const contents = readJsonLines(absolute(vault, OLDER_FILE)).map(({ value }) => value?.content);
  const texts = new Set(contents.filter(isText).map(fold));
  return texts.size === 0 ? null : (text) => texts.has(fold(text));
}
