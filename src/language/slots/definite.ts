// Statements that name a relation with a noun: "the R of S is O", "S's R is O", "O is the R of S".
import type { Found } from './parse-slot.ts';
import { type Noun, nounOf, withoutArticle } from './relations.ts';
import { isOneOfSeveral, isSubject } from './sentence.ts';
import { readValue } from './value.ts';

/** A person has several of these, one for each thing; a thing has only one. */
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
/** An office with its own name: "the United Nations Secretary-General". */
const OFFICE = new RegExp(
  String.raw`^(?:\p{Lu}[\p{L}.]*[ -])+(?:Attorney General|Secretary[- ]General|General Secretary|President|` +
    String.raw`Prime Minister|Chancellor|Secretary of State|Foreign Minister|Speaker|Governor|Mayor|King|Queen|` +
    String.raw`Emperor|Champion|CEO|CTO|Chair(?:man|woman|person)?|Director|Commissioner|Ambassador|Lead|Manager|` +
    String.raw`Captain)$`,
  'u',
);
const PREPOSITION = / (of|in|for|at) /g;

/** `project`: whether a relation may lack a subject ("the default branch is main"). */
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
  // In reversed order only relations of the table count: "Paris is the city of love" is none.
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
  /** With an article or a possessive. */
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
    }
  );
}

/** Splits a noun phrase into relation and subject. */
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
  if (CLAUSE.test(text)) return null;
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
