import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBlocks } from '../../src/note/blocks.ts';
import { parseFrontMatter, setFrontMatter } from '../../src/note/front-matter.ts';
import { isGeneratedOverview, withoutBoilerplate } from '../../src/page/boilerplate.ts';
import {
  addClaims,
  addRelated,
  addSources,
  arrangeClaims,
  citeOnClaim,
  correctClaim,
  unciteClaim,
  ungroupMonths,
} from '../../src/page/edit-page.ts';
import { headedItems, headsOf, isMonth } from '../../src/page/key-facts.ts';
import { parseClaims } from '../../src/page/page.ts';
import { findSection, rawLines } from '../../src/page/sections.ts';
import { anyClaimText, anyId, anyText } from './arbitraries.ts';
import { anyPage, expectKept } from './arbitrary-pages.ts';

const anyNewId = anyId.map((id) => `z${id.slice(1)}`);
const orderOf = (fact: string): string => fact;
const isBlank = (line: string): boolean => line.trim() === '';

/** The months below which nothing but claims stands. */
const plainMonths = (text: string): ReadonlySet<string | null> =>
  new Set(headedItems(text).flatMap(({ head, isPlain }) => (isPlain && head !== null && isMonth(head) ? [head] : [])));

const claimsOf = (text: string) => parseClaims('p.md', parseBlocks(text));

describe('an edit of a page keeps every line that it does not change', () => {
  const RUNS = { numRuns: 500 };

  it('adding claims', () => {
    const claims = fc.uniqueArray(
      fc.record({
        text: anyClaimText,
        facts: anyNewId.map((id) => [id]),
        head: fc.constantFrom(null, 'Food', 'July 2026', 'April 2026', 'New  topic', 'C #'),
      }),
      { minLength: 1, maxLength: 4, selector: (claim) => claim.facts[0] },
    );
    fc.assert(
      fc.property(anyPage, claims, (page, added) => {
        const after = addClaims(page, added, orderOf);
        expectKept(page, after);
        const found = claimsOf(after);
        for (const { text, facts, head } of added) {
          expect(found.filter((claim) => claim.facts.includes(facts[0] ?? ''))).toEqual([
            expect.objectContaining({
              section: 'Key Facts',
              head: head === null ? null : head === 'C #' ? 'C' : head.replace('  ', ' '),
              text,
              facts,
            }),
          ]);
        }
        expect(
          found.filter((claim) => !claim.facts.some((fact) => fact.startsWith('z'))).map((claim) => claim.text),
        ).toEqual(claimsOf(page).map((claim) => claim.text));
      }),
      RUNS,
    );
  });

  it('adding sources, each once', () => {
    fc.assert(
      fc.property(anyPage, fc.uniqueArray(anyNewId, { maxLength: 3 }), (page, ids) => {
        const sources = ids.map((fact) => ({
          fact,
          day: '2026-07-01',
          time: null,
          path: 'daily/2026-07-01.md',
          anchored: true,
        }));
        const after = addSources(page, '3_Personal/Work.md', sources);
        expectKept(page, after);
        expect(addSources(after, '3_Personal/Work.md', sources)).toBe(after);
        expect(claimsOf(after)).toEqual(
          claimsOf(page).map((claim) => ({ ...claim, line: expect.any(Number) as number })),
        );
      }),
      RUNS,
    );
  });

  it('adding related pages, each once', () => {
    fc.assert(
      fc.property(
        anyPage,
        fc.array(
          fc.record({
            path: fc.constantFrom('1_Projects/Atlas.md', '3_Personal/Über uns (neu).md', '3_Personal/Work.md'),
            title: anyText,
          }),
          { maxLength: 3 },
        ),
        (page, related) => {
          const after = addRelated(page, '3_Personal/Me.md', related);
          expectKept(page, after);
          expect(addRelated(after, '3_Personal/Me.md', related)).toBe(after);
        },
      ),
      RUNS,
    );
  });

  it('dropping what earlier versions generated', () => {
    fc.assert(
      fc.property(anyPage, (page) => {
        const after = withoutBoilerplate(page, '3_Personal/Work.md');
        expectKept(
          page,
          after,
          (line) => isBlank(line) || line.trim() === '## Overview' || isGeneratedOverview(line.trim()),
        );
        expect(withoutBoilerplate(after, '3_Personal/Work.md')).toBe(after);
      }),
      RUNS,
    );
  });

  it('taking claims out of months', () => {
    const lines = (text: string): string[] =>
      rawLines(text)
        .map((line) => line.replace(/\r?\n$/, ''))
        .filter((line) => !isBlank(line) && !line.startsWith('### '))
        .sort();
    const textsOf = (text: string): string[] => claimsOf(text).map((claim) => claim.text);
    fc.assert(
      fc.property(anyPage, (page) => {
        const after = ungroupMonths(page, orderOf);
        expect(lines(after)).toEqual(lines(page));
        expect(headsOf(after)).toEqual(expect.arrayContaining(headsOf(page).filter((head) => !head.endsWith(' 2026'))));
        expect(textsOf(after).sort()).toEqual(textsOf(page).sort());
        const moved = claimsOf(page).filter(
          ({ section, head }) => section === 'Key Facts' && head !== null && plainMonths(page).has(head),
        );
        for (const { facts } of moved)
          expect(claimsOf(after).filter((claim) => claim.facts.join() === facts.join())).toContainEqual(
            expect.objectContaining({ head: null }),
          );
        expect(plainMonths(ungroupMonths(after, orderOf)).size).toBeLessThanOrEqual(plainMonths(after).size);
      }),
      RUNS,
    );
  });

  it('arranging claims under heads', () => {
    const heads = fc.dictionary(
      fc.constantFrom('aaaaaaaaaa', 'bbbbbbbbbb', 'dddddddddd', 'eeeeeeeeee', 'hhhhhhhhhh'),
      fc.constantFrom('Food', 'July 2026', 'Other'),
    );
    fc.assert(
      fc.property(anyPage, heads, (page, heads) => {
        const headOf = new Map(Object.entries(heads));
        const after = arrangeClaims(page, headOf);
        const lines = (text: string): string[] =>
          rawLines(text)
            .map((line) => line.replace(/\r?\n$/, ''))
            .filter((line) => !isBlank(line) && !line.startsWith('### '))
            .sort();
        expect(lines(after)).toEqual(lines(page));
        expect(headsOf(after)).toEqual(expect.arrayContaining(headsOf(page).filter((head) => !head.endsWith(' 2026'))));
        expect(
          claimsOf(after)
            .map((claim) => claim.text)
            .sort(),
        ).toEqual(
          claimsOf(page)
            .map((claim) => claim.text)
            .sort(),
        );
        const section = findSection(after, 'Key Facts') ?? { heading: 0, end: 0 };
        const inside = claimsOf(after).filter(
          (claim) =>
            claim.line > section.heading && claim.line <= section.end && claim.facts.some((fact) => headOf.has(fact)),
        );
        expect(inside.map((claim) => claim.head)).not.toContain(null);
        expect(arrangeClaims(after, headOf)).toBe(after);
      }),
      RUNS,
    );
  });

  it('citing, correcting and taking off a citation', () => {
    fc.assert(
      fc.property(
        anyPage,
        fc.constantFrom('aaaaaaaaaa', 'bbbbbbbbbb', 'ffffffffff', 'kkkkkkkkkk', 'mmmmmmmmmm', 'hhhhhhhhhh'),
        anyClaimText,
        (page, claim, words) => {
          const before = claimsOf(page);
          const target = before.find((candidate) => candidate.facts.includes(claim));
          const cited = citeOnClaim(page, claim, ['zzzzzzzzzz']);
          const corrected = correctClaim(page, claim, words);
          if (!target) {
            expect([cited, corrected, unciteClaim(page, claim)]).toEqual([page, page, page]);
            return;
          }
          const more = (facts: readonly string[]): string[] =>
            expect.arrayContaining([...facts, 'zzzzzzzzzz']) as string[];
          expect(cited.replace('[^zzzzzzzzzz]', '')).toBe(page);
          expect(unciteClaim(cited, 'zzzzzzzzzz')).toBe(page);
          expect(citeOnClaim(cited, claim, ['zzzzzzzzzz'])).toBe(cited);
          expect(claimsOf(cited)).toEqual(
            before.map((other) =>
              other === target
                ? {
                    ...other,
                    facts: more(other.facts),
                    sides: other.sides.map((side) =>
                      side.facts.includes(claim) ? { ...side, facts: more(side.facts) } : side,
                    ),
                  }
                : other,
            ),
          );
          const block = parseBlocks(page).blocks.find((candidate) => candidate.start === target.line - 1);
          const isCallout = /^> ?\[!/m.test(block?.text ?? '');
          const isSaid = !isCallout || target.sides.length > 0;
          const sides = target.sides.map((side) => (side.facts.includes(claim) ? { ...side, text: words } : side));
          const said = { ...target, text: sides.length > 0 ? (expect.any(String) as string) : words, sides };
          // Where its further lines open or close a comment, other words open or close another.
          const isOfComment = /%%|<!--|-->/.test((block?.text ?? '').split('\n').slice(1).join('\n'));
          if (!isOfComment)
            expect(claimsOf(corrected)).toEqual(
              before.map((other) => ({
                ...(other === target && isSaid ? said : other),
                line: expect.any(Number) as number,
              })),
            );
          const [from, to] = [block?.start ?? 0, (block?.end ?? 0) + 1];
          expect(rawLines(corrected).slice(0, from)).toEqual(rawLines(page).slice(0, from));
          expect(corrected.endsWith(rawLines(page).slice(to).join(''))).toBe(true);
        },
      ),
      RUNS,
    );
  });

  it('setting front matter', () => {
    const values = fc.dictionary(
      fc.constantFrom('updated', 'tags', 'title', 'status', 'description'),
      fc.oneof(anyText, fc.integer(), fc.array(anyText, { maxLength: 3 })),
    );
    fc.assert(
      fc.property(anyPage, values, (page, values) => {
        const after = setFrontMatter(page, values);
        const { lines, bodyStart } = parseBlocks(after);
        expect(lines.slice(bodyStart)).toEqual(parseBlocks(page).lines.slice(parseBlocks(page).bodyStart));
        const before = parseFrontMatter(page);
        if (after === page) return;
        expect(parseFrontMatter(after)).toEqual({ data: { ...before.data, ...values }, broken: null });
        expect(setFrontMatter(after, values)).toBe(after);
      }),
      RUNS,
    );
  });
});
