// Digests tell any two contents apart that differ by a byte, wherever the bytes lie in memory.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digestOfBytes } from '../../src/index/hash.ts';

test('equal for equal bytes, wherever they lie; another one for one bit, one byte more, one byte less', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 70 }), fc.nat(), fc.nat(7), (bytes, at, bit) => {
      const digest = digestOfBytes(bytes);
      expect(digest).toMatch(/^[0-9a-f]{16}$/);
      for (let shift = 0; shift < 5; shift++) {
        const moved = new Uint8Array(bytes.length + shift);
        moved.set(bytes, shift);
        expect(digestOfBytes(moved.subarray(shift))).toBe(digest);
      }
      const flipped = bytes.slice();
      flipped[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ (1 << bit);
      expect(digestOfBytes(flipped)).not.toBe(digest);
      expect(digestOfBytes(bytes.subarray(0, -1))).not.toBe(digest);
      expect(digestOfBytes(Uint8Array.of(...bytes, 0))).not.toBe(digest);
    }),
  );
});

test('a hundred thousand contents that are nearly equal have digests of their own', () => {
  const digests = new Set(
    Array.from({ length: 100_000 }, (_, n) =>
      digestOfBytes(Buffer.from(`- [work] Statement number ${n} about the same`)),
    ),
  );
  expect(digests.size).toBe(100_000);
});
