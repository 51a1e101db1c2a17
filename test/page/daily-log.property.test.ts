import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBytes, encodeText } from '../../src/model/bytes.ts';
import { parseDailyLog } from '../../src/page/daily-log.ts';
import { parseFactLine, renderDayTitle, renderEntry, renderFactLine, sessionLabel } from '../../src/page/fact-line.ts';
import { anyId, anyStatement, anyText } from './arbitraries.ts';

const DAY = '2026-07-01';
const PATH = `daily/${DAY}.md`;

const anyTime = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map(([h, m]) => `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`);
const anyEntry = fc.record({
  time: anyTime,
  session: fc.option(anyText),
  facts: fc.array(anyStatement, { minLength: 1, maxLength: 3 }),
});
/** Entries whose facts have ids, all different. */
const anyEntries = fc.array(anyEntry, { minLength: 1, maxLength: 3 }).chain((entries) => {
  const count = entries.reduce((sum, entry) => sum + entry.facts.length, 0);
  return fc.uniqueArray(anyId, { minLength: count, maxLength: count }).map((ids) => {
    const left = [...ids];
    return entries.map((entry) => ({
      ...entry,
      facts: entry.facts.map((statement) => ({ id: left.pop() ?? '', statement })),
    }));
  });
});

describe('what was logged comes back', () => {
  it('from one line', () => {
    fc.assert(
      fc.property(anyStatement, anyId, (statement, id) => {
        const line = renderFactLine(statement, id);
        expect(line).not.toMatch(/[\r\n]/);
        expect(parseFactLine(line)).toEqual({ ...statement, id });
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['as written', '\n'],
    ['as git checks it out with CRLF', '\r\n'],
  ])('from a day with several entries, %s', (_name, lineEnd) => {
    fc.assert(
      fc.property(anyEntries, (entries) => {
        const written =
          renderDayTitle(DAY) +
          entries.map((entry) => renderEntry(entry.time, sessionLabel(entry.session, 'q7w2'), entry.facts)).join('');
        const text = decodeBytes(encodeText(written)).replaceAll('\n', lineEnd);
        const expected = entries.flatMap((entry) =>
          entry.facts.map(({ id, statement }) => ({
            ...statement,
            id,
            computed: false,
            day: DAY,
            time: entry.time,
            session: sessionLabel(entry.session, 'q7w2'),
            path: PATH,
          })),
        );
        const facts = parseDailyLog({ day: DAY, path: PATH, text });
        expect(facts.map(({ line: _, ...fact }) => fact)).toEqual(expected);
        const lines = text.split(lineEnd);
        for (const fact of facts) expect(lines[fact.line - 1]).toMatch(new RegExp(` \\^${fact.id}$`));
      }),
      { numRuns: 500 },
    );
  });

  it('whatever a person or another tool writes between the entries, an open fence included', () => {
    fc.assert(
      fc.property(anyEntries, fc.array(anyText, { minLength: 4, maxLength: 4 }), (entries, between) => {
        const foreign = (index: number): string => (between[index] ?? '').replace(/\^([0-9a-z]{10})/g, '');
        const text =
          foreign(0) +
          entries
            .map((entry, index) => `${renderEntry(entry.time, 'abc12345', entry.facts)}\n${foreign(index + 1)}`)
            .join('');
        const facts = new Map(parseDailyLog({ day: DAY, path: PATH, text }).map((fact) => [fact.id, fact]));
        for (const entry of entries) {
          for (const { id, statement } of entry.facts)
            expect(facts.get(id)).toMatchObject({ ...statement, time: entry.time, session: 'abc12345' });
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('from what was there before, when more is appended', () => {
    fc.assert(
      fc.property(anyEntries, anyText, (entries, after) => {
        const before =
          renderDayTitle(DAY) + entries.map((entry) => renderEntry(entry.time, 'abc12345', entry.facts)).join('');
        const facts = parseDailyLog({ day: DAY, path: PATH, text: before });
        expect(parseDailyLog({ day: DAY, path: PATH, text: `${before}\n${after}` }).slice(0, facts.length)).toEqual(
          facts,
        );
      }),
      { numRuns: 500 },
    );
  });
});

describe('a session label', () => {
  it('is one line of at most eight characters', () => {
    fc.assert(
      fc.property(fc.option(anyText), (session) => {
        const label = sessionLabel(session, 'q7w2');
        expect([...label].length).toBeGreaterThan(0);
        expect([...label].length).toBeLessThanOrEqual(8);
        expect(label).not.toMatch(/[\r\n]/);
        expect(label).toBe(label.trim());
      }),
    );
  });
});
