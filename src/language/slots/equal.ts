// When two facts are the same statement: equal words under the normal form, about the same project, event and values;
// and when two statements can be compared at all. What only its speaker makes clear ("I like it") is equal only within
// one category.
import type { Statement } from '../../model/fact.ts';
import { normalForm } from '../normal-form.ts';
import { negationsIn, withoutNegations } from '../specifics.ts';
import { statementCore, withoutContractions } from './sentence.ts';
import type { Judged } from './slots.ts';

const DEICTIC = new RegExp(
  String.raw`\b(?:i|me|my|mine|myself|we|us|our|ours|you|your|yours|he|him|his|she|her|hers|they|them|their|it|` +
    String.raw`its|this|that|these|those|here|there)\b|[我你您他她它咱俺]|这|那`,
  'i',
);
const WORDS = /[\p{L}\p{N}]+/gu;
const FIELDS = ['project', 'key', 'value', 'persons', 'location'] as const;

/** A key that equal statements share. `text` is the wording with its dates, as it stands on a page. */
export function statementKey(text: string, fact: Statement): string {
  return `${formKey(normalForm(statementCore(text)), text, fact)}\u0000${fact.fields.at?.slice(0, 10) ?? ''}`;
}

/** The same for a form of that text that was found otherwise, whenever it happened. */
export function formKey(form: string, text: string, fact: Pick<Statement, 'category' | 'fields'>): string {
  const speaker = dependsOnSpeaker(text) ? `${fact.category} ${fact.fields.persons ?? ''}` : '';
  return [form, speaker, ...FIELDS.map((name) => fact.fields[name] ?? '')].join('\u0000');
}

function dependsOnSpeaker(text: string): boolean {
  return DEICTIC.test(text) || (text.match(WORDS) ?? []).length < 3;
}

/**
 * Whether two statements can be compared word by word: said of the same project and persons, and by the same speaker
 * where only the speaker makes clear who is meant.
 */
export function isSameTalk(older: Judged, newer: Judged): boolean {
  if (FIELDS.some((name) => (older.fields[name] ?? '') !== (newer.fields[name] ?? ''))) return false;
  return older.category === newer.category || !DEICTIC.test(older.text);
}

// Whether a statement plainly denies another: the same words but for one negation.

export interface PlainStatement {
  /** The words without negation and endings: a statement and its plain denial share it. */
  readonly form: string;
  readonly negated: boolean;
  /** "no longer", "any more", "now", "again": the opposite is not said to have been wrong. */
  readonly changed: boolean;
  /** It tells of what happened: on another day it may have been otherwise. */
  readonly past: boolean;
}

const LONGEST = 300;
/** Where a statement and its denial may both hold: a question, a rule, a condition, a possibility, a part of many. */
const NOT_PLAIN = new RegExp(
  String.raw`[?？;:；：]|^(?:do not|never|not|no)\b|\b(?:if|unless|when|whenever|while|until|before|because|` +
    String.raw`although|though|but|which|who|whose|` +
    String.raw`whether|would|could|might|may|maybe|perhaps|should|some|sometimes|often|usually|sure|only|and|` +
    String.raw`(?:gives?|giving|gave) up|said|says|` +
    String.raw`told|thinks?|thought|believes?|wenn|` +
    String.raw`falls|vielleicht|si|quand|cuando)\b|, |如果|要是|除非|当|可能|也许|应该|有时|有些|因为|不(?:[错太同断少久总都常]|放弃)`,
  'i',
);
const CHANGE = /\b(?:now|again|no longer|any ?more|any longer)\b|现在|如今|不再|重新/i;
const CHANGE_WORDS = /\b(?:now|again|longer|any ?more|any longer|do|does|did)\b|现在|如今|再|重新/g;
const PAST = /\b(?:did|was|were|had)\b|(?<!\b(?:is|are|am|be|been|not|never|longer) )\b\p{L}{2,}ed\b/iu;
const ENDING = /(?<=\p{L}{2})(?:ied|ies|ed|e?s|e|(?<=[^aeiou])y)$/u;

/** The statement behind a plain statement or its plain denial, or null where it is neither. */
export function plainNegation(text: string): PlainStatement | null {
  if (text.length > LONGEST || text.includes('\n')) return null;
  const said = statementCore(withoutContractions(text.replace(/[’‘]/g, "'")));
  const negations = negationsIn(said);
  if (negations > 1 || (negations === 1 && NOT_PLAIN.test(said))) return null;
  const bare = normalForm(withoutNegations(said))
    .replace(CHANGE_WORDS, ' ')
    .replace(/\bhas\b/g, 'have');
  const form = bare.split(/\s+/).map((word) => word.replace(ENDING, ''));
  return {
    form: form.filter((word) => word !== '').join(' '),
    negated: negations === 1,
    changed: CHANGE.test(text),
    past: PAST.test(said),
  };
}
