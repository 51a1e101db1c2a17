// Can this text hold a secret at all? Cheap, and loads nothing, so that `log` need not load the rules for most facts.
// What says no here is never looked at again: every rule must lie within this one.
import type { Statement } from '../../model/fact.ts';
import { hasLookAlikes, toPlain } from './look-alike.ts';

/**
 * Words behind which even a short value is a secret, in small letters. Searched one by one: to compile an expression of
 * them costs more than all else.
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
/** Words behind which a value must look random. */
const NAMING = ['secret', 'token', 'cred', 'auth', 'key', 'code', '令牌', '凭'];
/** Programs that take a password behind a short flag; `pass` and `curl` are told already. */
const PROGRAMS = ['mysql', 'mariadb', 'mongo', 'redis-cli', 'docker', 'podman'];
const IN_URL = /:\/\/[^\s/@]{0,200}:[^\s/@]/;
/** Characters of a token in one piece, behind such a word, alone, and where no digit is among them. */
const LEAST = { named: 12, alone: 15, withoutDigit: 30 } as const;

/** True where `findSecrets` may find something. */
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
 * Whether there is anything beyond ASCII, the longest piece that a token could be, and the most words in a row that a
 * recovery phrase could be made of. By hand, since a first match costs more.
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

/** Of the shortest recovery phrase. */
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
 * Everything of a statement that a page, a search or a prompt would show: its text, then its category, tags, and fields
 * with their names.
 */
export function partsOf({ text, category, tags, fields }: Searched): string[] {
  // `key` names what `value` is.
  const named =
    fields.key !== undefined && fields.value !== undefined ? { ...fields, [fields.key]: fields.value } : fields;
  return [text, category, ...tags, ...Object.entries(named).map(([name, value]) => `${name}: ${value}`)];
}
