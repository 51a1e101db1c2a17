// A cheap test of whether a text can contain a secret. It loads no rules, so that `log` does not need them for most
// facts. Look-alike characters do not defeat it.
import type { Statement } from '../../model/fact.ts';
import type { Finding } from './secrets.ts';

/** Words after which even a short value is a secret. */
const TELLING =
  /pass|pw|p\/w|phrase|mnemonic|kennwort|contrase|senha|curl|-----begin|парол|密[码碼钥鑰]|口令|私[钥鑰]|助[记記]|パスワード|暗証|비밀번호|암호/;
/** Programs that take a password after a short flag; `pass` and `curl` are covered above. */
const PROGRAM = /mysql|mariadb|mongo|redis-cli|docker|podman/;
const IN_URL = /:\/\/[^\s/@]{0,200}:[^\s/@]/;
/** Words after which a value must look random, and the shortest such value. */
const NAMING = /secret|token|cred|auth|key|code|令牌|凭/;
const NAMED = /(?<![\w~+=-])(?=[a-z_~+=-]*\d)[\w~+=-]{12}/;
/** An unbroken token on its own, and one without any digit. */
const ALONE = /(?<![\w~+=-])(?:(?=[a-z_~+=-]*\d)[\w~+=-]{15}|[a-z_~+=-]{30})/;
/** As many short words as the shortest recovery phrase has. */
const WORDS = /(?<![a-z])(?:[a-z]{3,8}[^a-z!-(+/<-`{}~]+){11}[a-z]{3,8}(?![a-z])/;

/** True if `findSecrets` may find something. */
export function mayHoldSecret(text: string): boolean {
  const lower = text.toLowerCase();
  if (TELLING.test(lower) || text.includes('PIN') || IN_URL.test(lower)) return true;
  if (/ -[pa]/.test(lower) && PROGRAM.test(lower)) return true;
  if (lower.includes('code') && /\d{4}/.test(lower)) return true;
  if (ALONE.test(lower) || WORDS.test(lower) || (NAMING.test(lower) && NAMED.test(lower))) return true;
  const plain = hasLookAlikes(text) ? toPlain(text).text : text;
  return plain !== text && !hasLookAlikes(plain) && mayHoldSecret(plain);
}

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

interface Plain {
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
