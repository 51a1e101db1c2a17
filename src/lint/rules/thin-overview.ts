// The overview is what a reader sees first. A page with several claims has one that says what it is about; a word or
// two, or TODO, is none. Where there is none, the next dream that writes the page adds one; a person's own stays as it
// is.
import { isHistory } from '../../model/page.ts';
import { isGeneratedOverview } from '../../page/overview.ts';
import { findSection, rawLines } from '../../page/sections.ts';
import type { OwnPage } from '../own-pages.ts';
import { count, type Remark, type Rule } from '../rule.ts';

/** Claims from which a page needs an overview. */
const SEVERAL = 3;
/** So many words say something; in a script without spaces two characters count as one word. */
const ENOUGH = 4;

const ok = `
== daily/2026-07-01.md
- [work] User works at Microsoft ^k3v9x2ab4q
- [work] User leads the team of Atlas ^m4w8y3bc5r
- [work] User starts at nine ^p0d4mm1z5k
== 3_Personal/Work.md
## Overview
The work of the user: where, with whom, when.

## Key Facts
- User works at Microsoft[^k3v9x2ab4q]
- User leads the team of Atlas[^m4w8y3bc5r]
- User starts at nine[^p0d4mm1z5k]
`;

export const thinOverview: Rule = {
  name: 'thin-overview',
  what: 'A page with three claims or more has an overview that says what it is about.',
  examples: {
    ok,
    notOk: ok.replace('The work of the user: where, with whom, when.', 'TODO'),
    finds: ['note 3_Personal/Work.md:1'],
  },
  check: ({ pages, looksAt }) => pages.filter(({ path }) => looksAt(path)).flatMap(overviewOf),
};

function overviewOf({ path, text, claims }: OwnPage): Remark[] {
  const current = claims.filter((claim) => !isHistory(claim)).length;
  if (current < SEVERAL) return [];
  const section = findSection(text, 'Overview');
  const lines =
    section === null
      ? []
      : rawLines(text)
          .slice(section.heading + 1, section.end)
          .map((line) => line.trim())
          .filter((line) => line !== '');
  if (lines.some(isGeneratedOverview) || wordsIn(lines.join(' ')) >= ENOUGH) return [];
  const by =
    lines.length === 0
      ? {
          what: 'has no overview',
          fix: 'write a sentence below ## Overview; else the next dream that writes the page does',
        }
      : {
          what: 'has an overview that hardly says anything',
          fix: 'write a sentence, or empty the section: then the next dream that writes the page writes one',
        };
  return [
    {
      severity: 'note',
      path,
      line: (section?.heading ?? 0) + 1,
      message: `a page of ${count(current, 'claim')} ${by.what}`,
      fix: by.fix,
    },
  ];
}

function wordsIn(text: string): number {
  const dense = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0;
  const words = text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return Math.max(words, dense / 2);
}
