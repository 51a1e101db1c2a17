// Statements of how something is that hold one figure, time or weekday behind the verb: "the rent is 1200 euros". The
// rest of the words is the key. Several may be true side by side; with words of change the new one replaces the old.
import words from '../../../templates/slots/words.json';
import { normalForm } from '../normal-form.ts';
import { datePartsOf } from './dates.ts';
import type { Found } from './parse-slot.ts';
import { withoutArticle } from './relations.ts';
import { isSubject } from './subject.ts';

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
  return foundOf(subject, frame, count >= 0 ? String(count + 2) : value[0].toLowerCase(), date !== null);
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
  return foundOf(
    subject,
    `${verb}${said.slice(0, value.index)}# ${said.slice(value.index + value[0].length)}`,
    value[0],
    false,
  );
}

function foundOf(subject: string, frame: string, form: string, date: boolean): Found {
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
