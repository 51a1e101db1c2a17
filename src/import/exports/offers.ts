// Finds the statements that are new to a vault. A known one is recognised by its source and text, even if it moved
// within its file. Pure; the caller supplies what is forgotten and what is logged.
import { normalForm } from '../../language/normal-form.ts';
import type { Fact, Statement } from '../../model/fact.ts';
import { nameOf } from '../values.ts';
import { formatNamed } from '../formats.ts';

/** The origin of a statement. */
export interface Source {
  readonly format: string;
  /** Relative to the named path. */
  readonly path: string;
  readonly place: string;
}

/** As in the field `source`. */
export const renderSource = ({ format, path, place }: Source): string =>
  `${format}:${path}#${place.replaceAll('#', '_')}`;

/** Null for a source that no import wrote. */
export function parseSource(text: string): Source | null {
  const colon = text.indexOf(':');
  const mark = text.lastIndexOf('#');
  const format = text.slice(0, Math.max(0, colon));
  return mark > colon && formatNamed(format) !== null
    ? { format, path: text.slice(colon + 1, mark), place: text.slice(mark + 1) }
    : null;
}

/** The key of a statement; equal keys are the same statement from the same source. */
function keyOf({ format, path, place }: Source, { text, fields }: Statement, day: string): string {
  const words = normalForm(text);
  const scope = formatNamed(format)?.scope ?? 'file';
  // The number of a line or an entry does not identify its content.
  if (scope === 'export')
    return JSON.stringify([format, /^\d{0,9}$/.test(place) ? '' : place.replaceAll('#', '_'), words]);
  // Without folders, which depend on the path that was named.
  const where = [nameOf(path), fields.project ?? '', fields.topic ?? '', scope === 'day' ? day : ''];
  return JSON.stringify([format, ...where, words]);
}

export interface Known {
  readonly keys: ReadonlySet<string>;
  /** From the format and the original id to the fact's id here. */
  readonly byId: ReadonlyMap<string, string>;
}

const idKey = ({ format, place }: Source): string => JSON.stringify([format, place.replaceAll('#', '_')]);

/** What earlier imports logged. `isForgotten`: such a fact is known, but its id is not used. */
export function knownAmong(facts: readonly Fact[], isForgotten: (fact: Fact) => boolean): Known {
  const keys = new Set<string>();
  const byId = new Map<string, string>();
  for (const fact of facts) {
    const source = parseSource(fact.fields.source ?? '');
    if (source === null) continue;
    keys.add(keyOf(source, fact, fact.day));
    if (!isForgotten(fact)) byId.set(idKey(source), fact.id);
  }
  return { keys, byId };
}

/** A statement that would be logged. */
export interface Offer {
  readonly source: Source;
  readonly statement: Statement;
  /** Local day; null for the day of the import. */
  readonly day: string | null;
  readonly time: string | null;
  readonly session: string | null;
  /** The id it will get. */
  readonly id: string;
}

export interface Sorted {
  /** In their original order. */
  readonly fresh: readonly Offer[];
  readonly known: readonly Offer[];
  readonly forgotten: readonly Offer[];
}

/** Sorts offers into new, known and forgotten; of two equal ones the second counts as known. */
export function sortOffers(offers: readonly Offer[], known: Known, isForgotten: (offer: Offer) => boolean): Sorted {
  const keys = new Set(known.keys);
  const byId = new Map(known.byId);
  const [fresh, again, forgotten]: [Offer[], Offer[], Offer[]] = [[], [], []];
  for (const offer of offers) {
    const key = keyOf(offer.source, offer.statement, offer.day ?? '');
    if (keys.has(key)) again.push(offer);
    else if (isForgotten(offer)) forgotten.push(offer);
    else {
      fresh.push(offer);
      byId.set(idKey(offer.source), offer.id);
    }
    keys.add(key);
  }
  return { fresh: relinked(fresh, byId), known: again, forgotten };
}

/** Translates `supersedes` from another vault's ids to this one's; removes it if the fact is not here. */
function relinked(offers: readonly Offer[], byId: ReadonlyMap<string, string>): Offer[] {
  return offers.map((offer) => {
    const { supersedes, ...fields } = offer.statement.fields;
    if (offer.source.format !== 'older-vault' || supersedes === undefined) return offer;
    const here = byId.get(idKey({ ...offer.source, place: supersedes.trim() }));
    return {
      ...offer,
      statement: { ...offer.statement, fields: here === undefined ? fields : { ...fields, supersedes: here } },
    };
  });
}
