// Whether words of an engine may name a page, a head on it, or what it is about. They name topics and state nothing: a
// description outlives the statements that it was made of, and agents read it as if somebody had said it. Pure.
import headings from '../../../templates/words/headings.json';
import notNames from '../../../templates/words/not-names.json';
import stopWords from '../../../templates/words/stop-words.en.json';
import { wordsOf } from '../../language/forgotten-words.ts';
import { isTopic } from '../../language/topic-words.ts';
import { denies } from '../../page/summary-line.ts';

const LONGEST_ABOUT = 240;
const LONGEST_TITLE = 60;
const MOST_ITEMS = 8;
/** Everybody has them, so that "the user's" before them states nothing. */
const EVERYBODYS: ReadonlySet<string> = new Set(
  (
    'activities background career daily details events everyday experience experiences family food friends ' +
    'general goals habits health hobbies home identity interests job knowledge life lifestyle likes dislikes ' +
    'memories opinions personal plans preferences profile project projects relationships routine routines ' +
    'skills tastes things tools topics travel work'
  ).split(' '),
);
const NO_NOUNS: ReadonlySet<string> = new Set([...stopWords.words, ...headings.orders]);
const NO_NAMES: ReadonlySet<string> = new Set([
  ...notNames.starters,
  ...notNames.interjections,
  ...stopWords.words,
  ...headings.orders,
  'user',
  'users',
]);
const BETWEEN = /\s*[,;]\s*(?:(?:and|&)\s+)?|\s+(?:and|&)\s+/iu;
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’.+#-][\p{L}\p{M}\p{N}]+)*[+#]*/gu;

/**
 * A title is the name of the page that the rules gave it, and general words: facts are routed by the names of pages.
 */
export function mayBeTitle(title: string, names: readonly string[]): boolean {
  if ([...title].length > LONGEST_TITLE || denies(title) || !isTopic(title, { titles: names, shared: [] }))
    return false;
  const words = wordsOf(title);
  return names.some((name) => wordsOf(name).length > 0 && wordsOf(name).every((word) => words.includes(word)));
}

/** General words, and at most one word that statements of the page have. */
export function mayBeHead(head: string, title: string, said: readonly string[]): boolean {
  const titles = [title];
  return (
    isTopic(head, { titles, shared: [] }) ||
    wordsOf(head).some((word) => {
      const shared = said.filter((text) => wordsOf(text).includes(word));
      return shared.length > 0 && isTopic(head, { titles, shared });
    })
  );
}

/**
 * A list of topics: general words, and names and things that statements of the page name. No sentence, not even one of
 * theirs.
 */
export function mayBeAbout(about: string, title: string, said: readonly string[]): boolean {
  const length = [...about].length;
  if (length < 3 || length > LONGEST_ABOUT || denies(about) || /[^\p{L}\p{M}\p{N} ,;:.'’&()/+#-]/u.test(about))
    return false;
  const list = about.toLowerCase().startsWith(`${title.toLowerCase()}: `) ? about.slice(title.length + 2) : about;
  const items = list.split(BETWEEN);
  return (
    items.length <= MOST_ITEMS &&
    items.every((item) => isGeneral(item, title) || said.some((text) => isNamedIn(item, text)))
  );
}

/** "The user's work and habits", "plans for travel". */
function isGeneral(item: string, title: string): boolean {
  const bare = item.replace(/\s+(?:of|about) the user$/iu, '');
  const [whose = ''] = /^(?:the\s+)?user['’]s\s+/iu.exec(bare) ?? [];
  if (whose === '' && bare === item) return isTopic(item, { titles: [title], shared: [] });
  const words = bare.slice(whose.length);
  return (
    words.split(' ').every((word) => EVERYBODYS.has(word.toLowerCase())) && isTopic(words, { titles: [], shared: [] })
  );
}

/** "Ann Lee", "the Atlas team", as the statement has it. */
function isNamedIn(item: string, text: string): boolean {
  const words = item.match(WORD) ?? [];
  if (words.length === 0 || words.join(' ') !== item) return false;
  const [, ...after] = /^(?:the|an?)$/iu.test(words[0] ?? '') ? words : ['', ...words];
  const isName = after.length > 0 && after.every((word) => /^\p{Lu}/u.test(word));
  if (after.length === words.length ? !isName : !isThing(after)) return false;
  if (after.some((word) => /^\p{Lu}/u.test(word) && NO_NAMES.has(word.toLowerCase()))) return false;
  const article = after.length === words.length ? null : (words[0] ?? '').toLowerCase();
  // At the beginning of a sentence anything has a capital.
  return text.split(/[.!?:;,…]\s+/u).some((sentence) => {
    const all = sentence.match(WORD) ?? [];
    return all.some(
      (_, at) =>
        at > 0 &&
        after.every((word, index) => all[at + index] === word) &&
        (article === null || all[at - 1]?.toLowerCase() === article),
    );
  });
}

/** A noun or two after an article, with names before them. */
function isThing(words: readonly string[]): boolean {
  const low = words.findIndex((word) => !/^\p{Lu}/u.test(word));
  const nouns = low < 0 ? [] : words.slice(low);
  return (
    words.length > 0 &&
    nouns.length <= 2 &&
    nouns.every(
      (word, at) =>
        /^\p{Ll}[\p{Ll}\p{M}-]*$/u.test(word) && !NO_NOUNS.has(word) && !(at + low > 0 && /(?:s|ed)$/u.test(word)),
    )
  );
}
