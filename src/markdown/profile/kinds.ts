// The kinds of facts that say what a person is like, and the heads that they stand under on the profile. Data only.
import type { Statement } from '../../model/fact.ts';

const HEADS: ReadonlyMap<string, string> = new Map([
  ['identity', 'Identity'],
  ['relationship', 'Relationships'],
  ['preference', 'Preferences'],
  ['skill', 'Skills'],
  ['goal', 'Goals'],
  ['constraint', 'Constraints'],
  ['experience', 'Experience'],
]);
const ORDER = [...HEADS.values()];

/** The field `kind`, as it is compared; empty for none. */
export const kindOf = ({ fields }: Pick<Statement, 'fields'>): string => fields.kind?.trim().toLowerCase() ?? '';

/** The head on the profile, null where the kind is none of its. */
export const profileHead = (kind: string): string | null => HEADS.get(kind) ?? null;

export const isEvent = (statement: Pick<Statement, 'fields'> | undefined): boolean =>
  statement !== undefined && kindOf(statement) === 'event';

/** Has it a page by what kind it is, so that no engine chooses another? */
export const isPlacedByKind = (statement: Pick<Statement, 'fields'>): boolean =>
  isEvent(statement) || profileHead(kindOf(statement)) !== null;

/** Where a head stands among those of a profile; null for any other. */
export function profileRank(head: string): number | null {
  const rank = ORDER.indexOf(head);
  return rank < 0 ? null : rank;
}
