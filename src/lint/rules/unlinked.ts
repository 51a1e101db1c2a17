// Pages can be reached by links, and related pages link to each other.
import { isTemplate } from '../scope.ts';
import { noteFacts, type NoteFacts } from '../../vault/note-files.ts';
import { CATALOGUE_FILE, RUN_LOG_FILE } from '../../vault/vault.ts';
import { followLinks, linkGraph, linksLookedAt, targetsOf } from '../follow.ts';
import type { LintInput } from '../input.ts';
import { type Check, note, type Remark, type Rule } from '../rule.ts';

const DAY_NOTE = /\/\d{4}-\d{2}-\d{2}\.md$/;

/**
 * Not orphans: files at the top of the vault, where reading starts; daily notes; templates.
 *
 * @example
 *   == daily/2026-07-01.md
 *   - [work] User works at Microsoft ^k3v9x2ab4q
 *   - [people] Ann likes tea ^m4w8y3bc5r
 *   == index.md
 * - - [Work](3_Personal/Work.md)
 *   == People.md
 *   - [Ann](2_Wiki/Ann.md)
 *   == 2_Wiki/Ann.md
 *   - Ann likes tea[^m4w8y3bc5r]
 *
 *   [^m4w8y3bc5r]: [2026-07-01](../daily/2026-07-01.md#^m4w8y3bc5r)
 *   == 3_Personal/Work.md
 *   - User works at Microsoft[^k3v9x2ab4q]
 *
 *   [^k3v9x2ab4q]: [2026-07-01](../daily/2026-07-01.md#^k3v9x2ab4q)
 * @finds note 3_Personal/Work.md:1
 */
const orphan: Check = {
  what: 'Each page has a link from another page or from index.md.',
  check: (input) => {
    const reached = reachedPages(input);
    return input.lookedAt
      .filter((path) => path.includes('/') && !reached.has(path) && !DAY_NOTE.test(path) && !isTemplate(input, path))
      .map((path): Remark =>
        note({ path }, 'nothing links here, not even index.md', 'link to it from a note that it belongs to'),
      );
  },
};

/** Pages with a link to them. One that an up-to-date index.md would list counts too, since `catalogue` reports that. */
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
 * The link back may be anywhere on the page.
 *
 * @example
 *   == daily/2026-07-01.md
 *   - [work] User works at Microsoft with Ann ^k3v9x2ab4q
 *   - [people] Ann likes tea ^m4w8y3bc5r
 *   == 2_Wiki/Ann.md
 *   - Ann likes tea[^m4w8y3bc5r]
 *
 *   ## Related
 * - - [Work](../3_Personal/Work.md)
 *   == 3_Personal/Work.md
 *   - User works at Microsoft with Ann[^k3v9x2ab4q]
 *
 *   ## Related
 *   - [[Ann]]
 * @finds note 3_Personal/Work.md:4
 */
const backLink: Check = {
  what: 'A page listed under Related links back.',
  check: (input) =>
    missingBackLinks(input)
      .filter(({ other }) => input.looksAt(other))
      .map(({ path, line, other }) =>
        note(
          { path, line },
          `${other} is related to this page, and does not link back to it`,
          `add this page to ## Related of ${other}`,
        ),
      ),
};

/** Links under `## Related` to a page that does not link back, one per pair of pages. */
export function missingBackLinks(
  input: Pick<LintInput, 'followed' | 'looksAt' | 'isKnown' | 'notes'>,
): { readonly path: string; readonly line: number; readonly other: string }[] {
  const graph = linkGraph(input.followed);
  const said = new Set<string>();
  return linksLookedAt(input).flatMap(({ from, link, to }) => {
    const [other] = isRelated(input.notes.get(from), link.line) ? targetsOf(to) : [];
    const key = `${from}\n${other}`;
    if (other === undefined || other === from || graph.get(other)?.has(from) === true || said.has(key)) return [];
    said.add(key);
    return [{ path: from, line: link.line, other }];
  });
}

/** Whether a line is below the heading `## Related`. False for an unknown note. */
function isRelated(note: NoteFacts | undefined, line: number): boolean {
  const above = note?.headings.findLast((heading) => heading.line < line && heading.level <= 2);
  return above?.level === 2 && above.text === 'Related';
}

export const unlinked: Rule = {
  name: 'unlinked',
  what: 'Pages can be reached by links, and related pages link to each other.',
  kinds: { orphan, 'back-link': backLink },
};
