import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toFileName, toTitle } from '../../src/page/page-name.ts';
import { anyText } from './arbitraries.ts';
import { cpuTime } from '../support/cpu-time.ts';

describe('a file name', () => {
  it.each([
    ['Work', 'Work'],
    ['C++', 'C++'],
    ['C#', 'C'],
    ['AC/DC', 'AC-DC'],
    ['a: b', 'a- b'],
    ['what?', 'what'],
    ['..', 'Unnamed'],
    ['../../etc/passwd', 'etc-passwd'],
    ['.hidden', 'hidden'],
    ['', 'Unnamed'],
    ['///', 'Unnamed'],
    ['-rf', 'rf'],
    ['two\nlines', 'two lines'],
    ['a\u0000b', 'a-b'],
    ['a | b', 'a - b'],
    ['[[x]]', 'x'],
    ['caf\u0065\u0301', 'caf\u00E9'],
    ['日本語', '日本語'],
    ['שלום', 'שלום'],
    ['🙂', '🙂'],
    ['ends. ', 'ends'],
    ['con', 'con-'],
    ['CON', 'CON-'],
    ['nul.txt', 'nul-.txt'],
    ['com1', 'com1-'],
    ['console', 'console'],
    ['a\u200Bb\u202Ec', 'abc'],
    ['\u200B', 'Unnamed'],
    ['x'.repeat(500), 'x'.repeat(120)],
    ['語'.repeat(500), '語'.repeat(40)],
    ['🙂'.repeat(500), '🙂'.repeat(30)],
  ])('of %j is %j', (title, name) => {
    expect(toFileName(title)).toBe(name);
  });

  it('is one that every system takes, whatever the title', () => {
    fc.assert(
      fc.property(anyText, (title) => {
        const name = toFileName(title);
        expect(name).not.toMatch(
          /[/\\:*?"<>|#^[\]`\u0000-\u001F\u007F\u2028\u2029]|^[.\s-]|[.\s]$|^(?:con|nul)(?:\.|$)/i,
        );
        expect(name).not.toBe('');
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(121);
        expect(name.isWellFormed()).toBe(true);
        expect(toFileName(name)).toBe(name);
      }),
      { numRuns: 1000 },
    );
  });

  it('of a title of a megabyte is found in no time', () => {
    expect(cpuTime(() => toFileName('語. '.repeat(300_000)))).toBeLessThan(1000);
  });
});

describe('a title', () => {
  it.each([
    ['work', 'Work'],
    [' work', 'Work'],
    ['iPhone', 'IPhone'],
    ['über', 'Über'],
    ['日本', '日本'],
    ['🙂 x', '🙂 x'],
    ['', ''],
  ])('of %j is %j', (text, title) => {
    expect(toTitle(text)).toBe(title);
  });
});
