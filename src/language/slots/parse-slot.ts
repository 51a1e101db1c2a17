// Parses a statement into its slot, or null. A cheap check of the words comes first, because most statements have none.
import data from '../../../templates/slots/kinds.json';
import { normalForm } from '../normal-form.ts';
import { isEvent, kindOf } from '../profile.ts';
import {
  findDefinite,
  findInTable,
  findSet,
  type Relation,
  relationsById,
  withoutArticle,
  withoutSlips,
} from './relations.ts';
import { isSubject, LONGEST, readSentence, type Sentence, subjectKey } from './sentence.ts';
import type { Judged, Slot } from './slots.ts';
import { type Value, valueForm } from './value.ts';

// Facts with a known `kind`: there `key` names a sort of thing ("likes", "sister"), and is single-valued only for
// relations of a closed table. The content of an event holds from its day on and is not a slot itself.

const KINDS: ReadonlySet<string> = new Set(data.kinds);
const RELATION_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(data.keys).flatMap(([id, keys]) => keys.map((key) => [key, id] as const)),
);
const KIN: ReadonlySet<string> = new Set(data.kin);
const PERSONAL: ReadonlySet<string> = new Set(data.personal);
/** Kinds whose facts describe a current state. */
const NOW: ReadonlySet<string> = new Set(['identity', 'relationship']);
const DENIED =
  /\b(?:not|never|no longer|any ?more|former|ex|used to|was|were|had)\b|n['’]t\b|不|没|曾|以前|前(?:妻|夫|任)/iu;
const BEGAN =
  /\b(?:moved|relocated|emigrated|immigrated|joined|started|began|married)\b|搬|迁|入职|跳槽|加入|嫁|娶|结婚/u;
const PLANNED =
  /\b(?:will|would|going to|plans?|planned|wants?|hopes?|might|may|almost|nearly)\b|打算|计划|准备|将|想|希望/iu;
/** The state that it names has ended, whatever its fields say: "User got laid off from Acme". */
const OVER = new RegExp(
  String.raw`\b(?:left|leaves|quit|lost|resigned|retired|fired|laid off|let go|divorced|separated|split|broke up|` +
    String.raw`died|widowed)\b|离婚|离职|离开|辞职|失业|分手|分居|去世|裁|解雇`,
  'iu',
);
/** The statement is about the user. */
const USER = /^(?:(?:the )?user|I) (?=\p{L})|^(?:[^，,]{0,12}[年月日号底初中春夏秋冬天][，,]?)?(?:用户|我)(?!的)/iu;
const USERS = /\b(?:user['’]s|my) |(?:用户|我)的/iu;

interface KeyedValue {
  readonly subject: string;
  readonly relation: Relation;
  /** Normalised for comparison. */
  readonly value: string;
}

/** True for a fact whose `key` names a sort of thing. */
const hasKnownKind = (statement: Pick<Judged, 'fields'>): boolean => KINDS.has(kindOf(statement));

/** True if several events may concern the relation without replacing each other. */
const isPersonal = (relation: string): boolean => PERSONAL.has(relation);

/** The current state given by the fields, if it is certain. */
function stateOfFields(statement: Judged): KeyedValue | null {
  const isLanguage = kindOf(statement) === 'preference' && keyOf(statement) === 'native-language';
  const isSo = !DENIED.test(statement.text) && !OVER.test(statement.text);
  return (NOW.has(kindOf(statement)) || isLanguage) && isSo ? valueOfFields(statement) : null;
}

/** The state that starts with an event, from its fields. */
function turnOfFields(statement: Judged): KeyedValue | null {
  const found =
    DENIED.test(statement.text) || !BEGAN.test(statement.text) || PLANNED.test(statement.text)
      ? null
      : valueOfFields(statement);
  const value = statement.fields.value?.trim() ?? '';
  // "Moved from Rome" names the old value.
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
  return subject === null || form === '' ? null : { subject, relation: { ...relation, single: true }, value: form };
}

/** The person that it is about, if that is clear: the user, or the first of its persons if it starts with that name. */
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

// A parsed reading of a statement, before it becomes a slot.

export interface Found {
  readonly subject: string;
  readonly relation: Relation;
  readonly value: Value;
  readonly negated: boolean;
  readonly changed: boolean;
  readonly single: boolean;
}

const OTHER_SCRIPT = new RegExp(
  String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}` +
    String.raw`\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}]`,
  'u',
);
/** "The name of the current head of …" means that head. */
const NAME_OF = /\b(?:current )?name of the (?:current (?=\S)|(?=head |chief |president |prime ))/i;
const MY = /\b(my|our|I'm|I)\b(?= |')/gi;

/** The slot of a statement; null if it is about nothing single-valued, or about nothing certain. */
export function parseSlot(statement: Judged): Slot | null {
  return once(read, statement, readSlot);
}

/** Cached, because every changed page is read again with its unchanged statements. */
const read = new WeakMap<Judged, Slot | null>();
const turned = new WeakMap<Judged, Slot | null>();

function once(
  known: WeakMap<Judged, Slot | null>,
  statement: Judged,
  readSlot: (statement: Judged) => Slot | null,
): Slot | null {
  const slot = known.get(statement);
  if (slot !== undefined) return slot;
  const found = readSlot(statement);
  known.set(statement, found);
  return found;
}

function readSlot(statement: Judged): Slot | null {
  if (hasKnownKind(statement)) return slotByKind(statement);
  const key = statement.fields.key?.trim() ?? '';
  return key === '' ? slotOfWords(statement) : fieldSlot(statement, key);
}

/** An event about a person is not a state: it happened, and that remains true. */
function slotByKind(statement: Judged): Slot | null {
  const words = slotOfWords(statement);
  if (isEvent(statement)) return words !== null && isPersonal(relationIn(words)) ? null : words;
  const fields = stateOfFields(statement);
  return fields === null ? words : slotOfFields(statement, fields, words, false);
}

/**
 * The slot that changes with a statement without being its own: through an event ("User moved to Berlin"), or because
 * its value has ended, whatever it was ("User quit their job"); the latter is negated and has no value.
 */
export function parseTurn(statement: Judged): Slot | null {
  return once(turned, statement, (one) => (isEvent(one) ? turnOfEvent(one) : null) ?? turnOfEnding(one));
}

function turnOfEvent(statement: Judged): Slot | null {
  const words = slotOfWords(statement);
  const fields = turnOfFields(statement);
  if (fields !== null) return slotOfFields(statement, fields, words, true);
  return words !== null && words.single && words.changed && !words.negated && isPersonal(relationIn(words))
    ? words
    : null;
}

const ENDS = Object.entries(data.ends).map(([id, phrases]) => {
  const said = phrases.join('|').replaceAll("{one's}", '(?:his|her|their|my|the)');
  const time = String.raw`(?: (?:now|today|yesterday|(?:last|this) \p{Ll}+|in (?:\p{Lu}\p{Ll}+ ?)?(?:\d{4})?))?`;
  const english = String.raw`(?<S>(?:The user|I|\p{Lu}\p{L}+)) (?:(?:has|have|just|recently) )*`;
  return {
    id,
    pattern: new RegExp(`^(?:${english}|(?<han>用户|我)(?:最近|上个月|已经)?)(?:${said})了?${time}[.。!！]?$`, 'u'),
  };
});

function turnOfEnding(statement: Judged): Slot | null {
  const text = statement.text.trim();
  for (const { id, pattern } of text.length > 100 ? [] : ENDS) {
    const groups = pattern.exec(text)?.groups;
    if (!groups) continue;
    const relation = relationsById().get(id);
    const subject = subjectKey(groups.S ?? groups.han ?? '', statement);
    if (relation && subject !== null)
      return { ...slotOfFields(statement, { subject, relation, value: '' }, null, true), negated: true };
  }
  return null;
}

const PLAIN = { negated: false, changed: false, form: 'words', single: true, beside: '', labelled: null } as const;

/** The slot of the words if both agree. */
function slotOfFields(
  statement: Judged,
  { subject, relation, value }: KeyedValue,
  words: Slot | null,
  changed: boolean,
): Slot {
  const key = slotKey(statement, subject, relation.id);
  if (words?.key === key) return words;
  return { ...PLAIN, key, value, changed, label: relation.label, kind: relation.kind };
}

const slotKey = (statement: Judged, subject: string, relation: string): string =>
  [projectOf(statement), subject, relation].join('\u0000');
const relationIn = ({ key }: Slot): string => key.slice(key.lastIndexOf('\u0000') + 1);

function slotOfWords(statement: Judged): Slot | null {
  const { text } = statement;
  if (text.length > LONGEST + 20 || text.length < 4) return null;
  if (OTHER_SCRIPT.test(text)) return null;
  const sentence = readSentence(text);
  if (!sentence) return null;
  const said = withoutSlips(sentence.text)
    .replace(MY, (word) => (/^my$/i.test(word) ? "I's" : /^our$/i.test(word) ? "we's" : word))
    .replace(NAME_OF, '');
  const project = projectOf(statement) !== '';
  const found = findSet(said, project) ?? findInTable(said) ?? findPreference(said) ?? findDefinite(said, project);
  return found && slotOf(statement, found, sentence);
}

const PREFERS =
  /^(.+?) prefers? (?!not |to (?!use ))(?:to use |using )?(.+?) (?:over|rather than|instead of) (?:using )?(.+)$/i;

/** "User prefers tabs over spaces": the choice between the two is single-valued. */
function findPreference(text: string): Found | null {
  const [, who = '', chosen = '', other = ''] = PREFERS.exec(text) ?? [];
  const subject = withoutArticle(who);
  const isShort = [chosen, other].every((side) => side.split(' ').length <= 5 && !/[,;]/.test(side));
  if (!isShort || !isSubject(subject) || / (?:does|do)$/.test(subject)) return null;
  if (/ (?:not|and|but|because|neither|either|any|no|nor) /.test(` ${chosen} ${other} `)) return null;
  const pair = [valueForm(chosen, 'word'), valueForm(other, 'word')];
  return {
    subject,
    relation: { id: `prefers ${[...pair].sort().join(' or ')}`, label: 'choice', kind: 'text', single: true },
    value: { form: pair[0] ?? '', label: null },
    negated: false,
    changed: false,
    single: true,
  };
}

function projectOf({ fields }: Judged): string {
  return normalForm(fields.project ?? '');
}

function slotOf(statement: Judged, found: Found, { negated, changed, beside }: Sentence): Slot | null {
  const subject = subjectKey(found.subject, statement);
  if (subject === null || found.value.form === '' || (negated && found.negated)) return null;
  const { relation, value } = found;
  const changes = changed || found.changed;
  return {
    key: slotKey(statement, subject, relation.id),
    value: value.form,
    negated: negated || found.negated,
    changed: changes,
    form: 'words',
    // Each appointment is a different one, unless the statement says that it moved.
    single: found.single || (relation.id === 'scheduled' && changes),
    label: relation.label,
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
    ...PLAIN,
    key: slotKey(statement, subject, `key ${normalForm(key)}`),
    value,
    form: 'field',
    label: 'key',
    kind: 'text',
  };
}
