// Each write of a dream fails once, in turn: the next dream ends with the bytes of one that nobody disturbed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALL, complaintsAbout, faultsAt, type Operation, trace, type Traced } from '../support/crash-check.ts';
import { type CrashVault, makeCrashVault } from '../support/crash-vault.ts';
import { memvaultWithFault } from '../support/faults.ts';
import { hashFolder } from '../support/folder-hash.ts';

let base: CrashVault;
let dream: Operation;
let traced: Traced;

beforeAll(async () => {
  base = await makeCrashVault();
  // One batch; what a crash in the second leaves of the first is seen where dreams are killed, and here with all
  // numbers.
  dream = { from: base.prepared, args: ['dream', '--batch', '--force', ...(ALL ? ['--max-days', '2'] : [])] };
  traced = await trace(base, dream);
});
afterAll(() => base.remove());

const ENOSPC_OR_EIO = (at: number): string => (at % 2 === 0 ? 'EIO' : 'ENOSPC');

describe('a dream', { timeout: 600_000 }, () => {
  test('that nobody disturbs leaves no lint error, and everything that it can meet is in it', async () => {
    const vault = base.copy('undisturbed');
    expect(await base.run(vault, dream.args)).toMatchObject({ status: 0 });
    expect(hashFolder(vault)).toEqual(traced.expected);
    expect(await base.run(vault, ['lint', '-q'])).toEqual({ status: 0, stdout: '', stderr: '' });
    const folded = JSON.parse((await base.run(vault, ['facts', '--json'])).stdout) as {
      facts: { disposition: { as: string } | null }[];
    };
    expect(new Set(folded.facts.map(({ disposition }) => disposition?.as))).toEqual(
      new Set(['placed', 'duplicate', 'superseded', 'conflict', 'set-aside']),
    );
    const { reviews } = JSON.parse((await base.run(vault, ['review', 'list', '--json'])).stdout) as {
      reviews: { kind: string }[];
    };
    expect(reviews.map(({ kind }) => kind)).toEqual(['contradiction', 'supersede', 'merge']);
    const written = [
      ...new Set(
        traced.writes
          .filter((text) => /^(rename|open) [^.]/.test(text) || /^open \.memvault\/(ledger|recalls|reviews)/.test(text))
          .map((text) => text.replace(/^\w+ /, '')),
      ),
    ];
    expect(written.filter((path) => !path.endsWith('.tmp')).sort()).toEqual([
      '.memvault/ledger/2026-06.jsonl',
      '.memvault/ledger/2026-07.jsonl',
      '.memvault/recalls/2026-07.jsonl',
      '.memvault/reviews.jsonl',
      '2_Wiki/Decisions.md',
      '3_Personal/Events.md',
      '3_Personal/Preferences.md',
      '3_Personal/Profile.md',
      '3_Personal/Work.md',
      'MEMORY.md',
      'index.md',
      'log.md',
    ]);
  });

  test('does the same in the same order each time, and a fault behind the last write is none', async () => {
    const last = traced.writes.length;
    const ended = await memvaultWithFault(base.place, base.copy('behind'), dream.args, {
      of: 'write',
      at: last + 1,
      how: 'fail',
    });
    expect({ status: ended.status, fired: ended.fired }).toEqual({ status: 0, fired: null });
    expect(ended.writes.map(named)).toEqual(traced.writes.map(named));
    expect(
      (await memvaultWithFault(base.place, base.copy('behind'), dream.args, { of: 'write', at: last, how: 'fail' }))
        .fired,
    ).not.toBeNull();
  });

  test('of which any write fails is made whole by the next', async () => {
    expect(
      await complaintsAbout(base, dream, traced, faultsAt(traced, 'write', 'fail', { code: ENOSPC_OR_EIO })),
    ).toEqual([]);
  });

  test('of which any write stops in its middle is made whole by the next', async () => {
    expect(
      await complaintsAbout(
        base,
        dream,
        traced,
        faultsAt(traced, 'write', 'half', { code: 'ENOSPC', only: /^write/, every: 3 }),
      ),
    ).toEqual([]);
  });
});

/** Temporaries and segments of the index are named anew each time. */
const named = (text: string): string =>
  text.replace(/\.[0-9a-z-]+\.tmp$/, '.tmp').replace(/[0-9a-f]{16}\.seg/, '*.seg');
