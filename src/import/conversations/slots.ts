// Identifies statements by their slots, independent of wording. Two statements with the same identity are one fact.
// Ignores slot names from a model. Pure.
import { createHash } from 'node:crypto';
import { normalForm } from '../../language/normal-form.ts';
import { parseSlot } from '../../language/slots/parse-slot.ts';
import { missingSpecifics, negationsIn } from '../../language/specifics.ts';
import { encodeText } from '../../model/bytes.ts';
import type { Statement } from '../../model/fact.ts';

/** Returns a text's stems, as in search. */
export type Terms = (text: string) => readonly string[];

/** Words that negate what follows. */
const DENIES = new RegExp(
  String.raw`\b(?:dislikes?d?|hates?d?|loathes?|detests?|avoids?(?:ed|ing)?|refuses?d?|unable|fails?(?:ed)? to|` +
    String.raw`lacks?(?:ed)?|stop(?:s|ped)?|quits?|gave up|gives? up|give up|used to|former(?:ly)?)\b|讨厌|討厭|避免|` +
    String.raw`拒绝|拒絕|戒了|戒掉|停止|放弃|以前|曾经`,
  'iu',
);
/** Liking, to any degree. */
const LIKES = new RegExp(
  String.raw`\b(?:(?:really|very much|also|still|especially|absolutely|particularly) )*(?:loves?d?|likes?d?|` +
    String.raw`enjoys?(?:ed)?|adores?d?|prefers?(?:red)?|fond of|into|a fan of)\b|(?:很|非常|特别|最)?(?:喜欢|喜歡|喜爱|热爱|爱)`,
  'giu',
);
const NUMBER = /\p{Nd}+(?:[.,:/-]\p{Nd}+)*/gu;
const SUBJECT = /^(?:the )?user\b(?:['’]s)?|^用户的?/iu;
/** The share of a statement's stems that an earlier one from the same turn must contain to count as the same. */
const TOLD = 0.75;
/** Stems that add no meaning. */
const LITTLE: ReadonlySet<string> = new Set(['us', 'get', 'call', 'name', 'current', 'also', 'still', 'realli']);

/** Whether the text says that something is not, or no longer, true. */
export const denies = (text: string): boolean => negationsIn(text) > 0 || DENIES.test(text);

/** Equal for statements that say the same: kind, subject, slot and value, all numbers and days. */
export function identityOf(statement: Statement, terms: Terms): string {
  const { text, category, fields } = statement;
  const { value = '', kind = category, project = '' } = fields;
  const numbers = [...text.matchAll(NUMBER)]
    .map(([number]) => number)
    .toSorted()
    .join(' ');
  const slot = parseSlot({ text, category, fields: { project } });
  if (slot !== null) return ['slot', slot.key, slot.value, slot.negated, normalForm(slot.beside), numbers].join('\n');
  const sign = denies(text) ? 'not' : '';
  const isTaste = kind === 'preference' && value !== '' && (text.match(LIKES)?.length ?? 0) > 0 && text.includes(value);
  if (isTaste)
    return [
      'likes',
      subjectOf(text, value),
      sign,
      bagOf(value, terms),
      numbers,
      bagOf(behind(text, value), terms),
    ].join('\n');
  return ['says', sign, bagOf(text, terms), numbers].join('\n');
}

/** For a store that keeps no text. */
export const digestOf = (session: string, identity: string): string =>
  createHash('sha256')
    .update(encodeText(`${session}\n${identity}`))
    .digest('hex')
    .slice(0, 16);

/** Whether an earlier statement from the same words already says everything in a later one. */
export function saysAgain(earlier: Statement, later: Statement, terms: Terms): boolean {
  if (normalForm(earlier.text) === normalForm(later.text)) return true;
  if (
    denies(earlier.text) !== denies(later.text) ||
    missingSpecifics(later.text, earlier.text).some((one) => one !== 'not')
  )
    return false;
  const [old, told] = [
    new Set(wordsIn(earlier.text, terms)),
    new Set(wordsIn(later.text, terms).filter((word) => !LITTLE.has(word))),
  ];
  return told.size > 0 && [...told].filter((word) => old.has(word)).length >= told.size * TOLD;
}

const subjectOf = (text: string, value: string): string =>
  normalForm(text.slice(0, text.indexOf(value)).replace(LIKES, '').replace(SUBJECT, 'user'));
const behind = (text: string, value: string): string => text.slice(text.indexOf(value) + value.length);
const wordsIn = (text: string, terms: Terms): readonly string[] => terms(text.replace(SUBJECT, ''));
const bagOf = (text: string, terms: Terms): string => [...new Set(wordsIn(text, terms))].toSorted().join(' ');
