// A conflict waits for a person, since nobody else knows which claim holds. The longer it waits, the likelier somebody
// believes the wrong one.
import { daysBetween } from '../../model/day.ts';
import { type Claim, isHistory } from '../../model/page.ts';
import type { View } from '../../vault/view.ts';
import { type Remark, remark, type Rule } from '../rule.ts';

/** Days after which an open conflict is a warning instead of a note. */
const LONG = 30;

/**
 * @example
 *   == daily/2026-06-01.md
 *   - [work] User works at Google ^k3v9x2ab4q
 *   == daily/2026-06-04.md
 *   - [work] User works at Microsoft ^m4w8y3bc5r
 *   == 3_Personal/Work.md
 * - - User works at Google[^k3v9x2ab4q]
 * - - User works at Microsoft[^m4w8y3bc5r]
 * + > [!warning] Conflicting claims: User works at Google[^k3v9x2ab4q] (2026-06-01) \
 * + vs User works at Microsoft[^m4w8y3bc5r] (2026-06-04)
 * @finds note 3_Personal/Work.md:1
 */
export const conflicts: Rule = {
  name: 'conflicts',
  what: 'No conflict is left unresolved.',
  check: ({ pages, looksAt, view, today }) =>
    pages
      .filter(({ path }) => looksAt(path))
      .flatMap(({ claims }) =>
        claims
          .filter((claim) => claim.sides.length > 1 && !isHistory(claim))
          .map((claim) => waiting(claim, view, today)),
      ),
};

function waiting(claim: Claim, { factById }: View, today: string): Remark {
  const since =
    claim.facts
      .flatMap((fact) => factById.get(fact)?.day ?? [])
      .sort()
      .at(-1) ??
    claim.sides
      .flatMap(({ day }) => day ?? [])
      .sort()
      .at(-1) ??
    null;
  const days = since === null ? 0 : Math.max(0, daysBetween(since, today));
  const waits =
    since === null ? '' : days === 0 ? ' since today' : ` since ${since}, ${days === 1 ? 'a day' : `${days} days`}`;
  return remark(
    days > LONG ? 'warning' : 'note',
    { path: claim.page, line: claim.line },
    `conflicting claims, unresolved${waits}`,
    `memvault fix ${claim.facts.at(-1) ?? 'ID'} --current keeps the last one, --separate keeps both`,
  );
}
