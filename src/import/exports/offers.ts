// Which statements of what was read are new to a vault: each is known again by its source and its words, wherever in
// its file it stands now. Pure; what is forgotten and what is logged is told from outside.
import { normalForm } from '../../language/normal-form.ts';
import type { Fact, Statement } from '../../model/fact.ts';
import { nameOf, type Found, type Scope } from '../format.ts';
import { formatNamed } from './formats.ts';

/** A statement with where it is from. */
export interface Source {
  readonly format: string;
  /** From what was named. */
  readonly path: string;
  readonly place: string;
}

/** As the field `source` says it. */
const renderSource = ({ format, path, place }: Source): string => `${format}:${path}#${place.replaceAll('#', '_')}`;

/** Null for a source that no import wrote. */
export function parseSource(text: string): Source | null {
  const colon = text.indexOf(':');
  const mark = text.lastIndexOf('#');
  const format = text.slice(0, Math.max(0, colon));
  return mark > colon && formatNamed(format) !== null
    ? { format, path: text.slice(colon + 1, mark), place: text.slice(mark + 1) }
    : null;
}

/** The keys of a statement: equal ones are the same statement of the same source. */
function keyOf(
  { format, path, place }: Source,
  scope: Scope,
  { text, fields }: Pick<Statement, 'text' | 'fields'>,
  day: string,
): string {
  const words = normalForm(text);
  if (scope === 'export') return JSON.stringify([format, isLine(place) ? '' : place.replaceAll('#', '_'), words]);
  // A folder that is named from further up or down gives other paths to the same files.
  return JSON.stringify([
    format,
    nameOf(path),
    fields.project ?? '',
    fields.topic ?? '',
    scope === 'day' ? day : '',
    words,
  ]);
}

/** The number of a line or an entry says nothing of what stands there. */
const isLine = (place: string): boolean => /^\d{0,9}$/.test(place);

export interface Known {
  readonly keys: ReadonlySet<string>;
  /** By format and the id that it has where it comes from: the id of the fact here. */
  readonly byId: ReadonlyMap<string, string>;
}

const idKey = ({ format, place }: Source): string => JSON.stringify([format, place.replaceAll('#', '_')]);

/** What earlier imports brought. `isForgotten`: such a fact is known, and nothing is said of it. */
export function knownAmong(facts: readonly Fact[], isForgotten: (fact: Fact) => boolean): Known {
  const keys = new Set<string>();
  const byId = new Map<string, string>();
  for (const fact of facts) {
    const source = fact.fields.source === undefined ? null : parseSource(fact.fields.source);
    const scope = source === null ? undefined : formatNamed(source.format)?.scope;
    if (source === null || scope === undefined) continue;
    keys.add(keyOf(source, scope, fact, fact.day));
    if (!isForgotten(fact)) byId.set(idKey(source), fact.id);
  }
  return { keys, byId };
}

/** A statement as it would be logged. */
export interface Offer {
  readonly source: Source;
  readonly statement: Statement;
  /** Local day; null for the day of the import. */
  readonly day: string | null;
  readonly time: string | null;
  readonly session: string | null;
  /** The id that it gets. */
  readonly id: string;
}

export interface Sorted {
  /** In their order. */
  readonly fresh: readonly Offer[];
  readonly known: readonly Offer[];
  readonly forgotten: readonly Offer[];
}

/** Parts offers by whether they are known, forgotten or new; the second of two equal ones is known. */
export function sortOffers(offers: readonly Offer[], known: Known, isForgotten: (offer: Offer) => boolean): Sorted {
  const keys = new Set(known.keys);
  const byId = new Map(known.byId);
  const fresh: Offer[] = [];
  const [again, forgotten]: [Offer[], Offer[]] = [[], []];
  for (const offer of offers) {
    const scope = formatNamed(offer.source.format)?.scope ?? 'file';
    const key = keyOf(offer.source, scope, offer.statement, offer.day ?? '');
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

/** What a fact of another vault supersedes has another id here; where it is not here, it says nothing. */
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

/** What a statement says beside its text, where it does not say so itself: from what was found and what was typed. */
export interface Typed {
  readonly category: string | null;
  readonly tags: readonly string[];
  readonly project: string | null;
}

/** As `log` takes it, not checked yet. */
export function rawOf(
  found: Found,
  source: Source,
  defaultCategory: string,
  typed: Typed,
): { text: string; category: string; tags: string[]; fields: Record<string, string> } {
  const project = typed.project === null || found.fields.project !== undefined ? {} : { project: typed.project };
  return {
    text: found.text,
    category: found.category ?? typed.category ?? defaultCategory,
    tags: [...found.tags, ...typed.tags],
    fields: { ...found.fields, ...project, source: renderSource(source) },
  };
}
