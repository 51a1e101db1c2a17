// The statement that stands for several: one of their own wordings, never a new one.
import { missingSpecifics } from '../markdown/specifics.ts';
import type { Fact } from '../model/fact.ts';

type Worded = Pick<Fact, 'text'>;

/** The longest wording that keeps the specifics of all, of equally long ones the latest; null where none does. */
export function draftOf(facts: readonly Worded[]): string | null {
  const whole = facts.map(({ text }) => text).filter((text) => lackingIn(text, facts).length === 0);
  return whole.reduce<string | null>((best, text) => (best === null || text.length >= best.length ? text : best), null);
}

/** What a wording drops of what the facts say, each once: numbers, dates, names, addresses, negations. */
export function lackingIn(text: string, facts: readonly Worded[]): string[] {
  return [...new Set(facts.flatMap((fact) => missingSpecifics(fact.text, text)))];
}
