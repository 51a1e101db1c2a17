// Who "I" is in a statement, and the form that its verb has when "I" becomes "User". Pure; reads words, no grammar.
import spoken from '../../../templates/words/spoken.json';
import tense from '../../../templates/words/tense.json';

/** They have one form for all. */
const ONE_FORM: ReadonlySet<string> = new Set([
  ...tense.past,
  'can',
  'could',
  'may',
  'might',
  'must',
  'shall',
  'should',
  'will',
  'would',
  'ought',
  'am',
  'is',
  'are',
  'not',
]);
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['am', 'is'],
  ['have', 'has'],
]);
const SAYS = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${spoken.says.join('|')})(?![\p{L}\p{N}])`, 'giu');
/** The speaker's own saying: "I told Ann that I left". */
const BY_SPEAKER = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:i|user)(?:['’](?:ve|d))?\s+(?:(?:have|has|had|just|often|always|once|already|` +
    String.raw`also|never)\s+)*$`,
  'iu',
);
/** Not within a word, nor a time: "Ann's", "5:30". */
const QUOTED = /["“”«»„「『‘]|(?<![\p{L}\p{N}])'|[:：](?!\p{Nd})/u;

/** May what follows be somebody else's words, in which "I" is not who speaks? */
export function isReported(before: string): boolean {
  return (
    QUOTED.test(before) || [...before.matchAll(SAYS)].some(({ index }) => !BY_SPEAKER.test(before.slice(0, index)))
  );
}

/** "Likes" and all else that "like" may be of somebody; nothing for what is past. */
export function thirdOf(word: string): string[] {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined || ONE_FORM.has(word)) return irregular === undefined ? [] : [irregular];
  return [
    `${word}s`,
    ...(/(?:[sxzo]|ch|sh)$/u.test(word) ? [`${word}es`] : []),
    ...(/[^aeiou]y$/u.test(word) ? [`${word.slice(0, -1)}ies`] : []),
  ];
}
