// The completion script for bash, 3.2 and later: one function over the words before the cursor.
import { fillTemplate } from './fill.ts';
import type { Flag, VerbWords, Words } from './words.ts';

/** Fills the template for bash. */
export function renderBash(template: string, global: readonly Flag[], verbs: readonly VerbWords[]): string {
  const valued = new Map([...global, ...verbs.flatMap((verb) => verb.flags)].flatMap((flag) => (flag.value ? [[flag.names.join(' | '), flag.value.words]] : [])));
  return fillTemplate(template, {
    TAKES: [...valued].map(([names, words]) => `    ${names}) kind='${kindOf(words)}' ;;`),
    FLAGS: verbs.map((verb) => `    ${verb.name}) kind='${namesOf(verb.flags)}' ;;`),
    GLOBAL: [namesOf(global)],
    VERBS: [verbs.map((verb) => verb.name).join(' ')],
    PLACES: verbs.flatMap((verb) => verb.places.map((place, index) => `    ${verb.name},${place.variadic ? '*' : index}) kind='${kindOf(place.words)}' ;;`)),
  });
}

const namesOf = (flags: readonly Flag[]): string => flags.flatMap((flag) => flag.names).join(' ');

const kindOf = (words: Words): string => ('from' in words ? `@${words.from}` : words.words.join(' '));
