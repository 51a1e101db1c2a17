// Finds what is very likely a secret in a text: tokens of known form, private keys, passwords in URLs and in
// sentences; on which lines, and how it may be shown.
import { createHash } from 'node:crypto';
import data from '../../../templates/secrets/gitleaks.json';
import list from '../../../templates/secrets/recovery-words.json';
import own from '../../../templates/secrets/tokens.json';
import { entropyOf, findAssignments, isPassword, isPlaceHolder, isTemplate, matchesIn } from './assignment.ts';
import { findKeyBlocks, hasLookAlikes, mayHoldSecret, partsOf, type Searched, toPlain } from './may-hold.ts';

/** One likely secret: the rule that knows it, and where it stands in the text. Never the secret itself. */
export interface Finding {
  readonly rule: string;
  /** Offsets as of `slice`. */
  readonly start: number;
  readonly end: number;
}

const SHOWN = 4;

/** What may be said of a secret aloud: its first characters, at most four and never more than a third of it. */
export function maskSecret(secret: string): string {
  const characters = [...secret.trim()];
  return `${characters.slice(0, Math.min(SHOWN, Math.floor(characters.length / 3))).join('')}…`;
}

// Phrases of 12 to 24 words that recover a wallet (BIP-39), known by the word list and its checksum alone: nothing need
// call them so. One may stand on several lines, or be a list.

const LENGTHS = [12, 15, 18, 21, 24] as const;
/** Words of the list in one piece; more are a list of words. */
const MOST = 120;
/** Words as they are on the list, with what may stand between them, such as their numbers. */
const RUN = /(?<![\p{L}\p{N}_])[a-z]{3,8}(?:[\s\d,;.:)|*-]{1,8}[a-z]{3,8}){11,}(?![\p{L}\p{N}_])/giu;

/** The stretches of listed words that hold a phrase. */
function findRecoveryPhrases(text: string): Finding[] {
  const runs = [...text.matchAll(RUN)];
  if (runs.length === 0) return [];
  const numbers = new Map(list.words.split(' ').map((word, number) => [word, number]));
  return runs.flatMap((run) => {
    const found: Finding[] = [];
    let stretch: number[] = [];
    let [start, end] = [0, 0];
    const close = (): void => {
      if (stretch.length <= MOST && holdsPhrase(stretch)) found.push({ rule: 'recovery-phrase', start, end });
      stretch = [];
    };
    for (const { 0: word, index } of run[0].matchAll(/[a-z]+/gi)) {
      const number = numbers.get(word.toLowerCase());
      if (number === undefined) close();
      else {
        if (stretch.length === 0) start = run.index + index;
        stretch.push(number);
        end = run.index + index + word.length;
      }
    }
    close();
    return found;
  });
}

function holdsPhrase(numbers: readonly number[]): boolean {
  const pieces = numbers.flatMap((_, at) => LENGTHS.map((length) => numbers.slice(at, at + length)));
  return pieces.some((piece) => LENGTHS.some((length) => piece.length === length) && isPhrase(piece));
}

/**
 * Eleven bits a word: the entropy, then one bit of its SHA-256 for each 32 (BIP-39). Of twelve listed words at random,
 * one in sixteen is a phrase.
 */
function isPhrase(numbers: readonly number[]): boolean {
  const bits = numbers.map((number) => number.toString(2).padStart(11, '0')).join('');
  const size = Math.floor((bits.length * 32) / 33);
  const entropy = Buffer.from((bits.slice(0, size).match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  const [first = 0] = createHash('sha256').update(entropy).digest();
  return first.toString(2).padStart(8, '0').startsWith(bits.slice(size));
}

// Tokens that give themselves away by their form, and those that stand behind the name of their service.
// The forms are data of gitleaks and a few of memvault's own; see templates/secrets/.

/** `regex` alone, or `name` and `value` of what stands behind the name of a service. */
interface Rule {
  readonly id: string;
  /** One of them stands in a text that the rule can match; in small letters. */
  readonly keywords: readonly string[];
  readonly entropy?: number | undefined;
  readonly regex?: string;
  readonly allow?: readonly string[] | undefined;
  readonly name?: string;
  readonly value?: string;
}

/** In the order of how much they know. */
const RULES: readonly Rule[] = [...data.tokens, ...own, ...data.named];

/** Between the name of a service and its secret: some words, then a sign or a word that gives it a value. */
const BETWEEN =
  String.raw`[ \t\w.'’-]{0,40}?["'\x60”’*]{0,3}(?:\s{0,3}(?:=>|:=|==?|:|：|＝)\s{0,3}|\s(?:is|` +
  String.raw`was)(?:\snow)?\s{1,3}|\s{0,2}[是为為]\s{0,2})["'\x60“‘*]{0,3}`;
/** A name alone is also that of a build, a release, a page. */
const IS_SECRET = /key|token|secret|passw|auth|cred|api|pat\b|hook|密|令牌/i;
const LEAST_ENTROPY = 2.5;

/** Each is compiled when a text first holds a keyword of its rule. */
const compiled = new Map<Rule, RegExp>();

function patternOf(rule: Rule): RegExp {
  const { name = '', value = '', regex = `(?:${name})${BETWEEN}(?<secret>${value})` } = rule;
  const known = compiled.get(rule) ?? new RegExp(regex, 'dg');
  compiled.set(rule, known);
  return known;
}

/** All keywords, as one look at a line: most hold none. */
const ANY_KEYWORD = new RegExp(
  [...new Set(RULES.flatMap(({ keywords }) => keywords))]
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('|'),
);

/** The tokens in one line. */
function findTokens(line: string): Finding[] {
  const lower = line.toLowerCase();
  if (!ANY_KEYWORD.test(lower)) return [];
  return RULES.filter(({ keywords }) => keywords.some((word) => lower.includes(word))).flatMap((rule) =>
    matchesIn(line, patternOf(rule)).flatMap(({ at, value, start, end }) => {
      const isNamed =
        rule.name === undefined || (/\d/.test(value) && IS_SECRET.test(line.slice(Math.max(0, at - 40), start)));
      return isNamed && isToken(value, rule) ? [{ rule: rule.id, start, end }] : [];
    }),
  );
}

function isToken(value: string, { entropy = LEAST_ENTROPY, allow = [] }: Rule): boolean {
  if (entropyOf(value) < entropy || isPlaceHolder(value)) return false;
  return !allow.some((source) => new RegExp(`^(?:${source})$`).test(value));
}

// Passwords in URLs, in the header of a request and on a command line: `scheme://user:password@host`,
// `Authorization: Bearer …`, `curl -u user:password`.

const URL_PASSWORD = new RegExp(
  String.raw`\b[a-z][a-z0-9+.-]{1,20}:\/\/([^\s/:@]{0,100}):(?!\d{1,5}@)(?<secret>[^\s/@'"\x60<>]{3,200})` +
    String.raw`@(?!(?:[\w-]+\.)*(?:example(?:\.(?:com|net|org))?|invalid)(?![\w.-]))[\w[]`,
  'dgi',
);
const HEADER = /\b(?:proxy-)?authorization["']?\s{0,2}[:=]\s{0,2}["']?(?:bearer|basic|token)\s+([\w=~@.+/-]{8,})/dgi;
const COMMAND = /\bcurl\b.{0,300}?\s(?:-u|--user)[= ]{0,3}["']?([\w.@-]{1,60}):(?<secret>[^\s"']{3,100})/dgi;

/** A word of a shell: in quotes, or bare. */
const WORD = String.raw`(?:"([^"\n]{3,100})"|'([^'\n]{3,100})'|([^\s"'\x60|;&<>(){}-][^\s"'\x60|;&<>]{2,99}))`;
/** Up to the flag, within one command of a line. */
const FLAG = String.raw`(?=\s)[^|;&\n]{0,200}?\s`;
const commandOf = (before: string): RegExp => new RegExp(`${before}${WORD}`, 'dg');
/** `mysql -p word` names a database, and asks. */
const COMMANDS: readonly RegExp[] = [
  commandOf(String.raw`\b(?:mysql|mariadb)[\w-]{0,20}${FLAG}-p`),
  commandOf(String.raw`\bsshpass${FLAG}-p\s{0,3}`),
  commandOf(String.raw`\bredis-cli${FLAG}(?:-a|--pass)\s{1,3}`),
  commandOf(String.raw`\b(?:mongo[a-z]{0,10}|(?:docker|podman|registry)\s{1,3}login)${FLAG}-p\s{1,3}`),
  commandOf(String.raw`\b(?:PGPASSWORD|MYSQL_PWD|SSHPASS|RESTIC_PASSWORD|BORG_PASSPHRASE)=`),
];
/** Words that say that a password stands there, constants, options such as `-port` of mysql, and ports themselves. */
const NO_PASSWORD = [
  /^(?:[a-z]+[-_])?(?:my|your|the|db)?(?:password|passwd|passphrase|pass|pwd|pw)\d?$/i,
  /^[A-Z][A-Z_]*$/,
  /^\d{1,5}$/,
  /^(?:ort|ager|assword|ipe|lugin|rint|rompt|rotocol)(?:$|[-=])/,
];
/** Behind a word of a command, and not of a sentence. */
const COMMAND_GOES_ON = /^\s{0,3}(?:\s-|[|;&<>]|\s(?:ssh|scp|sftp|rsync)\s)/;

function findCommandPasswords(line: string): Finding[] {
  return COMMANDS.flatMap((pattern) => matchesIn(line, pattern)).flatMap(({ value: word, start }) => {
    const isBare = !/["']/.test(line.charAt(start - 1));
    const value = isBare ? word.replace(/[,.:!?)\]*]+$/, '') : word;
    const end = start + value.length;
    if (value.length < 3 || isTemplate(value) || NO_PASSWORD.some((pattern) => pattern.test(value))) return [];
    const isApart = isBare && /\s/.test(line.charAt(start - 1));
    if (isApart && !isPassword(value) && !COMMAND_GOES_ON.test(line.slice(end))) return [];
    return [{ rule: 'password', start, end }];
  });
}

const isOfUser = (password: string, user: string): boolean =>
  password.toLowerCase() !== user.toLowerCase() && !isPlaceHolder(password);

/** What a line must hold, in small letters, for the pattern to be tried. */
const URLS = [
  { rule: 'url-password', needs: '://', pattern: URL_PASSWORD, isSecret: isOfUser },
  {
    rule: 'authorization-header',
    needs: 'authorization',
    pattern: HEADER,
    isSecret: (value: string) => /\d/.test(value) && !isPlaceHolder(value),
  },
  { rule: 'curl-auth-user', needs: 'curl', pattern: COMMAND, isSecret: isOfUser },
];

/** The passwords of these kinds in one line. */
function findUrlPasswords(line: string): Finding[] {
  const lower = line.toLowerCase();
  const found = URLS.filter(({ needs }) => lower.includes(needs)).flatMap(({ rule, pattern, isSecret }) =>
    matchesIn(line, pattern)
      .filter(({ value, first }) => isSecret(value, first))
      .map(({ start, end }) => ({ rule, start, end })),
  );
  return line.includes(' -') || line.includes('=') ? [...found, ...findCommandPasswords(line)] : found;
}

/** Pictures in a text are long and random, and no secret; and a footnote belongs to no word before it. */
const EMBEDDED = /data:[\w.+-]+\/[\w.+-]+(?:;[\w=.-]+)*;base64,[\w+/=-]+|\[\^[\w-]{1,40}\]/g;

/** What is likely a secret, in the order of the text, none within another. */
export function findSecrets(text: string): Finding[] {
  if (!mayHoldSecret(text)) return [];
  if (!hasLookAlikes(text)) return findInPlain(text);
  const { text: plain, placeOf } = toPlain(text);
  return findInPlain(plain).map(({ rule, start, end }) => ({ rule, start: placeOf(start), end: placeOf(end - 1) + 1 }));
}

function findInPlain(text: string): Finding[] {
  const plain = text.replace(EMBEDDED, (embedded) => ' '.repeat(embedded.length));
  const found = [...findKeyBlocks(plain), ...findRecoveryPhrases(plain)];
  let at = 0;
  for (const line of plain.split('\n')) {
    if (mayHoldSecret(line))
      for (const { rule, start, end } of findInLine(line)) found.push({ rule, start: at + start, end: at + end });
    at += line.length + 1;
  }
  return withoutOverlaps(found);
}

const findInLine = (line: string): Finding[] => [
  ...findTokens(line),
  ...findUrlPasswords(line),
  ...findAssignments(line),
];

/** Of what overlaps the first found stays: the rules stand in the order of how much they know. */
function withoutOverlaps(found: readonly Finding[]): Finding[] {
  const kept: Finding[] = [];
  for (const one of found) if (kept.every(({ start, end }) => one.end <= start || end <= one.start)) kept.push(one);
  return kept.sort((a, b) => a.start - b.start);
}

/** True for a fact that looks like a secret, in its text, its category, a tag or a field. */
export function isSecret(statement: Searched): boolean {
  return partsOf(statement).some((part) => findSecrets(part).length > 0);
}

export interface SecretLine {
  /** 1-based. */
  readonly line: number;
  /** The rule that knows it. */
  readonly rule: string;
}

/** At most one a line, in the order of the text. */
export function secretLines(text: string): SecretLine[] {
  const lines = new Map<number, SecretLine>();
  let line = 1;
  let next = text.indexOf('\n');
  for (const { start, rule } of findSecrets(text)) {
    for (; next >= 0 && next < start; next = text.indexOf('\n', next + 1)) line++;
    lines.set(line, { line, rule });
  }
  return [...lines.values()];
}
