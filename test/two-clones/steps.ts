// A history of clones as plain data, so that a failing one can be made smaller and played again.
import * as fc from 'fast-check';

/** What a hand does to a page: the steps of the pages of the merge's own tests, and files. */
export const EDITS = ['reword', 'delete', 'move', 'nest', 'quote', 'write', 'section', 'describe', 'comment', 'reformat'] as const;
export type Edit = (typeof EDITS)[number];

export type Step =
  /** Facts by their number in the pool. `form`: as it is, in other case, or with another full stop. */
  | { readonly does: 'log'; readonly on: number; readonly day: number; readonly minute: number; readonly facts: readonly number[]; readonly form: number; readonly session: boolean }
  | { readonly does: 'hand'; readonly on: number; readonly page: number; readonly at: number; readonly edit: Edit }
  | { readonly does: 'rename'; readonly on: number; readonly page: number }
  /** `later`: minutes since whatever this clone did before. */
  | { readonly does: 'dream'; readonly on: number; readonly later: number; readonly commit: boolean; readonly maxDays: number }
  | { readonly does: 'undo'; readonly on: number; readonly later: number; readonly commit: boolean }
  | { readonly does: 'commit'; readonly on: number }
  /** `cross`: each merges what the other was; else the second goes on with what the first merged. `keeps`: whose lines a person keeps where both edited. */
  | { readonly does: 'merge'; readonly on: number; readonly from: number; readonly cross: boolean; readonly keeps: 0 | 1 };

export interface History {
  /** Ids and names of clones come from it. */
  readonly seed: number;
  readonly clones: 2 | 3;
  /** Done on the first clone, before the others are made of it. */
  readonly before: readonly Step[];
  readonly steps: readonly Step[];
}

const POOL_SIZE = 28;
const number = (max: number): fc.Arbitrary<number> => fc.integer({ min: 0, max });

const LATER = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 3 }).map((days) => days * 24 * 60), number(900).map((minutes) => minutes + 1));

interface Arbitraries {
  readonly log: fc.Arbitrary<Step>;
  readonly dream: fc.Arbitrary<Step>;
  readonly undo: fc.Arbitrary<Step>;
  readonly hand: fc.Arbitrary<Step>;
  readonly any: fc.Arbitrary<Step>;
}

function stepsOn(clone: number): Arbitraries {
  const on = fc.constant(clone);
  const log = fc.record({ does: fc.constant('log' as const), on, day: number(7), minute: number(2), facts: fc.array(number(POOL_SIZE - 1), { minLength: 1, maxLength: 6 }), form: number(2), session: fc.boolean() });
  const dream = fc.record({ does: fc.constant('dream' as const), on, later: LATER, commit: fc.boolean(), maxDays: fc.constantFrom(1, 2, 14) });
  const undo = fc.record({ does: fc.constant('undo' as const), on, later: LATER, commit: fc.boolean() });
  const hand = fc.record({ does: fc.constant('hand' as const), on, page: number(4), at: number(6), edit: fc.constantFrom(...EDITS) });
  const any = fc.oneof(
    { weight: 5, arbitrary: log },
    { weight: 6, arbitrary: hand },
    { weight: 3, arbitrary: dream },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('rename' as const), on, page: number(4) }) },
    { weight: 2, arbitrary: undo },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('commit' as const), on }) },
  );
  return { log, dream, undo, hand, any };
}

const some = (step: fc.Arbitrary<Step>, maxLength: number): fc.Arbitrary<Step[]> => fc.array(step, { maxLength });
const joined = (...parts: fc.Arbitrary<Step[]>[]): fc.Arbitrary<Step[]> => fc.tuple(...parts).map((all) => all.flat());
const one = (step: fc.Arbitrary<Step>): fc.Arbitrary<Step[]> => step.map((each) => [each]);

/** What one clone does between two merges: it logs and mostly dreams, and before and after that persons do something. */
function partOf(clone: number): fc.Arbitrary<Step[]> {
  const { log, dream, undo, hand, any } = stepsOn(clone);
  const nights = fc.oneof({ weight: 6, arbitrary: one(dream) }, { weight: 2, arbitrary: joined(one(dream), one(undo)) }, { weight: 1, arbitrary: one(undo) }, { weight: 1, arbitrary: fc.constant<Step[]>([]) });
  return joined(some(any, 2), one(log), nights, some(hand, 3), some(any, 1));
}

const mergeOf = (clones: number): fc.Arbitrary<Step> =>
  fc.tuple(number(clones - 1), fc.integer({ min: 1, max: clones - 1 }), fc.boolean(), fc.constantFrom(0 as const, 1 as const)).map(([on, next, cross, keeps]) => ({ does: 'merge', on, from: (on + next) % clones, cross, keeps }));

/** Histories of one to three rounds, each with a merge at its end. */
export const history: fc.Arbitrary<History> = fc.constantFrom(2 as const, 2 as const, 2 as const, 3 as const).chain((clones) => {
  const round = joined(...Array.from({ length: clones }, (_, clone) => (clone === 2 ? fc.oneof(fc.constant<Step[]>([]), partOf(clone)) : partOf(clone))), one(mergeOf(clones)));
  const { log, dream, any } = stepsOn(0);
  return fc.record({
    seed: fc.integer({ min: 1, max: 2 ** 30 }),
    clones: fc.constant(clones),
    before: joined(one(log), some(any, 1), fc.oneof({ weight: 4, arbitrary: one(dream) }, { weight: 1, arbitrary: fc.constant<Step[]>([]) }), some(any, 2)),
    steps: fc.array(round, { minLength: 1, maxLength: 3 }).map((rounds) => rounds.flat()),
  });
});

export interface PoolFact {
  readonly category: string;
  readonly content: string;
  readonly tags: readonly string[];
  readonly project?: string;
}

const THINGS = ['green tea', 'compact dashboards', 'short meetings', 'dark rye bread', 'window seats', 'plain text files', 'early trains', 'paper maps', 'cold water', 'quiet rooms', 'tabs for indents', 'cash', 'long walks', 'old films'];

/** What can be said. Many of one category, so that its page gets heads; a name that gets a page of its own with its third fact. */
export const POOL: readonly PoolFact[] = [
  ...THINGS.map((thing, index) => ({ category: 'preference', content: `User prefers ${thing}`, tags: [index % 3 === 0 ? 'food' : 'habits'] })),
  ...[1, 2, 3, 4, 5].map((n) => ({ category: 'work', content: `User asked for ${n} changes to the release notes of version ${n}.0`, tags: ['career'] })),
  ...['Lisbon', 'Graz', 'Oslo', 'Turin'].map((city, index) => ({ category: 'event', content: `User met Anna Berg in ${city} at 1${index}:30`, tags: ['travel'] })),
  ...[1, 2].map((n) => ({ category: 'decision', content: `The team decided to ship part ${n} with SQLite`, tags: [], project: 'atlas' })),
  { category: 'health', content: 'User slept 7 hours and 40 minutes', tags: ['sleep'] },
  // Facts of a category of the clone's own, so that only it makes the page.
  { category: 'own', content: 'User planted 12 onions', tags: [] },
  { category: 'own', content: 'User sold 3 chairs', tags: [] },
];
