// A batch of facts, pages in memory and the engine that asks a scripted model about them.
import { type Budget, createBudget } from '../../../../src/dream/propose/model/asker.ts';
import { createModelEngine, type ModelEngineOptions } from '../../../../src/dream/propose/model/engine.ts';
import { createRules } from '../../../../src/dream/propose/rules/rules.ts';
import { templateRoutes } from '../../../../src/page/schema.ts';
import type { Engine } from '../../../../src/dream/engine.ts';
import type { Fact } from '../../../../src/model/fact.ts';
import type { Proposal, Proposals } from '../../../../src/model/plan.ts';
import type { Cancel } from '../../../../src/model/ports.ts';
import { toPageText, type View } from '../../../../src/vault/view.ts';
import { scripted, type Scripted } from './scripted.ts';

export const WORK = '3_Personal/Work.md';
export const ZONES = {
  inbox: '0_Inbox',
  projects: '1_Projects',
  wiki: '2_Wiki',
  personal: '3_Personal',
  assets: '4_Assets',
  archives: '5_Archives',
};
export const SCHEMA = templateRoutes(ZONES);
export const PROMPTS = {
  'first-look': { version: 'first-look-1', text: 'Decide each fact.\n\n{{conventions}}' },
  'second-look': { version: 'second-look-1', text: 'Compare.' },
  memory: { version: 'memory-1', text: 'Summarise.' },
  overview: { version: 'overview-1', text: 'Describe.' },
  pass: { version: 'pass-1', text: 'Arrange.' },
  lessons: { version: 'lessons-1', text: '' },
};

/** Ids that sort as they are numbered. */
export const idOf = (number: number): string => `f${String(number).padStart(9, '0')}`;

export const factOf = (number: number, text: string, more: Partial<Fact> = {}): Fact => ({
  id: idOf(number),
  computed: false,
  day: '2026-07-01',
  time: '14:05',
  session: 's',
  path: `daily/${more.day ?? '2026-07-01'}.md`,
  line: number + 1,
  category: 'work',
  text,
  tags: [],
  fields: {},
  ...more,
});

/** A page whose claims cite these facts, each its own. */
export const pageOf = (path: string, facts: readonly Fact[]): readonly [string, string] => [
  path,
  `---\ntitle: ${path.slice(path.lastIndexOf('/') + 1, -3)}\n---\n\n## Key Facts\n${facts.map(({ id, text }) => `- ${text}.[^${id}]\n`).join('')}`,
];

export function viewOf(
  facts: readonly Fact[],
  pages: readonly (readonly [string, string])[] = [],
  more: Partial<View> = {},
): View {
  const texts = pages.map(([path, text]) => toPageText(path, text));
  const citedOn = new Map<string, string[]>();
  for (const page of texts)
    for (const id of page.claims.flatMap((claim) => claim.facts))
      citedOn.set(id, [...(citedOn.get(id) ?? []), page.path]);
  return {
    facts,
    factById: new Map(facts.map((one) => [one.id, one])),
    ledger: new Map(),
    ledgerRead: { lines: [], broken: [] },
    pages: new Map(texts.map((page) => [page.path, page])),
    citedOn,
    forgotten: new Set(),
    lost: new Set(),
    merge: null,
    pinned: new Set(),
    reviews: new Map(),
    apart: () => false,
    ...more,
  };
}

export interface Asked {
  readonly answer: Proposals;
  readonly model: Scripted;
  readonly budget: Budget;
  /** What became of each fact: its proposal's `as`, or `waits`. */
  readonly fates: Readonly<Record<string, string>>;
  proposal(number: number): Proposal | undefined;
}

export interface AskOptions extends Partial<ModelEngineOptions> {
  readonly view?: View;
  readonly limits?: Parameters<typeof createBudget>[0];
  readonly cancel?: Cancel;
  readonly labels?: string[];
}

/** The engine, and what it is asked with. */
export function engineOf(
  model: Scripted,
  {
    view,
    limits = { maxCalls: 200, minutes: 60 },
    cancel = { requested: false },
    labels = [],
    ...more
  }: AskOptions & { readonly view: View },
): { engine: Engine; budget: Budget; propose: (batch: readonly Fact[]) => Promise<Proposals> } {
  const budget = more.budget ?? createBudget(limits);
  const engine = createModelEngine({
    rules: createRules(view.facts, { zones: ZONES, schema: SCHEMA, claimsPerPage: 200 }),
    model,
    budget,
    prompts: PROMPTS,
    conventions: '',
    silenceMs: 5000,
    waited: () => 0,
    isPrivate: () => false,
    maxPairs: 100,
    ...more,
  });
  return {
    engine,
    budget,
    propose: async (batch) =>
      await engine.propose(batch, view, { update: (label) => void labels.push(label), end: () => undefined }, cancel),
  };
}

export async function askAbout(
  batch: readonly Fact[],
  script: Parameters<typeof scripted>[0] | Scripted,
  { view = viewOf(batch), ...options }: AskOptions = {},
): Promise<Asked> {
  const model = typeof script === 'function' ? scripted(script) : script;
  const { budget, propose } = engineOf(model, { view, ...options });
  const answer = await propose(batch);
  const fates = Object.fromEntries([
    ...answer.proposals.map(({ fact, as }) => [fact, as] as const),
    ...(answer.waits ?? []).map(({ fact }) => [fact, 'waits'] as const),
  ]);
  return {
    answer,
    model,
    budget,
    fates,
    proposal: (number) => answer.proposals.find(({ fact }) => fact === idOf(number)),
  };
}
