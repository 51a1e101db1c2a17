// Words that may go without a loss: articles, and adverbs that say no more than that something holds, where they stand
// with the verb of the sentence. Pure.
import states from '../../../../templates/words/states.json';

const ARTICLES = new Set(['a', 'an', 'the']);
/** "A few" is some, "few" is hardly any. */
const WITH_ARTICLE = new Set(['few', 'little', 'bit', 'lot']);
const BE = new Set(['is', 'are', 'am']);
export const ADVERBS: ReadonlySet<string> = new Set([
  ...states.still,
  'really',
  'truly',
  'also',
  'actually',
  'basically',
  'honestly',
]);
const AT_END = new Set(['now', 'currently', 'presently', 'nowadays']);
/** "Now and then", "still not"; "only now", "until now". */
const BOUND_AFTER = new Set(['and', 'or', 'then', 'not', 'no', 'than', 'that']);
const BOUND_BEFORE = new Set([
  'only',
  'not',
  'until',
  'till',
  'since',
  'by',
  'from',
  'even',
  'just',
  'right',
  'never',
  'for',
  'as',
  'of',
  'with',
  'in',
  'without',
  'and',
  'or',
  'but',
]);
/** Behind what opens a sentence a clause begins with them. "Still life" and "well water" begin with no such word. */
export const BEGINS = new Set([
  'i',
  'my',
  'we',
  'our',
  'user',
  "user's",
  'the',
  'a',
  'an',
  'it',
  'he',
  'she',
  'they',
  'his',
  'her',
  'their',
  'this',
  'that',
  'these',
  'those',
  'there',
  'you',
  'your',
]);
/** Some of what opens a sentence could be a part of what it speaks of. */
export const MAY_TELL = new Set([
  'now',
  'currently',
  'still',
  'presently',
  'really',
  'actually',
  'so',
  'well',
  'just',
  'and',
  'also',
]);

/** By verb those that may stand for it in the same form: "likes" and "loves". */
export const ALIKE: ReadonlyMap<string, string> = new Map(
  states.alike.flatMap((group) => {
    const forms = group.split(' ');
    return forms.map((form, at): [string, string] => [form, forms[at % 2] ?? '']);
  }),
);
/** Verbs that tell a state, in the forms of somebody and of many. */
export const VERBS: ReadonlySet<string> = new Set([
  ...states.one,
  ...states.many.slice(0, states.many.indexOf('also')),
  ...ALIKE.keys(),
]);

/** `raw`: as written, `next`: the word behind it. "Blood type A" has no article. */
export function isArticle(raw: string, next: string | undefined, opensSentence: boolean): boolean {
  return (
    ARTICLES.has(raw.toLowerCase()) &&
    next !== undefined &&
    !WITH_ARTICLE.has(next.toLowerCase()) &&
    (raw !== 'A' || opensSentence)
  );
}

/** May the adverb at `at` go? "Still runs" is "runs", but still water is no water. Words in small letters. */
export function mayGo(words: readonly string[], at: number): boolean {
  const [word = '', before = '', next = ''] = [words[at], words[at - 1], words[at + 1]];
  if (!ADVERBS.has(word) || BOUND_AFTER.has(next) || BOUND_BEFORE.has(before)) return false;
  if (next === '') return AT_END.has(word) && before !== '' && !BE.has(before) && !VERBS.has(before);
  if (before === 'user' || before === 'i') return true;
  return BE.has(before) ? at < 4 : at <= 2 && before !== '' && !VERBS.has(before) && VERBS.has(next);
}
