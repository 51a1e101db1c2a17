// Finds values that a sentence or a setting assigns to a password, token or key ("the wifi password is hunter2"), and
// tells real secrets from placeholders.
import data from '../../../templates/secrets/gitleaks.json';
import own from '../../../templates/secrets/values.json';
import type { Finding } from './secrets.ts';

/** A match of a pattern with the range of the secret. */
interface Match {
  /** Start of the whole match, and its first group. */
  readonly at: number;
  readonly first: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/**
 * In order. The secret is the group named `secret`, else the first group that matched, else the whole match. Avoids
 * `matchAll`, whose copy of the regular expression costs more than matching a short line. `pattern` must be global,
 * have indices and match no empty text.
 */
export function matchesIn(line: string, pattern: RegExp): Match[] {
  const found: Match[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(line); match !== null; match = pattern.exec(line)) {
    const [whole, ...groups] = match.indices ?? [];
    const [start, end] = match.indices?.groups?.secret ?? groups.find((place) => place) ?? whole ?? [0, 0];
    found.push({ at: match.index, first: match[1] ?? '', value: line.slice(start, end), start, end });
  }
  return found;
}

// Tells a real secret from a word, a date or a placeholder in its position.

const ALLOWED = data.allow.map((source) => new RegExp(source));

const STOP_WORDS = data.stopwords.split(' ');

const PLACE_HOLDER = new RegExp(own.placeHolder, 'i');

const PLACE_HOLDER_WORDS = new Set(own.placeHolderWords);

const TECHNICAL = new RegExp(`^(?:${own.technical})$`, 'i');

/** Shannon entropy in bits per character, from the frequencies in the text itself. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** `<password>`, `$TOKEN`, `****`, `your-key-here`: a placeholder. */
export function isPlaceHolder(value: string): boolean {
  return PLACE_HOLDER_WORDS.has(value.toLowerCase()) || isTemplate(value);
}

/** The same by form only: a real password may be `root` or `secret`. */
export function isTemplate(value: string): boolean {
  return PLACE_HOLDER.test(value) || ALLOWED.some((pattern) => pattern.test(value)) || new Set(value).size < 3;
}

/**
 * Forms that resemble a password but are something else: dates, times, versions, addresses, paths, issue numbers,
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
 * True for a plausible password: `hunter2`, but not `required`, `sha256` or `12-characters`. Words alone never count.
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

/** True for a machine-generated value. `bits`: minimum entropy per character. */
function isRandom(value: string, bits = value.length < 20 ? 3.1 : 3.5): boolean {
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

/** Words for a password; after them a short value suffices. */
const PASSWORD =
  String.raw`(?:pass(?:word|wd|phrase|code|wort)s?|\bpass(?=["'*]?\s{0,2}[:=：])|\bpwds?|\bpw(?=["'*]?\s{0,2}[:=：]|` +
  String.raw`\s{1,2}(?:is|was|ist|war)\s|\s?[-=]>)|\bp\/w(?=["'*]?\s{0,2}[:=：]|\s{1,2}(?:is|was|ist|war)\s|` +
  String.raw`\s?[-=]>)|kennwort|mot de passe|contraseña|\bsenha|пароль|密[码碼]|口令|パスワード|暗証番号|비밀번호|암호)`;
/** Things opened by a few digits. */
const CODE =
  String.raw`(?:\b(?:alarm|door|gate|lock|safe|entry|garage|locker|voicemail|unlock)\s(?:code|pin|` +
  String.raw`combination))`;
const PIN = String.raw`(?:\bPIN(?:[ -]?(?:code|number))?)`;
/** Words that also name things in code: after them only a machine-generated value counts. */
const NAMED =
  String.raw`(?:(?:api|access|secret|private|auth|authentication|bearer|refresh|client|deploy|signing|encryption|` +
  String.raw`master|account|session|webhook|personal|consumer|app|application|service|bot|admin|recovery|` +
  String.raw`licen[cs]e|activation|backup|root|user)[ _.-]{0,2}(?:access[ _-]?)?(?:key|token|secret|credential|` +
  String.raw`code)s?|\btokens?|\bsecrets?|[_-](?:token|secret)|credentials?|creds|密[钥鑰]|私[钥鑰]|令牌|凭[证据])`;

/** What may stand between the word and its value: first whose or what it is, then the assignment. */
const FOR =
  String.raw`(?:_base|\swi-?fi|\swlan)?["'\x60”’」』*]{0,3}(?:\s?[(（][^()（）]{1,40}[)）])?(?:\s(?:for|of|to|on|at|in|` +
  String.raw`für|de|del|pour|из|для)\s[\w\p{L}'’. -]{1,40}?)?`;
const GETS =
  String.raw`(?:\s{0,3}(?::=|[-=]>|→|={1,2}|:{1,2}|[：＝])\s{0,3}|\s(?:has\sbeen\s|was\s|is\s|got\s|` +
  String.raw`now\s)?(?:changed|set|reset|updated|rotated)\sto\s|\s(?:is|was|ist|lautet|war|est|es|é|är|—|-|` +
  String.raw`–)(?:\s(?:now|still|currently|just|jetzt))?[: ]\s{0,2}|\s{0,2}(?:现在|現在)?(?:已经|已)?(?:是|为|為|改成了?|改为|改為|` +
  String.raw`换成了?|設為|设为|设置为|は|が|는|은|이|가)[:：]?\s{0,2}|(?<=[码碼令])\s{1,2}|\s(?=["'\x60“‘「]))`;
const OPEN = String.raw`["'\x60“‘「『*]{0,3}`;
const VALUE = String.raw`([!-~]{4,300})`;
/** A command-line flag needs no assignment sign. */
const FLAG = String.raw`--(?:[a-z]+-)?(?:password|passwd|passphrase|token|secret|api-key)[ =]`;

const PASSWORD_IS = new RegExp(`${PASSWORD}${FOR}${GETS}${OPEN}${VALUE}`, 'dgiu');
const PIN_IS = new RegExp(`${PIN}${FOR}${GETS}${OPEN}(\\d{4,8})(?![\\w.]\\w)`, 'dgu');
const CODE_IS = new RegExp(`${CODE}${FOR}${GETS}${OPEN}(\\d{4,8})(?![\\w.]\\w)`, 'dgiu');
/** Right after the word without a sign: only values that nobody would write in a sentence. */
const BESIDE = new RegExp(
  String.raw`\b(?:PIN\s(?<pin>\d{4,8})(?![\w.]\w)|(?:[Pp]asswd|[Pp]assword|PASSWORD|[Pp]asswort|[Kk]ennwort|` +
    String.raw`[Pp]wd|[Pp]w|[Pp]\/w)\s{1,2}(?<word>(?=\S*\p{Lu})(?=\S*\p{Ll})(?=\S*\d)[!-~]{8,64}))`,
  'dgu',
);
const NAMED_IS = new RegExp(`${NAMED}${FOR}${GETS}${OPEN}${VALUE}`, 'dgiu');
const FLAG_IS = new RegExp(`${FLAG}${OPEN}${VALUE}`, 'dgiu');
const PHRASE_IS = new RegExp(
  String.raw`(?:\b(?:seed|recovery|backup|wallet) ?phrase|\bmnemonic(?: phrase)?|` +
    String.raw`助[记記][词詞])[^:：=\n]{0,40}?(?:\s?[:：=]|\sis|` +
    String.raw`是)\s{0,3}["'\x60“]?((?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})\b`,
  'dgi',
);
/** Words that never occur in a recovery phrase. */
const GRAMMAR = /\b(?:the|and|for|not|was|are|has|had|its|but|our|his|her|with|from|were|been|which|would|should)\b/i;

/** A value never ends with these. */
const BEHIND = /["'`”’」』*,;:.!?)\]}|<]+$/;
/** A number of characters, days or bits is not a password. */
const COUNTED = new RegExp(
  String.raw`^\s?(?:char|digit|bit|byte|letter|word|time|day|week|month|year|hour|minute|second|user|attempt|` +
    String.raw`entr|item|row|token|req|accounts?|ms\b|[年月日位个個字天次秒分小时條条款元块万人倍种種代])`,
  'i',
);
/** `public key`, `next page token`, `boarding pass`: not about a secret. */
const NO_SECRET = new RegExp(
  String.raw`(?:(?:boarding|ski|museum|day|rail|bus|season|monthly|travel|visitor|press|backstage)\s|(?:public|` +
    String.raw`csrf|xsrf|page|cursor|continuation|design|syntax|lexer|stop|eos|bos|pad|special|sort|partition|` +
    String.raw`primary|foreign|cache|idempotency|nft|erc\d*)[ _-]{0,2})$`,
  'i',
);

interface Kind {
  readonly pattern: RegExp;
  readonly rule: string;
  readonly isSecret: (value: string) => boolean;
}

const KINDS: readonly Kind[] = [
  { pattern: PASSWORD_IS, rule: 'password', isSecret: isPassword },
  { pattern: PIN_IS, rule: 'pin', isSecret: () => true },
  { pattern: CODE_IS, rule: 'pin', isSecret: () => true },
  { pattern: BESIDE, rule: 'password', isSecret: (value) => /^\d+$/.test(value) || isPassword(value) },
  {
    pattern: FLAG_IS,
    rule: 'password',
    isSecret: (value) => isPassword(value) && (isRandom(value) || value.length < 40),
  },
  { pattern: NAMED_IS, rule: 'generic-api-key', isSecret: isRandom },
  { pattern: PHRASE_IS, rule: 'recovery-phrase', isSecret: (value) => !GRAMMAR.test(value) },
];

/** The assigned secrets in one line. */
export const findAssignments = (line: string): Finding[] => KINDS.flatMap((kind) => take(line, kind));

function take(line: string, { pattern, rule, isSecret }: Kind): Finding[] {
  return matchesIn(line, pattern).flatMap(({ at, value: whole, start }) => {
    const value = closed(whole);
    const end = start + value.length;
    if (!isSecret(value) || isPlaceHolder(whole) || NO_SECRET.test(line.slice(0, at))) return [];
    return /^\d+$/.test(value) && COUNTED.test(line.slice(end)) ? [] : [{ rule, start, end }];
  });
}

/** Cuts a value at its closing quote or bracket. */
function closed(value: string): string {
  const quote = value.search(/["`]|'(?=[\s,;.)]|$)|<br>|&quot;/);
  return (quote === -1 ? value : value.slice(0, quote)).replace(BEHIND, '');
}
