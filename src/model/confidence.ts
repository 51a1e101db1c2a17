// How sure a fact still is on a day: a pure function of its line, its marks and its recalls. Time alone writes
// nothing; whoever shows a fact computes it anew.
import { addDays, daysBetween } from './day.ts';
import { confidenceOf, eventDay, type Fact } from './fact.ts';

export interface Fading {
  readonly fade: 'on' | 'off';
  /** Days without a recall after which a fact begins to fade. */
  readonly fade_after_days: number;
  /** The part of its confidence that it then loses a day, 0 to 1. */
  readonly fade_per_day: number;
  /** Below this confidence it has faded, 0 to 1. */
  readonly fade_below: number;
  /** Categories and kinds that do not fade. */
  readonly fade_never: readonly string[];
}

export const DEFAULT_FADING: Fading = {
  fade: 'on',
  fade_after_days: 30,
  fade_per_day: 0.03,
  fade_below: 0.3,
  fade_never: ['identity', 'constraint', 'relationship'],
};

/** What a superseded fact is worth, whatever it began with. */
const SUPERSEDED = 0.2;

/** What of a fact counts. */
export type FadingFact = Pick<Fact, 'category' | 'fields' | 'day'>;

/** What is known of a fact beside its line. */
export interface Kept {
  readonly pinned: boolean;
  /** Another fact has taken its place. */
  readonly superseded: boolean;
  /** The local day of its last recall, or null. */
  readonly recalled: string | null;
}

/** From where a fact fades. */
export interface Standing {
  /** 0 to 1. */
  readonly start: number;
  /** The local day from which days are counted: of its event, or of its last recall where that is later. */
  readonly day: string;
  /** It stays as it is, however long ago that was. */
  readonly lasts: boolean;
}

export function standingOf(
  fact: FadingFact,
  { pinned, superseded, recalled }: Kept,
  fading: Fading = DEFAULT_FADING,
): Standing {
  const event = eventDay(fact);
  const day = recalled !== null && recalled > event ? recalled : event;
  if (pinned) return { start: 1, day, lasts: true };
  if (superseded) return { start: SUPERSEDED, day, lasts: true };
  return { start: confidenceOf(fact), day, lasts: fading.fade === 'off' || neverFades(fact, fading) };
}

function neverFades({ category, fields }: FadingFact, { fade_never }: Fading): boolean {
  const kind = fields.kind?.trim().toLowerCase();
  return fade_never.some((word) => word.toLowerCase() === category.toLowerCase() || word.toLowerCase() === kind);
}

/**
 * 0 to 1: `start × e^(−fade_per_day × (days − fade_after_days))` from `fade_after_days` on, `start` until then.
 * With the usual settings .9 is .69 after 39 days and .28 after 69.
 */
export function confidenceOn(day: string, standing: Standing, fading: Fading = DEFAULT_FADING): number {
  return standing.lasts ? standing.start : after(daysBetween(standing.day, day), standing.start, fading);
}

/** The same for many facts of one day: facts of equal days and starts are worked out once. */
export function confidencesOn(day: string, fading: Fading = DEFAULT_FADING): (standing: Standing) => number {
  const known = new Map<number, Map<string, number>>();
  return (standing) => {
    if (standing.lasts) return standing.start;
    let days = known.get(standing.start);
    if (days === undefined) known.set(standing.start, (days = new Map()));
    let value = days.get(standing.day);
    if (value === undefined) days.set(standing.day, (value = confidenceOn(day, standing, fading)));
    return value;
  };
}

function after(days: number, start: number, { fade_after_days, fade_per_day }: Fading): number {
  return days <= fade_after_days ? start : start * Math.exp(-fade_per_day * (days - fade_after_days));
}

/** The first local day on which the fact has faded: its confidence is below `fade_below`. Null where no day is. */
export function fadesOn({ start, day, lasts }: Standing, fading: Fading = DEFAULT_FADING): string | null {
  const hasFaded = (days: number): boolean => after(days, start, fading) < fading.fade_below;
  let [low, high] = [0, daysBetween(day, LAST_DAY)];
  if (lasts || !hasFaded(high)) return null;
  if (start < fading.fade_below) return FIRST_DAY;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (hasFaded(middle)) high = middle;
    else low = middle + 1;
  }
  return addDays(day, low);
}

/** Has a fact faded by this day? The same answer as `fadesOn`, for many facts. */
export function fadedBy(day: string, fading: Fading = DEFAULT_FADING): (standing: Standing) => boolean {
  const confidence = confidencesOn(day, fading);
  return (standing) => !standing.lasts && confidence(standing) < fading.fade_below;
}

const FIRST_DAY = '0000-01-01';
const LAST_DAY = '9999-12-31';
/** What a claim is worth whose facts no log holds: as much as a new one. */
export const UNKNOWN = 0.9;

/** A claim is as sure as the surest of its facts; with none known it is what a fact begins with. */
export function surest(values: readonly number[]): number {
  return values.length === 0 ? UNKNOWN : values.reduce((a, b) => Math.max(a, b));
}
