// After a year nobody knows which day "yesterday" was. A dream adds the date; a claim written by a person, or on an
// older page, may lack it.
import { findRelativeDates } from '../../language/dates/relative-dates.ts';
import { compareFacts, eventDay } from '../../model/fact.ts';
import { type Claim, isHistory } from '../../model/page.ts';
import type { LintInput } from '../input.ts';
import { note, quote, type Remark, type Rule } from '../rule.ts';

/**
 * @example
 *   == daily/2026-07-01.md
 *   - [event] User met Ann yesterday ^k3v9x2ab4q
 *   - [event] 明天去北京 ^m4w8y3bc5r
 *   == 3_Personal/Events.md
 * - - User met Ann yesterday (2026-06-30)[^k3v9x2ab4q]
 * + - User met Ann yesterday[^k3v9x2ab4q]
 * - - 明天(2026-07-02)去北京[^m4w8y3bc5r]
 * + - 明天去北京[^m4w8y3bc5r]
 * @finds note 3_Personal/Events.md:1
 * @finds note 3_Personal/Events.md:2
 */
export const relativeDates: Rule = {
  name: 'relative-dates',
  what: 'No claim says “yesterday” or “next week” without a date.',
  check: (input) =>
    input.pages
      .filter(({ path }) => input.looksAt(path))
      .flatMap(({ claims }) =>
        claims
          .filter((claim) => !isHistory(claim) && claim.sides.length === 0)
          .flatMap((claim) => undated(claim, input)),
      ),
};

function undated(claim: Claim, { view }: LintInput): Remark[] {
  const facts = claim.facts.flatMap((id) => view.factById.get(id) ?? []).sort(compareFacts);
  const [first] = facts;
  // With facts of several days it is unclear which day the words refer to.
  if (first === undefined || facts.some((fact) => eventDay(fact) !== eventDay(first))) return [];
  return findRelativeDates(claim.text, eventDay(first)).map(({ phrase, label }) =>
    note(
      { path: claim.page, line: claim.line },
      `says ${quote(phrase)} without the date`,
      `write ${phrase} (${label})`,
    ),
  );
}
