// Statements that name a relation by a noun: "the R of S is O", "S's R is O", "O is the R of S", and those that hold
// one figure, time or weekday behind the verb ("the rent is 1200 euros").
import words from '../../../templates/slots/words.json';
import { normalForm } from '../normal-form.ts';
import type { Found } from './parse-slot.ts';
import { type Noun, nounOf, withoutArticle } from './relations.ts';
import { isOneOfSeveral, isSubject } from './sentence.ts';
import { datePartsOf, readValue } from './value.ts';

/** Of these somebody has several, one for each thing; a thing has one. */
const OFTEN = new Set([
  'dose',
  'daily dose',
  'username',
  'password',
  'pin',
  'image',
  'directory',
  'folder',
  'path',
  'url',
  'endpoint',
  'price',
  'cost',
  'version',
  'port',
  'deadline',
  'location',
  'status',
  'priority',
  'code name',
  'door code',
  'timeout',
  'repository',
  'domain',
  'bucket',
  'budget',
  'capacity',
  'queue',
  'cache',
  'host',
  'cluster',
  'namespace',
  'default-branch',
  'license',
  'deploy-target',
  'database',
]);
const OWN = /^(?:user|i|I's|user's)$/i;
const COPULA = /^(.{2,}?)(?: (?:is|are|am)( not)? (?:now )?|(?<! ): | = )(.+)$/;
const AS = /^(.+?) (has|have|uses|use) (.+?) as (its|his|her|their|the|our|I's|we's)? ?([^']+)$/i;
const SET = new RegExp(
  String.raw`^(.+?) (?:was|has been|is|got) (?:changed|moved|renamed|updated|postponed|extended|pushed back|` +
    String.raw`pushed|brought forward|raised|increased|reduced|lowered|upgraded|set|switched|rescheduled|` +
    String.raw`bumped)(?: (?:from|up from|down from) (.+?))? to (.+)$`,
  'i',
);
const CLAUSE = /^(?:the )?((?:\p{L}+ ){0,2}\p{L}+) (that|which|where|who) (.+)$/iu;
/** An office with a name of its own: "the United Nations Secretary-General". */
const OFFICE = new RegExp(
  String.raw`^(?:\p{Lu}[\p{L}.]*[ -])+(?:Attorney General|Secretary[- ]General|General Secretary|President|` +
    String.raw`Prime Minister|Chancellor|Secretary of State|Foreign Minister|Speaker|Governor|Mayor|King|Queen|` +
    String.raw`Emperor|Champion|CEO|CTO|Chair(?:man|woman|person)?|Director|Commissioner|Ambassador|Lead|Manager|` +
    String.raw`Captain)$`,
  'u',
);
const PREPOSITION = / (of|in|for|at) /g;

/** `project`: whether a relation may go without a subject ("the default branch is main"). */
export function findDefinite(text: string, project: boolean): Found | null {
  return findAs(text) ?? findCopula(text, project);
}

function findCopula(text: string, project: boolean): Found | null {
  const match = COPULA.exec(text);
  if (!match) return null;
  const [, left = '', no, right = ''] = match;
  const labelled = !text.startsWith(`${left} `);
  const ahead = readPhrase(left, project);
  if (ahead && (!labelled || ahead.noun.exact)) return foundOf(ahead, right, no !== undefined, false);
  if (labelled || !/^(?:the |\p{L}[^ ]*['’]s |my |our |\p{L}+(?: \p{L}+){0,3} (?:of|for|at) )/iu.test(right))
    return null;
  const behind = readPhrase(right, false);
  // Said from behind, only a relation of the table is one: "Paris is the city of love".
  if (
    !behind ||
    behind.noun.relation.kind === 'specific' ||
    (!behind.definite && behind.noun.relation.kind !== 'person')
  )
    return null;
  if (!isSubject(withoutArticle(left))) return null;
  return foundOf(behind, left, no !== undefined, false);
}

function findAs(text: string): Found | null {
  const match = AS.exec(text);
  if (!match) return null;
  const [, owner = '', verb = '', value = '', its, phrase = ''] = match;
  const noun = nounOf(phrase);
  if (
    !noun ||
    (/^use/i.test(verb) && its === undefined) ||
    (its === undefined && !noun.exact) ||
    noun.relation.kind === 'specific'
  )
    return null;
  const subject = withoutArticle(owner);
  return isSubject(subject) ? foundOf({ subject, noun, definite: true }, value, false, false) : null;
}

/** "The R of S was moved from X to O". */
export function findSet(text: string, project: boolean): Found | null {
  const match = SET.exec(text);
  if (!match) return null;
  const ahead = readPhrase(match[1] ?? '', project);
  return ahead ? foundOf(ahead, match[3] ?? '', false, true) : null;
}

interface Place {
  readonly subject: string;
  readonly noun: Noun;
  /** With an article or an owner. */
  readonly definite: boolean;
}

function foundOf({ subject, noun }: Place, raw: string, negated: boolean, changed: boolean): Found | null {
  const value = readValue(raw, noun.relation.kind);
  return (
    value && {
      subject,
      relation: noun.relation,
      value,
      negated,
      changed: changed || noun.changed,
      single: noun.relation.single && !isOneOfSeveral(subject) && !(OFTEN.has(noun.relation.id) && OWN.test(subject)),
      form: 'definite',
    }
  );
}

/** A noun phrase as relation and subject. */
function readPhrase(phrase: string, project: boolean): Place | null {
  const definite = /^the /i.test(phrase);
  const whole = phrase.replace(/^the /i, '');
  const named = whole.replace(/^names? of (?:the )?/i, '');
  return (named === whole ? null : readBare(named, definite, false)) ?? readBare(whole, definite, project);
}

function readBare(text: string, definite: boolean, project: boolean): Place | null {
  const place = (subject: string, noun: Noun | null): Place | null =>
    noun && isSubject(withoutArticle(subject)) ? { subject: withoutArticle(subject), noun, definite } : null;
  const splits = [...text.matchAll(PREPOSITION)].map(
    ({ index, 0: { length } }) => [text.slice(0, index), text.slice(index + length)] as const,
  );
  for (const [head, rest] of splits) {
    const noun = head.includes("'") ? null : nounOf(head);
    if (noun?.exact) return place(rest, noun);
  }
  const clause = CLAUSE.exec(text);
  if (clause) return definite ? clauseOf(text, clause) : null;
  const owner = text.lastIndexOf("'s ");
  if (owner > 0) {
    const noun = nounOf(text.slice(owner + 3));
    const found = place(text.slice(0, owner), noun);
    return found && { ...found, definite: true };
  }
  const [head = '', rest = ''] = splits[0] ?? [];
  if (head !== '')
    return definite && / of /.test(text.slice(head.length, head.length + 4)) && !head.includes("'")
      ? place(rest, nounOf(head))
      : null;
  if (definite && OFFICE.test(text))
    return {
      subject: text,
      noun: { relation: { id: 'office', label: 'office', kind: 'person', single: true }, exact: false, changed: false },
      definite,
    };
  const bare = project ? nounOf(text) : null;
  return bare && bare.relation.kind !== 'specific' ? { subject: 'project', noun: bare, definite } : null;
}

const CLAUSE_VERB = new RegExp(
  '^(?:uses?|is|are|runs?|leads?|owns?|plays?|works?|lives?|needs?|maintains?|has|drives?|reads?|prefers?|supports?|' +
    'holds?|stores?|serves?|manages?|contains?|hosts?|keeps?)$',
);

/** "The editor that User uses": the whole phrase is the relation, in the present only. */
function clauseOf(text: string, [, head = '', , clause = '']: RegExpExecArray): Place | null {
  if (head === '' || nounOf(head) === null || text.length > 80) return null;
  const list = clause.split(' ');
  if (
    list.length > 8 ||
    list.some((word) => /^(?:was|were|had|did)$|^\p{Ll}+ed$/u.test(word)) ||
    !list.some((word) => CLAUSE_VERB.test(word))
  )
    return null;
  return {
    subject: text,
    noun: { relation: { id: 'that', label: 'property', kind: 'specific', single: true }, exact: false, changed: false },
    definite: true,
  };
}

const VERBS = new Set(words.figureVerbs);
const LABELS = new Set(words.numbered);
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|' +
  'nov(?:ember)?|dec(?:ember)?';
const COUNTS = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const VALUE = new RegExp(
  [
    String.raw`\b\d{1,2}[:.]\d{2}(?: ?[ap]m)?\b`,
    String.raw`\b\d{1,2} ?[ap]m\b`,
    String.raw`\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b`,
    String.raw`\b(?:${MONTH})\.? \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?\b`,
    String.raw`\b\d{1,2}(?:st|nd|rd|th)? (?:${MONTH})\b(?:,? \d{4})?`,
    String.raw`(?<![\p{L}\p{N}.#/-])[€$£¥]?\d[\d.,]*(?<![.,])(?:%|€|[a-z]{1,4}\b)?(?![\p{L}\p{N}/-]|[.:]\d)`,
    String.raw`\b(?:${COUNTS.join('|')})\b`,
  ].join('|'),
  'giu',
);
/** "has closed 3 tickets" tells what happened. */
const PARTICIPLE = new RegExp(
  String.raw`^(?:\p{L}{2,}(?:ed|en)|run|won|paid|met|gone|made|done|bought|sold|sent|built|read|had|spent|lost|` +
    String.raw`found|left|slept|kept|cut|put|set|hit)$`,
  'iu',
);
const HAN_STATE = /^(?<S>[^\d，,。；;、]{2,16}?)(?<V>是|为|有|需要|要花|花费|等于)(?<P>.{1,24})$/u;
const HAN_NUMBER = /\d[\d.,]*/g;

const CUE = new RegExp(String.raw`\d|days?\b|\b(?:${COUNTS.join('|')})\b`, 'i');

/** The figure of an English sentence from which words of change and time were taken. */
export function findFigure(text: string): Found | null {
  if (!CUE.test(text) || / (?:not|no|never|nor|or|than|between|per cent of|out of) /i.test(` ${text} `)) return null;
  const list = text.split(' ');
  const at = list.findIndex((word, index) => index > 0 && VERBS.has(word.toLowerCase()));
  if (at < 0 || list.length > 16) return null;
  const subject = withoutArticle(list.slice(0, at).join(' '));
  const rest = list.slice(at);
  if (!isSubject(subject) || (/^(?:has|have)$/i.test(rest[0] ?? '') && PARTICIPLE.test(rest[1] ?? ''))) return null;
  const said = rest.join(' ');
  const found = [...said.matchAll(VALUE)];
  const [value] = found;
  if (!value || found.length > 1 || isLabelled(said.slice(0, value.index))) return null;
  const date = /[:\p{L}]/u.test(value[0]) ? datePartsOf(value[0]) : null;
  // "Has an exam on May 3": the next one is another.
  if (date !== null && !value[0].endsWith('s') && / an? /.test(said.slice(0, value.index))) return null;
  const count = COUNTS.indexOf(value[0].toLowerCase());
  // "On Mondays" is another thing than "on Monday".
  const sign = /days$/i.test(value[0]) ? '#s' : '#';
  const frame = normalForm(`${said.slice(0, value.index)}${sign} ${said.slice(value.index + value[0].length)}`);
  return figureOf(subject, frame, count >= 0 ? String(count + 2) : value[0].toLowerCase(), date !== null);
}

/** "ticket 12", "Windows 11": the number belongs to a name. */
function isLabelled(before: string): boolean {
  const last = before.trim().split(' ').at(-1) ?? '';
  return (before.trim().includes(' ') && /^\p{Lu}/u.test(last)) || LABELS.has(last.toLowerCase()) || last === 'by';
}

/** The same in Chinese: "房租是1200元". */
export function findChineseFigure(text: string): Found | null {
  const groups = HAN_STATE.exec(text)?.groups;
  const [said = '', subject = '', verb = ''] = [groups?.P, groups?.S, groups?.V];
  const [value, ...more] = said.matchAll(HAN_NUMBER);
  if (
    !value ||
    more.length > 0 ||
    said.slice(0, value.index).endsWith('第') ||
    /^[号年月日]/.test(said.slice(value.index + value[0].length))
  )
    return null;
  return figureOf(
    subject,
    `${verb}${said.slice(0, value.index)}# ${said.slice(value.index + value[0].length)}`,
    value[0],
    false,
  );
}

function figureOf(subject: string, frame: string, form: string, date: boolean): Found {
  return {
    subject,
    relation: { id: `figure ${frame}`, label: date ? 'time' : 'figure', kind: date ? 'date' : 'number', single: false },
    value: { form, label: null },
    negated: false,
    changed: false,
    single: false,
    renews: true,
    form: 'figure',
  };
}
