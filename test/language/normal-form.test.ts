import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalForm } from '../../src/language/normal-form.ts';
import { anyText } from '../page/arbitraries.ts';
import { cpuTime } from '../support/cpu-time.ts';

describe('equal statements', () => {
  it.each([
    ['User likes tea', 'user LIKES Tea'],
    ['User likes tea', '  User\tlikes\n tea '],
    ['User likes tea', 'User\u00A0likes\u3000tea'],
    ['User likes tea', 'User likes tea.'],
    ['User likes tea', 'User likes tea!!'],
    ['User likes tea…', 'User likes tea...'],
    ['User likes tea, milk and honey', 'User likes tea milk and honey'],
    ['User likes the tea', 'User likes tea'],
    ['The user likes tea', 'User likes tea'],
    ['A user ate an apple', 'User ate apple'],
    ['User said: "tea"', 'User said tea'],
    ['User said “tea”', 'User said "tea"'],
    ['User said «tea»', 'User said ‘tea’'],
    ['He read “1984” in 2020', 'He read "1984" in 2020'],
    ['He read “1984” in 2020', 'He read 1984 in 2020'],
    ['User didn’t go', "User didn't go"],
    ['Uses `npm ci` in CI', 'Uses npm ci in CI'],
    ['It is **very** good', 'It is very good'],
    ['It is *very* good', 'It is very good'],
    ['Tea — the drink — is fine', 'Tea, the drink, is fine'],
    ['Tea - the drink - is fine', 'Tea the drink is fine'],
    ['Meets Anna (the boss) on Monday', 'Meets Anna, the boss, on Monday'],
    ['caf\u00E9', 'cafe\u0301'],
    ['ＡＢＣ １２３', 'ABC 123'],
    ['ﬁne', 'fine'],
    ['用户喜欢茶。', '用户喜欢茶'],
    ['用户喜欢茶，和咖啡', '用户喜欢茶,和咖啡'],
    ['STRASSE', 'strasse'],
    ['ALL OF IT IS GOOD', 'all of it is good'],
    ['Meet at 5 PM', 'Meet at 5 pm'],
  ])('%j and %j', (a, b) => {
    expect(normalForm(a)).toBe(normalForm(b));
  });
});

describe('different statements', () => {
  it.each([
    ['Writes C++', 'Writes C'],
    ['Writes C#', 'Writes C'],
    ['Writes .NET', 'Writes NET'],
    ['Costs 1.5', 'Costs 15'],
    ['Costs 1,5', 'Costs 15'],
    ['Costs 1,500', 'Costs 1.500'],
    ['At 10:30', 'At 1030'],
    ['Version v1.0', 'Version v10'],
    ['Plan A is approved', 'Plan is approved'],
    ['Vitamin A helps', 'Vitamin helps'],
    ['Run with --force', 'Run with force'],
    ['Run with -v', 'Run with v'],
    ['Run with -v', 'Run with --v'],
    ['User does not smoke', 'User does smoke'],
    ["User can't swim", 'User can swim'],
    ['No milk', 'Milk'],
    ['Weighs 5 kg', 'Weighs 5 lb'],
    ['Weighs 5 kg', 'Weighs 5 g'],
    ['Weighs 5 mg', 'Weighs 5 Mg'],
    ['Has 5 MB', 'Has 5 Mb'],
    ['Has 5 mW', 'Has 5 MW'],
    ['Has 5 m', 'Has 5 M'],
    ['Costs $5', 'Costs 5'],
    ['Costs $5', 'Costs €5'],
    ['Is 5 %', 'Is 5'],
    ['Is 5%', 'Is 5'],
    ['Is it done?', 'Is it done'],
    ['It is -5', 'It is 5'],
    ['It is - 5', 'It is 5'],
    ['It is −5', 'It is 5'],
    ['It is +5', 'It is 5'],
    ['It is ~5', 'It is 5'],
    ['It is <5', 'It is >5'],
    ['It is < 5', 'It is 5'],
    ['Is 10⁵', 'Is 105'],
    ['Is 10²', 'Is 102'],
    ['Takes 1½ cups', 'Takes 11/2 cups'],
    ['Takes 1½ cups', 'Takes 11⁄2 cups'],
    ['Has a 27" screen', 'Has a 27 screen'],
    ['Is 6\'2" tall', 'Is 62 tall'],
    ['Is 6’2” tall', 'Is 62 tall'],
    ['Matches *.ts', 'Matches .ts'],
    ['Is 5*3', 'Is 53'],
    ['Is 5 * 3', 'Is 5 3'],
    ['Calls f(x)', 'Calls f x'],
    ['Takes a[0]', 'Takes a 0'],
    ['Named {id}', 'Named id'],
    ['Named a_b', 'Named ab'],
    ['Uses A/B', 'Uses AB'],
    ['Pages 5-10', 'Pages 510'],
    ['Pages 5–10', 'Pages 510'],
    ['Pages 5—10', 'Pages 510'],
    ['Pages 5, 10', 'Pages 510'],
    ['Ages 5、6', 'Ages 56'],
    ['Will re-sign', 'Will resign'],
    ['Moved to the US', 'Moved to us'],
    ['Works in IT', 'Works in it'],
    ['résumé', 'resume'],
    ['用户不喜欢茶', '用户喜欢茶'],
    ['用户喜欢茶吗？', '用户喜欢茶'],
    ['user’s', 'users'],
    ['I am ill', 'I am I’ll'],
    ['🙂', '🙁'],
    ['a', 'b'],
  ])('%j and %j', (a, b) => {
    expect(normalForm(a)).not.toBe(normalForm(b));
  });
});

describe('the normal form', () => {
  it('is one line in lower case, the same for composed and decomposed text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const form = normalForm(text);
        expect(form).not.toMatch(/^\s|\s$|\s\s|[\n\t]/);
        expect(normalForm(text.normalize('NFD'))).toBe(form);
        expect(normalForm(`  ${text}  `)).toBe(form);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ' ',
    '.',
    '. ',
    '-',
    ' -',
    ' - ',
    '"',
    '("',
    '*',
    '**',
    '* ',
    '`',
    '(',
    ')',
    '[',
    'a ',
    'the ',
    '5 ',
    '5"',
    '⁵',
    '½',
    "'",
    'US ',
  ])('of a megabyte of %j takes no longer than it must', (piece) => {
    const text = `a${piece.repeat(Math.ceil(1_000_000 / piece.length))}b`;
    const spent = cpuTime(() => normalForm(text));
    expect(spent).toBeLessThan(2000);
  });
});
