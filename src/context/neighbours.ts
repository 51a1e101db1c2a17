// Finds the context of a hit: in a session, a question and its answer are next to each other, and often only one of
// them contains the search words. Reads nothing itself.
import type { Fact } from '../model/fact.ts';
import type { Found } from './found.ts';

export interface Neighbour {
  readonly where: 'before' | 'after';
  readonly found: Found;
}

/** The facts of a day. */
export interface Day {
  /** Facts of its log, in line order. */
  readonly facts: readonly Pick<Fact, 'line' | 'session' | 'time' | 'text'>[];
  /** What may be shown of the day, by log line. Called only if a hit has a neighbour. */
  readonly shown: () => ReadonlyMap<number, Found>;
}

/** A question mark at the end of a sentence, in any script, but not one in a URL. */
const QUESTION = /[?？؟⁇⁈‽](?=["'”’»)\]]*(?:\s|$))|？/u;
const SENTENCE = /[^.!?。！？؟\n]+[.!?。！？؟⁇⁈‽]*/gu;
/** A text with more than this besides its question is mainly a statement. */
const MOST_TOLD = 120;
/** A neighbour explains a hit; a longer one says something of its own. */
const LONGEST = 240;

/** True if it is mainly a question. */
function isQuestion(text: string): boolean {
  if (!QUESTION.test(text)) return false;
  const told = text.match(SENTENCE)?.filter((sentence) => !QUESTION.test(sentence)) ?? [];
  return told.join('').length <= MOST_TOLD;
}

/** The question that the hit answers, or the answer to the hit; empty if it stands alone. */
export function neighboursOf(hit: Found, dayOf: (path: string) => Day | null): Neighbour[] {
  const place = hit.kind === 'fact' ? hit : hit.kind === 'claim' ? (hit.sources.at(-1) ?? null) : null;
  if (place === null || place.path === null) return [];
  const day = dayOf(place.path);
  const own = day?.facts.find(({ line }) => line === place.line);
  if (!day || !own || own.session === null) return [];
  const session = day.facts.filter((fact) => fact.session === own.session);
  const at = session.indexOf(own);
  const near = (fact: Day['facts'][number] | undefined, where: Neighbour['where']): Neighbour[] => {
    const found = fact === undefined ? undefined : day.shown().get(fact.line);
    return found === undefined || found.id === hit.id || found.text.length > LONGEST ? [] : [{ where, found }];
  };
  const asked = session[at - 1];
  const before = asked !== undefined && QUESTION.test(asked.text) ? near(asked, 'before') : [];
  return isQuestion(own.text) ? [...before, ...near(session[at + 1], 'after')] : before;
}

/** What may be shown, by line of the log at `path`. */
export function byLine(found: readonly Found[], path: string): Map<number, Found> {
  const lines = new Map<number, Found>();
  for (const one of found) {
    for (const place of one.kind === 'claim' ? one.sources : one.kind === 'fact' ? [one] : [])
      if (place.path === path && place.line !== null) lines.set(place.line, one);
  }
  return lines;
}
