// A dream for the tests of lint, as the command runs one.
import { applyTo } from '../../src/dream/apply.ts';
import { dream } from '../../src/dream/dream.ts';
import { createRules } from '../../src/dream/propose/rules/rules.ts';
import { readSchema } from '../../src/vault/own-files.ts';
import type { Vault } from '../../src/vault/vault.ts';

export async function dreamVault(vault: Vault, start: Date, today: string): Promise<void> {
  await dream(
    {
      vault,
      apply: applyTo(vault, { commit: false }),
      progress: { update: () => undefined, end: () => undefined },
      cancel: { requested: false },
      makeEngine: (facts) => createRules(facts, { zones: vault.zones, schema: readSchema(vault), claimsPerPage: 200 }),
    },
    {
      start,
      today,
      maxDays: 14,
      minutes: 1,
      breaker: 0.2,
      repeatUndone: true,
      retry: false,
      failures: new Map(),
      reviews: 200,
    },
  );
}
