// A page that another names under `## Related` links back to it, in whatever place.
import { linkGraph, linksLookedAt, targetsOf } from '../follow.ts';
import type { NoteFacts } from '../../vault/note-facts.ts';
import type { Remark, Rule } from '../rule.ts';

const ok = `
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

export const backLinks: Rule = {
  name: 'back-links',
  what: 'A page that another names under Related links back to it.',
  examples: { ok, notOk: ok.replace('- [Work](../3_Personal/Work.md)\n', ''), finds: ['note 3_Personal/Work.md:4'] },
  check: (input) => {
    const graph = linkGraph(input.followed);
    const said = new Set<string>();
    return linksLookedAt(input).flatMap(({ from, link, to }) => {
      if (!isRelated(input.notes.get(from), link.line)) return [];
      return targetsOf(to)
        .slice(0, 1)
        .flatMap((other): Remark[] => {
          if (
            other === from ||
            !input.looksAt(other) ||
            graph.get(other)?.has(from) === true ||
            said.has(`${from}\n${other}`)
          )
            return [];
          said.add(`${from}\n${other}`);
          return [
            {
              severity: 'note',
              path: from,
              line: link.line,
              message: `${other} is related to this page, and does not link back to it`,
              fix: `add this page to ## Related of ${other}`,
            },
          ];
        });
    });
  },
};

/** Does a line of a note lie under its heading `## Related`? False where nothing is known of the note. */
export function isRelated(note: NoteFacts | undefined, line: number): boolean {
  const above = note?.headings.findLast((heading) => heading.line < line && heading.level <= 2);
  return above?.level === 2 && above.text === 'Related';
}
