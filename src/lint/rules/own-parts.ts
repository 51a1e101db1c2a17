// `MEMORY.md`, `index.md` and the page of a tag have one pair of markers, between which memvault writes. Without it
// such a file is a person's own and stays as it is: what it says of the pages is of the day on which the markers went.
import { faultOf, faultOfTagPage } from '../../vault/generated.ts';
import type { Remark, Rule } from '../rule.ts';

const ok = `
== MEMORY.md
# Memory

\`<!-- memvault:memory -->\` in a line of prose is none.

<!-- memvault:memory -->
<!-- /memvault:memory -->
== index.md
<!-- memvault:index -->
<!-- /memvault:index -->
== 2_Wiki/Syntheses/Firmware across projects.md
# Firmware across projects

<!-- memvault:tag -->
<!-- /memvault:tag -->
== 2_Wiki/Markers.md
memvault writes between \`<!-- memvault:tag -->\` and its end.
`;

export const ownParts: Rule = {
  name: 'own-parts',
  what: 'MEMORY.md, index.md and the pages of tags have the markers between which memvault writes.',
  examples: {
    ok,
    notOk: ok
      .replace('\n<!-- /memvault:memory -->', '')
      .replace('<!-- memvault:index -->', '<!-- memvault:index -->\n<!-- memvault:index -->')
      .replace('\n<!-- /memvault:tag -->', ''),
    finds: ['warning 2_Wiki/Syntheses/Firmware across projects.md:1', 'warning MEMORY.md:1', 'warning index.md:1'],
  },
  check: ({ files, view }) =>
    [
      ...files.map((file) => ({ ...file, found: faultOf(file.path, file.text) })),
      ...[...view.pages.values()].map((page) => ({ path: page.path, found: faultOfTagPage(page.text) })),
    ].flatMap(({ path, found }): Remark[] =>
      found === null
        ? []
        : [
            {
              severity: 'warning',
              path,
              line: 1,
              message: `memvault cannot bring it up to date: ${found.fault}`,
              fix: found.fix,
            },
          ],
    ),
};
