import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Claim } from '../../src/model/page.ts';
import { parseBlocks } from '../../src/note/blocks.ts';
import {
  addPast,
  contradictClaim,
  redateClaim,
  removeClaim,
  reviveClaim,
  settleConflict,
  supersedeClaim,
} from '../../src/page/edit-claim.ts';
import { unciteClaim } from '../../src/page/edit-page.ts';
import { parseClaims } from '../../src/page/page.ts';
import { anyClaimText } from './arbitraries.ts';
import { anyPage } from './arbitrary-pages.ts';

const RUNS = { numRuns: 600 };
const claimsOf = (text: string): Claim[] => parseClaims('p.md', parseBlocks(text));
const citing = (text: string, fact: string): Claim[] => claimsOf(text).filter((claim) => claim.facts.includes(fact));
const isPast = (claim: Claim | undefined): boolean => claim?.past === true;
const orderOf = (fact: string): string => fact;
const dayOf = (): string => '2026-05-05';
const anyFact = fc.constantFrom(...'abcdefghjkmnpqrstv'.split('').map((letter) => letter.repeat(10)));
const HELD = { from: '2026-02-03', to: '2026-05-05' };

/** By how many claims each fact is cited. */
function counts(text: string): Record<string, number> {
  const found: Record<string, number> = {};
  for (const fact of claimsOf(text).flatMap(({ facts }) => facts)) found[fact] = (found[fact] ?? 0) + 1;
  return found;
}

/** Every line that cites nothing, and no callout's. Headings and blank lines may come and go. */
function ownLines(text: string): string[] {
  return parseBlocks(text)
    .lines.filter(
      (line) =>
        line.trim() !== '' && !/^###? (?:History|Key Facts|.* 2026)$/.test(line) && !/.\[\^[a-z0-9]{10}\]/.test(line),
    )
    .sort();
}

/**
 * The same without the further lines of that claim, which are its words; of one that is indented what stands below
 * moves to the left with it.
 */
function linesBeside(text: string, claim: Claim): (page: string) => string[] {
  const { blocks, lines } = parseBlocks(text);
  const block = blocks.find(({ start }) => start === claim.line - 1);
  const words = lines.slice(claim.line - 1, (block?.end ?? 0) + 1);
  const isIndented = /^[ \t]/.test(lineOf(text, claim));
  return (page) => {
    const left = ownLines(page);
    if (page === text && block?.kind === 'item')
      for (const line of words) if (left.includes(line)) left.splice(left.indexOf(line), 1);
    return isIndented ? left.map((line) => line.trimStart()).sort() : left;
  };
}

/** More lines belong to the item: a person's words behind its days. */
function hasWordsBehind(text: string, claim: Claim): boolean {
  const block = parseBlocks(text).blocks.find(({ start }) => start === claim.line - 1);
  return block !== undefined && block.end > block.start;
}

function lineOf(text: string, claim: Claim | undefined): string {
  return claim === undefined ? '' : (parseBlocks(text).lines[claim.line - 1] ?? '');
}

describe('a claim that moves', () => {
  it('to History takes its facts and its words with it, and nothing else', () => {
    fc.assert(
      fc.property(anyPage, anyFact, (page, fact) => {
        const target = citing(page, fact).find((claim) => !isPast(claim));
        const after = supersedeClaim(page, fact, HELD);
        if (!target) {
          expect(after).toBe(page);
          return;
        }
        const side = target.sides.find(({ facts }) => facts.includes(fact));
        const saying = side ?? target;
        expect(counts(after)).toEqual(counts(page));
        const moved = citing(after, fact)
          .filter(isPast)
          .find((claim) => claim.held?.to === HELD.to);
        if (saying.text === '') return;
        expect(moved).toEqual(
          expect.objectContaining({
            text: saying.text,
            facts: saying.facts,
            held: HELD,
            head: expect.toBeOneOf([null, target.head]) as null,
          }),
        );
        if (side && target.sides.length > 2)
          expect(claimsOf(after).map(({ sides }) => sides)).toContainEqual(
            target.sides.filter((other) => other !== side),
          );
        const beside = linesBeside(page, target);
        expect(beside(after)).toEqual(expect.arrayContaining(beside(page)));
      }),
      RUNS,
    );
  });

  it('to History stands by its days, the last to end first', () => {
    const days = fc.constantFrom('2024-01-01', '2025-01-01', '2025-06-01', '2026-01-01', '2026-06-01');
    fc.assert(
      fc.property(anyPage, fc.array(fc.record({ from: days, to: days }), { maxLength: 6 }), (page, all) => {
        const start = page.includes('~~') ? '' : page;
        const after = all.reduce(
          (text, held, index) => addPast(text, `Past ${index}.`, [`z${String(index).padStart(9, '0')}`], held),
          start,
        );
        const found = claimsOf(after).filter((claim) => isPast(claim) && claim.facts[0]?.startsWith('z'));
        expect(found.length).toBe(all.length);
        const order = found.map(({ held }) => `${held?.to} ${held?.from}`);
        expect(order).toEqual([...order].sort().reverse());
        expect(ownLines(after)).toEqual(ownLines(start));
      }),
      RUNS,
    );
  });

  it('in History to other days keeps its words', () => {
    fc.assert(
      fc.property(anyPage, anyFact, (page, fact) => {
        const target = citing(page, fact).find(isPast);
        const after = redateClaim(page, fact, HELD);
        if (!target?.held) {
          expect(after).toBe(page);
          return;
        }
        expect(counts(after)).toEqual(counts(page));
        expect(ownLines(after)).toEqual(ownLines(page));
        expect(citing(after, fact)).toContainEqual({
          ...target,
          line: expect.any(Number) as number,
          held: HELD,
          head: expect.toBeOneOf([null, target.head]) as null,
        });
      }),
      RUNS,
    );
  });

  it('back from History is as it was', () => {
    fc.assert(
      fc.property(anyPage, anyFact, fc.constantFrom(null, 'Food', 'July 2026', 'New'), (page, fact, head) => {
        const target = citing(page, fact).find(isPast);
        const after = reviveClaim(page, fact, head, orderOf);
        if (!target) {
          expect(after).toBe(page);
          return;
        }
        expect(counts(after)).toEqual(counts(page));
        const beside = linesBeside(page, target);
        expect(beside(after)).toEqual(expect.arrayContaining(beside(page)));
        const place =
          target.section === 'History'
            ? { section: 'Key Facts', head }
            : { section: target.section, head: target.head };
        expect(citing(after, fact)).toContainEqual(
          expect.objectContaining({
            ...place,
            text:
              target.section !== 'History'
                ? (expect.stringContaining(target.text) as string)
                : hasWordsBehind(page, target)
                  ? (expect.any(String) as string)
                  : target.text,
            facts: target.facts,
            held: null,
            past: false,
          }),
        );
      }),
      RUNS,
    );
  });

  it('back from History with words behind its days drops the days and takes the words along', () => {
    const page = '## History\n- ~~gone~~ 2026-03-02 to 2026-07-01.[^pppppppppp]\n  as I remember it\n';
    expect(reviveClaim(page, 'pppppppppp', null, orderOf)).toBe(
      '## Key Facts\n- gone[^pppppppppp]\n  as I remember it\n',
    );
  });

  it('to History and back leaves the page, but for its place', () => {
    fc.assert(
      fc.property(anyPage, anyFact, (page, fact) => {
        const target = citing(page, fact)[0];
        if (!target || isPast(target) || !lineOf(page, target).startsWith('- ') || target.section !== 'Key Facts')
          return;
        const past = supersedeClaim(page, fact, HELD);
        if (claimsOf(past).length !== claimsOf(page).length) return;
        expect(
          claimsOf(reviveClaim(past, fact, target.head, orderOf))
            .map(({ line: _, ...claim }) => claim)
            .sort((a, b) => (a.facts.join() < b.facts.join() ? -1 : 1)),
        ).toEqual(
          claimsOf(page)
            .map(({ line: _, ...claim }) => claim)
            .sort((a, b) => (a.facts.join() < b.facts.join() ? -1 : 1)),
        );
      }),
      RUNS,
    );
  });
});

describe('claims that contradict each other', () => {
  it('stand apart from a quote whose last line held but a footnote', () => {
    const after =
      contradictClaim(
        '> User likes tea\n[^k3v9x2ab4q]',
        'k3v9x2ab4q',
        { text: 'User hates tea', facts: ['zzzzzzzzzz'] },
        dayOf,
      ) ?? '';
    expect(citing(after, 'zzzzzzzzzz').map(({ sides }) => sides.map(({ facts }) => facts))).toEqual([
      [['k3v9x2ab4q'], ['zzzzzzzzzz']],
    ]);
  });

  it('become one callout with both, and every other line stays', () => {
    fc.assert(
      fc.property(anyPage, anyFact, anyClaimText, (page, fact, text) => {
        const target = citing(page, fact).find((claim) => !isPast(claim));
        const after = contradictClaim(page, fact, { text, facts: ['zzzzzzzzzz', 'yyyyyyyyyy'] }, dayOf);
        if (!target || target.text === '') {
          expect(after).toBeNull();
          return;
        }
        expect(counts(after ?? '')).toEqual({ ...counts(page), zzzzzzzzzz: 1, yyyyyyyyyy: 1 });
        const before =
          target.sides.length > 0 ? target.sides : [{ text: target.text, facts: target.facts, day: '2026-05-05' }];
        expect(citing(after ?? '', 'zzzzzzzzzz').map(({ sides }) => sides)).toEqual([
          [...before, { text, facts: ['zzzzzzzzzz', 'yyyyyyyyyy'], day: '2026-05-05' }],
        ]);
        expect(ownLines(after ?? '')).toEqual(expect.arrayContaining(ownLines(page)));
        expect(claimsOf(after ?? '').length).toBe(claimsOf(page).length);
      }),
      RUNS,
    );
  });

  it('become plain claims again', () => {
    fc.assert(
      fc.property(anyPage, anyFact, fc.array(anyClaimText, { minLength: 1, maxLength: 3 }), (page, fact, texts) => {
        const ids = texts.map((_, index) => `z${String(index).padStart(9, '0')}`);
        const callout = texts.reduce<string | null>(
          (text, words, index) =>
            text && contradictClaim(text, fact, { text: words, facts: [ids[index] ?? ''] }, dayOf),
          page,
        );
        const target = callout === null ? undefined : citing(callout, ids[0] ?? '')[0];
        if (callout === null || !target) return;
        const settled = settleConflict(callout, ids[0] ?? '');
        expect(counts(settled)).toEqual(counts(callout));
        expect(ownLines(settled)).toEqual(ownLines(callout));
        expect(claimsOf(settled).map(({ line: _, ...claim }) => claim)).toEqual(
          claimsOf(callout).flatMap(({ line: _, ...claim }) =>
            claim.facts.includes(ids[0] ?? '')
              ? target.sides.map(({ text, facts }) => ({ ...claim, text, facts, sides: [] }))
              : claim,
          ),
        );
      }),
      RUNS,
    );
  });

  it('lose a side, and the last is a plain claim', () => {
    fc.assert(
      fc.property(anyPage, anyFact, anyClaimText, (page, fact, text) => {
        const callout = contradictClaim(page, fact, { text, facts: ['zzzzzzzzzz'] }, dayOf);
        if (callout === null) return;
        const left = citing(callout, 'zzzzzzzzzz')[0]?.sides.filter(({ facts }) => !facts.includes('zzzzzzzzzz')) ?? [];
        for (const without of [removeClaim(callout, 'zzzzzzzzzz'), unciteClaim(callout, 'zzzzzzzzzz')]) {
          expect(counts(without)).toEqual(counts(page));
          expect(claimsOf(without)).toContainEqual(
            expect.objectContaining(
              left.length > 1 ? { sides: left } : { text: left[0]?.text, facts: left[0]?.facts, sides: [] },
            ),
          );
          expect(ownLines(without)).toEqual(ownLines(callout));
        }
      }),
      RUNS,
    );
  });
});
