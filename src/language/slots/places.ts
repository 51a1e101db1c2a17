// Places and other names of one thing, to tell a move from a wider or narrower name of the same place.
import data from '../../../templates/slots/places.json';
import { normalForm } from '../normal-form.ts';

/** A value as words: no articles, no full stops of short forms, no accents. */
export function plainForm(text: string): string {
  const spelled = text.startsWith('A ') ? text.replace(/^A (?=\p{Ll})/u, 'A^ ') : text;
  const form = normalForm(spelled.includes('.') ? spelled.replace(/(?<=\b\p{Lu})\.(?=\p{Lu}|\b|\s|$)/gu, '') : spelled)
    .replace(/^(?:the|an?) /, '')
    .replace(/\^/g, '');
  return ASCII.test(form)
    ? form
    : form
        .normalize('NFD')
        .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
        .normalize('NFC');
}

const ASCII = /^[ -~]*$/;

interface Places {
  readonly continents: ReadonlySet<string>;
  readonly countries: ReadonlySet<string>;
  /** Parts of a country that hold cities. */
  readonly regions: ReadonlySet<string>;
  /** Region, city or part of a city to the places that hold it. */
  readonly within: ReadonlyMap<string, ReadonlySet<string>>;
  /** Other name to the one that stands for all. */
  readonly names: ReadonlyMap<string, string>;
  /** Names that are known in Latin letters and in Chinese. */
  readonly both: ReadonlySet<string>;
}

const HAN = /\p{Script=Han}/u;
let known: Places | undefined;

function places(): Places {
  if (known) return known;
  const names = new Map(
    data.equals.flatMap(([first = '', ...others]) => {
      const one = plainForm(first);
      return others.map((other) => [plainForm(other), one] as const);
    }),
  );
  const canonical = (text: string): string => {
    const form = plainForm(text);
    return names.get(form) ?? form;
  };
  const within = new Map<string, Set<string>>();
  for (const groups of [data.cities, data.regions, data.parts]) {
    for (const [whole, parts] of Object.entries(groups)) {
      const holder = canonical(whole);
      for (const part of parts) {
        const place = canonical(part);
        within.set(place, (within.get(place) ?? new Set()).add(holder));
      }
    }
  }
  // A set that grows while it is walked holds the wider ones of the wider, too.
  for (const holders of within.values())
    for (const whole of holders) for (const wider of within.get(whole) ?? []) holders.add(wider);
  const both = new Set(
    data.equals
      .filter((group) => group.some((name) => HAN.test(name)) && group.some((name) => !HAN.test(name)))
      .map(([first = '']) => plainForm(first)),
  );
  known = {
    names,
    both,
    within,
    continents: new Set(data.continents.map(plainForm)),
    countries: new Set(data.countries.map(plainForm)),
    regions: new Set(Object.values(data.regions).flat().map(canonical)),
  };
  return known;
}

/** A value under the name that stands for all its names. */
export function oneName(value: string): string {
  return places().names.get(value) ?? value;
}

/** Is it known under a Latin and a Chinese name? Then a name in either script that is none of its own is another's. */
export function isKnownInBoth(value: string): boolean {
  return places().both.has(oneName(value));
}

/** How wide a place is, as far as it is known. */
export function levelOf(place: string): 'continent' | 'country' | 'region' | 'city' | null {
  const { continents, countries, regions, within } = places();
  if (countries.has(place)) return 'country';
  if (regions.has(place)) return 'region';
  if (within.has(place)) return 'city';
  return continents.has(place) ? 'continent' : null;
}

export function isContinent(place: string): boolean {
  return places().continents.has(place);
}

/** The countries that are known to hold it; itself where it is one. England, not the United Kingdom around it. */
export function countriesOf(place: string): readonly string[] {
  const { countries } = places();
  const found = [place, ...holdersOf(place)].filter((one) => countries.has(one));
  return found.filter((one) => !found.some((other) => holdersOf(other).has(one)));
}

/** The wider places that are known to hold it. */
export function holdersOf(place: string): ReadonlySet<string> {
  return places().within.get(place) ?? new Set();
}
