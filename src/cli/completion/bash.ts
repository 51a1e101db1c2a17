// The completion script for bash, 3.2 and later: one function over the words before the cursor.
import { fillTemplate } from './fill.ts';
import type { Flag, VerbWords, Words } from './words.ts';

/** Fills the template for bash. */
export function renderBash(template: string, global: readonly Flag[], verbs: readonly VerbWords[]): string {
  const valued = new Map<string, Words>();
  // A flag means the same with every verb; where its words differ, the verb's own come first.
  const own: string[] = [];
  for (const { name, flags } of [{ name: '', flags: global }, ...verbs]) {
    for (const { names, value } of flags) {
      const key = names.map((one) => `${one},*`).join(' | ');
      const known = valued.get(key);
      if (value === null) continue;
      if (known === undefined) valued.set(key, value.words);
      else if (kindOf(known) !== kindOf(value.words))
        own.push(`    ${names.map((one) => `${one},${name}`).join(' | ')}) kind='${kindOf(value.words)}' ;;`);
    }
  }
  return fillTemplate(template, {
    TAKES: [...own, ...[...valued].map(([names, words]) => `    ${names}) kind='${kindOf(words)}' ;;`)],
    FLAGS: verbs.map((verb) => `    ${verb.name}) kind='${namesOf(verb.flags)}' ;;`),
    GLOBAL: [namesOf(global)],
    VERBS: [verbs.map((verb) => verb.name).join(' ')],
    PLACES: verbs.flatMap((verb) =>
      verb.places.map(
        (place, index) => `    ${verb.name},${place.variadic ? '*' : index}) kind='${kindOf(place.words)}' ;;`,
      ),
    ),
  });
}

const namesOf = (flags: readonly Flag[]): string => flags.flatMap((flag) => flag.names).join(' ');

const kindOf = (words: Words): string => ('from' in words ? `@${words.from}` : words.words.join(' '));
