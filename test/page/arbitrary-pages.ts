// Generators of whole pages, as people and memvault write them, and what must hold of every edit of one.
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { rawLines } from '../../src/page/sections.ts';
import { anyText } from './arbitraries.ts';

/** Lines of pages as people and memvault write them, and lines that would mislead a careless editor. */
const LINES = [
  '',
  '',
  '',
  '## Overview',
  '## Key Facts',
  '## Key Facts ##',
  '## History',
  '## Related',
  '## Sources',
  '## My notes',
  '# Title',
  '### Food',
  '### July 2026',
  '### March 2026',
  '#### Deep',
  '##',
  '#tag line',
  '- ~~gone~~ 2026-03-02 to 2026-07-01.[^pppppppppp]',
  '- ~~long gone~~ 2025-03-02 to 2026-01-01.[^qqqqqqqqqq]',
  '> [!warning] Conflicting claims: C[^rrrrrrrrrr] (2026-03-02) vs D[^ssssssssss][^tttttttttt] (2026-03-02) vs E[^vvvvvvvvvv] (2026-03-02)',
  '- a claim[^aaaaaaaaaa]',
  '- another[^bbbbbbbbbb][^cccccccccc]',
  '* starred[^dddddddddd]',
  '1. numbered[^eeeeeeeeee]',
  '  - nested[^ffffffffff]',
  '\t- nested deeper[^gggggggggg]',
  '  continued',
  'lazy',
  '- [x] task[^hhhhhhhhhh] ^block',
  'A paragraph[^jjjjjjjjjj] of a person.',
  '> quoted[^kkkkkkkkkk]',
  '> [!warning] Conflicting claims: A[^mmmmmmmmmm] vs B[^nnnnnnnnnn]',
  '- my own item',
  'my own words',
  '| a | b |',
  '---',
  '***',
  '<!-- memo -->',
  '<!--',
  '-->',
  '%%',
  '%% hidden %%',
  '```',
  '```js',
  '~~~',
  '    code',
  '[^aaaaaaaaaa]: [2026-07-01 14:05](../daily/2026-07-01.md#^aaaaaaaaaa)',
  '[^1]: my source',
  '- [Work](Work.md)',
  '[[Work]]',
  '<div>',
  '</div>',
  '&#10;',
  'trailing  ',
  '\u00A0',
  'e\u0301 日本 \u200F\u{1F642}',
  '\uDCFF bad byte',
  'nul\u0000',
  'Work: 3 claims from 4 facts, 2026-07-01.',
];
const FRONT = [
  '',
  '---\ntitle: Work\n---\n',
  '---\n# mine\ntitle: "Work"   # quoted\ntags:\n  - a\n  # between\n  - b\nupdated: 2026-07-01\n---\n',
  '---\nbroken: [\n---\n',
  '---js\nthrow 1\n---\n',
  '---\n---\n',
  '\uFEFF---\ntitle: x\n---\n',
  '---\nbase: &b [x]\ntags: *b\n---\n',
  '---\ntext: |\n  ```\n  ## Key Facts\n---\n',
  '---\n',
];

export const anyPage = fc
  .record({
    front: fc.constantFrom(...FRONT),
    lines: fc.array(
      fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom(...LINES) },
        { weight: 1, arbitrary: anyText.map((text) => text.replace(/[\r\n]/g, '')) },
      ),
      { maxLength: 14 },
    ),
    ends: fc.oneof(fc.constant(['\n']), fc.constant(['\r\n']), fc.constant(['\n', '\r\n', '\n'])),
    final: fc.boolean(),
  })
  .map(({ front, lines, ends, final }) => {
    const head = ends[0] === '\r\n' ? front.replaceAll('\n', '\r\n') : front;
    const text = head + lines.map((line, index) => line + (ends[index % ends.length] ?? '')).join('');
    return final ? text : text.replace(/\r?\n$/, '');
  });

/** Each line of `before` stands in `after`, in their order, byte for byte; the last may have got a line end. */
export function expectKept(before: string, after: string, lost: (line: string) => boolean = () => false): void {
  const lines = rawLines(after);
  let at = 0;
  for (const line of rawLines(before)) {
    if (lost(line)) continue;
    while (
      at < lines.length &&
      lines[at] !== line &&
      !(!line.endsWith('\n') && lines[at]?.replace(/\r?\n$/, '') === line)
    )
      at++;
    expect(at, `${JSON.stringify(line)} of ${JSON.stringify(before)} in ${JSON.stringify(after)}`).toBeLessThan(
      lines.length,
    );
    at++;
  }
}
