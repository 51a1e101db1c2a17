// Files as they were read to what they hold, daily logs and notes alike, and the ids that several logs claim.
import { compareText } from '../../model/fact.ts';
import type { RowFile } from '../rows.ts';
import type { ReadFile } from '../whole.ts';
import { dayOfPath } from './day-of-path.ts';
import { type Growth, renderLogNote } from './log-note.ts';
import type { LoggedFact, ParsedFile } from './parsed.ts';
import { parseLog } from './parse-log.ts';
import { parseNote } from './parse-note.ts';

/** A file in hand. */
export interface Parsed {
  readonly read: Pick<ReadFile, 'path' | 'size' | 'mtimeMs' | 'digest'>;
  parsed: ParsedFile;
  readonly slot: RowFile;
  /** The logs that claim an id of this one. */
  readonly shares: Set<string>;
}

export interface Layout {
  readonly dailyDir: string;
  readonly zones: readonly string[];
  readonly sources?: string;
  isForeign?(path: string): boolean;
}

export function parseBytes(
  { path, size, mtimeMs, digest }: ReadFile,
  bytes: Uint8Array,
  { dailyDir, zones, sources, isForeign }: Layout,
): Parsed {
  const day = dayOfPath(path, dailyDir);
  let parsed =
    day === null
      ? parseNote(path, bytes, sources !== undefined && path.startsWith(`${sources}/`) ? [] : zones)
      : parseLog(path, bytes, day);
  // Whoever puts a file there could else take the place of a fact with a footnote.
  if (parsed.claims.length > 0 && isForeign?.(path) === true) parsed = parseNote(path, bytes, []);
  return {
    read: { path, size, mtimeMs, digest },
    parsed,
    slot: { path, day, title: parsed.title, tags: parsed.tags, number: -1 },
    shares: new Set(),
  };
}

/**
 * The facts of all these logs by id. Of logs that claim one id the earliest day keeps it; on the others it is
 * computed anew, for which `read` gives their bytes once more.
 */
export function keepFacts(
  all: readonly Parsed[],
  read: (path: string) => Uint8Array | null,
): Map<string, { logged: LoggedFact; log: RowFile }> {
  const facts = new Map<string, { logged: LoggedFact; log: RowFile }>();
  const byPath = new Map<string, Parsed>();
  const logs = all
    .filter((one) => one.parsed.day !== null)
    .sort((a, b) => compareText(a.parsed.day ?? '', b.parsed.day ?? ''));
  for (const one of logs) {
    const {
      parsed: { path, day },
      slot,
    } = one;
    byPath.set(path, one);
    const taken = new Set<string>();
    for (let more = clashesOf(one.parsed, facts); more.length > 0; more = clashesOf(one.parsed, facts)) {
      for (const id of more) {
        taken.add(id);
        const owner = facts.get(id)?.log.path ?? '';
        one.shares.add(owner);
        byPath.get(owner)?.shares.add(path);
      }
      const bytes = read(path);
      // It was there a moment ago; the next look finds that it is gone.
      one.parsed =
        bytes === null
          ? { ...one.parsed, facts: one.parsed.facts.filter(({ fact }) => !taken.has(fact.id)) }
          : parseLog(path, bytes, day ?? '', taken);
    }
    for (const logged of one.parsed.facts) facts.set(logged.fact.id, { logged, log: slot });
  }
  return facts;
}

function clashesOf({ facts }: ParsedFile, known: ReadonlyMap<string, unknown>): string[] {
  const clashes: string[] = [];
  if (known.size > 0) for (const { fact } of facts) if (known.has(fact.id)) clashes.push(fact.id);
  return clashes;
}

/** What the index notes of a file. `mayGrow`: one that is likely to be appended to. */
export function noteOf({ parsed, shares }: Parsed, mayGrow: boolean): string {
  return parsed.day === null
    ? ''
    : renderLogNote({
        shares: [...shares].sort(compareText),
        growth: mayGrow && shares.size === 0 ? growthOf(parsed) : null,
      });
}

function growthOf({ facts, lines }: ParsedFile): Growth | null {
  if (lines === null) return null;
  const sessions = new Map<string, number>();
  for (const {
    fact: { session },
  } of facts)
    sessions.set(session ?? '', (sessions.get(session ?? '') ?? 0) + 1);
  return { lines, sessions: Object.fromEntries(sessions) };
}
