import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factDigest, textDigest } from '../../src/model/bytes.ts';
import { parseFactLine, renderFactLine } from '../../src/page/fact-line.ts';
import { anyStatement } from '../page/arbitraries.ts';

const statement = { category: 'work', text: 'x', tags: ['a', 'b'], fields: { at: '2026-07-01', project: 'y' } };

describe('the digest of a fact', () => {
  it('is that of what is read back, and does not hang on the order of its fields', () => {
    fc.assert(
      fc.property(anyStatement, (one) => {
        const digest = factDigest(one);
        expect(digest).toMatch(/^[0-9a-f]{16}$/);
        const parsed = parseFactLine(renderFactLine(one, 'k3v9x2ab4q'));
        expect(parsed && factDigest(parsed)).toBe(digest);
        expect(factDigest({ ...one, fields: Object.fromEntries(Object.entries(one.fields).reverse()) })).toBe(digest);
      }),
    );
  });

  it.each([
    ['its words', { text: 'y' }],
    ['their case', { text: 'X' }],
    ['its category', { category: 'Work' }],
    ['a tag', { tags: ['a'] }],
    ['a field', { fields: { at: '2026-07-01' } }],
    ['the value of a field', { fields: { at: '2026-07-02', project: 'y' } }],
    ['where its words end', { text: 'x a', tags: ['b'] }],
  ])('changes with %s', (_name, over) => {
    expect(factDigest({ ...statement, ...over })).not.toBe(factDigest(statement));
  });

  it('stays the same for ever', () => {
    expect(factDigest(statement)).toBe('083a4aec85e17c57');
    expect(textDigest('x\n')).toBe('73cb3858a687a849');
  });
});
