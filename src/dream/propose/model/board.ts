// The current claims in the middle of a batch: those of the pages, updated by the decisions so far. Finds the claims on
// any page that a fact may be about.
import type { Neighbours } from '../../../language/neighbours.ts';
import { findSecrets } from '../../../language/secrets/secrets.ts';
import { eventDay, type Fact, projectOf } from '../../../model/fact.ts';
import { type Claim, isHistory } from '../../../model/page.ts';
import type { Proposal } from '../../../model/plan.ts';
import { titleFromPath } from '../../../page/page.ts';
import type { View } from '../../../vault/view.ts';
import { isStandIn } from '../../engine.ts';
import { LookAlikes, statementOf } from '../look-alikes.ts';

/** A current claim, or one side of a callout. */
export interface BoardClaim {
  /** The fact that identifies it in a proposal. */
  readonly fact: string;
  /** The facts that it cites. Never empty. */
  readonly facts: readonly string[];
  readonly text: string;
  /** Relative to the vault's root. */
  readonly page: string;
  /** The local day of its first fact. */
  readonly since: string;
  readonly isSide: boolean;
  /** Its context, in a few words for a model. */
  readonly place: string;
}

export interface BoardOptions {
  readonly neighbours?: Neighbours | undefined;
  /** Whether a fact must not be shown. Claims that cite such a fact are not found by their words. */
  readonly isHidden?: (fact: Fact) => boolean;
}

export class Board {
  private readonly claims = new Map<string, BoardClaim>();
  /** By fact, the name of the claim that cites it. */
  private readonly nameOf = new Map<string, string>();
  private readonly digests = new Map<string, { readonly digest: string; readonly names: readonly string[] }>();
  private readonly likes: LookAlikes;
  private factById: View['factById'] = new Map();
  private readonly isHidden: (fact: Fact) => boolean;

  constructor({ neighbours, isHidden = () => false }: BoardOptions = {}) {
    this.likes = new LookAlikes(neighbours);
    this.isHidden = isHidden;
  }

  /** Follows the current pages; reads only those that changed. */
  follow({ pages, factById }: Pick<View, 'pages' | 'factById'>): void {
    this.factById = factById;
    for (const [path, { names }] of this.digests) if (!pages.has(path)) this.forgetPage(path, names);
    for (const [path, { digest, claims }] of pages) {
      const known = this.digests.get(path);
      if (known?.digest === digest) continue;
      if (known) this.forgetPage(path, known.names);
      const read = claims.flatMap((claim) => readClaim(claim, path, factById));
      for (const claim of read) this.put(claim);
      this.digests.set(path, { digest, names: read.map(({ fact }) => fact) });
    }
  }

  /** The claim that cites a fact. */
  citing(fact: string): BoardClaim | null {
    return this.claims.get(this.nameOf.get(fact) ?? '') ?? null;
  }

  /** All current claims. */
  all(): Iterable<BoardClaim> {
    return this.claims.values();
  }

  /** At most `most` claims that a fact may be about, most likely first. */
  nearest(fact: Fact, text: string, most: number): { readonly claim: BoardClaim; readonly score: number }[] {
    return this.likes.find(statementOf(fact, text), most).flatMap(({ id, score }) => {
      const claim = this.claims.get(id);
      return claim && !claim.facts.includes(fact.id) ? [{ claim, score }] : [];
    });
  }

  /** Applies a proposal to the claims. */
  apply(fact: Fact, { as, of, corrects, supersedes = [], with: other, page = '', text: said }: Proposal): void {
    const text = said ?? fact.text;
    const own = {
      fact: fact.id,
      facts: [fact.id],
      text,
      page,
      since: eventDay(fact),
      isSide: as === 'conflict',
      place: placeOf(fact, page),
    };
    // Until its own decision it was on the board as a claim of its own.
    if (this.claims.get(fact.id)?.facts.length === 1) this.remove(fact.id);
    const base = corrects ?? (as === 'duplicate' ? of : undefined);
    const claim = base === undefined ? null : this.citing(base);
    if (claim !== null)
      return this.put({
        ...claim,
        text: as === 'duplicate' ? (said ?? claim.text) : text,
        facts: [...claim.facts, fact.id],
      });
    if (as === 'conflict' && other !== undefined) {
      const side = this.citing(other);
      if (side) this.put({ ...side, isSide: true });
    } else if (as !== 'placed') return;
    for (const id of supersedes) this.remove(this.nameOf.get(id) ?? '');
    this.put(own);
  }

  private put(claim: BoardClaim): void {
    this.claims.set(claim.fact, claim);
    for (const id of claim.facts) this.nameOf.set(id, claim.fact);
    const fact = this.factById.get(claim.fact);
    if (fact && this.mayBeShown(claim)) this.likes.add(statementOf(fact, claim.text));
    else this.likes.remove(claim.fact);
  }

  /** Whether one of these facts must not be shown. */
  hides(facts: readonly string[]): boolean {
    return facts.some((id) => {
      const fact = this.factById.get(id);
      return fact !== undefined && this.isHidden(fact);
    });
  }

  /** False for a claim that may contain a secret typed by a person, and for a stand-in for a text that is too long. */
  mayBeShown({ fact, facts, text }: BoardClaim): boolean {
    return !this.hides(facts) && !isStandIn({ id: fact, text }) && findSecrets(text).length === 0;
  }

  private remove(name: string): void {
    for (const id of this.claims.get(name)?.facts ?? []) this.nameOf.delete(id);
    this.claims.delete(name);
    this.likes.remove(name);
  }

  private forgetPage(path: string, names: readonly string[]): void {
    for (const name of names) if (this.claims.get(name)?.page === path) this.remove(name);
    this.digests.delete(path);
  }
}

function readClaim(claim: Claim, page: string, factById: View['factById']): BoardClaim[] {
  if (isHistory(claim)) return [];
  const said = claim.sides.length > 0 ? claim.sides : [claim];
  return said.flatMap(({ text, facts }) => {
    const known = facts.flatMap((id) => factById.get(id) ?? []);
    const [first] = known;
    const since = known.map(eventDay).sort()[0] ?? '';
    // A fact that is in no log cannot be named in a proposal.
    return first
      ? [{ fact: first.id, facts, text, page, since, isSide: claim.sides.length > 0, place: placeOf(first, page) }]
      : [];
  });
}

/** The context of a statement, in a few words for a model: its project and tags, or else its page. */
export function placeOf(fact: Fact, page: string): string {
  const { tags, category } = fact;
  const named = [...new Set([projectOf(fact) ?? '', ...tags])].filter((word) => word !== '');
  return named.length > 0 ? named.join(', ') : category === 'general' ? titleFromPath(page) : category;
}
