// When two facts are the same statement: equal normal forms about the same project, event and values; and when two
// statements are comparable at all. Statements that depend on the speaker ("I like it") are equal only within one
// category.
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

/** A key that is equal for equal statements. `text` is the wording with its dates, as on a page. */
export function statementKey(text: string, fact: Statement): string {
  return `${formKey(normalForm(statementCore(text)), text, fact)}\u0000${fact.fields.at?.slice(0, 10) ?? ''}`;
}

/** The same for a given normal form, regardless of time. */
export function formKey(form: string, text: string, fact: Pick<Statement, 'category' | 'fields'>): string {
  const speaker = dependsOnSpeaker(text) ? `${fact.category} ${fact.fields.persons ?? ''}` : '';
  return [form, speaker, ...FIELDS.map((name) => fact.fields[name] ?? '')].join('\u0000');
}

function dependsOnSpeaker(text: string): boolean {
  return DEICTIC.test(text) || (text.match(WORDS) ?? []).length < 3;
}

/**
 * True if two statements can be compared word by word: they concern the same project and persons, and the same speaker
 * if only the speaker makes clear who is meant.
 */
export function isSameTalk(older: Judged, newer: Judged): boolean {
  if (FIELDS.some((name) => (older.fields[name] ?? '') !== (newer.fields[name] ?? ''))) return false;
  return older.category === newer.category || !DEICTIC.test(older.text);
}

// Whether a statement plainly negates another: the same words except for one negation.

export interface PlainStatement {
  /** The words without negation and inflection: equal for a statement and its plain negation. */
  readonly form: string;
  readonly negated: boolean;
  /** "no longer", "any more", "now", "again": the opposite may have been true before. */
  readonly changed: boolean;
  /** It describes an event: on another day it may have been different. */
  readonly past: boolean;
}

const LONGEST = 300;
/** Where a statement and its negation may both hold: a question, a rule, a condition, a possibility, a part of many. */
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

/** Parses a plain statement or its plain negation; null if it is neither. */
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
