// Whatever stands on pages: repairs make no vault less healthy, change nothing but what they say, and leave nothing for
// a second time.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLintInput } from '../../src/lint/input.ts';
import { costOf, planRepairs, REPAIRERS } from '../../src/lint/repair.ts';
import { RULES } from '../../src/lint/rules.ts';
import { parseClaims } from '../../src/page/page.ts';
import { parseBlocks } from '../../src/note/blocks.ts';
import { makeFolder, write } from './folders.ts';

const FACTS = [
  ['k3v9x2ab4q', 'User works at Microsoft'],
  ['m4w8y3bc5r', 'User likes tea'],
  ['t48e6j2r7c', 'Atlas has 14 services'],
] as const;
const PATHS = ['3_Personal/Work.md', '3_Personal/Tea.md', '1_Projects/Atlas.md'] as const;
const NOTES = {
  '2_Wiki/Ann Berg.md': '---\naliases: [Annie, work]\n---\n',
  '5_Archives/Bob.md': 'x\n',
  '2_Wiki/Dup.md': '',
  '5_Archives/Dup.md': '',
  'Root.md': '',
  '2_Wiki/Odd (name) & more.md': '---\naliases: ["x|y", "a]b"]\n---\n',
};

const anyTarget = fc.constantFrom(
  'Ann Berg',
  'ann berg',
  '2_wiki/Ann Berg',
  'Annie',
  'annie',
  'Old/Ann Berg',
  '../2_Wiki/Ann%20Berg.md',
  '../old/Bob.md',
  'Bob',
  'bob',
  'Old/Bob',
  'Dup',
  'dup',
  'work',
  'Work',
  'WORK',
  '../3_Personal/work.md',
  'Nobody',
  'Root',
  'root',
  'odd (name) & more',
  'Old/Odd (name) & more',
  '../Old/Odd%20(name)%20&%20more.md',
  'x',
  'a',
  '/3_personal/Tea.md',
  './tea',
  '../../out.md',
  '',
  'Tea.md',
  'Tea#Head',
  'tea#^abc',
  '%zz',
  '.',
  '3_Personal/',
);
const anyLink = fc
  .tuple(anyTarget, fc.constantFrom('wiki', 'shown', 'embed', 'markdown', 'angle', 'titled', 'definition', 'code'))
  .map(
    ([target, form]) =>
      ({
        wiki: `[[${target}]]`,
        shown: `[[${target}|shown]]`,
        embed: `![[${target}]]`,
        markdown: `[x](${target})`,
        angle: `[x](<${target}>)`,
        titled: `[x](${target} "t")`,
        definition: `\n\n[d]: ${target}\n\n`,
        code: `\`[[${target}]]\``,
      })[form] ?? '',
  );
const anyProse = fc
  .array(
    fc.oneof(
      anyLink,
      fc.constantFrom(
        'and',
        '| a |',
        '\n',
        '> ',
        '\n\n| a | b |\n|---|---|\n| ',
        '- ',
        '\\',
        '“',
        '~~~\n',
        '%%',
        '$',
        '<!--',
        '-->',
        '\r\n',
      ),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(' '));
const anyHead = fc
  .subarray(
    ['title: Work', 'status: stable', 'review: current', 'updated: 2026-07-02', 'mood: "[[annie]]"', '# mine'],
    { minLength: 0 },
  )
  .map((lines) => (lines.length === 0 ? '' : `---\n${lines.join('\n')}\n---\n`));
const anySource = fc.constantFrom(
  '../daily/2026-07-01.md#^ID',
  '../../daily/2026-07-01.md#^ID',
  '../daily/2026-06-30.md',
  'none',
);
const anyRelated = fc.subarray(['- [Work](../3_Personal/Work.md)', '- [[Tea]]', '- [[atlas]]', '- [[Ann Berg]]']);

const anyPage = fc.record({
  head: anyHead,
  prose: anyProse,
  sources: fc.tuple(anySource, anySource, anySource),
  related: anyRelated,
  end: fc.constantFrom('\n', '\r\n'),
});
type Page = typeof anyPage extends fc.Arbitrary<infer P> ? P : never;

function textOf({ head, prose, sources, related, end }: Page, page: number): string {
  const cited = FACTS.filter((_, at) => at === page || at === (page + 1) % 3);
  const lines = sources.flatMap((source, at) =>
    source === 'none'
      ? []
      : [`[^${FACTS[at]?.[0] ?? ''}]: [2026-07-01](${source.replace('ID', FACTS[at]?.[0] ?? '')})`],
  );
  return [
    `${head}## Overview`,
    prose,
    '',
    '## Key Facts',
    ...cited.map(([id, words]) => `- ${words}[^${id}]`),
    '',
    '## Related',
    ...related,
    '',
    '## Sources',
    ...lines,
    '',
  ]
    .join('\n')
    .replaceAll('\n', end)
    .replaceAll('\r\r', '\r');
}

const claimsOf = (path: string, text: string): unknown =>
  parseClaims(path, parseBlocks(text)).map(({ text: words, facts }) => [words, facts]);

test('repairs heal, keep every claim, and leave nothing for a second time', () => {
  fc.assert(
    fc.property(fc.tuple(anyPage, anyPage, anyPage), (pages) => {
      const vault = makeFolder();
      write(
        vault,
        'daily/2026-07-01.md',
        `# Daily Log - 2026-07-01\n\n## 14:05 — abc12345\n\n${FACTS.map(([id, words]) => `- [work] ${words} ^${id}\n`).join('')}`,
      );
      write(vault, 'index.md', '# Index\n\n<!-- memvault:index -->\n<!-- /memvault:index -->\n');
      for (const [path, text] of Object.entries(NOTES)) write(vault, path, text);
      for (const [at, page] of pages.entries()) write(vault, PATHS[at] ?? '', textOf(page, at));
      const plan = planRepairs(readLintInput(vault, '2026-07-04', 3), RULES, REPAIRERS);
      expect(costOf(plan.after)).toBeLessThanOrEqual(costOf(plan.now));
      for (const { path, before, after } of plan.pages) {
        expect(claimsOf(path, after ?? '')).toEqual(claimsOf(path, before ?? ''));
        write(vault, path, after ?? '');
      }
      const { catalogue } = readLintInput(vault, '2026-07-04', 3);
      if (catalogue !== null) write(vault, 'index.md', catalogue.after);
      const again = planRepairs(readLintInput(vault, '2026-07-04', 3), RULES, REPAIRERS);
      expect({ pages: again.pages, refused: again.refused.map(({ path, rule }) => [path, rule]) }).toEqual({
        pages: [],
        refused: plan.refused.map(({ path, rule }) => [path, rule]),
      });
      // What was looked at in advance is what is found then.
      expect(again.now.findings).toEqual(plan.after.findings);
    }),
    { numRuns: 50 },
  );
});
