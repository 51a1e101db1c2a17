// What `lint --fix` repaired or would repair, for people and as a document.
import { diffPages } from '../../inspect/diff.ts';
import { type Mended, newlyFound } from '../../lint/repair.ts';
import { labelOf } from '../../lint/rule.ts';
import { plain } from '../../model/controls.ts';
import { plural } from '../../model/text.ts';
import type { Fixed } from '../../tasks/lint-vault.ts';
import { painter } from '../terminal/paint.ts';
import { wrap } from '../terminal/wrap.ts';
import { renderPageDiff } from './diff.ts';

/** What would be written, page by page, each with the reasons; empty where there is nothing. */
export function renderRehearsedFix(
  { plan, files }: Pick<Fixed, 'plan' | 'files'>,
  columns: number,
  color: boolean,
): string {
  const paint = painter(color);
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

/** What was repaired or would be, and each repair that is not made, with why. */
export function renderFixed({ plan, files, run, off, again }: Fixed, columns: number): string[] {
  const { refused, now, after } = plan;
  // Findings that go are counted, not repairs: one finding may be several links of a page, and index.md is made anew
  // without a repair of its own. Accepted findings are repaired too.
  const gone = plural(
    newlyFound(after, now).length + Math.max(0, now.accepted.length - after.accepted.length),
    'finding',
  );
  const pages = plural(files.length, 'file');
  const health = after.health === now.health ? '' : `; health ${now.health} → ${after.health}`;
  const done =
    run === null
      ? `Would repair ${gone} in ${pages}${health}.`
      : `Repaired ${gone} in ${pages} (${run})${health}; memvault diff ${run} shows it, memvault dream --undo ` +
        'takes it back.';
  const nothing =
    off.run === null && off.left.length === 0 && again === 0 && refused.length === 0
      ? ['There is nothing that lint repairs by itself.']
      : [];
  const lines = [
    ...(files.length > 0 ? [done] : nothing),
    ...(again > 0 ? [`Would take out ${plural(again, 'forgotten fact')} that stood on pages again.`] : []),
    ...refused.map(
      (one) =>
        `Not repaired, since health would fall (${plain(one.finds)}): ${plain(one.path)}:${one.line} ${sayMended(one)}`,
    ),
  ];
  return lines.flatMap((line) => wrap(line, columns, '', '  '));
}

const sayMended = (one: Mended): string => `${plain(one.reason)} (${labelOf(one)})`;

/** The part of the document of `lint` that says what was done. */
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
