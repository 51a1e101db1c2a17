// What the rules know of the pages while they go through batches: which claims stand where and what they say, how
// full pages are, what they are called. Kept in step with the pages by their digests, and with each batch as it goes.
import type { Fact } from '../../../model/fact.ts';
import { type Claim, isHistory } from '../../../model/page.ts';
import { titleFromPath } from '../../../page/page.ts';
import type { PageText, View } from '../../../vault/view.ts';
import type { Near } from './near.ts';
import { type Findings, type KnownClaim, KnownClaims, readClaims } from './known-claims.ts';

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
  readonly near: Pick<Near, 'learn' | 'forget'>;
}

export class Memory {
  readonly claims: KnownClaims;
  private readonly known = new Map<string, Known>();
  /** Claims of this batch. */
  private fresh = new Set<KnownClaim>();
  /** Claims on pages that are not as the page was when it was learned. */
  private readonly touched = new Set<KnownClaim>();
  private readonly titles = new Map<string, string>();
  private readonly counts = new Map<string, number>();
  private readonly findings: MemoryFindings;

  constructor(findings: MemoryFindings) {
    this.findings = findings;
    this.claims = new KnownClaims(findings.near);
  }

  /** A claim that this batch brings. */
  add(claim: KnownClaim): void {
    this.claims.add(claim);
    this.fresh.add(claim);
  }

  /** A claim changes with this batch. It holds until the pages are followed again, whatever becomes of it. */
  change(claim: KnownClaim, by: Partial<KnownClaim>): void {
    const page = this.known.get(claim.page);
    const changed = this.claims.replace(claim, by);
    if (this.fresh.delete(claim)) this.fresh.add(changed);
    if (!page?.claims.delete(claim)) return;
    page.claims.add(changed);
    page.digest = null;
    this.touched.add(changed);
  }

  /** A fact comes to a claim with this batch; the same holds. */
  cite(claim: KnownClaim, fact: Fact): void {
    this.claims.cite(claim, fact);
    const page = this.known.get(claim.page);
    if (!page?.claims.has(claim)) return;
    page.digest = null;
    this.touched.add(claim);
  }

  pageNamed(name: string): string | null {
    return this.titles.get(name.toLowerCase()) ?? null;
  }

  /** Of a page that is there. */
  titleOf(page: string): string | null {
    return this.known.get(page)?.page.head.title ?? null;
  }

  name(name: string, page: string): void {
    const title = name.toLowerCase();
    if (!this.titles.has(title)) this.titles.set(title, page);
  }

  /** Pages that cite facts and whose front matter says that they are of that type, in the order of their paths. */
  pagesOfType(type: string): readonly string[] {
    return [...this.known].flatMap(([path, page]) => (page.type === type ? [path] : [])).sort();
  }

  /**
   * Pages that mention a name. Few names are ever asked for, so they are looked for then: a claim that mentions one has
   * the last of its words, as written. `moving`: facts whose claims are about to leave their page.
   */
  pagesMentioning(name: string, moving: Pick<ReadonlySet<string>, 'has'>): readonly string[] {
    const last = name.slice(name.lastIndexOf(' ') + 1);
    const mentions = ({ claims }: PageText): boolean =>
      claims.some(
        ({ text, facts: [first = ''] }) =>
          text.includes(last) && !moving.has(first) && this.findings.mentionsIn(text).includes(name),
      );
    return [...this.known].flatMap(([path, { page }]) => (mentions(page) ? [path] : [])).sort();
  }

  /** Number of claims on a page, those of this batch included. */
  claimsOn(page: string): number {
    return this.counts.get(page) ?? 0;
  }

  count(page: string): void {
    this.counts.set(page, this.claimsOn(page) + 1);
  }

  /**
   * Brings it in step with the pages of a view, as they will be once the facts of `batch` that they cite are corrected.
   */
  follow(view: View, batch: readonly Fact[]): void {
    const { known, claims, titles } = this;
    const edited = new Set(batch.flatMap(({ id }) => (view.citedOn.has(id) ? [id] : [])));
    const changing = new Set([...edited].flatMap((id) => view.citedOn.get(id) ?? []));
    this.settleFresh(view);
    const former = new Map<string, ReadonlySet<KnownClaim>>();
    for (const [path, page] of known) {
      if (view.pages.get(path)?.digest === page.digest && !changing.has(path)) continue;
      for (const title of page.titles) if (titles.get(title) === path) titles.delete(title);
      former.set(path, page.claims);
      known.delete(path);
      this.counts.delete(path);
    }
    const news = [...view.pages.values()].filter((page) => !known.has(page.path));
    for (const page of news) this.learn(page, view, edited, former.get(page.path) ?? new Set());
    for (const [path, gone] of former) if (!view.pages.has(path)) for (const claim of gone) claims.remove(claim);
    this.touched.clear();
  }

  /** What a batch brought is on a page now; what waits for another batch is known by its words alone. */
  private settleFresh(view: View): void {
    const brought = this.fresh;
    this.fresh = new Set();
    for (const claim of brought) {
      this.claims.remove(claim);
      if (view.citedOn.has(claim.fact) || claim.standing !== 'current') continue;
      const waiting = { ...claim, sense: { ...claim.sense, slot: null, turn: null, form: null } };
      this.claims.add(waiting);
      this.fresh.add(waiting);
    }
  }

  /** `former`: what was known of the page. Most claims of a page that changed are as they were. */
  private learn(page: PageText, view: View, edited: ReadonlySet<string>, former: ReadonlySet<KnownClaim>): void {
    const { claims, findings } = this;
    const kept = new Map<string, KnownClaim>();
    for (const claim of former)
      if (claim.standing === 'current' && !this.touched.has(claim))
        kept.set(
          likeOf(
            claim.text,
            claim.facts.map(({ id }) => id),
          ),
          claim,
        );
    const isEdited = (claim: Claim): boolean => claim.facts.some((id) => edited.has(id));
    const own = new Set<KnownClaim>();
    for (const claim of page.claims) {
      const isPlain = !isHistory(claim) && claim.sides.length === 0 && !isEdited(claim);
      const same = isPlain ? kept.get(likeOf(claim.text, claim.facts)) : undefined;
      for (const one of same && !own.has(same) ? [same] : readClaims(claim, view, edited, findings)) own.add(one);
    }
    for (const claim of former) if (!own.has(claim)) claims.remove(claim);
    for (const claim of own) if (!former.has(claim)) claims.add(claim);
    const titles = findings.isWaiting(page) ? [] : titlesOf(page);
    for (const title of titles) this.name(title, page.path);
    this.counts.set(page.path, page.claims.length);
    this.known.set(page.path, {
      digest: page.claims.some(isEdited) ? null : page.digest,
      claims: own,
      page,
      titles,
      type: own.size > 0 ? page.head.type : '',
    });
  }
}

/** Claims with one of these say the same and rest on the same facts. */
function likeOf(text: string, facts: readonly string[]): string {
  return `${facts.length === 1 ? facts[0] : [...facts].sort().join(' ')} ${text}`;
}

function titlesOf(page: PageText): string[] {
  const { title, aliases } = page.head;
  return [...new Set([titleFromPath(page.path), title, ...aliases].map((name) => name.toLowerCase()))];
}
