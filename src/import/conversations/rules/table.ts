// The rules of templates/extract/en.json, compiled once. Decides nothing by itself.
import data from '../../../../templates/extract/en.json';
import zh from '../../../../templates/extract/zh.json';
import { type Compiled, compiledOnce, EN } from './words.ts';

interface Row {
  readonly kind: string;
  readonly key: string;
  readonly confidence: number;
  readonly says: readonly string[];
  readonly taste?: boolean;
  readonly goal?: boolean;
  readonly event?: boolean;
  readonly dated?: boolean;
  readonly habit?: boolean;
  /** Only what is always or usually so. */
  readonly always?: boolean;
  /** Behind "only". */
  readonly only?: boolean;
  readonly concrete?: boolean;
  readonly ongoing?: boolean;
  readonly frequent?: boolean;
  readonly wholeJob?: boolean;
  readonly kinObject?: boolean;
  /** Its value is somebody's name. */
  readonly person?: boolean;
  /** Only behind a fact with this key, in one sentence: who left a firm and joined another works there. */
  readonly behind?: string;
  /** Its value is no place that is known. */
  readonly firm?: boolean;
  /** Never a task for an assistant. */
  readonly sure?: boolean;
}

export type Rule = Compiled<Row>;

/** What may follow "I", in order. */
export const rulesOf = compiledOnce<Row>(EN, data.rules);

/** Those whom only their own word names: nobody is "a colleague" who is a landlord. */
const BY_WORD = new Set(['colleague', 'in-law', 'step']);
let kinKeys: Map<string, string> | undefined;

/** `sister` for "sister", `pet` for "dogs"; null for what is no one of a family or a circle. */
export function kinOf(word: string): string | null {
  kinKeys ??= new Map([
    ...Object.entries(zh.kin).flatMap(([key, words]) => words.map((name) => [name, key] as const)),
    ...Object.entries(data.kin).flatMap(([key, words]) =>
      words.flatMap((name) => [[name, BY_WORD.has(key) ? name : key] as const, [`${name}s`, key] as const]),
    ),
  ]);
  return kinKeys.get(word.toLowerCase()) ?? null;
}

/** The words for people of one's own, as one choice. */
export const KIN_WORDS = EN.source('{kin}');

// The nouns of extraction by rules. Nothing here reads or decides.

/** Who speaks, and about what. */
export interface Teller {
  /** As the facts call the person: the name of the transcript, else "User". */
  readonly name: string;
  /** The talk is with an assistant: what the person wants now is a task and no goal. */
  readonly assisted: boolean;
  readonly project: string | null;
  /** Local day of the turn; null where the format does not say. */
  readonly day: string | null;
}

/** One thing that was said, with what it is about. */
export interface Found {
  readonly kind: string;
  readonly key: string;
  readonly value: string;
  /** Stands alone. */
  readonly text: string;
  /** `2023-05-07`, `2023-05` or `2023`. */
  readonly at?: string | null;
  /** Names of others. */
  readonly persons?: readonly string[];
  readonly confidence: number;
}
