// Where each unit stands after the merge. A place that one side changed holds; of what memvault puts in
// order itself only that keeps its place which stands there in every version, the rest is put in anew.
import { compareText } from '../../model/fact.ts';
import { isMonth } from '../key-facts.ts';
import type { Heads } from './heads.ts';
import type { Piece } from './pieces.ts';
import { pick, type Versions, VERSIONS } from './three-way.ts';
import type { Unit } from './units.ts';

export interface Place {
  readonly section: string;
  /** The key of a head, see `Heads`. */
  readonly head: string | null;
  readonly managed: boolean;
}

export interface Layout {
  readonly heads: Heads;
  /** There is no base: both sides made the page. */
  readonly isNew: boolean;
  /** And nothing of a person's stands between the claims of either, so that all can be put in order anew. */
  readonly isPlain: boolean;
}

/** The place of a unit, and the versions whose piece keeps it. */
export function placeOf(
  unit: Unit,
  { heads, isNew, isPlain }: Layout,
): { readonly place: Place; readonly keeps: ReadonlySet<keyof Versions<unknown>> } {
  const present = VERSIONS.flatMap((version) => {
    const piece = unit[version];
    return piece ? [{ version, piece, place: placeIn(version, piece, heads) }] : [];
  });
  const inVersion = (version: keyof Versions<unknown>): Place | null =>
    present.find((one) => one.version === version)?.place ?? null;
  const place = choose(inVersion('base'), inVersion('first'), inVersion('second'));
  const there = present.filter((one) => idOf(one.place) === idOf(place));
  // Two new pages have no order of sources and links to keep.
  const everywhere = isNew
    ? unit.kind === 'claim' && !isPlain && unit.first !== null && unit.second !== null
    : present.length === VERSIONS.length;
  const keeps = !place.managed || (everywhere && there.length === present.length) ? there : [];
  return { place, keeps: new Set(keeps.map(({ version }) => version)) };
}

function placeIn(version: keyof Versions<unknown>, { section, head, managed }: Piece, heads: Heads): Place {
  return { section, managed, head: head !== null && section === 'Key Facts' ? heads.keyOf(version, head) : head };
}

function choose(base: Place | null, first: Place | null, second: Place | null): Place {
  const [one, two] = [first ?? second, second ?? first];
  if (!one || !two) return base ?? { section: '', head: null, managed: false };
  const settled = pick({ base: base && idOf(base), first: idOf(one), second: idOf(two) });
  if (settled) return settled.value === idOf(one) ? one : two;
  // Both moved it: what was replaced is past wherever the other side put it, and what came back is current.
  const [isOnePast, isTwoPast] = [one.section === 'History', two.section === 'History'];
  if (isOnePast !== isTwoPast) return isOnePast === (base?.section !== 'History') ? one : two;
  // A person's own place before one of memvault's, a topic before a month, a month before none.
  const rank = ({ managed, head }: Place): number => (!managed ? 0 : head === null ? 3 : isMonth(head) ? 2 : 1);
  return (rank(one) - rank(two) || compareText(idOf(one), idOf(two))) <= 0 ? one : two;
}

const idOf = ({ section, head, managed }: Place): string => JSON.stringify([section, head, managed]);
