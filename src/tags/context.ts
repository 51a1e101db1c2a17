// How alike two tags are used: the words, the tags beside them and the projects of their facts. Pure.
import stopWords from '../../templates/words/stop-words.en.json' with { type: 'json' };
import type { Fact } from '../model/fact.ts';
import { foldProject, projectOf } from '../model/project.ts';
import { foldTag } from '../model/tag-table.ts';
import type { TagUse } from './use.ts';

/** How alike the use of two tags is. */
export interface Together {
  /** 0 to 1: the cosine of the words, other tags and projects of their facts, rare ones weighing more. */
  readonly alike: number;
  /** Of the facts of the tag that is used less, the share that carries the other too. */
  readonly both: number;
  /** Of the facts of the first, the share in whose text the second stands as a word. */
  readonly named: number;
}

export type CompareUse = (first: TagUse, second: TagUse) => Together;

/** Gives a comparison of any two tags. `facts`: all of the vault, which say how rare a word is. */
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
      for (const fact of some.slice(-MOST_FACTS))
        for (const one of featuresOf(fact)) if (!own.has(one.slice(1))) weights.set(one, (weights.get(one) ?? 0) + 1);
      for (const [one, count] of weights) weights.set(one, (1 + Math.log(count)) * rarity(one));
      return weights;
    };
    const name = second.key.replace(/[-_]+/g, ' ');
    return {
      alike:
        first.facts.length === 0 || second.facts.length === 0 ? 0 : cosine(weigh(first.facts), weigh(second.facts)),
      both: shared / Math.max(1, Math.min(first.facts.length, second.facts.length)),
      named: first.facts.filter(({ text }) => says(text, name)).length / Math.max(1, first.facts.length),
    };
  };
}

/** Facts of a tag that are compared, the newest; more would say no more. */
const MOST_FACTS = 500;
const STOP = new Set<string>(stopWords.words);

/** What a fact speaks of, marked by kind: `w` a word, `t` a tag, `p` a project. */
function readFeatures(fact: Fact): string[] {
  const words =
    fact.text
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}+#.-]*[\p{L}\p{N}+#]|\p{L}/gu) ?? [];
  const found = words.flatMap((word) =>
    /[\u3040-\u30ff\u3400-\u9fff]/.test(word) ? pairsOf(word) : word.length < 3 || STOP.has(word) ? [] : [`w${word}`],
  );
  const project = projectOf(fact);
  return [
    ...new Set([
      ...found,
      ...fact.tags.map((tag) => `t${foldTag(tag)}`),
      ...(project === null ? [] : [`p${foldProject(project)}`]),
    ]),
  ];
}

/** Pairs of neighbouring characters, in place of words, for scripts without spaces between them. */
const pairsOf = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => `w${text.slice(at, at + 2)}`);

function says(text: string, name: string): boolean {
  const at = text.toLowerCase().indexOf(name);
  return at >= 0 && !/[a-z0-9]/i.test(text.charAt(at - 1)) && !/[a-rt-z0-9]/i.test(text.charAt(at + name.length));
}

function cosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let dot = 0;
  for (const [feature, weight] of a) dot += weight * (b.get(feature) ?? 0);
  const length = (of: ReadonlyMap<string, number>): number =>
    Math.sqrt([...of.values()].reduce((sum, weight) => sum + weight * weight, 0));
  return dot === 0 ? 0 : dot / (length(a) * length(b));
}
