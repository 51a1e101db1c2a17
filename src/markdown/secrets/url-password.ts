// Passwords in URLs, in the header of a request and on a command line: `scheme://user:password@host`,
// `Authorization: Bearer …`, `curl -u user:password`.
import type { Finding } from './finding.ts';
import { matchesIn } from './matches.ts';
import { isPassword, isPlaceHolder, isTemplate } from './value.ts';

const URL_PASSWORD = new RegExp(
  String.raw`\b[a-z][a-z0-9+.-]{1,20}:\/\/([^\s/:@]{0,100}):([^\s/@'"\x60<>]{3,200})` +
    String.raw`@(?!(?:[\w-]+\.)*(?:example(?:\.(?:com|net|org))?|invalid)(?![\w.-]))[\w[]`,
  'dgi',
);
const HEADER = /\b(?:proxy-)?authorization["']?\s{0,2}[:=]\s{0,2}["']?(?:bearer|basic|token)\s+([\w=~@.+/-]{8,})/dgi;
const COMMAND = /\bcurl\b.{0,300}?\s(?:-u|--user)[= ]{0,3}["']?([\w.@-]{1,60}):([^\s"']{3,100})/dgi;

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
  return COMMANDS.flatMap((pattern) => matchesIn(line, pattern)).flatMap(({ 0: whole, indices }) => {
    const [, double, single, bare] = indices ?? [];
    const [from, to] = double ?? single ?? bare ?? [0, 0];
    const value = bare ? line.slice(from, to).replace(/[,.:!?)\]*]+$/, '') : line.slice(from, to);
    if (value.length < 3 || isTemplate(value) || NO_PASSWORD.some((pattern) => pattern.test(value))) return [];
    const isApart = bare !== undefined && /\s$/.test(whole.slice(0, -(to - from)));
    if (isApart && !isPassword(value) && !COMMAND_GOES_ON.test(line.slice(to))) return [];
    return [{ rule: 'password', start: from, end: from + value.length }];
  });
}

/** The passwords of these kinds in one line. An expression is tried where the words are that it cannot do without. */
export function findUrlPasswords(line: string): Finding[] {
  const lower = line.toLowerCase();
  return [
    ...(line.includes('://') && line.includes('@')
      ? take(
          line,
          URL_PASSWORD,
          'url-password',
          2,
          ([, user = '', password = '']) =>
            password.toLowerCase() !== user.toLowerCase() && !isPlaceHolder(password) && !/^\d{1,5}$/.test(password),
        )
      : []),
    ...(lower.includes('authorization')
      ? take(line, HEADER, 'authorization-header', 1, ([, value = '']) => /\d/.test(value) && !isPlaceHolder(value))
      : []),
    ...(line.includes(' -') || line.includes('=') ? findCommandPasswords(line) : []),
    ...(lower.includes('curl')
      ? take(
          line,
          COMMAND,
          'curl-auth-user',
          2,
          ([, user = '', password = '']) => password !== user && !isPlaceHolder(password),
        )
      : []),
  ];
}

function take(
  line: string,
  pattern: RegExp,
  rule: string,
  group: number,
  isSecret: (match: RegExpExecArray) => boolean,
): Finding[] {
  return matchesIn(line, pattern)
    .filter(isSecret)
    .flatMap((match) => {
      const place = match.indices?.[group];
      return place ? [{ rule, start: place[0], end: place[1] }] : [];
    });
}
