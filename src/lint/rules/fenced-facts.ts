// What stands in a code fence of a daily log is text, not a fact. A line there that carries an id of memvault's
// was a fact once, unless it is quoted; a fence that is never closed may hide what follows it.
import { type FenceRules, fencesOf, splitLines } from '../../note/lines.ts';
import { parseEntryHeader } from '../../page/daily-entry.ts';
import type { FileText } from '../../vault/own-files.ts';
import type { HiddenFact, LintInput } from '../input.ts';
import type { Remark, Rule } from '../rule.ts';

const ok = `
== daily/2026-07-01.md
- [work] User works at Microsoft ^k3v9x2ab4q

\`\`\`
- [work] a line that somebody wrote into a fence
\`\`\`
`;

export const fencedFacts: Rule = {
  name: 'fenced-facts',
  what: 'No code fence hides a fact of a daily log.',
  examples: {
    ok,
    notOk: `${ok}~~~\n- [work] User leads the team for Atlas ^m4w8y3bc5r\n`,
    finds: ['warning daily/2026-07-01.md:6', 'warning daily/2026-07-01.md:7'],
  },
  check: (input) => [...input.hidden.map((line) => hiddenLine(input, line)), ...input.logs.flatMap(openFences)],
};

function hiddenLine({ view }: LintInput, { path, line, id }: HiddenFact): Remark {
  const read = view.factById.get(id);
  if (read)
    return {
      severity: 'note',
      path,
      line,
      message: `stands in a code fence; ${id} is read from ${read.path}:${read.line}`,
      fix: null,
    };
  const held = view.ledger.has(id);
  return {
    severity: held ? 'error' : 'warning',
    path,
    line,
    message:
      `${id} stands in a code fence and is not read as a fact` + (held ? ', although it was consolidated as one' : ''),
    fix: 'take the fence away, or the id, where the line is only quoted',
  };
}

/** As a log is read: a fence that is never closed ends before the next entry. */
const FENCES: FenceRules = {
  isHeader: (line) => parseEntryHeader(line) !== null,
  isEntryAt: () => false,
  endsEntry: () => false,
};

function openFences({ path, text }: FileText): Remark[] {
  if (!text.includes('```') && !text.includes('~~~')) return [];
  return fencesOf(splitLines(text), FENCES)
    .filter((fence) => !fence.closed)
    .map(({ start }): Remark => ({
      severity: 'warning',
      path,
      line: start + 1,
      message: 'a code fence begins here and is never closed',
      fix: 'close it; memvault reads on at the next entry, and lines by hand before that are not facts',
    }));
}
