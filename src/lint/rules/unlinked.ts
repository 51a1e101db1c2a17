// Pages can be reached by links, and related pages link to each other.
import { compareText } from '../../model/fact.ts';
import { CATALOGUE_MARKERS, findOwnPart } from '../../page/markers.ts';
import { noteFacts, type NoteFacts } from '../../vault/note-facts.ts';
import { LISTING_FILES } from '../../vault/own-files.ts';
import { CATALOGUE_FILE, RUN_LOG_FILE } from '../../vault/vault.ts';
import { followLinks, linkGraph, linksLookedAt, targetsOf } from '../follow.ts';
import type { LintInput } from '../input.ts';
import { isTemplate, madePages } from '../own-pages.ts';
import { type Check, count, type Remark, type Rule, some } from '../rule.ts';

const PEOPLE = `
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

/** Not orphans: files at the top of the vault, where reading starts; notes of a day; templates. */
const orphan: Check = {
  what: 'A page is linked to from another, from a canvas, or from index.md.',
  examples: {
    ok: PEOPLE,
    notOk: PEOPLE.replace('- [Work](3_Personal/Work.md)\n', ''),
    finds: ['note 3_Personal/Work.md:1'],
  },
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

/** Generated pages that are orphans because index.md has no list. They become one finding, not one each. */
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

const TEA = `
== daily/2026-07-01.md
- [work] User works at Microsoft ^k3v9x2ab4q
- [people] Ann likes tea ^m4w8y3bc5r
- [drink] Tea grows in China ^p0d4mm1z5k
== 2_Wiki/Tea.md
- Tea grows in China[^p0d4mm1z5k], see [[China]].
== 2_Wiki/China.md
A country in [[Asia]].
== 2_Wiki/Asia.md
Far away.
== 2_Wiki/Ann.md
- Ann likes tea[^m4w8y3bc5r], see [[Work]] and [[Tea]].
== 3_Personal/Work.md
- User works at Microsoft[^k3v9x2ab4q]
`;

/**
 * A group of linked pages is an island if there is a larger one, the mainland. Daily logs and generated lists link to
 * everything and connect nothing; a canvas, or an index.md of your own, connects what it shows. A group with generated
 * pages is compared only with others that have some: memvault's pages need not be linked to your notes.
 */
const island: Check = {
  what: 'No group of pages links only among itself.',
  examples: { ok: TEA, notOk: TEA.replace(' and [[Tea]]', ''), finds: ['note 2_Wiki/Ann.md:1'] },
  check: (input) => {
    const groups = groupsOf(input)
      .filter(({ paths }) => paths.some(input.looksAt))
      .sort((a, b) => b.units - a.units);
    const made = madePages(input);
    const isMade = ({ paths }: Group): boolean => paths.some((path) => made.has(path));
    const [mainland, ownMainland] = [groups[0]?.units ?? 0, groups.find(isMade)?.units ?? 0];
    return groups
      .filter((group) => group.units > 1 && group.units < (isMade(group) ? ownMainland : mainland))
      .flatMap(({ paths }): Remark[] => {
        const [first, ...rest] = paths.filter(input.looksAt);
        if (first === undefined) return [];
        return [
          {
            severity: 'note',
            path: first,
            line: 1,
            message:
              `${count(paths.length, 'page')} know${paths.length === 1 ? 's' : ''} only each other: this one` +
              (rest.length === 0 ? '' : `, ${some(rest)}`),
            fix: 'link one of them to another page that it has to do with',
          },
        ];
      });
  },
};

interface Group {
  /** Sorted. */
  readonly paths: readonly string[];
  /** Pages, where a page and its parts count as one. */
  readonly units: number;
}

function groupsOf({ notes, canvases, followed, dailyDir, listings }: LintInput): Group[] {
  const isJoined = (path: string): boolean =>
    canvases.has(path) || (notes.has(path) && !listings.has(path) && !path.startsWith(`${dailyDir}/`));
  const parents = new Map<string, string>();
  const rootOf = (path: string): string => {
    let root = path;
    for (let above = parents.get(root); above !== undefined && above !== root; above = parents.get(root)) {
      parents.set(root, parents.get(above) ?? above);
      root = above;
    }
    return root;
  };
  for (const { from, to } of followed) {
    if (!isJoined(from)) continue;
    for (const path of targetsOf(to))
      if (isJoined(path)) parents.set(rootOf(unitOf(notes, from)), rootOf(unitOf(notes, path)));
  }
  const groups = new Map<string, { paths: string[]; units: Set<string> }>();
  for (const path of [...notes.keys()].filter((one) => isJoined(one) && !LISTING_FILES.has(one)).sort(compareText)) {
    const unit = unitOf(notes, path);
    const root = rootOf(unit);
    const group = groups.get(root) ?? { paths: [], units: new Set() };
    group.paths.push(path);
    group.units.add(unit);
    groups.set(root, group);
  }
  return [...groups.values()].map(({ paths, units }) => ({ paths, units: units.size }));
}

/** The page that a part belongs to: `Name.md` for `Name - part.md` beside it. */
function unitOf(notes: LintInput['notes'], path: string): string {
  for (let at = path.indexOf(' - ', path.lastIndexOf('/') + 1); at >= 0; at = path.indexOf(' - ', at + 3))
    if (notes.has(`${path.slice(0, at)}.md`)) return `${path.slice(0, at)}.md`;
  return path;
}

const RELATED = `
== daily/2026-07-01.md
- [work] User works at Microsoft with Ann ^k3v9x2ab4q
- [people] Ann likes tea ^m4w8y3bc5r
== 2_Wiki/Ann.md
- Ann likes tea[^m4w8y3bc5r]

## Related
- [Work](../3_Personal/Work.md)
== 3_Personal/Work.md
- User works at Microsoft with Ann[^k3v9x2ab4q]

## Related
- [[Ann]]
`;

/** The link back may be anywhere on the page. */
const backLink: Check = {
  what: 'A page that another names under Related links back to it.',
  examples: {
    ok: RELATED,
    notOk: RELATED.replace('- [Work](../3_Personal/Work.md)\n', ''),
    finds: ['note 3_Personal/Work.md:4'],
  },
  check: (input) =>
    missingBackLinks(input)
      .filter(({ other }) => input.looksAt(other))
      .map(({ path, line, other }) => ({
        severity: 'note',
        path,
        line,
        message: `${other} is related to this page, and does not link back to it`,
        fix: `add this page to ## Related of ${other}`,
      })),
};

/** Where a page names another under `## Related` that does not link back, once for each pair. */
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

/** Is a line of a note below its heading `## Related`? False for an unknown note. */
function isRelated(note: NoteFacts | undefined, line: number): boolean {
  const above = note?.headings.findLast((heading) => heading.line < line && heading.level <= 2);
  return above?.level === 2 && above.text === 'Related';
}

export const unlinked: Rule = {
  name: 'unlinked',
  what: 'Pages can be reached by links, and related pages link to each other.',
  kinds: { orphan, island, 'back-link': backLink },
};
