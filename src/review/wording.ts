// Does a person's own wording speak of what the statements speak of? Of their words that tell something it keeps
// more than half; what is specific is looked at elsewhere. Pure.
import { stemmer } from '@orama/stemmers/english';
import stopWords from '../../templates/words/stop-words.en.json';
import { normalForm } from '../markdown/normal-form.ts';
import type { Fact } from '../model/fact.ts';

const STOP: ReadonlySet<string> = new Set(stopWords.words);
/** Of scripts without spaces each character. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
const KEPT = 0.5;

/** Those of whose words it keeps too few, whoever asks is to be told so; none for a wording of their own. */
export function barelySaid<T extends Pick<Fact, 'text'>>(wording: string, facts: readonly T[]): T[] {
  const form = normalForm(wording);
  if (facts.some(({ text }) => normalForm(text) === form)) return [];
  const kept = tellingWords(wording);
  return facts.filter(({ text }) => {
    const words = tellingWords(text);
    return words.size > 0 && [...words].filter((word) => kept.has(word)).length <= KEPT * words.size;
  });
}

function tellingWords(text: string): Set<string> {
  const words = text.normalize('NFKC').toLowerCase().match(WORD) ?? [];
  return new Set(
    words.filter((word) => !STOP.has(word)).map((word) => (/^[a-z]{3,40}$/.test(word) ? stemmer(word) : word)),
  );
}
