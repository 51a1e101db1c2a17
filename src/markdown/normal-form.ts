// When two statements are the same statement: case, white space, sentence punctuation, articles and
// Unicode forms aside. Everything that can carry meaning (numbers, signs, negations, `C++`) stays.

const QUOTES = /["“”„«»‘’]/g;
/** Emphasis and code marks in pairs; a lone `*` or back-tick is a sign. */
const MARKS = /(\*\*|__|\*|`)(?=\S)([^*`\n]{0,400}[^\s*`])\1(?![\p{L}\p{N}])/gu;
/** Raised and lowered digits: NFKC would make `10⁵` of the same text as `105`. */
const RAISED = /[\u00B2\u00B3\u00B9\u2070-\u209C]+/g;
/** Short forms that differ from a common word by case alone. */
const CAPITALS = /\b(?:US|IT|WHO|AM|PM|OR|IN|IS|AT|AN|AS|NO|ON|SO|TO|UP|WE|HE|ME|MY|DO|GO|ID|ALL|MAY|CAN|AI|PA|MA)\b/g;
const DASHES = /(?:^|\s)[-–—―]+(?=\s|$)|—/g;
// `?` stays: a question is not the statement it asks about.
const PUNCTUATION = /(?<![.,;:!…。，；：！、·])[.,;:!…。，；：！、·]+(?=\s|$)/g;
const CJK_PUNCTUATION = /[。，；：！、]/g;
const ARTICLES = /(?<=^|\s)(?:a|an|the)\s+(?=\S)/g;

/** Equal normal forms mean equal statements. */
export function normalForm(text: string): string {
  return text
    .replace(RAISED, (digits) => `^${digits}`)
    .normalize('NFKC')
    .replace(/^(?:A|An|The)(?=\s)/, (article) => article.toLowerCase())
    .replace(/[‘’ʼ](?=\p{L})/gu, "'")
    .replace(MARKS, '$2')
    .replace(QUOTES, '')
    .replace(CAPITALS, (word) => (text === text.toUpperCase() ? word : `${word}^`))
    .replace(DASHES, ' ')
    .replace(PUNCTUATION, ' ')
    .replace(CJK_PUNCTUATION, ' ')
    .replace(ARTICLES, '')
    .replace(/[()[\]{}]/g, ' ')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}
