// Pages too long to read to the end, and notes too large for memvault. memvault adds new claims elsewhere once a page
// is full, but does not move existing ones without being asked.
import { CLAIMS_PER_PAGE } from '../../model/limits.ts';
import { LIMITS, tooLarge } from '../../model/limits.ts';
import { isHistory } from '../../model/page.ts';
import { commentLength } from '../../note/outline.ts';
import type { LintInput } from '../input.ts';
import { note, type Remark, type Rule, warning } from '../rule.ts';

/** A page with this many times the claims of a full page is too long. */
const OVERFULL = 1.5;
/** Characters of a page, about an hour's reading. */
const LONGEST = 100_000;

/**
 * @example
 *   == daily/2026-07-01.md
 *   - [work] User works at Microsoft ^k3v9x2ab4q
 *   == 3_Personal/Work.md
 *   - User works at Microsoft[^k3v9x2ab4q]
 * + A line that goes on and on. <4000 times>
 * @finds note 3_Personal/Work.md:1
 */
export const longPages: Rule = {
  name: 'long-pages',
  what: 'No page is too long to read.',
  check: (input) => {
    const own = new Map(input.pages.map((page) => [page.path, page]));
    const unread = [...input.notes.values()].filter(({ length }) => length > LIMITS.page);
    const skipped = new Set(unread.map(({ path }) => path));
    const large = unread.map(({ path, length }): Remark =>
      warning({ path }, `not read: ${tooLarge(length, LIMITS.page) ?? ''}`, 'split it, or move it to the assets'),
    );
    return [
      ...large,
      ...input.lookedAt
        .filter((path) => !skipped.has(path))
        .flatMap((path): Remark[] => {
          const page = own.get(path);
          const claims = page?.claims.filter((claim) => !isHistory(claim)).length ?? 0;
          const length = shownLength(path, page?.text.length ?? lengthOf(path, input), input);
          const what =
            claims > CLAIMS_PER_PAGE * OVERFULL
              ? `${claims} claims, where ${CLAIMS_PER_PAGE} make a page full`
              : length > LONGEST
                ? `${(Math.round(length / 1000) * 1000).toLocaleString('en-US')} characters`
                : null;
          return what === null
            ? []
            : [
                note(
                  { path },
                  `a long page: ${what}`,
                  claims === 0 ? 'split it' : 'split it; memvault fix ID --to PAGE moves a claim',
                ),
              ];
        }),
    ];
  },
};

/** The length without comments, which are only searched for in long texts. */
const shownLength = (path: string, length: number, { textOf }: LintInput): number =>
  length > LONGEST ? length - commentLength(textOf(path) ?? '') : length;

const lengthOf = (path: string, { notes, textOf }: LintInput): number =>
  notes.get(path)?.length ?? textOf(path)?.length ?? 0;
