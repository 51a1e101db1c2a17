// Long words are also kept from their end, where a language writes compounds in one word: so those that end in a word
// are those that begin with it backwards. No word of a text has the sign that these begin with.

const SIGN = '~';

export function backwards(term: string): string {
  let turned = SIGN;
  for (let i = term.length - 1; i >= 0; i--) turned += term.charAt(i);
  return turned;
}

/** Is a term kept beside another, for compounds? It is no word of a question and not to be shown. */
export const isBackwards = (term: string): boolean => term.startsWith(SIGN);
