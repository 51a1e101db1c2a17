// Random content of an index: files, facts and rows as several segments hold them one after another, with what the
// later ones replace, and a plain table of what is in force then.
import fc from 'fast-check';
import { ROW_KINDS } from '../../../src/index/segment/format.ts';
import type { SegmentFact, SegmentFile, SegmentInput, SegmentRow } from '../../../src/index/segment/build.ts';

export const anyTerm = fc.oneof(
  fc.constantFrom(
    'a',
    'ab',
    'abc',
    'abd',
    'b',
    'ba',
    'café',
    '喝',
    '喝咖',
    '咖啡',
    'กา',
    '👍',
    '👍🏽',
    '\ud83d',
    '\ude00',
    '\uffff',
    '한국',
    'z',
    '',
    'constructor',
    '__proto__',
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.nat(200).map((number) => `term${number}`),
);
export const anyId = fc.oneof(
  fc.nat(30).map((number) => `k3v9x2ab${String(number).padStart(2, '0')}`),
  fc.constantFrom('odd', 'Ünlike', '0000000000', 'zzzzzzzzzz', 'K3V9X2AB01', ''),
  fc.stringMatching(/^[0-9a-hjkmnp-tv-z]{10}$/),
);
const anyPath = fc.oneof(
  fc.nat(12).map((number) => `daily/2026-07-${number}.md`),
  fc.constantFrom('2_Wiki/咖啡.md', 'a.md', 'z/ü.md', '👍.md'),
);
const word32 = fc.integer({ min: 0, max: 2 ** 32 - 1 });

const anyFile = fc.record({
  path: anyPath,
  size: fc.oneof(fc.constant(-1), fc.nat(2 ** 31 - 1)),
  mtimeMs: fc.oneof(
    fc.nat(3),
    fc.double({ min: 0, max: 2e12, noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  ),
  digest: fc.constantFrom('0123456789abcdef', 'ffffffffffffffff', 'odd'),
  title: fc.string({ unit: 'binary', maxLength: 5 }),
  tags: fc.array(fc.string({ unit: 'grapheme', maxLength: 3 }), { maxLength: 2 }),
  note: fc.constantFrom(null, { shares: ['喝'], growth: { lines: 7, sessions: { 喝: 1 } } }),
});
const anyRow = fc.record({
  kind: fc.constantFrom(...ROW_KINDS),
  superseded: fc.boolean(),
  file: fc.nat(20),
  offset: fc.oneof(fc.nat(300), fc.nat(2 ** 31)),
  length: fc.nat(70000),
  line: fc.oneof(fc.nat(1), fc.nat(400)),
  part: fc.nat(2),
  id: anyId,
  cites: fc.array(anyId, { maxLength: 3 }),
  day: fc.oneof(fc.integer({ min: 20000, max: 20400 }), fc.integer({ min: -9999, max: 99999 })),
  minute: fc.constantFrom(0, 1, 1439, 65535),
  logged: fc.nat(1),
  group: fc.oneof({ weight: 3, arbitrary: fc.nat(1) }, { weight: 1, arbitrary: word32 }),
  ordinal: fc.oneof({ weight: 3, arbitrary: fc.nat(1) }, { weight: 1, arbitrary: fc.nat(300) }),
  hash: word32,
  terms: fc.array(fc.array(anyTerm, { maxLength: 6 }), { minLength: 6, maxLength: 6 }),
  keywords: fc.uniqueArray(anyTerm, { maxLength: 4 }),
});
const anyStep = fc.record({
  files: fc.uniqueArray(anyFile, { maxLength: 6, selector: (file) => file.path }),
  facts: fc.uniqueArray(
    fc.record({ id: anyId, file: fc.integer({ min: -1, max: 20 }), offset: fc.nat(2 ** 31), line: fc.nat(400) }),
    { maxLength: 6, selector: (fact) => fact.id },
  ),
  rows: fc.array(anyRow, { maxLength: 12 }),
  /** Which rows of the whole die of a later step, by chance. */
  dead: fc.infiniteStream(fc.nat(3)),
});

export interface Part {
  readonly input: SegmentInput;
  readonly dead: readonly number[];
}

export const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function ordered(rows: readonly SegmentRow[], files: readonly SegmentFile[]): SegmentRow[] {
  const path = (row: SegmentRow) => files[row.file]?.path ?? '';
  return [...rows].sort(
    (a, b) =>
      a.logged - b.logged ||
      a.group - b.group ||
      a.ordinal - b.ordinal ||
      compare(path(a), path(b)) ||
      a.line - b.line ||
      a.part - b.part,
  );
}

/** Parts of an index as a refresh might leave them: rows and facts in files that their part has. */
export const anyParts: fc.Arbitrary<Part[]> = fc
  .array(anyStep, { minLength: 1, maxLength: 4 })
  .map((steps) =>
    steps.map(({ files, facts, rows, dead }) => {
      const own = [...files].sort((a, b) => compare(a.path, b.path));
      const held = own.flatMap((file, i) => (file.size < 0 ? [] : [i]));
      const place = (number: number) => held[number % held.length] ?? -1;
      const ownRows =
        held.length === 0
          ? []
          : ordered(
              rows.map((row) => ({ ...row, file: place(row.file) })),
              own,
            );
      const factRows = ownRows.filter(
        (row, i) => row.kind === 'fact' && ownRows.findIndex((other) => other.id === row.id) === i,
      );
      const ofRows = factRows.map(({ id, file, offset, line }): SegmentFact => ({ id, file, offset, line }));
      const others = facts
        .filter((fact) => !ofRows.some((other) => other.id === fact.id))
        .map((fact) => ({ ...fact, file: fact.file < 0 ? -1 : place(fact.file) }));
      return {
        input: { files: own, facts: [...others, ...ofRows], rows: ownRows },
        dead: ownRows.flatMap((_, i) => (dead.next().value === 0 ? [i] : [])),
      };
    }),
  )
  .map((parts) =>
    parts.map(({ input, dead }, i) => {
      const later = parts.slice(i + 1);
      const gone = (row: SegmentRow) => {
        const path = input.files[row.file]?.path;
        const entry = later
          .flatMap((part) => part.input.files)
          .filter((file) => file.path === path)
          .at(-1);
        return entry !== undefined && entry.size < 0;
      };
      return { input, dead: input.rows.flatMap((row, k) => (dead.includes(k) || gone(row) ? [k] : [])) };
    }),
  );

/** What all parts together say, as one input. */
export function liveOf(parts: readonly Part[]): SegmentInput {
  const files = new Map<string, SegmentFile>();
  for (const { input } of parts) for (const file of input.files) files.set(file.path, file);
  const held = [...files.values()].filter((file) => file.size >= 0).sort((a, b) => compare(a.path, b.path));
  const place = (input: SegmentInput, file: number) =>
    held.findIndex((other) => other.path === input.files[file]?.path);
  const facts = new Map<string, SegmentFact>();
  for (const { input } of parts)
    for (const fact of input.facts) facts.set(fact.id, { ...fact, file: place(input, fact.file) });
  const rows = parts.flatMap(({ input, dead }) =>
    input.rows.filter((_, i) => !dead.includes(i)).map((row) => ({ ...row, file: place(input, row.file) })),
  );
  return { files: held, facts: [...facts.values()].filter((fact) => fact.file >= 0), rows: ordered(rows, held) };
}
