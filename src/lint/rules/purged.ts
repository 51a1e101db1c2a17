// A line that was taken out of the daily log for good stays out. A merge with a clone that still had it brings it back,
// and then `lint --fix` takes it out again.
import type { Remark, Rule } from '../rule.ts';

const ok = `
== daily/2026-07-01.md
- [preference] User prefers coffee ^m4w8y3bc5r
== .memvault/tombstones.jsonl
{"fact":"k3v9x2ab4q","purged":true}
`;

export const purged: Rule = {
  name: 'purged',
  what: 'A line that was taken out of the daily log for good stays out.',
  examples: { ok, notOk: ok.replace('^m4w8y3bc5r', '^k3v9x2ab4q'), finds: ['error daily/2026-07-01.md:1'] },
  check: ({ view, purged: gone }) =>
    view.facts.flatMap((fact): Remark[] =>
      gone.has(fact.id)
        ? [
            {
              severity: 'error',
              path: fact.path,
              line: fact.line,
              message: `${fact.id} was taken out of the daily log for good, and its line is here again`,
              fix: 'memvault lint --fix takes it out again',
            },
          ]
        : [],
    ),
};
