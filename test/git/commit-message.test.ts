import { describe, expect, it } from 'vitest';
import { parseTrailers, renderCommitMessage, renderLogsMessage, renderSubject } from '../../src/git/commit.ts';
import { renderLink } from '../../src/note/link-map.ts';
import type { Journal } from '../../src/model/journal.ts';

type Lines = Readonly<Record<string, string>>;

function run(id: string, ledger: Lines, pages: readonly string[] = [], part: Partial<Journal> = {}): Journal {
  const name = `r-20260702-0300-${id}`;
  const lines = Object.entries(ledger)
    .map(([fact, as]) => `${JSON.stringify({ fact, as, text: 'User drinks tea' })}\n`)
    .join('');
  const links = pages.map((path) => renderLink(path.replace(/.*\//, '').replace('.md', ''), 'log.md', path)).join(', ');
  return {
    version: 1,
    run: name,
    kind: 'ingest',
    start: '',
    engine: 'rules/1',
    plan: null,
    undoes: [],
    commit: true,
    generated: [],
    pages: pages.map((path) => ({ path, before: null, after: 'x' })),
    appends: [
      { path: '.memvault/ledger/2026-07.jsonl', at: 0, text: lines },
      {
        path: 'log.md',
        at: 0,
        text: `\n## [2026-07-02] ingest | daily logs  watermark=2026-07-01\n${name}, rules/1: 3 facts; created ${links}; sources 2026-06-29 to 2026-07-01\n`,
      },
    ],
    ...part,
  };
}
const paths = (count: number, length = 4): string[] =>
  Array.from({ length: count }, (_, at) => `2_Wiki/${String(at).padEnd(length, 'x')}.md`);

describe('the subject of a commit', () => {
  it.each<[subject: string, runs: Journal[]]>([
    [
      'dream: 3 facts, 1 superseded (Work, Editor)',
      [run('aaaaaa', { a: 'placed', b: 'superseded', c: 'duplicate' }, ['3_Personal/Work.md', '2_Wiki/Editor.md'])],
    ],
    ['dream: 1 fact (Work)', [run('aaaaaa', { a: 'placed' }, ['3_Personal/Work.md'])]],
    [
      'dream: 4 facts, 1 superseded, 1 in conflict, 1 set aside, 1 quarantined',
      [run('aaaaaa', { a: 'superseded', b: 'conflict', c: 'set-aside', d: 'quarantined' })],
    ],
    [
      'dream: 2 facts, 1 superseded (Work)',
      [
        run('aaaaaa', { a: 'placed' }, ['3_Personal/Work.md']),
        run('bbbbbb', { a: 'superseded', b: 'placed' }, ['3_Personal/Work.md']),
      ],
    ],
    ['dream: 1 fact (0xxx, 1xxx, 2xxx, 3xxx and 4 more)', [run('aaaaaa', { a: 'placed' }, paths(8))]],
    [
      `dream: 1 fact (0${'x'.repeat(39)}, 1${'x'.repeat(39)} and 6 more)`,
      [run('aaaaaa', { a: 'placed' }, paths(8, 40))],
    ],
    [`dream: 1 fact (0${'x'.repeat(48)}… and 1 more)`, [run('aaaaaa', { a: 'placed' }, paths(2, 90))]],
    ['dream: 1 fact (two lines)', [run('aaaaaa', { a: 'placed' }, ['2_Wiki/two\nlines.md'])]],
    ['dream: pages updated (Work)', [run('aaaaaa', {}, ['3_Personal/Work.md'])]],
    [
      'dream: undo of r-20260702-0300-aaaaaa, 2 facts pending again',
      [
        run('bbbbbb', { a: 'pending', b: 'pending', c: 'placed' }, ['3_Personal/Work.md'], {
          kind: 'undo',
          undoes: ['r-20260702-0300-aaaaaa'],
        }),
      ],
    ],
    [
      'dream: undo of r-20260702-0300-aaaaaa, 1 fact pending again',
      [
        run('aaaaaa', { a: 'placed' }),
        run('bbbbbb', { a: 'pending' }, [], { kind: 'undo', undoes: ['r-20260702-0300-aaaaaa'] }),
      ],
    ],
    [
      'dream: 1 fact (Tea)',
      [
        run('aaaaaa', { a: 'placed' }),
        run('bbbbbb', { a: 'pending' }, [], { kind: 'undo', undoes: ['r-20260702-0300-aaaaaa'] }),
        run('cccccc', { a: 'placed' }, ['2_Wiki/Tea.md']),
      ],
    ],
  ])('%s', (subject, runs) => {
    expect(renderSubject(runs)).toBe(subject);
  });
  it('of logs alone names their days', () => {
    expect([renderLogsMessage(['2026-07-01']), renderLogsMessage(['2026-07-01', '2026-07-02', '2026-07-05'])]).toEqual([
      'log: 2026-07-01\n',
      'log: 3 days, 2026-07-01 to 2026-07-05\n',
    ]);
  });
});

describe('the message of a commit', () => {
  it('has a line for each run without links, then the trailers, and no statement', () => {
    const message = renderCommitMessage(
      [run('aaaaaa', { a: 'placed' }, ['2_Wiki/Tea [(green)].md']), run('bbbbbb', {})],
      ['2_Wiki/Tea [(green)].md'],
    );
    expect(message.split('\n')).toEqual([
      'dream: 1 fact (Tea [(green)])',
      '',
      'r-20260702-0300-aaaaaa, rules/1: 3 facts; created Tea [(green)]; sources 2026-06-29 to 2026-07-01',
      'r-20260702-0300-bbbbbb, rules/1: 3 facts; created ; sources 2026-06-29 to 2026-07-01',
      '',
      'Memvault-Run: r-20260702-0300-aaaaaa',
      'Memvault-Run: r-20260702-0300-bbbbbb',
      'Memvault-Edited: 2_Wiki/Tea [(green)].md',
      '',
    ]);
  });
  it('holds no control character of a page name, and gives the name back', () => {
    const page = '2_Wiki/a\u001B[2J\u009B2J\u202Efdp.md';
    const message = renderCommitMessage([run('aaaaaa', { a: 'placed' }, [page])], [page]);
    expect(message).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202A-\u202E]/);
    expect(parseTrailers(message).edited).toEqual([page]);
  });

  it('stays short enough for any system, and names every run', () => {
    const runs = Array.from({ length: 300 }, (_, at) =>
      run(at.toString(16).padStart(6, '0'), { a: 'placed' }, paths(20)),
    );
    const message = renderCommitMessage(runs, []);
    expect(message.length).toBeLessThan(30_000);
    expect(message).toMatch(/\nand \d+ more; see log\.md\n/);
    expect(parseTrailers(message).runs).toEqual(runs.map((one) => one.run));
  });
});
