// Does one line of `MEMORY.md` in an engine's words say what its claims say, and no more? It may leave out what goes
// without saying and say once what claims share; every other word of theirs stands in it, in their order. Pure.
import { withoutEscapes, wordsOf } from './forget/words.ts';
import { missingSpecifics } from './specifics.ts';

/** They come and go without harm. */
const FREE = new Set(['a', 'an', 'the', 'and', 'also', 'both', 'is', 'are', 'am', 's']);
/** A line may lack them, and not bring them. */
const NEEDLESS = new Set(['in', 'at', 'on', 'of', 'now', 'currently', 'that', 'his', 'her', 'their', 'its']);
/** Whom most statements are about: it may be missing where a claim begins with it. */
const SUBJECT = 'user';
const PLAIN = /^[\p{L}\p{M}\p{N} ,;:.()'’"“”–—/&-]$/u;

/** Why a line may not stand for these claims: `form`, it is no plain statement; `words`, it says more, less or other than they do. */
export type LineFault = 'form' | 'words';

/** Null where it may. Claims in their own words may always stand for themselves. */
export function lineFault(line: string, claims: readonly string[]): LineFault | null {
  const [first = ''] = claims;
  if (claims.length === 1 && line === first) return null;
  const all = claims.join('\n');
  if (line.trim() === '' || line !== line.trim() || line.length > all.length - claims.length + 1) return 'form';
  if ([...line].some((char) => !PLAIN.test(char) && (char === '\n' || !all.includes(char)))) return 'form';
  return keepsSpecifics(line, claims, all) && keepsWords(wordsOf(line), claims.map(wordsOf)) ? null : 'words';
}

/** Denials are counted, so one claim that denies something stands alone: it is not to be read as denied of another thing. */
function keepsSpecifics(line: string, claims: readonly string[], all: string): boolean {
  return claims.every((claim) => missingSpecifics(claim, line).length === 0) && missingSpecifics(line, all).length === 0;
}

/** Is there a word such as `not` in it? */
export const denies = (text: string): boolean => missingSpecifics('', text).includes('not');

function keepsWords(line: readonly string[], claims: readonly (readonly string[])[]): boolean {
  const known = new Set(claims.flat());
  // Of a language that is not theirs, even these would be foreign.
  const free = claims.flat().some((word) => /\p{Script=Latin}/u.test(word));
  if (line.some((word) => !known.has(word) && !(free && FREE.has(word)))) return false;
  const words = line.filter((word) => !FREE.has(word));
  const kept = claims.map((claim) => tellingWords(claim, words.includes(SUBJECT)));
  if (kept.some((claim) => claim.length === 0)) return false;
  const own = kept.map((claim, index) => new Set(claim.filter((word) => !kept.some((other, at) => at !== index && other.includes(word)))));
  const spans = own.map((mine) => spanOf(words, mine));
  return kept.every((claim, index) => {
    const others = spans.filter((_, at) => at !== index);
    const isFree = (at: number): boolean => !others.some((span) => span !== null && span.from < at && at < span.to);
    // One that has no word of its own would be lost in the others.
    if (others.length > 0 && spans[index] === null) return false;
    return stands(claim, words, isFree) || stands([...claim].reverse(), [...words].reverse(), (at) => isFree(words.length - 1 - at));
  });
}

/** The words of a claim that a line must have, in their order. */
function tellingWords(claim: readonly string[], withSubject: boolean): string[] {
  return claim.filter((word, index) => !FREE.has(word) && !NEEDLESS.has(word) && !(index === 0 && word === SUBJECT && !withSubject));
}

/** From the first of some words to the last of them. */
function spanOf(words: readonly string[], some: ReadonlySet<string>): { from: number; to: number } | null {
  const at = words.flatMap((word, index) => (some.has(word) ? [index] : []));
  return at.length === 0 ? null : { from: at[0] ?? 0, to: at.at(-1) ?? 0 };
}

/** Do the words of a claim stand in a line one after the other, none within what another claim alone says? */
function stands(claim: readonly string[], words: readonly string[], isFree: (at: number) => boolean): boolean {
  let next = 0;
  for (const [at, word] of words.entries()) if (word === claim[next] && isFree(at)) next++;
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
  return telling.length > 0 && stands(telling, words, () => true);
}

/**
 * Which of these lines may say what is forgotten, in whatever words: they rest on it, and not every word of theirs is
 * one of the `others` on which they rest, too.
 */
export function linesResting(lines: readonly string[], forgotten: readonly string[], others: () => readonly string[]): ReadonlySet<string> {
  const sought = forgotten.map(wordsIn);
  let known: (readonly string[])[] | null = null;
  return new Set(lines.filter((line) => {
    const words = wordsIn(line);
    if (!sought.some((statement) => wordsRestOn(words, statement))) return false;
    known ??= others().map(wordsIn);
    const said = new Set(known.filter((statement) => wordsRestOn(words, statement)).flat());
    return words.some((word) => !FREE.has(word) && !said.has(word));
  }));
}

const wordsIn = (text: string): readonly string[] => wordsOf(withoutEscapes(text));
