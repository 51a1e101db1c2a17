import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makePlan } from '../../src/dream/plan/plan.ts';
import type { PlanInput } from '../../src/dream/engine.ts';
import { factDigest } from '../../src/model/bytes.ts';
import { makeId } from '../../src/model/ids.ts';
import type { Fact } from '../../src/model/fact.ts';
import type { Proposal, Proposals } from '../../src/model/plan.ts';
import type { LedgerLine } from '../../src/model/disposition.ts';
import { NOTHING_PENDING } from '../../src/vault/pending.ts';
import { toPageText, type View } from '../../src/vault/view.ts';

const fact = (id: string, text = `Statement ${id}`, day = '2026-07-01'): Fact => ({
  id,
  computed: false,
  day,
  time: '14:05',
  session: 's',
  path: `daily/${day}.md`,
  line: 5,
  category: 'work',
  text,
  tags: [],
  fields: {},
});
const placed = (id: string, page = '3_Personal/Work.md', more: Partial<Proposal> = {}): Proposal => ({
  fact: id,
  as: 'placed',
  page,
  reason: 'test',
  ...more,
});
const answer = (proposals: Proposal[]): Proposals => ({
  proposals,
  pages: [...new Set(proposals.flatMap((one) => one.page ?? []))].map((page) => ({
    page,
    type: 'note',
    title: 'T',
    about: 'A',
  })),
  heads: {},
  tags: {},
  related: {},
  reviews: [],
});
const viewOf = (facts: Fact[], pages: Record<string, string> = {}, ledger: LedgerLine[] = []): View => {
  const texts = Object.entries(pages).map(([path, text]) => toPageText(path, text));
  const citedOn = new Map<string, string[]>();
  for (const page of texts)
    for (const id of page.claims.flatMap((claim) => claim.facts))
      citedOn.set(id, [...(citedOn.get(id) ?? []), page.path]);
  return {
    facts,
    factById: new Map(facts.map((one) => [one.id, one])),
    ledger: new Map(ledger.map((line) => [line.fact, line])),
    ledgerRead: { lines: ledger, broken: [] },
    pages: new Map(texts.map((page) => [page.path, page])),
    citedOn,
    forgotten: new Set(),
    lost: new Set(),
    merge: null,
    pinned: new Set(),
    reviews: new Map(),
    apart: () => false,
  };
};
const plan = (facts: Fact[], proposals: Proposal[], more: Partial<PlanInput> = {}) =>
  makePlan({
    created: new Set(),
    engine: 'test/1',
    batch: { ...NOTHING_PENDING, facts },
    proposals: answer(proposals),
    view: viewOf(facts),
    isPagePath: (path) => /^3_Personal\/[^./]+\.md$/.test(path),
    closed: new Map(),
    undone: new Map(),
    waiting: new Map(),
    failures: new Map(),
    failing: new Map(),
    secret: new Set(),
    maxReviews: 5,
    ...more,
  });
const A = fact('aaaaaaaaaa', 'User now works at Microsoft in 2026');
const B = fact('bbbbbbbbbb');
const PAGE = '## Key Facts\n- User works there.[^aaaaaaaaaa][^bbbbbbbbbb]\n- Another.[^cccccccccc]\n';

describe('a plan accounts for every fact', () => {
  it('places what the engine placed, with its digest', () => {
    const made = plan([A], [placed(A.id)]);
    expect(made.decisions).toEqual([
      { fact: A.id, day: A.day, as: 'placed', page: '3_Personal/Work.md', reason: 'test', digest: factDigest(A) },
    ]);
    expect(made.changes.map((change) => change.kind)).toEqual(['create', 'add']);
  });

  it.each([
    ['a fact that the engine left out', [placed(A.id)], 'said nothing'],
    ['a page outside the zones', [placed(A.id), placed(B.id, '../etc/passwd.md')], 'in no zone'],
    ['a page that nobody would read back', [placed(A.id), placed(B.id, '3_Personal/a:b.md')], 'contains ":"'],
    [
      'a duplicate of nothing',
      [placed(A.id), { fact: B.id, as: 'duplicate', of: 'zzzzzzzzzz', reason: '' }],
      'no page cites',
    ],
    ['a duplicate of itself', [placed(A.id), { fact: B.id, as: 'duplicate', of: B.id, reason: '' }], 'no page cites'],
    [
      'a disposition that cannot be applied',
      [placed(A.id), { fact: B.id, as: 'superseded', reason: '' }],
      'cannot apply',
    ],
  ] satisfies [string, Proposal[], string][])('leaves %s pending and says why', (_, proposals, why) => {
    const made = plan([A, B], proposals);
    expect(made.decisions.map((decision) => decision.fact)).toEqual([A.id]);
    expect(made.left).toEqual([{ fact: B.id, reason: expect.stringContaining(why) as string, why: 'own' }]);
  });

  it('uses the page that is there, and of two new ones that differ by case the first', () => {
    const view = viewOf([A, B], { '3_Personal/work.md': '# work\n' });
    expect(
      plan([A, B], [placed(A.id), placed(B.id, '3_Personal/WORK.md')], { view }).decisions.map(({ page }) => page),
    ).toEqual(['3_Personal/work.md', '3_Personal/work.md']);
    const made = plan([A, B], [placed(A.id), placed(B.id, '3_Personal/WORK.md')]);
    expect(made.changes.map(({ kind, page }) => [kind, page])).toEqual([
      ['create', '3_Personal/Work.md'],
      ['add', '3_Personal/Work.md'],
      ['add', '3_Personal/Work.md'],
    ]);
  });

  it('drops an unknown fact and a second decision, and notes both', () => {
    const made = plan([A], [placed('zzzzzzzzzz'), placed(A.id), placed(A.id, '3_Personal/Other.md')]);
    expect(made.decisions).toHaveLength(1);
    expect(made.decisions[0]?.page).toBe('3_Personal/Work.md');
    expect(made.notices).toHaveLength(2);
  });

  it('uses the fact’s own words where a wording drops a specific', () => {
    const made = plan([A], [placed(A.id, undefined, { text: 'User works at Microsoft in 2025' })]);
    expect(made.changes).toContainEqual(expect.objectContaining({ kind: 'add', text: A.text }));
    expect(made.notices[0]).toContain('2026');
  });

  it('cites a twin of the same batch on one claim, and one on a page where it stands', () => {
    const twin: Proposal = { fact: B.id, as: 'duplicate', of: A.id, reason: 'says the same' };
    expect(plan([A, B], [placed(A.id), twin]).changes).toContainEqual(
      expect.objectContaining({ kind: 'add', facts: [A.id, B.id] }),
    );
    const view = viewOf([A, B], { '3_Personal/Work.md': '## Key Facts\n- User works there.[^aaaaaaaaaa]\n' });
    const made = plan([B], [twin], { view });
    expect(made.changes).toEqual([
      { kind: 'cite', page: '3_Personal/Work.md', claim: A.id, facts: [B.id], reason: 'says the same' },
    ]);
    expect(made.decisions[0]).toMatchObject({ as: 'duplicate', of: A.id, page: '3_Personal/Work.md' });
  });

  it('leaves facts whose page holds conflict markers', () => {
    const made = plan([A], [placed(A.id)], { closed: new Map([['3_Personal/Work.md', 'markers']]) });
    expect(made).toMatchObject({ decisions: [], changes: [], left: [{ fact: A.id, reason: 'markers', why: 'page' }] });
  });

  it('corrects the claim of an edited line in place; a shared claim keeps the words of the others', () => {
    const ledger = {
      fact: A.id,
      day: A.day,
      as: 'placed',
      page: '3_Personal/Work.md',
      digest: 'old',
      run: 'r',
      engine: 'e',
      at: '',
    } as const;
    const alone = viewOf([A], { '3_Personal/Work.md': '## Key Facts\n- Old.[^aaaaaaaaaa]\n' }, [ledger]);
    expect(plan([A], [placed(A.id)], { view: alone }).changes).toEqual([
      expect.objectContaining({ kind: 'correct', claim: A.id, text: A.text }),
    ]);
    const shared = viewOf([A, B], { '3_Personal/Work.md': PAGE }, [ledger]);
    expect(plan([A], [placed(A.id)], { view: shared }).changes.map((change) => change.kind)).toEqual(['uncite', 'add']);
  });

  it('links no page for the sake of a fact that waits', () => {
    const taken = {
      fact: A.id,
      day: A.day,
      as: 'placed',
      page: '3_Personal/Work.md',
      digest: factDigest(A),
      run: 'r',
      engine: 'e',
      at: '',
    } as const;
    const view = viewOf([A, B], {
      '3_Personal/Work.md': '# Work\n',
      '3_Personal/Home.md': '# Home\n',
      '3_Personal/Jobs.md': '# Jobs\n',
    });
    const proposals = {
      ...answer([placed(A.id), placed(B.id, '3_Personal/Jobs.md')]),
      related: { '3_Personal/Work.md': ['3_Personal/Home.md'], '3_Personal/Home.md': ['3_Personal/Jobs.md'] },
    };
    const made = plan([A, B], [], { view, proposals, undone: new Map([[A.id, [taken]]]) });
    expect(made.left).toMatchObject([{ fact: A.id, why: 'undone' }]);
    expect(made.changes.map(({ kind, page }) => [kind, page])).toEqual([
      ['add', '3_Personal/Jobs.md'],
      ['relate', '3_Personal/Home.md'],
    ]);
  });

  it('records what a page cites already, and what a hand removed', () => {
    const view = viewOf([A, B], { '3_Personal/Work.md': PAGE });
    const made = plan([], [], {
      view,
      batch: { ...NOTHING_PENDING, cited: new Map([[A.id, '3_Personal/Work.md']]), removed: [B] },
    });
    expect(made.changes).toEqual([]);
    expect(made.decisions).toMatchObject([
      { fact: A.id, as: 'placed' },
      { fact: B.id, as: 'set-aside', reason: 'removed by hand' },
    ]);
  });
});

describe('whatever an engine says', () => {
  const ids = Array.from({ length: 6 }, (_, index) => makeId(() => (index + 1) / 7));
  const facts = ids.map((id) => fact(id));
  const proposal = fc.record({
    fact: fc.constantFrom(...ids, 'zzzzzzzzzz'),
    as: fc.constantFrom('placed', 'duplicate', 'superseded', 'conflict', 'set-aside', 'quarantined', 'forgotten'),
    page: fc.constantFrom('3_Personal/A.md', '3_Personal/B.md', '../x.md', '4_Assets/a.md', ''),
    of: fc.constantFrom(...ids, 'nonsense'),
    by: fc.constantFrom(...ids, 'nonsense'),
    with: fc.constantFrom(...ids, 'nonsense'),
    supersedes: fc.array(fc.constantFrom(...ids, 'nonsense'), { maxLength: 3 }),
    text: fc.oneof(fc.constant(''), fc.string(), fc.constant('not Statement')),
    reason: fc.string(),
  });

  it('every fact has exactly one disposition or waits, and what is placed is added once', () => {
    fc.assert(
      fc.property(fc.array(proposal, { maxLength: 12 }), (proposals) => {
        const made = plan(facts, proposals);
        const accounted = [
          ...made.decisions.map((decision) => decision.fact),
          ...made.left.map((one) => one.fact),
        ].sort();
        expect(accounted).toEqual([...ids].sort());
        const cited = made.changes
          .flatMap((change) => (['add', 'cite', 'past', 'conflict'].includes(change.kind) ? change.facts : []))
          .sort();
        expect(cited).toEqual(
          made.decisions
            .filter((decision) => decision.page !== undefined)
            .map((decision) => decision.fact)
            .sort(),
        );
        for (const change of made.changes) expect(change.page).toMatch(/^3_Personal\/[AB]\.md$/);
      }),
    );
  });
});

it('what is said again after another claim took its place in the same plan takes the place of that', () => {
  const [first, other, again] = [
    fact('aaaaaaaaaa', 'Tea it is', '2026-07-01'),
    fact('bbbbbbbbbb', 'Coffee it is', '2026-07-02'),
    fact('cccccccccc', 'Tea it is', '2026-07-03'),
  ];
  const page = '3_Personal/Work.md';
  const { decisions, changes, notices } = plan(
    [first, other, again],
    [
      placed(first.id),
      placed(other.id, page, { supersedes: [first.id] }),
      { fact: again.id, as: 'duplicate', of: first.id, reason: 'test' },
    ],
  );
  expect(decisions.map(({ fact: id, as, by }) => [id, as, by])).toEqual(
    expect.arrayContaining([
      [first.id, 'superseded', other.id],
      [other.id, 'superseded', again.id],
      [again.id, 'placed', undefined],
    ]),
  );
  expect(changes.filter(({ kind }) => kind === 'past')).toMatchObject([
    { text: 'Tea it is', from: '2026-07-01', to: '2026-07-02' },
    { text: 'Coffee it is', from: '2026-07-02', to: '2026-07-03' },
  ]);
  expect(notices).toEqual([]);
});
