// A statement to its slot, or null. A cheap look at the words comes first, because most statements have none.
import data from '../../../templates/slots/kinds.json';
import { normalForm } from '../normal-form.ts';
import { isEvent, kindOf } from '../profile.ts';
import { findChinese } from './chinese.ts';
import { findDefinite, findFigure, findSet } from './definite.ts';
import { type Ending, endingsIn } from './ending.ts';
import { findState, findUse } from './negation.ts';
import { findInTable, type Relation, relationsById, withoutArticle } from './relations.ts';
import { isSubject, LONGEST, readSentence, type Sentence, subjectKey } from './sentence.ts';
import type { Judged, Slot } from './slots.ts';
import { readValue, type Value, valueForm } from './value.ts';

// What a fact says whose field `kind` tells what sort of thing it is: there a `key` is the name of a sort ("likes",
// "sister"), and has one value at a time only by a closed table. What an event says holds from its day on, and is no
// slot of its own.

const KINDS: ReadonlySet<string> = new Set(data.kinds);
const RELATION_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(data.keys).flatMap(([id, keys]) => keys.map((key) => [key, id] as const)),
);
const KIN: ReadonlySet<string> = new Set(data.kin);
const PERSONAL: ReadonlySet<string> = new Set(data.personal);
/** Kinds whose facts say how somebody is now. */
const NOW: ReadonlySet<string> = new Set(['identity', 'relationship']);
const DENIED =
  /\b(?:not|never|no longer|any ?more|former|ex|used to|was|were|had)\b|n['’]t\b|不|没|曾|以前|前(?:妻|夫|任)/iu;
const BEGAN =
  /\b(?:moved|relocated|emigrated|immigrated|joined|started|began|married)\b|搬|迁|入职|跳槽|加入|嫁|娶|结婚/u;
const PLANNED =
  /\b(?:will|would|going to|plans?|planned|wants?|hopes?|might|may|almost|nearly)\b|打算|计划|准备|将|想|希望/iu;
/** The statement speaks of the user. */
const USER = /^(?:(?:the )?user|I) (?=\p{L})|^(?:[^，,]{0,12}[年月日号底初中春夏秋冬天][，,]?)?(?:用户|我)(?!的)/iu;
const USERS = /\b(?:user['’]s|my) |(?:用户|我)的/iu;

export interface KeyedValue {
  readonly subject: string;
  readonly relation: Relation;
  /** In the form in which values are compared. */
  readonly value: string;
}

/** Is it a fact whose `key` is the name of a sort? */
const hasKnownKind = (statement: Pick<Judged, 'fields'>): boolean => KINDS.has(kindOf(statement));

/** May several events tell of it, none of which takes the place of another? */
const isPersonal = (relation: string): boolean => PERSONAL.has(relation);

/** What the fields say that holds now, where they say it for sure. */
function stateOfFields(statement: Judged): KeyedValue | null {
  const isLanguage = kindOf(statement) === 'preference' && keyOf(statement) === 'native-language';
  return (NOW.has(kindOf(statement)) || isLanguage) && !DENIED.test(statement.text) ? valueOfFields(statement) : null;
}

/** What the fields of an event say that holds from its day on. */
function turnOfFields(statement: Judged): KeyedValue | null {
  const found =
    DENIED.test(statement.text) || !BEGAN.test(statement.text) || PLANNED.test(statement.text)
      ? null
      : valueOfFields(statement);
  const value = statement.fields.value?.trim() ?? '';
  // "Moved from Rome" names what was left.
  const isNamed =
    /\p{Script=Han}/u.test(statement.text) ||
    ['to', 'into', 'at', 'for', 'joined', 'married', 'in'].some((word) =>
      [' ', ' the '].some((gap) => statement.text.includes(` ${word}${gap}${value}`)),
    );
  return found !== null && isNamed ? found : null;
}

const keyOf = ({ fields }: Judged): string =>
  (fields.key ?? '')
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');

function valueOfFields(statement: Judged): KeyedValue | null {
  const id = RELATION_OF.get(keyOf(statement));
  const relation = id === undefined ? undefined : relationsById().get(id);
  const value = statement.fields.value?.trim() ?? '';
  if (relation === undefined || value === '' || value.length > 60) return null;
  const whose = whoseIs(statement, relation, value);
  const subject = whose === null ? null : subjectKey(whose, statement);
  const form = valueForm(value, relation.kind);
  const isOver = endingsIn(statement).some((ending) => ending.relation === relation.id);
  return subject === null || form === '' || isOver
    ? null
    : { subject, relation: { ...relation, single: true }, value: form };
}

/** Whom it speaks of, where that is plain: the user, or the first of its persons, whom it begins with. */
function whoseIs({ text, fields }: Judged, { id }: Relation, value: string): string | null {
  if (USER.test(text) || (KIN.has(id) && USERS.test(text))) return 'user';
  const [first = ''] = (fields.persons ?? '').split(/[,，、]/u).map((name) => name.trim());
  if (first === '' || first.toLowerCase() === value.toLowerCase()) return null;
  return text.startsWith(`${first} `) ||
    (/\p{Script=Han}/u.test(first) && text.startsWith(first) && text[first.length] !== '的') ||
    (KIN.has(id) && (text.includes(`${first}'s `) || text.includes(`${first}的`)))
    ? first
    : null;
}

// What a reading of one statement found, before it becomes a slot.

export interface Found {
  readonly subject: string;
  readonly relation: Relation;
  readonly value: Value;
  readonly negated: boolean;
  readonly changed: boolean;
  readonly single: boolean;
  /** Has one value at a time where the sentence has words of change. */
  readonly renews?: boolean;
  readonly form: 'table' | 'definite' | 'figure';
}

// Statements of a choice between two ("prefers X over Y") and of the version of a component ("runs on
// Node 20"): the key holds what the choice is between, or what has the version.

const PREFERS =
  /^(.+?) prefers? (?!not |to (?!use ))(?:to use |using )?(.+?) (over|to|rather than|instead of|for) (?:using )?(.+)$/i;
const VERSION = new RegExp(
  String.raw`^(.+?) (runs on|run on|runs|uses|use|is on|are on|is pinned to|targets|requires|require|needs|` +
    String.raw`need|is built with|was upgraded to|has been upgraded to|upgraded to|was downgraded to|moved to|` +
    String.raw`was updated to|was bumped to) (\p{Lu}[\p{L}.+#]*(?: \p{Lu}[\p{L}.+#]*)?) v?(\d[\w.-]*)$`,
  'u',
);
const NO_PRODUCT = new RegExp(
  String.raw`^(?:room|port|page|line|gate|platform|chapter|track|bus|tram|route|highway|interstate|level|floor|` +
    String.raw`exit|step|issue|ticket|pr|bug|day|week|phase|sprint|stage|section|part|number|plan|option|january|` +
    String.raw`february|march|april|may|june|july|august|september|october|november|december|q)$`,
  'i',
);

function findChoice(text: string): Found | null {
  if (text.includes(' prefer')) return findPreference(text);
  return /\d/.test(text) ? findVersion(text) : null;
}

function findPreference(text: string): Found | null {
  const match = PREFERS.exec(text);
  if (!match) return null;
  const [, who = '', chosen = '', link = '', other = ''] = match;
  const subject = withoutArticle(who);
  const short = chosen.split(' ').length <= 5 && other.split(' ').length <= 5 && !/[,;]/.test(chosen + other);
  if (
    !short ||
    !isSubject(subject) ||
    / (?:does|do)$/.test(subject) ||
    / (?:not|and|but|because|neither|either|any|no|nor) /.test(` ${chosen} ${other} `)
  )
    return null;
  const pair = [valueForm(chosen, 'word'), valueForm(other, 'word')];
  const use = link.toLowerCase() === 'for';
  if (use && /^(?:now|the|a|me|him|her|its|their|this|that)\b/i.test(other)) return null;
  const id = use ? `prefers for ${pair[1] ?? ''}` : `prefers ${[...pair].sort().join(' or ')}`;
  return {
    subject,
    relation: { id, label: 'choice', kind: use ? 'name' : 'text', single: true },
    value: { form: pair[0] ?? '', label: null },
    negated: false,
    changed: false,
    single: true,
    form: 'table',
  };
}

function findVersion(text: string): Found | null {
  const match = VERSION.exec(text);
  if (!match) return null;
  const [, what = '', verb = '', product = '', version = ''] = match;
  const subject = withoutArticle(what);
  const value = readValue(version, 'number');
  if (!value || !isSubject(subject) || NO_PRODUCT.test(product)) return null;
  const needs = /^(?:requires?|needs?)$/.test(verb);
  const changed = /upgraded|downgraded|moved|updated|bumped/.test(verb);
  const person = /^(?:user|i)$/i.test(subject);
  return {
    subject,
    relation: {
      id: `${needs ? 'required ' : ''}${valueForm(product, 'word')} version`,
      label: 'version',
      kind: 'number',
      single: true,
    },
    value,
    negated: false,
    changed,
    single: !person || changed,
    form: 'table',
  };
}

const HAN = /\p{Script=Han}/u;
const OTHER_SCRIPT = new RegExp(
  String.raw`[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}` +
    String.raw`\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}]`,
  'u',
);
/** "The name of the current head of …" is that head. */
const NAME_OF = /\b(?:current )?name of the (?:current (?=\S)|(?=head |chief |president |prime ))/i;
/** "Ben sold his Golf and drives a Tesla now": what was left is said by what came. */
const LEFT_FIRST = new RegExp(
  String.raw`^(.+?) (?:has |have )?(?:sold|left|quit|dropped|ditched|cancell?ed|gave up|got rid of|traded in|` +
    String.raw`moved out of|broke up with) [^,;]{2,40}? and (?:then )?(?=\p{Ll}+ )`,
  'u',
);
const MY = /\b(my|our|I'm|I)\b(?= |')/gi;

/**
 * The slot of a statement, or null where it speaks of nothing that has one value at a time, or of nothing that can be
 * told for sure.
 */
export function parseSlot(statement: Judged): Slot | null {
  const known = read.get(statement);
  if (known !== undefined) return known;
  const slot = readSlot(statement);
  read.set(statement, slot);
  return slot;
}

/** Every page that changed is looked at again, with the statements that it had. */
const read = new WeakMap<Judged, Slot | null>();

function readSlot(statement: Judged): Slot | null {
  if (hasKnownKind(statement)) return slotByKind(statement);
  const key = statement.fields.key?.trim() ?? '';
  return key === '' ? slotOfWords(statement) : fieldSlot(statement, key);
}

/** What an event says of a person is no state: it happened, and stays so. */
function slotByKind(statement: Judged): Slot | null {
  const words = slotOfWords(statement);
  if (isEvent(statement)) return words !== null && isPersonal(relationIn(words)) ? null : words;
  const fields = stateOfFields(statement);
  return fields === null ? words : slotOfFields(statement, fields, words, false);
}

/**
 * The slots that are otherwise from it on, and none of which is its own: of an event the one that has another value
 * ("User moved to Berlin"), of any statement that something is over those that end; they are denied, with no value
 * where whichever there is has ended.
 */
export function parseTurns(statement: Judged): readonly Slot[] {
  const known = turned.get(statement);
  if (known !== undefined) return known;
  const began = isEvent(statement) ? turnOfEvent(statement) : null;
  const turns = [
    ...(began === null ? [] : [began]),
    ...endingsIn(statement).flatMap((ending) => slotOfEnding(statement, ending)),
  ];
  turned.set(statement, turns);
  return turns;
}

const turned = new WeakMap<Judged, readonly Slot[]>();

function turnOfEvent(statement: Judged): Slot | null {
  const words = slotOfWords(statement);
  const fields = turnOfFields(statement);
  if (fields !== null) return slotOfFields(statement, fields, words, true);
  return words !== null && words.single && words.changed && !words.negated && isPersonal(relationIn(words))
    ? words
    : null;
}

function slotOfEnding(statement: Judged, { subject, relation: id, value }: Ending): Slot[] {
  const relation = relationsById().get(id);
  if (relation === undefined) return [];
  const form = value === null ? '' : valueForm(value, relation.kind);
  return [{ ...slotOfFields(statement, { subject, relation, value: form }, null, true), negated: true }];
}

/** That of the words, where they say the same. */
function slotOfFields(
  statement: Judged,
  { subject, relation, value }: KeyedValue,
  words: Slot | null,
  changed: boolean,
): Slot {
  const key = [projectOf(statement), subject, relation.id].join('\u0000');
  if (words?.key === key) return words;
  return {
    key,
    value,
    negated: false,
    changed,
    form: 'table',
    single: true,
    asks: false,
    label: relation.label,
    held: heldKey(statement, subject, value),
    kind: relation.kind,
    beside: '',
    labelled: null,
  };
}

const relationIn = ({ key }: Slot): string => key.slice(key.lastIndexOf('\u0000') + 1);

function slotOfWords(statement: Judged): Slot | null {
  const { text } = statement;
  if (text.length > LONGEST + 20 || text.length < 4) return null;
  if (HAN.test(text)) return OTHER_SCRIPT.test(text) ? null : findInChinese(statement);
  if (OTHER_SCRIPT.test(text)) return null;
  const sentence = readSentence(text);
  if (!sentence) return null;
  const said = saidOf(sentence);
  const project = projectOf(statement) !== '';
  const found =
    findSet(said, project) ??
    findInTable(said) ??
    findChoice(said) ??
    findDefinite(said, project) ??
    findState(said) ??
    findUse(said) ??
    (sentence.negated ? null : findFigure(said));
  return found && slotOf(statement, found, sentence);
}

function saidOf({ text, changed }: Sentence): string {
  const said = text
    .replace(MY, (word) => (/^my$/i.test(word) ? "I's" : /^our$/i.test(word) ? "we's" : word))
    .replace(NAME_OF, '');
  return changed ? said.replace(LEFT_FIRST, '$1 ') : said;
}

function findInChinese(statement: Judged): Slot | null {
  const read = findChinese(statement.text, projectOf(statement) !== '');
  return read && slotOf(statement, read.found, { negated: false, changed: read.changed, beside: '' });
}

function projectOf({ fields }: Judged): string {
  return normalForm(fields.project ?? '');
}

export function heldKey(statement: Judged, subject: string, value: string): string {
  return [projectOf(statement), subject, value].join('\u0000');
}

function slotOf(
  statement: Judged,
  found: Found,
  { negated, changed, beside }: { negated: boolean; changed: boolean; beside: string },
): Slot | null {
  const subject = subjectKey(found.subject, statement);
  if (subject === null || found.value.form === '' || (negated && found.negated)) return null;
  const { relation, value, form } = found;
  const changes = changed || found.changed;
  // What stands in a calendar is another one each time, unless it says that it moved.
  const renews = found.renews === true || relation.id === 'scheduled';
  const single = found.single || (renews && changes);
  return {
    key: [projectOf(statement), subject, relation.id].join('\u0000'),
    value: value.form,
    negated: negated || found.negated,
    changed: changes,
    form,
    single,
    asks: renews && !single,
    label: relation.label,
    held: heldKey(statement, subject, value.form),
    kind: relation.kind,
    beside,
    labelled: value.label,
  };
}

function fieldSlot(statement: Judged, key: string): Slot | null {
  const value = normalForm(statement.fields.value?.trim() || statement.text);
  if (value === '' || normalForm(key) === '') return null;
  const subject = normalForm(statement.fields.persons ?? '');
  return {
    key: [projectOf(statement), subject, `key ${normalForm(key)}`].join('\u0000'),
    value,
    negated: false,
    changed: false,
    form: 'field',
    single: true,
    asks: false,
    label: 'key',
    held: heldKey(statement, `key ${normalForm(key)}`, value),
    kind: 'text',
    beside: '',
    labelled: null,
  };
}
