import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderCatalogue, renderNewCatalogue, replaceCatalogue } from '../../src/page/own-part.ts';
import { anyText } from './arbitraries.ts';

const ENTRIES = [
  { path: '3_Personal/Work.md', title: 'Work', description: 'The user’s work.', claims: 12 },
  { path: '1_Projects/Atlas.md', title: 'Atlas', description: '', claims: 1 },
  { path: '3_Personal/Über uns.md', title: 'Über [uns]', description: 'a\nb', claims: 0 },
];

describe('index.md', () => {
  it('lists the pages by zone and path', () => {
    expect(renderCatalogue(ENTRIES)).toBe(`<!-- memvault:index -->
## 1_Projects

- [Atlas](1_Projects/Atlas.md): 1 claim

## 3_Personal

- [Work](3_Personal/Work.md): The user’s work, 12 claims
- [Über \\[uns\\]](3_Personal/Über%20uns.md): a b, 0 claims
<!-- /memvault:index -->`);
    expect(renderCatalogue([...ENTRIES].reverse())).toBe(renderCatalogue(ENTRIES));
  });

  it('changes between its markers only, and not twice', () => {
    const anyEntry = fc.record({
      path: fc.constantFrom('a/b.md', 'a/c.md'),
      title: anyText,
      description: anyText,
      claims: fc.nat(9),
    });
    fc.assert(
      fc.property(
        anyText,
        anyText,
        fc.array(anyEntry, { maxLength: 3 }),
        fc.boolean(),
        (before, after, entries, crlf) => {
          const file = `${before}${renderNewCatalogue()}${after}`;
          const text = crlf ? file.replace(/\r?\n/g, '\r\n') : file;
          const start = text.indexOf('<!-- memvault:index -->');
          const end = text.indexOf('<!-- /memvault:index -->') + '<!-- /memvault:index -->'.length;
          const changed = replaceCatalogue(text, renderCatalogue(entries));
          // A fence that is open before the markers takes them in.
          if (changed === null) {
            expect(before).toMatch(/^ {0,3}(?:`{3}|~{3})/m);
            return;
          }
          expect(changed.startsWith(text.slice(0, start))).toBe(true);
          expect(changed.endsWith(text.slice(end))).toBe(true);
          expect(replaceCatalogue(changed, renderCatalogue(entries))).toBe(changed);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('is CRLF where the file is', () => {
    expect(replaceCatalogue(renderNewCatalogue().replaceAll('\n', '\r\n'), renderCatalogue(ENTRIES))).toBe(
      `# Index\n\n${renderCatalogue(ENTRIES)}\n`.replaceAll('\n', '\r\n'),
    );
  });

  it.each([
    '',
    '# Mine\n',
    '```\n<!-- memvault:index -->\n<!-- /memvault:index -->\n```\n',
    'Between <!-- memvault:index --> and <!-- /memvault:index -->.\n',
    '<!-- memvault:index -->\n',
    '<!-- /memvault:index -->\n<!-- memvault:index -->\n',
  ])('without both markers is a person’s own: %j', (text) => {
    expect(replaceCatalogue(text, renderCatalogue(ENTRIES))).toBeNull();
  });
});
