// A vault in which dreams are taken back as the command does it, with the whole state before each run at hand.
import { chooseRuns, readKnownRuns } from '../../src/tasks/run-changes.ts';
import type { Context } from '../../src/tasks/context.ts';
import { applyTo } from '../../src/dream/apply.ts';
import { dream, type DreamResult } from '../../src/dream/dream.ts';
import { createRules } from '../../src/dream/propose/rules/rules.ts';
import { applyUndo, planUndo } from '../../src/dream/undo.ts';
import { watermarkOf } from '../../src/page/run-log.ts';
import { dayOf } from '../../src/model/day.ts';
import type { Journal } from '../../src/model/journal.ts';
import { writeCatalogue } from '../../src/vault/generated.ts';
import { readRunLog } from '../../src/vault/record-run.ts';
import { readSchema } from '../../src/vault/own-files.ts';
import { readView } from '../../src/vault/view.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { makeVault, read, write } from '../lint/folders.ts';

export function makeUndoVault(): Vault {
  const vault = makeVault();
  write(vault, 'index.md', '# Index\n\nMy own words.\n\n<!-- memvault:index -->\n<!-- /memvault:index -->\n');
  return vault;
}

export interface State {
  readonly pages: Readonly<Record<string, string>>;
  readonly index: string;
  /** The folded ledger without run and time; a pending fact is one without a line. */
  readonly ledger: Readonly<Record<string, unknown>>;
  readonly watermark: string | null;
}

/** What an undo must bring back. */
export function stateOf(vault: Vault, today = '2026-08-01'): State {
  const view = readView(vault);
  const ledger = [...view.ledger.values()]
    .filter((line) => line.as !== 'pending')
    .map(
      ({ fact, as, page, of, by, with: other, reason, digest }) =>
        [fact, { as, page, of, by, with: other, reason, digest }] as const,
    );
  return {
    pages: Object.fromEntries([...view.pages.values()].map(({ path, text }) => [path, text])),
    index: read(vault, 'index.md'),
    ledger: Object.fromEntries(ledger.sort(([a], [b]) => (a < b ? -1 : 1))),
    watermark: watermarkOf(readRunLog(vault), today),
  };
}

export interface Night {
  readonly start: Date;
  readonly maxDays?: number;
  /** As a night, which repeats nothing that was undone. */
  readonly batch?: boolean;
  /** Called right before each run. */
  readonly before?: () => void;
}

export async function dreamIn(
  vault: Vault,
  { start, maxDays = 14, batch = false, before = () => undefined }: Night,
): Promise<DreamResult> {
  const apply = applyTo(vault, { commit: false });
  return await dream(
    {
      vault,
      progress: { update: () => undefined, end: () => undefined },
      cancel: { requested: false },
      apply: (plan, view, at) => {
        before();
        return apply(plan, view, at);
      },
      makeEngine: (facts) => createRules(facts, { zones: vault.zones, schema: readSchema(vault), claimsPerPage: 200 }),
      settle: (view) => void writeCatalogue(vault, view),
    },
    {
      start,
      today: dayOf(start),
      maxDays,
      minutes: 1,
      breaker: 0.2,
      repeatUndone: !batch,
      retry: false,
      failures: new Map(),
      reviews: 200,
    },
  );
}

/** The journal of the undo; null where nothing is left to take back. No git here. */
export async function undoIn(vault: Vault, start: Date, run: string | null = null): Promise<Journal | null> {
  const context = {
    vault,
    world: { env: { PATH: '/nowhere' }, home: null, platform: process.platform },
  } as unknown as Context;
  const known = readKnownRuns(context);
  const chosen = await chooseRuns(context, known, run);
  if (chosen === null) return null;
  const undo = planUndo(vault, readView(vault), known, chosen, {
    start,
    commit: false,
    isTaken: (id) => known.ids.has(id),
  });
  return applyUndo(vault, undo).journal;
}
