// A cached mark that for these pages and decisions no current claims conflict and every claim is complete. Finding that
// out takes longer than the rest of reading a vault, so commands that only ask what is pending check the mark first.
// Derived and disposable: if it belongs to another state or cannot be read, it is ignored.
import { createHash } from 'node:crypto';
import { normalForm } from '../language/normal-form.ts';
import { judge } from '../language/slots/slots.ts';
import { missingSpecifics } from '../language/specifics.ts';
import { CITED } from '../model/disposition.ts';
import { compareFacts, eventDay, type Fact } from '../model/fact.ts';
import { isWholeClaim } from '../page/edit-claim.ts';
import { keepCached } from './confine.ts';
import type { CurrentClaims, Said } from './current-claims.ts';
import { orElse, readBytes, readText } from './disk.ts';
import { ledgerFiles } from './ledger.ts';
import type { Pending } from './pending.ts';
import { absolute, CACHE_DIR, MARK_FILE, REVIEW_FILE, TOMBSTONE_FILE, type Vault } from './vault.ts';
import type { View } from './view.ts';

/** Bump it whenever conflicting claims are detected differently, to invalidate old marks. */
const FORMAT = 1;
const AGREEMENT_FILE = `${CACHE_DIR}/agreement`;

/** True if no fact that a page cites needs any work, so that new facts cannot change that. */
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
  // A missing line may come back.
  return [...view.citedOn.keys()].every((id) => view.factById.has(id) || !view.ledger.has(id));
}

/** True if the mark matches the current files. */
export function wasInAgreement(vault: Vault, view: View): boolean {
  return orElse(
    () => {
      const kept = view.merge === null ? readText(absolute(vault, AGREEMENT_FILE)) : null;
      return kept !== null && kept === markOf(vault, view);
    },
    () => false,
  );
}

/** Does nothing if the vault cannot be written, or if there are no claims to compare. */
export function keepAgreement(vault: Vault, view: View): void {
  if (view.citedOn.size === 0) return;
  keepCached(vault, AGREEMENT_FILE, markOf(vault, view));
}

/**
 * Digest of everything that the result depends on: pages with claims, dispositions, reviews, marks and tombstones.
 * Excludes daily logs, because a changed line is pending anyway.
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

// Finds current claims that cannot all hold: two values in a single-valued slot, or the same statement twice. They come
// from merging two clones, from older versions of memvault, or from manual edits. Each is judged as if the later one
// had just been logged; the result is a disposition for the fact.

/** The disposition of a claim's fact, and thereby of the claim. */
export interface Clash {
  readonly as: 'superseded' | 'conflict' | 'duplicate';
  /** The fact that replaces it, contradicts it, or says the same. */
  readonly other: string;
  readonly reason: string;
}

/** Keyed by fact, so that they can be applied one by one. `isOpen`: whether no other change is due for the fact. */
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

/** How many of the standing claims a further claim is compared with. */
const MANY = 16;

interface Standing {
  readonly said: Said;
  /** The fact that the claim was placed for. */
  readonly base: string;
  readonly pinned: boolean;
  /** In chronological order, including those that this settlement adds. */
  facts: readonly Fact[];
}

interface Known {
  readonly view: View;
  /** Whether a review has ever named both, whatever its outcome. */
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
  // A claim that a person wrote from several facts is not removed because of one of them.
  const words = new Set(bases.map((id) => normalForm(view.factById.get(id)?.text ?? '')));
  return base === undefined || words.size > 1
    ? null
    : { said, base, facts, pinned: facts.some(({ id }) => view.pinned.has(id)) };
}

/** Processes claims in chronological order; each is compared with those that hold by then. */
function settle(all: readonly Standing[], known: Known, found: Map<string, Clash>): void {
  const last = ({ facts }: Standing): Fact => facts.at(-1) ?? (facts[0] as Fact);
  const put = ({ base }: Standing, clash: Clash): void => {
    // A later replacement overrides any earlier outcome.
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
    // A later statement that repeats one side of a conflict settles it.
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
  /** The fact of the newer claim that starts the change. */
  readonly by: Fact;
  readonly reason: string;
}

/** Which of the two is merged into the other: a plain claim into a side, else the newer into the older. */
function moving(newer: Standing, met: Beside): [Standing, Standing, Beside] {
  return newer.said.isSide && !met.older.said.isSide ? [met.older, newer, met] : [newer, met.older, met];
}

/** The verdict on a pair; null if both stay. */
function between(older: Standing, newer: Standing, { view, named }: Known): Verdict | null {
  const [before, after] = [older.said, newer.said];
  if (before.claim === after.claim) return null;
  const isApart = older.facts.some((a) => newer.facts.some((b) => view.apart(a.id, b.id) || named(a.id, b.id)));
  const end = older.facts.at(-1);
  const by = newer.facts.find((fact) => end !== undefined && compareFacts(end, fact) < 0);
  if (isApart || !end || !by) return null;
  const isSame = before.words.key() === after.words.key();
  // Claims without a slot, grouped only by similar words, are either equal or unrelated.
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

/** True if removing the claim's line removes nothing that a person wrote. */
const mayGo = ({ page, claim, isSide }: Said): boolean => isSide || isWholeClaim(page.text, claim.line);

function namedTogether({ reviews }: Pick<View, 'reviews'>): Known['named'] {
  const others = new Map<string, Set<string>>();
  for (const { facts } of reviews.values())
    for (const fact of facts) others.set(fact, new Set([...(others.get(fact) ?? []), ...facts]));
  return (a, b) => others.get(a)?.has(b) ?? false;
}
