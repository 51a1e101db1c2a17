// Whether a statement plainly denies another: the same words with one negation, do-support and contractions
// undone. Doubt, degree, idiom and a second clause make it no plain one.
import words from '../../../templates/slots/words.json';
import { normalForm } from '../normal-form.ts';
import { formKey } from './equal.ts';
import type { Found } from './parse-slot.ts';
import { withoutArticle } from './relations.ts';
import { isNameLike, isOneOfSeveral, isSubject, statementCore, withoutContractions } from './sentence.ts';
import type { Judged, Slot } from './slots.ts';
import { readValue, valueForm } from './value.ts';

export interface PlainStatement {
  /** The normal form of the positive statement. */
  readonly form: string;
  readonly negated: boolean;
  /**
   * "no longer", "any more", "used to", or "now" and "again" of what is so: the opposite is not said to have been
   * wrong.
   */
  readonly changed: boolean;
  /** "used to": it may be so again, and a statement that it is denies nothing. */
  readonly former: boolean;
  /** It tells of what happened: on another day it may have been otherwise. */
  readonly past: boolean;
}

const LONGEST = 300;
const NOT_PLAIN = new RegExp(
  String.raw`[?？;:"“”]|\b(?:if|unless|when|whenever|while|until|before|because|although|though|but|however|` +
    String.raw`which|who|whose|whether|would|could|might|may|maybe|perhaps|should|said|says|told|tells|asked|` +
    String.raw`thinks?|thought|believes?|hopes?|seems?|only|just|even|yet|sure|bad|give up|gives up|giving up|` +
    String.raw`gave up|mind|minds|always|necessarily|every|everyone|all|both|much|many|very|really|quite|enough|` +
    String.raw`too|entirely|exactly|any|anything|anyone|anybody|either|neither|nor|without|nothing|nobody|none|` +
    String.raw`hardly|barely|rarely|seldom|so|such|help|wait|bother|matter|least|that)\b`,
  'i',
);
const ANY_MORE = / (?:any ?more|any longer)$/;
/** Of a statement of what is so: it was otherwise before. */
const ANEW =
  / now(?=$| )(?! (?:and|or|that)\b)|(?<=^\S+ (?:\S+ ){0,2}(?:is|are|am|has|have|(?!was\b)\p{L}{2,}s)\b.*) again$/u;
const CHANGE = /\bnow\b/i;
const CJK_ANEW = /(?:现在|如今|又|再次|重新)(?=[开恢]?\p{Script=Han})/u;
const CJK_CHANGE = /现在|如今|重新/;
const CJK_FORMER = /以前(?=是|住在|在|有|会)/;
const NEGATION = /\b(?:not|never|no longer|no)\b/g;
const CJK_NOT_PLAIN = new RegExp(
  String.raw`[?？吗吧呢；;：:“”"]|如果|要是|除非|当|因为|虽然|但|而且|可能|也许|应该|说|觉得|认为|希望|不仅|不但|不只|不得不|不一定|不太|不怎么|不总|不都|不常|从不|不错|` +
    String.raw`不过(?!敏)|不同|不断|不少|不久|不好意思|不客气|不管|不论|差不多|了不起|对不起|来不及|忍不住|舍不得|没关系|没问题|没准|不放弃|不由|不禁|只|才|更|最|都|任何`,
);
const CJK_NEGATION = /不再|不是|没有|不|没|沒|無|无法|别/g;
const THIRD = new Map([
  ['have', 'has'],
  ['go', 'goes'],
  ['do', 'does'],
  ['be', 'is'],
]);

/** The statement behind a plain statement or its plain negation, or null where it is neither. */
export function plainNegation(text: string): PlainStatement | null {
  if (text.length > LONGEST || text.includes('\n')) return null;
  if (/\p{Script=Han}/u.test(text))
    return /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text) ? null : chinese(text);
  if (!/^[\p{Script=Latin}\p{N}\p{P}\p{S}\p{Z}]*$/u.test(text)) return null;
  const said = normalForm(statementCore(withoutContractions(text.replace(/[’‘]/g, "'"))));
  const isAnew = / (?:now|again)\b/.test(said) && ANEW.test(said);
  const form = isAnew ? said.replace(ANEW, '') : said;
  const found = form.match(NEGATION)?.length ?? 0;
  if (found === 0)
    return formerly(form) ?? { form, negated: false, changed: isAnew || CHANGE.test(text), former: false, past: false };
  if (found > 1 || NOT_PLAIN.test(form.replace(ANY_MORE, '')) || /[,;] | and /.test(text)) return null;
  return undone(form);
}

/** "I used to be a student": I am none. */
function formerly(form: string): PlainStatement | null {
  const [, who = '', verb = '', rest = ''] = /^(.+?) used to (\p{L}+)(.*)$/u.exec(form) ?? [];
  if (
    who === '' ||
    NOT_PLAIN.test(`${who} ${rest}`) ||
    /[,;]| (?:and|is|are|am|was|were|get|gets|got|be|being) ?$/.test(who) ||
    / and /.test(rest) ||
    /^(?:it|that|this|the|her|him|them|a|an|my|our|his|their)$/.test(verb)
  )
    return null;
  const first = who === 'i';
  const many = /^(?:we|they|you)$/.test(who) || (/[^s]s$/.test(who) && !who.includes("'"));
  const positive = verb === 'be' ? (first ? 'am' : many ? 'are' : 'is') : first || many ? verb : thirdPerson(verb);
  return { form: `${who} ${positive}${rest}`, negated: true, changed: true, former: true, past: false };
}

function undone(form: string): PlainStatement | null {
  const text = form.replace(ANY_MORE, '');
  const changed = text !== form || text.includes(' no longer ');
  const positive = text
    .replace(/ does not (\p{L}+)/u, (_all, verb: string) => ` ${thirdPerson(verb)}`)
    .replace(/ do not /, ' ')
    .replace(/ did not (\p{L}+)/u, (_all, verb: string) => ` ${past(verb)}`)
    .replace(/ (is|are|am|was|were|has|have|had|can|must|will) not /, ' $1 ')
    .replace(/ (?:no longer|never) (?=\p{L})/u, ' ')
    .replace(/ (has|have|had|uses?|speaks?|drinks?|eats?|owns?|needs?|wants?|supports?) no (?=\p{L})/u, ' $1 ');
  return positive === text || / (?:not|no|never) /.test(positive)
    ? null
    : {
        form: positive.replace(/\s+/g, ' ').trim(),
        negated: true,
        changed,
        former: false,
        past: / (?:did|was|were|had) not /.test(form),
      };
}

const thirdPerson = (verb: string): string =>
  THIRD.get(verb) ??
  (/(?:[sxz]|ch|sh)$/.test(verb) ? `${verb}es` : /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`);
const past = (verb: string): string =>
  verb.endsWith('e') ? `${verb}d` : /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${verb}ed`;

function chinese(text: string): PlainStatement | null {
  const said = normalForm(statementCore(text)).replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '');
  const form = said.replace(CJK_ANEW, '');
  const found = form.match(CJK_NEGATION) ?? [];
  if (found.length === 0)
    return CJK_FORMER.test(form)
      ? { form: form.replace(CJK_FORMER, ''), negated: true, changed: true, former: true, past: false }
      : { form, negated: false, changed: CJK_ANEW.test(said) || CJK_CHANGE.test(text), former: false, past: false };
  if (found.length > 1 || CJK_NOT_PLAIN.test(form) || /[，,、]/.test(text)) return null;
  const [word = ''] = found;
  const positive =
    word === '不是'
      ? form.replace('不是', '是')
      : word === '没有'
        ? form.replace('没有', /没有\p{Script=Han}(?:过|到|完)/u.test(form) ? '' : '有')
        : form.replace(word, '');
  return {
    form: positive.replace(/了$/, ''),
    negated: true,
    changed: word === '不再' || /不\S+了$/.test(form),
    former: false,
    past: word === '没' || (word === '没有' && !positive.includes('有')),
  };
}

/** A plain statement or its plain denial as a slot: the key is the positive form, the value "yes" or "no". Two that
 * differ contradict each other on whatever day; only words of change make the newer an update. A third that repeats one
 * side joins it and settles nothing; one with words of change takes the place of the side that says the opposite. */
export function plainSlot(statement: Judged): Slot | null {
  const plain = plainNegation(statement.text);
  if (!plain || plain.past) return null;
  const value = plain.negated ? 'no' : 'yes';
  const key =
    'plain ' + formKey(plain.form, statement.text, { fields: statement.fields, category: statement.category });
  return {
    key,
    value,
    negated: false,
    changed: plain.changed,
    form: 'plain',
    single: true,
    label: 'state',
    held: `${key}\u0000${value}`,
    kind: 'word',
    beside: '',
    labelled: null,
  };
}

// Statements of one state out of a few ("Lea is single"), and of what somebody uses ("we use zsh"). A state is replaced
// only by words of change; of what is used, each is a slot of its own, that a switch or a denial can name.

const STATES = new Map(Object.entries(words.states).flatMap(([id, list]) => list.map((state) => [state, id] as const)));
const STATE = /^(.+?) (?:is|am|are)( not)? (\p{Ll}[\p{Ll}-]+)$/u;
const USES = /^(.+?) (?:uses?|(?:does|do)( not) use) (.+?)(?: for (.+))?$/i;
const WHAT_FOR = 4;

export function findState(text: string): Found | null {
  const [, raw = '', no, state = ''] = STATE.exec(text) ?? [];
  const id = STATES.get(state);
  const subject = withoutArticle(raw);
  if (
    id === undefined ||
    !isSubject(subject) ||
    !(isNameLike(subject) || /^(?:user|i)$|['’]s /i.test(subject)) ||
    / and /.test(subject)
  )
    return null;
  return {
    subject,
    relation: { id, label: 'state', kind: 'word', single: true },
    value: { form: state, label: null },
    negated: no !== undefined,
    changed: false,
    single: false,
    renews: !isOneOfSeveral(subject),
    form: 'table',
  };
}

export function findUse(text: string): Found | null {
  const [, raw = '', no, what = '', purpose] = USES.exec(text) ?? [];
  const subject = withoutArticle(raw);
  const value =
    what.split(' ').length <= 3 && !/[,&]| (?:and|or|with|in|on|to|as|at|from|by) /.test(` ${what} `)
      ? readValue(what, 'tool')
      : null;
  if (!value || !isSubject(subject)) return null;
  if (purpose === undefined) return foundOf(subject, `uses ${value.form}`, value, no !== undefined, true);
  const plain =
    purpose.split(' ').length <= WHAT_FOR &&
    !/[,\d]|^(?:now|the moment|a|an|one|some|two|three|this|that|it|him|her|them|me)\b| (?:and|or|when|if) /i.test(
      purpose,
    );
  return plain ? foundOf(subject, `uses for ${valueForm(purpose, 'word')}`, value, no !== undefined, false) : null;
}

/** "我用zsh": only what is written in Latin letters can be told from a verb's object. */
export function findChineseUse(text: string): Found | null {
  const [, subject = '', what = ''] =
    /^(我们|我|用户|[^\p{P}的用]{2,8})(?:使用|用)([A-Za-z][\w.+# -]*)$/u.exec(text) ?? [];
  const value = what === '' ? null : readValue(what, 'tool');
  return value && foundOf(subject, `uses ${value.form}`, value, false, true);
}

function foundOf(subject: string, id: string, value: Found['value'], negated: boolean, single: boolean): Found {
  return {
    subject,
    relation: { id, label: 'use', kind: 'tool', single: true },
    value,
    negated,
    changed: false,
    single,
    renews: !single,
    form: 'table',
  };
}
