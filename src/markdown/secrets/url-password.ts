// Passwords in URLs, in the header of a request and on a command line: `scheme://user:password@host`,
// `Authorization: Bearer …`, `curl -u user:password`.
import type { Finding } from './finding.ts';
import { matchesIn } from './matches.ts';
import { isPlaceHolder } from './value.ts';

const URL_PASSWORD = /\b[a-z][a-z0-9+.-]{1,20}:\/\/([^\s/:@]{0,100}):([^\s/@'"`<>]{3,200})@(?!(?:[\w-]+\.)*(?:example(?:\.(?:com|net|org))?|invalid)(?![\w.-]))[\w[]/dgi;
const HEADER = /\b(?:proxy-)?authorization["']?\s{0,2}[:=]\s{0,2}["']?(?:bearer|basic|token)\s+([\w=~@.+/-]{8,})/dgi;
const COMMAND = /\bcurl\b.{0,300}?\s(?:-u|--user)[= ]{0,3}["']?([\w.@-]{1,60}):([^\s"']{3,100})/dgi;

/** The passwords of these kinds in one line. An expression is tried where the words are that it cannot do without. */
export function findUrlPasswords(line: string): Finding[] {
  const lower = line.toLowerCase();
  return [
    ...(line.includes('://') && line.includes('@') ? take(line, URL_PASSWORD, 'url-password', 2, ([, user = '', password = '']) => password.toLowerCase() !== user.toLowerCase() && !isPlaceHolder(password) && !/^\d{1,5}$/.test(password)) : []),
    ...(lower.includes('authorization') ? take(line, HEADER, 'authorization-header', 1, ([, value = '']) => /\d/.test(value) && !isPlaceHolder(value)) : []),
    ...(lower.includes('curl') ? take(line, COMMAND, 'curl-auth-user', 2, ([, user = '', password = '']) => password !== user && !isPlaceHolder(password)) : []),
  ];
}

function take(line: string, pattern: RegExp, rule: string, group: number, isSecret: (match: RegExpExecArray) => boolean): Finding[] {
  return matchesIn(line, pattern).filter(isSecret).flatMap((match) => {
    const place = match.indices?.[group];
    return place ? [{ rule, start: place[0], end: place[1] }] : [];
  });
}
