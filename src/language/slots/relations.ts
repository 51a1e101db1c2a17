// The closed table of single-valued relations from templates/slots/en.json (phrases as patterns, indexed by a cue word,
// and nouns by name), and the statements that use it.
import data from '../../../templates/slots/en.json';
import words from '../../../templates/slots/words.json';
import type { Found } from './parse-slot.ts';
import { isNameLike, isOneOfSeveral, isSubject } from './sentence.ts';
import { isTool, type Kind, levelOf, oneName, plainForm, readValue } from './value.ts';

export interface Relation {
  readonly id: string;
  readonly label: string;
  readonly kind: Kind;
  readonly single: boolean;
}

interface Phrase {
  readonly relation: Relation;
  /** Groups: S and O, `no` if negated, X for the old value. */
  readonly pattern: RegExp;
  /** Longer phrases are tried first. */
  readonly weight: number;
  readonly single: boolean;
  readonly changed: boolean;
  /** What it states cannot change with time. */
  readonly past: boolean;
  /** The value comes first: "O founded S". */
  readonly reversed: boolean;
}

interface Row {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly nouns?: readonly string[];
  readonly says?: readonly string[];
  readonly also?: readonly string[];
  readonly changed?: readonly string[];
  readonly past?: boolean;
}

const SEVERAL = new Set(words.several);
const NOT_NOW = new Set(words.notNow);
const BASES = new Map([
  ['has', 'have'],
  ['goes', 'go'],
  ['studies', 'study'],
  ['does', 'do'],
]);

let phrasesByCue: Map<string, Phrase[]> | undefined;
let nouns: Map<string, Relation> | undefined;

/** The phrases with a cue word in the text, longest first. */
function phrasesFor(textWords: Iterable<string>): Phrase[] {
  phrasesByCue ??= compile();
  const found = new Set<Phrase>();
  for (const word of textWords) for (const phrase of phrasesByCue.get(word) ?? []) found.add(phrase);
  return found.size < 2 ? [...found] : [...found].sort((a, b) => b.weight - a.weight);
}

/** Relations of the table by id; Chinese phrases map to the same ones. */
export function relationsById(): Map<string, Relation> {
  return new Map(data.relations.map((row: Row) => [row.id, relationOf(row)]));
}

const relationOf = (row: Row): Relation => ({
  id: row.id,
  label: row.label,
  kind: row.value as Kind,
  single: (row.nouns ?? row.says ?? row.changed) !== undefined,
});

function compile(): Map<string, Phrase[]> {
  const all = new Map<string, Phrase[]>();
  for (const row of data.relations as readonly Row[]) {
    const relation = relationOf(row);
    for (const [list, single, changed] of [
      [row.says, true, false],
      [row.also, false, false],
      [row.changed, true, true],
    ] as const) {
      for (const text of list ?? []) {
        const past = row.past === true;
        const phrase: Phrase = {
          relation,
          pattern: patternOf(text, changed || past),
          weight: text.length,
          single,
          changed,
          past: past && !changed,
          reversed: text.startsWith('{O}') && /^\{O\} \w+(?:ed|te|es|s) \{S\}$/.test(text),
        };
        for (const cue of cuesOf(text)) all.set(cue, [...(all.get(cue) ?? []), phrase]);
      }
    }
  }
  return all;
}

/** The longest word of a phrase, in each of its forms. */
function cuesOf(text: string): string[] {
  const list = text
    .replace(/\{.\}('s)?/g, ' ')
    .toLowerCase()
    .split(/[ ,]+/)
    .filter((word) => word !== '' && !/^(?:is|was|has|in|at|the|of|by|on|to|for|as|from|a)$/.test(word));
  const cue = list.sort((a, b) => b.length - a.length)[0] ?? / (is|has) /.exec(text)?.[1] ?? 'is';
  return cue === baseOf(cue) ? [cue] : [cue, baseOf(cue)];
}

const baseOf = (verb: string): string => BASES.get(verb) ?? (/[^s]s$/.test(verb) ? verb.slice(0, -1) : verb);

function patternOf(text: string, asTold: boolean): RegExp {
  let source = text.replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
  source = source.replace(/^(the )/, '(?:the )?');
  source = source.replace(/(?<=\{[SO]\}|\{S\} government) (is|was|has|\w+s) (?=.*\{|\w)/, (_all, verb: string) => {
    if (verb === 'is') return ' (?:is|are|am)(?<no> not)? ';
    if (verb === 'was')
      return asTold ? ' (?:was|were|is|are|has been|have been)(?<no> not)? ' : ' (?:was|were)(?<no> not)? ';
    if (verb === 'has' && asTold) return ' (?:has|have) ';
    return ` (?:${verb}|(?<base>${baseOf(verb)})|(?:does|do)(?<no> not) ${baseOf(verb)}) `;
  });
  source = source.replace(/ (is|are) (?=(?:located in |in )?\{O\}$)/, (_all, verb: string) =>
    source.includes('?<no>') ? ` ${verb} ` : ' (?:is|are)(?<no> not)? ',
  );
  source = source
    .replace('{S}', '(?<S>.+?)')
    .replace('{X}', '(?<X>.+?)')
    .replace('{O}', source.endsWith('{O}') ? '(?<O>.+)' : '(?<O>.+?)');
  return new RegExp(`^${source}$`, 'i');
}

interface Noun {
  readonly relation: Relation;
  /** Found in the table as a whole, not only by its last word. */
  readonly exact: boolean;
  /** It says itself that the value is new. */
  readonly changed: boolean;
}

/**
 * The relation named by a noun phrase without article ("head of state", "staging database"); null if it may have
 * several values or is about the past.
 */
function nounOf(phrase: string): Noun | null {
  const all = nounTable();
  let text = phrase
    .toLowerCase()
    .replace(/^(?:the )?names? of (?:the )?/, '')
    .replace(/\b(?:current|present|official(?! language)|actual) /g, '')
    .replace(/\bfavou?rite\b/g, 'favorite')
    .replace(/\bcolour\b/g, 'color')
    .replace(/\blicence\b/g, 'license')
    .replace(/\bcentre\b/g, 'center');
  const changed = text.startsWith('new ');
  if (changed) text = text.slice(4);
  if (text === '' || text.length > 40) return null;
  const exact = all.get(text);
  if (exact) return { relation: exact, exact: true, changed };
  const list = text.split(' ');
  if (list.length > 4 || list.some((word) => NOT_NOW.has(word) || /["“,:]/.test(word))) return null;
  if (list[0] === 'favorite')
    return list.length > 1 && !isPlural(text)
      ? { relation: { id: text, label: 'favourite', kind: 'word', single: true }, exact: true, changed }
      : null;
  const head = list.at(-1) ?? '';
  if (/ (?:of|in|for|at|to|by|with|on|and|or) /.test(text)) return null;
  for (const start of [1, 2, 3]) {
    const tail = list.length > start ? all.get(list.slice(start).join(' ')) : undefined;
    if (tail) return { relation: { ...tail, id: text }, exact: false, changed };
  }
  if (
    SEVERAL.has(head) ||
    SEVERAL.has(text) ||
    isPlural(head) ||
    /(?:ing|est|ness|tion|ment)$/.test(head) ||
    !/^\p{L}[\p{L}\p{N}-]*$/u.test(head)
  )
    return null;
  return { relation: { id: text, label: 'property', kind: 'specific', single: true }, exact: false, changed };
}

const isPlural = (word: string): boolean =>
  (word.endsWith('s') && !/(?:ss|us|is|ics|as|news|headquarters|series|means)$/.test(word)) ||
  /^(?:.*men|people|children|feet|teeth|mice|data|media|criteria)$/.test(word);

function nounTable(): Map<string, Relation> {
  if (nouns) return nouns;
  nouns = new Map();
  for (const [value, { label, nouns: list }] of Object.entries(data.nouns)) {
    for (const names of list)
      for (const noun of names.split('/'))
        nouns.set(noun, { id: names.split('/')[0] ?? noun, label, kind: value as Kind, single: true });
  }
  for (const row of data.relations as readonly Row[])
    for (const noun of row.nouns ?? []) nouns.set(noun.toLowerCase(), relationOf(row));
  return nouns;
}

/** A key that is equal for words with transposed letters. */
const signatureOf = (word: string): string =>
  word.charAt(0) + word.slice(1, -1).split('').sort().join('') + word.slice(-1);

let tableWords: ReadonlyMap<string, string> | undefined;

/** "The compnay that": replaces each such word with the one from the tables that was meant. */
export function withoutSlips(text: string): string {
  tableWords ??= new Map(
    [...nounTable().keys(), ...data.relations.flatMap((row: Row) => [...(row.says ?? []), ...(row.also ?? [])])]
      .flatMap((phrase) => phrase.match(/\b[a-z]{6,}\b/g) ?? [])
      .flatMap((word) => [[signatureOf(word), word] as const, [word, word] as const]),
  );
  const words = tableWords;
  return text.replace(
    /(?<!\p{L})\p{Ll}{6,}(?!\p{L})/gu,
    (word) => words.get(word) ?? words.get(signatureOf(word)) ?? word,
  );
}

// Statements that match a phrase of the table: "S lives in O", "O founded S".

const MADE = new Set(words.made);
/** Relations expressed by "moved to", which applies to many things. */
const MOVES = new Set(['residence', 'scheduled', 'deploy-target']);

/** The longest matching phrase of the table, or null. */
export function findInTable(text: string): Found | null {
  for (const phrase of phrasesFor(text.toLowerCase().split(/[\s,']+/))) {
    const found = readPhrase(text, phrase);
    if (found) return found;
  }
  return null;
}

function readPhrase(text: string, phrase: Phrase): Found | null {
  const groups = phrase.pattern.exec(text)?.groups;
  if (!groups) return null;
  const { relation, past, changed } = phrase;
  const subject = withoutArticle(groups.S ?? '');
  const value = readValue(groups.O ?? '', relation.kind);
  if (!value || !isSubject(subject)) return null;
  if (groups.base !== undefined && !/^(?:I|we|they|you)$|s$| and /i.test(subject)) return null;
  const named = isNameLike(subject);
  if (phrase.reversed && (!named || !/^\p{Lu}/u.test(groups.O ?? '') || (past && value.form === 'user'))) return null;
  // "With care": after a verb, only a known or named tool is a tool.
  if (relation.kind === 'tool' && !isTool(groups.O ?? '')) return null;
  if (!fitsSubject(relation.id, text, subject, named)) return null;
  // "Moved to" is a change of residence only for a person and a known place.
  if (changed && MOVES.has(relation.id) && !fitsChange(relation.id, subject, value.form, groups.O ?? '')) return null;
  // Who made a thing is permanent if the thing has a name; "the report" may be a different one each time.
  const oneThing =
    !past ||
    (named && !MADE.has(subject.toLowerCase())) ||
    relation.kind === 'date' ||
    relation.kind === 'birthplace' ||
    (relation.kind === 'country' && !/^(?:the|an?|this|that) |['’]s? /i.test(groups.S ?? ''));
  return {
    subject,
    relation,
    value,
    negated: groups.no !== undefined,
    changed,
    single: phrase.single && oneThing && (relation.id === 'scheduled' || !isOneOfSeveral(subject)),
  };
}

/**
 * Some phrases apply only to some subjects: a script "works for Windows", Anna "is in Europe" for a week, a function
 * "is called".
 */
function fitsSubject(id: string, text: string, subject: string, named: boolean): boolean {
  const own = /^(?:user|i|we)$|['’]s /i.test(subject);
  if (id === 'employer' || id === 'date-of-death' || id === 'place-of-death') return own || named;
  if (id === 'name' && / (?:is|are|am)(?: not)? called /.test(text))
    return (
      !own &&
      !named &&
      !/(?:function|method|handler|hook|callback|script|endpoint|procedure|routine|command|api)$/i.test(subject)
    );
  return id !== 'continent' || !/ (?:is|are)(?: not)? in /.test(text) || levelOf(oneName(plainForm(subject))) !== null;
}

function fitsChange(id: string, subject: string, form: string, raw: string): boolean {
  const person = /^(?:user|i)\b/i.test(subject) || (/^\p{Lu}/u.test(subject) && !/^\p{Lu}{2,}/u.test(subject));
  if (id === 'residence')
    return (
      person &&
      (levelOf(oneName(plainForm(form.split(',')[0] ?? form))) !== null || /^\p{Lu}[\p{L} ]+, \p{Lu}/u.test(raw))
    );
  return id !== 'deploy-target' || !person;
}

export function withoutArticle(text: string): string {
  return text.replace(/^the (?=\S)/i, '');
}

// Statements that name a relation with a noun: "the R of S is O", "S's R is O", "O is the R of S".

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
  const ahead = readNounPhrase(left, project);
  if (ahead && (!labelled || ahead.noun.exact)) return foundOf(ahead, right, no !== undefined, false);
  if (labelled || !/^(?:the |\p{L}[^ ]*['’]s |my |our |\p{L}+(?: \p{L}+){0,3} (?:of|for|at) )/iu.test(right))
    return null;
  const behind = readNounPhrase(right, false);
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
  const ahead = readNounPhrase(match[1] ?? '', project);
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
function readNounPhrase(phrase: string, project: boolean): Place | null {
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
