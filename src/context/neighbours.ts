// What gives a hit its meaning: in a session a question and what was said to it stand next to each other, and often
// only one of them has the words that are looked for. Reads nothing itself.
import type { Fact } from '../model/fact.ts';
import type { Found } from './found.ts';

export interface Neighbour {
  readonly where: 'before' | 'after';
  readonly found: Found;
}

/** What is known of a day. */
export interface Day {
  /** Of its log, in the order of its lines. */
  readonly facts: readonly Pick<Fact, 'line' | 'session' | 'time' | 'text'>[];
  /**
   * What may be shown of the day, by the lines of its log that say it. Asked for where something stands next to a hit.
   */
  readonly shown: () => ReadonlyMap<number, Found>;
}

/** A question mark at the end of a sentence, in whatever script; not that of an address. */
const QUESTION = /[?？؟⁇⁈‽](?=["'”’»)\]]*(?:\s|$))|？/u;
const SENTENCE = /[^.!?。！？؟\n]+[.!?。！？؟⁇⁈‽]*/gu;
/** What tells more than this beside its question is about what it tells. */
const MOST_TOLD = 120;
/** A neighbour is to say what a hit means; one longer than this says something of its own. */
const LONGEST = 240;

/** Is it a question, more than that it tells something? */
function isQuestion(text: string): boolean {
  if (!QUESTION.test(text)) return false;
  const told = text.match(SENTENCE)?.filter((sentence) => !QUESTION.test(sentence)) ?? [];
  return told.join('').length <= MOST_TOLD;
}

/** The statement that the hit answers, or the one that answers it; empty where it stands for itself. */
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
