// Tokens that give themselves away by their form, and those that stand behind the name of their service.
// The forms are data of gitleaks and a few of memvault's own; see templates/secrets/.
import data from '../../../templates/secrets/gitleaks.json';
import own from '../../../templates/secrets/tokens.json';
import type { Finding } from './finding.ts';
import { matchesIn } from './matches.ts';
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
const BETWEEN =
  String.raw`([ \t\w.'’-]{0,40}?)["'\x60”’*]{0,3}(?:\s{0,3}(?:=>|:=|==?|:|：|＝)\s{0,3}|\s(?:is|` +
  String.raw`was)(?:\snow)?\s{1,3}|\s{0,2}[是为為]\s{0,2})["'\x60“‘*]{0,3}`;
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

interface Keyword {
  readonly word: string;
  readonly rule: Rule;
}

/**
 * Keywords by how they begin: a line is gone through once, not once for each of them. The first list is of those of one
 * character.
 */
const LISTS: Keyword[][] = [[]];
/** Which list two ASCII characters lead to, at `first * 128 + second`; 0 where no keyword begins so. */
const LIST_OF = new Uint16Array(128 * 128);
for (const rule of [...TOKENS, ...NAMED]) for (const word of rule.keywords) addKeyword({ word, rule });

function addKeyword(keyword: Keyword): void {
  const pair = keyword.word.charCodeAt(0) * 128 + keyword.word.charCodeAt(1);
  const place = keyword.word.length === 1 ? 0 : (LIST_OF[pair] ||= LISTS.length);
  (LISTS[place] ??= []).push(keyword);
}

/** The rules that have a keyword in a line of small letters. */
function rulesNear(lower: string): Set<Rule> {
  const near = new Set<Rule>();
  for (const { word, rule } of LISTS[0] ?? []) if (lower.includes(word)) near.add(rule);
  let first = lower.charCodeAt(0);
  for (let at = 1; at < lower.length; at++) {
    const second = lower.charCodeAt(at);
    const list = first < 128 && second < 128 ? (LIST_OF[first * 128 + second] ?? 0) : 0;
    if (list > 0) for (const { word, rule } of LISTS[list] ?? []) if (isAt(lower, word, at - 1)) near.add(rule);
    first = second;
  }
  return near;
}

/** Whether a word of two characters or more stands there whose first two do. */
function isAt(line: string, word: string, start: number): boolean {
  for (let at = 2; at < word.length; at++) if (line.charCodeAt(start + at) !== word.charCodeAt(at)) return false;
  return true;
}

/** The tokens in one line. */
export function findTokens(line: string): Finding[] {
  const near = rulesNear(line.toLowerCase());
  if (near.size === 0) return [];
  return [
    ...TOKENS.filter((rule) => near.has(rule)).flatMap((rule) =>
      matchesOf(line, rule, compile(rule, rule.regex)).filter(({ start, end }) =>
        isToken(line.slice(start, end), rule),
      ),
    ),
    ...NAMED.filter((rule) => near.has(rule)).flatMap((rule) =>
      matchesOf(line, rule, compile(rule, `(?:${rule.name})${BETWEEN}${rule.value}`), 2).filter(
        ({ from, start, end }) =>
          /\d/.test(line.slice(start, end)) &&
          IS_SECRET.test(line.slice(Math.max(0, from - 40), start)) &&
          isToken(line.slice(start, end), rule),
      ),
    ),
  ].map(({ rule, start, end }) => ({ rule, start, end }));
}

/** The part that is the secret: the group of that number, else the whole. */
function matchesOf(line: string, { id }: Rule, pattern: RegExp, group = 1): (Finding & { readonly from: number })[] {
  return matchesIn(line, pattern).map((match) => {
    const [start, end] = match.indices?.[group] ?? [match.index, match.index + match[0].length];
    return { rule: id, start, end, from: match.index };
  });
}

function isToken(value: string, rule: Rule & { readonly allow?: readonly string[] | undefined }): boolean {
  if (entropyOf(value) < (rule.entropy ?? LEAST_ENTROPY) || isPlaceHolder(value)) return false;
  return !(rule.allow ?? []).some((source) => new RegExp(`^(?:${source})$`).test(value));
}
