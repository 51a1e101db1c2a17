// Estimates the calls and tokens of a dream before anything is asked, from the facts that the rules leave open. An
// upper estimate: answers have their maximal length, and each fact names a pair.
import { estimateTokens } from '../../../llm/port.ts';
import type { Fact } from '../../../model/fact.ts';
import { NO_USAGE, type Proposals, type Usage } from '../../../model/plan.ts';
import type { Cancel, Progress } from '../../../model/ports.ts';
import type { SummaryClaim } from '../../../page/summary.ts';
import type { View } from '../../../vault/view.ts';
import { LEAST_CLAIMS, MOST_PAGES } from '../../due-overviews.ts';
import type { Engine } from '../../engine.ts';
import { fitsIn, sizeOf } from './asker.ts';
import { Board } from './board.ts';
import { isSettled } from './engine.ts';
import { firstLook, type OpenFact } from './first-look.ts';
import type { Prompts } from './prompts.ts';
import { PAIRS_A_CALL } from './second-look.ts';
import { firstRequest } from './summarise.ts';

export interface EstimateOptions {
  /** Must be a separate instance, since the rules learn from what they are asked. */
  readonly rules: Engine;
  /** The most tokens of prompt and answer together. */
  readonly context: number;
  readonly prompts: Prompts;
  readonly conventions: string;
  /** What `MEMORY.md` would currently be made from. */
  readonly claims: readonly Pick<SummaryClaim, 'title' | 'text'>[];
}

/** Two statements with their context, and the answer. */
const A_PAIR = 120;

/** A page's claims and its overview. */
const A_PAGE = 2500;

/** The number of pages that get something new and will have enough claims for an overview. */
function pagesToDescribe({ pages }: View, { proposals }: Proposals): number {
  const counts = new Map<string, number>();
  for (const { page } of proposals) if (page !== undefined) counts.set(page, (counts.get(page) ?? 0) + 1);
  return [...counts].filter(([page, count]) => count + (pages.get(page)?.claims.length ?? 0) >= LEAST_CLAIMS).length;
}

/** `facts`: all pending facts. */
export async function estimateUsage(
  facts: readonly Fact[],
  view: View,
  { rules, context, prompts, conventions, claims }: EstimateOptions,
  progress: Progress,
  cancel: Cancel,
): Promise<Usage> {
  if (facts.length === 0) return NO_USAGE;
  const fits = (request: Parameters<typeof fitsIn>[1], answerTokens: number): boolean =>
    fitsIn(context, request, answerTokens);
  const board = new Board();
  board.follow(view);
  const ruled = await rules.propose(facts, view, progress, cancel);
  const base = new Map(ruled.proposals.map((proposal) => [proposal.fact, proposal]));
  const open = facts.flatMap((fact): OpenFact[] => {
    const proposal = base.get(fact.id);
    return proposal && !isSettled(fact, proposal, view) ? [{ fact, base: proposal }] : [];
  });
  let [calls, tokens, asked] = [0, 0, 0];
  for (let rest: readonly OpenFact[] = open; rest.length > 0;) {
    const look = firstLook(rest, { board, system: prompts['first-look'].text, conventions, fits });
    if (look !== null) {
      calls++;
      asked += look.facts.length;
      tokens += sizeOf(look.request) + look.answerTokens;
    }
    rest = rest.slice(look?.facts.length ?? 1);
  }
  const pairCalls = Math.ceil(asked / PAIRS_A_CALL);
  const summary = firstRequest(
    [...facts.map(({ text }) => ({ title: '', text })), ...claims],
    prompts.memory.text,
    fits,
  );
  const page = { system: prompts.overview.text, prompt: '', schema: {} };
  const pages = fits(page, A_PAGE) ? Math.min(MOST_PAGES, pagesToDescribe(view, ruled)) : 0;
  return {
    calls: calls + pairCalls + pages + (summary === null ? 0 : 1),
    tokens:
      tokens +
      pairCalls * estimateTokens(prompts['second-look'].text) +
      asked * A_PAIR +
      pages * (sizeOf(page) + A_PAGE) +
      (summary === null ? 0 : sizeOf(summary.request) + summary.answerTokens),
  };
}
