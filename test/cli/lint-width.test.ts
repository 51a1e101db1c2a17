// What lint says fits the terminal, down to the last line of it, and loses no word for that.
import { describe, expect, test } from 'vitest';
import { renderFindings } from '../../src/cli/render/lint.ts';
import { painter, widthOf } from '../../src/cli/terminal/face.ts';
import type { Finding } from '../../src/lint/rule.ts';

const squeezed = (text: string): string => text.replace(/\s+/g, '');

describe('at 60 columns', () => {
  test('how many more findings there are', () => {
    const finding = (path: string, line: number): Finding => ({
      rule: 'links',
      kind: 'ambiguous',
      severity: 'warning',
      path,
      line,
      message: 'the link may lead to several',
      fix: null,
    });
    const inOne = Array.from({ length: 1300 }, (_, at) => finding('2_Wiki/One.md', at + 1));
    const inMany = Array.from({ length: 1300 }, (_, at) => finding(`2_Wiki/${at}.md`, 1));
    const show = (findings: readonly Finding[], columns: number): string =>
      renderFindings(findings, { columns, paint: painter(false) }, false);
    for (const findings of [inOne, inMany, [...inOne, ...inMany]]) {
      const [narrow, wide] = [60, Infinity].map((columns) => show(findings, columns));
      for (const line of narrow?.split('\n') ?? []) expect(widthOf(line), line).toBeLessThanOrEqual(60);
      expect(squeezed(narrow ?? '')).toBe(squeezed(wide ?? ''));
    }
    expect(show(inMany, Infinity)).toMatch(
      /\n\nand 1280 more of links\/ambiguous: memvault lint --rule links\/ambiguous$/,
    );
  });
});
