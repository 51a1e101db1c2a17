// Lines of the ledger that are no ledger lines: what such a line decided counts for nothing, unless another line
// decides it. A line that is cut off at the end of its file, and a conflict marker, are found by other rules.
import { splitLines } from '../../markdown/lines.ts';
import { isMergeMarker } from '../../markdown/page.ts';
import type { LintInput } from '../input.ts';
import type { Remark } from '../rule.ts';

export function brokenLines({ view, files }: Pick<LintInput, 'view' | 'files'>): Remark[] {
  const texts = new Map(files.map((file) => [file.path, file.text]));
  const linesOf = new Map<string, string[]>();
  return view.ledgerRead.broken.flatMap(({ path, line }): Remark[] => {
    const lines = linesOf.get(path) ?? splitLines(texts.get(path) ?? '');
    linesOf.set(path, lines);
    const text = lines[line - 1] ?? '';
    const torn = line === lines.length && !(texts.get(path) ?? '').endsWith('\n');
    if (torn || isMergeMarker(text)) return [];
    const fact = /"fact":"([^"]*)"/.exec(text)?.[1];
    const settled = fact !== undefined && view.ledger.has(fact);
    return [
      {
        severity: settled ? 'warning' : 'error',
        path,
        line,
        message: `no ledger line: ${whatIsWrong(text)}${settled ? `; another line decides ${fact}` : ''}`,
        fix: settled
          ? 'take the line out'
          : 'bring the line back from git or a backup; without it the fact it decided counts as undecided',
      },
    ];
  });
}

function whatIsWrong(text: string): string {
  try {
    JSON.parse(text);
    return 'it lacks what every line has';
  } catch {
    return 'it cannot be read as JSON';
  }
}
