// Characters that look like others, or like nothing: a secret written with them is one all the same.
import data from '../../../templates/secrets/gitleaks.json';
import own from '../../../templates/secrets/values.json';

// What a value that stands where a secret would stand looks like: a real one, or a word, a date, a place holder.

const ALLOWED = data.allow.map((source) => new RegExp(source));

const STOP_WORDS = data.stopwords.split(' ');

const PLACE_HOLDER = new RegExp(own.placeHolder, 'i');

const PLACE_HOLDER_WORDS = new Set(own.placeHolderWords);

const TECHNICAL = new RegExp(`^(?:${own.technical})$`, 'i');

/** Bits of information a character, as the frequencies in the text itself give it (Shannon). */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** `<password>`, `$TOKEN`, `****`, `your-key-here`: stands for a secret and is none. */
export function isPlaceHolder(value: string): boolean {
  return PLACE_HOLDER_WORDS.has(value.toLowerCase()) || isTemplate(value);
}

/** The same by its form alone: a person may well log in with `root` or `secret`. */
export function isTemplate(value: string): boolean {
  return PLACE_HOLDER.test(value) || ALLOWED.some((pattern) => pattern.test(value)) || new Set(value).size < 3;
}

/**
 * Forms that look like a password to a rule, and are not: dates, times, versions, addresses, paths, numbers of issues,
 * amounts, code.
 */
const OTHERWISE: readonly RegExp[] = [
  /^\d{4}-\d\d(?:-\d\d)?(?:T[\d:.]+Z?)?$/,
  /^\d{1,2}[:.]\d\d(?:[:.]\d+)*$/,
  /^\d{1,4}[./]\d{1,4}(?:[./]\d{1,4})?$/,
  /^v?\d+(?:\.\d+)+(?:[-+][\w.]+)?$/i,
  /^[a-z][a-z0-9+.-]*:\/\//i,
  /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/,
  /^[a-z]+@[a-z]+$/,
  /^(?:~|\.{1,2})?\/[\w@.-]/,
  /^[\w.-]+\/[\w./-]*\.[a-z]{1,5}$/i,
  /^#?\d{1,3}$/,
  /^[A-Z]{2,6}-\d{1,6}$/,
  /^[#@]\w+$/,
  /^\d+(?:[.,]\d+)?-\p{L}+(?:-\p{L}+)*$/u,
  /^\d{1,3}(?:[.,]\d+)?(?:\p{L}+|%)$/u,
  /^\d+[-–~]\d+\p{L}*$/u,
  new RegExp(
    String.raw`^(?:process|os|env|config|settings|secrets|self|this|vault|op|ref|data|var|local|props|req|` +
      String.raw`request|args|params|ctx)[.:[]`,
    'i',
  ),
  /[()]|=>|\[\]|\$\{|\{\{|::|->/,
  /^\^[\w]/,
];

const isOtherwise = (value: string): boolean => OTHERWISE.some((pattern) => pattern.test(value));

/**
 * A value that someone could log in with: `hunter2`, not `required`, `sha256` or `12-characters`. Words alone are never
 * taken for one.
 */
export function isPassword(value: string): boolean {
  if (value.length < 4 || isPlaceHolder(value) || isOtherwise(value) || isTechnical(value)) return false;
  if (/^\d+$/.test(value)) return !/^(?:19|20)\d\d$/.test(value);
  const hasLetter = /\p{L}/u.test(value);
  return (
    hasLetter &&
    (/\d/.test(value) ? value.length >= 6 : value.length >= 6 && /\p{L}[@#$%^*!~?][\p{L}@#$%^*!~?]/u.test(value))
  );
}

/** `bcrypt-sha256`, `id_ed25519`: names of methods, products and standards, with plain words between them. */
function isTechnical(value: string): boolean {
  const pieces = value.split(/[-_/+.:,;|]+/).filter((piece) => piece !== '');
  return (
    pieces.some((piece) => TECHNICAL.test(piece)) &&
    pieces.every((piece) => TECHNICAL.test(piece) || /^(?:\p{L}+|\d{1,4})$/u.test(piece))
  );
}

/** A value that no person thought of. `bits`: the least information a character. */
export function isRandom(value: string, bits = value.length < 20 ? 3.1 : 3.5): boolean {
  if (value.length < 12 || !/\d/.test(value) || !/[a-z]/i.test(value) || isPlaceHolder(value) || isOtherwise(value))
    return false;
  if (
    entropyOf(value) < bits ||
    value
      .split(/[-_./+=:~]+/)
      .every((piece) => /^(?:[a-z]*|[A-Z][a-z]+|[A-Z]+|\d{1,8}|[a-z]{2,}\d{1,4}|v\d+)$/.test(piece))
  )
    return false;
  const lower = value.toLowerCase();
  return (value.length >= 32 && entropyOf(value) >= 4.2) || !STOP_WORDS.some((word) => lower.includes(word));
}
