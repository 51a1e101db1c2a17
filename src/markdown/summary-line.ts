// Does one line of `MEMORY.md` in an engine's words say what its claims say, and no more? It may leave out what goes
// without saying and say once what claims share; every other word of theirs stands in it, in their order. Pure.
import { withoutEscapes, wordsOf } from './forget/words.ts';
import { saysEach } from './joined-claims.ts';
import { missingSpecifics } from './specifics.ts';

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

/** Is there a word such as `not` in it? */
export const denies = (text: string): boolean => missingSpecifics('', text).includes('not');

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
