// The baseline: which findings it hides, and which lines it needs to hide all of today's. Findings of proofs and errors
// are never accepted. Pure.
import { textDigest } from '../model/bytes.ts';
import { groupBy } from '../model/group-by.ts';
import { type BaselineLine, subjectOf } from '../vault/reviews.ts';
import { type Finding, labelOf } from './rule.ts';

/** The current line of each subject. */
export type Baseline = ReadonlyMap<string, BaselineLine>;

/** A digest of the message without its numbers, such as ages and counts, which change by themselves. */
const keyOf = (finding: Finding): string => textDigest(finding.message.replace(/\d+/g, '0')).slice(0, 12);
const subjectOfFinding = (finding: Finding): string =>
  subjectOf({ rule: labelOf(finding), path: finding.path, key: keyOf(finding) });

/**
 * Divides findings into those that are left and those that the baseline hides, which are the first of each subject.
 * `findings`: in the order of their lines. `isOpen`: can a finding be accepted at all?
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
 * The lines to append so that the baseline matches today's findings: new subjects, changed counts, 0 for what is gone.
 * `findings`: those that can be accepted. `isAsked`: did the check with this label run? Others stay as they are.
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

/** The time of a new line: later than the line it replaces, even if that came from a clone whose clock is ahead. */
function later(at: Date, held: BaselineLine | undefined): string {
  const after = held === undefined ? 0 : Math.min(Date.parse(held.at) + 1, LAST);
  return new Date(Math.max(at.getTime(), after)).toISOString();
}
