// How sure a row still is, as a factor between .85 and 1: of two equal matches, the one that was logged as unsure or
// has faded ranks lower. Reads columns, keywords, marks and recalls of the rows it is asked for, which are few.
import type { Fading } from '../../model/confidence.ts';
import { dayOf, daysBetween } from '../../model/day.ts';
import { keyword } from '../keywords.ts';
import { SURE, UNSURE } from '../state.ts';
import type { Tables } from '../view.ts';

/** What tells how sure a fact is today, beside its line. */
export interface Memory {
  /** The local day. */
  readonly today: string;
  readonly fading: Fading;
  /** By fact whether a person pinned it, as `foldMarks` gives them. */
  readonly marks: ReadonlyMap<string, boolean>;
  /** For a fact the instant of its last tracked recall, ISO in UTC, or null. Null where no recall is tracked. */
  readonly lastRecall: ((fact: string) => string | null) | null;
}

/** The least factor there is. */
export const LEAST_SURE = 0.85;
/** What fading takes at most. More of it costs recall: old questions have old answers. */
const FADES_BY = 0.03;

const [FACT, TEXT] = [0, 2];
const EPOCH = '1970-01-01';
const PINNED = ['true', 'yes', '1'];

type RowTest = (row: number) => boolean;

/** Gives for a row its factor; null where that is 1 for all. */
export function surenessFactor(tables: Tables, memory: Memory): ((row: number) => number) | null {
  const unsure: { readonly holds: RowTest; readonly factor: number }[] = [];
  for (const word of tables.keywords(UNSURE)) {
    const holds = tables.withKeyword(word);
    if (holds !== null) unsure.push({ holds, factor: factorOf(Number(word.slice(UNSURE.length)) / 10) });
  }
  const isFading = memory.fading.fade === 'on';
  if (unsure.length === 0 && !isFading) return null;
  const isPinned = pinned(tables, memory.marks);
  const faded = isFading ? fadedPart(tables, memory) : (): number => 0;
  return (row) => {
    const logged = unsure.find(({ holds }) => holds(row))?.factor ?? 1;
    const part = faded(row);
    if (logged === 1 && part === 0) return 1;
    return isPinned(row) ? 1 : Math.max(LEAST_SURE, logged * (1 - FADES_BY * part));
  };
}

/** For a confidence of 0 to 1. */
export function factorOf(confidence: number): number {
  return confidence >= SURE ? 1 : LEAST_SURE + (1 - LEAST_SURE) * (confidence / SURE);
}

/** Gives for a row what it has lost of its confidence, 0 to 1. Prose loses nothing. */
function fadedPart(tables: Tables, { today, fading, lastRecall }: Memory): (row: number) => number {
  const [kinds, days] = [tables.column('kind'), tables.column('day')];
  const now = daysBetween(EPOCH, today);
  let lasting: readonly RowTest[] | null = null;
  return (row) => {
    const day = days[row] as number;
    if (kinds[row] === TEXT || day === 0 || now - day <= fading.fade_after_days) return 0;
    lasting ??= lastingTests(tables, fading.fade_never);
    if (lasting.some((lasts) => lasts(row))) return 0;
    const recalled = lastRecall === null ? null : lastRecall(tables.id(row));
    const from = recalled === null ? day : Math.max(day, daysBetween(EPOCH, dayOf(new Date(recalled))));
    return 1 - Math.exp(-fading.fade_per_day * Math.max(0, now - from - fading.fade_after_days));
  };
}

/** Tests for rows that never fade, by their category, their kind or a pin on their line. */
function lastingTests(tables: Tables, never: readonly string[]): RowTest[] {
  const words = [
    ...never.flatMap((word) => [keyword('category', word), keyword('kind', word)]),
    ...PINNED.map((word) => keyword('field', `pinned=${word}`)),
  ];
  return words.map((word) => tables.withKeyword(word)).filter((test) => test !== null);
}

/** A fact by its id; a claim if any fact that it cites is pinned. */
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
