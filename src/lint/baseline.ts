// Findings that a person accepted for good: which findings the baseline hides, and which lines it needs to hide all
// that is found now. What proofs find is never accepted, nor is any error. Pure.
import { textDigest } from '../model/bytes.ts';
import { groupBy } from '../model/group-by.ts';
import { type BaselineLine, subjectOf } from '../vault/baseline.ts';
import type { Finding } from './rule.ts';

/** By subject the line that holds. */
export type Baseline = ReadonlyMap<string, BaselineLine>;

/** A digest of the message without its numbers, since those change by themselves: an age, a count. */
const keyOf = (finding: Finding): string => textDigest(finding.message.replace(/\d+/g, '0')).slice(0, 12);
const subjectOfFinding = (finding: Finding): string =>
  subjectOf({ rule: finding.rule, path: finding.path, key: keyOf(finding) });

/**
 * Parts findings into those that are left and those that the baseline hides: of each kind the first so many.
 * `findings`: in the order of their lines. `isOpen`: may a finding be accepted at all?
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
 * The lines to append so that the baseline says just what is found now: new kinds, changed counts, and 0 for what is
 * gone. Empty where it says so already. `findings`: those that may be accepted. `isAsked`: was the rule of this name
 * asked? What other rules found before is left as it is.
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
      lines.push({ rule: first.rule, path: first.path, key: keyOf(first), count: found.length, at: later(at, held) });
  }
  for (const [subject, held] of baseline) {
    if (held.count > 0 && isAsked(held.rule) && !now.has(subject))
      lines.push({ ...pick(held), count: 0, at: later(at, held) });
  }
  return lines;
}

const pick = ({ rule, path, key }: BaselineLine): Pick<BaselineLine, 'rule' | 'path' | 'key'> => ({ rule, path, key });

/** The latest time that a Date can hold, in milliseconds. */
const LAST = 8.64e15;

/** The time of a new line: later than the line that it replaces, which may come from a clone whose clock is ahead. */
function later(at: Date, held: BaselineLine | undefined): string {
  const after = held === undefined ? 0 : Math.min(Date.parse(held.at) + 1, LAST);
  return new Date(Math.max(at.getTime(), after)).toISOString();
}
