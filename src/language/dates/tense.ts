// Whether a sentence speaks of what was or of what will be, by a few plain cues. Pure; made to say
// "neither" readily, because a date is computed from the answer.
import words from '../../../templates/words/tense.json';

const word = (list: readonly string[]): string => list.map((item) => item.replace(/['’]/g, "['’]")).join('|');

/** After these a past form is a participle: "is held", "to be won". */
const NOT_PARTICIPLE =
  String.raw`(?<!\b(?:is|are|am|be|been|being|get|gets|getting|has|have|to)\s)` + String.raw`(?<!['’](?:s|re|m|ve)\s)`;
const PAST = new RegExp(String.raw`${NOT_PARTICIPLE}\b(?:${word(words.past)})\b(?!\s+to\b)`, 'i');
const PAST_ED = /\b(?:I|we|he|she|they|you|it|\p{Lu}[\p{L}'’-]+)\s+(?:\p{Ll}+ly\s+|just\s+|also\s+)?\p{Ll}{2,}ed\b/u;
const FUTURE = new RegExp(String.raw`\b(?:${word(words.future)})\b|['’]ll\b`, 'i');
const UNCLEAR = new RegExp(String.raw`\b(?:${word(words.unclear)})\b|['’]d\b`, 'i');

export interface Tense {
  past: boolean;
  future: boolean;
  /** Reported, planned, habitual or conditional: the verb's tense does not date the event. */
  unclear: boolean;
}

export function tenseOf(sentence: string): Tense {
  return {
    past: PAST.test(sentence) || PAST_ED.test(sentence),
    future: FUTURE.test(sentence),
    unclear: UNCLEAR.test(sentence),
  };
}
