// Tokens that give themselves away by their form, and those that stand behind the name of their service.
// The forms are data of gitleaks and a few of memvault's own; see templates/secrets/.
import data from '../../../templates/secrets/gitleaks.json';
import own from '../../../templates/secrets/tokens.json';
import type { Finding } from './finding.ts';
import { entropyOf, isPlaceHolder } from './value.ts';

interface Rule {
  readonly id: string;
  /** One of them stands in a text that the rule can match; in small letters. */
  readonly keywords: readonly string[];
  readonly entropy?: number | undefined;
}
interface TokenRule extends Rule {
  readonly regex: string;
  readonly allow?: readonly string[] | undefined;
}
interface NamedRule extends Rule {
  readonly name: string;
  readonly value: string;
}

const TOKENS: readonly TokenRule[] = [...data.tokens, ...own];
const NAMED: readonly NamedRule[] = data.named;

/** Between the name of a service and its secret: some words, then a sign or a word that gives it a value. */
const BETWEEN = String.raw`([ \t\w.'’-]{0,40}?)["'\x60”’*]{0,3}(?:\s{0,3}(?:=>|:=|==?|:|：|＝)\s{0,3}|\s(?:is|was)(?:\snow)?\s{1,3}|\s{0,2}[是为為]\s{0,2})["'\x60“‘*]{0,3}`;
/** A name alone is also that of a build, a release, a page. */
const IS_SECRET = /key|token|secret|passw|auth|cred|api|pat\b|hook|密|令牌/i;
const LEAST_ENTROPY = 2.5;

/** Each is compiled when a text first holds a keyword of its rule. */
const compiled = new Map<Rule, RegExp>();

function compile(rule: Rule, source: string): RegExp {
  const known = compiled.get(rule) ?? new RegExp(source, 'dg');
  compiled.set(rule, known);
  return known;
}

/** The tokens in one line. */
export function findTokens(line: string): Finding[] {
  const lower = line.toLowerCase();
  const isNear = ({ keywords }: Rule): boolean => keywords.some((word) => lower.includes(word));
  return [
    ...TOKENS.filter(isNear).flatMap((rule) => matchesOf(line, rule, compile(rule, rule.regex)).filter(({ start, end }) => isToken(line.slice(start, end), rule))),
    ...NAMED.filter(isNear).flatMap((rule) => matchesOf(line, rule, compile(rule, `(?:${rule.name})${BETWEEN}${rule.value}`), 2)
      .filter(({ from, start, end }) => /\d/.test(line.slice(start, end)) && IS_SECRET.test(line.slice(Math.max(0, from - 40), start)) && isToken(line.slice(start, end), rule))),
  ].map(({ rule, start, end }) => ({ rule, start, end }));
}

/** The part that is the secret: the group of that number, else the whole. */
function matchesOf(line: string, { id }: Rule, pattern: RegExp, group = 1): (Finding & { readonly from: number })[] {
  return [...line.matchAll(pattern)].map((match) => {
    const [start, end] = match.indices?.[group] ?? [match.index, match.index + match[0].length];
    return { rule: id, start, end, from: match.index };
  });
}

function isToken(value: string, rule: Rule & { readonly allow?: readonly string[] | undefined }): boolean {
  if (entropyOf(value) < (rule.entropy ?? LEAST_ENTROPY) || isPlaceHolder(value)) return false;
  return !(rule.allow ?? []).some((source) => new RegExp(`^(?:${source})$`).test(value));
}
