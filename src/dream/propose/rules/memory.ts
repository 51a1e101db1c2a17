// What the rules know of the pages while they go through batches: which claims stand where and what they say, how
// full pages are, what they are called. Kept in step with the pages by their digests, and with each batch as it goes.
import type { Fact } from '../../../model/fact.ts';
import { isHistory } from '../../../model/page.ts';
import { titleFromPath } from '../../../page/page.ts';
import type { PageText, View } from '../../../vault/view.ts';
import { type Findings, type KnownClaim, KnownClaims, lendSlot, readClaims } from './known-claims.ts';

export interface Memory {
  readonly claims: KnownClaims;
  /** A claim that this batch brings. */
  add(claim: KnownClaim): void;
  /** A claim changes with this batch. It holds until the pages are followed again, whatever becomes of it. */
  change(claim: KnownClaim, by: Partial<KnownClaim>): void;
  /** A fact comes to a claim with this batch; the same holds. */
  cite(claim: KnownClaim, fact: Fact): void;
  pageNamed(name: string): string | null;
  name(name: string, page: string): void;
  /** Pages that cite facts and whose front matter says that they are of that type, in the order of their paths. */
  pagesOfType(type: string): readonly string[];
  /** Pages that mention a name. */
  pagesMentioning(name: string): readonly string[];
  /** Number of claims on a page, those of this batch included. */
  claimsOn(page: string): number;
  count(page: string): void;
  /**
   * Brings it in step with the pages of a view, as they will be once the facts of `batch` that they cite are corrected.
   */
  follow(view: View, batch: readonly Fact[]): void;
}

interface Known {
  /** Of the page as it was learned; nothing where it is about to change, so that it is learned anew. */
  digest: string | null;
  readonly claims: Set<KnownClaim>;
  /** As it was learned. */
  readonly page: PageText;
  readonly titles: readonly string[];
  readonly type: string;
}

export interface MemoryFindings extends Findings {
  /** The names in a text. */
  mentionsIn(text: string): readonly string[];
  /** Is it a text that still waits in the inbox? Nothing is placed on it: it is about to move. */
  isWaiting(page: PageText): boolean;
  /** A claim is known from now on. */
  learned(claim: KnownClaim): void;
}

export function createMemory(findings: MemoryFindings): Memory {
  const known = new Map<string, Known>();
  const claims = new KnownClaims();
  let fresh = new Set<KnownClaim>();
  /** Claims on pages that are not as the page was when it was learned. */
  const touched = new Set<KnownClaim>();
  const titles = new Map<string, string>();
  const counts = new Map<string, number>();

  const forget = (path: string, page: Known): void => {
    for (const title of page.titles) if (titles.get(title) === path) titles.delete(title);
  };
  /** `former`: what was known of the page. Most claims of a page that changed are as they were. */
  const learn = (page: PageText, view: View, edited: ReadonlySet<string>, former: ReadonlySet<KnownClaim>): void => {
    const kept = new Map(
      [...former].flatMap((claim) =>
        claim.standing === 'current' && !touched.has(claim)
          ? [
              [
                likeOf(
                  claim.text,
                  claim.facts.map(({ id }) => id),
                ),
                claim,
              ] as const,
            ]
          : [],
      ),
    );
    const own = new Set<KnownClaim>();
    for (const claim of page.claims) {
      const same =
        isHistory(claim) || claim.sides.length > 0 || claim.facts.some((id) => edited.has(id))
          ? undefined
          : kept.get(likeOf(claim.text, claim.facts));
      for (const one of same && !own.has(same) ? [same] : readClaims(claim, view, edited, findings)) own.add(one);
    }
    for (const claim of former) if (!own.has(claim)) claims.remove(claim);
    for (const claim of own) {
      if (former.has(claim)) continue;
      claims.add(claim);
      findings.learned(claim);
    }
    const names = findings.isWaiting(page) ? [] : titlesOf(page);
    for (const title of names) if (!titles.has(title)) titles.set(title, page.path);
    counts.set(page.path, page.claims.length);
    known.set(page.path, {
      digest: page.claims.some((claim) => claim.facts.some((id) => edited.has(id))) ? null : page.digest,
      claims: own,
      page,
      titles: names,
      type: own.size > 0 ? page.head.type : '',
    });
  };
  const change = (claim: KnownClaim, by: Partial<KnownClaim>): KnownClaim => {
    const page = known.get(claim.page);
    const changed = claims.replace(claim, by);
    if (fresh.delete(claim)) fresh.add(changed);
    if (page?.claims.delete(claim)) {
      page.claims.add(changed);
      page.digest = null;
      touched.add(changed);
    }
    return changed;
  };
  /**
   * Few names are ever asked for, so they are looked for then: a claim that mentions one has the last of its words, as
   * written.
   */
  const mentions = (page: PageText, name: string): boolean => {
    const last = name.slice(name.lastIndexOf(' ') + 1);
    return page.claims.some(({ text }) => text.includes(last) && findings.mentionsIn(text).includes(name));
  };
  /** What a batch brought is on a page now; what waits for another batch is known by its words alone. */
  const settleFresh = (view: View): void => {
    const brought = fresh;
    fresh = new Set();
    for (const claim of brought) {
      claims.remove(claim);
      if (view.citedOn.has(claim.fact) || claim.standing !== 'current') continue;
      const waiting = { ...claim, sense: { ...claim.sense, slot: null, turns: [], leaves: null, form: null } };
      claims.add(waiting);
      fresh.add(waiting);
    }
  };
  /** What a claim switched from stands in History: that tells what it is about. */
  const lendSlots = (page: Known): void => {
    for (const claim of [...page.claims].filter(({ sense }) => sense.leaves !== null && sense.slot === null)) {
      const left = claims.holding(claim.sense.leaves ?? '').find((one) => one.standing === 'past')?.sense.slot ?? null;
      if (left === null) continue;
      page.claims.delete(claim);
      page.claims.add(claims.replace(claim, { sense: lendSlot(claim.sense, left) }));
    }
  };

  return {
    claims,
    add: (claim) => {
      claims.add(claim);
      fresh.add(claim);
      findings.learned(claim);
    },
    cite: (claim, fact) => {
      claims.cite(claim, fact);
      const page = known.get(claim.page);
      if (!page?.claims.has(claim)) return;
      page.digest = null;
      touched.add(claim);
    },
    change: (claim, by) => void change(claim, by),
    pageNamed: (name) => titles.get(name.toLowerCase()) ?? null,
    name: (name, page) => void (titles.has(name.toLowerCase()) || titles.set(name.toLowerCase(), page)),
    pagesOfType: (type) => [...known].flatMap(([path, page]) => (page.type === type ? [path] : [])).sort(),
    pagesMentioning: (name) => [...known].flatMap(([path, { page }]) => (mentions(page, name) ? [path] : [])).sort(),
    claimsOn: (page) => counts.get(page) ?? 0,
    count: (page) => void counts.set(page, (counts.get(page) ?? 0) + 1),
    follow: (view, batch) => {
      const edited = new Set(batch.flatMap(({ id }) => (view.citedOn.has(id) ? [id] : [])));
      const changing = new Set([...edited].flatMap((id) => view.citedOn.get(id) ?? []));
      settleFresh(view);
      const former = new Map<string, ReadonlySet<KnownClaim>>();
      for (const [path, page] of known) {
        if (view.pages.get(path)?.digest === page.digest && !changing.has(path)) continue;
        forget(path, page);
        former.set(path, page.claims);
        known.delete(path);
        counts.delete(path);
      }
      const news = [...view.pages.values()].filter((page) => !known.has(page.path));
      for (const page of news) learn(page, view, edited, former.get(page.path) ?? new Set());
      for (const [path, gone] of former) if (!view.pages.has(path)) for (const claim of gone) claims.remove(claim);
      touched.clear();
      for (const page of news.flatMap(({ path }) => known.get(path) ?? [])) lendSlots(page);
    },
  };
}

/** Claims with one of these say the same and rest on the same facts. */
function likeOf(text: string, facts: readonly string[]): string {
  return `${facts.length === 1 ? facts[0] : [...facts].sort().join(' ')} ${text}`;
}

function titlesOf(page: PageText): string[] {
  const { title, aliases } = page.head;
  return [...new Set([titleFromPath(page.path), title, ...aliases].map((name) => name.toLowerCase()))];
}
