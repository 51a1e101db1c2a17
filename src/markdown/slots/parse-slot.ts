// A statement to its slot, or null. A cheap look at the words comes first, because most statements have none.
import { isEvent } from '../profile/kinds.ts';
import { normalForm } from '../normal-form.ts';
import { hasKnownKind, isPersonal, type KeyedValue, stateOfFields, turnOfFields } from './by-kind.ts';
import { findChinese } from './chinese.ts';
import { findChoice } from './choice.ts';
import { findDefinite, findSet } from './definite.ts';
import { type Ending, endingsIn } from './ending.ts';
import { findFigure } from './figure.ts';
import type { Found } from './find.ts';
import { relationsById } from './relations.ts';
import { LONGEST, readSentence, type Sentence } from './sentence.ts';
import { findState, findUse } from './state.ts';
import { subjectKey } from './subject.ts';
import { findInTable } from './table.ts';
import type { Judged, Slot } from './types.ts';
import { valueForm } from './value.ts';

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
