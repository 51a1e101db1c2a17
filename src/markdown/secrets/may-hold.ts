// Can this text hold a secret at all? Cheap, and loads nothing, so that `log` need not load the rules for most facts.
// What says no here is never looked at again: every rule must lie within this one.
import type { Statement } from '../../model/fact.ts';
import { hasLookAlikes, toPlain } from './look-alike.ts';

/** Words behind which even a short value is a secret, in small letters. Searched one by one: to compile an expression of them costs more than all else. */
const TELLING = ['pass', 'pw', 'p/w', 'phrase', 'mnemonic', 'kennwort', 'contrase', 'senha', 'curl', '-----begin'];
const TELLING_ELSEWHERE = ['парол', '密码', '密碼', '密钥', '密鑰', '口令', '私钥', '私鑰', '助记', '助記', 'パスワード', '暗証', '비밀번호', '암호'];
/** Words behind which a value must look random. */
const NAMING = ['secret', 'token', 'cred', 'auth', 'key', 'code', '令牌', '凭'];
const IN_URL = /:\/\/[^\s/@]{0,200}:[^\s/@]/;
/** Characters of a token in one piece, behind such a word, alone, and where no digit is among them. */
const LEAST = { named: 12, alone: 15, withoutDigit: 30 } as const;

/** True where `findSecrets` may find something. */
export function mayHoldSecret(text: string): boolean {
  const lower = text.toLowerCase();
  const holds = (words: readonly string[]): boolean => words.some((word) => lower.includes(word));
  if (holds(TELLING) || text.includes('PIN') || (lower.includes('://') && IN_URL.test(lower))) return true;
  const { isForeign, longest } = measure(lower);
  if (isForeign && hasLookAlikes(text)) {
    const { text: plain } = toPlain(text);
    if (plain !== text && !hasLookAlikes(plain) && mayHoldSecret(plain)) return true;
  }
  if (lower.includes('code') && FOUR_DIGITS.test(lower)) return true;
  return longest >= LEAST.alone || (longest >= LEAST.named && holds(NAMING)) || (isForeign && holds(TELLING_ELSEWHERE));
}

/** Whether there is anything beyond ASCII, and the longest piece that a token could be. By hand, since a first match costs more. */
function measure(text: string): { readonly isForeign: boolean; readonly longest: number } {
  let isForeign = false;
  let longest = 0;
  let length = 0;
  let hasDigit = false;
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : SPACE;
    if (code > 127) isForeign = true;
    if (isDigit(code) || isOther(code)) {
      length++;
      hasDigit ||= isDigit(code);
    } else {
      if (length > longest && (hasDigit || length >= LEAST.withoutDigit)) longest = length;
      length = 0;
      hasDigit = false;
    }
  }
  return { isForeign, longest };
}

const FOUR_DIGITS = /\d{4}/;
const SPACE = 32;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
/** a to z, and `_ ~ + = -`. */
const isOther = (code: number): boolean => (code >= 97 && code <= 122) || code === 95 || code === 126 || code === 43 || code === 61 || code === 45;

export type Searched = Pick<Statement, 'text' | 'category' | 'tags' | 'fields'>;

/** Everything of a statement that a page, a search or a prompt would show: its text, then its category, tags, and fields with their names. */
export function partsOf({ text, category, tags, fields }: Searched): string[] {
  // `key` names what `value` is.
  const named = fields.key !== undefined && fields.value !== undefined ? { ...fields, [fields.key]: fields.value } : fields;
  return [text, category, ...tags, ...Object.entries(named).map(([name, value]) => `${name}: ${value}`)];
}
