// Runs rules over what was read, and says how healthy the vault is. Pure; writes nothing.
import { compareText } from '../model/fact.ts';
import { type Baseline, splitAccepted } from './baseline.ts';
import type { LintInput } from './input.ts';
import { checksOf, type Finding, type Rule, type Severity } from './rule.ts';
import { isEditorial } from './rules.ts';

/** What the rules found. */
export interface LintResult {
  /** Sorted by path, line and severity; without those that a person accepted. */
  readonly findings: readonly Finding[];
  /** Findings that a person accepted, sorted the same way. They count for nothing. */
  readonly accepted: readonly Finding[];
  readonly counts: Readonly<Record<Severity, number>>;
  /** 0 to 100; 100 only without a finding. */
  readonly health: number;
}

/** What one finding takes from a health of 100. */
export const COST: Readonly<Record<Severity, number>> = { error: 10, warning: 3, note: 1 };
const ORDER: readonly Severity[] = ['error', 'warning', 'note'];

/** What these rules find, less what the baseline of the input hides. */
export function lint(input: LintInput, rules: readonly Rule[]): LintResult {
  const all = rules.flatMap(checksOf).flatMap(({ rule, kind, check }) =>
    check(input).map((remark): Finding => ({
      rule,
      ...(kind === undefined ? {} : { kind }),
      severity: remark.severity,
      path: remark.path,
      line: remark.line,
      message: remark.message,
      fix: remark.fix,
    })),
  );
  return resultOf(all, input.baseline, input.lookedAt.length);
}

/** Sorts and counts findings. `pages`: how many notes were looked at, which health is reckoned by. */
export function resultOf(all: readonly Finding[], baseline: Baseline, pages: number): LintResult {
  const sorted = [...all].sort(
    (a, b) => compareText(a.path, b.path) || a.line - b.line || ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity),
  );
  const { left: findings, accepted } = splitAccepted(sorted, baseline, mayBeAccepted);
  const counts = { error: 0, warning: 0, note: 0 };
  for (const { severity } of findings) counts[severity]++;
  return { findings, accepted, counts, health: healthOf(counts, pages) };
}

/** May a person accept this finding for good? Not what a proof finds, and no error. */
export const mayBeAccepted = ({ rule, severity }: Finding): boolean => severity !== 'error' && isEditorial(rule);

/**
 * 100, less the cost of the findings for each hundred pages, but never below 0; fewer than a hundred pages count as a
 * hundred.
 */
export function healthOf(counts: Readonly<Record<Severity, number>>, pages: number): number {
  const cost = ORDER.reduce((sum, severity) => sum + counts[severity] * COST[severity], 0);
  return Math.max(0, Math.floor(100 - cost / Math.max(1, pages / 100)));
}
