// A page may state until when it is reliable (`stale_after`). A synthesis of other pages ages even without that, unless
// memvault regenerates it.
import { daysBetween } from '../../model/day.ts';
import { dayIn, lineOfKey, parseFrontMatter } from '../../note/front-matter.ts';
import { note, type Remark, type Rule, warning } from '../rule.ts';

/** Days after which an untouched synthesis is due for a check. */
const UNTOUCHED = 90;

/**
 * @example
 *   == daily/2026-07-01.md
 *   - [work] User works at Microsoft ^k3v9x2ab4q
 *   - [work] User leads the team of Atlas ^m4w8y3bc5r
 *   == 3_Personal/Work.md
 *   ---
 *   title: Work
 * - stale_after: 2026-07-03
 * + stale_after: 2026-07-02
 *   ---
 *   - User works at Microsoft[^k3v9x2ab4q]
 *   == 2_Wiki/Syntheses/Teams.md
 *   ---
 *   title: Teams
 *   type: synthesis
 * - updated: 2026-04-04
 * + updated: 2026-04-03
 *   ---
 *   - User leads the team of Atlas[^m4w8y3bc5r]
 * @finds note 2_Wiki/Syntheses/Teams.md:4
 * @finds warning 3_Personal/Work.md:3
 */
export const stale: Rule = {
  name: 'stale',
  what: 'No page is past its `stale_after` date, and no synthesis has been left alone for 90 days.',
  check: ({ lookedAt, textOf, today }) =>
    lookedAt.flatMap((path) => {
      const text = textOf(path) ?? '';
      return /^(?:stale_after|type)[ \t]*:/m.test(text) ? ageOf(path, text, today) : [];
    }),
};

function ageOf(path: string, text: string, today: string): Remark[] {
  const { data } = parseFrontMatter(text);
  const until = dayIn(data.stale_after);
  if (until !== null && until < today) {
    const days = daysBetween(until, today);
    return [
      warning(
        { path, line: lineOfKey(text, 'stale_after') },
        `it is stale since ${until}, ${days === 1 ? 'a day' : `${days} days`} ago`,
        'review it and update stale_after, or remove it',
      ),
    ];
  }
  const updated =
    until === null && data.type === 'synthesis' && !text.includes('<!-- memvault:') ? dayIn(data.updated) : null;
  if (updated === null || daysBetween(updated, today) <= UNTOUCHED) return [];
  return [
    note(
      { path, line: lineOfKey(text, 'updated') },
      `a synthesis that nobody touched for ${daysBetween(updated, today)} days, since ${updated}`,
      'review it and set updated to today, or set stale_after',
    ),
  ];
}
