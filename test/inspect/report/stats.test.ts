// A vault in numbers: which days count, and what of the ledger, of pages and of log.md is counted.
import { expect, test } from 'vitest';
import { parseRunLog } from '../../../src/page/run-log.ts';
import { statsOf, type Stats } from '../../../src/inspect/report.ts';
import { readView } from '../../../src/vault/view.ts';
import { makeFolder, writeExample } from '../../lint/folders.ts';

const TODAY = '2026-07-05';
const VAULT = `
== daily/2026-07-01.md
- [work] User works at Google ^k3v9x2ab4q
- [work] User starts at nine ^m4w8y3bc5r
== daily/2026-07-02.md
- [work] User works at Microsoft ^p0d4mm1z5k
- [work] User eats at noon ^q7e5nn2a6m
== .memvault/ledger/2026-07.jsonl
{"fact":"k3v9x2ab4q","as":"placed","page":"3_Personal/Work.md","run":"r-20260703-0300-aaaaaa","at":"2026-07-03T10:00:00.000Z"}
{"fact":"m4w8y3bc5r","as":"placed","page":"3_Personal/Work.md","run":"r-20260703-0300-aaaaaa","at":"2026-07-03T10:00:00.000Z"}
{"fact":"k3v9x2ab4q","as":"placed","page":"3_Personal/Work.md","run":"r-20260704-0300-bbbbbb","at":"2026-07-04T10:00:00.000Z","undoes":"r-20260703-0300-cccccc"}
== 3_Personal/Work.md
- User works at Google[^k3v9x2ab4q]
- User starts at nine[^m4w8y3bc5r]
- A note of the user's own[^references]

## History
- ~~User worked from home.~~[^references]
== 2_Wiki/Book.md
- What a book says[^references]
`;

function stats(span: { readonly since?: string; readonly until?: string } = {}, log = ''): Stats {
  const vault = makeFolder();
  writeExample(vault, VAULT);
  const found = statsOf({
    view: readView(vault),
    entries: parseRunLog(log),
    recalls: [],
    today: TODAY,
    since: null,
    until: null,
    ...span,
  });
  if (found === null) throw new Error('nothing was logged');
  return found;
}

test('from the first fact up to today, and no further than was asked for', () => {
  expect(stats()).toMatchObject({
    since: '2026-07-01',
    until: TODAY,
    days: 5,
    facts: { all: 4, count: 4, over: [2, 2, 0, 0, 0] },
  });
  expect(stats({ since: '2026-07-02', until: '2026-07-02' })).toMatchObject({
    days: 1,
    facts: { all: 4, count: 2, over: [2] },
  });
});

test('a span before the first fact or after today is there, with nothing in it', () => {
  expect(stats({ until: '2026-06-01' })).toMatchObject({
    since: '2026-06-01',
    until: '2026-06-01',
    facts: { count: 0, most: null },
  });
  expect(stats({ since: '2026-08-01' })).toMatchObject({
    since: '2026-08-01',
    until: '2026-08-01',
    facts: { count: 0 },
  });
});

test('of two days with as many facts the first has the most', () => {
  expect(stats().facts.most).toEqual({ date: '2026-07-01', count: 2 });
});

test('what became of the facts of the span, as it stands', () => {
  expect(stats().facts.now).toEqual({ pending: 2, placed: 2 });
});

test('only claims that rest on a fact of the vault count, and only their pages', () => {
  expect(stats().claims).toEqual({ pages: 1, current: 2, past: 0 });
});

test('what an undo gave back is no decision of an engine, and a model costs what log.md says', () => {
  const log =
    '## [2026-07-04] tags | a look\nr-20260704-0300-dddddd, ollama:qwen3/tags-1: 2 pairs of tags; asked a model 3 times, 8200 tokens\n';
  const { engines, decided } = stats({}, log);
  expect(engines.map(({ runs, facts, calls }) => ({ runs, facts, calls }))).toEqual([
    { runs: 1, facts: 2, calls: 0 },
    { runs: 1, facts: 0, calls: 3 },
  ]);
  expect(engines.map(({ tokens }) => tokens)).toEqual([0, 8200]);
  expect(decided['placed']?.over).toEqual([0, 0, 2, 0, 0]);
});

test('nothing for a vault in which nothing was ever logged', () => {
  const vault = makeFolder();
  expect(
    statsOf({
      view: readView(vault),
      entries: [],
      recalls: [],
      today: TODAY,
      since: null,
      until: null,
    }),
  ).toBeNull();
});
