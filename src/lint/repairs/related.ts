// The way back: a page that another names under `## Related` names it there, too, as a dream writes both.
import { addRelated } from '../../markdown/page-edit.ts';
import { titleFromPath } from '../../markdown/page.ts';
import { linkGraph, linksLookedAt, targetsOf } from '../follow.ts';
import type { LintInput } from '../input.ts';
import type { Repairer } from '../repair.ts';
import { isRelated } from '../rules/back-links.ts';

export const relatedRepairs: Repairer = {
  name: 'related',
  rules: ['back-links'],
  over: (input) => {
    const wanted = waysBack(input);
    return ({ path, text }) => {
      const others = wanted.get(path) ?? [];
      const related = others.map((other) => ({
        path: other,
        title: input.view.pages.get(other)?.head.title ?? titleFromPath(other),
      }));
      const after = related.length === 0 ? text : addRelated(text, path, related);
      return after === text
        ? { text, mended: [] }
        : {
            text: after,
            mended: others.map((other) => ({
              rule: 'back-links',
              path,
              line: 1,
              reason: `${other} names it under ## Related`,
            })),
          };
    };
  },
};

/** For each page the pages that name it under `## Related` and that it does not link to. */
function waysBack(input: LintInput): Map<string, string[]> {
  const graph = linkGraph(input.followed);
  const wanted = new Map<string, string[]>();
  for (const { from, link, to } of linksLookedAt(input)) {
    const [other] = targetsOf(to);
    if (
      other === undefined ||
      other === from ||
      !isRelated(input.notes.get(from), link.line) ||
      graph.get(other)?.has(from) === true
    )
      continue;
    const list = wanted.get(other);
    if (list === undefined) wanted.set(other, [from]);
    else if (!list.includes(from)) list.push(from);
  }
  return wanted;
}
