// Each id in the daily logs belongs to one fact, and each line with an id is read as a fact.
import { type FenceRules, fencesOf, NO_ENTRIES, splitLines } from '../../note/lines.ts';
import { parseEntryHeader, parseFactLine } from '../../page/fact-line.ts';
import type { FileText } from '../../vault/own-files.ts';
import type { HiddenFact, LintInput } from '../input.ts';
import { type Check, note, type Remark, remark, type Rule, warning } from '../rule.ts';

/**
 * Of two lines with the same id, from a copy or a merge, the first keeps it; the other gets one computed from its day
 * and text.
 *
 * @example
 *   == daily/2026-07-01.md
 *   - [work] User works at Microsoft ^k3v9x2ab4q
 * - - [work] User leads the team for Atlas ^m4w8y3bc5r
 * + - [work] User leads the team for Atlas ^k3v9x2ab4q
 *   - [work] A line that was written by hand
 * @finds warning daily/2026-07-01.md:2
 */
const equal: Check = {
  what: 'No two lines of the daily logs carry one id.',
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
        warning(
          fact,
          `carries the id ${id} of ${first.path}:${first.line}, and counts as ${fact.id}`,
          view.ledger.has(fact.id)
            ? null
            : 'delete the line that is wrong, before the next dream; after a dream, leave both',
        ),
      ];
    });
  },
};

/**
 * Text in a code fence is not a fact, but a line with an id once was one, unless it is a quotation.
 *
 * @example
 *   == daily/2026-07-01.md
 *   - [work] User works at Microsoft ^k3v9x2ab4q
 *
 *   ```
 *   - [work] a line that somebody wrote into a fence
 *   ```
 * + ~~~
 * + - [work] User leads the team for Atlas ^m4w8y3bc5r
 * @finds warning daily/2026-07-01.md:6
 * @finds warning daily/2026-07-01.md:7
 */
const fenced: Check = {
  what: 'No code fence hides a fact of a daily log.',
  check: (input) => [...input.hidden.map((line) => hiddenLine(input, line)), ...input.logs.flatMap(openFences)],
};

function hiddenLine({ view }: LintInput, { path, line, id }: HiddenFact): Remark {
  const read = view.factById.get(id);
  if (read) return note({ path, line }, `stands in a code fence; ${id} is read from ${read.path}:${read.line}`);
  const held = view.ledger.has(id);
  return remark(
    held ? 'error' : 'warning',
    { path, line },
    `${id} stands in a code fence and is not read as a fact` + (held ? ', although it was consolidated as one' : ''),
    'take the fence away, or the id, where the line is only quoted',
  );
}

/** As when reading a log: an unclosed fence ends before the next entry. */
const FENCES: FenceRules = { ...NO_ENTRIES, isHeader: (line) => parseEntryHeader(line) !== null };

function openFences({ path, text }: FileText): Remark[] {
  if (!text.includes('```') && !text.includes('~~~')) return [];
  return fencesOf(splitLines(text), FENCES)
    .filter((fence) => !fence.closed)
    .map(({ start }): Remark =>
      warning(
        { path, line: start + 1 },
        'a code fence begins here and is never closed',
        'close it; memvault reads on at the next entry, and lines by hand before that are not facts',
      ),
    );
}

export const logIds: Rule = {
  name: 'log-ids',
  what: 'Each id in the daily logs is read once, as a fact.',
  kinds: { equal, fenced },
};
