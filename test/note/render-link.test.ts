import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderLink } from '../../src/note/link-map.ts';
import { anyText } from '../page/arbitraries.ts';

const relativeLink = (from: string, to: string): string => renderLink('x', from, to).slice('[x]('.length, -1);

describe('the way from one file to another', () => {
  it.each([
    ['3_Personal/Work.md', '3_Personal/Me.md', 'Me.md'],
    ['3_Personal/Work.md', '1_Projects/Atlas.md', '../1_Projects/Atlas.md'],
    ['index.md', '3_Personal/Work.md', '3_Personal/Work.md'],
    ['2_Wiki/Entities/Deep/Er/A.md', '2_Wiki/B.md', '../../../B.md'],
    ['2_Wiki/B.md', '2_Wiki/Entities/Deep/A.md', 'Entities/Deep/A.md'],
    ['a/b/c.md', 'a/x/c.md', '../x/c.md'],
    ['a/b.md', 'a/b.md', 'b.md'],
    ['a/b.md', 'a/b/c.md', 'b/c.md'],
    ['3_Personal/Work.md', 'daily/2026-07-01.md', '../daily/2026-07-01.md'],
    ['a.md', 'Über uns/日本語 (neu).md', 'Über%20uns/日本語%20%28neu%29.md'],
    ['a.md', '100%.md', '100%25.md'],
    ['a.md', 'C#.md', 'C%23.md'],
    ['a.md', 'what?.md', 'what%3F.md'],
    ['a.md', 'note: one.md', 'note%3A%20one.md'],
    ['a.md', 'R&amp;D.md', 'R%26amp;D.md'],
    ['a.md', 'a`b.md', 'a%60b.md'],
    ['a.md', '[x].md', '%5Bx%5D.md'],
    ['a.md', 'a\\b.md', 'a%5Cb.md'],
    ['a.md', 'שלום.md', 'שלום.md'],
    ['a.md', '🙂.md', '🙂.md'],
  ])('%s to %s is %s', (from, to, link) => {
    expect(relativeLink(from, to)).toBe(link);
  });

  it('leads there for any names', () => {
    const anyName = anyText
      .map((text) => text.replaceAll('/', ''))
      .filter((name) => name !== '' && name !== '.' && name !== '..');
    const anyPath = fc.array(
      fc.oneof({ weight: 3, arbitrary: fc.constantFrom('a', 'b', 'c d') }, { weight: 1, arbitrary: anyName }),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(anyPath, anyPath, (from, to) => {
        const link = relativeLink(from.join('/'), to.join('/'));
        expect(link).not.toMatch(/[\s()<>\u0000-\u001F]/);
        const steps = from.slice(0, -1);
        for (const part of link.split('/')) {
          if (part === '..') steps.pop();
          else steps.push(decodeURIComponent(part));
        }
        expect(steps).toEqual(to);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a link', () => {
  it.each([
    ['Work', '[Work](Work.md)'],
    ['C[0]', '[C\\[0\\]](Work.md)'],
    ['a\\', '[a\\\\](Work.md)'],
    ['two\nlines', '[two lines](Work.md)'],
    ['`code', '[\\`code](Work.md)'],
    ['<b>', '[&#60;b>](Work.md)'],
    ['^k3v9x2ab4q', '[\\^k3v9x2ab4q](Work.md)'],
    ['日本', '[日本](Work.md)'],
  ])('with the title %j is %s', (title, link) => {
    expect(renderLink(title, '3_Personal/Me.md', '3_Personal/Work.md')).toBe(link);
  });
});
