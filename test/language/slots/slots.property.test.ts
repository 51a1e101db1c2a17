// What holds for any text: slots are read without failing, the same each time, and fast.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainNegation } from '../../../src/language/slots/compare.ts';
import { parseSlot } from '../../../src/language/slots/parse-slot.ts';
import { isCorrection, statementCore } from '../../../src/language/slots/sentence.ts';
import { judge, type Judged } from '../../../src/language/slots/slots.ts';
import { anyText } from '../../page/arbitraries.ts';
import { cpuTime } from '../../support/cpu-time.ts';
import { decide, sideOf } from './pair.ts';
import { dev } from './pairs.dev.ts';
import { life } from './pairs.life.ts';

const told = [...life, ...dev].flatMap(([older, newer]) => [sideOf(older), sideOf(newer)]);
const pieces = [
  'User ',
  'Anna',
  "'s ",
  ' is ',
  ' not ',
  'the ',
  'capital of ',
  'lives in ',
  ' no longer ',
  'now ',
  ' prefers ',
  ' over ',
  '用户',
  '的',
  '是',
  '不再',
  '住在',
  '从',
  '改用',
  ' 5',
  ', ',
  '. ',
  '"',
  '(',
  ' as ',
  ' to ',
  'May 3',
  ' because ',
  '`x`',
];
const mixed = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 4 })), { maxLength: 14 })
  .map((list) => list.join(''));
const text = fc.oneof(anyText, mixed, fc.constantFrom(...told.map((side) => side.text)));
const statement = fc.record({
  text,
  category: fc.constantFrom('general', 'work', 'x'),
  fields: fc.dictionary(fc.constantFrom('project', 'key', 'value', 'persons', 'at'), fc.string({ maxLength: 6 }), {
    maxKeys: 2,
  }),
});
const later = { sameDay: false, explicit: false };

describe('for any statement', () => {
  it('nothing fails, and reading again gives the same', () => {
    fc.assert(
      fc.property(statement, statement, (one: Judged, other: Judged) => {
        const slot = parseSlot(one);
        expect(parseSlot({ ...one })).toEqual(slot);
        if (slot) expect(slot.value).not.toBe('');
        plainNegation(one.text);
        isCorrection(one.text);
        expect(statementCore(statementCore(one.text)).length).toBeLessThanOrEqual(statementCore(one.text).length);
        judge(one, other, later);
      }),
      { numRuns: 3000 },
    );
  });

  it('a statement is a duplicate of itself, with white space around it', () => {
    fc.assert(
      fc.property(statement, (one: Judged) => {
        expect(decide(one, { ...one, text: `  ${one.text} ` }, later).as).toBe('duplicate');
      }),
      { numRuns: 500 },
    );
  });

  it('two that say the same say so in either order', () => {
    const list = fc.constantFrom(...told);
    fc.assert(
      fc.property(list, list, (one, other) => {
        const [there, back] = [decide(one, other, later), decide(other, one, later)];
        if (there.as === 'duplicate' && !/[Ss]ince|起/.test(one.text + other.text)) expect(back.as).toBe('duplicate');
      }),
      { numRuns: 4000 },
    );
  });

  it('statements of two projects never meet', () => {
    const keysIn = (project: string): Set<string> =>
      new Set(told.map((side) => parseSlot({ ...side, fields: { ...side.fields, project } })?.key ?? project));
    const others = keysIn('maple');
    expect([...keysIn('cedar')].filter((key) => others.has(key))).toEqual([]);
  });
});

describe('time', () => {
  it('a statement takes some microseconds', () => {
    const often = Array.from({ length: 10 }, () => told).flat();
    for (const side of often) parseSlot(side);
    const spent = cpuTime(() => {
      for (const side of often) parseSlot(side);
    });
    // Most of these have a slot and take longer; room for a machine that is slow and busy.
    expect((spent * 1000) / often.length).toBeLessThan(200);
  });

  it.each([
    'User lives in ',
    ' is ',
    "'s ",
    ' of ',
    ' the ',
    'a, ',
    ' not ',
    '用户住在',
    '的',
    '不',
    '从',
    ' ',
    '"',
    'A. ',
    ' from x to ',
    '3 ',
    'Now ',
  ])('100 kB of %j are no matter', (piece) => {
    const long = `User${piece.repeat(Math.ceil(100_000 / piece.length))}b`;
    const side = { text: long, category: 'general', fields: {} };
    const spent = cpuTime(() => {
      parseSlot(side);
      plainNegation(long);
      isCorrection(long);
      statementCore(long);
    });
    expect(spent).toBeLessThan(200);
  });

  it.each([
    'User lives in ',
    ' is ',
    "'s ",
    ' of ',
    ' the ',
    'a, ',
    ' not ',
    '用户住在',
    '的',
    '不',
    '从',
    ' ',
    '"',
    'A. ',
    ' from x to ',
    '3 ',
    'Now ',
    ' since May',
  ])('nor is the longest that is read, of %j', (piece) => {
    for (const length of [78, 298]) {
      const side = {
        text: `User ${piece.repeat(300)}`.slice(0, length),
        category: 'general',
        fields: { project: 'p' },
      };
      const spent = cpuTime(() => {
        for (let time = 0; time < 10; time++) decide(side, { ...side, text: `Anna${side.text.slice(4)}` }, later);
      });
      expect(spent / 10).toBeLessThan(30);
    }
  });
});
