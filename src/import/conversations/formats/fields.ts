// What the readers of formats share: a file's lines as JSON objects, fields of unknown values, names of sessions,
// times. Whatever is in a file is data: a field of another kind than expected is one that is not there.
import { createHash } from 'node:crypto';
import { encodeText } from '../../../model/bytes.ts';
import { encodeBytes } from '../../../model/ids.ts';
import { isObject } from '../../../model/json.ts';
import type { Conversation, Turn } from '../conversation.ts';

export type Fields = Readonly<Record<string, unknown>>;

export function asFields(value: unknown): Fields | null {
  return isObject(value) ? value : null;
}

export function asList(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? (value as readonly unknown[]) : null;
}

/** A text that says something, else null. */
export function asText(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** The value, or undefined where the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export interface JsonEvent {
  /** 1-based. */
  readonly line: number;
  /** Null where the line is no JSON object. */
  readonly value: Fields | null;
}

/** Each line that is not blank, one after the other, so that a file of any size is parsed a line at a time. */
export function* jsonEvents(text: string): Generator<JsonEvent> {
  let line = 0;
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length;) {
    const next = text.indexOf('\n', at);
    const end = next < 0 ? text.length : next;
    const own = text.slice(at, end);
    line++;
    at = end + 1;
    if (own.trim() !== '') yield { line, value: asFields(parseJson(own)) };
  }
}

/** ISO in UTC, of an ISO time with a zone or of seconds or milliseconds since 1970; null for anything else. */
export function instantOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value) && value > 0)
    return isoOf(new Date(value < 1e11 ? value * 1000 : value));
  if (
    typeof value !== 'string' ||
    !/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/.test(value.trim())
  )
    return null;
  return isoOf(new Date(value.trim().replace(' ', 'T')));
}

function isoOf(instant: Date): string | null {
  return Number.isNaN(instant.getTime()) || instant.getUTCFullYear() > 9999 || instant.getUTCFullYear() < 1
    ? null
    : instant.toISOString();
}

/**
 * A name that a file gives its session, as `source` may cite it and a store may keep it; one with other signs becomes a
 * digest.
 */
export function sessionName(raw: string): string {
  const name = raw.trim();
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/.test(name) ? name : digestName(name);
}

/** For a file that gives none: of how it begins, so that a session that grew keeps its name. */
export function nameOfBeginning(format: string, turns: readonly Pick<Turn, 'role' | 'speaker' | 'text'>[]): string {
  return digestName(
    JSON.stringify([format, ...turns.slice(0, 3).map(({ role, speaker, text }) => [role, speaker, text])]),
  );
}

/** What it was called when it had one turn or two, where its name is that of its beginning. */
export function earlierNames({
  session,
  format,
  turns,
}: Pick<Conversation, 'session' | 'format' | 'turns'>): readonly string[] {
  if (session !== nameOfBeginning(format, turns)) return [];
  return [2, 1].filter((count) => count < turns.length).map((count) => nameOfBeginning(format, turns.slice(0, count)));
}

function digestName(text: string): string {
  return encodeBytes(createHash('sha256').update(encodeText(text)).digest(), 12);
}

/** The name of a working folder, of a path of any system; null without one. */
export function folderName(path: unknown): string | null {
  const name =
    asText(path)
      ?.trim()
      .split(/[/\\]+/)
      .filter((part) => part !== '')
      .at(-1) ?? null;
  return name === null || /^[A-Za-z]:$|^~$|^\.+$/.test(name) ? null : name;
}
