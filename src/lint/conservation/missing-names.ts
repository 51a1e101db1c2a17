// Dispositions that lack the page or the other fact that they must name, or name a fact that is not there: what they
// say cannot be looked up on any page. Only the line that holds for a fact is looked at.
import { CITED } from '../../model/disposition.ts';
import type { LintInput } from '../input.ts';
import type { Remark } from '../rule.ts';
import { quote } from '../words.ts';

export function missingNames({ view, isKnown, placeOf }: Pick<LintInput, 'view' | 'isKnown' | 'placeOf'>): Remark[] {
  const found: Remark[] = [];
  for (const line of view.ledger.values()) {
    const complain = (message: string): void =>
      void found.push({
        severity: 'error',
        ...placeOf(line),
        message: `${line.fact} is ${line.as}, ${message}`,
        fix: null,
      });
    if (CITED.has(line.as) && line.page === undefined) complain('and the line names no page');
    const key =
      line.as === 'duplicate' ? 'of' : line.as === 'superseded' ? 'by' : line.as === 'conflict' ? 'with' : null;
    if (key === null) continue;
    const other = line[key];
    if (other === undefined) complain(`and the line does not say ${key} which fact`);
    else if (other === line.fact || !isKnown(other))
      complain(`${key} ${quote(other)}, which is no other fact of this vault`);
  }
  return found;
}
