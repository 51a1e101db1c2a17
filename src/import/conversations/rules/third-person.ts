// Rewrites first-person statements in the third person: "I work with my wife" as "Anna works with their wife". English
// only. Pure; the words must be the speaker's own.
import data from '../../../../templates/extract/en.json';
import irregular from '../../../../templates/words/irregular.en.json';
import { EN } from './words.ts';

const { lists } = data;
const PASTS: ReadonlySet<string> = new Set([
  ...lists.past,
  ...irregular.verbs.flatMap((line) => line.split(' ').slice(1)),
]);
const BASES: ReadonlySet<string> = new Set(irregular.verbs.map((line) => line.split(' ')[0] ?? ''));
const MODALS: ReadonlySet<string> = new Set([
  ...lists.modals,
  'had',
  'was',
  'were',
  'did',
  'used',
  'is',
  'has',
  'does',
  'not',
]);
const VERBS: ReadonlySet<string> = new Set([...lists.habits, ...lists.present]);
const ADVERBS: ReadonlySet<string> = new Set([...lists.adverbs.filter((word) => word !== 'do'), 'not']);
const IRREGULAR: Readonly<Record<string, string>> = { am: 'is', have: 'has', do: 'does', go: 'goes', are: 'is' };
/** Verbs with the same form in past and present; taken as past, which is more common. */
const SAME = EN.pattern('^{samePast}$');
const ENDS_IN_ED = EN.pattern('^{endsInEd}$');

/** The third person of a first-person verb; past forms, modals and the like stay. */
export function ofHim(verb: string): string {
  const special = IRREGULAR[verb];
  if (special !== undefined) return special;
  if (
    MODALS.has(verb) ||
    (PASTS.has(verb) && !BASES.has(verb)) ||
    (verb.endsWith('ed') && !ENDS_IN_ED.test(verb)) ||
    SAME.test(verb)
  )
    return verb;
  if (/[^aeiou]y$/u.test(verb)) return `${verb.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh|o)$/u.test(verb) ? `${verb}es` : `${verb}s`;
}

/** A verb that is certainly in the present tense. */
export const isPresent = (verb: string): boolean => VERBS.has(verb);

/** The predicate of "I" after a name. `plural`: the subject is plural. */
export function toldPredicate(predicate: string, name: string, plural: boolean): string {
  const words = predicate.split(' ');
  let verb = words.findIndex((word) => !ADVERBS.has(word.toLowerCase()));
  if (verb < 0) verb = 0;
  const first = words[verb] ?? '';
  if (!plural) words[verb] = /^(?:can|will|would)$/u.test(first) ? first : ofHim(first);
  else if (first === 'am') words[verb] = 'are';
  const next = words[verb + 2] ?? '';
  if (!plural && words[verb] !== first && words[verb + 1] === 'and' && VERBS.has(next)) words[verb + 2] = ofHim(next);
  return told(words.join(' '), name);
}

const I = EN.pattern(
  String.raw`\bI\b(?: (?<adverb>\p{L}+ly |just |also |always |never |still |often |really )?(?<verb>\p{L}+))?`,
  'gu',
);

/** Replaces "I", "me" and "my" in a text whose subject is known. */
export function told(text: string, name: string): string {
  return text
    .replace(I, (_all, adverb?: string, verb?: string) =>
      [name, adverb?.trim(), verb && ofHim(verb)].filter(Boolean).join(' '),
    )
    .replace(/\b(?:my|our)\b/gu, 'their')
    .replace(/\bMy\b/gu, 'Their')
    .replace(/\b(?:mine|ours)\b/gu, 'theirs')
    .replace(/\b(?:myself|ourselves)\b/gu, 'themselves')
    .replace(/\bme\b(?!-)/gu, name)
    .replace(/\bus\b/gu, 'them')
    .replace(/\b[Ww]e\b/gu, 'they');
}

/** "Anna's", "James's". */
export const ownerOf = (name: string): string => `${name}'s`;
