// Finds likely secrets in a text: tokens of known formats, private keys, passwords in URLs and sentences. Also reports
// their lines and masks them for display.
import { createHash } from 'node:crypto';
import data from '../../../templates/secrets/gitleaks.json';
import list from '../../../templates/secrets/recovery-words.json';
import own from '../../../templates/secrets/tokens.json';
import { entropyOf, findAssignments, isPassword, isPlaceHolder, isTemplate, matchesIn } from './assignment.ts';
import { findKeyBlocks, hasLookAlikes, mayHoldSecret, partsOf, type Searched, toPlain } from './may-hold.ts';

/** A likely secret: the rule that matched, and its range in the text. Never the secret itself. */
export interface Finding {
  readonly rule: string;
  /** Offsets as for `slice`. */
  readonly start: number;
  readonly end: number;
}

const SHOWN = 4;

/** The displayable part of a secret: at most its first four characters and never more than a third of it. */
export function maskSecret(secret: string): string {
  const characters = [...secret.trim()];
  return `${characters.slice(0, Math.min(SHOWN, Math.floor(characters.length / 3))).join('')}…`;
}

// Wallet recovery phrases of 12 to 24 words (BIP-39), recognised by the word list and the checksum alone, without a
// label. A phrase may span several lines or be a list.

const LENGTHS = [12, 15, 18, 21, 24] as const;
/** Maximum number of consecutive listed words; a longer run is a word list. */
const MOST = 120;
/** Words that may be listed, with separators such as numbering. */
const RUN = /(?<![\p{L}\p{N}_])[a-z]{3,8}(?:[\s\d,;.:)|*-]{1,8}[a-z]{3,8}){11,}(?![\p{L}\p{N}_])/giu;

/** The runs of listed words that contain a phrase. */
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
 * Eleven bits per word: the entropy, then one bit of its SHA-256 for each 32 (BIP-39). One in sixteen random sequences
 * of twelve words passes.
 */
function isPhrase(numbers: readonly number[]): boolean {
  const bits = numbers.map((number) => number.toString(2).padStart(11, '0')).join('');
  const size = Math.floor((bits.length * 32) / 33);
  const entropy = Buffer.from((bits.slice(0, size).match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  const [first = 0] = createHash('sha256').update(entropy).digest();
  return first.toString(2).padStart(8, '0').startsWith(bits.slice(size));
}

// Tokens with a recognisable format, and those that follow the name of their service. The formats come from gitleaks
// and a few from memvault; see templates/secrets/.

/** Either `regex`, or `name` and `value` for a secret after the name of a service. */
interface Rule {
  readonly id: string;
  /** A matching text contains at least one of them; lower-case. */
  readonly keywords: readonly string[];
  readonly entropy?: number | undefined;
  readonly regex?: string;
  readonly allow?: readonly string[] | undefined;
  readonly name?: string;
  readonly value?: string;
}

/** Most specific first. */
const RULES: readonly Rule[] = [...data.tokens, ...own, ...data.named];

/** Between the name of a service and its secret: some words, then a sign or word of assignment. */
const BETWEEN =
  String.raw`[ \t\w.'’-]{0,40}?["'\x60”’*]{0,3}(?:\s{0,3}(?:=>|:=|==?|:|：|＝)\s{0,3}|\s(?:is|` +
  String.raw`was)(?:\snow)?\s{1,3}|\s{0,2}[是为為]\s{0,2})["'\x60“‘*]{0,3}`;
/** Required because a service's name also appears with builds, releases and pages. */
const IS_SECRET = /key|token|secret|passw|auth|cred|api|pat\b|hook|密|令牌/i;
const LEAST_ENTROPY = 2.5;

/** Compiled when a text first contains a keyword of the rule. */
const compiled = new Map<Rule, RegExp>();

function patternOf(rule: Rule): RegExp {
  const { name = '', value = '', regex = `(?:${name})${BETWEEN}(?<secret>${value})` } = rule;
  const known = compiled.get(rule) ?? new RegExp(regex, 'dg');
  compiled.set(rule, known);
  return known;
}

/** All keywords in one pattern: most lines contain none. */
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

// Passwords in URLs, request headers and command lines: `scheme://user:password@host`, `Authorization: Bearer …`, `curl
// -u user:password`.

const URL_PASSWORD = new RegExp(
  String.raw`\b[a-z][a-z0-9+.-]{1,20}:\/\/([^\s/:@]{0,100}):(?!\d{1,5}@)(?<secret>[^\s/@'"\x60<>]{3,200})` +
    String.raw`@(?!(?:[\w-]+\.)*(?:example(?:\.(?:com|net|org))?|invalid)(?![\w.-]))[\w[]`,
  'dgi',
);
const HEADER = /\b(?:proxy-)?authorization["']?\s{0,2}[:=]\s{0,2}["']?(?:bearer|basic|token)\s+([\w=~@.+/-]{8,})/dgi;
const COMMAND = /\bcurl\b.{0,300}?\s(?:-u|--user)[= ]{0,3}["']?([\w.@-]{1,60}):(?<secret>[^\s"']{3,100})/dgi;

/** A shell word: quoted or bare. */
const WORD = String.raw`(?:"([^"\n]{3,100})"|'([^'\n]{3,100})'|([^\s"'\x60|;&<>(){}-][^\s"'\x60|;&<>]{2,99}))`;
/** Everything up to the flag, within one command of a line. */
const FLAG = String.raw`(?=\s)[^|;&\n]{0,200}?\s`;
const commandOf = (before: string): RegExp => new RegExp(`${before}${WORD}`, 'dg');
/** `mysql -p word` names a database and prompts for the password. */
const COMMANDS: readonly RegExp[] = [
  commandOf(String.raw`\b(?:mysql|mariadb)[\w-]{0,20}${FLAG}-p`),
  commandOf(String.raw`\bsshpass${FLAG}-p\s{0,3}`),
  commandOf(String.raw`\bredis-cli${FLAG}(?:-a|--pass)\s{1,3}`),
  commandOf(String.raw`\b(?:mongo[a-z]{0,10}|(?:docker|podman|registry)\s{1,3}login)${FLAG}-p\s{1,3}`),
  commandOf(String.raw`\b(?:PGPASSWORD|MYSQL_PWD|SSHPASS|RESTIC_PASSWORD|BORG_PASSPHRASE)=`),
];
/** Words for a password, constants, options such as `-port` of mysql, and port numbers. */
const NO_PASSWORD = [
  /^(?:[a-z]+[-_])?(?:my|your|the|db)?(?:password|passwd|passphrase|pass|pwd|pw)\d?$/i,
  /^[A-Z][A-Z_]*$/,
  /^\d{1,5}$/,
  /^(?:ort|ager|assword|ipe|lugin|rint|rompt|rotocol)(?:$|[-=])/,
];
/** The rest of a command rather than of a sentence. */
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

/** `needs`: lower-case text that a line must contain for the pattern to be tried. */
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

/** Embedded images are long and random but not secret; a footnote does not belong to the word before it. */
const EMBEDDED = /data:[\w.+-]+\/[\w.+-]+(?:;[\w=.-]+)*;base64,[\w+/=-]+|\[\^[\w-]{1,40}\]/g;

/** Likely secrets in text order, without overlaps. */
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

/** Of overlapping findings the first wins: rules are ordered from the most specific. */
function withoutOverlaps(found: readonly Finding[]): Finding[] {
  const kept: Finding[] = [];
  for (const one of found) if (kept.every(({ start, end }) => one.end <= start || end <= one.start)) kept.push(one);
  return kept.sort((a, b) => a.start - b.start);
}

/** True for a fact with a likely secret in its text, category, tags or fields. */
export function isSecret(statement: Searched): boolean {
  return partsOf(statement).some((part) => findSecrets(part).length > 0);
}

export interface SecretLine {
  /** 1-based. */
  readonly line: number;
  /** The rule that matched. */
  readonly rule: string;
}

/** At most one per line, in text order. */
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
