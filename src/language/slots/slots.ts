// What a statement says of something that has one value at a time (a slot), and what a newer statement is to an older
// one: an update, a contradiction, the same again, or nothing.
import { isDay } from '../../model/day.ts';
import type { Statement } from '../../model/fact.ts';
import { normalForm } from '../normal-form.ts';
import { momentIn } from '../profile.ts';
import { compareValues, putsRight, saysMoreOf } from './compare.ts';
import { isSameTalk } from './equal.ts';
import { plainNegation } from './negation.ts';
import { heldKey, parseSlot, parseTurns } from './parse-slot.ts';
import { withoutArticle } from './relations.ts';
import { isCorrection, isSubject, readSentence, statementCore, subjectKey } from './sentence.ts';
import { valueForm } from './value.ts';

/** `day`: the local day on which it was logged, where that is known. */
export type Judged = Pick<Statement, 'text' | 'fields' | 'category'> & { readonly day?: string };

/** How a value is told from what is none, and compared. */
export type Kind =
  | 'word'
  | 'tool'
  | 'name'
  | 'language'
  | 'person'
  | 'company'
  | 'title'
  | 'place'
  | 'birthplace'
  | 'country'
  | 'continent'
  | 'date'
  | 'number'
  | 'code'
  | 'address'
  | 'genre'
  | 'specific'
  | 'text';

export interface Slot {
  /** Project, subject and relation: statements with one key speak of one thing. */
  readonly key: string;
  /** In the form in which values are compared. */
  readonly value: string;
  /** The statement denies the value. */
  readonly negated: boolean;
  /** It has words of change: "now", "no longer", "moved to". */
  readonly changed: boolean;
  readonly form: 'table' | 'definite' | 'field' | 'figure' | 'plain';
  /** The key has one value at a time. Where false ("speaks French"), only an equal value says anything. */
  readonly single: boolean;
  /**
   * Where not `single`: with words of change it would be ("the rent is 1200 euros"). Another value without them is
   * worth a question.
   */
  readonly asks?: boolean;
  /** What the relation is called in a reason; general words, never the statement's own. */
  readonly label: string;
  /** Project, subject and value, to be found by `Switch.leaves`. */
  readonly held: string;
  readonly kind: Kind;
  /** What it says beside the slot ("since June"); empty for nothing. */
  readonly beside: string;
  /** "the city of": what it says the value is. */
  readonly labelled: string | null;
}

/** "Switched from X to Y": whose slot it is shows only the claim that holds X. */
export interface Switch {
  /** The `held` of the slot that is left. */
  readonly leaves: string;
  /** The value that it takes. */
  readonly value: string;
}

export interface Verdict {
  readonly as: 'duplicate' | 'update' | 'conflict' | 'corrects' | 'none';
  /** One short sentence for a person, of general words only. */
  readonly reason: string;
}

export interface Circumstances {
  /** Both speak of the same local day. */
  readonly sameDay: boolean;
  /** The newer names the older in its field `supersedes`. */
  readonly explicit: boolean;
}

// What a newer statement is to an older one. It compares slots, plain negations and explicit words, never
// likeness, and answers "none" wherever it is not sure.

const NONE: Verdict = { as: 'none', reason: '' };

/** Older and newer by the order of facts. That two texts are equal is not judged here: see `decidePair`. */
export function judge(older: Judged, newer: Judged, circumstances: Circumstances): Verdict {
  const correction = isCorrection(newer.text);
  if (circumstances.explicit)
    return correction
      ? { as: 'corrects', reason: 'it corrects the one it supersedes' }
      : { as: 'update', reason: 'it names the one it supersedes' };
  if (correction)
    return putsRight(older, { ...newer, text: correction.rest })
      ? { as: 'corrects', reason: 'it says that it corrects this' }
      : NONE;
  const [before, after] = [parseSlot(older), parseSlot(newer)];
  if (before && after && before.key === after.key) return judgeSlots(before, after, circumstances);
  const turn =
    before &&
    parseTurns(newer)
      .map((one) => (one.key === before.key && isSince(older, newer, one) ? judgeTurn(before, one) : NONE))
      .find(({ as }) => as !== 'none');
  if (turn) return turn;
  if (before && !before.negated && parseSwitch(newer)?.leaves === before.held)
    return { as: 'update', reason: `the same ${before.label} was left for another` };
  return before?.form === 'field' || after?.form === 'field' ? NONE : judgeNegation(older, newer, circumstances);
}

/** The same of two slots with one key, whatever the words that they were read from. */
export function judgeSlots(before: Slot, after: Slot, { sameDay }: Pick<Circumstances, 'sameDay'>): Verdict {
  const likeness = compareValues(
    before.value,
    after.value,
    after.kind,
    before.labelled !== null && before.labelled === after.labelled,
  );
  const { label } = after;
  if (before.negated !== after.negated) {
    const isOver = after.negated && after.changed && saysMoreOf(before.value, after.value);
    if (before.negated && likeness === 'other' && before.single && after.single)
      return { as: 'update', reason: `the same ${label}, which was only denied another value` };
    if (likeness !== 'same' && !isOver) return NONE;
    return after.changed
      ? { as: 'update', reason: `the same ${label}, which has changed` }
      : { as: 'conflict', reason: `the same ${label}, once stated and once denied` };
  }
  if (likeness === 'near') return NONE;
  if (likeness === 'same')
    return after.beside === '' || after.beside === before.beside
      ? { as: 'duplicate', reason: `the same ${label} with the same value` }
      : NONE;
  if (after.negated || !after.single || (!before.single && !after.changed)) return NONE;
  if (sameDay && !after.changed)
    return { as: 'conflict', reason: `the same ${label} with another value on the same day` };
  return { as: 'update', reason: `the same ${label}, another value` };
}

/**
 * What was so until an event, or a word that it is over, where that says that it is otherwise since. It is nothing else
 * to it.
 */
function judgeTurn(before: Slot, turn: Slot): Verdict {
  if (before.negated) return NONE;
  const isMeant = turn.negated ? isEnded(before, turn) : judgeSlots(before, turn, { sameDay: false }).as === 'update';
  return isMeant ? { as: 'update', reason: `the same ${turn.label}, which has changed` } : NONE;
}

/** Is what ended this value? Of a person a shorter name is enough: nobody has two spouses. */
function isEnded({ value, kind }: Slot, turn: Slot): boolean {
  if (turn.value === '' || saysMoreOf(value, turn.value)) return true;
  const likeness = compareValues(value, turn.value, turn.kind);
  return likeness === 'same' || (kind === 'person' && likeness === 'near');
}

/**
 * Did it happen after the older was said? Where only a month or a year is known, what ends a value that it names may be
 * of the same.
 */
function isSince(older: Judged, newer: Judged, turn: Slot): boolean {
  const moment = momentIn(newer);
  if (moment === null || newer.day?.startsWith(moment) === true || isDay((newer.fields.at ?? '').slice(0, 10)))
    return true;
  const at = (older.fields.at ?? '').slice(0, 10);
  const said = (isDay(at) ? at : older.day)?.slice(0, moment.length);
  return said !== undefined && (said < moment || (said === moment && turn.negated && turn.value !== ''));
}

function judgeNegation(older: Judged, newer: Judged, { sameDay }: Circumstances): Verdict {
  if (!isSameTalk(older, newer)) return NONE;
  const [before, after] = [plainNegation(older.text), plainNegation(newer.text)];
  if (!before || !after || before.negated === after.negated || before.form !== after.form) return NONE;
  if (before.former || (!sameDay && (before.past || after.past))) return NONE;
  if (after.changed)
    return {
      as: 'update',
      reason: after.negated ? 'it says that this is no longer so' : 'it says that this is so now',
    };
  return { as: 'conflict', reason: 'one says what the other denies' };
}

// Equality and judgement together: what is done with a newer statement beside one older.

/** The decision over one pair, older and newer by the order of facts. */
export function decidePair(older: Judged, newer: Judged, circumstances: Circumstances): Verdict {
  if (!circumstances.explicit && isSaidAlike(older, newer)) return { as: 'duplicate', reason: 'the same statement' };
  return judge(older, newer, circumstances);
}

function isSaidAlike(older: Judged, newer: Judged): boolean {
  if (!isSameTalk(older, newer)) return false;
  if ((older.fields.at ?? '').slice(0, 10) !== (newer.fields.at ?? '').slice(0, 10)) return false;
  return normalForm(statementCore(older.text)) === normalForm(statementCore(newer.text));
}

const ENGLISH = [
  new RegExp(
    String.raw`^(?<S>.+?) (?:has |have )?(?:switched|moved|changed|migrated|went over|` +
      String.raw`transitioned)(?: over)? from (?<X>.+?) to (?:using )?(?<O>.+)$`,
    'i',
  ),
  /^(?<S>.+?) (?:has |have )?replaced (?<X>.+?) (?:with|by) (?<O>.+)$/i,
  /^(?<S>.+?) uses? (?<O>.+?) instead of (?<X>.+)$/i,
];
const CHINESE = [
  /^(?<S>.+?)(?:已经|现在)?从(?<X>.+?)(?:切换到|换到|换成|改用|转到|转向|迁移到|改为|改成|搬到|跳槽到)了?(?<O>.+?)了?$/u,
  /^(?<S>.+?)(?:已经|现在)?(?:把|将)(?<X>.+?)(?:换成|替换成|替换为|改成|改为)了?(?<O>.+?)了?$/u,
];
const CUE = /switched|moved|changed|migrated|went over|transitioned|replaced|instead of|从|把|将/;

/** "S switched from X to Y", or null. */
export function parseSwitch(statement: Judged): Switch | null {
  if (!CUE.test(statement.text) || statement.text.length > 300) return null;
  const chinese = /\p{Script=Han}/u.test(statement.text);
  const text = chinese
    ? statement.text
        .trim()
        .replace(/[。.!！]+$/u, '')
        .replace(/(?<=\p{Script=Han}) | (?=\p{Script=Han})/gu, '')
    : readSentence(statement.text)?.text;
  if (text === undefined || (chinese && /[?？吗，,；;]|打算|计划|想|如果|可能|准备/.test(text))) return null;
  for (const pattern of chinese ? CHINESE : ENGLISH) {
    const groups = pattern.exec(text)?.groups;
    if (!groups) continue;
    const raw = withoutArticle((groups.S ?? '').replace(/^my /i, "I's ").replace(/^our /i, "we's "));
    const subject = isSubject(raw) ? subjectKey(raw, statement) : null;
    const [left, taken] = [groups.X ?? '', groups.O ?? ''].map((value) =>
      /[,;]| (?:and|but|because) /.test(value) || value.split(' ').length > 6
        ? ''
        : valueForm(value.replace(/^(?:using|working (?:at|for)|living in) /i, ''), 'word'),
    );
    if (subject === null || left === undefined || taken === undefined || left === '' || taken === '' || left === taken)
      continue;
    return { leaves: heldKey(statement, subject, left), value: taken };
  }
  return null;
}
