// Runs rules and computes the health of the vault. Pure.
import { textDigest } from '../model/bytes.ts';
import { compareText } from '../model/fact.ts';
import { groupBy } from '../model/group-by.ts';
import { type BaselineLine, subjectOf } from '../vault/reviews.ts';
import type { LintInput } from './input.ts';
import { checksOf, type Finding, labelOf, type Rule, type Severity } from './rule.ts';
import { isEditorial } from './rules.ts';

/** What the rules found. */
export interface LintResult {
  /** Sorted by path, line and severity; without accepted findings. */
  readonly findings: readonly Finding[];
  /** Accepted findings, in the same order. They do not count. */
  readonly accepted: readonly Finding[];
  readonly counts: Readonly<Record<Severity, number>>;
  /** 0 to 100; 100 only without findings. */
  readonly health: number;
}

/** What one finding subtracts from a health of 100. */
export const COST: Readonly<Record<Severity, number>> = { error: 10, warning: 3, note: 1 };
const ORDER: readonly Severity[] = ['error', 'warning', 'note'];

/** The findings of these rules, without those that the baseline hides. */
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

/** Sorts and counts findings. `pages`: the number of notes checked, which health depends on. */
export function resultOf(all: readonly Finding[], baseline: Baseline, pages: number): LintResult {
  const sorted = [...all].sort(
    (a, b) => compareText(a.path, b.path) || a.line - b.line || ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity),
  );
  const { left: findings, accepted } = splitAccepted(sorted, baseline, mayBeAccepted);
  const counts = { error: 0, warning: 0, note: 0 };
  for (const { severity } of findings) counts[severity]++;
  return { findings, accepted, counts, health: healthOf(counts, pages) };
}

/** Whether a person may accept this finding for good; not for errors and proofs. */
export const mayBeAccepted = ({ rule, severity }: Finding): boolean => severity !== 'error' && isEditorial(rule);

/** 100 minus the cost of the findings per hundred pages, at least 0. Fewer than a hundred pages count as a hundred. */
export function healthOf(counts: Readonly<Record<Severity, number>>, pages: number): number {
  const cost = ORDER.reduce((sum, severity) => sum + counts[severity] * COST[severity], 0);
  return Math.max(0, Math.floor(100 - cost / Math.max(1, pages / 100)));
}

// The baseline: which findings it hides, and the lines to add so that it hides all current ones.

/** The current line of each subject. */
export type Baseline = ReadonlyMap<string, BaselineLine>;

/** A digest of the message without its numbers, such as ages and counts, which change over time. */
const keyOf = (finding: Finding): string => textDigest(finding.message.replace(/\d+/g, '0')).slice(0, 12);
const subjectOfFinding = (finding: Finding): string =>
  subjectOf({ rule: labelOf(finding), path: finding.path, key: keyOf(finding) });

/**
 * Separates findings that the baseline hides, the first ones of each subject, from the rest. `findings`: in line order.
 * `isOpen`: whether a finding can be accepted at all.
 */
export function splitAccepted(
  findings: readonly Finding[],
  baseline: Baseline,
  isOpen: (finding: Finding) => boolean,
): { readonly left: Finding[]; readonly accepted: Finding[] } {
  const [left, accepted]: [Finding[], Finding[]] = [[], []];
  if (baseline.size === 0) return { left: [...findings], accepted };
  const taken = new Map<string, number>();
  for (const finding of findings) {
    const subject = isOpen(finding) ? subjectOfFinding(finding) : null;
    const before = subject === null ? 0 : (taken.get(subject) ?? 0);
    if (subject === null || before >= (baseline.get(subject)?.count ?? 0)) left.push(finding);
    else {
      taken.set(subject, before + 1);
      accepted.push(finding);
    }
  }
  return { left, accepted };
}

/**
 * The lines to append so that the baseline matches the current findings: new subjects, changed counts, 0 for what is
 * gone. `findings`: those that can be accepted. `isAsked`: whether the check with this label ran; others stay
 * unchanged.
 */
export function planBaseline(
  findings: readonly Finding[],
  baseline: Baseline,
  isAsked: (rule: string) => boolean,
  at: Date,
): BaselineLine[] {
  const now = groupBy(findings, subjectOfFinding);
  const lines: BaselineLine[] = [];
  for (const [subject, found] of now) {
    const [first] = found;
    const held = baseline.get(subject);
    if (first !== undefined && held?.count !== found.length)
      lines.push({
        rule: labelOf(first),
        path: first.path,
        key: keyOf(first),
        count: found.length,
        at: later(at, held),
      });
  }
  for (const [subject, held] of baseline) {
    if (held.count > 0 && isAsked(held.rule) && !now.has(subject))
      lines.push({ ...pick(held), count: 0, at: later(at, held) });
  }
  return lines;
}

const pick = ({ rule, path, key }: BaselineLine): Pick<BaselineLine, 'rule' | 'path' | 'key'> => ({ rule, path, key });

/** The latest time of a Date, in milliseconds. */
const LAST = 8.64e15;

/** The time of a new line: later than that of the line it replaces, which may come from a clone with a fast clock. */
function later(at: Date, held: BaselineLine | undefined): string {
  const after = held === undefined ? 0 : Math.min(Date.parse(held.at) + 1, LAST);
  return new Date(Math.max(at.getTime(), after)).toISOString();
}
