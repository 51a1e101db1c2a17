// May a line in an engine's words stand in `MEMORY.md` for its claims? It may leave out and combine; what it says has
// to be theirs. Pure.
import headings from '../../templates/words/headings.json';
import { wordsOf } from '../language/forgotten-words.ts';
import { affirmsDenied } from '../language/negation-agrees.ts';
import { missingSpecifics, negationsIn } from '../language/specifics.ts';
import { checkSentence, mayName, type SentenceFault } from './check-sentence.ts';

const LONGEST_LINE = 400;
const LONGEST_TITLE = 40;
const FORM: ReadonlySet<SentenceFault> = new Set<SentenceFault>(['form', 'instruction']);

/** Code spans, words with a digit such as `1b`, names behind a title: they stand in the claims as they are. */
const VERBATIM = new RegExp(
  '`[^`]+`|' +
    String.raw`(?:(?=[\p{L}-]*\p{N})(?=[\p{N}-]*\p{L})[\p{L}\p{N}-]+)|` +
    String.raw`(?<=\b(?:Mrs?|Ms|Dr|St|Prof)\. )\p{Lu}[\p{L}\p{M}'’-]*`,
  'gu',
);

export interface CitedClaim {
  readonly title: string;
  readonly text: string;
  /** The local days that its facts speak of. */
  readonly days: readonly string[];
}

/** `form`: it is no plain line, or an order to the reader; `words`: a specific of it is none of its claims'. */
export type LineFault = 'form' | 'words';

/**
 * Null where it may stand: the check of a sentence of an overview, against claims of several pages. `others`: texts of
 * claims on which it does not rest and which it must not contradict.
 */
export function lineFault(
  line: string,
  claims: readonly CitedClaim[],
  others: readonly string[] = [],
): LineFault | null {
  if (claims.some(({ text }) => text === line)) return null;
  if (line !== line.trim() || line.length > LONGEST_LINE) return 'form';
  const fault = checkSentence(
    { text: line, facts: claims.map((_, at) => String(at)) },
    {
      title: claims.map(({ title }) => title).join(', '),
      claims: claims.map(({ text }, at) => ({ text, facts: [String(at)], past: false, held: null, sides: [] })),
      daysOf: (at) => claims[Number(at)]?.days ?? [],
      isPrivate: () => false,
    },
  );
  if (fault !== null) return FORM.has(fault.fault) ? 'form' : 'words';
  if (affirmsDenied(line, [...claims.map(({ text }) => text), ...others])) return 'words';
  const known = claims
    .flatMap(({ title, text, days }) => [text, title, ...days])
    .join('\n')
    .toLowerCase();
  return (line.match(VERBATIM) ?? []).every((one) => known.includes(one.toLowerCase())) ? null : 'words';
}

/** Does the line still say all that the claim says, whatever it says beside? For what must not get lost. */
export function keepsAll(line: string, text: string): boolean {
  const stems = wordsOf(line).map(stemOf);
  return (
    missingSpecifics(text, line).every((one) => one === 'not') &&
    negationsIn(text) <= negationsIn(line) &&
    wordsOf(text).every((word) => word.length < 4 || word === 'user' || stems.includes(stemOf(word)))
  );
}

const stemOf = (word: string): string => (/^[a-z]/.test(word) ? word.slice(0, Math.max(4, word.length - 3)) : word);

const TOPICS: ReadonlySet<string> = new Set([...headings.words, 'and', 'the', 'of']);

/** May it head these claims? It names a topic in general words, or in words that they have. */
export function mayHead(title: string, claims: readonly CitedClaim[], known: readonly string[]): boolean {
  if ([...title].length > LONGEST_TITLE || negationsIn(title) > 0) return false;
  if (known.includes(title)) return true;
  const said = claims.flatMap((claim) => [claim.title, claim.text]);
  const words = new Set(said.flatMap(wordsOf));
  return mayName(title, said) && wordsOf(title).every((word) => words.has(word) || TOPICS.has(word));
}
