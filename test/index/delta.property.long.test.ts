// An index that a change was brought into holds the same documents as one built from nothing, whatever the vault and
// whatever changed; every one can be read back from the markdown.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Delta, deltaOf } from '../../src/index/delta.ts';
import { ROW_FIELDS } from '../../src/index/document.ts';
import { growthOf } from '../../src/index/update.ts';
import { readDocument } from '../../src/index/read-document.ts';
import type { Segment } from '../../src/index/segment/open.ts';
import { tablesOver } from '../../src/index/segment/tables.ts';
import type { Tables } from '../../src/index/view.ts';
import { wholeOf } from '../../src/index/delta.ts';
import { anyChange, anyVault, apply, IDS } from './documents/arbitrary-notes.ts';
import { liveRows, type Notes, notes, segmentOf } from './documents/notes.ts';

const COLUMNS = ['kind', 'superseded', 'day', 'minute', 'logged', 'group', 'ordinal', 'hash'] as const;
const WORDS = [
  'tag:ui',
  'tag:x',
  'category:work',
  'category:preference',
  'project:atlas',
  'kind:event',
  'person:ada',
  'entity:b',
  'field:at=1965-04-15',
];
const TERMS = ['dashboard', 'hike', 'may', 'ada', 'atla', 'work', '咖啡', 'evening', 'claim', 'code', '2026', 'april'];

/** All that the tables say, row numbers aside. */
function content(tables: Tables, from: Notes) {
  const say = (row: number) =>
    JSON.stringify([
      tables.spot(row),
      COLUMNS.map((name) => tables.column(name)[row]),
      ROW_FIELDS.map((_, field) => tables.lengths(field)[row]),
    ]);
  const rows = liveRows(tables);
  return {
    size: tables.size,
    averages: tables.size === 0 ? [] : tables.averages.map((mean) => mean.toFixed(9)),
    rows: rows.map(say).sort(),
    documents: rows
      .map((row) => JSON.stringify(readDocument(tables, from.options().files, row) ?? { unread: tables.spot(row) }))
      .sort(),
    files: tables.files().map(({ path, size, digest, title, tags }) => [path, size, digest, title, tags.join(' ')]),
    facts: IDS.map((id) => tables.fact(id)),
    factsOf: tables.files().map((file) => [...tables.factsOf(file.path)].sort()),
    citing: IDS.map((id) => tables.citing(id).map(say).sort()),
    citedBy: [...tables.citedBy(rows)].sort(),
    words: WORDS.map((word) => Array.from(tables.keyword(word), say).sort()),
    terms: TERMS.map((term) =>
      tables
        .postings(term)
        .map(({ field, rows: found, frequencies }) => [
          field,
          Array.from(found, (row, i) => `${frequencies?.[i] ?? 1} ${say(row)}`).sort(),
        ]),
    ),
  };
}

test('the documents after changes are those of an index built from nothing', () => {
  let grown = 0;
  fc.assert(
    fc.property(
      anyVault,
      fc.array(fc.array(anyChange, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 }),
      (files, rounds) => {
        const vault = notes(files);
        const whole = () => segmentOf(wholeOf([...vault.all.keys()].map(vault.read), vault.options()));
        let parts: Parts = [{ segment: whole(), dead: [] }];
        for (const changes of rounds) {
          const forgotten = vault.forgotten.size;
          const paths = new Set(changes.flatMap((change) => apply(vault, change)));
          if (vault.forgotten.size > forgotten) {
            parts = [{ segment: whole(), dead: [] }];
            continue;
          }
          const change = [tablesOver(parts), [...paths].map(vault.read), vault.options()] as const;
          const delta = deltaOf(...change);
          if (delta === null) throw new Error('must be built anew');
          const growth = growthOf(...change);
          const next = partsWith(parts, delta);
          const found = content(tablesOver(next), vault);
          expect(found).toEqual(content(tablesOver([{ segment: whole(), dead: [] }]), vault));
          expect(found.documents.filter((one) => one.includes('"unread"'))).toEqual([]);
          if (growth !== null) {
            grown++;
            expect(content(tablesOver(partsWith(parts, growth)), vault)).toEqual(found);
          }
          parts = growth === null ? next : partsWith(parts, growth);
        }
      },
    ),
    { numRuns: 150 },
  );
  expect(grown).toBeGreaterThan(10);
});

type Parts = { segment: Segment; dead: number[] }[];

function partsWith(parts: Parts, delta: Delta): Parts {
  let first = 0;
  const older = parts.map(({ segment, dead }) => {
    const own = {
      segment,
      dead: [
        ...dead,
        ...delta.dead.filter((row) => row >= first && row < first + segment.rows).map((row) => row - first),
      ],
    };
    first += segment.rows;
    return own;
  });
  return [...older, { segment: segmentOf(delta.input), dead: [] }];
}
