// The sureness factor of ranking, which the index computes without reading a document, against what the documents say.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rank } from '../../src/index/rank.ts';
import { readQuestion } from '../../src/index/query.ts';
import { factorOf, type Memory } from '../../src/index/ranking/factors.ts';
import { confidenceOf } from '../../src/model/fact.ts';
import { DEFAULT_FADING, type Fading } from '../../src/model/confidence.ts';
import { addDays } from '../../src/model/day.ts';
import { surenessOf } from '../../src/search/find.ts';
import { notes } from '../index/documents/notes.ts';
import { openNotes } from '../index/open-notes.ts';

const TODAY = '2026-07-01';
const ids = Array.from({ length: 8 }, (_, i) => 'bcdefghj'.charAt(i).repeat(10));
const fields = [
  'kind:: relationship',
  'kind:: Work',
  'confidence:: 1',
  'confidence:: 0.4',
  'pinned:: Yes',
  'at:: 2026-06-20',
  'at:: 2020-06-20',
];

const fact = fc.record({
  ago: fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 25, max: 75 })),
  category: fc.constantFrom('work', 'identity', 'Identity', 'event'),
  fields: fc.subarray(fields, { maxLength: 2 }),
  claim: fc.boolean(),
});
const vault = fc.record({
  facts: fc.array(fact, { minLength: 4, maxLength: 8 }),
  marks: fc.uniqueArray(fc.tuple(fc.constantFrom(...ids), fc.boolean()), { maxLength: 3, selector: ([id]) => id }),
  recalls: fc.option(fc.dictionary(fc.constantFrom(...ids), fc.integer({ min: 0, max: 200 }), { maxKeys: 3 })),
  fading: fc.record<Fading>({
    fade: fc.constantFrom('on', 'on', 'on', 'off'),
    fade_after_days: fc.constantFrom(30, 0),
    fade_per_day: fc.constantFrom(0.03, 0),
    fade_below: fc.constant(0.3),
    fade_never: fc.constantFrom(DEFAULT_FADING.fade_never, ['EVENT'], []),
  }),
});

test('the factor follows the confidence of the fact, stays between .85 and 1, and is 1 for what is pinned or lasts', () => {
  let faded = 0;
  fc.assert(
    fc.property(vault, ({ facts, marks, recalls, fading }) => {
      const files: Record<string, string> = { 'n.md': 'Statement of prose.\n', '2_Wiki/p.md': '' };
      facts.forEach(({ ago, category, fields: own, claim }, i) => {
        const path = `daily/${addDays(TODAY, -ago)}.md`;
        files[path] =
          `${files[path] ?? ''}- [${category}] Statement ${i} ${own.map((field) => `[${field}]`).join(' ')} ^${ids[i]}\n`;
        if (claim) files['2_Wiki/p.md'] += `- Statement ${i}.[^${ids[i]}]\n`;
      });
      const index = openNotes(notes(files));
      const memory: Memory = {
        today: TODAY,
        fading,
        marks: new Map(marks),
        lastRecall:
          recalls === null
            ? null
            : (id) => (recalls[id] === undefined ? null : `${addDays(TODAY, -recalls[id])}T12:00Z`),
      };
      const ranked = rank(index.tables, readQuestion('statement', index.tokenizer, TODAY), {
        admits: () => true,
        most: 20,
        memory,
      });
      const sureOf = surenessOf(memory);
      for (const { row } of ranked.rows) {
        const document = index.read(row);
        const own = document?.facts[0];
        const factor = ranked.partsOf(row)?.sureness ?? 0;
        const sure = document && sureOf(document);
        if (!document || !own || !sure || sure.pinned) {
          expect(factor).toBe(1);
          continue;
        }
        // A pin on the line that a person took back by a mark still counts in ranking: the index reads no marks.
        if (own.fields.pinned !== undefined) continue;
        const logged = confidenceOf(own);
        const expected = Math.max(
          0.85,
          factorOf(Math.floor(logged * 10) / 10) * (0.97 + (0.03 * sure.confidence) / logged),
        );
        expect(factor).toBeCloseTo(expected, 3);
        if (sure.faded) faded++;
      }
    }),
    { numRuns: 200 },
  );
  expect(faded).toBeGreaterThan(100);
});
