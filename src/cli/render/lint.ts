// The terminal output of `lint`: findings by file, each with a clickable place, and their number. If a rule has many
// findings, shows the worst and counts the rest; `--json` has all.
import { diffPages } from '../../inspect/diff.ts';
import type { LintResult } from '../../lint/lint.ts';
import { type Mended, newlyFound } from '../../lint/repair.ts';
import { type Finding, labelOf, type Severity } from '../../lint/rule.ts';
import { plain } from '../../model/controls.ts';
import { compareText } from '../../model/fact.ts';
import { groupBy } from '../../model/group-by.ts';
import type { JsonObject } from '../../model/json.ts';
import { plural } from '../../model/text.ts';
import type { Fixed, LookedByModel } from '../../tasks/lint-vault.ts';
import { BASELINE_FILE } from '../../vault/vault.ts';
import { type Face, type Style, wrap, linesOf } from '../terminal/face.ts';
import { renderPageDiff } from '../commands/diff.ts';

const STYLES: Readonly<Record<Severity, Style>> = { error: 'red', warning: 'yellow', note: 'cyan' };
const SEVERITIES: readonly Severity[] = ['error', 'warning', 'note'];
/** The most findings shown per rule; the rest are counted. */
const MOST = 20;

/**
 * Renders findings by file, in lint's order; empty for none. `all`: show every one, since a person asked for these
 * rules.
 */
export function renderFindings(findings: readonly Finding[], face: Face, all: boolean): string {
  const { columns, paint } = face;
  const rules = sortedGroups(findings, labelOf);
  const worst = rules.flatMap(([, found]) =>
    SEVERITIES.flatMap((severity) => found.filter((finding) => finding.severity === severity)).slice(0, MOST),
  );
  const shown = new Set(all ? findings : worst);
  const files = sortedGroups(
    findings.filter((finding) => shown.has(finding)),
    ({ path }) => path,
  );
  const more = rules.flatMap(([rule, found]) => {
    const left = found.filter((finding) => !shown.has(finding)).length;
    return left === 0 ? [] : wrap(`and ${left} more of ${rule}: memvault lint --rule ${rule}`, columns, '', '  ');
  });
  return linesOf(
    files.map(([path, found]) =>
      [
        paint('bold', plain(path)),
        ...found.flatMap((finding, index) => renderFinding(finding, found[index + 1], face)),
      ].join('\n'),
    ),
    more.length !== 0 && more.map((line) => paint('dim', line)).join('\n'),
  ).join('\n\n');
}

/** Renders one finding. Omits the fix if the next finding has the same one. */
function renderFinding(finding: Finding, next: Finding | undefined, { columns, paint }: Face): string[] {
  const { path, line, severity, message, fix } = finding;
  const label = labelOf(finding);
  const place = `  ${plain(path)}:${line}  `;
  const [first = '', ...more] = wrap(`${place.trimStart()}${severity}  ${message}  ${label}`, columns, '  ', '      ');
  const head = first.startsWith(`${place}${severity}`)
    ? `${place}${paint(STYLES[severity], severity)}${first.slice(place.length + severity.length)}`
    : first;
  const lines = [head, ...more];
  const last = lines.pop() ?? '';
  const end = last.endsWith(label) ? last.slice(0, -label.length) + paint('dim', label) : last;
  const what = fix === null || next?.fix === fix ? [] : wrap(fix, columns, '    ').map((text) => paint('dim', text));
  return [...lines, end, ...what];
}

/** Groups, sorted by key. */
const sortedGroups = (findings: readonly Finding[], keyOf: (finding: Finding) => string): [string, Finding[]][] =>
  [...groupBy(findings, keyOf)].sort(([a], [b]) => compareText(a, b));

/**
 * One line with the number of findings and of what was checked. `notes`: the number of notes that editorial rules
 * checked, shown instead of pages if larger.
 */
export function renderCounts(
  { findings, accepted, counts, health }: LintResult,
  facts: number,
  pages: number,
  notes: number,
  forgotten = 0,
): string {
  const looked =
    plural(facts, 'fact') +
    (forgotten === 0 ? '' : `, ${forgotten} of them forgotten`) +
    `, ${notes > pages ? plural(notes, 'note') : plural(pages, 'page')}`;
  const more = accepted.length === 0 ? '' : `; ${accepted.length} accepted in ${BASELINE_FILE}`;
  if (findings.length === 0) return `No findings in ${looked}; health ${health}${more}`;
  const files = new Set(findings.map((finding) => finding.path)).size;
  const severities = [
    plural(counts.error, 'error'),
    plural(counts.warning, 'warning'),
    plural(counts.note, 'note'),
  ].join(', ');
  return `${severities} in ${plural(files, 'file')} (${looked}); health ${health}${more}`;
}

/** What `--baseline` did or would do: the number of accepted findings, and of the `lines` written for them. */
export function renderAccepted(accepted: number, lines: number, dryRun: boolean): string {
  if (lines > 0)
    return (
      `${dryRun ? 'Would accept' : 'Accepted'} ${plural(accepted, 'finding')}, in ${BASELINE_FILE}; errors, and what ` +
      'proves that nothing was lost, are never accepted.'
    );
  return accepted === 0
    ? 'There is nothing to accept.'
    : `All ${plural(accepted, 'finding')} that can be accepted ${accepted === 1 ? 'is' : 'are'} accepted already.`;
}

// The result of asking a model for contradictions: how much was asked, and which answers were rejected.

/** One sentence for a person. */
export function renderAsked({ pairs, known, answered, found, dropped, reason, model, usage }: LookedByModel): string {
  if (pairs === 0) return 'No claims on different pages are similar enough to ask a model about.';
  const named = `found ${plural(found.length, 'contradiction')}`;
  if (known === pairs)
    return (
      `${model} had already compared ${known === 1 ? 'the one pair' : `all ${known} pairs`} of claims and ` +
      `${named}; nothing was asked now`
    );
  return linesOf(
    `${model} compared ${plural(answered.length, 'pair')} of claims` +
      (known === 0 ? '' : `, ${known} more earlier,`) +
      ` and ${named} (${plural(usage.calls, 'call')}, ${plural(usage.tokens, 'token')})`,
    dropped > 0 && `${dropped} of its answers rejected, because the claims do not say so word for word`,
    reason !== null && `${pairs - known - answered.length} not compared: ${reason}`,
  ).join('; ');
}

/** The value of `llm` in lint's document. */
export const toLlmJson = ({ pairs, known, answered, dropped, reason, model, usage }: LookedByModel): JsonObject => ({
  model,
  pairs,
  asked: answered.length,
  known,
  dropped,
  reason,
  usage,
});

// What `--fix` repaired or would repair.

/** What would be written, page by page, with the reasons; empty if nothing. */
export function renderRehearsedFix({ plan, files }: Pick<Fixed, 'plan' | 'files'>, { columns, paint }: Face): string {
  return diffPages(files)
    .map((page) =>
      renderPageDiff(
        page,
        plan.mended
          .filter(({ path }) => path === page.path)
          .flatMap((one) => wrap(sayMended(one), columns, '# ', '#   ')),
        paint,
      ),
    )
    .join('\n\n');
}

/** What was or would be repaired, and each repair that was rejected, with the reason. */
export function renderFixed({ plan, files, run, off, again }: Fixed): string[] {
  const { refused, now, after } = plan;
  // Counts findings that disappear, not repairs: one finding may cover several links of a page, and index.md is
  // regenerated without a repair of its own. Accepted findings are repaired, too.
  const gone = newlyFound(after, now).length + Math.max(0, now.accepted.length - after.accepted.length);
  const what =
    `${plural(gone, 'finding')} in ${plural(files.length, 'file')}${run === null ? '' : ` (${run})`}` +
    (after.health === now.health ? '' : `; health ${now.health} → ${after.health}`);
  const isNothing = off.run === null && off.left.length === 0 && again === 0 && refused.length === 0;
  return linesOf(
    files.length > 0
      ? run === null
        ? `Would repair ${what}.`
        : `Repaired ${what}; memvault diff ${run} shows it, memvault dream --undo reverts it.`
      : isNothing && 'Nothing to repair automatically.',
    again > 0 && `Would remove ${plural(again, 'forgotten fact')} that had come back to pages.`,
    refused.map(
      (one) =>
        `Not repaired, because it would cause a new finding (${plain(one.finds)}): ` +
        `${plain(one.path)}:${one.line} ${sayMended(one)}`,
    ),
  );
}

const sayMended = (one: Mended): string => `${plain(one.reason)} (${labelOf(one)})`;

/** The fields of lint's document for `--fix`. */
export function toFixJson(
  { plan, files, run, unwritten, off, commit }: Fixed,
  dryRun: boolean,
): Record<string, unknown> {
  const { mended, refused, now } = plan;
  return {
    fix: {
      run,
      ...(dryRun ? { dryRun } : {}),
      healthBefore: now.health,
      repairs: mended.map(({ rule, kind, path, line, reason }) => ({ rule, kind, path, line, reason })),
      refused: refused.map(({ rule, kind, path, line, reason, finds }) => ({ rule, kind, path, line, reason, finds })),
      files: files.map(({ path }) => path),
      left: unwritten,
      forgot: off.run,
      commit,
    },
  };
}
