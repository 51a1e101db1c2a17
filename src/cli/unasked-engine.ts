// The engine in place of a model that cannot be asked: what has waited long enough the rules decide, the rest waits.
import type { Engine } from '../dream/engine.ts';
import type { Proposals } from '../model/plan.ts';
import { plural } from './paint.ts';

export interface Unasked {
  /** Why the model is not asked, in memvault's own words. */
  readonly reason: string;
  readonly isRulesTurn: (fact: string) => boolean;
  /** The rules have nothing to decide in this batch. May throw. */
  readonly onNothing: () => void;
  /** A batch was seen to. */
  readonly asked: () => void;
}

const NOTHING: Proposals = { proposals: [], pages: [], heads: {}, tags: {}, related: {}, reviews: [] };

export function createUnasked(rules: Engine, { reason, isRulesTurn, onNothing, asked }: Unasked): Engine {
  return {
    name: rules.name,
    limitsItself: true,
    propose: async (batch, view, progress, cancel) => {
      const ripe = batch.filter(({ id }) => isRulesTurn(id));
      if (ripe.length === 0) onNothing();
      asked();
      const proposals = ripe.length === 0 ? NOTHING : await rules.propose(ripe, view, progress, cancel);
      const taken = new Set(ripe.map(({ id }) => id));
      const notices = ripe.length === 0 ? [] : [`the rules decided ${plural(ripe.length, 'fact')}: ${reason}`];
      return {
        ...proposals,
        notices: [...(proposals.notices ?? []), ...notices],
        waits: [
          ...(proposals.waits ?? []),
          ...batch.filter(({ id }) => !taken.has(id)).map(({ id }) => ({ fact: id, reason, why: 'model' as const })),
        ],
      };
    },
  };
}
