// One English sentence to the facts that its speaker states of themselves. Pure; the sentence is known to be theirs
// and no question.
import data from '../../../templates/extract/en.json';
import { clausesOf, type Clause } from './clauses.ts';
import { withDates } from './day-words.ts';
import { ofTheirOwn, peopleIn, type Told } from './kin.ts';
import { anyOf, inPlainWords } from './plain-words.ts';
import { kinOf, rulesOf, type Rule } from './table.ts';
import { told, toldPredicate } from './third-person.ts';
import type { Found, Teller } from './types.ts';
import { enough, isPlainFact, isWorth } from './worth.ts';

const ADVERBS = new RegExp(String.raw`^(?:(?:${anyOf(data.adverbs.filter((word) => word !== 'never' && word !== 'do'))}) )+`, 'iu');
const KEPT: ReadonlySet<string> = new Set(data.keptAdverbs);
const INNER = new RegExp(String.raw`(?<=^(?:am|are|have|has|was|were|can|would|will|do|had) (?:not )?)(?:(?:${anyOf(data.adverbs.filter((word) => !['never', 'do', 'only'].includes(word)))}) )+`, 'iu');
const COMPANY = /\b(?:my|our) (?<who>(?:\p{Ll}+ )?(?:wife|husband|partner|girlfriend|boyfriend|family|kids|children|friends?|team|sister|brother|mom|dad|parents|son|daughter|colleagues|crew|band|group|fam|cousins?|teammates|girls|boys|classmates|roommate|dogs?|mother|father|fiancée?|fiance|best friend)(?: \p{Lu}\p{Ll}+)?)\b/u;
const BETWEEN_US = /\b(?:talked|chatted|spoke|met up|caught up|each other|together again|both)\b/iu;
/** As seen from the turn, and nobody knows how far. */
const LOOSE = / (?:recently|lately|just now|these days|nowadays|as of now|currently|so far)(?=$|,)/giu;
const OWNED = /^(?:also |now |already |just |finally |recently )*(?:(?:got|are getting) (?:married|engaged|divorced)\b|have (?:an?|one|two|three|four|five|six|\d+) )/u;
const NEGATED = /^(?:did|do|have|has|had|was|were|am|are|will|would|is) not\b|\bnever\b/u;
const STATED_IF = /\s(?:if|unless|whether)\s/u;

/** `context`: what the speaker said before in the same turn; there "we" may find who is meant. */
export function englishFacts(sentence: string, context: string, teller: Teller): Found[] {
  const said = inPlainWords(sentence);
  if (/^(?:(?:and|but|so|well|oh) )?(?:if|what if|suppose|imagine|say|assuming|pretend|let us say|unless|whenever you|when you)\b/iu.test(said) || STATED_IF.test(said)) return [];
  const clauses = clausesOf(said);
  const facts = clauses.flatMap((clause): Found[] => (clause.subject === '' ? own(clause, teller) : byRule(clause, `${context} ${said}`, teller)));
  const people = isPlainFact(said.replace(/\b(?:he|she|it|they|that|this|his|her|you|your|there|here|them|him)\b/giu, '')) ? peopleIn(said, teller.name) : [];
  return [...people.map((fact) => asFound(fact, teller)).filter((fact) => fact !== null), ...facts];
}

function own({ lead, predicate }: Clause, teller: Teller): Found[] {
  return ofTheirOwn(predicate, teller.name).flatMap((fact) => {
    const found = asFound(lead === '' ? fact : { ...fact, text: `${fact.text} ${lower(lead)}` }, teller);
    return found ? [found] : [];
  });
}

function asFound(fact: Told, teller: Teller): Found | null {
  const dated = withDates(fact.text, teller.day);
  if (dated.unclear || !isPlainFact(dated.text.replace(/\btheir\b/gu, 'my'))) return null;
  return { ...fact, text: dated.text, value: withDates(fact.value, teller.day).text, at: fact.kind === 'event' ? dated.at : null };
}

function byRule(clause: Clause, context: string, teller: Teller): Found[] {
  // Who has children or a dog with others has them too.
  const owned = clause.subject.toLowerCase() === 'we' && OWNED.test(clause.predicate);
  const subject = subjectOf(owned ? 'I' : clause.subject, clause.predicate, context, teller.name);
  if (subject === null) return [];
  const kept = (ADVERBS.exec(clause.predicate)?.[0] ?? '').trim().split(' ').filter((word) => KEPT.has(word.toLowerCase())).join(' ');
  const bare = clause.predicate.replace(ADVERBS, '').replace(INNER, '').replace(/^do (?!not)/u, '');
  const inner = (INNER.exec(clause.predicate.replace(ADVERBS, ''))?.[0] ?? '').trim().split(' ').filter((word) => KEPT.has(word.toLowerCase())).join(' ');
  const first = bare.replace(/^are\b/u, 'am').replace(/^were\b/u, 'was');
  const dated = withDates(clause.lead === '' ? first : `${first} @@ ${lower(clause.lead)}`, teller.day);
  if (dated.unclear) return [];
  const [said = '', lead = ''] = dated.text.split(' @@ ');
  const habitual = kept === '' || !/usually|always|often|regularly/u.test(kept) ? '' : ` ${kept}`;
  const predicate = plainPart(said, lead);
  if (predicate === null) return [];
  for (const rule of rulesOf()) {
    const match = rule.pattern.exec(predicate);
    if (!match) continue;
    const value = match.groups?.O ?? match[0].replace(/^(?:am|have|do) /u, '');
    if (rule.event && NEGATED.test(predicate)) return [];
    if (rule.event && !enough(predicate, value, dated.at, teller.assisted)) return [];
    if (!isWorth(rule, rule.habit || rule.frequent === false ? `${value}${habitual}` : value, dated.at !== null, teller.assisted)) {
      if (rule.dated || rule.habit || rule.goal || rule.concrete || rule.frequent === false) continue;
      return [];
    }
    const spoken = `${kept === '' ? '' : `${kept} `}${subject.plural ? predicate.replace(/^am\b/u, 'are').replace(/^was\b/u, 'were') : predicate}`;
        const text = `${subject.text} ${toldPredicate((inner === '' ? spoken : spoken.replace(/^(\S+ (?:not )?)/u, `$1${inner} `)).replace(LOOSE, ''), subject.many ?? teller.name, subject.plural)}${lead === '' ? '' : ` ${told(lead, teller.name)}`}`;
    return [foundBy(rule, value, text, dated.at, subject.less + (clause.elliptic ? .08 : 0), teller)];
  }
  return [];
}

/** As much of a predicate as points to nothing outside it: what is joined to it by "and" may go. Null for none. */
function plainPart(predicate: string, lead: string): string | null {
  for (let rest = predicate; ; ) {
    if (isPlainFact(`${rest} ${lead}`)) return rest;
    const end = Math.max(rest.lastIndexOf(' and '), rest.lastIndexOf(', '));
    if (end < 8) return null;
    rest = rest.slice(0, end);
  }
}

function foundBy(rule: Rule, value: string, text: string, at: string | null, less: number, teller: Teller): Found {
  const event = rule.kind === 'event';
  const kin = rule.kinObject ? /[\p{L}-]+/gu : null;
  const key = kin ? [...value.matchAll(kin)].map(([word]) => kinOf(word)).find((word) => word !== null) ?? 'child' : rule.key;
  const confidence = rule.confidence - less + (event && at !== null ? .06 : 0);
  return { kind: rule.kind, key, value: told(withoutDay(value), teller.name), text, at: event || /residence|employer|job|studies|marriage/u.test(key) ? at : null, persons: [], confidence };
}

/** The value by itself: when is told by `at` and the text. */
const withoutDay = (value: string): string => value.replace(/,? (?:(?:on|in|since|from|until|by|during)(?: the (?:week|weekend) of| about| early| late| summer| winter| spring| autumn)? (?:(?:\p{Lu}\p{Ll}+ )?(?:\d{1,2},? )?\d{4}(?:-\d\d){0,2})|for (?:about |over |almost |nearly )?(?:\w+) (?:years|months|weeks))$/u, '');

interface Subject {
  readonly text: string;
  readonly plural: boolean;
  readonly many: string | null;
  readonly less: number;
}

/** Who "we" are: those of the same turn, else the speaker and others; null where it may be the two who talk. */
function subjectOf(subject: string, predicate: string, context: string, name: string): Subject | null {
  if (subject === 'I') return { text: name, plural: false, many: null, less: 0 };
  const both = /^(?:my|our) (?<own>.+) (?:and|&) I$/iu.exec(subject)?.groups?.own ?? /^(?:me|I) and (?:my|our) (?<own>.+)$/iu.exec(subject)?.groups?.own;
  if (both !== undefined) return { text: `${name} and their ${both}`, plural: true, many: name, less: 0 };
  const other = /^(?<other>.+) (?:and|&) I$/u.exec(subject)?.groups?.other ?? /^me and (?<other>.+)$/u.exec(subject)?.groups?.other;
  if (other !== undefined) return { text: `${name} and ${other.replace(/^(?:Some|A|The|Two|Three)\b/u, (word) => word.toLowerCase())}`, plural: true, many: name, less: 0 };
  const who = [...context.matchAll(new RegExp(COMPANY, 'gu'))].at(-1)?.groups?.who;
  if (who !== undefined) return { text: `${name} and their ${who}`, plural: true, many: name, less: .03 };
  if (BETWEEN_US.test(predicate)) return null;
  return { text: `${name} and others`, plural: true, many: name, less: .08 };
}

const lower = (text: string): string => (/^(?:I\b|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December)/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1));
