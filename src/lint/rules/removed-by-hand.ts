// Invariant 15: a claim that a person removed from a page does not come back. Once a dream has recorded the removal, no
// page cites its fact; if one does, somebody put it back, and the next dream records that too.
import { readLonePast } from '../../vault/current-claims.ts';
import type { View } from '../../vault/view.ts';
import { claimPlace, error, note, type Remark, type Rule } from '../rule.ts';

/** The reason that a dream records in the ledger. */
export const REMOVED_BY_HAND = 'removed by hand';

/**
 * @example
 *   == daily/2026-07-01.md
 *   - [preference] User prefers tabs ^k3v9x2ab4q
 *   - [preference] User prefers dark themes ^m4w8y3bc5r
 *   == .memvault/ledger/2026-07.jsonl
 *   {"fact":"k3v9x2ab4q","as":"set-aside","reason":"removed by hand"}
 *   {"fact":"m4w8y3bc5r","as":"placed","page":"3_Personal/Preferences.md"}
 *   == 3_Personal/Preferences.md
 *   - User prefers dark themes[^m4w8y3bc5r]
 * + - User prefers tabs[^k3v9x2ab4q]
 * @finds error 3_Personal/Preferences.md:2
 */
export const removedByHand: Rule = {
  name: 'removed-by-hand',
  what: 'A claim that was removed by hand has not come back.',
  check: ({ view }) => [...broughtBack(view), ...leftAlone(view)],
};

function broughtBack(view: View): Remark[] {
  return [...view.citedOn].flatMap(([fact, pages]): Remark[] => {
    const held = view.ledger.get(fact);
    if (held?.as !== 'set-aside' || held.reason !== REMOVED_BY_HAND || view.forgotten.has(fact)) return [];
    return pages.map((page) =>
      error(
        claimPlace(view, page, fact),
        `${fact} was removed by hand, and this claim cites it again`,
        'remove the claim, or keep it: memvault dream records that it is back',
      ),
    );
  });
}

/** A claim that the removed one had replaced stays in History: memvault does not make it current again by itself. */
function leftAlone(view: View): Remark[] {
  return readLonePast(view).map(({ fact }) =>
    note(
      claimPlace(view, view.citedOn.get(fact.id)?.[0] ?? '', fact.id),
      `the successor of ${fact.id} is gone, so nothing is current in its place`,
      `memvault fix ${fact.id} --restore brings it back`,
    ),
  );
}
