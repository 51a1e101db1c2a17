// What holds of every merge of pages, over pages as dreams and people make them.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBlocks } from '../../../src/note/blocks.ts';
import { parseFrontMatter } from '../../../src/note/front-matter.ts';
import { mergeNote } from '../../../src/page/merge/merge.ts';
import { parseClaims, parseSources } from '../../../src/page/page.ts';
import { isHistory } from '../../../src/model/page.ts';
import { gitMerge } from './git-merge.ts';
import { dreamSteps, EMPTY, handSteps, orderOf, outdated, PATH, take } from './pages.ts';

const RUNS = { numRuns: Number(process.env['MERGE_RUNS'] ?? 50) };
const LONG = 120_000;
const OLD = [1, 4, 7, 10, 13, 16, 19, 22];
/** Some facts are pending on both clones. */
const OURS = [25, 28, 31, 2, 3, 40, 41];
const THEIRS = [26, 29, 32, 5, 6, 40, 41];

const merge = (ours: string, base: string, theirs: string) => mergeNote({ ours, base, theirs }, gitMerge);
const factsOn = (text: string): string[] => parseClaims(PATH, parseBlocks(text)).flatMap((claim) => claim.facts);
const definitionsOn = (text: string): string[] =>
  [...text.matchAll(/^\[\^(\w{10})\]:/gm)].map((match) => match[1] ?? '');
const pastOn = (text: string): string[] =>
  parseClaims(PATH, parseBlocks(text))
    .filter(isHistory)
    .flatMap((claim) => claim.facts);
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.replace(/^(?:[<>]{7} \w+|={7})$/, ''))
    .filter((line) => line !== '')
    .sort();

const base = dreamSteps(OLD).map((steps) => take(EMPTY, steps, '2026-05-01'));
const history = fc
  .record({ base, ours: dreamSteps(OURS), theirs: dreamSteps(THEIRS), isNew: fc.boolean() })
  .map((one) => ({
    base: one.isNew ? '' : one.base,
    ours: take(one.base, one.ours, '2026-06-01'),
    theirs: take(one.base, one.theirs, '2026-06-02'),
  }));
const edited = fc
  .record({ base, ours: dreamSteps(OURS), theirs: dreamSteps(THEIRS), mine: handSteps('mine'), before: fc.boolean() })
  .map((one) => ({
    base: one.base,
    ours: take(one.base, one.before ? [...one.mine, ...one.ours] : [...one.ours, ...one.mine], '2026-06-01'),
    // Words that one side's log corrected and the other side's person changed are an overlap of their own.
    theirs: take(
      one.base,
      one.theirs.filter(({ does }) => does !== 'correct'),
      '2026-06-02',
    ),
  }));
const bothEdited = fc
  .record({
    base,
    ours: dreamSteps(OURS),
    theirs: dreamSteps(THEIRS),
    mine: handSteps('mine'),
    yours: handSteps('yours'),
  })
  .map((one) => ({
    base: one.base,
    ours: take(one.base, [...one.mine, ...one.ours], '2026-06-01'),
    theirs: take(one.base, [...one.ours.slice(0, 1), ...one.yours, ...one.theirs], '2026-06-02'),
  }));

/** Both directions, twice: the merge must be the same, and merging a side in again must change nothing. */
async function expectSettled({
  ours,
  base,
  theirs,
}: {
  ours: string;
  base: string;
  theirs: string;
}): Promise<{ text: string; conflicts: boolean }> {
  const merged = await merge(ours, base, theirs);
  const other = await merge(theirs, base, ours);
  if (merged.conflicts) expect(linesOf(other.text)).toEqual(linesOf(merged.text));
  else expect(other).toEqual(merged);
  expect((await merge(ours, base, base)).text).toBe(ours);
  expect((await merge(base, base, theirs)).text).toBe(theirs);
  expect((await merge(ours, base, ours)).text).toBe(ours);
  return merged;
}

/** Each fact that both sides cite stands on the claim that began with the same fact. */
function holdTogether(ours: string, theirs: string): boolean {
  const firstOf = (text: string): Map<string, string> =>
    new Map(
      parseClaims(PATH, parseBlocks(text)).flatMap((claim) => claim.facts.map((fact) => [fact, claim.facts[0] ?? ''])),
    );
  const [mine, yours] = [firstOf(ours), firstOf(theirs)];
  return [...mine].every(([fact, first]) => !yours.has(fact) || yours.get(fact) === first);
}

function expectGood(text: string): void {
  const { data, broken } = parseFrontMatter(text);
  expect(broken).toBeNull();
  const keys = text.split('\n---\n')[0]?.match(/^\w+(?=:)/gm) ?? [];
  expect([...new Set(keys)]).toEqual(keys);
  expect(Object.keys(data)).toEqual(keys);
  const definitions = definitionsOn(text);
  expect([...new Set(definitions)]).toEqual(definitions);
  const sources = parseSources(parseBlocks(text));
  expect(factsOn(text).filter((fact) => !sources.has(fact))).toEqual([]);
  const sections = text.match(/^## (?:Overview|Key Facts|History|Related|Sources)$/gm);
  expect(sections).toEqual([...new Set(sections)]);
}

describe('a merge of pages', () => {
  it(
    'of two dreams never leaves markers, cites every fact once with its source, newest first',
    async () => {
      await fc.assert(
        fc.asyncProperty(history, async (texts) => {
          const { text, conflicts } = await expectSettled(texts);
          expect(conflicts, text).toBe(false);
          expectGood(text);
          expect(factsOn(text).sort()).toEqual([...new Set([...factsOn(texts.ours), ...factsOn(texts.theirs)])].sort());
          expect(parseFrontMatter(text).data['updated']).toBe(parseFrontMatter(texts.theirs).data['updated']);
          const [was, mine, yours] = [texts.base, texts.ours, texts.theirs].map((one) => new Set(pastOn(one))) as [
            Set<string>,
            Set<string>,
            Set<string>,
          ];
          // Past on one side is past, but for what the other brought back.
          const goes = (fact: string): boolean =>
            was.has(fact) ? mine.has(fact) && yours.has(fact) : mine.has(fact) || yours.has(fact);
          expect(factsOn(texts.base).filter((fact) => goes(fact) !== pastOn(text).includes(fact))).toEqual([]);
          const heads = text.match(/^### .*$/gm) ?? [];
          expect([...new Set(heads)]).toEqual(heads);
          // Facts are duplicates of what says the same: two clones do not take one for a duplicate of two statements.
          if (!holdTogether(texts.ours, texts.theirs)) return;
          expect(await merge(text, texts.base, texts.ours)).toEqual({ text, conflicts: false });
          expect(await merge(texts.theirs, texts.base, text)).toEqual({ text, conflicts: false });
        }),
        RUNS,
      );
    },
    LONG,
  );

  it(
    'of two dreams puts claims where one dream of all would',
    async () => {
      const plain = fc.record({
        ours: fc.uniqueArray(fc.constantFrom(...OURS), { minLength: 1 }),
        theirs: fc.uniqueArray(fc.constantFrom(...THEIRS), { minLength: 1 }),
        head: fc.constantFrom(null, 'Food'),
      });
      await fc.assert(
        fc.asyncProperty(plain, async ({ ours, theirs, head }) => {
          const add = (facts: readonly number[]) => ({ does: 'add' as const, facts, head });
          const before = take(EMPTY, [add(OLD)], '2026-05-01');
          const { text } = await merge(
            take(before, [add(ours)], '2026-06-01'),
            before,
            take(before, [add(theirs)], '2026-06-02'),
          );
          const all = take(before, [add([...new Set([...ours, ...theirs])])], '2026-06-02');
          expect(text.slice(0, text.indexOf('## Sources'))).toBe(all.slice(0, all.indexOf('## Sources')));
          const facts = factsOn(text);
          expect(facts).toEqual([...facts].sort((a, b) => (orderOf(a) < orderOf(b) ? 1 : -1)));
        }),
        RUNS,
      );
    },
    LONG,
  );

  it(
    'keeps a person’s edits on one side, without markers',
    async () => {
      await fc.assert(
        fc.asyncProperty(edited, async (texts) => {
          const { text, conflicts } = await expectSettled(texts);
          expect(conflicts, text).toBe(false);
          expectGood(text);
          const facts = factsOn(text);
          const isTwice = (fact: string): boolean => facts.indexOf(fact) !== facts.lastIndexOf(fact);
          // Two wordings of a fact that both sides placed anew: nothing shows which is the person's.
          expect(facts.filter((fact) => isTwice(fact) && texts.base.includes(fact))).toEqual([]);
          const [was, mine, yours] = [texts.base, texts.ours, texts.theirs].map((one) => new Set(factsOn(one))) as [
            Set<string>,
            Set<string>,
            Set<string>,
          ];
          for (const fact of [...mine, ...yours]) if (!was.has(fact)) expect(facts).toContain(fact);
          for (const fact of was) if (mine.has(fact) && yours.has(fact)) expect(facts).toContain(fact);
          // Taken out by hand: back only where the other side gave that claim new words or another fact.
          const claimOf = (page: string, fact: string) =>
            parseClaims(PATH, parseBlocks(page)).find((claim) => claim.facts.includes(fact));
          for (const fact of was) {
            const [before, there] = [claimOf(texts.base, fact), claimOf(texts.theirs, fact)];
            if (
              mine.has(fact) ||
              JSON.stringify([before?.text, before?.facts]) !== JSON.stringify([there?.text, there?.facts])
            )
              continue;
            expect(facts).not.toContain(fact);
          }
          for (const line of texts.ours.split('\n').filter((one) => /mine \d/.test(one) && !/\[\^|^### /.test(one)))
            expect(text.split('\n')).toContain(line);
          // The other side may have sent a claim with a person's words to History, or into a callout.
          for (const [, words = ''] of texts.ours.matchAll(/^- (mine \d+)/gm)) expect(text).toContain(words);
        }),
        RUNS,
      );
    },
    LONG,
  );

  it(
    'is the same whichever versions still have the overview of an earlier memvault',
    async () => {
      const which = fc.record({ ours: fc.boolean(), base: fc.boolean(), theirs: fc.boolean() });
      await fc.assert(
        fc.asyncProperty(edited, which, async (texts, is) => {
          // git asks for no merge where one side is as it was.
          fc.pre(texts.ours !== texts.base && texts.theirs !== texts.base && texts.ours !== texts.theirs);
          const of = (side: 'ours' | 'base' | 'theirs'): string => (is[side] ? outdated(texts[side]) : texts[side]);
          const { text } = await expectSettled({ ours: of('ours'), base: of('base'), theirs: of('theirs') });
          expect(text).toBe((await merge(texts.ours, texts.base, texts.theirs)).text);
        }),
        RUNS,
      );
    },
    LONG,
  );

  it(
    'of two persons’ edits loses no fact and is the same in both directions',
    async () => {
      let clean = 0;
      await fc.assert(
        fc.asyncProperty(bothEdited, async (texts) => {
          const { text, conflicts } = await expectSettled(texts);
          const [was, mine, yours] = [texts.base, texts.ours, texts.theirs].map((one) => new Set(factsOn(one))) as [
            Set<string>,
            Set<string>,
            Set<string>,
          ];
          for (const fact of [...mine, ...yours]) if (!was.has(fact)) expect(text).toContain(`[^${fact}]`);
          // The name of a head that neither had before may be either side's.
          for (const words of [
            ...texts.ours.matchAll(/(?<!^### )mine \d/gm),
            ...texts.theirs.matchAll(/(?<!^### )yours \d/gm),
          ])
            expect(text).toContain(words[0]);
          if (conflicts) return;
          clean++;
          expectGood(text);
        }),
        RUNS,
      );
      expect(clean).toBeGreaterThan(RUNS.numRuns / 5);
    },
    LONG,
  );
});
