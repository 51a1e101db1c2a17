// What status says fits the terminal, each row below its label, and loses no word for that.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toTerminal } from '../../src/model/controls.ts';
import type { StatusView } from '../../src/tasks/status.ts';
import { renderStatus } from '../../src/cli/commands/status.ts';
import { painter, widthOf } from '../../src/cli/terminal/face.ts';
import { runHere } from '../support/here.ts';
import { memvaultHere } from '../support/in-process.ts';
import { makePlace } from '../support/memvault.ts';

const PATH = '/home/somebody/with/a/long/path/to/the/folder/of/the/vault';
const EVERYTHING: StatusView = {
  path: PATH,
  watermark: '2026-07-02',
  facts: 1200,
  forgotten: 30,
  pages: 140,
  pending: { days: 3, facts: 25 },
  today: 7,
  quarantined: 2,
  inbox: {
    waiting: ['0_Inbox/minutes of the meeting.md', '0_Inbox/letter from the landlord.txt'],
    left: [{ path: '0_Inbox/picture.png', reason: 'it is larger than inbox.max_bytes, which is 5000' }],
    nightly: 'on',
  },
  reviews: 4,
  due: true,
  dueReason: '25 facts are pending, and the last run began on 2026-07-01',
  lastRun: {
    run: 'r-20260701-0300-abcd',
    day: '2026-07-01',
    summary:
      'dream: 38 facts placed, 4 folded, 2 updated; created [Tea](2_Wiki/Tea.md), [Ports](2_Wiki/Ports.md), updated [Work](2_Wiki/Work.md); rules/2',
  },
  lastAttempt: null,
  lastResult: 'the disk was full while MEMORY.md was written, and nothing was changed',
  failures: 2,
  openRuns: ['r-20260630-0300-abcd'],
  lock: { pid: 4711, host: 'a-machine-with-a-name', start: '2026-07-02T03:00:00.000Z', verb: 'dream', alive: false },
  forgottenAgain: { facts: 2, generated: [], waiting: ['2_Wiki/Work.md', '2_Wiki/A page with a longer name.md'] },
  clone: 'abcd',
  git: {
    repository: '/home/somebody/vault',
    branch: 'main',
    inProgress: 'a merge',
    uncommittedLogs: 2,
    uncommittedFiles: 3,
    uncommittedRuns: ['r-20260630-0300-abcd'],
    driver: 'missing',
    attributes: 'missing',
    conflicts: ['2_Wiki/Work.md'],
    ignored: false,
    problem: null,
  },
  marked: ['2_Wiki/Work.md'],
  index: { documents: 1800, fresh: false },
  embeddings: { name: 'nomic-embed-text', problem: null, statements: 1800, vectors: 1200 },
  engine: 'ollama',
  model: {
    name: 'ollama qwen3:8b',
    auto: true,
    problem: null,
    lastAsked: '2026-07-01T03:00:00.000Z',
    answered: false,
    waiting: 12,
  },
};

const squeezed = (text: string): string => text.replace(/\s+/g, '');

test.each([
  [60, false],
  [60, true],
  [40, true],
  [80, false],
])('at %i columns, in colour: %s', (columns, color) => {
  const [narrow = '', wide = ''] = [columns, Infinity].map((width) =>
    renderStatus(EVERYTHING, { columns: width, paint: painter(color) }),
  );
  const lines = narrow.split('\n').filter((line) => !line.includes(PATH));
  for (const line of lines) expect(widthOf(line), line).toBeLessThan(columns);
  for (const line of lines)
    expect(toTerminal(line)).toMatch(/^(?:\u001B\[\d+m)?(?: {10}|[a-z ]{9} (?:\u001B|\S)|quarantine )/);
  expect(squeezed(narrow)).toBe(squeezed(wide));
  expect(narrow).toContain(PATH);
  if (!color) expect(narrow).not.toContain('\u001B');
});

test('the last run of a vault', async () => {
  const place = makePlace();
  try {
    const vault = join(place.root, 'vault');
    await memvaultHere(place, ['init', '--no-git', vault]);
    for (const text of ['User prefers tea', 'The office moves to Lisbon', 'Ada writes the report on ports'])
      await memvaultHere(place, ['log', text, '--date', '2026-06-20'], { cwd: vault });
    await memvaultHere(place, ['dream', '--batch', '--force'], { cwd: vault });
    const at = { place, cwd: vault, now: '2026-07-02T09:00:00Z', columns: 40 };
    const [shown, piped] = [
      (await runHere(at, ['status', '--no-color'], [])).stdout,
      (await runHere(at, ['status', '--no-color'])).stdout,
    ];
    expect(shown).toMatch(/^last run {2}\d{4}-\d\d-\d\d .+\n {10}\S/m);
    expect(piped).not.toMatch(/^last run .+\n {10}\S/m);
    expect(squeezed(shown)).toBe(squeezed(piped));
  } finally {
    place.remove();
  }
});
