// Whatever an engine proposes, over many nights and real folders: every fact has one disposition that its page bears
// out, lint finds no error, a second dream writes nothing, what is pinned or kept apart stays, and undoing all runs
// gives the first bytes back.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CITED } from '../../src/model/disposition.ts';
import type { Fact } from '../../src/model/fact.ts';
import { isHistory } from '../../src/model/page.ts';
import type { Proposal, Proposals } from '../../src/model/plan.ts';
import type { ReviewProposal } from '../../src/model/review.ts';
import { applyTo } from '../../src/dream/apply.ts';
import { dream, type DreamResult } from '../../src/dream/dream.ts';
import { sayingOf } from '../../src/page/page.ts';
import { normalForm } from '../../src/language/normal-form.ts';
import { writeCatalogue } from '../../src/vault/generated.ts';
import { pendingIds, readPending } from '../../src/vault/pending.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { readView } from '../../src/vault/view.ts';
import { findings, read, write } from '../lint/folders.ts';
import { everything } from './nights.ts';
import { makeUndoVault, undoIn } from './undo-vault.ts';

const TODAY = '2026-07-20';
const IDS = Array.from({ length: 10 }, (_, index) => `fact${String(index).padStart(6, '0')}`);
const PAGES = ['3_Personal/Work.md', '3_Personal/Jobs.md', '2_Wiki/Other.md'] as const;
const WORDS = [
  'User works at Google',
  'User works at Microsoft',
  'The user works at Google.',
  'User does not work',
  'It runs on port 8080',
  'It runs on port 9090 vs 8080',
  '他住在柏林',
  'a [x] ~~b~~ (2026-01-01) to',
];

const anyId = fc.constantFrom(...IDS, 'zzzzzzzzzz');
const anyProposal = fc.record({
  as: fc.constantFrom(
    'placed',
    'placed',
    'placed',
    'placed',
    'duplicate',
    'superseded',
    'superseded',
    'conflict',
    'conflict',
    'set-aside',
    'quarantined',
  ),
  page: fc.constantFrom(...PAGES),
  head: fc.constantFrom(null, null, 'Jobs'),
  of: anyId,
  by: anyId,
  with: anyId,
  after: fc.option(anyId, { nil: undefined }),
  supersedes: fc.option(fc.array(anyId, { minLength: 1, maxLength: 4 }), { nil: undefined, freq: 4 }),
  corrects: fc.option(anyId, { nil: undefined, freq: 5 }),
  reason: fc.constantFrom('why', 'because'),
});
const anyFact = fc.record({
  day: fc.integer({ min: 1, max: 9 }),
  text: fc.constantFrom(...WORDS),
  pinned: fc.constantFrom(false, false, false, true),
  names: fc.option(anyId, { nil: undefined, freq: 5 }),
  says: anyProposal,
});
const anyReview = fc.record({
  kind: fc.constantFrom('merge', 'supersede', 'contradiction'),
  facts: fc.uniqueArray(fc.nat(5), { minLength: 2, maxLength: 2 }),
  reason: fc.constant('User works at'),
  score: fc.double(),
});
const anyNight = fc.record({
  facts: fc.array(fc.nat(IDS.length - 1), { minLength: 3, maxLength: 9 }),
  edit: fc.option(fc.nat(IDS.length - 1), { nil: undefined, freq: 3 }),
  reviews: fc.array(anyReview, { minLength: 3, maxLength: 8 }),
  maxDays: fc.constantFrom(1, 14),
});

type Logged = typeof anyFact extends fc.Arbitrary<infer T> ? T : never;
type Night = typeof anyNight extends fc.Arbitrary<infer T> ? T : never;
type Asked = Omit<ReviewProposal, 'kind' | 'facts'> & { readonly kind: string; readonly facts: readonly number[] };

const counts = { superseded: 0, conflict: 0, undone: 0, asked: 0, past: 0 };

/** One put another right, an equal one came onto its claim, and then its line is edited. */
const SHARED: [Logged[], Night[], [string, string]] = [
  IDS.map((_, index) => sayPlaced(index === 8 ? { day: 2, corrects: 'fact000000' } : { day: 1 })),
  [
    { facts: [0, 8], edit: 0, reviews: [], maxDays: 1 },
    { facts: [3], edit: undefined, reviews: [], maxDays: 1 },
    { facts: [0], edit: 8, reviews: [], maxDays: 1 },
  ],
  ['fact000000', 'fact000000'],
];

function sayPlaced({ day, corrects }: { readonly day: number; readonly corrects?: string }): Logged {
  const none = 'zzzzzzzzzz';
  return {
    day,
    text: '他住在柏林',
    pinned: false,
    names: undefined,
    says: {
      as: 'placed',
      page: PAGES[0],
      head: null,
      of: none,
      by: none,
      with: none,
      after: undefined,
      supersedes: undefined,
      corrects,
      reason: 'why',
    },
  };
}

function log(vault: Vault, id: string, { day, text, pinned, names }: Logged): void {
  const path = `daily/2026-07-0${day}.md`;
  const fields = `${pinned ? ' [pinned:: true]' : ''}${names === undefined ? '' : ` [supersedes:: ${names}]`}`;
  let before = `# Daily Log - 2026-07-0${day}\n\n## 14:05 — s1\n\n`;
  try {
    before = read(vault, path);
  } catch {
    // The first of that day.
  }
  write(vault, path, `${before}- [work] ${text}${fields} ^${id}\n`);
}

async function night(
  vault: Vault,
  minute: number,
  maxDays: number,
  says: (fact: Fact) => object,
  reviews: readonly Asked[],
  logged: readonly number[],
): Promise<DreamResult> {
  const propose = (batch: readonly Fact[]): Proposals => ({
    proposals: batch.map((fact) => ({ ...says(fact), fact: fact.id }) as Proposal),
    pages: PAGES.map((page) => ({ page, type: 'note', title: 'T', about: 'A' })),
    heads: {},
    tags: {},
    related: {},
    reviews: reviews.map(
      (one) =>
        ({ ...one, facts: one.facts.map((index) => IDS[logged[index % logged.length] ?? 0] ?? '') }) as ReviewProposal,
    ),
  });
  return await dream(
    {
      vault,
      apply: applyTo(vault, { commit: false }),
      progress: { update: () => undefined, end: () => undefined },
      cancel: { requested: false },
      settle: (view) => void writeCatalogue(vault, view),
      makeEngine: () => ({ name: 'test/1', propose: (batch) => Promise.resolve(propose(batch)) }),
    },
    {
      start: new Date(2026, 6, 20, 3, minute),
      today: TODAY,
      maxDays,
      minutes: 1,
      breaker: 0.2,
      repeatUndone: true,
      retry: false,
      failures: new Map(),
      reviews: 2,
    },
  );
}

/** What can be proved of a vault after each night. */
function expectWhole(vault: Vault, left: ReadonlySet<string>, folded: ReadonlySet<string>): void {
  const view = readView(vault);
  expect([...pendingIds(readPending(view, TODAY))].filter((id) => !left.has(id))).toEqual([]);
  for (const fact of view.facts) {
    const held = view.ledger.get(fact.id);
    if (left.has(fact.id) || held === undefined) continue;
    const claims = view.pages.get(held.page ?? '')?.claims.filter((claim) => claim.facts.includes(fact.id)) ?? [];
    expect([fact.id, claims.length > 0]).toEqual([fact.id, CITED.has(held.as)]);
    // Nothing is lost: its words stand on its page, or those of the fact that put them right.
    const isPutRight = held.as === 'superseded' && claims.some((claim) => claim.facts.includes(held.by ?? ''));
    // What the engine calls a duplicate stands in the other's words, as long as no specific is missing.
    if (claims.length > 0 && !folded.has(fact.id) && !isPutRight)
      expect(claims.map((claim) => normalForm(sayingOf(claim, fact.id)))).toContain(normalForm(fact.text));
    if (held.as === 'superseded' && !isPutRight) expect(claims.some(isHistory)).toBe(true);
    if (held.as === 'placed') expect(claims.some((claim) => !isHistory(claim))).toBe(true);
    if (held.as === 'conflict') expect(claims.some(({ sides }) => sides.length > 1)).toBe(true);
    // Only a line that names it takes the place of what is pinned.
    const isNamed =
      held.as === 'superseded' &&
      view.facts.some(
        ({ fields }) =>
          fields.supersedes !== undefined && claims.some((claim) => claim.facts.includes(fields.supersedes ?? '')),
      );
    if (view.pinned.has(fact.id) && !isNamed)
      expect(['superseded', 'conflict'].includes(held.as) && !claims.some(({ sides }) => sides.length > 1)).toBe(false);
    counts.superseded += Number(held.as === 'superseded');
    counts.conflict += Number(held.as === 'conflict');
  }
  for (const page of view.pages.values()) {
    for (const { held, facts, section } of page.claims) {
      if (section === 'History') expect([facts, held !== null && held.from <= held.to]).toEqual([facts, true]);
      counts.past += Number(section === 'History');
    }
  }
  for (const [id, { status, facts }] of view.reviews)
    if (status === 'pending')
      expect([
        id,
        facts.length >= 2 && facts.every((fact) => !view.ledger.get(fact)?.as.startsWith('superseded')),
      ]).toEqual([id, true]);
  expect(findings(vault, TODAY).filter(({ severity }) => severity !== 'note')).toEqual([]);
}

test('nothing is lost, and undoing all of it gives the first bytes', { timeout: 200_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyFact, { minLength: IDS.length, maxLength: IDS.length }),
      fc.array(anyNight, { minLength: 2, maxLength: 5 }),
      fc.tuple(anyId, anyId),
      async (facts, nights, apart) => {
        const vault = makeUndoVault();
        for (const zone of ['2_Wiki', '3_Personal']) write(vault, `${zone}/.keep`, '');
        write(
          vault,
          '.memvault/reviews.jsonl',
          `${JSON.stringify({ id: 'k3v9x2ab4q', kind: 'merge', status: 'rejected', facts: apart, reason: 'near', score: 0.5, run: 'r-20260701-0300-aaaaaa', at: '2026-07-01T03:00:00Z' })}\n`,
        );
        const says = ({ id }: Fact): object =>
          facts[IDS.indexOf(id)]?.says ?? { as: 'placed', page: PAGES[0], reason: 'why' };
        const first = stateOf(vault);
        const logged = new Set<number>();
        const runs: string[] = [];
        let minute = 0;
        for (const one of nights) {
          for (const index of new Set(one.facts))
            if (!logged.has(index)) log(vault, IDS[index] ?? '', facts[index] ?? raise());
          for (const index of one.facts) logged.add(index);
          const edited =
            one.edit === undefined || !logged.has(one.edit)
              ? undefined
              : readView(vault).factById.get(IDS[one.edit] ?? '');
          if (edited)
            write(
              vault,
              edited.path,
              read(vault, edited.path).replace(`- [work] ${edited.text}`, `- [work] ${edited.text} indeed`),
            );
          const result = await night(vault, minute++, one.maxDays, says, one.reviews, [...logged]);
          counts.asked += result.runs.flatMap((run) => run.reviews).length;
          expect(result.runs.flatMap((run) => run.reviews).length).toBeLessThanOrEqual(2);
          expectWhole(
            vault,
            new Set(result.left.map(({ fact }) => fact)),
            new Set(IDS.filter((_, index) => facts[index]?.says.as === 'duplicate')),
          );
          const before = everything(vault);
          const again = await night(vault, minute++, one.maxDays, says, one.reviews, [...logged]);
          // Two that name each other wait, and then one of them is there.
          runs.push(...[...result.runs, ...again.runs].map(({ run }) => run));
          if (result.left.length === 0) expect([again.runs, everything(vault)]).toEqual([[], before]);
        }
        for (const run of runs.toReversed()) {
          expect((await undoIn(vault, new Date(2026, 6, 21, 9, 0), run))?.undoes).toEqual([run]);
          counts.undone++;
        }
        expect(stateOf(vault)).toEqual(first);
        expect([...readView(vault).reviews.values()].filter(({ status }) => status === 'pending')).toEqual([]);
      },
    ),
    { numRuns: Number(process.env['RUNS'] ?? 26), examples: [SHARED] },
  );
  for (const [what, count] of Object.entries(counts)) expect([what, count > 0]).toEqual([what, true]);
});

/** Pages, generated files and dispositions, not the files that only grow. */
function stateOf(vault: Vault): object {
  const view = readView(vault);
  return {
    pages: [...view.pages.values()].map(({ path, text }) => [path, text]),
    index: read(vault, 'index.md'),
    memory: read(vault, 'MEMORY.md'),
    ledger: [...view.ledger.values()].filter(({ as }) => as !== 'pending'),
  };
}

const raise = (): never => {
  throw new Error('no such fact');
};
