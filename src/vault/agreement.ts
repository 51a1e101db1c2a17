// A mark in the cache: with these pages and these decisions no claim stood against another, and each said its facts. To
// find that out takes longer than all the rest of a look at the vault, so who only asks what waits looks for the mark
// first. Derived and disposable: where it is of another state of the files, or cannot be read, it says nothing.
import { createHash } from 'node:crypto';
import { normalForm } from '../language/normal-form.ts';
import { judge } from '../language/slots/slots.ts';
import { missingSpecifics } from '../language/specifics.ts';
import { CITED } from '../model/disposition.ts';
import { compareFacts, eventDay, type Fact } from '../model/fact.ts';
import { isWholeClaim } from '../page/remove-claim.ts';
import { keepCached } from './confine.ts';
import type { CurrentClaims, Said } from './current-claims.ts';
import { orElse, readBytes, readText } from './disk.ts';
import { ledgerFiles } from './ledger.ts';
import type { Pending } from './pending.ts';
import { absolute, CACHE_DIR, MARK_FILE, REVIEW_FILE, TOMBSTONE_FILE, type Vault } from './vault.ts';
import type { View } from './view.ts';

/**
 * Raised whenever claims that stand against each other are told otherwise: what was marked by another is looked at
 * again.
 */
const FORMAT = 1;
const AGREEMENT_FILE = `${CACHE_DIR}/agreement`;

/** Nothing is to be done about any fact that a page cites, so that facts which come may change nothing of it. */
export function isInAgreement(
  view: View,
  { facts, cited, removed, doubled, unsaid, restated, clashes }: Pending,
  today: string,
): boolean {
  if (
    view.merge !== null ||
    removed.length > 0 ||
    [cited, doubled, unsaid, restated, clashes].some(({ size }) => size > 0)
  )
    return false;
  if (
    facts.some(({ id }) => view.citedOn.has(id)) ||
    view.facts.some(({ id, day }) => day >= today && view.citedOn.has(id))
  )
    return false;
  // A line that went may come back.
  return [...view.citedOn.keys()].every((id) => view.factById.has(id) || !view.ledger.has(id));
}

/** Was it so with the files as they are? */
export function wasInAgreement(vault: Vault, view: View): boolean {
  return orElse(
    () => {
      const kept = view.merge === null ? readText(absolute(vault, AGREEMENT_FILE)) : null;
      return kept !== null && kept === markOf(vault, view);
    },
    () => false,
  );
}

/** A vault that cannot be written is looked at anew each time; one without claims has nothing to compare. */
export function keepAgreement(vault: Vault, view: View): void {
  if (view.citedOn.size === 0) return;
  keepCached(vault, AGREEMENT_FILE, markOf(vault, view));
}

/**
 * Of all that it follows from: pages with claims, dispositions, what was asked, kept apart, pinned and forgotten. Not
 * of daily logs: a line that changed is pending.
 */
function markOf(vault: Vault, view: View): string {
  const hash = createHash('sha256');
  const put = (path: string, content: string | Uint8Array): void =>
    void hash.update(`${path}\n${content.length}\n`).update(content);
  for (const path of [...view.pages.keys()].sort()) {
    const page = view.pages.get(path);
    if (page !== undefined && page.claims.length > 0) put(path, page.text);
  }
  for (const path of [...ledgerFiles(vault), REVIEW_FILE, MARK_FILE, TOMBSTONE_FILE])
    put(path, readBytes(absolute(vault, path)) ?? '');
  return `${FORMAT} ${hash.digest('hex')}\n`;
}

// Current claims that cannot all hold: two values in a slot that has one at a time, and the same statement twice. Two
// clones that did not know of each other bring them, an older memvault did, and so does a hand. Each is judged as if
// the later had just been logged. Says what is to become of the facts.

/** What becomes of the fact that a claim stands for, and of that claim. */
export interface Clash {
  readonly as: 'superseded' | 'conflict' | 'duplicate';
  /** The fact that replaces it, that it contradicts, or that says the same. */
  readonly other: string;
  readonly reason: string;
}

/** By fact, so that they can be carried out one by one. `isOpen`: is nothing else to be done about this fact? */
export function findClashes(claims: CurrentClaims, view: View, isOpen: (fact: Fact) => boolean): Map<string, Clash> {
  claims.follow(view);
  const found = new Map<string, Clash>();
  const named = namedTogether(view);
  for (const group of claims.together()) {
    const open = [...group].flatMap((said) => toStanding(said, view, isOpen) ?? []);
    if (open.length > 1) settle(open, { view, named }, found);
  }
  return found;
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
  const {
    page,
    words: { facts, cited },
  } = said;
  const isSettled = ({ id }: Fact): boolean => {
    const held = view.ledger.get(id);
    return (
      held !== undefined &&
      CITED.has(held.as) &&
      held.page === page.path &&
      view.citedOn.get(id)?.length === 1 &&
      !view.forgotten.has(id)
    );
  };
  if (!facts.every((fact) => isSettled(fact) && isOpen(fact))) return null;
  const bases = cited.filter((id) => ['placed', 'conflict'].includes(view.ledger.get(id)?.as ?? ''));
  const [base] = bases;
  // Of a claim that a person made of several, not all goes when one does.
  const words = new Set(bases.map((id) => normalForm(view.factById.get(id)?.text ?? '')));
  return base === undefined || words.size > 1
    ? null
    : { said, base, facts, pinned: facts.some(({ id }) => view.pinned.has(id)) };
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
    const beside = holding.slice(-MANY).flatMap((older): Beside[] => {
      const verdict = between(older, newer, known);
      return verdict === null ? [] : [{ older, ...verdict }];
    });
    const against = beside.findLast(({ as }) => as === 'conflict');
    const alike = beside.filter(({ as }) => as === 'duplicate');
    // A later day that repeats one side of a contradiction settles it.
    const settles =
      against === undefined &&
      !newer.said.isSide &&
      alike.length < beside.length &&
      alike.every(({ older }) => older.said.isSide);
    const same = settles ? undefined : alike.at(-1);
    const [goes, stays, met] = same ? moving(newer, same) : against ? moving(newer, against) : [null, newer, null];
    if (goes && met) put(goes, { as: same ? 'duplicate' : 'conflict', other: stays.base, reason: met.reason });
    if (same) {
      stays.facts = [...newer.facts, ...same.older.facts].sort(compareFacts);
      holding = [...holding.filter((one) => one !== same.older), stays];
      continue;
    }
    const replaced = against ? [] : beside;
    for (const { older, by, reason } of replaced) put(older, { as: 'superseded', other: by.id, reason });
    holding = [...holding.filter((one) => !replaced.some(({ older }) => older === one)), newer];
  }
}

interface Beside extends Verdict {
  readonly older: Standing;
}

interface Verdict {
  readonly as: Clash['as'];
  /** The fact of the newer that begins it. */
  readonly by: Fact;
  readonly reason: string;
}

/** Which of the two goes to the other: a plain claim to a side, else the newer. */
function moving(newer: Standing, met: Beside): [Standing, Standing, Beside] {
  return newer.said.isSide && !met.older.said.isSide ? [met.older, newer, met] : [newer, met.older, met];
}

/** What becomes of one of the two; null where both stay. */
function between(older: Standing, newer: Standing, { view, named }: Known): Verdict | null {
  const [before, after] = [older.said, newer.said];
  if (before.claim === after.claim) return null;
  const isApart = older.facts.some((a) => newer.facts.some((b) => view.apart(a.id, b.id) || named(a.id, b.id)));
  const end = older.facts.at(-1);
  const by = newer.facts.find((fact) => end !== undefined && compareFacts(end, fact) < 0);
  if (isApart || !end || !by) return null;
  const isSame = before.words.key() === after.words.key();
  // Where only the words of the two are alike, they are equal or nothing to each other.
  if (!isSame && before.words.slot === null) return null;
  const { as, reason } = isSame
    ? { as: 'duplicate', reason: 'it says the same' }
    : judge(before.words.judged, after.words.judged, { sameDay: eventDay(end) === eventDay(by), explicit: false });
  const [goes, stays] = after.isSide && !before.isSide ? [older, newer] : [newer, older];
  if (as === 'update') return older.pinned || newer.pinned ? null : { as: 'superseded', by, reason };
  if (as === 'conflict') return older.pinned || newer.pinned || !mayGo(goes.said) ? null : { as, by, reason };
  if (as !== 'duplicate' || goes.pinned || !mayGo(goes.said)) return null;
  return goes.facts.every(({ text }) => missingSpecifics(text, stays.said.words.text).length === 0)
    ? { as, by, reason }
    : null;
}

/** Nothing of a person's goes with its line. */
const mayGo = ({ page, claim, isSide }: Said): boolean => isSide || isWholeClaim(page.text, claim.line);

function namedTogether({ reviews }: Pick<View, 'reviews'>): Known['named'] {
  const others = new Map<string, Set<string>>();
  for (const { facts } of reviews.values())
    for (const fact of facts) others.set(fact, new Set([...(others.get(fact) ?? []), ...facts]));
  return (a, b) => others.get(a)?.has(b) ?? false;
}
