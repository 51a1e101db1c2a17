// One English sentence to the facts that its speaker states of themselves. Pure; the sentence is known to be theirs
// and no question.
import data from '../../../templates/extract/en.json';
import { clausesOf, type Clause, turnsIn } from './clauses.ts';
import { withDates } from './day-words.ts';
import { endingOf, type Ending } from './ending.ts';
import { ofTheirOwn, peopleIn, type Told } from './kin.ts';
import { inPlainWords } from './plain-words.ts';
import { isFirm, placeValue } from './place-value.ts';
import { kinOf, rulesOf, type Rule } from './table.ts';
import { isPresent, told, toldPredicate } from './third-person.ts';
import type { Found, Teller } from './types.ts';
import { EN } from './words.ts';
import { enough, isPlainFact, isWorth } from './worth.ts';

const ADVERBS = EN.pattern('^(?:{leadingAdverbs} )+', 'iu');
const INNER = EN.pattern('(?<=^{auxiliaries} (?:not )?)(?:{innerAdverbs} )+', 'iu');
const KEPT: ReadonlySet<string> = new Set(data.lists.keptAdverbs);
const COMPANY = EN.pattern(String.raw`\b{own} (?<who>(?:\p{Ll}+ )?{company}(?: \p{Lu}\p{Ll}+)?)\b`, 'gu');
const BETWEEN_US = EN.pattern(String.raw`\b{betweenUs}\b`, 'iu');
/** As seen from the turn, and nobody knows how far. */
const LOOSE = EN.pattern(' {loose}(?=$|,)', 'giu');
const OWNED = EN.pattern('^{owned}');
const NEGATED = EN.pattern('{negated}');
const STATED_IF = /\s(?:if|unless|whether)\s/u;
const NO_START = EN.pattern(String.raw`^{noStart}\b`, 'iu');
const POINTERS = EN.pattern(String.raw`\b{pointers}\b`, 'giu');
/** "My T-shirt size is medium", "my board uses 115200 baud". */
const OWN_THING = EN.pattern(String.raw`^{Own} (?<rest>(?:[\p{L}\p{N}'-]+ ){1,5}?(?:is|are|{noteVerbs}) .+)$`);
const NEGATED_WISH = EN.pattern(String.raw`^{passing}\b`);
const DAY = EN.pattern('{dayBehind}$');
const HABITUAL = EN.pattern('{habitual}');
const OFTEN = EN.pattern('^{oftenLead}$', 'iu');
/** Slots that change with time: when it is true is part of it. */
const TIMED = /residence|employer|job|studies|marriage/u;

/**
 * `context`: what the speaker said before in the same turn; there "we" may find who is meant. `reminded`: they ask that
 * it be remembered.
 */
export function englishFacts(sentence: string, context: string, teller: Teller, reminded = false): Found[] {
  const said = inPlainWords(sentence);
  if (NO_START.test(said) || STATED_IF.test(said)) return [];
  const told = clausesOf(said).flatMap((clause): Found[] =>
    clause.subject === '' ? own(clause, teller) : byTurn(clause, `${context} ${said}`, teller),
  );
  const facts = told.length === 0 && reminded ? noted(clausesOf(said).slice(0, 1), teller) : told;
  const people = isPlainFact(said.replace(POINTERS, '')) ? peopleIn(said, teller.name) : [];
  return [...people.map((fact) => asFound(fact, teller)).filter((fact) => fact !== null), ...facts];
}

/** What no rule knows, and was to be remembered all the same: as it was said. */
function noted(clauses: readonly Clause[], teller: Teller): Found[] {
  return clauses.flatMap(({ subject, predicate }): Found[] => {
    const ownThing = subject === '' ? OWN_THING.exec(predicate)?.groups?.rest : undefined;
    if (ownThing === undefined && subject !== 'I') return [];
    const bare = bareOf(predicate);
    if (NEGATED_WISH.test(bare.text) || (ownThing ?? bare.text).split(' ').length < 2) return [];
    const text =
      ownThing === undefined
        ? `${teller.name} ${tell(bare.text, bare, ME(teller.name), teller)}`
        : `${teller.name}'s ${told(ownThing, teller.name)}`;
    const found = asFound(
      {
        kind: ownThing === undefined ? 'preference' : 'identity',
        key: 'note',
        value: ownThing ?? bare.text,
        text,
        persons: [],
        confidence: 0.7,
      },
      teller,
    );
    return found === null ? [] : [{ ...found, value: told(found.value, teller.name) }];
  });
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
  return {
    ...fact,
    text: dated.text,
    value:
      fact.key === 'birth-date' ? fact.value.replace(/^on (?:the )?/u, '') : withDates(fact.value, teller.day).text,
    at: fact.kind === 'event' ? dated.at : null,
  };
}

/** "I do love" is "I love". */
const EMPHATIC = /^do (?=\p{L})(\p{L}+)/u;
/** "Moved here from Chile" tells where from, and that is enough. */
const HERE_FROM = /^((?:have )?(?:moved|came|emigrated|relocated)) (?:over )?here (?=from|in|with)/u;

/** A predicate without the adverbs that say nothing, those that do beside it. */
interface Bare {
  readonly text: string;
  /** Before the verb: "still", "always". */
  readonly kept: string;
  /** Behind "am" or "have". */
  readonly inner: string;
}

function bareOf(predicate: string): Bare {
  const keptOf = (words: string | undefined): string =>
    (words ?? '')
      .trim()
      .split(' ')
      .filter((word) => KEPT.has(word.toLowerCase()))
      .join(' ');
  const behind = predicate.replace(ADVERBS, '');
  const text = behind
    .replace(INNER, '')
    .replace(EMPHATIC, (all, verb: string) => (verb !== 'not' && isPresent(verb) ? verb : all));
  const inFirst = text
    .replace(/^are\b/u, 'am')
    .replace(/^were\b/u, 'was')
    .replace(HERE_FROM, '$1 ');
  return { text: inFirst, kept: keptOf(ADVERBS.exec(predicate)?.[0]), inner: keptOf(INNER.exec(behind)?.[0]) };
}

/** What is no longer so, where a rule knows it as a state: told as an end, and no slot has its value. */
function ended({ was, isBe }: Ending, teller: Teller): Found[] {
  const dated = withDates(was, teller.day);
  if (dated.unclear || !isPlainFact(dated.text)) return [];
  const positive = isBe ? `am ${dated.text}` : dated.text;
  const fit = [positive, `do not ${positive}`]
    .map((said) => ruleFor(said, { text: said, kept: '', inner: '' }, '', dated.at, teller))
    .find((one) => one !== null);
  if (!fit || !STATES.has(fit.rule.kind) || fit.rule.always === true) return [];
  const now = isBe
    ? `is no longer ${told(dated.text, teller.name)}`
    : `no longer ${toldPredicate(dated.text, teller.name, false)}`;
  return [
    {
      kind: fit.rule.kind,
      key: 'ended',
      value: told(dated.text, teller.name),
      text: `${teller.name} ${now}`,
      at: null,
      persons: [],
      confidence: fit.rule.confidence - 0.05,
    },
  ];
}

const STATES: ReadonlySet<string> = new Set(['identity', 'constraint', 'relationship', 'preference', 'skill']);

/** Each of several turns that says something by itself, else all of them as one. */
function byTurn(clause: Clause, context: string, teller: Teller): Found[] {
  const parts = turnsIn(clause.predicate);
  const found: Found[] = [];
  for (const predicate of parts) {
    const facts = byRule({ ...clause, predicate }, context, teller, found.at(-1)?.key);
    if (facts.length === 0) return byRule(clause, context, teller);
    found.push(...facts);
  }
  return found;
}

/** `behind`: the key of what was told before it in the same clause. */
function byRule(clause: Clause, context: string, teller: Teller, behind?: string): Found[] {
  const ending = clause.subject === 'I' ? endingOf(clause.predicate) : null;
  if (ending !== null) return ended(ending, teller);
  const bare = bareOf(clause.predicate);
  // Who has children or a dog with others, or lives with them, does so too.
  const owned = clause.subject.toLowerCase() === 'we' && OWNED.test(clause.predicate);
  const subject = subjectOf(owned ? 'I' : clause.subject, clause.predicate, context, teller.name);
  if (subject === null) return [];
  const dated = withDates(clause.lead === '' ? bare.text : `${bare.text} @@ ${lower(clause.lead)}`, teller.day);
  if (dated.unclear) return [];
  const [said = '', lead = ''] = dated.text.split(' @@ ');
  const predicate = plainPart(said, lead);
  if (predicate === null) return [];
  const fit = ruleFor(predicate, bare, lead, dated.at, teller, behind);
  if (fit === null) return [];
  const text =
    `${subject.text} ${tell(predicate, bare, subject, teller)}` + (lead === '' ? '' : ` ${told(lead, teller.name)}`);
  return [foundBy(fit.rule, fit.value, text, dated.at, subject.less + (clause.elliptic ? 0.08 : 0), teller)];
}

/** The first rule that fits and finds something to remember. */
function ruleFor(
  predicate: string,
  { kept }: Bare,
  lead: string,
  at: string | null,
  teller: Teller,
  behind?: string,
): { rule: Rule; value: string } | null {
  const habitual = HABITUAL.test(kept) ? ` ${kept}` : OFTEN.test(lead) ? ` ${lead}` : '';
  for (const rule of rulesOf()) {
    const match = rule.pattern.exec(predicate);
    if (!match) continue;
    const value = match.groups?.O ?? match[0].replace(/^(?:am|have|do) /u, '');
    if ((rule.behind !== undefined && rule.behind !== behind) || (rule.firm === true && !isFirm(value))) continue;
    if (rule.always && (habitual === '' || (teller.project === null && !teller.assisted))) continue;
    if (rule.event && (NEGATED.test(predicate) || !enough(predicate, value, at, teller.assisted))) return null;
    if (
      isWorth(rule, rule.habit || rule.frequent === false ? `${value}${habitual}` : value, at !== null, teller.assisted)
    )
      return { rule, value };
    if (!(rule.dated || rule.habit || rule.goal || rule.concrete || rule.frequent === false)) return null;
  }
  return null;
}

function tell(predicate: string, { kept, inner }: Bare, subject: Subject, teller: Teller): string {
  const verb = subject.plural ? predicate.replace(/^am\b/u, 'are').replace(/^was\b/u, 'were') : predicate;
  const spoken = kept === '' ? verb : `${kept} ${verb}`;
  return toldPredicate(
    (inner === '' ? spoken : spoken.replace(/^(\S+ (?:not )?)/u, `$1${inner} `)).replace(LOOSE, ''),
    subject.many ?? teller.name,
    subject.plural,
  );
}

/** As much of a predicate as points to nothing outside it: what is joined to it by "and" may go. Null for none. */
function plainPart(predicate: string, lead: string): string | null {
  for (let rest = predicate; ;) {
    if (isPlainFact(`${rest} ${lead}`)) return rest;
    const end = Math.max(rest.lastIndexOf(' and '), rest.lastIndexOf(', '));
    if (end < 8) return null;
    rest = rest.slice(0, end);
  }
}

function foundBy(rule: Rule, value: string, text: string, at: string | null, less: number, teller: Teller): Found {
  const event = rule.kind === 'event';
  const kin = rule.kinObject
    ? ([...value.matchAll(/[\p{L}-]+/gu)].map(([word]) => kinOf(word)).find((word) => word !== null) ?? 'child')
    : null;
  const key = kin ?? rule.key;
  return {
    kind: rule.kind,
    key,
    value: placeValue(key, told(value.replace(LOOSE, '').replace(DAY, ''), teller.name)),
    text,
    at: event || TIMED.test(key) ? at : null,
    persons: rule.person ? [value] : [],
    confidence: rule.confidence - less + (event && at !== null ? 0.06 : 0),
  };
}

const ME = (name: string): Subject => ({ text: name, plural: false, many: null, less: 0 });

interface Subject {
  readonly text: string;
  readonly plural: boolean;
  readonly many: string | null;
  readonly less: number;
}

/** Who "we" are: those of the same turn, else the speaker and others; null where it may be the two who talk. */
function subjectOf(subject: string, predicate: string, context: string, name: string): Subject | null {
  if (subject === 'I') return { text: name, plural: false, many: null, less: 0 };
  const both =
    /^(?:my|our) (?<own>.+) (?:and|&) I$/iu.exec(subject)?.groups?.own ??
    /^(?:me|I) and (?:my|our) (?<own>.+)$/iu.exec(subject)?.groups?.own;
  if (both !== undefined) return { text: `${name} and their ${both}`, plural: true, many: name, less: 0 };
  const other =
    /^(?<other>.+) (?:and|&) I$/u.exec(subject)?.groups?.other ??
    /^me and (?<other>.+)$/iu.exec(subject)?.groups?.other;
  if (other !== undefined)
    return {
      text: `${name} and ${other.replace(/^(?:Some|A|The|Two|Three)\b/u, (word) => word.toLowerCase())}`,
      plural: true,
      many: name,
      less: 0,
    };
  const who = [...context.matchAll(COMPANY)].at(-1)?.groups?.who;
  if (who !== undefined) return { text: `${name} and their ${who}`, plural: true, many: name, less: 0.03 };
  if (BETWEEN_US.test(predicate)) return null;
  return { text: `${name} and others`, plural: true, many: name, less: 0.08 };
}

const OWN_CAPITAL = EN.pattern(String.raw`^(?:I\b|{weekdays}|{months})`);
const lower = (text: string): string => (OWN_CAPITAL.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1));
