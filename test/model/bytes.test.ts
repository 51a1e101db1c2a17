import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBytes, encodeText, isUtf16 } from '../../src/model/bytes.ts';
import { escapeLine, unescapeLine } from '../../src/note/escape.ts';
import { anyText } from '../page/arbitraries.ts';
import { cpuTime } from '../support/cpu-time.ts';

/** Bytes that are nearly UTF-8: pieces of text, leads without their tail, tails without their lead. */
const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          [0xef, 0xbb, 0xbf],
          [0xc3, 0xa9],
          [0xe2, 0x82, 0xac],
          [0xf0, 0x9f, 0x99, 0x82],
          [0xef, 0xbf, 0xbd],
          [0xc3],
          [0x80],
          [0xbf],
          [0xe2, 0x82],
          [0xf0, 0x9f, 0x99],
          [0xc0, 0xaf],
          [0xe0, 0x80, 0xaf],
          [0xed, 0xa0, 0x80],
          [0xed, 0xb2, 0x80],
          [0xf4, 0x90, 0x80, 0x80],
          [0xf5],
          [0xff],
          [0xfe],
          [0],
          [10],
          [13, 10],
        ),
        fc.uint8Array({ maxLength: 3 }).map((bytes) => [...bytes]),
      ),
      { maxLength: 20 },
    )
    .map((parts) => Uint8Array.from(parts.flat())),
);

describe('bytes as text', () => {
  it('come back unchanged, whatever they are', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect(encodeText(decodeBytes(bytes))).toEqual(Buffer.from(bytes));
      }),
      { numRuns: 3000 },
    );
  });

  it('that are UTF-8 are read as UTF-8, a byte order mark and U+FFFD included', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(decodeBytes(Buffer.from(text, 'utf8'))).toBe(text);
        expect(encodeText(text)).toEqual(Buffer.from(text, 'utf8'));
      }),
    );
    expect(decodeBytes(Buffer.from('\uFEFFa\uFFFD'))).toBe('\uFEFFa\uFFFD');
  });

  it('keep what is UTF-8 around a byte that is not', () => {
    expect(decodeBytes(Buffer.concat([Buffer.from('café 🙂 '), Buffer.from([0xff]), Buffer.from(' 日本\n')]))).toBe(
      'café 🙂 \uDCFF 日本\n',
    );
    expect(decodeBytes(new Uint8Array([0, 0xff, 0x61, 0]).subarray(1, 3))).toBe('\uDCFFa');
  });

  it('write lone surrogates that stand for no byte as U+FFFD', () => {
    expect(encodeText('a\uD800b').toString('utf8')).toBe('a\uFFFDb');
  });

  it('of 10 MB with a bad byte are read in well below a second', () => {
    const bytes = Buffer.concat([
      Buffer.from('Ein Satz mit Umlauten äöü und 日本語. '.repeat(250_000)),
      Buffer.from([0xff]),
    ]);
    let text = '';
    const spent = cpuTime(() => {
      text = decodeBytes(bytes);
    });
    expect(spent).toBeLessThan(1500);
    expect(encodeText(text).equals(bytes)).toBe(true);
  });
});

describe('any text on one line', () => {
  it('comes back unchanged', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const line = escapeLine(text);
        expect(line).not.toMatch(/[\n\r\u0000-\u0008]/);
        expect(unescapeLine(line)).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });
});

it.each([
  ['its mark, low byte first', [0xff, 0xfe, 0x61, 0], true],
  ['its mark, high byte first', [0xfe, 0xff, 0x4e, 0x2d], true],
  ['no mark, low byte first', [...Buffer.from('A lantern', 'utf16le')], true],
  ['no mark, high byte first', [...Buffer.from('A lantern', 'utf16le').swap16()], true],
  ['plain words', [...Buffer.from('A lantern')], false],
  ['the mark of UTF-8', [0xef, 0xbb, 0xbf, 0x61], false],
  ['a NUL among words', [0x61, 0, 0x62, 0x63, 0x64], false],
  ['nothing but NUL', [0, 0, 0, 0], false],
  ['nothing', [], false],
])('UTF-16 is told by how it begins: %s', (_what, bytes, expected) => {
  expect(isUtf16(Uint8Array.from(bytes))).toBe(expected);
});
