// A cheap test of whether a text can contain a secret. It loads no rules, so that `log` does not need them for most
// facts. Look-alike characters do not defeat it.
import type { Statement } from '../../model/fact.ts';
import type { Finding } from './secrets.ts';

/**
 * Lower-case words after which even a short value is a secret. Searched one by one, because compiling a regular
 * expression of them costs more than everything else.
 */
const TELLING = ['pass', 'pw', 'p/w', 'phrase', 'mnemonic', 'kennwort', 'contrase', 'senha', 'curl', '-----begin'];
const TELLING_ELSEWHERE = [
  'парол',
  '密码',
  '密碼',
  '密钥',
  '密鑰',
  '口令',
  '私钥',
  '私鑰',
  '助记',
  '助記',
  'パスワード',
  '暗証',
  '비밀번호',
  '암호',
];
/** Words after which a value must look random. */
const NAMING = ['secret', 'token', 'cred', 'auth', 'key', 'code', '令牌', '凭'];
/** Programs that take a password after a short flag; `pass` and `curl` are covered above. */
const PROGRAMS = ['mysql', 'mariadb', 'mongo', 'redis-cli', 'docker', 'podman'];
const IN_URL = /:\/\/[^\s/@]{0,200}:[^\s/@]/;
/** Minimum length of an unbroken token: after such a word, on its own, and without any digit. */
const LEAST = { named: 12, alone: 15, withoutDigit: 30 } as const;

/** True if `findSecrets` may find something. */
export function mayHoldSecret(text: string): boolean {
  const lower = text.toLowerCase();
  const holds = (words: readonly string[]): boolean => words.some((word) => lower.includes(word));
  if (holds(TELLING) || text.includes('PIN') || (lower.includes('://') && IN_URL.test(lower))) return true;
  if ((lower.includes(' -p') || lower.includes(' -a')) && holds(PROGRAMS)) return true;
  const { isForeign, longest, mostWords } = measure(lower);
  if (mostWords >= LEAST_WORDS) return true;
  if (isForeign && hasLookAlikes(text)) {
    const { text: plain } = toPlain(text);
    if (plain !== text && !hasLookAlikes(plain) && mayHoldSecret(plain)) return true;
  }
  if (lower.includes('code') && FOUR_DIGITS.test(lower)) return true;
  return longest >= LEAST.alone || (longest >= LEAST.named && holds(NAMING)) || (isForeign && holds(TELLING_ELSEWHERE));
}

/**
 * Whether there are characters beyond ASCII, the length of the longest possible token, and the longest run of words
 * that may be part of a recovery phrase. A hand-written loop, because a first regular expression match costs more.
 */
function measure(text: string): { readonly isForeign: boolean; readonly longest: number; readonly mostWords: number } {
  let isForeign = false;
  let mostWords = 0;
  let words = 0;
  let letters = 0;
  let longest = 0;
  let length = 0;
  let hasDigit = false;
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : SPACE;
    if (code > 127) isForeign = true;
    if (isLetter(code)) letters++;
    else {
      if (letters > 0) words = letters >= 3 && letters <= 8 ? words + 1 : 0;
      if (words > mostWords) mostWords = words;
      if (!isBetweenWords(code)) words = 0;
      letters = 0;
    }
    if (isDigit(code) || isOther(code)) {
      length++;
      hasDigit ||= isDigit(code);
    } else {
      if (length > longest && (hasDigit || length >= LEAST.withoutDigit)) longest = length;
      length = 0;
      hasDigit = false;
    }
  }
  return { isForeign, longest, mostWords };
}

/** Words of the shortest recovery phrase. */
const LEAST_WORDS = 12;
const FOUR_DIGITS = /\d{4}/;
const SPACE = 32;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean => code >= 97 && code <= 122;
/** White space, digits, `) * , - . : ; |`, and anything beyond ASCII. */
function isBetweenWords(code: number): boolean {
  const isSign = code === 41 || code === 42 || (code >= 44 && code <= 46) || code === 58 || code === 59 || code === 124;
  return code <= SPACE || isDigit(code) || isSign || code > 127;
}
/** a to z, and `_ ~ + = -`. */
const isOther = (code: number): boolean =>
  isLetter(code) || code === 95 || code === 126 || code === 43 || code === 61 || code === 45;

export type Searched = Pick<Statement, 'text' | 'category' | 'tags' | 'fields'>;

/**
 * All parts of a statement that a page, a search or a prompt would show: its text, category, tags, and fields with
 * their names.
 */
export function partsOf({ text, category, tags, fields }: Searched): string[] {
  // `key` names the `value`.
  const named =
    fields.key !== undefined && fields.value !== undefined ? { ...fields, [fields.key]: fields.value } : fields;
  return [text, category, ...tags, ...Object.entries(named).map(([name, value]) => `${name}: ${value}`)];
}

// Private keys in PEM and PGP format: over several lines, or in one with escaped line ends.

const BEGIN = /-----BEGIN[ A-Z0-9_-]{0,60}PRIVATE KEY(?: BLOCK)?-----/gi;
const END = /-----END[ A-Z0-9_-]{0,60}PRIVATE KEY(?: BLOCK)?-----/iy;
/** Lines such as `Proc-Type: 4,ENCRYPTED` before the key. */
const HEADER = /[A-Za-z-]{3,20}: [^\n\\]{1,100}/y;
const KEY_SPACE = /(?:\s|\\[nr]|<br>|[>|"'+,])*/y;
const DATA = /[A-Za-z0-9+/=]{8,}/y;
const SHORTEST_KEY = 40;

/** The private keys in a text; a header without a key after it does not count. */
export function findKeyBlocks(text: string): Finding[] {
  const found: Finding[] = [];
  for (const match of text.matchAll(BEGIN)) {
    if (match.index < (found.at(-1)?.end ?? 0)) continue;
    const end = endOfBlock(text, match.index + match[0].length);
    if (end !== null) found.push({ rule: 'private-key', start: match.index, end });
  }
  return found;
}

/** The end of the block after its header, even if its footer is missing; null if there is too little data. */
function endOfBlock(text: string, head: number): number | null {
  const take = (pattern: RegExp, from: number): number => {
    pattern.lastIndex = from;
    return pattern.exec(text)?.[0].length ?? 0;
  };
  let at = head;
  let end = head;
  let length = 0;
  for (;;) {
    at += take(KEY_SPACE, at);
    const foot = take(END, at);
    if (foot > 0) return length >= SHORTEST_KEY ? at + foot : null;
    const header = length === 0 ? take(HEADER, at) : 0;
    const taken = header > 0 ? header : take(DATA, at);
    if (taken === 0) return length >= SHORTEST_KEY ? end : null;
    if (header === 0) length += taken;
    at += taken;
    end = at;
  }
}

const LOOK_ALIKE = /[\uFF01-\uFF5E\u3000\u00AD\u200B-\u200D\u2060\uFEFF]/;

const INVISIBLE = /[\u00AD\u200B-\u200D\u2060\uFEFF]/;

const WIDE = /[\uFF01-\uFF5E\u3000]/g;

/** Distance from a full-width character to the plain one. */
const OFFSET = 0xfee0;

export interface Plain {
  readonly text: string;
  /** Maps an offset in `text` to the original. */
  readonly placeOf: (offset: number) => number;
}

export function hasLookAlikes(text: string): boolean {
  return LOOK_ALIKE.test(text);
}

/** Replaces full-width characters with plain ones and drops invisible ones. */
export function toPlain(text: string): Plain {
  const narrow = text.replace(WIDE, (sign) =>
    sign === '\u3000' ? ' ' : String.fromCharCode(sign.charCodeAt(0) - OFFSET),
  );
  if (!INVISIBLE.test(narrow)) return { text: narrow, placeOf: (offset) => offset };
  const places: number[] = [];
  let plain = '';
  for (let at = 0; at < narrow.length; at++) {
    const sign = narrow[at] ?? '';
    if (INVISIBLE.test(sign)) continue;
    plain += sign;
    places.push(at);
  }
  return { text: plain, placeOf: (offset) => places[offset] ?? narrow.length };
}
