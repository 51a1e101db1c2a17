// Findings that a person accepts for good: which are hidden by what stands in the baseline, and what is to be added to it
// so that all there is now is. Proofs are never accepted, nor is an error. Pure.
import { textDigest } from '../markdown/digest.ts';
import { type BaselineLine, subjectOf } from '../model/baseline.ts';
import { groupBy } from '../model/group-by.ts';
import type { Finding } from './rule.ts';

export type Baseline = ReadonlyMap<string, BaselineLine>;

/** The message without its numbers, which change by themselves: an age, a count. */
const keyOf = (finding: Finding): string => textDigest(finding.message.replace(/\d+/g, '0')).slice(0, 12);
const subjectOfFinding = (finding: Finding): string => subjectOf({ rule: finding.rule, path: finding.path, key: keyOf(finding) });

/** `findings` in the order of their lines: of one kind the first so many are accepted. `isOpen`: may it be accepted at all? */
export function splitAccepted(findings: readonly Finding[], baseline: Baseline, isOpen: (finding: Finding) => boolean): { readonly left: Finding[]; readonly accepted: Finding[] } {
  const [left, accepted]: [Finding[], Finding[]] = [[], []];
  if (baseline.size === 0) return { left: [...findings], accepted };
  const taken = new Map<string, number>();
  for (const finding of findings) {
    const subject = isOpen(finding) ? subjectOfFinding(finding) : null;
    const so = subject === null ? 0 : (taken.get(subject) ?? 0);
    if (subject === null || so >= (baseline.get(subject)?.count ?? 0)) left.push(finding);
    else {
      taken.set(subject, so + 1);
      accepted.push(finding);
    }
  }
  return { left, accepted };
}

/**
 * The lines that make the baseline say what is found now: new kinds, other counts, and none of what is gone. `findings` are
 * those that may be accepted, of the rules that `isAsked` says were asked. Nothing where it says so already.
 */
export function planBaseline(findings: readonly Finding[], baseline: Baseline, isAsked: (rule: string) => boolean, at: Date): BaselineLine[] {
  const now = groupBy(findings, subjectOfFinding);
  const lines: BaselineLine[] = [];
  for (const [subject, found] of now) {
    const [first] = found;
    const held = baseline.get(subject);
    if (first !== undefined && held?.count !== found.length) lines.push({ rule: first.rule, path: first.path, key: keyOf(first), count: found.length, at: later(at, held) });
  }
  for (const [subject, held] of baseline) {
    if (held.count > 0 && isAsked(held.rule) && !now.has(subject)) lines.push({ ...pick(held), count: 0, at: later(at, held) });
  }
  return lines;
}

const pick = ({ rule, path, key }: BaselineLine): Pick<BaselineLine, 'rule' | 'path' | 'key'> => ({ rule, path, key });

/** No time is later. */
const LAST = 8.64e15;

/** A line of another clone, whose clock is ahead, must not win over what is said now. */
function later(at: Date, held: BaselineLine | undefined): string {
  const after = held === undefined ? 0 : Math.min(Date.parse(held.at) + 1, LAST);
  return new Date(Math.max(at.getTime(), after)).toISOString();
}
