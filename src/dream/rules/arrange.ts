// Heads for the claims of a page: none while it is short; once Key Facts holds more than twelve, every
// claim stands under a topic that three or more share, else under its month. Topics that are there stay;
// a claim under a month moves when a topic comes up that it shares, so that pages that grow by a few claims
// a night end up like those that were dreamed at once.
import { titleFromPath } from '../../markdown/page.ts';
import { headsOf, isMonth } from '../../markdown/page-edit.ts';
import { eventDay, type Fact } from '../../model/fact.ts';
import type { PageProposal, Proposal } from '../../model/plan.ts';
import type { View } from '../../vault/view.ts';
import { chooseHeads, headFor } from './heads.ts';

const FLAT_CLAIMS = 12;

interface HeadClaim {
  readonly id: string;
  readonly text: string;
  readonly subject: string | null;
  readonly tags: string[];
  readonly date: string;
}

export interface Arrangement {
  /** By page, by fact: heads for claims that stand under none yet. */
  readonly heads: Record<string, Record<string, string>>;
  /** By fact: the head of a claim that is to be added. */
  readonly headOf: ReadonlyMap<string, string>;
}

/** What is known of facts. */
interface Known {
  readonly subjectOf: (fact: string) => string | null;
  readonly tagsOf: (fact: Fact) => readonly string[];
  /** The head that a claim of it has on that page from the first on; null where it is to be found. */
  readonly headOn: (page: string, fact: Fact) => string | null;
}

export function arrangeHeads(
  proposals: readonly Proposal[],
  view: View,
  pages: ReadonlyMap<string, PageProposal>,
  { subjectOf, tagsOf, headOn }: Known,
): Arrangement {
  const byPage = new Map<string, Proposal[]>();
  for (const proposal of proposals) {
    if (proposal.as !== 'placed' || proposal.page === undefined) continue;
    const list = byPage.get(proposal.page);
    if (list) list.push(proposal);
    else byPage.set(proposal.page, [proposal]);
  }
  const heads: Record<string, Record<string, string>> = {};
  const headOf = new Map<string, string>();
  for (const [path, added] of byPage) {
    const page = view.pages.get(path);
    const existing = page ? page.claims.filter((claim) => claim.section === 'Key Facts') : [];
    const given = (id: string): string | null => {
      const fact = view.factById.get(id);
      return fact === undefined ? null : headOn(path, fact);
    };
    const isLong = existing.length + added.length > FLAT_CLAIMS;
    if (!isLong && !added.some(({ fact }) => given(fact) !== null)) continue;
    const toClaim = (id: string, text: string): HeadClaim => {
      const fact = view.factById.get(id);
      return {
        id,
        text,
        subject: subjectOf(id),
        tags: fact ? [...tagsOf(fact)] : [],
        date: fact ? eventDay(fact) : '',
      };
    };
    const loose = existing.filter((claim) => claim.head === null || isMonth(claim.head));
    const flat = loose.map((claim) => toClaim(claim.facts[0] ?? '', claim.text));
    const fresh = added.map((proposal) => toClaim(proposal.fact, proposal.text ?? ''));
    const title = pages.get(path)?.title ?? titleFromPath(path);
    const present = page ? headsOf(page.text).filter((head) => !isMonth(head)) : [];
    const settled = new Map<string, string>();
    for (const claim of [...flat, ...fresh]) {
      const head = given(claim.id) ?? (isLong ? headFor(claim, present) : null);
      if (head !== null) settled.set(claim.id, head);
    }
    const open = [...flat, ...fresh].filter((claim) => !settled.has(claim.id));
    if (isLong) for (const [id, head] of chooseHeads(open, { exclude: [title] })) settled.set(id, head);
    const moves = Object.fromEntries(
      loose.flatMap((claim) => {
        const head = settled.get(claim.facts[0] ?? '') ?? null;
        return head === null || head === claim.head || (claim.head !== null && isMonth(head))
          ? []
          : [[claim.facts[0] ?? '', head]];
      }),
    );
    if (Object.keys(moves).length > 0) heads[path] = moves;
    for (const claim of fresh) headOf.set(claim.id, settled.get(claim.id) ?? '');
  }
  return { heads, headOf };
}
