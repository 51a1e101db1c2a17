// Small groups for tests of what is taken of an answer: a page with claims, facts that are placed on it by the rules,
// and the view that both are in.
import type { Group, GroupFact } from '../../../../src/dream/propose/model/groups.ts';
import { makePlan } from '../../../../src/dream/plan/plan.ts';
import type { Fact } from '../../../../src/model/fact.ts';
import type { Plan, Proposal } from '../../../../src/model/plan.ts';
import type { ReviewProposal } from '../../../../src/model/review.ts';
import { NOTHING_PENDING } from '../../../../src/vault/pending.ts';
import { toPageText, type View } from '../../../../src/vault/view.ts';

export const PAGE = '3_Personal/Work.md';
export const OTHER = '2_Wiki/Berlin.md';

export interface Given {
  readonly text: string;
  readonly day?: string;
  readonly session?: string;
  readonly tags?: readonly string[];
  readonly fields?: Readonly<Record<string, string>>;
  /** What the rules propose beside its place. */
  readonly base?: Partial<Proposal>;
  /** The wording of the rules. */
  readonly said?: string;
}

export interface Setting {
  readonly claims?: readonly (string | Given)[];
  readonly facts: readonly (string | Given)[];
  readonly heads?: readonly string[];
  readonly pinned?: readonly string[];
  readonly apart?: readonly (readonly [string, string])[];
  readonly isNew?: boolean;
}

export const claimId = (number: number): string => `have${String(number).padStart(6, '0')}`;
export const factId = (number: number): string => `fact${String(number).padStart(6, '0')}`;

export function setUp({ claims = [], facts, heads = [], pinned = [], apart = [], isNew = false }: Setting): {
  readonly group: Group;
  readonly view: View;
} {
  const given = (one: string | Given): Given => (typeof one === 'string' ? { text: one } : one);
  const old = claims.map(given).map((one, at) => toFact(claimId(at + 1), { day: '2026-07-01', ...one }, at));
  const fresh = facts.map(given).map((one, at) => toFact(factId(at + 1), { day: '2026-07-10', ...one }, at));
  const isPage = !isNew || claims.length > 0;
  const page = `---\ntitle: Work\ndescription: What was logged as work\n---\n\n## Key Facts\n${heads.map((head) => `\n### ${head}\n`).join('')}${old.map(({ id, text }) => `- ${text}[^${id}]`).join('\n')}\n\n## Sources\n${old.map(({ id }) => `[^${id}]: [2026-07-01 10:00](../daily/2026-07-01.md#^${id})`).join('\n')}\n`;
  const pages = [
    ...(isPage ? [toPageText(PAGE, page)] : []),
    toPageText(OTHER, '---\ntitle: Berlin\n---\n\n## Key Facts\n- Berlin is large.[^near000000]\n'),
  ];
  const all = [...old, ...fresh, toFact('near000000', { text: 'Berlin is large.', day: '2026-06-01' }, 0)];
  const view: View = {
    facts: all,
    factById: new Map(all.map((one) => [one.id, one])),
    ledger: new Map(
      old.map(({ id, day }) => [
        id,
        {
          fact: id,
          day,
          as: 'placed',
          page: PAGE,
          digest: 'd',
          run: 'r',
          engine: 'rules/2',
          at: '2026-07-02T00:00:00Z',
        },
      ]),
    ),
    ledgerRead: { lines: [], broken: [] },
    pages: new Map(pages.map((one) => [one.path, one])),
    citedOn: new Map([...old.map(({ id }): [string, string[]] => [id, [PAGE]]), ['near000000', [OTHER]]]),
    forgotten: new Set(),
    pinned: new Set(pinned),
    reviews: new Map(),
    apart: (a, b) => apart.some((pair) => pair.includes(a) && pair.includes(b)),
    lost: new Set(),
    merge: null,
  };
  const groupFacts = fresh.map((fact, at): GroupFact => {
    const { base, said } = given(facts[at] ?? '');
    const text = said ?? fact.text;
    return {
      id: `f${at + 1}`,
      fact,
      text,
      base: { fact: fact.id, as: 'placed', page: PAGE, head: null, text, reason: 'is logged as work', ...base },
    };
  });
  return {
    view,
    group: {
      page: { path: PAGE, title: 'Work', about: 'What was logged as work', isNew: !isPage },
      claims: old.map(({ id, text, day }, at) => ({
        id: `c${at + 1}`,
        fact: id,
        facts: [id],
        text,
        head: null,
        since: day,
        isSide: false,
      })),
      facts: groupFacts,
      heads,
      otherPages: [{ path: OTHER, title: 'Berlin' }],
    },
  };
}

function toFact(
  id: string,
  { text, day = '2026-07-10', session = 's', tags = [], fields = {} }: Given,
  at: number,
): Fact {
  return {
    id,
    computed: false,
    day,
    time: `10:${String(at).padStart(2, '0')}`,
    session,
    path: `daily/${day}.md`,
    line: 5 + at,
    category: 'work',
    text,
    tags,
    fields,
  };
}

export const isPagePath = (path: string): boolean => /^(?:2_Wiki|3_Personal)\/[^./]+\.md$/.test(path);

/** What a plan makes of proposals for the facts of a group. */
export function planOf(
  { group, view }: { readonly group: Group; readonly view: View },
  proposals: readonly Proposal[],
  reviews: readonly ReviewProposal[] = [],
): Plan {
  return makePlan({
    engine: 'test/consolidate-1',
    batch: { ...NOTHING_PENDING, facts: group.facts.map(({ fact }) => fact) },
    proposals: {
      proposals,
      pages: [{ page: PAGE, type: 'note', title: 'Work', about: 'What was logged as work' }],
      heads: {},
      tags: {},
      related: {},
      reviews,
    },
    view,
    isPagePath,
    closed: new Map(),
    undone: new Map(),
    waiting: new Map(),
    failures: new Map(),
    failing: new Map(),
    maxReviews: 5,
    secret: new Set(),
  });
}
