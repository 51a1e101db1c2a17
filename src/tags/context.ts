// How alike two tags are used: the words, the tags beside them and the projects of their facts. Pure.
import stopWords from '../../templates/words/stop-words.en.json' with { type: 'json' };
import type { Fact } from '../model/fact.ts';
import { foldTag } from '../model/tag-table.ts';
import { foldProject, projectOf, type TagUse } from './use.ts';

export interface Together {
  /** 0 to 1: the cosine of what the facts of one and of the other speak of, rare things weighing more. */
  readonly alike: number;
  /** The share of the rarer one's facts that carry both. */
  readonly both: number;
  /** The share of the first one's facts that say the second in their words. */
  readonly named: number;
}

export type CompareUse = (first: TagUse, second: TagUse) => Together;

/** `facts`: all of the vault, over which it is counted what is rare. */
export function comparing(facts: readonly Fact[]): CompareUse {
  const features = new Map<Fact, readonly string[]>();
  const featuresOf = (fact: Fact): readonly string[] => {
    let list = features.get(fact);
    if (list === undefined) features.set(fact, (list = readFeatures(fact)));
    return list;
  };
  let spread: Map<string, number> | null = null;
  const rarity = (feature: string): number => {
    if (spread === null) {
      spread = new Map();
      for (const fact of facts) for (const one of featuresOf(fact)) spread.set(one, (spread.get(one) ?? 0) + 1);
    }
    return Math.log(1 + facts.length / (spread.get(feature) ?? 1));
  };
  return (first, second) => {
    const own = new Set([first.key, second.key]);
    const ids = new Set(first.facts.map(({ id }) => id));
    const shared = second.facts.filter(({ id }) => ids.has(id)).length;
    const weigh = (some: readonly Fact[]): Map<string, number> => {
      const weights = new Map<string, number>();
      for (const fact of some.slice(-MOST_FACTS)) for (const one of featuresOf(fact)) if (!own.has(one.slice(1))) weights.set(one, (weights.get(one) ?? 0) + 1);
      for (const [one, count] of weights) weights.set(one, (1 + Math.log(count)) * rarity(one));
      return weights;
    };
    const name = second.key.replace(/[-_]+/g, ' ');
    return {
      alike: first.facts.length === 0 || second.facts.length === 0 ? 0 : cosine(weigh(first.facts), weigh(second.facts)),
      both: shared / Math.max(1, Math.min(first.facts.length, second.facts.length)),
      named: first.facts.filter(({ text }) => says(text, name)).length / Math.max(1, first.facts.length),
    };
  };
}

/** The newest of a tag say enough of it. */
const MOST_FACTS = 500;
const STOP = new Set<string>(stopWords.words);

/** `w` a word, `t` another tag, `p` a project. */
function readFeatures(fact: Fact): string[] {
  const words = fact.text.toLowerCase().normalize('NFC').match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}+#.-]*[\p{L}\p{N}+#]|\p{L}/gu) ?? [];
  const found = words.flatMap((word) => (/[\u3040-\u30ff\u3400-\u9fff]/.test(word) ? pairsOf(word) : word.length < 3 || STOP.has(word) ? [] : [`w${word}`]));
  const project = projectOf(fact);
  return [...new Set([...found, ...fact.tags.map((tag) => `t${foldTag(tag)}`), ...(project === null ? [] : [`p${foldProject(project)}`])])];
}

/** Scripts without spaces between words. */
const pairsOf = (text: string): string[] => Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => `w${text.slice(at, at + 2)}`);

function says(text: string, name: string): boolean {
  const at = text.toLowerCase().indexOf(name);
  return at >= 0 && !/[a-z0-9]/i.test(text.charAt(at - 1)) && !/[a-rt-z0-9]/i.test(text.charAt(at + name.length));
}

function cosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let dot = 0;
  for (const [feature, weight] of a) dot += weight * (b.get(feature) ?? 0);
  const length = (of: ReadonlyMap<string, number>): number => Math.sqrt([...of.values()].reduce((sum, weight) => sum + weight * weight, 0));
  return dot === 0 ? 0 : dot / (length(a) * length(b));
}
