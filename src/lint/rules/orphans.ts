// A page is linked to from somewhere, index.md counted in. What lies at the top of the vault is where one begins, a note
// of a day is found by its day, and a template is filled in: none of them needs a way in.
import { RUN_LOG_FILE } from '../../vault/vault.ts';
import { targetsOf } from '../follow.ts';
import type { Remark, Rule } from '../rule.ts';

const ok = `
== daily/2026-07-01.md
- [work] User works at Microsoft ^k3v9x2ab4q
== index.md
- [Work](3_Personal/Work.md)
== 3_Personal/Work.md
- User works at Microsoft[^k3v9x2ab4q]

[^k3v9x2ab4q]: [2026-07-01](../daily/2026-07-01.md#^k3v9x2ab4q)
`;

const DAY_NOTE = /\/\d{4}-\d{2}-\d{2}\.md$/;
const TEMPLATE = /\{\{[^{}\n]*\}\}|<%/;

export const orphans: Rule = {
  name: 'orphans',
  what: 'A page is linked to from another, or from index.md.',
  examples: { ok, notOk: ok.replace('- [Work](3_Personal/Work.md)\n', ''), finds: ['note 3_Personal/Work.md:1'] },
  check: ({ followed, lookedAt, templateFolders, textOf }) => {
    const reached = new Set<string>();
    for (const { from, to } of followed) if (from !== RUN_LOG_FILE) for (const path of targetsOf(to)) if (path !== from) reached.add(path);
    const isTemplate = (path: string): boolean => templateFolders.some((folder) => path.startsWith(folder)) || TEMPLATE.test(textOf(path) ?? '');
    const isAlone = (path: string): boolean => path.includes('/') && !reached.has(path) && !DAY_NOTE.test(path) && !isTemplate(path);
    return lookedAt.filter(isAlone).map((path): Remark => ({
      severity: 'note', path, line: 1, message: 'no note links here, and index.md does not either', fix: 'link to it from a note that it belongs to',
    }));
  },
};
