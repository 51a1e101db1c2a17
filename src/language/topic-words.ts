// Words that name what statements are about and state nothing themselves: for headings and titles that an engine makes.
// Closed lists tell; what they do not know is no topic. Pure.
import headings from '../../templates/words/headings.json';
import stopWords from '../../templates/words/stop-words.en.json';
import { wordsOf } from './forgotten-words.ts';

export const TOPIC_WORDS: ReadonlySet<string> = new Set(headings.words);
const LITTLE: ReadonlySet<string> = new Set(headings.little);
/** "Likes" over what somebody likes; in "family likes work" it is a verb. */
const VERBS: ReadonlySet<string> = new Set(headings.verbs);
const ORDERS: ReadonlySet<string> = new Set(headings.orders);
const STOP_WORDS: ReadonlySet<string> = new Set(stopWords.words);
/**
 * Letters as they are written by hand; no variation selectors, nothing that nobody sees, nothing that turns the line.
 */
const FORM =
  /^[\p{L}\p{N}](?:[\p{L}\p{N}\u0300-\u036F\u0900-\u0DFF ,.'’&()/+-]*[\p{L}\p{N}\u0300-\u036F\u0900-\u0DFF)+])?$/u;
const PIECE = /[\p{L}\p{M}\p{N}]+(?:['’.+-][\p{L}\p{M}\p{N}]+)*\+*|[,&/()]/gu;

const MARK = /^[,&/()]$/u;

export interface Topics {
  /** Names of pages, any of which it may hold as a whole. */
  readonly titles: readonly string[];
  /** Statements: one word that all of them have may stand alone, or as a name before general words. */
  readonly shared: readonly string[];
}

/** Is it a plain name of a topic, of general words, of these titles and at most one word of the statements? */
export function isTopic(text: string, { titles, shared }: Topics): boolean {
  if (!FORM.test(text) || !/\p{L}/u.test(text) || text !== text.normalize('NFC')) return false;
  if (titles.includes(text)) return true;
  const pieces = piecesOf(text);
  const kinds = kindsOf(
    pieces,
    titles.map(piecesOf).filter((title) => title.length > 0),
    shared,
  );
  if (kinds === null || pieces.some((word) => ORDERS.has(word))) return false;
  const telling = kinds.filter(
    (kind) => kind === 'general' || kind === 'title' || kind === 'shared' || kind === 'name',
  );
  const own = kinds.filter((kind) => kind === 'shared' || kind === 'name').length;
  if (
    telling.length === 0 ||
    own > 1 ||
    (kinds.includes('shared') && telling.length > 1) ||
    (own > 0 && telling[0] !== 'name' && telling[0] !== 'shared')
  )
    return false;
  return pieces.every(
    (word, at) =>
      !VERBS.has(word) ||
      kinds[at] !== 'general' ||
      ((at === 0 || isBefore(kinds[at - 1], pieces[at - 1])) && isAfter(pieces[at + 1])),
  );
}

const isBefore = (kind: Kind | undefined, word: string | undefined): boolean =>
  kind === 'general' || word === 'and' || MARK.test(word ?? '');
const isAfter = (word: string | undefined): boolean =>
  word === undefined || ['and', 'of', 'in', 'for'].includes(word) || MARK.test(word);

type Kind = 'title' | 'general' | 'little' | 'mark' | 'shared' | 'name';

/** What each piece is; null where one is none of it. */
function kindsOf(
  pieces: readonly string[],
  titles: readonly (readonly string[])[],
  shared: readonly string[],
): Kind[] | null {
  const kinds: Kind[] = [];
  while (kinds.length < pieces.length) {
    const at = kinds.length;
    const word = pieces[at] ?? '';
    const title = titles.find((one) => one.every((piece, index) => pieces[at + index] === piece));
    if (title) kinds.push(...title.map((): Kind => 'title'));
    else if (MARK.test(word)) kinds.push('mark');
    else if (LITTLE.has(word)) kinds.push('little');
    else if (TOPIC_WORDS.has(word)) kinds.push('general');
    else if (!isShared(word, shared)) return null;
    else kinds.push(shared.every((text) => isNameIn(word, text)) ? 'name' : 'shared');
  }
  return kinds;
}

function isShared(word: string, statements: readonly string[]): boolean {
  return (
    word.length > 2 &&
    word !== 'user' &&
    !STOP_WORDS.has(word) &&
    statements.length > 0 &&
    statements.every((text) => piecesOf(text).includes(word) && !isSaidOfUser(word, text))
  );
}

/** "Smokes" of "User smokes", "hates" of "Ann hates Bob". */
function isSaidOfUser(word: string, text: string): boolean {
  const words = wordsOf(text);
  return words.some((one, at) => one === word && (at === 1 || words[at - 1] === 'user'));
}

/** With a capital within the sentence. */
function isNameIn(word: string, text: string): boolean {
  return [...text.matchAll(PIECE)].some(
    ({ 0: piece, index }) => index > 0 && /^\p{Lu}/u.test(piece) && piece.toLowerCase() === word,
  );
}

const piecesOf = (text: string): string[] => text.toLowerCase().match(PIECE) ?? [];
