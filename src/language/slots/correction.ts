// Statements that say that they correct another.
import words from '../../../templates/slots/words.json';
import type { Judged } from './types.ts';

const FIRST = new RegExp(
  String.raw`^(?:(?:(?:sorry|oops|ups|ah|no)[,!.]? )?(?:correction|corrected|erratum|typo|my mistake|` +
    String.raw`i misspoke|i was wrong)\s?[:：,.—–-]\s*|(?:(?:sorry|oops|no|` +
    String.raw`well)[,!.]? )?(?:actually,? )?i (?:actually |really )?(?:meant|mean)(?: to (?:say|` +
    String.raw`write))?(?: that)?[:,]? |(?:更正|纠正|订正|勘误|修正)(?:一下)?\s?[:：,，]\s*|(?:不对|抱歉|说错了|写错了)?[,，]?(?:我是说|` +
    String.raw`我的意思是|我是想说|我想说的是)[:：,，]?\s*)(?=\S)`,
  'i',
);
const TOOLS = new Set(words.tools);
const BEFORE = /(?<!\S)(?:I meant|I mean|correction)\b/i;

/** "Correction: …", "I meant …": what is said instead, or null. "I mean it", "I meant to call" correct nothing. */
export function isCorrection(text: string): { rest: string } | null {
  const said = text.trim().slice(0, 2000);
  const label = FIRST.exec(said)?.[0];
  if (label === undefined) return null;
  const rest = said.slice(label.length).trim();
  if (
    BEFORE.test(label) &&
    /^(?:it|that|to|for|no|well|business|what|everything|every word|the world|a lot|so much|nothing|good|harm)\b/i.test(
      rest,
    )
  )
    return null;
  return rest === '' ? null : { rest };
}

/**
 * The words of a correction as a statement of their own: without the label, and with a capital where a sentence has
 * one. A text that is no correction is given back as it is.
 */
export function statementWithoutLabel(text: string): string {
  const rest = isCorrection(text)?.rest;
  if (rest === undefined) return text;
  const [first = ''] = rest.split(/[\s'’]/);
  return /^\p{Ll}+$/u.test(first) && !TOOLS.has(first) ? rest.charAt(0).toUpperCase() + rest.slice(1) : rest;
}

// Whether two statements can be compared word by word: said of the same project and persons, and by the same
// speaker where only the speaker makes clear who is meant.

const DEICTIC = new RegExp(
  String.raw`\b(?:i|me|my|mine|we|us|our|you|your|he|him|his|she|her|they|them|their|it|its|this|that|these|` +
    String.raw`those|here|there)\b|[我你您他她它咱俺]|这|那`,
  'i',
);
const FIELDS = ['project', 'key', 'value', 'persons', 'location'] as const;

export function isSameTalk(older: Judged, newer: Judged): boolean {
  if (FIELDS.some((name) => (older.fields[name] ?? '') !== (newer.fields[name] ?? ''))) return false;
  return older.category === newer.category || !DEICTIC.test(older.text);
}
