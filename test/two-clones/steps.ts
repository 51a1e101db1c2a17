// A history of clones as plain data, so that a failing one can be made smaller and played again.
import * as fc from 'fast-check';
import { PLAIN, POOL } from './pool.ts';

/** What a hand does to a page: the steps of the pages of the merge's own tests, and files. */
export const EDITS = [
  'reword',
  'delete',
  'move',
  'nest',
  'quote',
  'write',
  'section',
  'describe',
  'comment',
  'reformat',
] as const;
export type Edit = (typeof EDITS)[number];

export type Step =
  /**
   * Facts by their number in the pool. `form`: as it is, in other case, or with another full stop. `late`: what they
   * say happened so many days before they are logged. `replaces`: the first names the so-manieth fact of the clone as
   * replaced.
   */
  | {
      readonly does: 'log';
      readonly on: number;
      readonly day: number;
      readonly minute: number;
      readonly facts: readonly number[];
      readonly form: number;
      readonly session: boolean;
      readonly late: number | null;
      readonly replaces: number | null;
    }
  | { readonly does: 'hand'; readonly on: number; readonly page: number; readonly at: number; readonly edit: Edit }
  | { readonly does: 'rename'; readonly on: number; readonly page: number }
  /** `later`: minutes since whatever this clone did before. */
  | {
      readonly does: 'dream';
      readonly on: number;
      readonly later: number;
      readonly commit: boolean;
      readonly maxDays: number;
    }
  | { readonly does: 'undo'; readonly on: number; readonly later: number; readonly commit: boolean }
  | { readonly does: 'commit'; readonly on: number }
  | Decided
  /**
   * `cross`: each merges what the other was; else the second goes on with what the first merged. `keeps`: whose lines a
   * person keeps where both edited.
   */
  | {
      readonly does: 'merge';
      readonly on: number;
      readonly from: number;
      readonly cross: boolean;
      readonly keeps: 0 | 1;
    };

/**
 * What a person says of single facts and reviews, through the program. `at`: of those that it can be said of, the
 * so-manieth.
 */
export type Decided =
  | {
      readonly does: 'fix';
      readonly on: number;
      readonly later: number;
      readonly at: number;
      readonly how: (typeof FIXES)[number];
      readonly to: number;
    }
  | {
      readonly does: 'review';
      readonly on: number;
      readonly later: number;
      readonly at: number;
      readonly how: 'approve' | 'reject';
      readonly keep: boolean;
    }
  | {
      readonly does: 'forget';
      readonly on: number;
      readonly later: number;
      readonly at: number;
      readonly undo: boolean;
    }
  | {
      readonly does: 'pin';
      readonly on: number;
      readonly later: number;
      readonly at: number;
      readonly how: 'pin' | 'unpin';
    }
  | { readonly does: 'search'; readonly on: number; readonly later: number; readonly words: number };

export const FIXES = ['separate', 'restore', 'current', 'to', 'text'] as const;

export interface History {
  /** Ids and names of clones come from it. */
  readonly seed: number;
  readonly clones: 2 | 3;
  /** Done on the first clone, before the others are made of it. */
  readonly before: readonly Step[];
  readonly steps: readonly Step[];
}

const number = (max: number): fc.Arbitrary<number> => fc.integer({ min: 0, max });

const FACT = fc.oneof(
  { weight: 3, arbitrary: number(PLAIN - 1) },
  { weight: 2, arbitrary: fc.integer({ min: PLAIN, max: POOL.length - 1 }) },
);

const rarely = <T>(what: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: what });
const LATER = fc.oneof(
  fc.constant(1),
  fc.integer({ min: 1, max: 3 }).map((days) => days * 24 * 60),
  number(900).map((minutes) => minutes + 1),
);

interface Arbitraries {
  readonly log: fc.Arbitrary<Step>;
  readonly dream: fc.Arbitrary<Step>;
  readonly undo: fc.Arbitrary<Step>;
  readonly hand: fc.Arbitrary<Step>;
  readonly decided: fc.Arbitrary<Step>;
  readonly any: fc.Arbitrary<Step>;
}

function stepsOn(clone: number): Arbitraries {
  const on = fc.constant(clone);
  const log = fc.record({
    does: fc.constant('log' as const),
    on,
    day: number(7),
    minute: number(2),
    facts: fc.array(FACT, { minLength: 1, maxLength: 6 }),
    form: number(2),
    session: fc.boolean(),
    late: rarely(number(6)),
    replaces: rarely(number(20)),
  });
  const dream = fc.record({
    does: fc.constant('dream' as const),
    on,
    later: LATER,
    commit: fc.boolean(),
    maxDays: fc.constantFrom(1, 2, 14),
  });
  const undo = fc.record({ does: fc.constant('undo' as const), on, later: LATER, commit: fc.boolean() });
  const hand = fc.record({
    does: fc.constant('hand' as const),
    on,
    page: number(4),
    at: number(6),
    edit: fc.constantFrom(...EDITS),
  });
  const [later, at] = [fc.constantFrom(0, 1, 300), number(20)];
  const decided: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        does: fc.constant('fix' as const),
        on,
        later,
        at,
        how: fc.constantFrom(...FIXES),
        to: number(5),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        does: fc.constant('review' as const),
        on,
        later,
        at,
        how: fc.constantFrom('approve' as const, 'reject' as const),
        keep: fc.boolean(),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        does: fc.constant('forget' as const),
        on,
        later,
        at,
        undo: fc.constantFrom(false, false, true),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        does: fc.constant('pin' as const),
        on,
        later,
        at,
        how: fc.constantFrom('pin' as const, 'pin' as const, 'unpin' as const),
      }),
    },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('search' as const), on, later, words: number(3) }) },
  );
  const any = fc.oneof(
    { weight: 5, arbitrary: log },
    { weight: 6, arbitrary: hand },
    { weight: 3, arbitrary: dream },
    { weight: 6, arbitrary: decided },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('rename' as const), on, page: number(4) }) },
    { weight: 2, arbitrary: undo },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('commit' as const), on }) },
  );
  return { log, dream, undo, hand, decided, any };
}

const some = (step: fc.Arbitrary<Step>, maxLength: number): fc.Arbitrary<Step[]> => fc.array(step, { maxLength });
const joined = (...parts: fc.Arbitrary<Step[]>[]): fc.Arbitrary<Step[]> => fc.tuple(...parts).map((all) => all.flat());
const one = (step: fc.Arbitrary<Step>): fc.Arbitrary<Step[]> => step.map((each) => [each]);

/**
 * What one clone does between two merges: it logs and mostly dreams, and before and after that persons do something.
 */
function partOf(clone: number): fc.Arbitrary<Step[]> {
  const { log, dream, undo, hand, decided, any } = stepsOn(clone);
  const nights = fc.oneof(
    { weight: 6, arbitrary: one(dream) },
    { weight: 2, arbitrary: joined(one(dream), one(undo)) },
    { weight: 1, arbitrary: one(undo) },
    { weight: 1, arbitrary: fc.constant<Step[]>([]) },
  );
  return joined(some(any, 2), one(log), nights, some(fc.oneof(hand, decided), 4), some(any, 1));
}

const mergeOf = (clones: number): fc.Arbitrary<Step> =>
  fc
    .tuple(
      number(clones - 1),
      fc.integer({ min: 1, max: clones - 1 }),
      fc.boolean(),
      fc.constantFrom(0 as const, 1 as const),
    )
    .map(([on, next, cross, keeps]) => ({ does: 'merge', on, from: (on + next) % clones, cross, keeps }));

/** Histories of one to three rounds, each with a merge at its end. */
export const history: fc.Arbitrary<History> = fc
  .constantFrom(2 as const, 2 as const, 2 as const, 3 as const)
  .chain((clones) => {
    const round = joined(
      ...Array.from({ length: clones }, (_, clone) =>
        clone === 2 ? fc.oneof(fc.constant<Step[]>([]), partOf(clone)) : partOf(clone),
      ),
      one(mergeOf(clones)),
    );
    const { log, dream, any } = stepsOn(0);
    return fc.record({
      seed: fc.integer({ min: 1, max: 2 ** 30 }),
      clones: fc.constant(clones),
      before: joined(
        one(log),
        some(any, 1),
        fc.oneof({ weight: 4, arbitrary: one(dream) }, { weight: 1, arbitrary: fc.constant<Step[]>([]) }),
        some(any, 2),
      ),
      steps: fc.array(round, { minLength: 1, maxLength: 3 }).map((rounds) => rounds.flat()),
    });
  });
