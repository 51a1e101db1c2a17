// Facts that one run decided in two ways: a dream gives each fact one disposition, so one of the two lines is not its
// own.
import type { LedgerLine } from '../../model/disposition.ts';
import type { LintInput } from '../input.ts';
import type { Remark } from '../rule.ts';

export function decidedTwice({ view, placeOf }: Pick<LintInput, 'view' | 'placeOf'>): Remark[] {
  const seen = new Map<string, LedgerLine>();
  return view.ledgerRead.lines.flatMap((line): Remark[] => {
    const key = `${line.fact} ${line.run}`;
    const before = seen.get(key);
    seen.set(key, line);
    if (!before || (before.as === line.as && before.page === line.page)) return [];
    return [
      {
        severity: 'error',
        ...placeOf(line),
        message: `${line.run} decided ${line.fact} twice: ${whatOf(before)} and ${whatOf(line)}`,
        fix: null,
      },
    ];
  });
}

const whatOf = ({ as, page }: LedgerLine): string => (page === undefined ? as : `${as} on ${page}`);
