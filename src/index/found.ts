// Documents as people see them, from facts, claims and passages: the same when an index is built and when a hit is
// read back. Reads no file.
import { isDay, isTime } from '../model/day.ts';
import { eventDay, type Fact, type Fields } from '../model/fact.ts';
import type { FoundDocument, Source } from './fields.ts';

// The hashtags in a passage.

const PLAIN = /(?<=^|\s)#([\w/-]*[A-Za-z_][\w/-]*)/g;

/** In their order, each once, without the `#`. */
function hashtagsIn(text: string): string[] {
  if (!text.includes('#')) return [];
  // The classes of Unicode take half a millisecond to make: not before somebody needs them.
  const pattern = /[^\x00-\x7F]/.test(text) ? /(?<=^|\s)#([\p{L}\p{N}_/-]*[\p{L}_][\p{L}\p{N}_/-]*)/gu : PLAIN;
  return [...new Set(Array.from(text.matchAll(pattern), (match) => match[1] ?? ''))];
}

/** What a fact lends to a document. */
export type FactWords = Pick<Fact, 'id' | 'category' | 'tags' | 'fields' | 'day'>;

interface Spot {
  readonly path: string;
  readonly line: number;
  readonly title: string;
}

/** The time of a fact's event where it names one, else that of the header it stands under. */
export function timeOfFact(fields: Fields, header: string | null): string | null {
  if (fields.at === undefined) return header;
  const time = fields.at.slice(11, 16);
  return isTime(time) && isDay(fields.at.slice(0, 10)) ? time : header;
}

export function foundFact(
  fact: FactWords & Pick<Fact, 'text'>,
  time: string | null,
  { path, line, title }: Spot,
): FoundDocument {
  const { id, category, text, tags, fields, day } = fact;
  return {
    kind: 'fact',
    id,
    path,
    line,
    date: eventDay(fact),
    logged: day,
    time,
    text,
    category,
    tags,
    title,
    project: fields.project ?? null,
    superseded: false,
    held: null,
    sources: [],
    facts: [{ id, category, fields, day }],
  };
}

export interface ClaimWords {
  readonly text: string;
  readonly past: boolean;
  readonly held: FoundDocument['held'];
  readonly sources: readonly Source[];
}

/** `facts`: those that it cites and a log holds, in their order, `newest` one of them; `time` is that of the newest. */
export function foundClaim(
  claim: ClaimWords,
  facts: readonly FactWords[],
  newest: FactWords | null,
  time: string | null,
  { path, line, title }: Spot,
): FoundDocument {
  const { text, past, held, sources } = claim;
  return {
    kind: 'claim',
    id: sources[0]?.id ?? '',
    path,
    line,
    date: newest && eventDay(newest),
    logged: newest && newest.day,
    time,
    text,
    category: newest?.category ?? null,
    tags: facts.length === 1 ? (facts[0]?.tags ?? []) : unique(facts.flatMap((fact) => fact.tags)),
    title,
    project: newest?.fields.project ?? facts.find((fact) => fact.fields.project !== undefined)?.fields.project ?? null,
    superseded: past,
    held,
    sources,
    facts: facts.map(({ id, category, fields, day }) => ({ id, category, fields, day })),
  };
}

/** `tags`: those of the note; `day`: of the log that it stands in. */
export function foundText(
  id: string,
  text: string,
  { tags, day }: { readonly tags: readonly string[]; readonly day: string | null },
  { path, line, title }: Spot,
): FoundDocument {
  const own = hashtagsIn(text);
  return {
    kind: 'text',
    id,
    path,
    line,
    date: day ?? dayInName(path),
    logged: null,
    time: null,
    text,
    category: null,
    tags: own.length === 0 ? tags : unique([...tags, ...own]),
    title,
    project: null,
    superseded: false,
    held: null,
    sources: [],
    facts: [],
  };
}

/** The day that the name of a note begins with. */
function dayInName(path: string): string | null {
  const start = path.lastIndexOf('/') + 1;
  const day = path.slice(start, start + 10);
  return isDay(day) && !/\d/.test(path[start + 10] ?? '') ? day : null;
}

const unique = (list: readonly string[]): string[] => [...new Set(list)];
