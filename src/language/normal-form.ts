// The normal form of a statement: ignores case, white space, sentence punctuation, articles and Unicode forms. Anything
// that can carry meaning (numbers, signs, negations, `C++`) is kept. In doubt the forms differ: two claims that say the
// same are a nuisance, a lost one is a loss.

/** Superscript and subscript digits: NFKC would turn `10⁵` into `105`. */
const RAISED = /[\u00B2\u00B3\u00B9\u2070-\u209C]+/g;
const FRACTION = /(?<=\d)(?=[\u00BC-\u00BE\u2150-\u215F\u2189])/g;
/** Paired emphasis and code marks around words; a single `*` or backtick is kept. */
const EMPHASIS = [
  ['`', /`([^`]+)`/g],
  ['**', /(?<![\p{L}\p{N}*])\*\*(?=[\p{L}\p{N}])([^*]*[^\s*])\*\*(?![\p{L}\p{N}*])/gu],
  ['*', /(?<![\p{L}\p{N}*])\*(?=[\p{L}\p{N}])([^*]*[^\s*])\*(?![\p{L}\p{N}*])/gu],
] as const;
/** Paired quotes around words; a single one may be an inch, a minute or an apostrophe. */
const QUOTES = [
  ['“', /“([^“”]*)”/g],
  ['„', /„([^„“”]*)[“”]/g],
  ['«', /«([^«»]*)»/g],
  ['‘', /‘([^‘’]*)’/g],
  ['「', /「([^「」]*)」/g],
  ['『', /『([^『』]*)』/g],
  ['《', /《([^《》]*)》/g],
  ['"', /(?<![\p{L}\p{N}])"([^"]*)"(?![\p{L}\p{N}])/gu],
  ["'", /(?<![\p{L}\p{N}])'([^']*)'(?![\p{L}\p{N}])/gu],
] as const;
/** Free-standing paired brackets; those of `f(x)` and `a[0]` are kept. */
const BRACKETS = [
  ['(', /(?<!\S)\(([^()]*)\)(?=[\s.,;:!?]|$)/g],
  ['[', /(?<!\S)\[([^[\]]*)\](?=[\s.,;:!?]|$)/g],
] as const;
/**
 * Each with a character that the text must contain: checking for it is nearly free, while running a pattern takes a
 * fifth of a millisecond.
 */
const PAIRS = [...EMPHASIS, ...QUOTES, ...BRACKETS];
const ASCII = /^[ -~]*$/;
/** Abbreviations that differ from a common word only in case; not the `PM` of a time. */
const CAPITALS =
  /(?<!\d ?)\b(?:US|IT|WHO|AM|PM|OR|IN|IS|AT|AN|AS|NO|ON|SO|TO|UP|WE|HE|ME|MY|DO|GO|ID|ALL|MAY|CAN|AI|PA|MA)\b/g;
/** Units that differ from others only in case: megabits and megabytes, milli and mega, metres and millions. */
const UNITS = /(?<=\d ?)(?:[kKmMgGtTpP]i?[bB](?:ps)?|[mM](?:Wh?|V|A|J|N|g|s|Hz|l|L)?)(?![\p{L}\p{N}])/gu;
/** A free-standing dash that is not a minus sign, or one that joins two clauses. */
const DASHES = /(?:^| )[-–—―]+(?= [^\d]| ?$)|(?<!\d)—|—(?!\d)/g;
// `?` stays: a question is not the statement that it asks about.
const PUNCTUATION = /(?<![.,;:!…。，；：！、·])[.,;:!…。，；：！、·]+(?=\s|$)/g;
const CJK_PUNCTUATION = /[。，；：！、]/g;
/** Not the `a` in `option a is chosen` or `a + b`. */
const ARTICLES =
  /(?<=^| )(?:a|an|the) (?=["']?[\p{L}\p{N}])(?!(?:is|was|are|were|has|had|and|or|to|in|of|for|with|not)\b)/gu;

/** Plain words, as in most names: only their case needs normalising. */
const BARE = /^(?!.*(?:^| )(?:[Aa]n?|[Tt]he|[A-Z]{2,3})(?: |$))[A-Za-z]+(?: [A-Za-z]+)*$/;

/** Equal normal forms mean equal statements. */
export function normalForm(text: string): string {
  if (BARE.test(text)) return text.toLowerCase();
  let form = compatibleForm(text).replace(/\s+/g, ' ').trim();
  if (!ASCII.test(form)) form = form.replace(/(?<=[\p{L}\p{N}])[‘’ʼ](?=\p{L})/gu, "'").replace(/[−‐]/g, '-');
  for (const [mark, pair] of PAIRS) if (form.includes(mark)) form = form.replace(pair, '$1');
  if (form !== form.toUpperCase()) form = form.replace(CAPITALS, '$&^');
  form = form
    .replace(/^(?:A|An|The)(?= )/, (article) => article.toLowerCase())
    .replace(DASHES, ' ')
    .replace(PUNCTUATION, ' ')
    .replace(CJK_PUNCTUATION, ' ')
    .replace(/ {2,}/g, ' ')
    .replace(ARTICLES, '');
  return lowerCase(form).replace(/\s+/g, ' ').trim();
}

/** NFKC, but with superscript digits and fractions kept apart from the preceding number. */
export function compatibleForm(text: string): string {
  if (ASCII.test(text)) return text;
  return text.replace(RAISED, '^$&').replace(FRACTION, ' ').normalize('NFKC').replaceAll('\u2044', '/');
}

function lowerCase(text: string): string {
  if (!/\d/.test(text)) return text.toLowerCase();
  let lower = '';
  let at = 0;
  for (const unit of text.matchAll(UNITS)) {
    lower += text.slice(at, unit.index).toLowerCase() + unit[0];
    at = unit.index + unit[0].length;
  }
  return lower + text.slice(at).toLowerCase();
}
