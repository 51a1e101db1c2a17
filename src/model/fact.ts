// A fact: one statement of a daily log. Also the chronological order of facts, and the explicit `supersedes` field.
import { isDay, isTime } from './day.ts';
import { LEAST_PREFIX } from './ids.ts';

/** The optional fields with a meaning; others are kept as they are. */
export const KNOWN_FIELDS = [
  'at',
  'project',
  'confidence',
  'kind',
  'key',
  'value',
  'persons',
  'entities',
  'location',
  'topic',
  'source',
  'supersedes',
  'resolves',
  'pinned',
] as const;

export type Fields = Readonly<Record<string, string>>;

/** What is logged: a statement without a position. */
export interface Statement {
  readonly category: string;
  /** As logged, any text. */
  readonly text: string;
  readonly tags: readonly string[];
  readonly fields: Fields;
}

export interface Fact extends Statement {
  /** Ten base-32 characters, unique in the vault. */
  readonly id: string;
  /** The line has no id of its own (or one that was taken): it was computed from day and line. */
  readonly computed: boolean;
  /** Local day `YYYY-MM-DD`, from the file name. */
  readonly day: string;
  /** Local `HH:MM` of the header above, if there is one. */
  readonly time: string | null;
  readonly session: string | null;
  /** Relative to the vault's root, with `/`. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
}

/** The value of the confidence field, 0 to 1; 0.9 by default. */
export function confidenceOf(fact: Pick<Statement, 'fields'>): number {
  const text = fact.fields.confidence?.trim() ?? '';
  const value = Number(text);
  return text !== '' && value >= 0 && value <= 1 ? value : 0.9;
}

/** The local day that a fact is about: that of its event time if it has one, else the day it was logged. */
export function eventDay(fact: Pick<Fact, 'fields' | 'day'>): string {
  const day = fact.fields.at?.slice(0, 10) ?? '';
  return isDay(day) ? day : fact.day;
}

/** The local day of the earliest of these facts; undefined if none is in a log. */
export const firstDay = (
  ids: readonly string[],
  factById: Pick<ReadonlyMap<string, Fact>, 'get'>,
): string | undefined =>
  ids
    .flatMap((id) => factById.get(id) ?? [])
    .map(eventDay)
    .sort()[0];

/**
 * Compares by event time, else day and header time, then session, then position in the log. Never by arrival: a merge
 * may reorder the sessions of one minute.
 */
export function compareFacts(a: Fact, b: Fact): number {
  return (
    compareText(orderKey(a), orderKey(b)) ||
    compareText(a.path, b.path) ||
    compareText(a.time ?? '', b.time ?? '') ||
    compareText(a.session ?? '', b.session ?? '') ||
    a.line - b.line
  );
}

/** A string that sorts facts chronologically: `YYYY-MM-DDTHH:MM`. */
export function orderKey(fact: Fact): string {
  const at = fact.fields.at ?? '';
  if (!isDay(at.slice(0, 10))) return `${fact.day}T${fact.time ?? '00:00'}`;
  const time = at.slice(11, 16);
  return `${at.slice(0, 10)}T${isTime(time) ? time : '00:00'}`;
}

/** Code-unit order, which is the same on every machine and locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

// The project of a fact.

/** The project that a fact names, as written; null for none. */
export function projectOf({ fields }: Pick<Fact, 'fields'>): string | null {
  return fields.project?.trim() || null;
}

/** The tag for facts that must never reach a remote model, a summary or anyone else. */
export const PRIVATE = 'private';

export const isPrivate = ({ tags }: Pick<Statement, 'tags'>): boolean =>
  tags.some((tag) => tag.toLowerCase() === PRIVATE);

/** Ids or prefixes of them, lower-case, in order; accepts bare ids, block ids and links. */
export function namedAsSuperseded(field: string): string[] {
  return field
    .toLowerCase()
    .split(/[\s,;]+/)
    .flatMap((token) => /\^?([a-z0-9]+)\]*$/.exec(token)?.[1] ?? []);
}

/** Returns the facts among these that a given fact supersedes explicitly, by id or by an unambiguous prefix. */
export function supersededAmong(facts: readonly Fact[]): (fact: Pick<Fact, 'id' | 'fields'>) => string[] {
  let ids: ReadonlySet<string> | undefined;
  const named = (token: string): string[] => {
    ids ??= new Set(facts.map(({ id }) => id));
    if (ids.has(token)) return [token];
    const begun = token.length < LEAST_PREFIX ? [] : [...ids].filter((id) => id.startsWith(token));
    return begun.length === 1 ? begun : [];
  };
  return ({ id, fields }) =>
    [...new Set(namedAsSuperseded(fields.supersedes ?? '').flatMap(named))].filter((one) => one !== id);
}
