// When two statements are the same statement: case, white space, sentence punctuation, articles and
// Unicode forms aside. Everything that can carry meaning (numbers, signs, negations, `C++`) stays. Where
// it cannot be told, the forms differ: two claims that say the same are a nuisance, a lost one is a loss.

/** Raised and lowered digits: NFKC would make `10⁵` of the same text as `105`. */
const RAISED = /[\u00B2\u00B3\u00B9\u2070-\u209C]+/g;
const FRACTION = /(?<=\d)(?=[\u00BC-\u00BE\u2150-\u215F\u2189])/g;
/** Emphasis and code marks in pairs around words; a lone `*` or back-tick is a sign. */
const EMPHASIS = [
  ['`', /`([^`]+)`/g],
  ['**', /(?<![\p{L}\p{N}*])\*\*(?=[\p{L}\p{N}])([^*]*[^\s*])\*\*(?![\p{L}\p{N}*])/gu],
  ['*', /(?<![\p{L}\p{N}*])\*(?=[\p{L}\p{N}])([^*]*[^\s*])\*(?![\p{L}\p{N}*])/gu],
] as const;
/** Quotes in pairs around words: one alone is an inch, a minute, an apostrophe. */
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
/** Brackets in pairs that stand apart: those of `f(x)` and `a[0]` belong to it. */
const BRACKETS = [
  ['(', /(?<!\S)\(([^()]*)\)(?=[\s.,;:!?]|$)/g],
  ['[', /(?<!\S)\[([^[\]]*)\](?=[\s.,;:!?]|$)/g],
] as const;
/**
 * Each with what a text must hold for it: to look for that costs next to nothing, to make a pattern of it a fifth of a
 * millisecond.
 */
const PAIRS = [...EMPHASIS, ...QUOTES, ...BRACKETS];
const ASCII = /^[ -~]*$/;
/** Short forms that differ from a common word by case alone; not the `PM` of an hour. */
const CAPITALS =
  /(?<!\d ?)\b(?:US|IT|WHO|AM|PM|OR|IN|IS|AT|AN|AS|NO|ON|SO|TO|UP|WE|HE|ME|MY|DO|GO|ID|ALL|MAY|CAN|AI|PA|MA)\b/g;
/** Units that another differs from by case alone: megabits and megabytes, milli and mega, metres and millions. */
const UNITS = /(?<=\d ?)(?:[kKmMgGtTpP]i?[bB](?:ps)?|[mM](?:Wh?|V|A|J|N|g|s|Hz|l|L)?)(?![\p{L}\p{N}])/gu;
/** A dash that stands apart and is no sign of a number, or joins two clauses. */
const DASHES = /(?:^| )[-–—―]+(?= [^\d]| ?$)|(?<!\d)—|—(?!\d)/g;
// `?` stays: a question is not the statement it asks about.
const PUNCTUATION = /(?<![.,;:!…。，；：！、·])[.,;:!…。，；：！、·]+(?=\s|$)/g;
const CJK_PUNCTUATION = /[。，；：！、]/g;
/** Not the `a` of `option a is chosen`, of `a + b`. */
const ARTICLES =
  /(?<=^| )(?:a|an|the) (?=["']?[\p{L}\p{N}])(?!(?:is|was|are|were|has|had|and|or|to|in|of|for|with|not)\b)/gu;

/** Words of plain letters, as most names are: nothing of all that is below is in them but case. */
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

/** Unicode's compatibility form (NFKC), with raised digits and fractions kept apart from the number before them. */
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
