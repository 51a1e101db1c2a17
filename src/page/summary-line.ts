// Does one line of `MEMORY.md` in an engine's words say what its claims say, and no more? It may leave out what goes
// without saying and say once what claims share; every other word of theirs stands in it, in their order. Pure.
import spoken from '../../templates/words/spoken.json';
import tense from '../../templates/words/tense.json';
import { withoutEscapes, wordsOf } from '../language/forgotten-words.ts';
import { missingSpecifics } from '../language/specifics.ts';
import { LIMITS } from '../model/limits.ts';

// May one line say several claims, one after the other, so that nobody reads of one what only another says? Each has a
// stretch of the line; what it does not say again is how the claim before it begins, with the same subject. Pure.

/** A stretch of the line may have them where its claim does not. */
const COMING = new Set(['a', 'an', 'the', 'also', 'both']);
/** It may lack them. */
const GOING = new Set([...COMING, 'in', 'at', 'on', 'now', 'currently']);
const BE = new Set(['is', 'are', 'am']);
const AUXILIARIES = new Set([...spoken.finite, 'have', 'had', 'do', 'did', 'am', 'cannot']);
const VERBS = new Set([...AUXILIARIES, ...tense.past, ...spoken.did, ...spoken.likes, 'quit', 'met', 'led', 'ran']);
const ADVERBS = new Set([
  ...spoken.adverbs,
  'now',
  'currently',
  'still',
  'also',
  'maybe',
  'perhaps',
  'probably',
  'already',
  'recently',
]);
/** What follows has a subject of its own. */
const CLAUSES = new RegExp(
  String.raw`\b(?:who|whom|whose|which|that|because|since|while|when|where|whether|if|unless|although|though|` +
    String.raw`but|than|says?|said|he|she|they|it|we|you)\b`,
  'iu',
);
const OF_OTHERS = "(?:the|an?|his|her|their|its|my|our|your|this|these|those|[\\p{L}\\p{M}]+['’]s)";
const SECOND_SUBJECT = new RegExp(
  `(?:(?<![\\p{L}\\p{N}])\\p{Lu}[\\p{L}\\p{M}\\p{N}]*|(?<![\\p{L}\\p{N}])${OF_OTHERS}` +
    `(?:\\s+[\\p{L}\\p{M}]+){1,2})\\s+(?!named|called)[\\p{Ll}\\p{M}]{2,}(?:[^s\\W]s|ed)(?![\\p{L}\\p{N}'’])`,
  'gu',
);
const PREPOSITION = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:in|at|on|of|for|with|without|from|to|by|near|about|as|into|over|under|until|` +
    String.raw`till|before|after|during|every|daily|weekly|monthly|yearly|always|only|except|` +
    String.raw`since)(?![\p{L}\p{N}])`,
  'iu',
);
/** They tell when, or of whom else it is not so, and are easily read with all that stands before them. */
const SPREADING = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:on|for|with|without|until|till|before|after|during|every|daily|weekly|monthly|` +
    String.raw`yearly|always|only|except|since)(?![\p{L}\p{N}])`,
  'iu',
);
const SEPARATOR = /\s*[;,；，、]\s*(?:and\s+)?(?:also\s+)?|\s+and\s+(?:also\s+)?|\s*&\s*/giu;
const MOST = 6;
const MOST_SEPARATORS = 16;

/** `User's` is one word, and no `User`. */
const tokensOf = (text: string): string[] =>
  wordsOf(text.replace(/(?<=[\p{L}\p{M}\p{N}])['’]s(?![\p{L}\p{N}])/gu, '\u02BCs'));

interface Known {
  readonly text: string;
  readonly words: readonly string[];
  /** Null where nobody can tell. */
  readonly subject: string | null;
}

/** Does the line say what the claims say, each for itself? Its specifics are not looked at. */
function saysEach(line: string, claims: readonly string[]): boolean {
  const known = claims.map((text): Known => ({ text, words: tokensOf(text), subject: subjectOf(text) }));
  const [first] = known;
  if (first === undefined || known.length > MOST || known.some(({ words }) => words.length === 0)) return false;
  // What goes without saying is said where the subject is left out: that it is the user's.
  const isOneSubject = first.subject !== null && known.every(({ subject }) => subject === first.subject);
  if (known.length === 1) return saysOne(line, first, first.subject === 'user' ? [0, 1] : [0]) !== null;
  const isFlat = isOneSubject && known.every(({ text }) => isSimple(text));
  return saysAll(line, known, null, isFlat);
}

function saysAll(
  line: string,
  left: readonly Known[],
  before: { readonly claim: Known; readonly said: string; readonly by: string } | null,
  isFlat: boolean,
): boolean {
  const marks = left.length === 1 ? [] : [...line.matchAll(SEPARATOR)].slice(0, MOST_SEPARATORS);
  const parts =
    left.length === 1
      ? [{ said: line, rest: null, by: '' }]
      : marks.map((mark) => ({
          said: line.slice(0, mark.index),
          rest: line.slice(mark.index + mark[0].length),
          by: mark[0],
        }));
  return parts.some(({ said, rest, by }) =>
    left.some((claim) => {
      if (said.trim() === '' || !mayFollow(before, said, claim, isFlat)) return false;
      if (rest === null) return true;
      // Whoever comes next is not to be read as a part of what this one tells of another.
      if (!isFlat && !by.includes(';') && !isSimple(claim.text)) return false;
      return saysAll(
        rest,
        left.filter((other) => other !== claim),
        { claim, said, by },
        isFlat,
      );
    }),
  );
}

/** May this stretch stand for a claim, after the one before it? */
function mayFollow(
  before: { readonly claim: Known; readonly said: string; readonly by: string } | null,
  said: string,
  claim: Known,
  isFlat: boolean,
): boolean {
  const subject = claim.subject === null ? 0 : claim.subject.split(' ').length;
  if (before === null) return saysOne(said, claim, isFlat && claim.subject === 'user' ? [0, 1] : [0], true) !== null;
  const most = isFlat ? sharedStart(before.claim, claim) : 0;
  const left = saysOne(
    said,
    claim,
    [0, ...Array.from({ length: Math.max(0, most - subject + 1) }, (_, more) => subject + more)],
    true,
  );
  if (left === null) return false;
  if (left === 0 || before.by.includes(';')) return true;
  // "Likes Ann, a nurse": the second is read as what the first is.
  if (
    /,\s*$/.test(before.by) &&
    /\p{Lu}[\p{L}\p{M}\p{N}]*$/u.test(before.said.trimEnd()) &&
    left > subject &&
    !/^(?:\p{Lu}|(?:in|at|on|for|with|from|to|by)\s)/u.test(said)
  )
    return false;
  if (left === subject) return !SPREADING.test(said) || PREPOSITION.test(before.said);
  const [own, its] = [tellingOf(claim.words).slice(left), tellingOf(before.claim.words).slice(left)];
  // "Met Ann and Bob in Paris" has both there, "green tea and coffee" are both green.
  if (PREPOSITION.test(said.replace(/^\S+/u, '')) && !PREPOSITION.test(before.said)) return false;
  return own.length > 1 || its.length < 2 || PREPOSITION.test(before.said);
}

const tellingOf = (words: readonly string[]): string[] => words.filter((word) => !GOING.has(word));

/** So many telling words are the same at the beginning of both; no name falls apart. */
function sharedStart(a: Known, b: Known): number {
  const [one, other] = [tellingOf(a.words), tellingOf(b.words)];
  let count = 0;
  while (count < one.length - 1 && count < other.length - 1 && one[count] === other[count]) count++;
  const isLow = (word: string | undefined): boolean =>
    word !== undefined &&
    word.length <= LIMITS.word &&
    new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'u').test(b.text);
  const subject = b.subject?.split(' ').length ?? 0;
  while (count > subject && !isLow(other[count - 1])) count--;
  return count;
}

/**
 * Has the stretch the words of the claim, in their order, and no other? `skips`: how many telling words at its
 * beginning may be missing. Gives how many are; null where it says something else.
 */
function saysOne(said: string, { text, words }: Known, skips: readonly number[], isOneOfSome = false): number | null {
  if (!hasItsMarks(said, text, words)) return null;
  const have = tokensOf(said).filter((word) => !COMING.has(word));
  const wanted = words.filter((word) => !COMING.has(word));
  for (const skip of new Set(skips)) {
    let [skipped, next] = [0, 0];
    const fits = wanted.every((word) => {
      if (skipped < skip && !GOING.has(word)) return ++skipped > 0;
      if (have[next] === word) return ++next > 0;
      return GOING.has(word) || (!isOneOfSome && BE.has(word));
    });
    // What is left out, and named all the same, may be somebody else.
    if (
      fits &&
      next === have.length &&
      !wanted.slice(0, skip).some((word) => have.includes(word)) &&
      have.some((word) => !GOING.has(word))
    )
      return skip;
  }
  return null;
}

/** A comma may stand for a preposition. */
function hasItsMarks(said: string, claim: string, words: readonly string[]): boolean {
  const count = (text: string, mark: string): number => text.replace(/[.\s]+$/u, '').split(mark).length - 1;
  const prepositions =
    words.filter((word) => ['in', 'at', 'on'].includes(word)).length -
    tokensOf(said).filter((word) => ['in', 'at', 'on'].includes(word)).length;
  if (!isWithin(markedOf(said), markedOf(claim))) return false;
  return [...new Set(said.match(/[,;:.()"“”–—/&-]/gu) ?? [])].every(
    (mark) => count(said, mark) <= count(claim, mark) + (mark === ',' ? prepositions : 0),
  );
}

/** Marks that could be markup, each with the letters beside it. */
const markedOf = (text: string): string[] =>
  text.match(/[\p{L}\p{N}]?[^\p{L}\p{M}\p{N}\s'’,;:.()"“”–—/&-][\p{L}\p{N}]?/gu) ?? [];

/** In that order, and all of them. */
const isWithin = (some: readonly string[], all: readonly string[]): boolean =>
  some.length === 0 || some.join('\n') === all.slice(-some.length).join('\n');

/** Whom it is about, in small letters: "User", or a name, with a verb after it. Null where this cannot be told. */
function subjectOf(claim: string): string | null {
  const [whole = '', name = ''] =
    /^(?:[Tt]he\s+)?([Uu]ser|\p{Lu}[\p{L}\p{M}\p{N}]*(?:\s+\p{Lu}[\p{L}\p{M}\p{N}]*){0,2})\s+(?=\p{Ll})/u.exec(claim) ??
    [];
  if (whole === '') return null;
  const verb =
    (claim.slice(whole.length).match(/[\p{L}\p{M}]+(?:['’][\p{L}]+)?/gu) ?? []).find(
      (word) => !ADVERBS.has(word.toLowerCase()),
    ) ?? '';
  return VERBS.has(verb) || /^\p{Ll}{2,}(?:[^s]s|ed)$/u.test(verb) ? tokensOf(name).join(' ') : null;
}

/** It has one subject and one verb, as far as words show. */
function isSimple(claim: string): boolean {
  if (CLAUSES.test(claim)) return false;
  const auxiliaries = (claim.toLowerCase().match(/[\p{L}\p{M}]+(?:['’]t)?/gu) ?? []).filter((word) =>
    AUXILIARIES.has(word),
  ).length;
  return auxiliaries + [...claim.matchAll(SECOND_SUBJECT)].length <= 1;
}

/** They come and go without harm. */
const FREE = new Set(['a', 'an', 'the', 'and', 'also', 'both', 'is', 'are', 'am', 's']);
/** A line may lack them, and not bring them. */
const NEEDLESS = new Set(['in', 'at', 'on', 'of', 'now', 'currently', 'that', 'his', 'her', 'their', 'its']);
/** Whom most statements are about: it may be missing where a claim begins with it, also with an article. */
const SUBJECT = 'user';
const PLAIN = /^[\p{L}\p{M}\p{N} ,;:.()'’"“”–—/&-]$/u;

/**
 * Control characters, what has no width, what turns the line, even where a claim has it: elsewhere it does something
 * else.
 */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Why a line may not stand for these claims: `form`, it is no plain statement; `words`, it says more, less or other
 * than they do.
 */
export type LineFault = 'form' | 'words';

/** Null where it may. Claims in their own words may always stand for themselves. */
export function lineFault(line: string, claims: readonly string[]): LineFault | null {
  const [first = ''] = claims;
  if (claims.length === 1 && line === first) return null;
  const all = claims.join('\n');
  if (line.trim() === '' || line !== line.trim() || line.length > all.length - claims.length + 1) return 'form';
  if ([...line].some((char) => UNSEEN.test(char) || (!PLAIN.test(char) && !all.includes(char)))) return 'form';
  return keepsSpecifics(line, claims, all) && keepsWords(line, claims) ? null : 'words';
}

/**
 * Denials are counted, so one claim that denies something stands alone: it is not to be read as denied of another
 * thing.
 */
function keepsSpecifics(line: string, claims: readonly string[], all: string): boolean {
  return (
    claims.every((claim) => missingSpecifics(claim, line).length === 0) && missingSpecifics(line, all).length === 0
  );
}

function keepsWords(line: string, claims: readonly string[]): boolean {
  const known = new Set(claims.flatMap(wordsOf));
  // Of a language that is not theirs, even these would be foreign.
  const free = claims.some((claim) => /\p{Script=Latin}/u.test(claim));
  if (wordsOf(line).some((word) => !known.has(word) && !(free && FREE.has(word)))) return false;
  return claims.every((claim) => tellingWords(wordsOf(claim), false).length > 0) && saysEach(line, claims);
}

/** The words of a claim that a line cannot lack, in their order. */
function tellingWords(claim: readonly string[], withSubject: boolean): string[] {
  const first = claim.findIndex((word) => !FREE.has(word));
  return claim.filter(
    (word, index) => !FREE.has(word) && !NEEDLESS.has(word) && !(index === first && word === SUBJECT && !withSubject),
  );
}

/** Do the words of a claim stand in a line one after the other? */
function stands(claim: readonly string[], words: readonly string[]): boolean {
  let next = 0;
  for (const word of words) if (word === claim[next]) next++;
  return next === claim.length;
}

/**
 * Might a line of `MEMORY.md` rest on this statement, whoever worded it? It has all of its telling words, in their
 * order, so every line that `lineFault` lets stand for the statement is found.
 */
export function mayRestOn(line: string, statement: string): boolean {
  return wordsRestOn(wordsOf(line), wordsOf(statement));
}

function wordsRestOn(line: readonly string[], statement: readonly string[]): boolean {
  const words = line.filter((word) => !FREE.has(word));
  const telling = tellingWords(statement, words.includes(SUBJECT));
  return telling.length > 0 && stands(telling, words);
}

/**
 * Which of these lines may say what is forgotten, in whatever words: they rest on it, and not every word of theirs is
 * one of the `others` on which they rest, too.
 */
export function linesResting(
  lines: readonly string[],
  forgotten: readonly string[],
  others: () => readonly string[],
): ReadonlySet<string> {
  const sought = forgotten.map(wordsIn);
  let known: (readonly string[])[] | null = null;
  return new Set(
    lines.filter((line) => {
      const words = wordsIn(line);
      if (!sought.some((statement) => wordsRestOn(words, statement))) return false;
      known ??= others().map(wordsIn);
      const said = new Set(known.filter((statement) => wordsRestOn(words, statement)).flat());
      return words.some((word) => !FREE.has(word) && !said.has(word));
    }),
  );
}

const wordsIn = (text: string): readonly string[] => wordsOf(withoutEscapes(text));
