import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addCitations,
  citationsIn,
  parseClaimText,
  parseParts,
  parsePlain,
  removeCitation,
  renderClaim,
  replaceClaimText,
} from '../../src/page/claim-text.ts';
import { anyClaimText, anyId } from './arbitraries.ts';
import { cpuTime } from '../support/cpu-time.ts';

const A = 'k3v9x2ab4q';
const B = 'p0d4mm1z5k';
const anyIds = fc.uniqueArray(anyId, { minLength: 1, maxLength: 3 });

describe('a claim', () => {
  it('comes back, with its citations, whatever it says', () => {
    fc.assert(
      fc.property(anyClaimText, anyIds, (text, ids) => {
        const claim = renderClaim(text, ids);
        expect(claim).not.toMatch(/[\r\n]/);
        expect(claim.startsWith('- ')).toBe(true);
        expect(parseClaimText(claim)).toBe(text);
        expect(citationsIn(claim)).toEqual(ids);
      }),
      { numRuns: 3000 },
    );
  });

  it('is read with less work where it is plain, and gives the same', () => {
    const piece = fc.oneof(
      anyClaimText,
      anyId.map((id) => `[^${id}]`),
      fc.constantFrom(' ', '- ', '[x] ', '> ', '[^note]', ':', '.', ' ^block', '\r', '\u2028', '\u00a0', `[^${A}]`),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 4 }), anyIds, (pieces, ids) => {
        const block = `- ${pieces.join('')}${ids.map((id) => `[^${id}]`).join('')}`;
        const plain = parsePlain(block);
        if (plain) expect(plain).toEqual({ words: parseParts(block).words, facts: citationsIn(`${block}\n`) });
      }),
      { numRuns: 3000 },
    );
    expect(parsePlain(`- User works at Microsoft.[^${A}][^${B}][^${A}]`)).toEqual({
      words: 'User works at Microsoft.',
      facts: [A, B],
    });
  });

  it.each([
    ['User works at Microsoft.', '- User works at Microsoft.[^k3v9x2ab4q]'],
    ['`npm ci` fails', '- `npm ci` fails[^k3v9x2ab4q]'],
    ['**bold** and *italic*', '- **bold** and *italic*[^k3v9x2ab4q]'],
    ['-5 degrees, +1 for it', '- -5 degrees, +1 for it[^k3v9x2ab4q]'],
    ['#1 in the list', '- #1 in the list[^k3v9x2ab4q]'],
    ['<3 cats', '- <3 cats[^k3v9x2ab4q]'],
    ['<b>now</b>', '- <b>now</b>[^k3v9x2ab4q]'],
    ['<https://example.org> is down', '- <https://example.org> is down[^k3v9x2ab4q]'],
    ['[docs](a.md) are here', '- [docs](a.md) are here[^k3v9x2ab4q]'],
    ['[[link]]', '- [[link]][^k3v9x2ab4q]'],
    ['1.5 litres', '- 1.5 litres[^k3v9x2ab4q]'],
    ['R&D | Q&A', '- R&D | Q&A[^k3v9x2ab4q]'],
    ['日本語', '- 日本語[^k3v9x2ab4q]'],
    ['two\nlines', '- two<br>lines[^k3v9x2ab4q]'],
  ])('of %j is plain to read: %s', (text, line) => {
    expect(renderClaim(text, [A])).toBe(line);
    expect(parseClaimText(line)).toBe(text);
  });

  it.each([
    '# x',
    '###### x',
    '> x',
    '>x',
    '- x',
    '* x',
    '+ x',
    '[ ] x',
    '[x] x',
    '[/] x',
    '[?] x',
    '```',
    '```js',
    '~~~',
    '<div>',
    '<div class="a">x</div>',
    '</div>',
    '<!-- x',
    '<?php',
    '<script>x',
    '1. x',
    '1) x',
    '123456789. x',
    '[a]: https://example.org',
    '[^note]: x',
    '%% x',
    '$$x$$',
    '---',
    '***',
    '===',
    '|a|b|',
    '\\',
    'ends in \\',
    '&',
    '&#60;',
    '[^k3v9x2ab4q]',
    'x[^k3v9x2ab4q]',
    '[^k3v9x2ab4q]: x',
    'a ^k3v9x2ab4q',
    'a ^block',
    '[!note] x',
    '1.',
    '-',
    '#',
  ])('of %j begins no block, and comes back', (text) => {
    const line = renderClaim(text, [A]);
    expect(line).not.toMatch(
      /^- (?:#{1,6}(?:\s|$)|>|`{3}[^`]*$|~{3}|[*+-]\s|\d+[.)]\s|\[[^\]]\]\s|\[(?!\^k3v9)[^\]]+\]:|%%|\$\$|<(?:[!?/]|div|script))/,
    );
    expect(line).not.toMatch(/\\\[\^k3v9x2ab4q\]$/);
    expect(parseClaimText(line)).toBe(text);
    expect(citationsIn(line)).toEqual([A]);
  });

  it.each([
    ['see https://example.org/a', ' '],
    ['see https://example.org/a.', ' '],
    ['see www.example.org', ' '],
    ['(https://example.org)', ' '],
    ['see <https://example.org>', ' '],
    ['https://example.org is down', ''],
    ['a<br>b', ''],
  ])('that ends in an address keeps its footnotes out of it: %s', (text, gap) => {
    expect(renderClaim(text, [A, B])).toBe(`- ${text.replace('<br>', '&#60;br>')}${gap}[^${A}][^${B}]`);
  });
});

describe('a claim that a person edited', () => {
  it.each([
    ['reworded', '- User is at Microsoft now.[^k3v9x2ab4q]', 'User is at Microsoft now.', [A]],
    ['with another list mark', '* Works there.[^k3v9x2ab4q]', 'Works there.', [A]],
    ['numbered', '12. Works there.[^k3v9x2ab4q]', 'Works there.', [A]],
    ['as a task', '- [x] Works there.[^k3v9x2ab4q]', 'Works there.', [A]],
    ['nested', '  - Works there.[^k3v9x2ab4q]', 'Works there.', [A]],
    [
      'on several lines',
      '- Works there,\n  with others,\nin Berlin.[^k3v9x2ab4q]',
      'Works there, with others, in Berlin.',
      [A],
    ],
    ['on several lines with CRLF', '- Works there,\r\n  in Berlin.[^k3v9x2ab4q]', 'Works there, in Berlin.', [A]],
    ['in a paragraph', 'Works there.[^k3v9x2ab4q]', 'Works there.', [A]],
    ['in a quote', '> Works there,\n> in Berlin.[^k3v9x2ab4q]', 'Works there, in Berlin.', [A]],
    ['in a list in a quote', '> - Works there.[^k3v9x2ab4q]', 'Works there.', [A]],
    ['in a callout', '> [!note]- Works there.[^k3v9x2ab4q]', 'Works there.', [A]],
    ['with its footnote in the middle', '- Works[^k3v9x2ab4q] there.', 'Works there.', [A]],
    ['with its footnote first', '- [^k3v9x2ab4q] Works there.', 'Works there.', [A]],
    ['with a space before the footnote', '- Works there [^k3v9x2ab4q].', 'Works there.', [A]],
    ['with a colon behind the footnote', '- Works there[^k3v9x2ab4q]: yes', 'Works there: yes', [A]],
    [
      'with footnotes in several places',
      '- Works there [^k3v9x2ab4q], and here.[^p0d4mm1z5k]',
      'Works there, and here.',
      [A, B],
    ],
    ['with one footnote twice', '- Works[^k3v9x2ab4q] there.[^k3v9x2ab4q][^p0d4mm1z5k]', 'Works there.', [A, B]],
    ['with a block id', '- Works there.[^k3v9x2ab4q] ^my-claim', 'Works there.', [A]],
    ['with a footnote of its own', '- Works there.[^1][^k3v9x2ab4q]', 'Works there.[^1]', [A]],
  ])('%s is found', (_name, block, text, facts) => {
    expect(parseClaimText(block)).toBe(text);
    expect(citationsIn(block)).toEqual(facts);
  });

  it.each([
    '[^k3v9x2ab4q]: [2026-07-01](../daily/2026-07-01.md)',
    'no footnote',
    '[^short]',
    '[^K3V9X2AB4Q]',
    '^k3v9x2ab4q',
    '\\[k3v9x2ab4q]',
  ])('%j cites nothing', (block) => {
    expect(citationsIn(block)).toEqual([]);
  });
});

describe('correcting the words of a claim', () => {
  it.each([
    ['- old[^k3v9x2ab4q]', '- new[^k3v9x2ab4q]'],
    ['* [x] old[^k3v9x2ab4q]', '* [x] new[^k3v9x2ab4q]'],
    ['  1. old[^k3v9x2ab4q]', '  1. new[^k3v9x2ab4q]'],
    ['- old,\n  longer.[^k3v9x2ab4q][^p0d4mm1z5k]', '- new[^k3v9x2ab4q][^p0d4mm1z5k]'],
    ['old[^k3v9x2ab4q] in a paragraph', 'new[^k3v9x2ab4q]'],
    ['> old[^k3v9x2ab4q]', '> new[^k3v9x2ab4q]'],
    ['- old[^k3v9x2ab4q] ^my-claim', '- new[^k3v9x2ab4q] ^my-claim'],
    ['- old[^k3v9x2ab4q][^1]', '- new[^k3v9x2ab4q][^1]'],
    [
      '> [!warning] Conflicting claims: A[^k3v9x2ab4q] vs B[^p0d4mm1z5k]',
      '> [!warning] Conflicting claims: A[^k3v9x2ab4q] vs B[^p0d4mm1z5k]',
    ],
  ])('%j becomes %j', (block, corrected) => {
    expect(replaceClaimText(block, 'new')).toBe(corrected);
  });

  it('gives any words back, and the same footnotes', () => {
    fc.assert(
      fc.property(anyClaimText, anyClaimText, anyIds, (before, after, ids) => {
        const block = replaceClaimText(renderClaim(before, ids), after);
        expect(parseClaimText(block)).toBe(after);
        expect(citationsIn(block)).toEqual(ids);
      }),
    );
  });
});

describe('citing another fact on a claim', () => {
  it.each([
    ['- a[^k3v9x2ab4q]', '- a[^k3v9x2ab4q][^00000000aa]'],
    ['- a[^k3v9x2ab4q] and b[^p0d4mm1z5k].', '- a[^k3v9x2ab4q][^00000000aa] and b[^p0d4mm1z5k].'],
    ['- a[^k3v9x2ab4q][^p0d4mm1z5k] b', '- a[^k3v9x2ab4q][^p0d4mm1z5k][^00000000aa] b'],
    ['- a[^p0d4mm1z5k][^k3v9x2ab4q] ^my-claim', '- a[^p0d4mm1z5k][^k3v9x2ab4q][^00000000aa] ^my-claim'],
  ])('%j becomes %j', (block, cited) => {
    expect(addCitations(block, ['00000000aa'], A)).toBe(cited);
    expect(removeCitation(cited, '00000000aa')).toBe(block);
    expect(parseClaimText(cited)).toBe(parseClaimText(block));
  });

  it('puts it behind the last footnote where no other is named', () => {
    expect(addCitations(`- a[^${A}] b[^${B}].`, ['00000000aa'])).toBe(`- a[^${A}] b[^${B}][^00000000aa].`);
    expect(addCitations('- a', ['00000000aa'])).toBe('- a[^00000000aa]');
  });
});

describe('a claim of a megabyte takes no longer than it must', () => {
  it.each([' ', '[', '[^', `[^${A}]`, ` [^${A}]`, 'www.', 'https://', '<', '&#', '\\', '`', ' ^a', '>', '- ', '1. '])(
    'of %j',
    (piece) => {
      const text = `a${piece.repeat(Math.ceil(1_000_000 / piece.length))}b`;
      const spent = cpuTime(() => {
        for (const block of [`- ${text}`, text, `> ${text}`, `- ${text}[^${A}]`, `- ${text}<[^${A}] ^b`]) {
          parseClaimText(block);
          citationsIn(block);
          replaceClaimText(block, 'new');
          addCitations(block, [B], A);
        }
        expect(parseClaimText(renderClaim(text, [A]))).toBe(text);
        expect(parseClaimText(renderClaim(`${text}<`, [A]))).toBe(`${text}<`);
      });
      expect(spent).toBeLessThan(5000);
    },
  );
});
