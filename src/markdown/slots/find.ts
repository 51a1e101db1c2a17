// What a reading of one statement found, before it becomes a slot.
import type { Relation } from './relations.ts';
import type { Value } from './value.ts';

export interface Found {
  readonly subject: string;
  readonly relation: Relation;
  readonly value: Value;
  readonly negated: boolean;
  readonly changed: boolean;
  readonly single: boolean;
  /** Has one value at a time where the sentence has words of change. */
  readonly renews?: boolean;
  readonly form: 'table' | 'definite' | 'figure';
}
