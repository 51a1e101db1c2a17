import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBlocks } from '../../src/note/blocks.ts';
import { renderClaim } from '../../src/page/claim-text.ts';
import { correctSide, parseCallout, renderCallout, renderSide } from '../../src/page/conflict.ts';
import { heldOf, renderPast, withHeld, withPastText } from '../../src/page/history.ts';
import { hasConflict, parseClaims, sayingOf } from '../../src/page/page.ts';
import { cpuTime } from '../support/cpu-time.ts';
import { anyClaimText, anyId } from './arbitraries.ts';

const HELD = { from: '2026-03-02', to: '2026-07-01' };
const claimsOf = (text: string) => parseClaims('p.md', parseBlocks(text));
const inHistory = (line: string) => claimsOf(`## History\n${line}\n`);
const anyIds = fc.uniqueArray(anyId, { minLength: 1, maxLength: 3 });
const anyDay = fc.constantFrom('2026-03-02', '2024-02-29', '1999-12-31');

describe('a claim in History', () => {
  it('is written as the design shows it', () => {
    expect(renderPast('User works at Google.', ['a1b2c3d4e5'], HELD)).toBe(
      '- ~~User works at Google.~~ 2026-03-02 to 2026-07-01.[^a1b2c3d4e5]',
    );
  });

  it('gives back any text, its days and its facts', () => {
    fc.assert(
      fc.property(anyClaimText, anyIds, anyDay, anyDay, (text, facts, from, to) => {
        const line = renderPast(text, facts, { from, to });
        expect(line).not.toContain('\n');
        expect(inHistory(line)).toEqual([expect.objectContaining({ text, facts, held: { from, to }, sides: [] })]);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    'ends in ~',
    '~/bin holds scripts',
    'a ~~ b ~~~ c',
    '`~~` in code',
    'User works. ~~ 2026-01-01 to 2026-02-02.',
    '~~x~~ 2026-01-01 to 2026-02-02.',
    'back\\',
    'see https://example.org/a',
    '[link](https://example.org)',
    '工作在谷歌。',
    'שלום ~~',
    '`',
    '``a`',
    '**bold**',
    '# no heading',
    '- no item',
    '[ ] no task',
    '&#126;',
    '|a|b|',
  ])('gives back %j', (text) => {
    expect(inHistory(renderPast(text, ['a1b2c3d4e5'], HELD))).toEqual([expect.objectContaining({ text, held: HELD })]);
  });

  it('has marks of its own escaped, but not in code', () => {
    expect(renderPast('a ~~b~~ `~~c~~`~', ['a1b2c3d4e5'], HELD)).toBe(
      '- ~~a &#126;&#126;b&#126;&#126; `~~c~~`&#126;~~ 2026-03-02 to 2026-07-01.[^a1b2c3d4e5]',
    );
  });

  it.each([
    ['- I worked at Google once.[^a1b2c3d4e5]', 'I worked at Google once.', null],
    ['- ~~User works at Google.~~ until July[^a1b2c3d4e5]', 'User works at Google.', null],
    ['- ~~x~~ 2026-02-30 to 2026-07-01.[^a1b2c3d4e5]', 'x', null],
    ['* [x] ~~x~~ 2026-03-02 to 2026-07-01[^a1b2c3d4e5]', 'x', HELD],
    ['- ~~x~~ 2026-03-02 to 2026-07-01.[^a1b2c3d4e5][^1]', 'x[^1]', HELD],
    ['~~x~~ 2026-03-02 to 2026-07-01. [^a1b2c3d4e5]', 'x', HELD],
  ])('as a person may write it: %j', (line, text, held) => {
    expect(inHistory(line)).toEqual([expect.objectContaining({ text, held })]);
  });

  it('that held one day shows it once, and twice is read, too', () => {
    const line = renderPast('x', ['a1b2c3d4e5'], { from: '2026-03-01', to: '2026-03-01' });
    expect(line).toBe('- ~~x~~ 2026-03-01.[^a1b2c3d4e5]');
    for (const one of [line, '- ~~x~~ 2026-03-01 to 2026-03-01.[^a1b2c3d4e5]'])
      expect(inHistory(one)).toEqual([
        expect.objectContaining({ text: 'x', held: { from: '2026-03-01', to: '2026-03-01' } }),
      ]);
  });

  it('gets other days and other words in place', () => {
    fc.assert(
      fc.property(anyClaimText, anyClaimText, anyIds, anyDay, (text, other, facts, day) => {
        const block = `${renderPast(text, facts, HELD)} ^mine`;
        const redated = withHeld(block, { from: day, to: day });
        expect(inHistory(redated)).toEqual([expect.objectContaining({ text, facts, held: { from: day, to: day } })]);
        expect(withHeld(redated, HELD)).toBe(block);
        expect(inHistory(withPastText(block, other) ?? '')).toEqual([
          expect.objectContaining({ text: other, facts, held: HELD }),
        ]);
      }),
    );
    expect(withHeld('- mine[^a1b2c3d4e5]', HELD)).toBe('- mine[^a1b2c3d4e5]');
    expect(withPastText('- mine[^a1b2c3d4e5]', 'x')).toBeNull();
    expect(withPastText('- ~~mine[^a1b2c3d4e5]~~ (no more)', 'a ~~ b')).toBe(
      '- ~~a &#126;&#126; b~~[^a1b2c3d4e5] (no more)',
    );
    expect(withPastText('- ~~mine\n  and yours~~ 2026-03-02.[^a1b2c3d4e5]', 'x')).toBe(
      '- ~~x~~ 2026-03-02.[^a1b2c3d4e5]',
    );
  });
});

const anySide = fc.record({ text: anyClaimText, facts: anyIds, day: fc.oneof(fc.constant(null), anyDay) });
const anySides = fc.array(anySide, { minLength: 2, maxLength: 4 });

describe('a claim that a person struck through', () => {
  const struck = (line: string) => claimsOf(`## Key Facts\n${line}\n`);

  it.each([
    ['- ~~Anna lives in Berlin~~[^a1b2c3d4e5]', 'Anna lives in Berlin'],
    ['- ~~Anna lives in Berlin.[^a1b2c3d4e5]~~', 'Anna lives in Berlin.'],
    ['- [x] ~~Anna lives~~ ~~in Berlin~~ [^a1b2c3d4e5] ^mine', 'Anna lives in Berlin'],
    ['- 2026-03-01: ~~Anna lives in Berlin~~[^a1b2c3d4e5]', 'Anna lives in Berlin'],
    ['- ~~Anna lives in Berlin~~ (until May 3rd, 2026)[^a1b2c3d4e5]', 'Anna lives in Berlin'],
    ['- ~~Anna lives in Berlin~~ until May 3rd[^a1b2c3d4e5][^1]', 'Anna lives in Berlin[^1]'],
    ['- ~~Anna lives in Berlin~~ (she moved to Rome)[^a1b2c3d4e5]', 'Anna lives in Berlin'],
    ['- ~~安娜住在柏林~~（2026年3月以前）[^a1b2c3d4e5]', '安娜住在柏林'],
    ['- ~~安娜住在柏林~~ 直到2026年3月[^a1b2c3d4e5]', '安娜住在柏林'],
    ['> **~~Anna lives in Berlin~~**[^a1b2c3d4e5]', 'Anna lives in Berlin'],
    ['~~Anna lives\nin Berlin~~[^a1b2c3d4e5]', 'Anna lives in Berlin'],
    ['- ~~the flag is `~~x`~~[^a1b2c3d4e5]', 'the flag is `~~x`'],
  ])('as a whole is past where it stands: %j', (line, text) => {
    expect(struck(line)).toEqual([
      expect.objectContaining({ text, past: true, held: null, section: 'Key Facts', facts: ['a1b2c3d4e5'] }),
    ]);
  });

  it('has the days that are given', () => {
    expect(struck('- ~~x~~ 2026-03-02 to 2026-07-01.[^a1b2c3d4e5]')).toEqual([
      expect.objectContaining({ text: 'x', past: true, held: HELD }),
    ]);
  });

  it.each([
    '- Anna lives in ~~Berlin~~ Rome[^a1b2c3d4e5]',
    '- ~~Anna lives in Berlin~~ Anna lives in Rome[^a1b2c3d4e5]',
    '- ~~Anna~~ lives in ~~Berlin~~[^a1b2c3d4e5]',
    '- `~~x~~`[^a1b2c3d4e5]',
    '- ~~ x ~~[^a1b2c3d4e5]',
    '- ~~~x~~~[^a1b2c3d4e5]',
    '- \\~~x~~[^a1b2c3d4e5]',
    '- ~~x[^a1b2c3d4e5]',
    '- ~~~~[^a1b2c3d4e5]',
    '- x[^a1b2c3d4e5]',
  ])('in part, or not at all, is current: %j', (line) => {
    expect(struck(line)).toEqual([expect.objectContaining({ past: false, held: null })]);
  });

  it.each(['~~x~~', '~~x~~ 2026-03-02 to 2026-07-01.', '~~x~~ ~~y~~ (z)'])(
    'is not the same as one that was logged with such marks: %j',
    (text) => {
      expect(struck(renderClaim(text, ['a1b2c3d4e5']))).toEqual([expect.objectContaining({ text, past: false })]);
      expect(
        claimsOf(renderCallout([renderSide(text, ['a1b2c3d4e5'], null), renderSide('b', ['b1b2c3d4e5'], null)])),
      ).toEqual([expect.objectContaining({ sides: [{ text, facts: ['a1b2c3d4e5'], day: null }, expect.anything()] })]);
    },
  );
});

describe('a callout of conflicting claims', () => {
  const A = { text: 'User lives in Rome', facts: ['aaaaaaaaaa'], day: '2026-03-02' };
  const B = { text: 'User lives in Paris.', facts: ['bbbbbbbbbb', 'cccccccccc'], day: '2026-03-02' };
  const render = (sides: readonly { text: string; facts: readonly string[]; day: string | null }[]) =>
    renderCallout(sides.map(({ text, facts, day }) => renderSide(text, facts, day)));

  it('is written as the design shows it', () => {
    expect(render([A, B])).toBe(
      '> [!warning] Conflicting claims: User lives in Rome[^aaaaaaaaaa] (2026-03-02) vs User lives in Paris.[^bbbbbbbbbb][^cccccccccc] (2026-03-02)',
    );
    const [claim] = claimsOf(render([A, B]));
    expect(claim).toEqual(
      expect.objectContaining({
        text: 'Conflicting claims: User lives in Rome (2026-03-02) vs User lives in Paris. (2026-03-02)',
        facts: ['aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc'],
        sides: [A, B],
      }),
    );
    expect(claim && [sayingOf(claim, 'cccccccccc'), sayingOf(claim, 'zzzzzzzzzz')]).toEqual([B.text, claim?.text]);
    expect([
      hasConflict(claimsOf(render([A, B]))),
      hasConflict(claimsOf(`## History\n${render([A, B])}`)),
      hasConflict(claimsOf('- x[^aaaaaaaaaa]')),
    ]).toEqual([true, false, false]);
  });

  it('gives back its sides, for any texts', () => {
    fc.assert(
      fc.property(anySides, (sides) => {
        const line = render(sides);
        expect(line).not.toContain('\n');
        expect(claimsOf(line)).toEqual([expect.objectContaining({ sides })]);
        const callout = parseCallout(line);
        expect(
          callout &&
            renderCallout(
              callout.sides.map(({ raw }) => raw),
              callout,
            ),
        ).toBe(line);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    'A vs B',
    'ends (2026-01-01)',
    '(2026-01-01) vs ',
    'vs',
    '[!warning] Conflicting claims: x',
    'https://example.org/a',
    'a[^1]',
    '[^aaaaaaaaaa] (2026-01-01) vs b',
    'tail\\',
    '工作 vs 生活',
  ])('gives back %j', (text) => {
    const sides = [
      { ...A, text: text.trim() },
      { ...B, text: text.trim() },
      { text: text.trim(), facts: ['dddddddddd'], day: null },
    ];
    expect(claimsOf(render(sides))).toEqual([expect.objectContaining({ sides })]);
  });

  it('has the words of one side replaced', () => {
    fc.assert(
      fc.property(anySides, anyClaimText, (sides, words) => {
        const [first] = parseCallout(render(sides))?.sides ?? [];
        expect(
          first &&
            parseCallout(renderCallout([correctSide(first, words), renderSide('b', ['zzzzzzzzzz'], null)]))?.sides[0]
              ?.facts,
        ).toEqual(sides[0]?.facts);
        expect(
          first &&
            claimsOf(renderCallout([correctSide(first, words), renderSide('b', ['zzzzzzzzzz'], null)]))[0]?.sides[0],
        ).toEqual({ ...sides[0], text: words });
      }),
    );
  });

  it.each([
    [
      'a word of a person between',
      '> [!warning] Conflicting claims: A[^aaaaaaaaaa], I think (2026-03-02) vs B[^bbbbbbbbbb] (2026-03-02)',
    ],
    ['a word behind', '> [!warning] Conflicting claims: A[^aaaaaaaaaa] vs B[^bbbbbbbbbb] (2026-03-02). Ask her!'],
    ['a side without a fact', '> [!warning] Conflicting claims: A vs B[^bbbbbbbbbb] (2026-03-02)'],
    ['an open end', '> [!warning] Conflicting claims: A[^aaaaaaaaaa] (2026-03-02) vs B[^bbbbbbbbbb] (2026-03-02) vs '],
    ['another title', '> [!warning] A[^aaaaaaaaaa] (2026-03-02) vs B[^bbbbbbbbbb] (2026-03-02)'],
    ['no callout', '> Conflicting claims: A[^aaaaaaaaaa] (2026-03-02) vs B[^bbbbbbbbbb] (2026-03-02)'],
    ['a fact in a line below', '> [!warning] Conflicting claims: A[^aaaaaaaaaa] vs B[^bbbbbbbbbb]\n> C[^cccccccccc]'],
  ])('with %s has no sides', (_what, text) => {
    expect(claimsOf(text)).toEqual([expect.objectContaining({ sides: [] })]);
  });

  it.each([
    '> [!WARNING]- Conflicting claims: User lives in Rome[^aaaaaaaaaa][^1] (2026-03-02) vs User lives in Paris. [^bbbbbbbbbb][^cccccccccc] (2026-03-02)  ',
    '> [!warning] Conflicting claims: User lives in Rome[^aaaaaaaaaa] (2026-03-02) vs User lives in Paris.[^bbbbbbbbbb][^cccccccccc] (2026-03-02) ^mine\n> Ask her.\nlazy',
  ])('with a person’s own fold, footnote, block id or lines keeps them: %j', (text) => {
    expect(claimsOf(text)).toEqual([expect.objectContaining({ sides: [A, B] })]);
  });
});

describe('a callout that a person left one side', () => {
  const lead = '> [!warning] Conflicting claims: ';

  it.each([
    `${lead}The standup is at the office[^aaaaaaaaaa] (2026-03-01)`,
    `${lead}The standup is at the office[^aaaaaaaaaa]`,
    `${lead}The standup is at the office[^aaaaaaaaaa] (2026-03-01) ^mine\n> Ask her.`,
  ])('is a plain claim: %j', (text) => {
    expect(claimsOf(text)).toEqual([
      expect.objectContaining({ text: 'The standup is at the office', facts: ['aaaaaaaaaa'], past: false, sides: [] }),
    ]);
  });

  it('loses those that are struck', () => {
    const [A, B, C] = ['A[^aaaaaaaaaa] (2026-03-02)', 'B[^bbbbbbbbbb]', 'C[^cccccccccc] (2026-03-02)'];
    const a = expect.objectContaining({ text: 'A', facts: ['aaaaaaaaaa'], past: true, sides: [] }) as unknown;
    for (const struck of [
      '~~A~~[^aaaaaaaaaa] (2026-03-02)',
      '~~A[^aaaaaaaaaa]~~ (2026-03-02)',
      '~~A[^aaaaaaaaaa] (2026-03-02)~~',
    ]) {
      expect(claimsOf(`${lead}${struck} vs ${B}`)).toEqual([
        expect.objectContaining({ text: 'B', facts: ['bbbbbbbbbb'], past: false, sides: [] }),
        a,
      ]);
      expect(claimsOf(`${lead}${B} vs ${struck} vs ${C}`)).toEqual([
        expect.objectContaining({
          facts: ['bbbbbbbbbb', 'cccccccccc'],
          past: false,
          sides: [expect.objectContaining({ text: 'B' }), expect.objectContaining({ text: 'C' })],
        }),
        a,
      ]);
    }
    expect(claimsOf(`${lead}~~A~~[^aaaaaaaaaa] vs ~~B~~[^bbbbbbbbbb]`)).toEqual([
      a,
      expect.objectContaining({ text: 'B', past: true }),
    ]);
    expect(claimsOf(`${lead}~~${A} vs ${B}~~`)).toEqual([expect.objectContaining({ sides: [] })]);
  });
});

describe('hostile lines', () => {
  it.each([
    ['back-ticks', '`'.repeat(3) + 'a`'.repeat(20_000)],
    ['tildes', '~ '.repeat(30_000)],
    ['spaces', `a${' '.repeat(60_000)}b`],
    ['separators', ' vs '.repeat(15_000)],
    ['days', '~~ 2026-01-01 to 2026-01-01'.repeat(2000)],
  ])('of %s cost no more than their length', (_what, text) => {
    expect(
      cpuTime(() => {
        heldOf(renderPast(text, ['aaaaaaaaaa'], HELD));
        heldOf(`- ~~${text}`);
        parseCallout(renderCallout([renderSide(text, ['aaaaaaaaaa'], null), renderSide(text, ['bbbbbbbbbb'], null)]));
        parseCallout(`> [!warning] Conflicting claims: ${text}`);
      }),
    ).toBeLessThan(1500);
  });
});
