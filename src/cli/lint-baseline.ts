// What a person accepts of lint's findings, and the findings as another baseline would show them.
import { type Baseline, planBaseline } from '../lint/baseline.ts';
import type { LintInput } from '../lint/input.ts';
import { type LintResult, mayBeAccepted, resultOf } from '../lint/lint.ts';
import type { Rule } from '../lint/rule.ts';
import { foldBaseline } from '../model/baseline.ts';
import { appendBaseline } from '../vault/baseline.ts';
import type { Vault } from '../vault/vault.ts';

export interface Accepting {
  /** What is still shown. */
  readonly result: LintResult;
  /** How many findings are accepted from now on, those of earlier times included. */
  readonly accepted: number;
  /** How many lines were written, or would be. */
  readonly lines: number;
  readonly rehearsed: boolean;
}

/**
 * Accepts all that these rules find now, and nothing any more that they only found before. `rehearsed`: writes nothing.
 * Throws `io`, `refused`.
 */
export function acceptFindings(
  vault: Vault,
  input: LintInput,
  found: LintResult,
  rules: readonly Rule[],
  at: Date,
  rehearsed: boolean,
): Accepting {
  const asked = new Set(rules.map(({ name }) => name));
  const lines = planBaseline(
    [...found.findings.filter(mayBeAccepted), ...found.accepted],
    input.baseline,
    (rule) => asked.has(rule),
    at,
  );
  if (!rehearsed) appendBaseline(vault, lines);
  const result = withBaseline(input, found, foldBaseline([...input.baseline.values(), ...lines]));
  return { result, accepted: result.accepted.length, lines: lines.length, rehearsed };
}

/** The same findings, sorted into shown and accepted ones by this baseline. */
export function withBaseline(input: LintInput, { findings, accepted }: LintResult, baseline: Baseline): LintResult {
  return resultOf([...findings, ...accepted], baseline, input.lookedAt.length);
}
