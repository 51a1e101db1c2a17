// Current claims that cannot all hold: two values in a slot that has one at a time, and the same statement twice. Two
// clones that did not know of each other bring them, an older memvault did, and so does a hand. Each is judged as if
// the later had just been logged. Says what is to become of the facts; changes nothing.
import { normalForm } from '../markdown/normal-form.ts';
import { isWholeClaim } from '../markdown/remove-claim.ts';
import { judge } from '../markdown/slots/slots.ts';
import { missingSpecifics } from '../markdown/specifics.ts';
import { CITED } from '../model/disposition.ts';
import { compareFacts, eventDay, type Fact } from '../model/fact.ts';
import { currentClaims, type CurrentClaims, type Said } from './current-claims.ts';
import type { View } from './view.ts';

/** What becomes of the fact that a claim stands for, and of that claim. */
export interface Clash {
  readonly as: 'superseded' | 'conflict' | 'duplicate';
  /** The fact that replaces it, that it contradicts, or that says the same. */
  readonly other: string;
  readonly reason: string;
}

export interface Clashing {
  readonly claims: CurrentClaims;
  /** By fact, so that they can be carried out one by one. `isOpen`: is nothing else to be done about this fact? */
  find(view: View, isOpen: (fact: Fact) => boolean): Map<string, Clash>;
}

/** What was read of a page is remembered as long as that is the same. */
export function rememberClashes(): Clashing {
  const claims = currentClaims();
  return {
    claims,
    find: (view, isOpen) => {
      claims.follow(view);
      const found = new Map<string, Clash>();
      const named = namedTogether(view);
      for (const group of claims.together()) {
        const open = [...group].flatMap((said) => toStanding(said, view, isOpen) ?? []);
        if (open.length > 1) settle(open, { view, named }, found);
      }
      return found;
    },
  };
}

/** So many of those that hold already are looked at beside one more. */
const MANY = 16;

interface Standing {
  readonly said: Said;
  /** The fact that it stands for. */
  readonly base: string;
  readonly pinned: boolean;
  /** In the order in which they happened; with those that this settlement brings. */
  facts: readonly Fact[];
}

interface Known {
  readonly view: View;
  /** Did anybody ask about the two before, whatever came of it? */
  readonly named: (a: string, b: string) => boolean;
}

function toStanding(said: Said, view: View, isOpen: (fact: Fact) => boolean): Standing | null {
  const { facts, page, claim } = said;
  const isSettled = ({ id }: Fact): boolean => {
    const held = view.ledger.get(id);
    return held !== undefined && CITED.has(held.as) && held.page === page.path && view.citedOn.get(id)?.length === 1 && !view.forgotten.has(id);
  };
  if (!facts.every((fact) => isSettled(fact) && isOpen(fact))) return null;
  const bases = claim.facts.filter((id) => ['placed', 'conflict'].includes(view.ledger.get(id)?.as ?? ''));
  const [base] = bases;
  // Of a claim that a person made of several, not all goes when one does.
  const words = new Set(bases.map((id) => normalForm(view.factById.get(id)?.text ?? '')));
  return base === undefined || words.size > 1 ? null : { said, base, facts, pinned: facts.some(({ id }) => view.pinned.has(id)) };
}

/** In the order in which they happened, each beside those that hold by then. */
function settle(all: readonly Standing[], known: Known, found: Map<string, Clash>): void {
  const last = ({ facts }: Standing): Fact => facts.at(-1) ?? (facts[0] as Fact);
  const put = ({ base }: Standing, clash: Clash): void => {
    // What was replaced later is replaced, whatever else it was meanwhile.
    found.delete(base);
    found.set(base, clash);
  };
  let holding: Standing[] = [];
  for (const newer of [...all].sort((a, b) => compareFacts(last(a), last(b)))) {
    const beside = holding.slice(-MANY).flatMap((older) => {
      const verdict = between(older, newer, known);
      return verdict === null ? [] : [{ older, ...verdict }];
    });
    const same = beside.findLast(({ as }) => as === 'duplicate');
    const against = beside.findLast(({ as }) => as === 'conflict');
    const replaced = beside.filter(({ as }) => as === 'superseded');
    if (same) {
      put(newer, { as: 'duplicate', other: same.older.base, reason: same.reason });
      same.older.facts = [...same.older.facts, ...newer.facts].sort(compareFacts);
      continue;
    }
    if (against) put(newer, { as: 'conflict', other: against.older.base, reason: against.reason });
    else for (const { older, by, reason } of replaced) put(older, { as: 'superseded', other: by.id, reason });
    holding = [...holding.filter((one) => against !== undefined || !replaced.some(({ older }) => older === one)), newer];
  }
}

/** What becomes of one of the two, and the fact of the newer that begins it; null where both stay. */
function between(older: Standing, newer: Standing, { view, named }: Known): { as: Clash['as']; by: Fact; reason: string } | null {
  const isApart = older.facts.some((a) => newer.facts.some((b) => view.apart(a.id, b.id) || named(a.id, b.id)));
  const end = older.facts.at(-1);
  const by = newer.facts.find((fact) => end !== undefined && compareFacts(end, fact) < 0);
  if (isApart || !end || !by) return null;
  const [before, after] = [older.said, newer.said];
  const isSame = before.key === after.key;
  const { as, reason } = isSame ? { as: 'duplicate', reason: 'it says the same' } : judge(before.judged, after.judged, { sameDay: eventDay(end) === eventDay(by), explicit: false });
  if (as === 'update') return older.pinned || newer.pinned ? null : { as: 'superseded', by, reason };
  if (as === 'conflict') return older.pinned || newer.pinned || !isWhole(after) ? null : { as, by, reason };
  if (as !== 'duplicate' || newer.pinned || !isWhole(after)) return null;
  return newer.facts.every(({ text }) => missingSpecifics(text, before.claim.text).length === 0) ? { as, by, reason } : null;
}

/** Nothing of a person's goes with its line. */
const isWhole = ({ page, claim }: Said): boolean => isWholeClaim(page.text, claim.line);

function namedTogether({ reviews }: Pick<View, 'reviews'>): Known['named'] {
  const others = new Map<string, Set<string>>();
  for (const { facts } of reviews.values()) for (const fact of facts) others.set(fact, new Set([...(others.get(fact) ?? []), ...facts]));
  return (a, b) => others.get(a)?.has(b) ?? false;
}
