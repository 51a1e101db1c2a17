// How often each subject and tag occurs over all facts: what is common enough to have a page of its own.

/** A label that counts or dates (`sprint-12`, `v2`, `2024-05`) names an occasion, not a topic. */
const SERIAL = /(?:^|[^\p{L}])v?\d[\d.\-/]*$/u;
const TOPIC_FACTS = 3;
const TOPIC_DAYS = 2;

export interface Spread {
  readonly subjects: ReadonlyMap<string, number>;
  tagFacts(tag: string): number;
  /** A tag that three or more facts on two or more days carry, and that does not count or date. */
  isTopic(tag: string): boolean;
}

export interface SpreadInput {
  readonly subject: string | null;
  readonly tags: readonly string[];
  readonly day: string;
}

export function countSpread(facts: Iterable<SpreadInput>): Spread {
  const subjects = new Map<string, number>();
  const tags = new Map<string, { facts: number; days: Set<string> }>();
  for (const { subject, tags: own, day } of facts) {
    if (subject !== null) subjects.set(subject, (subjects.get(subject) ?? 0) + 1);
    for (const tag of own) {
      const seen = tags.get(tag) ?? { facts: 0, days: new Set<string>() };
      seen.facts++;
      seen.days.add(day);
      tags.set(tag, seen);
    }
  }
  return {
    subjects,
    tagFacts: (tag) => tags.get(tag)?.facts ?? 0,
    isTopic: (tag) => {
      const seen = tags.get(tag);
      return seen !== undefined && seen.facts >= TOPIC_FACTS && seen.days.size >= TOPIC_DAYS && !SERIAL.test(tag);
    },
  };
}
