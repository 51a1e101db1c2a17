// Every citation leads to a fact through a working source: the page defines the source of each cited fact, and the
// source links to the log that has the fact. Ignores a person's own footnotes.
import { type Definition, type OwnPage } from '../scope.ts';
import { plural } from '../../model/text.ts';
import { isSameLink } from '../../note/links.ts';
import type { LintInput } from '../input.ts';
import { error, note, type Remark, type Rule, some, warning } from '../rule.ts';

/**
 * @example
 *   == daily/2026-07-01.md
 *   - [work] User works at Microsoft ^k3v9x2ab4q
 *   == 3_Personal/Work.md
 *   - User works at Microsoft[^k3v9x2ab4q]
 * - - User likes it there, says Ann[^references]
 * + - User likes it there, says Ann[^m4w8y3bc5r]
 *
 * - [^k3v9x2ab4q]: [2026-07-01](../daily/2026-07-01.md#^k3v9x2ab4q)
 * + [^k3v9x2ab4q]: [2026-07-01](../../daily/2026-07-01.md#^k3v9x2ab4q)
 * - [^references]: Ann, by telephone
 * + [^references]: [2026-06-30](../daily/2026-06-30.md), by telephone
 * @finds error 3_Personal/Work.md:2
 * @finds warning 3_Personal/Work.md:4
 * @finds note 3_Personal/Work.md:5
 */
export const citations: Rule = {
  name: 'citations',
  what: 'Every citation leads to a fact, through a source that works.',
  check: (input) =>
    input.pages.flatMap((page) => [
      ...unknown(input, page),
      ...undefinedSources(input, page),
      ...unused(input, page),
      ...wrongLinks(input, page),
    ]),
};

/**
 * Cited ids that are unknown in the vault. A fact that only the ledger knows is not one: its line is missing, which
 * logs-untouched reports.
 */
function unknown({ isKnown }: LintInput, page: OwnPage): Remark[] {
  const byHand = new Set(page.definitions.filter((definition) => !definition.toLog).map((definition) => definition.id));
  return page.claims.flatMap((claim) =>
    claim.facts.flatMap((id): Remark[] => {
      if (isKnown(id) || byHand.has(id)) return [];
      return [
        error(
          { path: page.path, line: claim.line },
          `cites ${id}, which no daily log has`,
          'correct the id, or remove the footnote',
        ),
      ];
    }),
  );
}

function undefinedSources({ isKnown }: LintInput, page: OwnPage): Remark[] {
  const defined = new Set(page.definitions.map((definition) => definition.id));
  return page.claims.flatMap((claim) =>
    claim.facts.flatMap((id): Remark[] => {
      if (defined.has(id) || !isKnown(id)) return [];
      defined.add(id);
      return [
        warning(
          { path: page.path, line: claim.line },
          `cites ${id}, and the page has no source for it`,
          'add its line to ## Sources',
        ),
      ];
    }),
  );
}

function unused({ isKnown }: LintInput, page: OwnPage): Remark[] {
  const cited = new Set(page.claims.flatMap((claim) => claim.facts));
  const left = page.definitions.filter(({ id, toLog }) => !cited.has(id) && (toLog || isKnown(id)));
  const [first] = left;
  if (!first) return [];
  const one = left.length === 1;
  return [
    note(
      { path: page.path, line: first.line },
      `${plural(left.length, 'source')} (${some(left.map(({ id }) => id))}) ${one ? 'is' : 'are'} cited by no ` +
        'claim of the page',
      `remove the ${one ? 'line' : 'lines'}`,
    ),
  ];
}

function wrongLinks({ view }: LintInput, page: OwnPage): Remark[] {
  const wrong = page.definitions.filter(({ id, source }) => {
    const fact = view.factById.get(id);
    return fact !== undefined && !isSameLink(source, page.path, fact);
  });
  const [first] = wrong;
  if (!first) return [];
  const path = view.factById.get(first.id)?.path ?? '';
  return [
    warning(
      { path: page.path, line: first.line },
      `${sourcesOf(wrong)} where the fact was logged; ${first.id} is in ${path}`,
      'correct the links; they are relative to the page',
    ),
  ];
}

function sourcesOf(wrong: readonly Definition[]): string {
  return wrong.length === 1 ? 'a source does not lead' : `${wrong.length} sources do not lead`;
}
