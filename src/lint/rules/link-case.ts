// A link spells a file as it is called. Obsidian does not mind the case of letters; GitHub and Linux do. On a canvas a
// file is its path, letter by letter.
import { linksLookedAt, sameLinks, speltSo, times, wikiTarget } from '../follow.ts';
import type { LintInput } from '../input.ts';
import { quote, type Remark, type Rule } from '../rule.ts';

const ok = `
== daily/2026-07-01.md
- [work] User works at Microsoft ^k3v9x2ab4q
== 2_Wiki/Ann.md
A colleague.
== 3_Personal/Work.md
See [[Ann]].
- User works at Microsoft[^k3v9x2ab4q]

[^k3v9x2ab4q]: [2026-07-01](../daily/2026-07-01.md#^k3v9x2ab4q)
`;

export const linkCase: Rule = {
  name: 'link-case',
  what: 'A link spells large and small letters as the file does.',
  examples: {
    ok,
    notOk: ok.replace('[[Ann]]', '[[ann]] or [her](../2_wiki/Ann.md)'),
    finds: ['note 3_Personal/Work.md:1', 'note 3_Personal/Work.md:1'],
  },
  check: (input) =>
    sameLinks(linksLookedAt(input), ({ link, to }) => (to.how === 'wrong-case' ? link.target : null)).map(
      (same): Remark => {
        const { from, link, to } = same.first;
        const path = to.how === 'wrong-case' ? to.path : '';
        return {
          severity: 'note',
          path: from,
          line: link.line,
          message:
            link.form === 'card'
              ? `a card shows ${quote(link.target)}, and the file is ${path}${times(same)}`
              : `the link to ${quote(link.target)} leads to ${path}, spelt otherwise${times(same)}`,
          fix: link.form === 'card' ? `let the card show ${path}` : remedy(input, link.target, path),
        };
      },
    ),
};

/** `path`: where the link leads. Where a file is spelt so and lies elsewhere, that may be the one that is meant. */
function remedy({ links }: LintInput, target: string, path: string): string {
  const [other] = speltSo(links, target, path);
  if (other === undefined)
    return 'spell it as the file is called; Obsidian finds it either way, GitHub and other programs may not';
  return (
    `write [[${wikiTarget(links, other)}]] if ${other} is meant, which is spelt so, or spell it as the file is ` +
    'called'
  );
}
