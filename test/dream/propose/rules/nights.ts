// Dreams without a disk: facts arrive in portions, each is consolidated by the embedded engine, the plan and the pages.
import { nextBatch, isEmpty } from '../../../../src/dream/collect.ts';
import { rehearse } from '../../../../src/dream/apply.ts';
import { makePlan } from '../../../../src/dream/plan/plan.ts';
import { createRules } from '../../../../src/dream/propose/rules/rules.ts';
import { pageHistory } from './page-history.ts';
import type { Fact, Fields } from '../../../../src/model/fact.ts';
import type { Plan, Proposals } from '../../../../src/model/plan.ts';
import { apartIn, type ReviewLine } from '../../../../src/model/review.ts';
import { readPending } from '../../../../src/vault/pending.ts';
import { type PageText, toPageText, updateView, type View } from '../../../../src/vault/view.ts';

export { pageHistory };

const ZONES = {
  inbox: '0_Inbox',
  projects: '1_Projects',
  wiki: '2_Wiki',
  personal: '3_Personal',
  assets: '4_Assets',
  archives: '5_Archives',
};
const TODAY = '2027-01-01';
const SCHEMA = { routes: new Map<string, string>(), about: new Map<string, string>(), broken: null };
const QUIET = { update: () => undefined, end: () => undefined };

let count = 0;
/** A fact of a day and a minute; ids follow each other. */
export function fact(text: string, day: string, more: Partial<Fact> & { fields?: Fields } = {}): Fact {
  const id = more.id ?? `f${String(++count).padStart(9, '0')}`;
  return {
    id,
    computed: false,
    category: 'home',
    text,
    tags: [],
    fields: {},
    day,
    time: '10:00',
    session: 's',
    path: `daily/${day}.md`,
    line: count + 4,
    ...more,
  };
}

export interface Night {
  readonly view: View;
  readonly plans: readonly Plan[];
  readonly proposals: readonly Proposals[];
}

export interface NightOptions {
  readonly pinned?: readonly string[];
  readonly rejected?: readonly (readonly string[])[];
  /** Pages that stand already. */
  readonly pages?: readonly PageText[];
  readonly maxDays?: number;
  /** What a person does to every page before a portion, by its number. */
  readonly edits?: Readonly<Record<number, (text: string) => string>>;
}

/** All portions in turn, each by an engine made anew. A fact that comes again was edited. */
export async function dreamOf(
  portions: readonly (readonly Fact[])[],
  { pinned = [], rejected = [], pages = [], maxDays = 14, edits = {} }: NightOptions = {},
): Promise<Night> {
  let view = emptyView(pages, pinned, rejected);
  const [plans, proposals]: [Plan[], Proposals[]] = [[], []];
  let known: readonly Fact[] = [];
  for (const [night, portion] of portions.entries()) {
    const edit = edits[night];
    if (edit)
      view = updateView(
        view,
        [...view.pages.values()].map((page) => toPageText(page.path, edit(page.text))),
        [],
      );
    const news = new Set(portion.map(({ id }) => id));
    known = [...known.filter(({ id }) => !news.has(id)), ...portion].sort((a, b) =>
      a.day < b.day ? -1 : a.day > b.day ? 1 : a.line - b.line,
    );
    view = { ...view, facts: known, factById: new Map(known.map((one) => [one.id, one])) };
    const engine = createRules(known, { zones: ZONES, schema: SCHEMA, claimsPerPage: 200 });
    for (let turn = 0; turn < 50; turn++) {
      const batch = nextBatch(readPending(view, TODAY), new Map(), maxDays);
      if (isEmpty(batch)) break;
      const said = await engine.propose(batch.facts, view, QUIET, { requested: false });
      const plan = makePlan({
        created: new Set(),
        engine: engine.name,
        batch,
        proposals: said,
        view,
        isPagePath: (path) => /^[0-35]_[^.]+\.md$/.test(path),
        closed: new Map(),
        undone: new Map(),
        waiting: new Map(),
        failures: new Map(),
        failing: new Map(),
        secret: new Set(),
        maxReviews: 200,
      });
      view = rehearse(plan, view, new Date(Date.UTC(2026, 11, 1, 0, plans.length))).view;
      plans.push(plan);
      proposals.push(said);
    }
  }
  return { view, plans, proposals };
}

function emptyView(
  pages: readonly PageText[],
  pinned: readonly string[],
  rejected: readonly (readonly string[])[],
): View {
  const lines = rejected.map((facts, at): ReviewLine => ({
    id: `review${at}`,
    kind: 'merge',
    status: 'rejected',
    facts,
    reason: '',
    score: 1,
    run: 'r',
    at: '2026-01-01T00:00:00Z',
  }));
  const reviews = new Map(lines.map((line) => [line.id, line]));
  const bare: View = {
    facts: [],
    factById: new Map(),
    ledger: new Map(),
    ledgerRead: { lines: [], broken: [] },
    pages: new Map(),
    citedOn: new Map(),
    forgotten: new Set(),
    pinned: new Set(pinned),
    reviews,
    apart: apartIn(lines),
    lost: new Set(),
    merge: null,
  };
  return updateView(bare, pages, []);
}
