// The confidence of a fact on a day: a pure function of its line, its marks and its recalls. It is never stored; it is
// computed whenever a fact is shown.
import { addDays, daysBetween } from './day.ts';
import { confidenceOf, eventDay, type Fact } from './fact.ts';

export interface Fading {
  readonly fade: 'on' | 'off';
  /** Days without a recall after which a fact starts to fade. */
  readonly fade_after_days: number;
  /** The rate at which it then fades, per day, 0 to 1. */
  readonly fade_per_day: number;
  /** Below this confidence a fact counts as faded, 0 to 1. */
  readonly fade_below: number;
  /** Categories and kinds that never fade. */
  readonly fade_never: readonly string[];
}

export const DEFAULT_FADING: Fading = {
  fade: 'on',
  fade_after_days: 30,
  fade_per_day: 0.03,
  fade_below: 0.3,
  fade_never: ['identity', 'constraint', 'relationship'],
};

/** The confidence of a superseded fact, whatever it was logged with. */
const SUPERSEDED = 0.2;

/** The properties of a fact that matter for fading. */
export type FadingFact = Pick<Fact, 'category' | 'fields' | 'day'>;

/** What is known about a fact besides its line. */
export interface Kept {
  readonly pinned: boolean;
  /** Whether another fact has replaced it. */
  readonly superseded: boolean;
  /** The local day of its last recall, or null. */
  readonly recalled: string | null;
}

/** The starting point from which a fact fades. */
export interface Standing {
  /** 0 to 1. */
  readonly start: number;
  /** The local day from which days are counted: of its event or its last recall, whichever is later. */
  readonly day: string;
  /** Its confidence does not change with time. */
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

/** The same for many facts on one day; caches equal days and starts. */
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

/**
 * The first local day on which the fact has faded, that is, its confidence is below `fade_below`. Null if it never
 * fades.
 */
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

/** Tests whether a fact has faded by this day. Consistent with `fadesOn`, but for many facts. */
export function fadedBy(day: string, fading: Fading = DEFAULT_FADING): (standing: Standing) => boolean {
  const confidence = confidencesOn(day, fading);
  return (standing) => !standing.lasts && confidence(standing) < fading.fade_below;
}

const FIRST_DAY = '0000-01-01';
const LAST_DAY = '9999-12-31';
/** The confidence of a claim whose facts are in no log: that of a new fact. */
export const UNKNOWN = 0.9;

/** A claim is as certain as the most certain of its facts; without any, as a new fact. */
export function surest(values: readonly number[]): number {
  return values.length === 0 ? UNKNOWN : values.reduce((a, b) => Math.max(a, b));
}
