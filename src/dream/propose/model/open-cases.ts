// What of a batch is put before a model, in which order, and what stands around it: the rules' proposals divided into
// what they settle and what is open.
import { compareFacts, type Fact } from '../../../model/fact.ts';
import type { Proposal, Proposals } from '../../../model/plan.ts';
import type { Schema } from '../../../page/schema.ts';
import type { View } from '../../../vault/view.ts';
import { type Board, createBoard } from './board.ts';
import { type Around, gatherByPage, isSettled, mayMove, namedIn, type OpenFact, type Sheaf } from './groups.ts';
import { createNearness } from './nearness.ts';

export interface OpenCases {
  readonly sheaves: readonly Sheaf[];
  readonly board: Board;
  /** By fact what the rules propose. */
  readonly base: ReadonlyMap<string, Proposal>;
  /** What a call about these facts of a sheaf may show. */
  around(sheaf: Sheaf): Around;
}

export function openCases(
  batch: readonly Fact[],
  ruled: Proposals,
  view: View,
  schema: Pick<Schema, 'routes'>,
): OpenCases {
  const base = new Map(ruled.proposals.map((proposal) => [proposal.fact, proposal]));
  const board = createBoard(view);
  const open: OpenFact[] = [];
  for (const fact of [...batch].sort(compareFacts)) {
    const proposal = base.get(fact.id);
    if (!proposal) continue;
    if (isSettled(fact, proposal, view)) board.apply(fact, proposal);
    else open.push({ fact, base: proposal });
  }
  const sheaves = gatherByPage(open, ruled.pages, view);
  const nearness = createNearness();
  // A claim that the rules take away for a fact of one page is no other page's to name.
  const namers = new Map<string, Set<string>>();
  for (const { fact, base: proposal } of open)
    for (const id of namedIn(proposal)) namers.set(id, (namers.get(id) ?? new Set()).add(fact.id));
  const pages = [
    ...[...view.pages.values()]
      .filter(({ claims }) => claims.length > 0)
      .map(({ path, head: { title } }) => ({ path, title })),
    ...ruled.pages.map(({ page, title }) => ({ path: page, title })),
  ];
  return {
    sheaves,
    board,
    base,
    around: ({ facts }) => {
      const own = new Set(facts.map(({ fact }) => fact.id));
      return {
        board,
        nearness,
        isOpen: ({ facts: cited }) => cited.every((id) => [...(namers.get(id) ?? [])].every((namer) => own.has(namer))),
        otherPages: facts.every(({ fact }) => mayMove(fact, schema)) ? pages : [],
      };
    },
  };
}
