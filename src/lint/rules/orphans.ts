// A page is linked to from somewhere, index.md and canvases counted in. What lies at the top of the vault is where one
// begins, a note of a day is found by its day, and a template is filled in: none of them needs a way in. Where memvault
// has no list in index.md, that is one finding and not one for each of its pages.
import { CATALOGUE_MARKERS, findOwnPart } from '../../page/overview.ts';
import { noteFacts } from '../../vault/note-facts.ts';
import { CATALOGUE_FILE, RUN_LOG_FILE } from '../../vault/vault.ts';
import { followLinks, targetsOf } from '../follow.ts';
import type { LintInput } from '../input.ts';
import { isTemplate, madePages } from '../own-pages.ts';
import { type Remark, type Rule, some } from '../rule.ts';

const ok = `
== daily/2026-07-01.md
- [work] User works at Microsoft ^k3v9x2ab4q
- [people] Ann likes tea ^m4w8y3bc5r
== index.md
- [Work](3_Personal/Work.md)
== People.canvas
{"nodes":[{"id":"1","type":"file","file":"2_Wiki/Ann.md"}]}
== 2_Wiki/Ann.md
- Ann likes tea[^m4w8y3bc5r]

[^m4w8y3bc5r]: [2026-07-01](../daily/2026-07-01.md#^m4w8y3bc5r)
== 3_Personal/Work.md
- User works at Microsoft[^k3v9x2ab4q]

[^k3v9x2ab4q]: [2026-07-01](../daily/2026-07-01.md#^k3v9x2ab4q)
`;

const DAY_NOTE = /\/\d{4}-\d{2}-\d{2}\.md$/;

export const orphans: Rule = {
  name: 'orphans',
  what: 'A page is linked to from another, from a canvas, or from index.md.',
  examples: { ok, notOk: ok.replace('- [Work](3_Personal/Work.md)\n', ''), finds: ['note 3_Personal/Work.md:1'] },
  check: (input) => {
    const reached = reachedPages(input);
    const isAlone = (path: string): boolean =>
      path.includes('/') && !reached.has(path) && !DAY_NOTE.test(path) && !isTemplate(input, path);
    const alone = input.lookedAt.filter(isAlone);
    const unlisted = unlistedPages(input, alone);
    return [
      ...alone
        .filter((path) => !unlisted.has(path))
        .map((path): Remark => ({
          severity: 'note',
          path,
          line: 1,
          message: 'no note links here, and index.md does not either',
          fix: 'link to it from a note that it belongs to',
        })),
      ...listIsMissing(input, unlisted),
    ];
  },
};

/**
 * Pages that something links to. One that index.md would list if it were in step counts as well, since `catalogue`
 * already finds that it is not.
 */
function reachedPages({ followed, links, catalogue, unmerged }: LintInput): Set<string> {
  const listed =
    catalogue === null || unmerged.has(CATALOGUE_FILE)
      ? []
      : followLinks([noteFacts(CATALOGUE_FILE, catalogue.after)], links);
  const reached = new Set<string>();
  for (const { from, to } of [...followed, ...listed])
    if (from !== RUN_LOG_FILE) for (const path of targetsOf(to)) if (path !== from) reached.add(path);
  return reached;
}

/**
 * Pages of memvault's that are alone because memvault lists its pages nowhere: one finding for all of them, not one for
 * each.
 */
function unlistedPages(input: LintInput, alone: readonly string[]): ReadonlySet<string> {
  if (typeof findOwnPart(input.textOf(CATALOGUE_FILE) ?? '', CATALOGUE_MARKERS) !== 'string') return new Set();
  const made = madePages(input);
  const unlisted = alone.filter((path) => made.has(path));
  return new Set(unlisted.length > 1 ? unlisted : []);
}

function listIsMissing({ textOf }: LintInput, unlisted: ReadonlySet<string>): Remark[] {
  if (unlisted.size === 0) return [];
  const isThere = textOf(CATALOGUE_FILE) !== null;
  return [
    {
      severity: 'note',
      path: CATALOGUE_FILE,
      line: 1,
      message:
        (isThere ? 'memvault has no part in this file' : 'the file is missing') +
        `, and no note links to ${unlisted.size} pages: ${some([...unlisted])}`,
      fix: isThere
        ? `write ${CATALOGUE_MARKERS.start} and ${CATALOGUE_MARKERS.end} on two lines of it, and memvault lists ` +
          'its pages between them; or leave it as it is: lint --baseline accepts that'
        : 'memvault init makes it, and the next dream that writes lists the pages there',
    },
  ];
}
