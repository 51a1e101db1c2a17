// Factors besides a row's own terms: terms of neighbouring rows, coverage of the question, and confidence. They raise
// rows but never add any.
import type { Neighbour } from '../../language/neighbours.ts';
import type { Fading } from '../../model/confidence.ts';
import { dayNumber, dayOf } from '../../model/day.ts';
import { keyword } from '../keywords.ts';
import { firstPlace } from '../segment/format.ts';
import type { Tables } from '../view.ts';
import { SURE, UNSURE } from '../keywords.ts';

// Facts of a short session are often unrelated. In a long session or a note, neighbours tell what a statement is about.

/** Facts from which a session counts as a conversation. */
const CONVERSATION = 7;
const [FACT, TEXT] = [0, 2];

export type RowTest = (row: number) => boolean;

/** True for a row of a note or of a session long enough to be a conversation. */
export function conversationTest(view: Tables): RowTest {
  const [kinds, days] = [view.column('kind'), view.column('logged')];
  const [groups, ordinals] = [view.column('group'), view.column('ordinal')];
  const isLate = (row: number): boolean => (ordinals[row] as number) >= CONVERSATION - 1 && view.isLive(row);
  const second = view.starts[1] ?? view.rows;
  let late: ReadonlySet<number> | null = null;
  /** Groups with a late row after the first segment, where rows are unordered. */
  const lateInOthers = (): ReadonlySet<number> => {
    if (late !== null) return late;
    const rows = Array.from({ length: view.rows - second }, (_, at) => second + at).filter(isLate);
    return (late = new Set(rows.map((row) => groups[row] as number)));
  };
  const known = new Map<number, boolean>();
  return (row) => {
    if (kinds[row] === TEXT) return true;
    const group = groups[row] as number;
    let isLong = known.get(group);
    if (isLong !== undefined) return isLong;
    const day = days[row] as number;
    const isBefore = (one: number): boolean =>
      (days[one] as number) < day || (days[one] === day && (groups[one] as number) < group);
    // In the first segment the rows of a group are contiguous.
    let at = row < second ? row : firstPlace(second, isBefore);
    while (at < second && groups[at] === group && !isLate(at)) at++;
    isLong = (at < second && groups[at] === group) || lateInOthers().has(group);
    known.set(group, isLong);
    return isLong;
  };
}

// The neighbours of a row in its session or note, a few positions before or after, even if a later segment holds part
// of the group.

/** Maximum distance of a neighbour, on either side. */
const FARTHEST = 3;

export interface Vicinity {
  /** The neighbours of the last requested row: their positions and their distances (negative before it). */
  readonly places: Int32Array;
  readonly distances: Int8Array;
  /** True for a row of a note or a conversation. Elsewhere only questions lend words to their neighbours. */
  isTalk(place: number): boolean;
  /** Fills both arrays for the row at a position; returns the number of neighbours. */
  around(place: number): number;
}

/** Maximum number of neighbours per side: claims that share a fact share its position. */
const MOST = 16;

/** `found`: the matching rows, ascending; rows are identified by their position in it. */
export function createVicinity(view: Tables, found: Int32Array): Vicinity {
  const [groups, ordinals] = [withSign(view.column('group')), view.column('ordinal')];
  const places = new Int32Array(2 * MOST);
  const distances = new Int8Array(2 * MOST);
  const split = splitGroups(view, found, groups);
  const isConversation = conversationTest(view);
  return {
    places,
    distances,
    isTalk: (place) => isConversation(found[place] as number),
    around(place) {
      const group = groups[found[place] as number] as number;
      const own = ordinals[found[place] as number] as number;
      let count = 0;
      /** Returns false if the row is too far away. */
      const take = (at: number): boolean => {
        const distance = (ordinals[found[at] as number] as number) - own;
        if (distance > FARTHEST || distance < -FARTHEST) return false;
        if (distance === 0) return true;
        places[count] = at;
        distances[count++] = distance;
        return true;
      };
      const isBeside = (at: number): boolean => groups[found[at] as number] === group && take(at);
      const list = split?.get(group);
      if (list !== undefined) {
        // These are unordered.
        for (let i = 0; i < list.length && count < 2 * MOST; i++) take(list[i] as number);
        return count;
      }
      for (let at = place - 1; at >= 0 && count < MOST && isBeside(at);) at--;
      for (let at = place + 1; at < found.length && count < 2 * MOST && isBeside(at);) at++;
      return count;
    },
  };
}

/**
 * Views unsigned 32-bit numbers as signed: they stay distinct, and uncompiled code allocates an object for a large
 * unsigned one.
 */
function withSign(numbers: ArrayLike<number>): ArrayLike<number> {
  return numbers instanceof Uint32Array ? new Int32Array(numbers.buffer, numbers.byteOffset, numbers.length) : numbers;
}

/**
 * For each group with matching rows in a later segment, the positions of all its matching rows; null if there is none.
 */
function splitGroups(
  view: Tables,
  found: Int32Array,
  groups: ArrayLike<number>,
): ReadonlyMap<number, readonly number[]> | null {
  const second = view.starts[1] ?? Infinity;
  const first = firstPlace(found.length, (at) => (found[at] as number) < second);
  if (first === found.length) return null;
  const days = view.column('logged');
  const dayOf = (at: number): number => days[found[at] as number] as number;
  const split = new Map<number, number[]>();
  for (let at = first; at < found.length; at++) {
    const group = groups[found[at] as number] as number;
    let list = split.get(group);
    if (list === undefined) split.set(group, (list = []));
    // Rows of one group share a day, and the first segment is sorted by day.
    if (list.length === 0)
      for (let other = firstPlace(first, (one) => dayOf(one) < dayOf(at)); other < first; other++) {
        if (dayOf(other) !== dayOf(at)) break;
        if (groups[found[other] as number] === group) list.push(other);
      }
    list.push(at);
  }
  return split;
}

/**
 * The share of its score that a term passes on over one, two and three positions: to rows after it and to rows before
 * it.
 */
const BEFORE = [1, 0.7, 0.4] as const;
const BEHIND = [0.35, 0.25, 0.15] as const;
/** Bonus for an answer that follows a question. */
const ASKED = 1;
/** The share of neighbouring terms' scores that is added to a row's own. */
export const SHARE = 0.6;
/** A term in more rows than this is not spread: it has so many neighbours that it says little and costs much. */
export const COMMON = 2000;
/**
 * The ratio of a term's score to its rarity from which it counts as fully covered: about one mention in a typical text.
 */
const FULL = 1.6;

/** Indexed by position among the matching rows. */
export interface Nearby {
  /** The score of neighbouring terms beyond the row's own. */
  readonly worth: Float64Array;
  /** Rarity of the neighbouring terms that the row lacks, as far as they count. */
  readonly covered: Float32Array;
  /** Scratch: the best neighbouring score for one term, and the rows that have one. */
  readonly best: Float32Array;
  readonly touched: Int32Array;
}

/**
 * Adds one term's contribution to the neighbours of the rows that contain it. `scores` is indexed by position;
 * `holding` lists positions.
 */
export function spread(
  vicinity: Vicinity,
  scores: Float64Array,
  holding: Int32Array,
  rarity: number,
  asking: Uint8Array,
  { best, touched, worth, covered }: Nearby,
): void {
  const { places, distances } = vicinity;
  let some = 0;
  for (let i = 0; i < holding.length; i++) {
    const place = holding[i] as number;
    const score = scores[place] as number;
    if (asking[place] !== 1 && !vicinity.isTalk(place)) continue;
    const around = vicinity.around(place);
    for (let n = 0; n < around; n++) {
      const at = places[n] as number;
      // The row comes before those at a positive distance.
      const distance = distances[n] as number;
      let share = distance > 0 ? (BEFORE[distance - 1] as number) : (BEHIND[-distance - 1] as number);
      if (distance === 1 && asking[place] === 1) share += ASKED;
      const value = score * share;
      const before = best[at] as number;
      if (value <= before) continue;
      if (before === 0) touched[some++] = at;
      best[at] = value;
    }
  }
  for (let i = 0; i < some; i++) {
    const at = touched[i] as number;
    const value = best[at] as number;
    const own = scores[at] as number;
    best[at] = 0;
    if (value <= own) continue;
    (worth[at] as number) += value - own;
    if (own === 0) (covered[at] as number) += value < FULL * rarity ? value / FULL : rarity;
  }
}

// A statement that covers most of the question is better than one that repeats a single word of it. Rare words count
// for more, and neighbouring words count in part.

/** The share of a score that depends on coverage. */
export const COVERAGE = 0.8;

/** 0.2 to 1, from the rarity of a row's terms, of its neighbours' terms, and of the whole question. */
export function coverageFactor(own: number, beside: number, whole: number): number {
  if (whole <= 0) return 1;
  const part = (own + beside) / whole;
  return 1 - COVERAGE + COVERAGE * (part < 1 ? part : 1);
}

/** The covered share of the question, 0 to 1, that such a factor stands for. */
export const coveredBy = (factor: number): number => (factor - 1 + COVERAGE) / COVERAGE;

// A question that names a statement's category, one of its tags, or a value of its fields refers to that statement
// rather than to one that only shares words. A name is a stronger sign than a common word that happens to be a
// category.

/** Marks of a row; a greater mark is a stronger sign. */
export const [NAMED_TAG, NAMED_WORD, NAMED_NAME] = [1, 2, 3] as const;
const FACTORS = [1, 1.2, 1.4, 2] as const;

/** The factor for a row's mark; 1 for none. */
export function namedFactor(mark: number): number {
  return FACTORS[mark] ?? 1;
}

/** The data besides a fact's line that determines its confidence. */
export interface Memory {
  /** The local day. */
  readonly today: string;
  readonly fading: Fading;
  /** Whether a fact is pinned, as returned by `foldMarks`. */
  readonly marks: ReadonlyMap<string, boolean>;
  /** The instant of a fact's last tracked recall (ISO, UTC) or null. Null itself if recalls are not tracked. */
  readonly lastRecall: ((fact: string) => string | null) | null;
  /** Near words of a lower-case word; missing if there is no table. */
  readonly neighboursOf?: (word: string) => readonly Neighbour[];
  /** Facts of open reviews that ask which one holds: the earlier first, the later last. */
  readonly open?: readonly (readonly string[])[];
}

/** The smallest factor. */
export const LEAST_SURE = 0.85;
/** The most that fading takes off. A larger value costs recall: old questions have old answers. */
const FADES_BY = 0.03;

const PINNED = ['true', 'yes', '1'];

/** Returns the factor of a row; null if it is 1 for all rows. */
export function surenessFactor(tables: Tables, memory: Memory): ((row: number) => number) | null {
  const unsure = new Map<number, number>();
  for (const word of tables.keywords(UNSURE)) {
    const factor = factorOf(Number(word.slice(UNSURE.length)) / 10);
    for (const row of tables.keyword(word)) unsure.set(row, factor);
  }
  const isFading = memory.fading.fade === 'on';
  if (unsure.size === 0 && !isFading) return null;
  const isPinned = pinned(tables, memory.marks);
  const faded = isFading ? fadedPart(tables, memory) : (): number => 0;
  return (row) => {
    const logged = unsure.get(row) ?? 1;
    const part = faded(row);
    if (logged === 1 && part === 0) return 1;
    return isPinned(row) ? 1 : Math.max(LEAST_SURE, logged * (1 - FADES_BY * part));
  };
}

/** `confidence`: 0 to 1. */
export function factorOf(confidence: number): number {
  return confidence >= SURE ? 1 : LEAST_SURE + (1 - LEAST_SURE) * (confidence / SURE);
}

/** Returns the share of confidence that a row has lost, 0 to 1. Prose loses none. */
function fadedPart(tables: Tables, { today, fading, lastRecall }: Memory): (row: number) => number {
  const [kinds, days] = [tables.column('kind'), tables.column('day')];
  const now = dayNumber(today);
  let lasts: RowTest | null = null;
  return (row) => {
    const day = days[row] as number;
    if (kinds[row] === TEXT || day === 0 || now - day <= fading.fade_after_days) return 0;
    lasts ??= lastingTest(tables, fading.fade_never);
    if (lasts(row)) return 0;
    const recalled = lastRecall === null ? null : lastRecall(tables.id(row));
    const from = recalled === null ? day : Math.max(day, dayNumber(dayOf(new Date(recalled))));
    return 1 - Math.exp(-fading.fade_per_day * Math.max(0, now - from - fading.fade_after_days));
  };
}

/** Rows that never fade because of their category, their kind or a pin on their line. */
const lastingTest = (tables: Tables, never: readonly string[]): RowTest =>
  tables.withKeyword([
    ...never.flatMap((word) => [keyword('category', word), keyword('kind', word)]),
    ...PINNED.map((word) => keyword('field', `pinned=${word}`)),
  ]);

/** Facts match by id; a claim counts as pinned if it cites a pinned fact. */
function pinned(tables: Tables, marks: Memory['marks']): RowTest {
  const ids: string[] = [];
  for (const [id, isPin] of marks) if (isPin) ids.push(id);
  if (ids.length === 0) return () => false;
  const kinds = tables.column('kind');
  let claims: ReadonlySet<number> | null = null;
  return (row) => {
    if (kinds[row] === FACT) return marks.get(tables.spot(row).id) === true;
    return (claims ??= new Set(ids.flatMap((id) => [...tables.citing(id)]))).has(row);
  };
}
