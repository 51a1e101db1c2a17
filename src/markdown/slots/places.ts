// Places and other names of one thing, to tell a move from a wider or narrower name of the same place.
import data from '../../../templates/slots/places.json';
import { normalForm } from '../normal-form.ts';

/** A value as words: no articles, no full stops of short forms, no accents. */
export function plainForm(text: string): string {
  return normalForm(text.replace(/^A (?=\p{Ll})/u, 'A^ ').replace(/(?<=\b\p{Lu})\.(?=\p{Lu}|\b|\s|$)/gu, '')).replace(/^(?:the|an?) /, '').replace(/\^/g, '').normalize('NFD').replace(/(?<=\p{Script=Latin})\p{M}+/gu, '').normalize('NFC');
}

interface Places {
  readonly continents: ReadonlySet<string>;
  readonly countries: ReadonlySet<string>;
  readonly regions: ReadonlySet<string>;
  /** City or part of a city to the places that hold it. */
  readonly within: ReadonlyMap<string, ReadonlySet<string>>;
  /** Other name to the one that stands for all. */
  readonly names: ReadonlyMap<string, string>;
}

let known: Places | undefined;

function places(): Places {
  if (known) return known;
  const names = new Map(data.equals.flatMap(([first = '', ...others]) => others.map((other) => [plainForm(other), plainForm(first)] as const)));
  const canonical = (text: string): string => names.get(plainForm(text)) ?? plainForm(text);
  const within = new Map<string, Set<string>>();
  for (const groups of [data.cities, data.parts]) {
    for (const [whole, parts] of Object.entries(groups)) {
      for (const part of parts) {
        const holders = within.get(canonical(part)) ?? new Set();
        within.set(canonical(part), holders.add(canonical(whole)));
        for (const wider of within.get(canonical(whole)) ?? []) holders.add(wider);
      }
    }
  }
  known = { names, within, continents: new Set(data.continents.map(plainForm)), countries: new Set(data.countries.map(plainForm)), regions: new Set(data.regions.map(plainForm)) };
  return known;
}

/** A value under the name that stands for all its names. */
export function oneName(value: string): string {
  return places().names.get(value) ?? value;
}

/** How wide a place is, as far as it is known. */
export function levelOf(place: string): 'continent' | 'country' | 'region' | 'city' | null {
  const { continents, countries, regions, within } = places();
  if (countries.has(place)) return 'country';
  if (within.has(place)) return 'city';
  if (continents.has(place)) return 'continent';
  return regions.has(place) ? 'region' : null;
}

export function isContinent(place: string): boolean {
  return places().continents.has(place);
}

/** The wider places that are known to hold it. */
export function holdersOf(place: string): ReadonlySet<string> {
  return places().within.get(place) ?? new Set();
}
