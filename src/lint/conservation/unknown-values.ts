// Ledger lines whose disposition or time means nothing to this version: such a line is kept as a decision, but what it
// says, or whether it is the last word, cannot be told.
import { DISPOSITIONS } from '../../model/disposition.ts';
import { nearest } from '../../model/nearest.ts';
import type { LintInput } from '../input.ts';
import type { Remark } from '../rule.ts';
import { quote } from '../words.ts';

export function unknownValues({ view, placeOf }: Pick<LintInput, 'view' | 'placeOf'>): Remark[] {
  return view.ledgerRead.lines.flatMap((line): Remark[] => {
    if (Number.isNaN(Date.parse(line.at)))
      return [
        {
          severity: 'error',
          ...placeOf(line),
          message: `${quote(line.at)} is no time; the line counts as older than every other of ${line.fact}`,
          fix: `write the time of the other lines of ${line.run}`,
        },
      ];
    if ((DISPOSITIONS as readonly string[]).includes(line.as)) return [];
    const near = nearest(line.as, DISPOSITIONS);
    return [
      {
        severity: 'error',
        ...placeOf(line),
        message: `${quote(line.as)} is no disposition of ${line.fact}`,
        fix: near === null ? 'a later memvault may know it' : `write ${near}, where no later memvault wrote this`,
      },
    ];
  });
}
