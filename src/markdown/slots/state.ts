// Statements of one state out of a few ("Lea is single"), and of what somebody uses ("we use zsh"). A state is replaced
// only by words of change; of what is used, each is a slot of its own, that a switch or a denial can name.
import words from '../../../templates/slots/words.json';
import type { Found } from './find.ts';
import { isNameLike, isOneOfSeveral, isSubject } from './subject.ts';
import { withoutArticle } from './table.ts';
import { readValue, valueForm } from './value.ts';

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
