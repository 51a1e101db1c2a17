// Every link to a note leads to one, as Obsidian follows it: from the root, from the note's own folder, by its name.
// Addresses on the web are none of its business, and the sources of facts are those of `citations`. A note that several
// link to and nobody wrote is found in each of them and said so there, and no other rule counts it again.
import { groupBy } from '../../model/group-by.ts';
import { linksLookedAt, sameLinks, times, wikiTarget } from '../follow.ts';
import type { LintInput } from '../input.ts';
import type { Remark, Rule } from '../rule.ts';
import { count, quote, some } from '../words.ts';
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
    notOk: ok.replace('../2_Wiki/Ann.md', 'Ann.md#Ann').replace('[[ann]]', '[[3_Personal/Ann]]').replace('## Colleagues\n', '## Colleagues\nSee [[Bob]] and [[Bob|him]].\n'),
    finds: ['warning 3_Personal/Work.md:1', 'warning 3_Personal/Work.md:4'],
  },
  check: (input) => {
    const broken = sameLinks(linksLookedAt(input), ({ link, to }) => (to.how === 'missing' && !isFileLink(link) ? link.target : null));
    const linking = new Map([...groupBy(broken, ({ first }) => fold(first.link.target))].map(([name, same]) => [name, new Set(same.map(({ first }) => first.from)).size]));
    return broken.map(({ first: { from, link }, count: often }): Remark => ({
      severity: 'warning', path: from, line: link.line,
      message: `the link to ${quote(link.target)} leads to no note${times(often)}`,
      fix: remedy(input, link.target, (linking.get(fold(link.target)) ?? 1) - 1),
    }));
  },
};

/** The name of the note that a link means, whatever its folder; as file systems and Obsidian compare names. */
const fold = (target: string): string => bareName(target).normalize('NFC').toLowerCase();
const bareName = (target: string): string => target.slice(target.lastIndexOf('/') + 1).replace(/\.md$/i, '');

/** `others`: so many other notes link to a note of that name too. */
function remedy({ links }: LintInput, target: string, others: number): string {
  const named = links.named(bareName(target));
  const [only] = named;
  if (only === undefined) return `write the note${others === 0 ? '' : ` (${count(others, 'other note')} link${others === 1 ? 's' : ''} to it too)`}, correct the link, or take it off`;
  return named.length === 1 ? `write [[${wikiTarget(links, only)}]]: the note is ${only}` : `notes of that name are ${some(named)}`;
}
