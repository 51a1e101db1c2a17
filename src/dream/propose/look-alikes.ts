// Look-alikes: earlier statements that a new one may repeat or make obsolete. Finds candidates by shared rare terms and
// scores each pair by weighted features. The result is never certain: a person or a model is asked, or it is used for
// ranking.
import weights from '../../../templates/words/look-alikes.json';
import lexicon from '../../../templates/words/signs.json';
import { createTokenizer, type Tokenizer } from '../../index/tokenizer.ts';
import type { Neighbours } from '../../language/neighbours.ts';
import { eventDay, type Fact, projectOf } from '../../model/fact.ts';
import {
  type Feature,
  type Features,
  featuresOf,
  type NearTerms,
  type Profile,
  softCover,
  type Statement,
  type Traits,
  traitsOf,
} from './pair-features.ts';

export type { Statement } from './pair-features.ts';

/** A fact, in these words. */
export function statementOf(fact: Fact, text: string): Statement {
  const { id, category, tags } = fact;
  return { id, text, day: eventDay(fact), category, tags, project: projectOf(fact) };
}

export interface Candidate {
  readonly older: Statement;
  readonly features: Features;
}

export const KINDS = ['merge', 'supersede', 'contradiction'] as const;

/** An earlier statement, and its possible relation to the new one. */
export interface LookAlike {
  readonly id: string;
  /** 0 to 1: the probability that both are about one thing and cannot both stay as they are. */
  readonly score: number;
  /** The most likely relation. */
  readonly kind: (typeof KINDS)[number];
}

/** Only this much of a statement is compared, in UTF-16 units. */
const LONGEST = 600;
/** Terms in more statements than this are not used for finding candidates. */
const POSTINGS = 400;
/** The most postings to walk per statement, rarest terms first. */
const WALKED = 1200;
/** Candidates below this fraction of the best rough score are not compared. */
const ROUGH = 0.02;
/** The least number of candidates compared, to determine which is the latest. */
const COMPARED = 8;
const LITTLE = 0.15;
const TAG = 0.5;
const NEAR = 0.5;

/** By feature, the weights for each of `KINDS`; the weight for "both stay" is zero. */
const rows = Object.entries(weights) as [Feature, number[]][];

/** A softmax over "both stay" and the kinds. The weights are fitted by `node bench/run.mjs fit`. */
function weigh(measured: Features): Omit<LookAlike, 'id'> {
  const sums = KINDS.map((_, kind) =>
    rows.reduce((sum, [feature, row]) => sum + (row[kind] ?? 0) * measured[feature], 0),
  );
  const top = Math.max(0, ...sums);
  const parts = sums.map((sum) => Math.exp(sum - top));
  const all = parts.reduce((sum, part) => sum + part, Math.exp(-top));
  const kind = KINDS[parts.indexOf(Math.max(...parts))] ?? 'supersede';
  // A statement that something ended, or a negation, does not say the same.
  const isSame = kind !== 'merge' || (measured.ended === 0 && measured.negation === 0);
  return { score: 1 - Math.exp(-top) / all, kind: isSame ? kind : 'supersede' };
}

interface Indexed extends Profile {
  /** Terms, tags (`#tag`) and the project (`@project`). */
  readonly keys: readonly string[];
  /** Its overlap with the statement being looked up; 0 otherwise. */
  dot: number;
}

interface Vocabulary {
  /** The term that represents words of one meaning, in any language. */
  readonly concepts: ReadonlyMap<string, string>;
  readonly little: ReadonlySet<string>;
}
let vocabulary: Vocabulary | null = null;

/** Built once, since it takes some milliseconds. */
function openVocabulary(tokenizer: Tokenizer): Vocabulary {
  if (vocabulary) return vocabulary;
  const concepts = new Map<string, string>();
  for (const list of lexicon.concepts) {
    const words = list.split(' ');
    for (const word of words)
      for (const term of tokenizer.terms(word).slice(0, 1)) if (!concepts.has(term)) concepts.set(term, `=${words[0]}`);
  }
  vocabulary = { concepts, little: new Set(lexicon.little.flatMap((word) => [word, ...tokenizer.terms(word)])) };
  return vocabulary;
}

/** An index of statements by their terms. With `neighbours` it also finds statements that use related words. */
export class LookAlikes {
  private readonly tokenizer: Tokenizer = createTokenizer();
  private readonly vocabulary: Vocabulary = openVocabulary(this.tokenizer);
  private readonly postings = new Map<string, Indexed[]>();
  private readonly known = new Map<string, Indexed>();
  private readonly nearTerms = new Map<string, readonly (readonly [string, number])[]>();

  private readonly neighbours: Neighbours | null;

  constructor(neighbours: Neighbours | null = null) {
    this.neighbours = neighbours;
  }

  add(statement: Statement): void {
    this.remove(statement.id);
    const profile = this.profileOf(statement);
    this.known.set(profile.id, profile);
    for (const key of profile.keys) {
      const list = this.postings.get(key);
      if (list) list.push(profile);
      else this.postings.set(key, [profile]);
    }
  }

  remove(id: string): void {
    const profile = this.known.get(id);
    if (!profile) return;
    this.known.delete(id);
    for (const key of profile.keys) {
      const list = this.postings.get(key) ?? [];
      list.splice(list.indexOf(profile), 1);
      if (list.length === 0) this.postings.delete(key);
    }
  }

  /** Earlier statements that this one may repeat, end or contradict, most likely first. */
  find(statement: Statement, most: number): LookAlike[] {
    return this.candidates(statement, Math.max(most, COMPARED))
      .map(({ older, features: measured }) => ({ id: older.id, ...weigh(measured) }))
      .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
      .slice(0, most);
  }

  /** Statements that share words with this one, most similar first, each with its similarity, 0 to 1. */
  kin(statement: Statement, most: number): { readonly id: string; readonly likeness: number }[] {
    return this.nearest(this.profileOf(statement), most).map(({ other, likeness }) => ({ id: other.id, likeness }));
  }

  /** The most similar earlier statements, best first, with the features that `find` scores. */
  candidates(statement: Statement, most: number): Candidate[] {
    const own = this.profileOf(statement);
    const scored = this.nearest(own, most);
    const idf = (term: string): number => this.idf(term);
    const near: NearTerms = new Map(
      this.neighbours ? this.wordsOf(own).map((word) => [this.termOf(word), this.termsNear(word)] as const) : [],
    );
    const best = scored[0]?.likeness ?? 0;
    const alike = scored.filter(({ likeness }) => likeness >= best * 0.6);
    return scored.map(({ other, likeness }, at) => ({
      older: other,
      features: featuresOf(other, own, {
        idf,
        top: Math.log(1 + this.known.size),
        soft: softCover(near, other, idf),
        isFirst: at === 0,
        margin: likeness - (scored[at === 0 ? 1 : 0]?.likeness ?? 0),
        later: this.laterAlike(other, scored),
        isNewest: likeness >= best * 0.6 && !alike.some((one) => one.other.day > other.day),
      }),
    }));
  }

  /** The similarity of the most similar later candidate, 0 to 1. */
  private laterAlike(profile: Indexed, scored: readonly { readonly other: Indexed }[]): number {
    let most = 0;
    for (const { other } of scored.slice(0, COMPARED)) {
      if (other.day <= profile.day) continue;
      let dot = 0;
      for (const key of other.keys) if (profile.keys.includes(key)) dot += this.weightOf(key) ** 2;
      most = Math.max(most, dot / Math.sqrt(this.norm(other) * this.norm(profile)));
    }
    return most;
  }

  private nearest(own: Indexed, most: number): { readonly other: Indexed; readonly likeness: number }[] {
    const touched: Indexed[] = [];
    let left = WALKED;
    for (const { list, weight } of this.listsFor(own)) {
      left -= list.length;
      if (left < 0) break;
      for (const other of list) {
        if (other.dot === 0) touched.push(other);
        other.dot += weight ** 2;
      }
    }
    const ownNorm = this.norm(own);
    const found = touched.map((other) => ({
      other,
      dot: other.dot,
      rough: other.dot / Math.sqrt(2 + other.keys.length),
    }));
    for (const other of touched) other.dot = 0;
    const least = found.reduce((best, { rough }) => Math.max(best, rough), 0) * ROUGH;
    return found
      .filter(({ other, rough }) => rough >= least && other.id !== own.id)
      .sort((a, b) => b.rough - a.rough || (a.other.id < b.other.id ? -1 : 1))
      .slice(0, most * 4)
      .map(({ other, dot }) => {
        const project = own.project !== null && other.project !== null && own.project !== other.project ? 0.5 : 1;
        return { other, likeness: (dot / Math.sqrt(ownNorm * this.norm(other))) * project };
      })
      .sort((a, b) => b.likeness - a.likeness || (a.other.id < b.other.id ? -1 : 1))
      .slice(0, most);
  }

  /** The postings to walk, most informative first. */
  private listsFor(own: Indexed): { readonly list: readonly Indexed[]; readonly weight: number }[] {
    const lists: { list: readonly Indexed[]; weight: number }[] = [];
    const collect = (key: string, factor: number): void => {
      const list = this.postings.get(key);
      if (list && list.length <= POSTINGS) lists.push({ list, weight: this.weightOf(key) * factor });
    };
    for (const key of own.keys) collect(key, 1);
    if (this.neighbours)
      for (const word of this.wordsOf(own))
        for (const [term, nearness] of this.termsNear(word)) if (!own.terms.has(term)) collect(term, nearness * NEAR);
    return lists.sort((a, b) => b.weight - a.weight);
  }

  private weightOf(key: string): number {
    return this.idf(key) * (key.startsWith('#') || key.startsWith('@') ? TAG : 1);
  }

  private idf(key: string): number {
    const rarity = Math.log(1 + this.known.size / (1 + (this.postings.get(key)?.length ?? 0)));
    return this.vocabulary.little.has(key) ? rarity * LITTLE : rarity;
  }

  private norm(profile: Indexed): number {
    let sum = 1e-9;
    for (const key of profile.keys) sum += this.weightOf(key) ** 2;
    return sum;
  }

  /** Computes the terms at once; the traits on first comparison. */
  private profileOf(statement: Statement): Indexed {
    const text = statement.text.slice(0, LONGEST);
    const terms = new Set<string>();
    for (const term of this.tokenizer.terms(text)) terms.add(this.vocabulary.concepts.get(term) ?? term);
    const keys = [...terms, ...new Set(statement.tags.map((tag) => `#${tag}`))];
    if (statement.project !== null) keys.push(`@${statement.project}`);
    let traits: Traits | null = null;
    return {
      ...statement,
      terms,
      keys,
      dot: 0,
      get traits() {
        return (traits ??= traitsOf(text, statement.day));
      },
    };
  }

  /** The words of a statement that may have neighbours; not names, whose neighbours are other names. */
  private wordsOf({ traits }: Profile): string[] {
    return traits.words.filter(
      (word) => word.length > 2 && !traits.names.has(word) && !this.vocabulary.little.has(word),
    );
  }

  private termOf(word: string): string {
    const [term = word] = this.tokenizer.terms(word);
    return this.vocabulary.concepts.get(term) ?? term;
  }

  private termsNear(word: string): readonly (readonly [string, number])[] {
    let known = this.nearTerms.get(word);
    if (!known) {
      known = (this.tokenizer.terms(word).length > 0 ? (this.neighbours?.of(word) ?? []) : []).map(
        ({ word: other, nearness }) => [this.termOf(other), nearness] as const,
      );
      this.nearTerms.set(word, known);
    }
    return known;
  }
}
