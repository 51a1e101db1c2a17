// A link names a file, not an alias or a title of a note: Obsidian offers those while one types and writes the file's
// name, but does not follow them by themselves.
import { isCalled, linksLookedAt, sameLinks, times, wikiTarget } from '../follow.ts';
import { quote, type Remark, type Rule, some } from '../rule.ts';

const ok = `
== daily/2026-07-01.md
- [work] User works at Microsoft ^k3v9x2ab4q
== 2_Wiki/Ann Berg.md
---
aliases: [Annie]
---
A colleague.
== 3_Personal/Work.md
See [[Ann Berg|Annie]].
- User works at Microsoft[^k3v9x2ab4q]

[^k3v9x2ab4q]: [2026-07-01](../daily/2026-07-01.md#^k3v9x2ab4q)
`;

export const aliasLinks: Rule = {
  name: 'alias-links',
  what: 'A link names a file, not an alias of it.',
  examples: {
    ok,
    notOk: ok.replace('[[Ann Berg|Annie]]', '[[annie]], [[Annie]]'),
    finds: ['warning 3_Personal/Work.md:1'],
  },
  check: (input) =>
    sameLinks(linksLookedAt(input), ({ link, to }) => (to.how === 'by-alias' ? link.target.toLowerCase() : null)).map(
      (same): Remark => {
        const { from, link, to } = same.first;
        const paths = to.how === 'by-alias' ? to.paths : [];
        const [only = ''] = paths;
        return {
          severity: 'warning',
          path: from,
          line: link.line,
          message: `${quote(link.target)} is another name of ${some(paths)}, and no link follows those${times(same)}`,
          fix:
            paths.length === 1
              ? `write [[${wikiTarget(input.links, only)}|${link.alias ?? link.target}]]` +
                (isCalled(input, only, link.target) ? '' : ' if that note is meant')
              : 'write the name of the note that is meant, then a bar and the words to show, as in [[Name|words]]',
        };
      },
    ),
};
