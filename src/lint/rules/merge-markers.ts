// No file holds the markers that git leaves in a conflict. A dream does not touch a page with markers, and
// lines of logs and ledger between them may count twice or not at all.
import type { FileText } from '../../vault/own-files.ts';
import { count, lineAt, type Remark, type Rule } from '../rule.ts';

const ok = `
== daily/2026-07-01.md
- [work] User works at Microsoft ^k3v9x2ab4q
== 3_Personal/Work.md
Work
=======

- User works at Microsoft[^k3v9x2ab4q]
`;

export const mergeMarkers: Rule = {
  name: 'merge-markers',
  what: 'No file holds conflict markers of git.',
  examples: {
    ok,
    notOk: `${ok.replace('=======\n', '<<<<<<< HEAD\n=======\n')}>>>>>>> theirs\n`,
    finds: ['error 3_Personal/Work.md:2'],
  },
  check: ({ pages, logs, files, schema }) => [
    ...[...pages, ...(schema ? [schema] : [])].flatMap((file) => markersIn(file, SETTLE)),
    ...logs.flatMap((file) => markersIn(file, KEEP_BOTH)),
    ...files.flatMap((file) => markersIn(file, file.path.endsWith('.jsonl') ? KEEP_BOTH : SETTLE)),
  ],
};

const SETTLE = 'settle the conflict; a dream leaves the file alone until then';
/** In a file that only grows no side is wrong. */
const KEEP_BOTH = 'keep the lines of both sides, and take the markers out';

function markersIn({ path, text }: FileText, fix: string): Remark[] {
  if (!text.includes('<<<<<<<') && !text.includes('>>>>>>>')) return [];
  const [first, ...others] = [...text.matchAll(/^(?:<{7}|>{7})(?: .*)?\r?$/gm)];
  if (!first) return [];
  return [
    {
      severity: 'error',
      path,
      line: lineAt(text, first.index),
      message: `git left ${count(others.length + 1, 'conflict marker')} here`,
      fix,
    },
  ];
}
