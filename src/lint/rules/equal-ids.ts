// An id is one fact's. Where two lines of the daily logs carry the same one (a line was copied, or a merge brought
// it back), the first keeps it, and the other counts under an id that is computed from its day and its words.
import { splitLines } from '../../note/lines.ts';
import { parseFactLine } from '../../page/fact-line.ts';
import type { Remark, Rule } from '../rule.ts';

const ok = `
== daily/2026-07-01.md
- [work] User works at Microsoft ^k3v9x2ab4q
- [work] User leads the team for Atlas ^m4w8y3bc5r
- [work] A line that was written by hand
`;

export const equalIds: Rule = {
  name: 'equal-ids',
  what: 'No two lines of the daily logs carry one id.',
  examples: { ok, notOk: ok.replace('^m4w8y3bc5r', '^k3v9x2ab4q'), finds: ['warning daily/2026-07-01.md:2'] },
  check: ({ view, logs }) => {
    const texts = new Map(logs.map((log) => [log.path, log.text]));
    const linesOf = new Map<string, string[]>();
    return view.facts.flatMap((fact): Remark[] => {
      if (!fact.computed) return [];
      const lines = linesOf.get(fact.path) ?? splitLines(texts.get(fact.path) ?? '');
      linesOf.set(fact.path, lines);
      const id = parseFactLine(lines[fact.line - 1] ?? '')?.id;
      const first = view.factById.get(id ?? '');
      if (!first) return [];
      return [
        {
          severity: 'warning',
          path: fact.path,
          line: fact.line,
          message: `carries the id ${id} of ${first.path}:${first.line}, and counts as ${fact.id}`,
          // A merge brings a corrected line back beside its correction: without its id the wrong one would stay.
          // Once a dream has decided both, each is a fact of its own.
          fix: view.ledger.has(fact.id)
            ? null
            : 'delete the line that is wrong, before the next dream; after a dream, leave both',
        },
      ];
    });
  },
};
