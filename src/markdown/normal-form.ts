// When two statements are the same statement: case, white space, sentence punctuation, articles and
// Unicode forms aside. Everything that can carry meaning (numbers, signs, negations, `C++`) stays.

const QUOTES = /["“”„«»‘’`*]/g;
const DASHES = /(?:^|\s)[-–—―]+(?=\s|$)|—/g;
// `?` stays: a question is not the statement it asks about.
const PUNCTUATION = /[.,;:!…。，；：！、·]+(?=\s|$)/g;
const CJK_PUNCTUATION = /[。，；：！、]/g;
const ARTICLES = /(?<=^|\s)(?:a|an|the)\s+(?=\S)/g;

/** Equal normal forms mean equal statements. */
export function normalForm(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/^(?:A|An|The)(?=\s)/, (article) => article.toLowerCase())
    .replace(/[‘’ʼ](?=\p{L})/gu, "'")
    .replace(QUOTES, '')
    .replace(DASHES, ' ')
    .replace(PUNCTUATION, ' ')
    .replace(CJK_PUNCTUATION, ' ')
    .replace(ARTICLES, '')
    .replace(/[()[\]{}]/g, ' ')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}
