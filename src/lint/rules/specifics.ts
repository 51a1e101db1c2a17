// Invariant 2: a claim keeps the specifics of each fact that it stands for: numbers, dates, names, addresses, code,
// negations. A warning, because a person may have reworded the claim on purpose. A line edited after consolidation is
// reported by logs-untouched; the next dream corrects its claim.
import { missingSpecifics } from '../../language/specifics.ts';
import type { Fact } from '../../model/fact.ts';
import { type Claim, isHistory } from '../../model/page.ts';
import { sayingOf } from '../../page/page.ts';
import { editedFacts, type LintInput } from '../input.ts';
import { quote, type Remark, type Rule, some, warning } from '../rule.ts';

/**
 * @example
 *   == daily/2026-07-01.md
 *   - [work] The release is on 2026-07-15, not before ^k3v9x2ab4q
 *   == .memvault/ledger/2026-07.jsonl
 *   {"fact":"k3v9x2ab4q","as":"placed","page":"3_Personal/Work.md"}
 *   == 3_Personal/Work.md
 * - - It was not released before 2026-07-15[^k3v9x2ab4q]
 * + - It was not released before 2026-07-16[^k3v9x2ab4q]
 * @finds warning 3_Personal/Work.md:1
 */
export const specifics: Rule = {
  name: 'specifics',
  what: 'A claim keeps the numbers, dates, names and negations of its fact.',
  check: (input) => {
    const edited = new Set(editedFacts(input).map((fact) => fact.id));
    return input.pages.flatMap((page) =>
      page.claims.flatMap((claim) =>
        isHistory(claim)
          ? []
          : claim.facts.flatMap((id): Remark[] => {
              const fact = edited.has(id) ? undefined : input.view.factById.get(id);
              const missing = fact ? missingIn(claim, fact, input) : [];
              if (!fact || missing.length === 0) return [];
              const said = missing.map((specific) => (specific === 'not' ? 'as many negations' : specific));
              const fix = input.pending.unsaid.has(id)
                ? 'memvault dream gives it a claim of its own'
                : 'correct the claim, or the log line where that is wrong';
              return [
                warning(
                  { path: page.path, line: claim.line },
                  `${id} says ${some(said)}, and its claim does not; logged was ${quote(fact.text)}`,
                  fix,
                ),
              ];
            }),
      ),
    );
  },
};

/**
 * The specifics of a fact that are missing from the words that stand for it: its side of a callout, or the whole claim.
 * A claim of several facts may take its negation from any of them. A fact corrected by a later one on the same claim
 * needs no words.
 */
function missingIn(claim: Claim, fact: Fact, { view }: LintInput): string[] {
  const held = view.ledger.get(fact.id);
  if (held?.as === 'superseded' && claim.facts.includes(held.by ?? '')) return [];
  const beside = claim.sides.find((side) => side.facts.includes(fact.id))?.facts ?? claim.facts;
  const said = sayingOf(claim, fact.id);
  const missing = missingSpecifics(fact.text, said);
  const isSaid = (id: string): boolean => !missingSpecifics(view.factById.get(id)?.text ?? '', said).includes('not');
  return missing.includes('not') && beside.some((id) => id !== fact.id && isSaid(id))
    ? missing.filter((specific) => specific !== 'not')
    : missing;
}
