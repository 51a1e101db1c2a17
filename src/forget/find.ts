// Which facts a person means by a text: those that say it, else those that hold all of its words. Reads; decides
// nothing.
import { normalForm } from '../markdown/normal-form.ts';
import { wordsOf } from '../markdown/forget/words.ts';
import { compareFacts, type Fact } from '../model/fact.ts';

export interface Found {
  /** They say just that. */
  readonly equal: readonly Fact[];
  /** They hold each of its words, or one that begins so; the newest first. Empty where there are equal ones. */
  readonly alike: readonly Fact[];
}

export function findFacts(facts: readonly Fact[], text: string): Found {
  const wanted = normalForm(text);
  const equal = facts.filter((fact) => normalForm(fact.text) === wanted);
  if (equal.length > 0) return { equal, alike: [] };
  const words = wordsOf(text);
  if (words.length === 0) return { equal, alike: [] };
  const alike = facts.filter((fact) => {
    const held = wordsOf(fact.text);
    return words.every((word) => held.some((one) => one.startsWith(word)));
  });
  return { equal, alike: alike.sort(compareFacts).reverse() };
}
