// Values that a sentence or a setting gives to a password, a token or a key ("the wifi password is hunter2"), and
// whether such a value is a secret by its looks or only holds its place.
import data from '../../../templates/secrets/gitleaks.json';
import own from '../../../templates/secrets/values.json';
import type { Finding } from './secrets.ts';

/** A match of a pattern, and what of it is the secret. */
export interface Match {
  /** Where the whole match begins, and its first group. */
  readonly at: number;
  readonly first: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/**
 * In their order. The secret is the group of that name, else the first group that matched, else all of it. Without the
 * copy that `matchAll` makes of the expression each time, which costs more than the look itself where lines are short.
 * `pattern` is global, has indices and matches no empty text.
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

/** Words of a password: a short value will do. */
const PASSWORD =
  String.raw`(?:pass(?:word|wd|phrase|code|wort)s?|\bpass(?=["'*]?\s{0,2}[:=：])|\bpwds?|\bpw(?=["'*]?\s{0,2}[:=：]|` +
  String.raw`\s{1,2}(?:is|was|ist|war)\s|\s?[-=]>)|\bp\/w(?=["'*]?\s{0,2}[:=：]|\s{1,2}(?:is|was|ist|war)\s|` +
  String.raw`\s?[-=]>)|kennwort|mot de passe|contraseña|\bsenha|пароль|密[码碼]|口令|パスワード|暗証番号|비밀번호|암호)`;
/** What a few digits open. */
const CODE =
  String.raw`(?:\b(?:alarm|door|gate|lock|safe|entry|garage|locker|voicemail|unlock)\s(?:code|pin|` +
  String.raw`combination))`;
const PIN = String.raw`(?:\bPIN(?:[ -]?(?:code|number))?)`;
/** Words that also name a thing of code: only a value that no person thought of will do. */
const NAMED =
  String.raw`(?:(?:api|access|secret|private|auth|authentication|bearer|refresh|client|deploy|signing|encryption|` +
  String.raw`master|account|session|webhook|personal|consumer|app|application|service|bot|admin|recovery|` +
  String.raw`licen[cs]e|activation|backup|root|user)[ _.-]{0,2}(?:access[ _-]?)?(?:key|token|secret|credential|` +
  String.raw`code)s?|\btokens?|\bsecrets?|[_-](?:token|secret)|credentials?|creds|密[钥鑰]|私[钥鑰]|令牌|凭[证据])`;

/** What may stand between the word and its value: for whom or what it is, then how it gets there. */
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
/** A flag of a command line needs no sign. */
const FLAG = String.raw`--(?:[a-z]+-)?(?:password|passwd|passphrase|token|secret|api-key)[ =]`;

const PASSWORD_IS = new RegExp(`${PASSWORD}${FOR}${GETS}${OPEN}${VALUE}`, 'dgiu');
const PIN_IS = new RegExp(`${PIN}${FOR}${GETS}${OPEN}(\\d{4,8})(?![\\w.]\\w)`, 'dgu');
const CODE_IS = new RegExp(`${CODE}${FOR}${GETS}${OPEN}(\\d{4,8})(?![\\w.]\\w)`, 'dgiu');
/** Beside the word without any sign: only what nobody would write in a sentence. */
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
/** Words that no recovery phrase is made of. */
const GRAMMAR = /\b(?:the|and|for|not|was|are|has|had|its|but|our|his|her|with|from|were|been|which|would|should)\b/i;

/** No value goes on behind these. */
const BEHIND = /["'`”’」』*,;:.!?)\]}|<]+$/;
/** A number of characters, days, bits is no password. */
const COUNTED = new RegExp(
  String.raw`^\s?(?:char|digit|bit|byte|letter|word|time|day|week|month|year|hour|minute|second|user|attempt|` +
    String.raw`entr|item|row|token|req|accounts?|ms\b|[年月日位个個字天次秒分小时條条款元块万人倍种種代])`,
  'i',
);
/** `public key`, `next page token`, `boarding pass`: no word of a secret after all. */
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

/** The values of this kind in one line. */
export const findAssignments = (line: string): Finding[] => KINDS.flatMap((kind) => take(line, kind));

function take(line: string, { pattern, rule, isSecret }: Kind): Finding[] {
  return matchesIn(line, pattern).flatMap(({ at, value: whole, start }) => {
    const value = closed(whole);
    const end = start + value.length;
    if (!isSecret(value) || isPlaceHolder(whole) || NO_SECRET.test(line.slice(0, at))) return [];
    return /^\d+$/.test(value) && COUNTED.test(line.slice(end)) ? [] : [{ rule, start, end }];
  });
}

/** A value up to the quote or bracket that closes it. */
function closed(value: string): string {
  const quote = value.search(/["`]|'(?=[\s,;.)]|$)|<br>|&quot;/);
  return (quote === -1 ? value : value.slice(0, quote)).replace(BEHIND, '');
}
