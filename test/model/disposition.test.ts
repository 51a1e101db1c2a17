import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CITED, DISPOSITIONS, foldLedger, type LedgerLine } from '../../src/model/disposition.ts';

const line = (over: Partial<LedgerLine> = {}): LedgerLine => ({
  fact: 'k3v9x2ab4q',
  day: '2026-07-01',
  as: 'placed',
  page: '3_Personal/Work.md',
  digest: 'd',
  run: 'r-20260702-0300-000000',
  engine: 'rules/1',
  at: '2026-07-02T01:00:00.000Z',
  ...over,
});
const undo = (): LedgerLine =>
  line({ as: 'pending', run: 'r-20260709-0300-222222', at: '2026-07-09T01:00:00Z', undoes: 'r-20260702-0300-000000' });
const heldAs = (...lines: LedgerLine[]) => foldLedger(lines).get('k3v9x2ab4q')?.as;

const anyLine = fc
  .record({
    fact: fc.constantFrom('k3v9x2ab4q', 'p0d4mm1z5k'),
    as: fc.constantFrom(...DISPOSITIONS),
    page: fc.constantFrom('a.md', 'b.md'),
    digest: fc.constantFrom('d', 'e'),
    run: fc.constantFrom('r-1', 'r-2', 'r-3'),
    undoes: fc.constantFrom('r-1', 'r-2'),
    at: fc.constantFrom(
      '2026-07-02T01:00:00.000Z',
      '2026-07-02T01:00:00Z',
      '2026-07-03T01:00:00Z',
      '2026-07-04T01:00:00Z',
      'never',
    ),
  })
  .map((over) => line(over));

describe('the ledger', () => {
  it('folds to the same state from any order of its lines, doubled ones included', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 8 }), fc.infiniteStream(fc.nat(99)), (lines, numbers) => {
        const shuffled = [...lines, ...lines]
          .map((one) => ({ one, key: numbers.next().value }))
          .sort((a, b) => a.key - b.key)
          .map(({ one }) => one);
        const folded = foldLedger(lines);
        const entries = (map: Map<string, LedgerLine>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
        expect(entries(foldLedger(shuffled))).toEqual(entries(folded));
        expect(entries(foldLedger([...folded.values()]))).toEqual(entries(folded));
      }),
      { numRuns: 2000 },
    );
  });

  it('folds two halves that were merged as it folds the whole, whichever came first', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 6 }), fc.array(anyLine, { maxLength: 6 }), (ours, theirs) => {
        expect(foldLedger([...ours, ...theirs])).toEqual(foldLedger([...theirs, ...ours]));
      }),
    );
  });

  it.each<[string, LedgerLine[], string | undefined]>([
    ['nothing', [], undefined],
    ['the later instant', [line({ as: 'duplicate', at: '2026-07-03T01:00:00Z' }), line()], 'duplicate'],
    [
      'the later instant, however it is written',
      [line({ as: 'duplicate', at: '2026-07-02T01:00:00.001Z' }), line({ at: '2026-07-02T01:00:00Z' })],
      'duplicate',
    ],
    ['the greater run of one instant', [line({ as: 'duplicate', run: 'r-2' }), line({ run: 'r-1' })], 'duplicate'],
    [
      'forgotten over what another clone says later',
      [line({ as: 'forgotten' }), line({ at: '2026-07-09T01:00:00Z' })],
      'forgotten',
    ],
    [
      'forgotten over what was said before',
      [line({ as: 'forgotten', at: '2026-07-09T01:00:00Z' }), line()],
      'forgotten',
    ],
    ['what takes the forgetting back', [line({ as: 'forgotten' }), undo()], 'pending'],
    [
      'forgotten over the undo of a dream',
      [
        line({ as: 'forgotten' }),
        line({ as: 'pending', at: '2026-07-09T01:00:00Z', undoes: 'r-20260701-0300-111111' }),
      ],
      'forgotten',
    ],
    [
      'forgotten over an undo that names no run',
      [line({ as: 'forgotten' }), line({ as: 'pending', at: '2026-07-09T01:00:00Z' })],
      'forgotten',
    ],
    [
      'what was said after the undo',
      [line({ as: 'forgotten' }), undo(), line({ at: '2026-07-10T01:00:00Z' })],
      'placed',
    ],
    [
      'not an undo that is earlier than forgotten',
      [line({ as: 'forgotten', at: '2026-07-10T01:00:00Z' }), undo()],
      'forgotten',
    ],
    [
      'forgotten again',
      [
        line({ as: 'forgotten' }),
        undo(),
        line({ as: 'forgotten', at: '2026-07-10T01:00:00Z' }),
        line({ at: '2026-07-11T01:00:00Z' }),
      ],
      'forgotten',
    ],
    ['pending over placed', [line(), line({ as: 'pending', at: '2026-07-09T01:00:00Z' })], 'pending'],
    ['a line whose time is broken last', [line({ as: 'duplicate', at: 'never' }), line()], 'placed'],
  ])('holds %s', (_name, lines, as) => {
    expect(heldAs(...lines)).toBe(as);
    expect(heldAs(...lines.toReversed())).toBe(as);
  });

  it('keeps facts apart', () => {
    const folded = foldLedger([line(), line({ fact: 'p0d4mm1z5k', as: 'forgotten' })]);
    expect([...folded].map(([fact, held]) => [fact, held.as])).toEqual([
      ['k3v9x2ab4q', 'placed'],
      ['p0d4mm1z5k', 'forgotten'],
    ]);
  });

  it('folds 200,000 lines well within a second', () => {
    const lines = Array.from({ length: 200_000 }, (_, n) =>
      line({
        fact: String(n % 100_000).padStart(10, '0'),
        at: n < 100_000 ? '2026-07-02T01:00:00Z' : '2026-07-03T01:00:00Z',
      }),
    );
    const before = process.cpuUsage();
    expect(foldLedger(lines).size).toBe(100_000);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000);
  });

  it('knows which dispositions stand on a page', () => {
    expect(DISPOSITIONS.filter((as) => CITED.has(as))).toEqual(['placed', 'duplicate', 'superseded', 'conflict']);
  });
});
