// An English sentence cut into clauses of which the speaker is the subject. Pure; says nothing about what they mean.
import { withoutOpeners } from './plain-words.ts';
import { EN } from './words.ts';

export interface Clause {
  /** Stands before the subject: "Last week". */
  readonly lead: string;
  /** As said: "I", "we", "my wife Anna and I"; empty where the subject is another's. */
  readonly subject: string;
  /** What follows the subject; the whole clause where that is another's. */
  readonly predicate: string;
  /** The "I" was left out. */
  readonly elliptic: boolean;
}

/** Where a clause of the speaker begins: behind a comma or a dash, behind "and I", "and my sister works". */
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
/** A clause of its own, and no time: "Last week was wild, I". */
const NO_LEAD = EN.pattern('{noLead}', 'iu');
/** What follows adds no more than how it is told, or speaks of something else. */
const TAIL = EN.pattern('{tail}', 'iu');
/** A second thing that is said of the same subject: "and live in Ghent", ", speak Dutch". */
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
const ELLIPTIC = EN.pattern('^(?:{justNow} )*(?={ellipticStart})', 'iu');
const ELLIPTIC_DOING = EN.pattern('^{ellipticDoing}', 'iu');

/** In the order of the sentence. The sentence is in whole words. */
export function clausesOf(sentence: string): Clause[] {
  const said = withoutOpeners(sentence.replace(/[\s.!…?]+$/u, ''));
  const clauses: Clause[] = [];
  for (const piece of split(said)) {
    const text = withoutOpeners(piece).replace(/^[\s,]+/u, '');
    const lead = leadOf(text);
    const rest = lead === '' ? text : text.slice(lead.length).replace(/^,?\s+/u, '');
    const subject = SUBJECT.exec(rest)?.[1] ?? '';
    if (subject !== '') clauses.push(...bySubject(lead, subject, rest.slice(subject.length).trim()));
    else if (/^(?:my|our|\p{Lu})/u.test(rest) || (clauses.length === 0 && isElliptic(rest)))
      clauses.push(withoutSubject(lead, rest, clauses.length === 0));
  }
  return clauses;
}

const isElliptic = (text: string): boolean => ELLIPTIC.test(text) || ELLIPTIC_DOING.test(text);

function withoutSubject(lead: string, rest: string, first: boolean): Clause {
  const opened = first ? ELLIPTIC.exec(rest) : null;
  if (opened)
    return { lead, subject: 'I', predicate: lower(withoutTail(rest.slice(opened[0].length))), elliptic: true };
  if (first && ELLIPTIC_DOING.test(rest))
    return {
      lead,
      subject: 'I',
      predicate: `${/^been/iu.test(rest) ? 'have' : 'am'} ${lower(withoutTail(rest))}`,
      elliptic: true,
    };
  return { lead, subject: '', predicate: withoutTail(rest), elliptic: false };
}

/** "I live in Bern and work at Acme" says two things; behind "to" both are one. */
function bySubject(lead: string, subject: string, predicate: string): Clause[] {
  const [head, ...described] = predicate.split(NEXT_IS);
  const of = (text: string): Clause => ({ lead, subject, predicate: withoutTail(text), elliptic: false });
  const isBe = /^(?:am|are)\b/u.test(predicate);
  const rest = isBe
    ? described.flatMap((text) =>
        conjuncts(`${/^(?:born|raised)/u.test(text) ? 'was' : 'am'} ${text.replace(/^(?:now|currently) /u, '')}`).map(
          of,
        ),
      )
    : [];
  // "I'm Sofia, a nurse": a name, as what follows says.
  const first = rest.length > 0 ? (head ?? '').replace(A_NAME, 'am called $1') : (head ?? '');
  return [...conjuncts(isBe ? first : predicate).map(of), ...rest];
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

/** "Left Siemens in May and joined Bosch": what turned, one thing after the other. A date at the end is that of all. */
export function turnsIn(predicate: string): string[] {
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
    // "Last week, I": what stands before belongs to it.
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

const lower = (text: string): string => (/^I\b/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1));
