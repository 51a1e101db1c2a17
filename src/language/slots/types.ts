// The nouns of slots and of judging. Nouns only.
import type { Statement } from '../../model/fact.ts';

/** `day`: the local day on which it was logged, where that is known. */
export type Judged = Pick<Statement, 'text' | 'fields' | 'category'> & { readonly day?: string };

/** How a value is told from what is none, and compared. */
export type Kind =
  | 'word'
  | 'tool'
  | 'name'
  | 'language'
  | 'person'
  | 'company'
  | 'title'
  | 'place'
  | 'birthplace'
  | 'country'
  | 'continent'
  | 'date'
  | 'number'
  | 'code'
  | 'address'
  | 'genre'
  | 'specific'
  | 'text';

export interface Slot {
  /** Project, subject and relation: statements with one key speak of one thing. */
  readonly key: string;
  /** In the form in which values are compared. */
  readonly value: string;
  /** The statement denies the value. */
  readonly negated: boolean;
  /** It has words of change: "now", "no longer", "moved to". */
  readonly changed: boolean;
  readonly form: 'table' | 'definite' | 'field' | 'figure' | 'plain';
  /** The key has one value at a time. Where false ("speaks French"), only an equal value says anything. */
  readonly single: boolean;
  /**
   * Where not `single`: with words of change it would be ("the rent is 1200 euros"). Another value without them is
   * worth a question.
   */
  readonly asks?: boolean;
  /** What the relation is called in a reason; general words, never the statement's own. */
  readonly label: string;
  /** Project, subject and value, to be found by `Switch.leaves`. */
  readonly held: string;
  readonly kind: Kind;
  /** What it says beside the slot ("since June"); empty for nothing. */
  readonly beside: string;
  /** "the city of": what it says the value is. */
  readonly labelled: string | null;
}

/** "Switched from X to Y": whose slot it is shows only the claim that holds X. */
export interface Switch {
  /** The `held` of the slot that is left. */
  readonly leaves: string;
  /** The value that it takes. */
  readonly value: string;
}

export interface Verdict {
  readonly as: 'duplicate' | 'update' | 'conflict' | 'corrects' | 'none';
  /** One short sentence for a person, of general words only. */
  readonly reason: string;
}

export interface Circumstances {
  /** Both speak of the same local day. */
  readonly sameDay: boolean;
  /** The newer names the older in its field `supersedes`. */
  readonly explicit: boolean;
}
