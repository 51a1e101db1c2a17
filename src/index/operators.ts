// What a question says in signs: quoted phrases, words to leave out, `tag:ui`. The rest is the natural question.
// Pure: a day stays as it was typed, for whoever has a clock.

export const OPERATORS = ['tag', 'category', 'project', 'since', 'until'] as const;
export type Operator = (typeof OPERATORS)[number];

export interface Condition {
  readonly operator: Operator;
  /** As typed, without quotes. */
  readonly value: string;
  /** `-tag:ui` */
  readonly not: boolean;
}

export interface Asking {
  /** What is left to be ranked by, the words of the phrases in their places. */
  readonly question: string;
  /** What must be there word for word. */
  readonly phrases: readonly string[];
  /** Words and phrases of which none may be there. */
  readonly without: readonly { readonly text: string; readonly isPhrase: boolean }[];
  readonly conditions: readonly Condition[];
}

const QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  '“': '”',
  '”': '”',
  '„': '“',
  '«': '»',
  '「': '」',
  '『': '』',
};

/** Reads a question. Takes any text; what is no operator stays words. */
export function readOperators(text: string): Asking {
  // A question without any of these signs has no operators: most have none.
  if (!hasSigns(text)) return { question: text.trim(), phrases: [], without: [], conditions: [] };
  const words: string[] = [];
  const phrases: string[] = [];
  const without: { text: string; isPhrase: boolean }[] = [];
  const conditions: Condition[] = [];
  const unclosed = new Set<string>();
  for (let at = 0; at < text.length;) {
    if (isSpace(text, at)) {
      at++;
      continue;
    }
    const start = at;
    const not = isMinus(text.charAt(at)) && !isSpace(text, at + 1) && at + 1 < text.length;
    const from = not ? at + 1 : at;
    const phrase = quoted(text, from, unclosed);
    if (phrase) {
      at = phrase.end;
      if (phrase.text === '') continue;
      if (not) without.push({ text: phrase.text, isPhrase: true });
      else {
        phrases.push(phrase.text);
        words.push(phrase.text);
      }
      continue;
    }
    const condition = conditionAt(text, from, not, unclosed);
    if (condition) {
      conditions.push(condition.is);
      at = condition.end;
      continue;
    }
    at = endOfWord(text, from, unclosed);
    const word = text.slice(from, at);
    if (not && isLeftOut(word)) without.push({ text: word, isPhrase: false });
    else words.push(text.slice(start, at));
  }
  return { question: words.join(' '), phrases, without, conditions };
}

/** Looked for by hand: every search comes here, and a pattern costs it more. */
function hasSigns(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (
      code === 34 ||
      code === 45 ||
      code === 58 ||
      (code > 0x7f && (isMinus(text.charAt(i)) || QUOTES[text.charAt(i)] !== undefined))
    )
      return true;
  }
  return false;
}

const isSpace = (text: string, at: number): boolean => /^\s/u.test(text.charAt(at));
/** The second and third are what some keyboards and editors make of it. */
const isMinus = (sign: string): boolean => sign === '-' || sign === '−' || sign === '–';

/** `-5` is a number, `-f` and `--force` are flags: they are words to look for. */
function isLeftOut(word: string): boolean {
  // Made only here: classes of Unicode cost every start that reads them.
  return /^[\p{L}\p{M}]/u.test(word) && (word.length > 1 || word > '\u007f');
}

function endOfWord(text: string, from: number, unclosed: Set<string>): number {
  let at = from;
  while (
    at < text.length &&
    !isSpace(text, at) &&
    (at === from || QUOTES[text.charAt(at)] === undefined || !quoted(text, at, unclosed))
  )
    at++;
  return at;
}

/**
 * What stands in quotes at this place, and where it ends. An opening quote without its like is a sign like any other:
 * `unclosed` gets it, and nobody looks for its like again.
 */
function quoted(text: string, at: number, unclosed: Set<string>): { text: string; end: number } | null {
  const close = QUOTES[text.charAt(at)];
  if (close === undefined || unclosed.has(close)) return null;
  let end = text.indexOf(close, at + 1);
  // Keyboards that turn quotes turn some of them the wrong way.
  if (end < 0 && close === '”') end = text.indexOf('"', at + 1);
  if (end < 0) unclosed.add(close);
  // An inch, or a quote within a word: `5"x7"`.
  if (end < 0 || (close === '"' && at > 0 && /[\p{L}\p{N}]/u.test(text.charAt(at - 1)))) return null;
  return { text: text.slice(at + 1, end).trim(), end: end + 1 };
}

function conditionAt(
  text: string,
  from: number,
  not: boolean,
  unclosed: Set<string>,
): { is: Condition; end: number } | null {
  const colon = from + text.slice(from, from + 9).indexOf(':');
  if (colon < from) return null;
  const name = text.slice(from, colon).toLowerCase();
  const operator = OPERATORS.find((known) => known === name);
  if (operator === undefined) return null;
  const phrase = quoted(text, colon + 1, unclosed);
  if (phrase) return phrase.text === '' ? null : { is: { operator, value: phrase.text, not }, end: phrase.end };
  let end = endOfWord(text, colon + 1, unclosed);
  // `since:last week`, `since:21 May 2025`
  if (operator === 'since' || operator === 'until') {
    const span = SPAN_OF_WORDS().exec(text.slice(colon + 1));
    if (span) end = colon + 1 + span[0].length;
  }
  const value = text.slice(colon + 1, end);
  return value === '' ? null : { is: { operator, value, not }, end };
}

/** Made where a day is asked for alone. */
const SPAN_OF_WORDS = (): RegExp => {
  const month =
    '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|' +
    'oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
  const year = '(?:,?\\s+(?:19|20)\\d\\d)';
  const of = `(?:week|weekend|month|year|${month}|(?:mon|tues|wednes|thurs|fri|satur|sun)day)`;
  return new RegExp(
    `^(?:(?:last|this|next)\\s+${of}|\\w+\\s+(?:day|week|month|year)s?\\s+ago|\\d{1,2}(?:st|nd|rd|th)?\\s+` +
      `${month}${year}?|${month}\\s+\\d{1,2}(?:st|nd|rd|th)?${year}?|${month}${year})(?![\\w-])`,
    'i',
  );
};
