// What happens on each day of a year, as plain data that a seed decides: what is logged where, late or by hand, and
// what persons do. It touches nothing.
import { join } from 'node:path';

export interface Told {
  readonly content: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly date: string;
  readonly time: string;
  readonly session: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** What persons do, beside logging. `at` and `n` choose among what is there then. */
export type Deed =
  | {
      readonly does: 'edit';
      readonly on: 0 | 1;
      readonly at: number;
      readonly n: number;
      readonly edit: (typeof EDITS)[number];
    }
  | { readonly does: 'move' | 'forget' | 'pin' | 'alias' | 'repair' | 'inbox'; readonly on: 0 | 1; readonly at: number }
  | { readonly does: 'review'; readonly on: 0 | 1; readonly at: number; readonly approves: boolean }
  | {
      readonly does: 'fix';
      readonly on: 0 | 1;
      readonly at: number;
      readonly how: 'separate' | 'restore' | 'current' | 'text';
    }
  | { readonly does: 'recall'; readonly on: 0 | 1; readonly at: number; readonly verb: 'search' | 'context' }
  /**
   * Both have all afterwards. `cross`: each merges what the other was, else the second goes on with what the first
   * merged.
   */
  | { readonly does: 'merge'; readonly cross: boolean };

export interface Day {
  readonly day: string;
  /** What each clone logs by `log --jsonl`; some of it is of days before. */
  readonly logs: readonly [readonly Told[], readonly Told[]];
  /** Lines that the person of the first clone writes into the log of the day before. */
  readonly hand: readonly string[];
  readonly deeds: readonly Deed[];
  /** Logged after midnight, before the night's dream: today's for the dream, which leaves it alone. */
  readonly owl: Told | null;
  /** The second clone dreams, too. */
  readonly bothDream: boolean;
}

const BIRDS = ['A blackbird', 'A coal tit', 'A nuthatch', 'A greenfinch', 'A bullfinch'];
const HOURS = ['dawn', 'noon', 'dusk'];
const EDITS = ['reword', 'delete', 'write', 'section', 'describe', 'comment', 'nest', 'quote'] as const;
const GENERATOR = join(import.meta.dirname, '../../bench/generate.mjs');
const RANDOM = join(import.meta.dirname, '../../bench/parts/random.mjs');

interface Random {
  next(): number;
  below(limit: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
}
interface Generated {
  readonly day: string;
  readonly entries: readonly {
    readonly time: string;
    readonly session: string;
    readonly facts: readonly {
      readonly category: string;
      readonly text: string;
      readonly tags: readonly string[];
      readonly fields: Readonly<Record<string, string>>;
    }[];
  }[];
}

/** Of these each says what holds at a time, so that a later one replaces it. */
const CHANGING: readonly ((n: number) => Pick<Told, 'content' | 'category' | 'tags'>)[] = [
  (n) => ({
    content: `User lives in ${pickOf(['Berlin', 'Rome', 'Lisbon', 'Oslo', 'Graz'], n)}`,
    category: 'identity',
    tags: ['home'],
  }),
  (n) => ({
    content: `User works at ${pickOf(['Initech', 'Globex', 'Hooli', 'Umbra'], n)}`,
    category: 'work',
    tags: ['career'],
  }),
  (n) => ({ content: `The port of the staging server is ${8000 + n}`, category: 'decision', tags: ['ops'] }),
  (n) => ({ content: `correction: The port of the build server is ${9000 + n}`, category: 'decision', tags: ['ops'] }),
];

/** The days of a year that begins on `first`, with about so many facts a day. */
export async function storyOf({
  days,
  seed,
  first,
  factsPerDay,
}: {
  readonly days: number;
  readonly seed: number;
  readonly first: string;
  readonly factsPerDay: number;
}): Promise<Day[]> {
  const { generateLogs } = (await import(GENERATOR)) as { generateLogs(life: object): Generated[] };
  const { createRandom } = (await import(RANDOM)) as { createRandom(seed: number): Random };
  const random = createRandom(seed + 1000);
  const logs = generateLogs({ facts: days * factsPerDay, days, seed, until: addDays(first, days - 1) });
  const story = logs.map((log, index): Day => dayOf(log, index, random));
  return quiet(late(story, random), random);
}

function dayOf({ day, entries }: Generated, index: number, random: Random): Day {
  const logs: [Told[], Told[]] = [[], []];
  for (const { time, session, facts } of entries) {
    const clone = random.chance(0.35) ? 1 : 0;
    for (const { category, text, tags, fields } of facts)
      logs[clone].push({
        content: text,
        category,
        tags,
        date: day,
        time,
        session: `${'ab'[clone]}${session.slice(1)}`,
        fields,
      });
  }
  // What somebody writes down day by day fills a page within the year.
  logs[random.below(2)]?.push({
    content: `${random.pick(BIRDS)} no. ${index + 1} came to the feeder at ${random.pick(HOURS)}`,
    category: 'observation',
    tags: ['birds'],
    date: day,
    time: '08:20',
    session: `f${index}`,
    fields: { project: 'Bird feeder' },
  });
  if (random.chance(0.12))
    logs[random.below(2)]?.push({
      ...random.pick(CHANGING)(random.below(900)),
      date: day,
      time: '21:30',
      session: `c${index}`,
      fields: {},
    });
  const on = (): 0 | 1 => (random.chance(0.4) ? 1 : 0);
  const at = (): number => random.below(100_000);
  const deeds: Deed[] = [
    { does: 'recall', on: on(), at: at(), verb: 'search' },
    { does: 'recall', on: on(), at: at(), verb: random.chance(0.5) ? 'context' : 'search' },
  ];
  const maybe = (share: number, deed: () => Deed): void => void (random.chance(share) && deeds.push(deed()));
  // What is rare comes on its days, so that a short year has it, too.
  const each = (days: number, from: number, deed: () => Deed): void =>
    void (index % days === from && deeds.push(deed()));
  maybe(0.25, () => ({ does: 'edit', on: on(), at: at(), n: at(), edit: random.pick(EDITS) }));
  each(23, 9, () => ({ does: 'move', on: on(), at: at() }));
  each(17, 11, () => ({ does: 'forget', on: on(), at: at() }));
  each(19, 15, () => ({ does: 'alias', on: on(), at: at() }));
  each(8, 4, () => ({ does: 'inbox', on: on(), at: at() }));
  maybe(0.05, () => ({ does: 'pin', on: on(), at: at() }));
  maybe(0.15, () => ({ does: 'review', on: on(), at: at(), approves: random.chance(0.5) }));
  maybe(0.06, () => ({
    does: 'fix',
    on: on(),
    at: at(),
    how: random.pick(['separate', 'restore', 'current', 'text'] as const),
  }));
  // Both persons have another word for one claim before they merge.
  const [there, which] = [at(), at()];
  if (index % 42 === 20)
    for (const side of [0, 1] as const) deeds.push({ does: 'edit', on: side, at: there, n: which, edit: 'reword' });
  if (index % 14 === 13) deeds.push({ does: 'repair', on: 0, at: 0 });
  if (index % 3 === 2) deeds.push({ does: 'merge', cross: random.chance(0.3) });
  return {
    day,
    logs,
    deeds,
    hand:
      index % 9 === 6
        ? [
            `- [work] User wrote note ${index + 1} by hand about ${random.pick(['the harbour', 'the lamp', 'the old printer'])} \`byhand\``,
          ]
        : [],
    owl: random.chance(0.1)
      ? {
          content: `User could not sleep on night ${index + 1} of the year`,
          category: 'health',
          tags: ['sleep'],
          date: addDays(day, 1),
          time: '01:30',
          session: 'owl',
          fields: {},
        }
      : null,
    bothDream: index % 14 === 4,
  };
}

/** Some of what happens is logged days later. */
function late(story: readonly Day[], random: Random): Day[] {
  const moved = story.map(({ logs }): [Told[], Told[]] => [[...logs[0]], [...logs[1]]]);
  for (const [index] of story.entries()) {
    if (!random.chance(0.25)) continue;
    const clone = random.below(2) as 0 | 1;
    const told = moved[index]?.[clone].shift();
    const then = moved[Math.min(story.length - 1, index + 1 + random.below(20))];
    if (told !== undefined && then !== undefined) then[clone].push(told);
  }
  return story.map((day, index) => ({ ...day, logs: moved[index] ?? day.logs }));
}

/** On a few stretches of days nobody does anything. */
function quiet(story: readonly Day[], random: Random): Day[] {
  const starts = story.flatMap((_, index) => (index % 45 === 20 ? [index + random.below(10)] : []));
  const isQuiet = (index: number): boolean => starts.some((start) => index >= start && index < start + 4);
  return story.map((day, index) =>
    isQuiet(index) ? { ...day, logs: [[], []], hand: [], deeds: [], owl: null, bothDream: false } : day,
  );
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

const pickOf = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;
