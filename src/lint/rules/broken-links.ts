// Every link to a note leads to one, as Obsidian follows it: from the root, from the note's own folder, by its name.
// Addresses on the web are none of its business, and the sources of facts are those of `citations`. A note that several
// link to and nobody wrote is found in each of them and said so there, and no other rule counts it again. A card of a
// canvas is a link to the note that it shows; a canvas that cannot be read hides what it leads to, which is said.
import { groupBy } from '../../model/group-by.ts';
import { isPath, linksLookedAt, makeOtherEndings, sameLinks, times, wikiTarget } from '../follow.ts';
import type { LintInput } from '../input.ts';
import { count, movesOf, quote, type Remark, type Rule, some } from '../rule.ts';
import { isFileLink } from './missing-files.ts';

const ok = `
== daily/2026-07-01.md
- [work] User works at Microsoft ^k3v9x2ab4q
== 2_Wiki/Ann.md
Ann, of [[Work#Colleagues|work]].
== 3_Personal/Work.md
See [Ann](../2_Wiki/Ann.md), [[ann]], \`[[code]]\` and [the web](https://example.org/x.md).

## Colleagues
- User works at Microsoft[^k3v9x2ab4q]

[^k3v9x2ab4q]: [2026-07-01](../daily/2026-07-01.md#^k3v9x2ab4q)
`;

export const brokenLinks: Rule = {
  name: 'broken-links',
  what: 'A link to a note leads to one.',
  examples: {
    ok,
    notOk: ok
      .replace('../2_Wiki/Ann.md', 'Ann.md#Ann')
      .replace('[[ann]]', '[[3_Personal/Ann]]')
      .replace('## Colleagues\n', '## Colleagues\nSee [[Bob]] and [[Bob|him]].\n'),
    finds: ['warning 3_Personal/Work.md:1', 'warning 3_Personal/Work.md:4'],
  },
  check: (input) => {
    const broken = sameLinks(linksLookedAt(input), ({ link, to }) =>
      to.how === 'missing' && !isFileLink(link) ? link.target : null,
    );
    const linking = new Map(
      [...groupBy(broken, ({ first }) => fold(first.link.target))].map(([name, same]) => [
        name,
        new Set(same.map(({ first }) => first.from)).size,
      ]),
    );
    let moves: ReturnType<typeof movesOf> | undefined;
    const otherEndings = makeOtherEndings(input.readPaths);
    return [
      ...unreadCanvases(input),
      ...broken.map((same): Remark => {
        const { from, link } = same.first;
        const isCard = link.form === 'card';
        const found: Found = {
          // A card names the note from the root.
          moved: (moves ??= movesOf(input))(isCard ? '' : from, link.target),
          named: input.links.named(bareName(link.target)),
          files: otherEndings(link.target),
          others: (linking.get(fold(link.target)) ?? 1) - 1,
        };
        return {
          severity: 'warning',
          path: from,
          line: link.line,
          message: isCard
            ? `a card shows ${quote(link.target)}, and there is no such note${times(same)}`
            : `the link to ${quote(link.target)} leads to no note${times(same)}`,
          fix: isCard ? cardRemedy(found) : remedy(input, from, link.target, found),
        };
      }),
    ];
  },
};

function unreadCanvases({ canvases, looksAt }: LintInput): Remark[] {
  return [...canvases.values()].flatMap(({ path, broken }): Remark[] =>
    broken === null || !looksAt(path)
      ? []
      : [
          {
            severity: 'note',
            path,
            line: 1,
            message: `the canvas cannot be read (${broken}), so nobody knows what its cards lead to`,
            fix: 'bring it back as it was, from git or a backup, or remove it',
          },
        ],
  );
}

/** The name of the note that a link means, without its folder, as file systems and Obsidian compare names. */
const fold = (target: string): string => bareName(target).normalize('NFC').toLowerCase();
const bareName = (target: string): string => target.slice(target.lastIndexOf('/') + 1).replace(/\.md$/i, '');

/** What there is in the place of a note that is not there. */
interface Found {
  /** Where the facts of the page are now; null where it is no page that moved. */
  readonly moved: string | null;
  /** Notes of that name. */
  readonly named: readonly string[];
  /** Files that are called so and have another ending. */
  readonly files: readonly string[];
  /** So many others link to a note of that name too. */
  readonly others: number;
}

function remedy(input: LintInput, from: string, target: string, { moved, named, files, others }: Found): string {
  const { links } = input;
  if (moved !== null) return `write [[${wikiTarget(links, moved)}]]: the facts of the page are in ${moved} now`;
  const [only] = named;
  if (only === undefined && files.length > 0)
    return files.length === 1
      ? `write [[${wikiTarget(links, files[0] ?? '')}]]: the file is ${files[0] ?? ''}`
      : `files of that name are ${some(files)}`;
  if (only === undefined)
    return (
      'write the note' +
      (others === 0 ? '' : ` (${count(others, 'other note')} link${others === 1 ? 's' : ''} to it too)`) +
      ', correct the link, or take it off'
    );
  if (named.length > 1) return `notes of that name are ${some(named)}`;
  return (
    `write [[${wikiTarget(links, only)}]]` +
    (isPath(input, from, target, only) ? `: the note is ${only}` : ` if ${only} is meant`)
  );
}

/** A card names a file by its path; Obsidian puts that in itself, once another is chosen. */
function cardRemedy({ moved, named, files }: Found): string {
  if (moved !== null) return `let the card show ${moved}: the facts of the page are there now`;
  const there = named.length > 0 ? named : files;
  if (there.length === 0) return 'write the note, let the card show another, or take it off the canvas';
  return there.length === 1 ? `let the card show ${there[0] ?? ''}` : `files of that name are ${some(there)}`;
}
