// Statements that ask: their answer is likely the next one, and they themselves seldom are an answer.
import { mayBeBegun } from './match-prefix.ts';
import { spansIn } from './query-dates.ts';
import type { Said, Span } from './span.ts';
import type { Tokenizer, Word } from './tokenizer.ts';
import { foldWord, isBackwards } from './tokenizer/fold.ts';

// What a question asks for: its terms and how each may match, and the days it names.

export interface Asked {
  readonly term: string;
  /** May longer terms stand for it that begin with it? Of numbers: those that go on as versions and hashes do. */
  readonly prefix: boolean;
  /** The same, but only where nothing else does. */
  readonly alone?: boolean;
  /** A star was typed behind it: whatever begins with it stands for it. */
  readonly starred?: boolean;
  /** Edits allowed where nothing else matches; 0 for none. */
  readonly fuzzy: number;
  /** Terms that stand for it where they are tags: other names of the tag that it is. */
  readonly also?: readonly string[];
  /** Written large within the question. */
  readonly isName: boolean;
  /** May it be the end of other words, or they its end, where the index has it itself? */
  readonly compounds: boolean;
  /** May it stand anywhere within other words where the index has nothing else? That takes time. */
  readonly inside: boolean;
  /** Holds a digit. */
  readonly isNumber: boolean;
}

/** Days, and the terms of the question that name them: a text that holds all of these says the days itself. */
export type NamedSpan = Span & { readonly terms: readonly string[] };

export interface Question {
  /** Each term once, in the order of the question. */
  readonly asked: readonly Asked[];
  readonly spans: readonly NamedSpan[];
  /** The local day, in days since 1970-01-01; null where there is no clock. */
  readonly today: number | null;
}

const SHORTEST_PREFIX = 4;
/**
 * Terms of a question that may be misspelt: a longer one is a pasted text, and each costs a look at all terms with its
 * first letter.
 */
const MOST_MISSPELT = 32;
const MS_PER_DAY = 86_400_000;

/** `today`: the local day, for `last week` and the like; null where there is no clock. */
export function readQuestion(text: string, tokenizer: Tokenizer, today: string | null): Question {
  const asked: Asked[] = [];
  const seen = new Set<string>();
  const words = tokenizer.words(text);
  for (const word of words) {
    if (word.tail || (words.length > 1 && isCourtesy(text, word))) continue;
    const isName = isLarge(text, word.start);
    const starred = isStarred(text, word);
    for (const term of starred ? [...word.terms, foldWord(text.slice(word.start, word.end))] : word.terms) {
      if (seen.has(term) || isBackwards(term)) continue;
      seen.add(term);
      const one = askFor(term, isName, tokenizer.compounds, asked.length < MOST_MISSPELT);
      asked.push(starred ? { ...one, prefix: true, starred } : one);
    }
  }
  return {
    asked,
    spans: spansIn(text, today).map((span) => ({ ...span, terms: termsOf(span, tokenizer, seen) })),
    today: today === null ? null : Date.parse(today) / MS_PER_DAY,
  };
}

function termsOf({ said }: Said, tokenizer: Tokenizer, seen: ReadonlySet<string>): string[] {
  return tokenizer.terms(said).filter((term) => seen.has(term));
}

/** The same question where nothing was found: its terms may stand anywhere within words. */
export const anywhere = (question: Question): Question => ({
  ...question,
  asked: question.asked.map((one) => ({ ...one, inside: one.prefix })),
});

/** Said to whoever is asked, and not what is asked for. */
function isCourtesy(text: string, { start, end }: Word): boolean {
  return end - start === 6 && text.slice(start, end).toLowerCase() === 'please';
}

/** `dep*`; not `2*3`, and not what is only written in bold. */
function isStarred(text: string, { start, end }: Word): boolean {
  return text.charAt(end) === '*' && text.charAt(start - 1) !== '*' && text.charAt(end + 1).trim() === '';
}

/**
 * Numbers match exactly or not at all: 15 is not 16, and 1 is not the beginning of 12. Hashes and versions may be
 * begun.
 */
function askFor(term: string, isName: boolean, compounds: boolean, mayBeMisspelt: boolean): Asked {
  if (hasDigit(term))
    return {
      term,
      prefix: mayBeBegun(term),
      alone: false,
      fuzzy: 0,
      isName: false,
      compounds: false,
      inside: false,
      isNumber: true,
    };
  const isWide = term.charCodeAt(0) >= 0x0e00;
  const { length } = term;
  return {
    term,
    prefix: isWide || length >= SHORTEST_PREFIX,
    alone: !isWide && length === SHORTEST_PREFIX - 1,
    fuzzy: isWide || length < 4 || !mayBeMisspelt ? 0 : length < 8 ? 1 : 2,
    isName,
    compounds,
    inside: false,
    isNumber: false,
  };
}

function hasDigit(term: string): boolean {
  for (let i = 0; i < term.length; i++) {
    const code = term.charCodeAt(i);
    if (code >= 48 && code <= 57) return true;
  }
  return false;
}

/** Does a name begin here? The first word of a text is written large whatever it is. */
function isLarge(text: string, start: number): boolean {
  if (start === 0 || text.slice(0, start).trim() === '') return false;
  const sign = text.charAt(start);
  return sign !== sign.toLowerCase();
}

/** The word that rows of such statements carry. */
export const ASKING = 'is:asking';

/** Does a statement end in a question, a remark in brackets and closing signs behind it aside? */
export function isAsking(text: string): boolean {
  let end = text.length;
  while (end > 0) {
    const sign = text.charAt(end - 1);
    if (sign === '?' || sign === '？' || sign === '؟') return true;
    if (sign === ']' && text.lastIndexOf('[', end - 1) >= 0) end = text.lastIndexOf('[', end - 1);
    else if (CLOSING.includes(sign)) end--;
    else return false;
  }
  return false;
}

const CLOSING = ' \t\n"\'”’)»」』!';
