// What `lint` says: the findings by file, each with the place to click on, and how many there are.
import { compareText } from '../../model/fact.ts';
import type { Finding, Severity } from '../../lint/rule.ts';
import type { LintResult } from '../../lint/lint.ts';
import { painter, plain, plural, type Paint, type Style } from '../paint.ts';

const STYLES: Readonly<Record<Severity, Style>> = { error: 'red', warning: 'yellow', note: 'cyan' };
/** Findings of one rule in one file that a person reads before it is only a number; `--json` has all. */
const SHOWN = 10;

export function renderFindings(findings: readonly Finding[], color: boolean): string {
  const paint = painter(color);
  const files = groupBy(findings, (finding) => finding.path);
  return [...files].map(([path, found]) => [paint('bold', plain(path)), ...renderFile(found, paint)].join('\n')).join('\n\n');
}

function renderFile(findings: readonly Finding[], paint: Paint): string[] {
  const rules = groupBy(findings, (finding) => finding.rule);
  const shown = findings.filter((finding) => (rules.get(finding.rule) ?? []).indexOf(finding) < SHOWN);
  const lines = shown.flatMap((finding, index) => renderFinding(finding, shown[index + 1], paint));
  const more = [...rules].filter(([, found]) => found.length > SHOWN);
  return [...lines, ...more.map(([rule, found]) => paint('dim', `  and ${found.length - SHOWN} more of ${rule} in this file`))];
}

/** What to do is said once where the next finding says the same. */
function renderFinding({ path, line, severity, rule, message, fix }: Finding, next: Finding | undefined, paint: Paint): string[] {
  const head = `  ${plain(path)}:${line}  ${paint(STYLES[severity], severity)}  ${plain(message)}  ${paint('dim', rule)}`;
  return fix === null || next?.fix === fix ? [head] : [head, paint('dim', `    ${plain(fix)}`)];
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return new Map([...groups].sort(([a], [b]) => compareText(a, b)));
}

/** One line on how much was found, and in how much. */
export function renderCounts({ findings, counts, health }: LintResult, facts: number, pages: number): string {
  const looked = `${plural(facts, 'fact')}, ${plural(pages, 'page')}`;
  if (findings.length === 0) return `No findings in ${looked}; health ${health}`;
  const files = new Set(findings.map((finding) => finding.path)).size;
  const severities = [plural(counts.error, 'error'), plural(counts.warning, 'warning'), plural(counts.note, 'note')].join(', ');
  return `${severities} in ${plural(files, 'file')} (${looked}); health ${health}`;
}
