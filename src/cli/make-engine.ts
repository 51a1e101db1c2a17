// Which engine proposes: so far the embedded rules, always there.
import { createRules } from '../dream/rules/rules.ts';
import type { Engine } from '../dream/engine.ts';
import type { Fact } from '../model/fact.ts';
import { readSchema } from '../vault/schema.ts';
import type { Context } from './context.ts';

export function engineFor({ vault, settings }: Context): (facts: readonly Fact[]) => Engine {
  const schema = readSchema(vault);
  return (facts) => createRules(facts, {
    zones: vault.zones, schema,
    claimsPerPage: settings.consolidate.claims_per_page,
    entityFacts: settings.consolidate.entity_facts,
  });
}
