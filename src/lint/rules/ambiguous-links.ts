// A link names one file. Where several of one name would do and none is nearer than another, Obsidian opens that with
// the shortest path, which may not be the one that was meant.
import { linksLookedAt, sameLinks, times } from '../follow.ts';
import { quote, type Remark, type Rule, some } from '../rule.ts';

const ok = `
== daily/2026-07-01.md
- [work] User works at Microsoft ^k3v9x2ab4q
== 1_Projects/Atlas/Notes.md
Of Atlas.
== 1_Projects/Borealis/Notes.md
Of Borealis, see [[Notes]].
== 3_Personal/Work.md
See [[Atlas/Notes]].
- User works at Microsoft[^k3v9x2ab4q]

[^k3v9x2ab4q]: [2026-07-01](../daily/2026-07-01.md#^k3v9x2ab4q)
`;

export const ambiguousLinks: Rule = {
  name: 'ambiguous-links',
  what: 'A link names one file, not one of several.',
  examples: {
    ok,
    notOk: ok.replace('[[Atlas/Notes]]', '[[Notes]] and [[notes]]'),
    finds: ['warning 3_Personal/Work.md:1'],
  },
  check: (input) =>
    sameLinks(linksLookedAt(input), ({ link, to }) => (to.how === 'ambiguous' ? link.target.toLowerCase() : null)).map(
      (same): Remark => {
        const { from, link, to } = same.first;
        const paths = to.how === 'ambiguous' ? to.paths : [];
        return {
          severity: 'warning',
          path: from,
          line: link.line,
          message:
            `the link to ${quote(link.target)} may lead to ${some(paths)}; Obsidian opens the first` + times(same),
          fix: `write the path of the one that is meant, as in [[${(paths[0] ?? '').replace(/\.md$/i, '')}]]`,
        };
      },
    ),
};
