// Current claims that cannot both hold, told from the statements alone: of two values in one slot that has one at a
// time one is past, in a conflict, or a person was asked about the two.
import { parseSlot } from '../../src/language/slots/parse-slot.ts';
import { normalForm } from '../../src/language/normal-form.ts';
import { groupBy } from '../../src/model/group-by.ts';
import { isHistory } from '../../src/model/page.ts';
import { readView, type View } from '../../src/vault/view.ts';
import type { Clone } from './clone.ts';
import { vaultAt } from './state.ts';

interface Held {
  readonly facts: readonly string[];
  readonly key: string;
  readonly value: string;
  readonly text: string;
}

/** One complaint a pair. */
export function clashes(clone: Clone, view: View = readView(vaultAt(clone.root))): string[] {
  const named = new Set([...view.reviews.values()].flatMap(({ facts }) => pairs(facts).map(([a, b]) => `${a} ${b}`)));
  const isAsked = (one: Held, other: Held): boolean =>
    one.facts.some((a) => other.facts.some((b) => named.has(`${a} ${b}`) || named.has(`${b} ${a}`)));
  const isFree = ({ facts }: Held): boolean => !facts.some((fact) => view.pinned.has(fact));
  return [...groupBy(current(view), ({ key }) => key).values()]
    .flatMap((held) => pairs(held))
    .filter(([one, other]) => one.value !== other.value && isFree(one) && isFree(other) && !isAsked(one, other))
    .map(
      ([one, other]) =>
        `both are current: ${one.facts.join(' ')} ${JSON.stringify(one.text)}, ${other.facts.join(' ')} ${JSON.stringify(other.text)}`,
    );
}

/**
 * The claims in the words of one of their facts; what a person made of one is not judged, nor what may have several
 * values: a dream asks about the nearest of those alone.
 */
function current(view: View): Held[] {
  return [...view.pages.values()]
    .flatMap(({ claims }) => claims)
    .filter((claim) => !isHistory(claim) && claim.sides.length === 0)
    .flatMap(({ text, facts }) => {
      const fact = facts
        .map((id) => view.factById.get(id))
        .find((one) => one !== undefined && normalForm(one.text) === normalForm(text));
      const slot = fact && parseSlot(fact);
      return !slot?.single || slot.negated ? [] : [{ facts, key: slot.key, value: slot.value, text }];
    });
}

const pairs = <T>(all: readonly T[]): (readonly [T, T])[] =>
  all.flatMap((one, at) => all.slice(at + 1).map((other) => [one, other] as const));
