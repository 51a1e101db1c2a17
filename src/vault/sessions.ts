// What this clone keeps of imported conversations, ignored by git: a record of each session, and texts that were not
// logged because they look like secrets.
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { says, type Sought } from '../language/forgotten-words.ts';
import { encodeText } from '../model/bytes.ts';
import { MemvaultError, mustBeExpected } from '../model/errors.ts';
import { encodeBytes } from '../model/ids.ts';
import { hasTexts, isObject, isText, type JsonObject } from '../model/json.ts';
import { IGNORE_BLOCK, putBlock } from './attributes.ts';
import { confined, makeFolderFor, writeInVault } from './confine.ts';
import { appendLines, isFolder, namesIn, readStat, readText, removeFile } from './disk.ts';
import { parseJsonObject, readJsonLines } from './ledger.ts';
import { type LockOwner, type Processes, withLock } from './lock.ts';
import { absolute, QUARANTINE_FILE, SESSIONS_DIR, type Vault } from './vault.ts';

export interface LoggedOfSession {
  /** Null once it is forgotten: these events are not extracted again. */
  readonly id: string | null;
  /** As in its `source`: `12` or `12-14`. */
  readonly events: string;
  /** Digest of its meaning, independent of wording. */
  readonly is: string;
}

export interface SessionRecord {
  readonly session: string;
  readonly format: string;
  /** Names of the speakers. */
  readonly who: readonly string[];
  /** The first and last time in it, as its turns have them; null without any. */
  readonly from: string | null;
  readonly to: string | null;
  /** Number of all events, including those that are not talk. */
  readonly events: number;
  /** The last event processed, and the digest of everything said up to it. */
  readonly done: number;
  readonly digest: string;
  /** Name and version of the extractor. */
  readonly extractor: string;
  /** The facts that this clone logged from it. */
  readonly facts: readonly LoggedOfSession[];
  /** When it was last processed, ISO in UTC. */
  readonly at: string;
}

/** A file name that is valid on every system; other session names, which are untrusted data, become digests. */
function fileOf(session: string): string {
  const isPlain =
    /^[a-z0-9][a-z0-9._-]{0,79}$/.test(session) &&
    !session.endsWith('.') &&
    !/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/.test(session);
  return (
    `${SESSIONS_DIR}/` +
    (isPlain ? session : `_${encodeBytes(createHash('sha256').update(encodeText(session)).digest(), 24)}`) +
    '.json'
  );
}

/** Null if there is no readable record. */
export function readSession(vault: Vault, session: string): SessionRecord | null {
  const record = parseRecord(readText(absolute(vault, fileOf(session))));
  return record?.session === session ? record : null;
}

const STEP_MS = 50;

/**
 * Runs `work` exclusively for a session: two processes would both consider it new. Waits up to `patienceMs` for another
 * process. Throws `locked`, `io`, `refused`.
 */
export async function withSession<T>(
  vault: Vault,
  session: string,
  {
    owner,
    processes,
    patienceMs,
  }: { readonly owner: LockOwner; readonly processes: Processes; readonly patienceMs: number },
  work: () => Promise<T>,
): Promise<T> {
  const lock = `${fileOf(session)}.lock`;
  if (!isFolder(absolute(vault, SESSIONS_DIR))) putBlock(vault, IGNORE_BLOCK);
  makeFolderFor(vault, confined(vault, lock));
  let isOurs = false;
  const begin = async (): Promise<T> => {
    isOurs = true;
    return await work();
  };
  for (let tries = 0; ; tries++) {
    try {
      return await withLock(vault, owner, processes, begin, lock);
    } catch (error) {
      if (isOurs) throw error;
      mustBeExpected(error, 'locked');
      if (tries * STEP_MS >= patienceMs)
        throw new MemvaultError('locked', `another memvault is reading the session ${session}`, {
          hint: `try again; if none is running, remove ${lock}`,
        });
    }
    await wait(STEP_MS);
  }
}

/** Makes git ignore the folder first, also in vaults of older versions. Throws `io`, `refused`. */
export function writeSession(vault: Vault, record: SessionRecord): void {
  putBlock(vault, IGNORE_BLOCK);
  writeInVault(vault, fileOf(record.session), `${JSON.stringify(record, null, 2)}\n`);
}

/** Number of days after which this clone drops the record of a session. The facts stay. */
export const KEEP_SESSION_DAYS = 14;

/** Deletes records that have not been processed for that long. The facts stay. */
export function pruneSessions(vault: Vault, now: Date): void {
  const oldest = now.getTime() - KEEP_SESSION_DAYS * 86_400_000;
  for (const path of sessionFiles(vault)) {
    const at = Date.parse(parseRecord(readText(absolute(vault, path)))?.at ?? '');
    const last = Number.isNaN(at) ? (readStat(absolute(vault, path))?.mtimeMs ?? 0) : at;
    if (last < oldest) remove(vault, path);
  }
}

/** Removes ids of forgotten facts; a record that contains their words, such as a name, is deleted. */
export function scrubSessions(vault: Vault, forgotten: ReadonlySet<string>, sought: readonly Sought[]): void {
  for (const path of sessionFiles(vault)) {
    const text = readText(absolute(vault, path)) ?? '';
    const record = parseRecord(text);
    const isForgotten = ({ id }: LoggedOfSession): boolean => id !== null && forgotten.has(id);
    const facts = record?.facts.map((fact) => (isForgotten(fact) ? { ...fact, id: null } : fact)) ?? [];
    if (record === null || says(text, sought) || says(path.replace(/[-_./]/g, ' '), sought)) remove(vault, path);
    else if (record.facts.some(isForgotten))
      writeInVault(vault, path, `${JSON.stringify({ ...record, facts }, null, 2)}\n`);
  }
}

/** Leaves a symlink out of the vault alone: its target is not ours. */
function remove(vault: Vault, path: string): void {
  try {
    removeFile(confined(vault, path));
  } catch (error) {
    mustBeExpected(error, 'refused');
  }
}

function sessionFiles(vault: Vault): string[] {
  return namesIn(absolute(vault, SESSIONS_DIR))
    .filter((name) => name.endsWith('.json'))
    .map((name) => `${SESSIONS_DIR}/${name}`);
}

function parseRecord(text: string | null): SessionRecord | null {
  const value = text === null ? null : parseJsonObject(text);
  return value !== null && isRecord(value) ? value : null;
}

function isRecord(value: JsonObject): value is JsonObject & SessionRecord {
  const { who, from, to, events, done, facts } = value;
  return (
    hasTexts(value, 'session', 'format', 'digest', 'extractor', 'at') &&
    [from, to].every((one) => one === null || isText(one)) &&
    [events, done].every((one) => Number.isSafeInteger(one) && Number(one) >= 0) &&
    Array.isArray(who) &&
    who.every(isText) &&
    Array.isArray(facts) &&
    facts.every(isLogged)
  );
}

const isLogged = (value: unknown): boolean =>
  isObject(value) &&
  (value['id'] === null || isText(value['id'])) &&
  hasTexts(value, 'events', 'is') &&
  /^\d{1,9}(?:-\d{1,9})?$/.test(value['events'] as string);

/**
 * Appends lines and returns the file's path. Makes git ignore it first, also in vaults of older versions. Throws `io`,
 * `refused`.
 */
export function appendQuarantined(vault: Vault, lines: readonly string[]): string {
  putBlock(vault, IGNORE_BLOCK);
  const target = confined(vault, QUARANTINE_FILE);
  makeFolderFor(vault, target);
  appendLines(target, lines, { isPrivate: true });
  return QUARANTINE_FILE;
}

/** `source` and text of the quarantined entries from conversations, joined by a newline. */
export function quarantinedSources(vault: Vault): Set<string> {
  return new Set(
    readJsonLines(absolute(vault, QUARANTINE_FILE)).flatMap(({ value }) => {
      const fields = value?.fields;
      const source = typeof fields === 'object' && fields !== null && 'source' in fields ? fields.source : undefined;
      return typeof source === 'string' && typeof value?.content === 'string' ? [`${source}\n${value.content}`] : [];
    }),
  );
}
