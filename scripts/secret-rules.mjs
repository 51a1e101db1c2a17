// `node scripts/secret-rules.mjs GITLEAKS-CHECKOUT TAG` renders templates/secrets/gitleaks.json from the rules of
// gitleaks (MIT): what a token of which service looks like. Go's regular expressions become JavaScript's, and what
// is meant for source code alone is left out. Each expression is compiled before anything is written.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'smol-toml';

/** Names of a thing are no secret; and these four are told better by memvault's own code. */
const LEFT_OUT =
  /-(?:client|access|api)-id$|-public-key$|^(?:curl-auth-header|curl-auth-user|private-key|generic-api-key)$/;
/** A bare SHA-1 is a commit. */
const BARE_HASH = '|[a-fA-F0-9]{40}';

const TAIL = String.raw`(?:[\x60'"\s;]|\\[nr]|$)`;
/** What may follow a token in prose: anything that cannot be a part of it. */
const END = '(?![A-Za-z0-9_+/=-])';
const OPERATOR = String.raw`(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}`;
const NAMED = [
  { open: String.raw`(?i)[\w.-]{0,50}?(?:`, close: String.raw`)(?:[ \t\w.-]{0,20})[\s'"]{0,3}${OPERATOR}`, fold: true },
  {
    open: String.raw`[\w.-]{0,50}?(?i:[\w.-]{0,50}?(?:`,
    close: String.raw`)(?:[ \t\w.-]{0,20})[\s'"]{0,3})${OPERATOR}`,
    fold: false,
  },
];

/**
 * The rules as memvault keeps them. `tokens` are known by themselves, `named` only behind the name of their service.
 */
export function convertRules(toml) {
  const { rules, allowlist } = parse(toml);
  const tokens = [];
  const named = [];
  for (const rule of rules) {
    if (rule.path !== undefined || LEFT_OUT.test(rule.id)) continue;
    for (const regex of alternatives(rule.regex.replace(BARE_HASH, ''))) {
      const common = { id: rule.id, ...(rule.entropy === undefined ? {} : { entropy: rule.entropy }) };
      const form = NAMED.find(({ open }) => regex.startsWith(open));
      const keywords = (rule.keywords ?? []).map((word) => word.toLowerCase());
      if (form) named.push({ ...common, keywords, ...splitNamed(regex, form) });
      else tokens.push({ ...common, keywords, regex: translate(regex.replaceAll(TAIL, END)), ...allowOf(rule) });
    }
  }
  const generic = rules.find(({ id }) => id === 'generic-api-key');
  const stopwords = generic.allowlists
    .flatMap((list) => list.stopwords ?? [])
    .filter((word) => /^[a-z0-9]{4,}$/.test(word));
  return {
    tokens,
    named,
    allow: allowlist.regexes.filter((regex) => !regex.includes('^true|')).map((regex) => translate(regex)),
    stopwords: [...new Set(stopwords)].toSorted(new Intl.Collator('en').compare),
  };
}

function allowOf({ allowlists = [] }) {
  const regexes = allowlists.flatMap((list) => list.regexes ?? []).map((regex) => translate(regex));
  return regexes.length === 0 ? {} : { allow: regexes };
}

/** `named…TAIL|token…TAIL` are two rules. */
function alternatives(regex) {
  const at = NAMED.some(({ open }) => regex.startsWith(open)) ? regex.indexOf(`${TAIL}|`) : -1;
  return at === -1 ? [regex] : [regex.slice(0, at + TAIL.length), regex.slice(at + TAIL.length + 1)];
}

function splitNamed(regex, { open, close, fold }) {
  const at = regex.indexOf(close);
  if (at === -1 || !regex.endsWith(TAIL)) throw new Error(`this rule has another form: ${regex}`);
  const value = regex.slice(at + close.length, -TAIL.length);
  return { name: translate(regex.slice(open.length, at), true), value: translate(value, fold) + END };
}

/** A regular expression of Go as one of JavaScript without flags: a letter that may be either case becomes a class. */
export function translate(source, fold = false) {
  const folds = [fold];
  let out = '';
  for (let at = 0; at < source.length;) {
    const rest = source.slice(at);
    const isFold = folds.at(-1);
    const take = (pattern) => pattern.exec(rest);
    let match;
    if ((match = take(/^\(\?(-)?i\)/))) folds[folds.length - 1] = !match[1];
    else if ((match = take(/^\(\?(-)?i:/))) {
      folds.push(!match[1]);
      out += '(?:';
    } else if ((match = take(/^\(\?P<\w+>/))) {
      folds.push(isFold);
      out += '(?:';
    } else if ((match = take(/^\((?:\?[:=!])?/))) {
      folds.push(isFold);
      out += match[0];
    } else if ((match = take(/^\)/))) {
      folds.pop();
      out += ')';
    } else if ((match = take(/^\\z/))) out += '$';
    else if ((match = take(/^\\(?:x[0-9a-f]{2}|.)/i))) out += match[0];
    else if ((match = take(/^\[(\^?)((?:\[:\w+:\]|\\.|[^\]\\])+)\]/)))
      out += `[${match[1]}${isFold ? bothCases(posix(match[2])) : posix(match[2])}]`;
    else if ((match = take(/^[A-Za-z]/)))
      out += isFold ? `[${match[0].toLowerCase()}${match[0].toUpperCase()}]` : match[0];
    else if ((match = take(/^[^[\\]/))) out += match[0];
    else throw new Error(`cannot translate ${source} at ${rest}`);
    at += match[0].length;
  }
  if (/\(\?(?![:=!])/.test(out)) throw new Error(`cannot translate ${source}`);
  compile(out);
  return out;
}

/** Throws where it is no expression. */
const compile = (source) => new RegExp(source);

const posix = (members) => members.replaceAll('[:alnum:]', 'A-Za-z0-9');

/** The members of a class, and the other case of its letters and ranges. */
function bothCases(members) {
  const more = [...members.matchAll(/\\.|([A-Za-z])-([A-Za-z])|[A-Za-z]/g)].map(([member]) =>
    member.startsWith('\\') ? '' : other(member),
  );
  return more.filter((member) => !members.includes(member)).join('') + members;
}

const other = (text) => (text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase());

function main(checkout, tag) {
  const show = (path) =>
    execFileSync('git', ['-C', checkout, 'show', `${tag}:${path}`], { encoding: 'utf8', maxBuffer: 10_000_000 });
  const folder = join(import.meta.dirname, '..', 'templates', 'secrets');
  const source = {
    name: 'gitleaks',
    version: tag.replace(/^v/, ''),
    home: 'https://github.com/gitleaks/gitleaks',
    license: 'MIT',
  };
  const { tokens, named, allow, stopwords } = convertRules(show('config/gitleaks.toml'));
  const lines = (list) => `[\n${list.map((one) => `    ${JSON.stringify(one)}`).join(',\n')}\n  ]`;
  writeFileSync(
    join(folder, 'gitleaks.json'),
    `{\n  "source": ${JSON.stringify(source)},\n  "tokens": ${lines(tokens)},\n  "named": ${lines(named)},\n  "allow": ${lines(allow)},\n  "stopwords": ${JSON.stringify(stopwords.join(' '))}\n}\n`,
  );
  writeFileSync(join(folder, 'LICENSE-gitleaks.txt'), show('LICENSE'));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) main(process.argv[2], process.argv[3]);
