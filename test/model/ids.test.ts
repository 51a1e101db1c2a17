import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeBytes, ID_LENGTH, ID_PATTERN, isId, makeCloneId, makeId } from '../../src/model/ids.ts';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

describe('an id', () => {
  it.each(['k3v9x2ab4q', 'p0d4mm1z5k', '0000000000'])('%s is one', (text) => {
    expect(isId(text)).toBe(true);
  });

  it.each([
    '',
    'k3v9x2ab4',
    'k3v9x2ab4qq',
    'K3V9X2AB4Q',
    'k3v9x2ab4i',
    'k3v9x2ab4l',
    'k3v9x2ab4o',
    'k3v9x2ab4u',
    'k3v9x2ab4q\n',
    ' k3v9x2ab4q',
  ])('%j is none', (text) => {
    expect(isId(text)).toBe(false);
  });

  it('is made of ten characters of an alphabet of thirty-two, all of them', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (number) => {
        const id = makeId(() => number);
        expect(isId(id)).toBe(true);
        expect(makeCloneId(() => number)).toMatch(new RegExp(`^[${ALPHABET}]{4}$`));
      }),
    );
    for (let i = 0; i < 500; i++) for (const char of makeId(Math.random)) seen.add(char);
    expect([...seen].sort().join('')).toBe([...ALPHABET].sort().join(''));
    expect(new RegExp(`^(?:${ID_PATTERN})$`).test(makeId(() => 0.999999999))).toBe(true);
  });

  it('hardly ever comes twice', () => {
    const ids = new Set(Array.from({ length: 100_000 }, () => makeId(Math.random)));
    expect(ids.size).toBe(100_000);
  });

  it('of bytes holds their first fifty bits, most significant first', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 7, maxLength: 40 }), (bytes) => {
        const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
        const expected = Array.from(
          { length: ID_LENGTH },
          (_, i) => ALPHABET[parseInt(bits.slice(i * 5, i * 5 + 5), 2)],
        ).join('');
        expect(encodeBytes(bytes, ID_LENGTH)).toBe(expected);
      }),
    );
    expect(isId(encodeBytes(createHash('sha256').update('x').digest(), ID_LENGTH))).toBe(true);
  });
});
