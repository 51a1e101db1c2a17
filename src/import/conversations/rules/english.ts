// Extracts facts that speakers of an English sentence state about themselves. Pure; the sentence must be the speaker's
// own and not a question.
import data from '../../../../templates/extract/en.json';
import { withDates } from './day-words.ts';
import {
  EN,
  type Ending,
  endingOf,
  type Found,
  inPlainWords,
  isFirm,
  kinOf,
  placeValue,
  type Rule,
  rulesOf,
  type Teller,
  withoutOpeners,
} from './words.ts';
import { isPresent, ofTheirOwn, peopleIn, told, toldPredicate } from './third-person.ts';
import { enough, isPlainFact, isWorth } from './worth.ts';

// Cuts an English sentence into clauses with the speaker as subject. Pure; does not interpret them.

export interface Clause {
  /** The text before the subject: "Last week". */
  readonly lead: string;
  /** As said: "I", "we", "my wife Anna and I"; empty for another subject. */
  readonly subject: string;
  /** The text after the subject; for another subject, the whole clause. */
  readonly predicate: string;
  /** The "I" was omitted. */
  readonly elliptic: boolean;
}

/** Where a clause about the speaker begins: after a comma or a dash, or at "and I", "and my sister works". */
const SPLIT = EN.pattern(
  [
    String.raw`{breaks}\s*(?:{links}\s+)*(?=(?:I|we|my|our|{withI})\s)`,
    String.raw`\s+(?:and|but|so|plus)\s+(?:(?:then|now|so|also)\s+)?(?=(?:I|we)\s)`,
    String.raw`\s+and\s+(?=my favorite |{kinNext})`,
  ].join('|'),
  'gu',
);
const SUBJECT = EN.pattern(String.raw`^({withI}|I|[Ww]e|We both|we both)\s+(?=\S)`);
const OWN = EN.pattern(String.raw`^{withI}\s`);
const LEAD = EN.pattern(
  String.raw`^((?:{leadWords}|\d+)\b[^,]{0,70}?)(?:,|(?<=^{bareLeads}\b[^,]*)) (?=(?:I|we|my|{withI})\s)`,
  'iu',
);
/** A clause of its own rather than a time: "Last week was wild, I". */
const NO_LEAD = EN.pattern('{noLead}', 'iu');
/** A tail that only comments or changes the subject. */
const TAIL = EN.pattern('{tail}', 'iu');
/** A second predicate of the same subject: "and live in Ghent", ", speak Dutch". */
const NEXT = EN.pattern(
  String.raw`(?:,? and|,)(?: {linkAdverbs})? (?=(?:(?:{present}|am|have)\s+{presentStart}|{tastes}\s+\p{L}|` +
    String.raw`{otherVerbs}\s+\S)\b)`,
  'gu',
);
/** The same without a verb: "a nurse from Lyon, married with two kids". */
const NEXT_IS = EN.pattern(String.raw`(?:,(?: and)?| and(?= {boundDoings}\b)) (?={nextIs}\b)`, 'gu');
const A_NAME = EN.pattern(String.raw`^am ((?!{peoples}|{faiths})\p{Lu}\p{Ll}{2,})$`);
const TURNING = EN.pattern('^{turning}');
const TURNING_NEXT = EN.pattern(String.raw`,? and (?:(?:then|also|finally|later|soon after) )?(?={turning})`, 'u');
const DATE_BEHIND = EN.pattern(
  String.raw` (?:in|on) (?:{months}|{weekdays}|\d)[\p{L}\d, ]*$|,? (?:last|this) (?:{months}|week|month|year|` +
    String.raw`spring|summer|autumn|fall|winter)$`,
);
const DATED = EN.pattern(String.raw`\b(?:{months}|{weekdays}|yesterday|today|last|ago|this|\d{4})\b`);
const PRESENT_NEXT = EN.pattern(String.raw`^{surePresent}\b`);
const STARTS_PAST = EN.pattern(String.raw`^(?:{keptAdverbs} )?(?:\p{L}+ed|{past})\b`);
const ELLIPTIC_DOING = EN.pattern('^{ellipticDoing}', 'iu');
const ELLIPTIC = EN.pattern('^(?:{justNow} )*(?={ellipticStart})', 'iu');

/** In sentence order. Expects the sentence without contractions. */
function clausesOf(sentence: string): Clause[] {
  const clauses: Clause[] = [];
  for (const piece of split(withoutOpeners(sentence))) {
    const text = withoutOpeners(piece);
    const lead = leadOf(text);
    const rest = text.slice(lead.length).replace(/^,?\s+/u, '');
    const subject = SUBJECT.exec(rest)?.[1] ?? '';
    if (subject !== '') clauses.push(...bySubject(lead, subject, rest.slice(subject.length).trim()));
    else if (clauses.length === 0 && isElliptic(rest)) {
      const doing = ELLIPTIC_DOING.test(rest) ? (/^been/iu.test(rest) ? 'have ' : 'am ') : '';
      const predicate = doing + lowerClause(withoutTail(doing === '' ? rest.replace(ELLIPTIC, '') : rest));
      clauses.push({ lead, subject: 'I', predicate, elliptic: true });
    } else if (/^(?:my|our|\p{Lu})/u.test(rest))
      clauses.push({ lead, subject: '', predicate: withoutTail(rest), elliptic: false });
  }
  return clauses;
}

const isElliptic = (text: string): boolean => ELLIPTIC.test(text) || ELLIPTIC_DOING.test(text);

/** "I live in Bern and work at Acme" makes two clauses; after "to" it is one. */
function bySubject(lead: string, subject: string, predicate: string): Clause[] {
  const [head, ...described] = predicate.split(NEXT_IS);
  const of = (text: string): Clause => ({ lead, subject, predicate: withoutTail(text), elliptic: false });
  if (described.length === 0 || !/^(?:am|are)\b/u.test(predicate)) return conjuncts(predicate).map(of);
  // "I'm Sofia, a nurse": what follows shows that it is a name.
  const rest = described.flatMap((text) => conjuncts(`am ${text.replace(/^(?:now|currently) /u, '')}`));
  return [...conjuncts((head ?? '').replace(A_NAME, 'am called $1')), ...rest].map(of);
}

function conjuncts(predicate: string): string[] {
  const parts: string[] = [];
  const past = STARTS_PAST.test(predicate);
  let start = 0;
  for (const match of predicate.matchAll(NEXT)) {
    const [before, end] = [predicate.slice(start, match.index), match.index + match[0].length];
    if (/\bto\s+[a-z]+\b/u.test(before) && !/\bto \p{Lu}/u.test(before)) break;
    if (
      /^(?:did|do|can|will|would|could|should|have|had) (?:not )?/u.test(before) &&
      !/^have (?:an?|one|two|three|\d)/u.test(before)
    )
      break;
    if (past && !PRESENT_NEXT.test(predicate.slice(end))) break;
    parts.push(before);
    start = end;
  }
  return [...parts, predicate.slice(start)];
}

/** "Left Siemens in May and joined Bosch": successive changes. A date at the end applies to all. */
function turnsIn(predicate: string): string[] {
  const parts = predicate.split(TURNING_NEXT);
  if (parts.length === 1 || !TURNING.test(predicate)) return [predicate];
  const date = DATE_BEHIND.exec(parts.at(-1) ?? '')?.[0] ?? '';
  return parts.map((part, at) => (at < parts.length - 1 && !DATED.test(part) ? `${part}${date}` : part));
}

function split(said: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  for (const match of said.matchAll(SPLIT)) {
    const end = match.index + match[0].length;
    if (
      match.index <= start ||
      (/^\s+(?:and|&)\s/u.test(match[0]) && OWN.test(`${said.slice(start, end)}I `.replace(/^.*[,;]\s/u, '')))
    )
      continue;
    // "Last week, I": the lead belongs to the clause.
    if (match[0].trim() === ',' && leadOf(said.slice(start)) === said.slice(start, match.index)) continue;
    pieces.push(said.slice(start, match.index));
    start = end;
  }
  return [...pieces, said.slice(start)];
}

function leadOf(text: string): string {
  const lead = LEAD.exec(text)?.[1] ?? '';
  return NO_LEAD.test(lead) ? '' : lead;
}

function withoutTail(text: string): string {
  for (let rest = text; ;) {
    const next = rest.replace(TAIL, '').replace(/[\s,.!…]+$/u, '');
    if (next === rest) return rest;
    rest = next;
  }
}

const lowerClause = (text: string): string =>
  /^I\b/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);

const ADVERBS = EN.pattern('^(?:{leadingAdverbs} )+', 'iu');
const INNER = EN.pattern('(?<=^{auxiliaries} (?:not )?)(?:{innerAdverbs} )+', 'iu');
const KEPT: ReadonlySet<string> = new Set(data.lists.keptAdverbs);
const COMPANY = EN.pattern(String.raw`\b{own} (?<who>(?:\p{Ll}+ )?{company}(?: \p{Lu}\p{Ll}+)?)\b`, 'gu');
const BETWEEN_US = EN.pattern(String.raw`\b{betweenUs}\b`, 'iu');
/** A relative time of unknown length. */
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
/** Slots whose value changes: the time is part of the statement. */
const TIMED = /residence|employer|job|studies|marriage/u;

/** `context`: earlier text of the same turn, to resolve "we". `reminded`: the speaker asks to remember it. */
export function englishFacts(sentence: string, context: string, teller: Teller, reminded = false): Found[] {
  const said = inPlainWords(sentence);
  if (NO_START.test(said) || STATED_IF.test(said)) return [];
  const clauses = clausesOf(said);
  const told = clauses.flatMap((clause): Found[] =>
    clause.subject === '' ? own(clause, teller) : byTurn(clause, `${context} ${said}`, teller),
  );
  const facts = told.length === 0 && reminded ? noted(clauses, teller) : told;
  const people = isPlainFact(said.replace(POINTERS, '')) ? peopleIn(said, teller.name) : [];
  return [...people.flatMap((fact) => asFound(fact, teller) ?? []), ...facts];
}

/** A statement to remember that no rule matches, kept as said. */
function noted([clause]: readonly Clause[], teller: Teller): Found[] {
  if (clause === undefined) return [];
  const { subject, predicate } = clause;
  const ownThing = subject === '' ? OWN_THING.exec(predicate)?.groups?.rest : undefined;
  if (ownThing === undefined && subject !== 'I') return [];
  const bare = bareOf(predicate);
  const value = ownThing ?? bare.text;
  if (NEGATED_WISH.test(bare.text) || !value.includes(' ')) return [];
  const { name } = teller;
  const text =
    ownThing === undefined ? `${name} ${tell(value, bare, ME(name), teller)}` : `${name}'s ${told(value, name)}`;
  const kind = ownThing === undefined ? 'preference' : 'identity';
  const found = asFound({ kind, key: 'note', value, text, confidence: 0.7 }, teller);
  return found === null ? [] : [{ ...found, value: told(found.value, name) }];
}

function own({ lead, predicate }: Clause, teller: Teller): Found[] {
  return ofTheirOwn(predicate, teller.name).flatMap(
    (fact) => asFound(lead === '' ? fact : { ...fact, text: `${fact.text} ${lower(lead)}` }, teller) ?? [],
  );
}

function asFound(fact: Found, teller: Teller): Found | null {
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

/** "I do love" becomes "I love". */
const EMPHATIC = /^do (?=\p{L})(\p{L}+)/u;
/** "Moved here from Chile": drops the "here". */
const HERE_FROM = /^((?:have )?(?:moved|came|emigrated|relocated)) (?:over )?here (?=from|in|with)/u;

/** A predicate without its adverbs; meaningful ones are kept apart. */
interface Bare {
  readonly text: string;
  /** Adverbs before the verb: "still", "always". */
  readonly kept: string;
  /** Adverbs after "am" or "have". */
  readonly inner: string;
}

function bareOf(predicate: string): Bare {
  const keptOf = (words = ''): string =>
    words
      .trim()
      .split(' ')
      .filter((word) => KEPT.has(word.toLowerCase()))
      .join(' ');
  const behind = predicate.replace(ADVERBS, '');
  const text = behind
    .replace(INNER, '')
    .replace(EMPHATIC, (all, verb: string) => (verb !== 'not' && isPresent(verb) ? verb : all))
    .replace(/^are\b/u, 'am')
    .replace(/^were\b/u, 'was')
    .replace(HERE_FROM, '$1 ');
  return { text, kept: keptOf(ADVERBS.exec(predicate)?.[0]), inner: keptOf(INNER.exec(behind)?.[0]) };
}

/** A state that ended, if a rule recognises it. Told as an end, without setting a slot. */
function ended({ was, isBe }: Ending, teller: Teller): Found[] {
  const dated = withDates(was, teller.day);
  if (dated.unclear || !isPlainFact(dated.text)) return [];
  const positive = isBe ? `am ${dated.text}` : dated.text;
  const fit = [positive, `do not ${positive}`]
    .map((said) => ruleFor(said, { text: said, kept: '', inner: '' }, '', dated.at, teller))
    .find((one) => one !== null);
  if (!fit || !STATES.has(fit.rule.kind) || fit.rule.always === true) return [];
  const { name } = teller;
  const now = `${isBe ? 'is ' : ''}no longer ${isBe ? told(dated.text, name) : toldPredicate(dated.text, name, false)}`;
  const confidence = fit.rule.confidence - 0.05;
  return [{ kind: fit.rule.kind, key: 'ended', value: told(dated.text, name), text: `${name} ${now}`, confidence }];
}

const STATES: ReadonlySet<string> = new Set(['identity', 'constraint', 'relationship', 'preference', 'skill']);

/** One fact per change, if each matches a rule; otherwise one for the whole clause. */
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

/** `behind`: the key of the previous fact of the same clause. */
function byRule(clause: Clause, context: string, teller: Teller, behind?: string): Found[] {
  const ending = clause.subject === 'I' ? endingOf(clause.predicate) : null;
  if (ending !== null) return ended(ending, teller);
  const bare = bareOf(clause.predicate);
  // "We have children" and the like are also true of the speaker alone.
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

/** The first matching rule whose value is worth remembering. */
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
    if (rule.only === true && !/\bonly\b/u.test(kept)) continue;
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
  const spoken = `${kept} ${verb}`.trimStart().replace(/^(\S+ (?:not )?)/u, inner === '' ? '$1' : `$1${inner} `);
  return toldPredicate(spoken.replace(LOOSE, ''), teller.name, subject.plural);
}

/** Drops parts joined by "and" or a comma until nothing refers outside. Null if nothing is left. */
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

interface Subject {
  readonly text: string;
  readonly plural: boolean;
  /** How much its confidence is reduced. */
  readonly less: number;
}

const ME = (name: string): Subject => ({ text: name, plural: false, less: 0 });
const WITH = (text: string, less = 0): Subject => ({ text, plural: true, less });

/** "My wife and I", "me and Ann". */
const BOTH = /^(?:(my |our )?(.+) (?:and|&) I|(?:me|I) and (my |our )?(.+))$/iu;

/** Resolves "we": people named in the same turn, else the speaker and others; null if it may mean the participants. */
function subjectOf(subject: string, predicate: string, context: string, name: string): Subject | null {
  if (subject === 'I') return ME(name);
  const [, ownFirst, first, ownLast, last] = BOTH.exec(subject) ?? [];
  const other = first ?? last;
  if (other !== undefined) {
    const isOwn = (ownFirst ?? ownLast) !== undefined;
    return WITH(`${name} and ${isOwn ? `their ${other}` : other.replace(/^(?:Some|A|The|Two|Three)\b/u, lower)}`);
  }
  const who = [...context.matchAll(COMPANY)].at(-1)?.groups?.who;
  if (who !== undefined) return WITH(`${name} and their ${who}`, 0.03);
  return BETWEEN_US.test(predicate) ? null : WITH(`${name} and others`, 0.08);
}

const OWN_CAPITAL = EN.pattern(String.raw`^(?:I\b|{weekdays}|{months})`);
const lower = (text: string): string => (OWN_CAPITAL.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1));
