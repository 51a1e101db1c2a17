// Invariant 2: a claim that stands for one fact keeps what is specific in it: numbers, dates, names, addresses,
// code, negations. A warning, because a person may have reworded the claim on purpose. A line that was edited
// after it was consolidated is the matter of logs-untouched; its claim follows with the next dream.
import { missingSpecifics } from '../../markdown/specifics.ts';
import { isHistory } from '../../model/page.ts';
import { editedFacts } from '../input.ts';
import type { Remark, Rule } from '../rule.ts';
import { quote, some } from '../words.ts';

const ok = `
== daily/2026-07-01.md
- [work] The release is on 2026-07-15, not before ^k3v9x2ab4q
== .memvault/ledger/2026-07.jsonl
{"fact":"k3v9x2ab4q","as":"placed","page":"3_Personal/Work.md"}
== 3_Personal/Work.md
- It was not released before 2026-07-15[^k3v9x2ab4q]
`;

export const specifics: Rule = {
  name: 'specifics',
  what: 'A claim keeps the numbers, dates, names and negations of its fact.',
  examples: { ok, notOk: ok.replace('before 2026-07-15', 'before 2026-07-16'), finds: ['warning 3_Personal/Work.md:1'] },
  check: (input) => {
    const edited = new Set(editedFacts(input).map((fact) => fact.id));
    return input.pages.flatMap((page) => page.claims.flatMap((claim): Remark[] => {
      const [id = '', ...others] = claim.facts;
      const fact = input.view.factById.get(id);
      if (!fact || others.length > 0 || isHistory(claim) || edited.has(id)) return [];
      const missing = missingSpecifics(fact.text, claim.text);
      if (missing.length === 0) return [];
      const said = missing.map((specific) => (specific === 'not' ? 'as many negations' : specific));
      return [{ severity: 'warning', path: page.path, line: claim.line, message: `${id} says ${some(said)}, and its claim does not; logged was ${quote(fact.text)}`, fix: 'correct the claim, or the log line where that is wrong' }];
    }));
  },
};
