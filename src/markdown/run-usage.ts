// What a run cost, as its entry in log.md says it: `asked a model 3 times, 8200 tokens`.
import type { Usage } from '../model/plan.ts';

/** Null for a run that asked nobody. */
export function renderUsage({ calls, tokens }: Usage): string | null {
  return calls === 0
    ? null
    : `asked a model ${calls === 1 ? 'once' : `${calls} times`}, ${tokens} token${tokens === 1 ? '' : 's'}`;
}

const USAGE = /(?:^|; )asked a model (?:(once)|(\d{1,9}) times), (\d{1,15}) tokens?(?:;|$)/;

/** Null where the entry says nothing of it. */
export function parseUsage(summary: string): Usage | null {
  const match = USAGE.exec(summary);
  return match === null ? null : { calls: match[1] === undefined ? Number(match[2]) : 1, tokens: Number(match[3]) };
}
