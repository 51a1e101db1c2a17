// The claims of the pages as they will be once a plan in the making is carried out: the words that they will have,
// and the facts that go off them.
import { factDigest } from '../markdown/digest.ts';
import type { Fact } from '../model/fact.ts';
import type { Claim } from '../model/page.ts';
import type { View } from '../vault/view.ts';

export class ClaimsAhead {
  private readonly words = new Map<Claim, string>();
  private readonly gone = new Map<Claim, Set<string>>();
  private readonly pages: View['pages'];

  constructor({ pages }: Pick<View, 'pages'>) {
    this.pages = pages;
  }

  /** The first claim on that page that will cite the fact. */
  citing(page: string, fact: string): Claim | undefined {
    return this.pages.get(page)?.claims.find((claim) => claim.facts.includes(fact) && this.gone.get(claim)?.has(fact) !== true);
  }

  wordsOf(claim: Claim): string {
    return this.words.get(claim) ?? claim.text;
  }

  reword(claim: Claim, words: string): void {
    this.words.set(claim, words);
  }

  takeOff(claim: Claim, fact: string): void {
    this.gone.set(claim, (this.gone.get(claim) ?? new Set()).add(fact));
  }

  /** The facts of today that it will cite still. */
  staying(claim: Claim): string[] {
    return claim.facts.filter((fact) => this.gone.get(claim)?.has(fact) !== true);
  }

  /** Only an item of a list is memvault's to reword; a paragraph or a quote holds a person's words too. */
  isRewordable(claim: Claim): boolean {
    return /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(this.pages.get(claim.page)?.text.split('\n')[claim.line - 1] ?? '');
  }
}

export interface Orphan {
  readonly orphan: Fact;
  /** What it is a duplicate of from now on; null for the one that the claim is of. */
  readonly of: string | null;
  /** What it was a duplicate of. */
  readonly former: string;
}

/** Facts that stay on a claim as duplicates of one that does not. An edited one is not among them: its own correction settles it. */
export function orphansOn(claim: Claim, staying: readonly string[], { ledger, factById }: Pick<View, 'ledger' | 'factById'>): Orphan[] {
  const base = staying.find((id) => ledger.get(id)?.as === 'placed') ?? staying[0] ?? null;
  return staying.flatMap((id): Orphan[] => {
    const [held, orphan] = [ledger.get(id), factById.get(id)];
    if (!orphan || held?.as !== 'duplicate' || held.page !== claim.page || held.digest !== factDigest(orphan)) return [];
    const former = held.of ?? '';
    return claim.facts.includes(former) && !staying.includes(former) ? [{ orphan, of: id === base ? null : base, former }] : [];
  });
}
