import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBoard, openCases } from '../../../../src/dream/propose/model/pairs.ts';
import {
  cutGroup,
  FULL,
  gatherByPage,
  halfOf,
  mayMove,
  type OpenFact,
  sizesFrom,
} from '../../../../src/dream/propose/model/groups.ts';
import { createNearness } from '../../../../src/dream/propose/model/nearness.ts';
import { reconcile } from '../../../../src/dream/propose/model/engine.ts';
import type { Fact } from '../../../../src/model/fact.ts';
import type { Proposal } from '../../../../src/model/plan.ts';
import { factOf, idOf, pageOf, SCHEMA, viewOf, WORK } from './bench.ts';

const open = (fact: Fact, more: Partial<Proposal> = {}): OpenFact => ({
  fact,
  base: { fact: fact.id, as: 'placed', page: WORK, text: fact.text, reason: 'r', ...more },
});
const claims = Array.from({ length: 120 }, (_, at) =>
  factOf(at + 100, `User walked route number ${at}`, { day: '2026-06-01' }),
);

describe('facts of one page', () => {
  it('come together in the order in which they happened, pages in that of their first facts', () => {
    const [late, early, other] = [
      factOf(1, 'b', { time: '18:00' }),
      factOf(2, 'a', { time: '09:00' }),
      factOf(3, 'c', { time: '08:00' }),
    ];
    const sheaves = gatherByPage(
      [open(late), open(early), open(other, { page: '1_Projects/Atlas.md' })],
      [{ page: '1_Projects/Atlas.md', type: 'project', title: 'Atlas', about: 'The project' }],
      viewOf([], [pageOf(WORK, [])]),
    );
    expect(
      sheaves.map(({ page, facts }) => [page.path, page.title, page.isNew, facts.map(({ fact }) => fact.text)]),
    ).toEqual([
      ['1_Projects/Atlas.md', 'Atlas', true, ['c']],
      [WORK, 'Work', false, ['a', 'b']],
    ]);
  });

  it('see the claims of a long page that are nearest to them, and those that the rules name', () => {
    const [walk, bread] = [factOf(1, 'User walked route number 17 again'), factOf(2, 'User bakes bread')];
    const view = viewOf([...claims, walk, bread], [pageOf(WORK, claims)]);
    const sheaf = {
      page: { path: WORK, title: 'Work', about: '', isNew: false },
      facts: [open(walk, { supersedes: [idOf(155)] }), open(bread)],
      heads: [],
    };
    const group = cutGroup(
      sheaf,
      { facts: 20, claims: 10 },
      { board: createBoard(view), nearness: createNearness(), isOpen: () => true, otherPages: [] },
    );
    const shown = group.claims.map(({ text }) => text);
    expect(shown).toHaveLength(10);
    expect(shown).toEqual(expect.arrayContaining(['User walked route number 17.', 'User walked route number 55.']));
    expect(group.claims.map(({ id }) => id)).toEqual(shown.map((_, at) => `c${at + 1}`));
    expect(group.claims.map(({ fact }) => fact)).toEqual(group.claims.map(({ fact }) => fact).sort());
  });

  it.each([
    [1, 12],
    [2, 16],
    [7, 36],
    [8, 40],
    [20, 40],
  ])('%i see %i claims at most, so that a night costs what its facts cost', (count, most) => {
    const facts = Array.from({ length: count }, (_, at) => factOf(at + 1, `User walked route number ${at}`));
    const sheaf = {
      page: { path: WORK, title: 'Work', about: '', isNew: false },
      facts: facts.map((fact) => open(fact)),
      heads: [],
    };
    expect(
      cutGroup(sheaf, FULL, {
        board: createBoard(viewOf([...claims, ...facts], [pageOf(WORK, claims)])),
        nearness: createNearness(),
        isOpen: () => true,
        otherPages: [],
      }).claims,
    ).toHaveLength(most);
  });

  it('may go to pages that they name, where nobody chose theirs', () => {
    const nearness = createNearness();
    const pages = ['Ukulele', 'Tea', 'Atlas', 'Kit'].map((title) => ({ path: `2_Wiki/${title}.md`, title }));
    expect(
      nearness
        .mentioned(
          [factOf(1, 'User plays the ukulele in the kitchen', { tags: ['atlas'] }), factOf(2, 'A ukulele')],
          pages,
          8,
        )
        .map(({ title }) => title),
    ).toEqual(['Ukulele', 'Atlas']);
    expect(
      [
        factOf(1, 'x'),
        factOf(2, 'x', { category: 'general', fields: { project: 'atlas' } }),
        factOf(3, 'x', { category: 'general' }),
      ].map((fact) => mayMove(fact, SCHEMA)),
    ).toEqual([false, false, true]);
  });

  it('become fewer until nothing is left to take away', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 2, max: 40 }),
        fc.integer({ min: 1, max: 20 }),
        (length, shown, most) => {
          const sizes = [...sizesFrom({ facts: most, claims: shown }, length)];
          expect(sizes[0]).toEqual({ facts: Math.min(length, most), claims: shown });
          expect(
            sizes.every(
              ({ facts, claims: of }) => facts >= 1 && facts <= Math.min(length, most) && of >= 1 && of <= shown,
            ),
          ).toBe(true);
          expect(sizes.at(-1)?.facts).toBe(1);
        },
      ),
    );
    let steps = 0;
    for (let size: ReturnType<typeof halfOf> = FULL; size !== null; size = halfOf(size)) steps++;
    expect(steps).toBeLessThan(12);
  });
});

describe('the claims as they will stand', () => {
  const [a, b, c] = [
    factOf(101, 'User drinks tea', { day: '2026-06-01' }),
    factOf(102, 'User rides a bike', { day: '2026-06-02' }),
    factOf(103, 'The password is hunter2-Xk39vQ81', { day: '2026-06-02' }),
  ];
  const make = () => createBoard(viewOf([a, b, c], [pageOf(WORK, [a, b, c])]));
  const said = (board: ReturnType<typeof make>) =>
    board.claimsOn(WORK).map(({ text, isSide }) => (isSide ? `${text} ?` : text));
  const place = (number: number, text: string, more: Partial<Proposal> = {}): [Fact, Proposal] => [
    factOf(number, text),
    { fact: idOf(number), as: 'placed', page: WORK, text, reason: 'r', ...more },
  ];

  it('follow what is placed, replaced, put right, contradicted and repeated; secrets are not shown', () => {
    const board = make();
    expect(said(board)).toEqual(['User drinks tea.', 'User rides a bike.']);
    board.apply(...place(1, 'User drinks coffee', { supersedes: [a.id] }));
    board.apply(...place(2, 'User rides a red bike', { corrects: b.id }));
    board.apply(...place(3, 'User swims'));
    expect(said(board)).toEqual(['User rides a red bike', 'User drinks coffee', 'User swims']);
    board.apply(factOf(4, 'User has no bike'), {
      fact: idOf(4),
      as: 'conflict',
      with: idOf(2),
      page: WORK,
      reason: 'r',
    });
    board.apply(factOf(5, 'User swims a lot'), { fact: idOf(5), as: 'duplicate', of: idOf(3), reason: 'r' });
    expect(said(board)).toEqual(['User rides a red bike ?', 'User drinks coffee', 'User swims', 'User has no bike ?']);
    expect(board.citing(idOf(5))).toMatchObject({ fact: idOf(3), facts: [idOf(3), idOf(5)] });
    expect(board.citing(a.id)).toBeNull();
  });

  it('bear any proposal', () => {
    const ids = fc.constantFrom(a.id, b.id, idOf(1), idOf(2), idOf(3), 'unknown');
    const proposal = fc.record(
      {
        as: fc.constantFrom('placed', 'duplicate', 'superseded', 'conflict', 'set-aside'),
        of: ids,
        corrects: fc.option(ids, { nil: undefined }),
        supersedes: fc.option(fc.array(ids, { maxLength: 3 }), { nil: undefined }),
        with: ids,
        page: fc.option(fc.constantFrom(WORK, '2_Wiki/New.md'), { nil: undefined }),
      },
      { requiredKeys: ['as'] },
    );
    fc.assert(
      fc.property(fc.array(proposal, { maxLength: 5 }), (proposals) => {
        const board = make();
        proposals.forEach((one, at) =>
          board.apply(factOf(at + 1, `Text ${at}`), { fact: idOf(at + 1), reason: 'r', ...one } as Proposal),
        );
        for (const page of [WORK, '2_Wiki/New.md']) {
          const cited = board.claimsOn(page).flatMap(({ facts }) => facts);
          expect(new Set(cited).size).toBe(cited.length);
        }
      }),
    );
  });
});

describe('what is open of a batch', () => {
  it('names no claim that the rules take away for a fact of another page', () => {
    const [tea, bike] = [
      factOf(101, 'User drinks tea', { day: '2026-06-01' }),
      factOf(102, 'User rides a bike', { day: '2026-06-02' }),
    ];
    const batch = [factOf(1, 'User walks'), factOf(2, 'User drinks coffee', { category: 'health' })];
    const view = viewOf([tea, bike, ...batch], [pageOf(WORK, [tea, bike]), pageOf('3_Personal/Health.md', [])]);
    const ruled = {
      proposals: [
        open(factOf(1, 'User walks')).base,
        open(factOf(2, 'User drinks coffee'), { page: '3_Personal/Health.md', supersedes: [tea.id] }).base,
      ],
      pages: [],
      heads: {},
      tags: {},
      related: {},
      reviews: [],
    };
    const { sheaves, around } = openCases(batch, ruled, view, SCHEMA);
    const shown = sheaves.map((sheaf) => [
      sheaf.page.title,
      cutGroup(sheaf, FULL, around(sheaf)).claims.map(({ text }) => text),
    ]);
    expect(shown).toEqual([
      ['Work', ['User rides a bike.']],
      ['Health', []],
    ]);
  });
});

describe('what several said', () => {
  const placed = (fact: string, more: Partial<Proposal> = {}): Proposal => ({
    fact,
    as: 'placed',
    page: WORK,
    reason: 'r',
    ...more,
  });
  const base = new Map([
    ['a', placed('a')],
    ['b', placed('b')],
    ['c', placed('c')],
  ]);

  it('rests on no fact that waits, directly or by others', () => {
    const { proposals, waits } = reconcile(
      [
        placed('a'),
        placed('b', { supersedes: ['a'] }),
        { fact: 'c', as: 'duplicate', of: 'b', reason: 'r' },
        placed('d'),
      ],
      [{ fact: 'a', reason: 'asleep', why: 'model' }],
      base,
    );
    expect(proposals.map(({ fact }) => fact)).toEqual(['d']);
    expect(waits).toEqual(['a', 'b', 'c'].map((fact) => ({ fact, reason: 'asleep', why: 'model' })));
  });

  it('sets nothing aside that another fact repeats', () => {
    const { proposals } = reconcile(
      [
        { fact: 'a', as: 'set-aside', reason: 'r' },
        { fact: 'b', as: 'duplicate', of: 'a', reason: 'r' },
        { fact: 'c', as: 'set-aside', reason: 'r' },
      ],
      [],
      base,
    );
    expect(proposals.map(({ as }) => as)).toEqual(['placed', 'duplicate', 'set-aside']);
  });
});
