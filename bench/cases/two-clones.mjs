// Random histories of clones that log, edit, decide, dream, undo and merge each other, by the property of
// test/two-clones. Any that loses something or leaves two clones different fails the benchmark, and says how it is
// played again.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const about = 'clones of a vault that merge each other (--histories 200)';

const ROOT = join(import.meta.dirname, '../..');
const WORDS = {
  merges: 'merges',
  driverCalls: 'files of both sides that the driver merged',
  conflicts: 'pages in which persons edited the same',
  structural: 'pages renamed or taken back on one side and changed on the other',
  dreams: 'runs of dreams',
  undos: 'runs taken back',
  edits: 'edits by hand',
  facts: 'facts',
  superseded: 'facts that another one replaced',
  contradicted: 'facts in a conflict',
  reviews: 'reviews that dreams asked for',
  review: 'reviews decided',
  fix: 'decisions put right with fix',
  forget: 'facts forgotten or remembered again',
  pin: 'pins set or taken off',
  search: 'searches',
};

export function run({ seed, say, histories }) {
  const folder = mkdtempSync(join(tmpdir(), 'memvault-histories-'));
  const report = join(folder, 'report.json');
  say(`${histories} histories of seed ${seed}`);
  try {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [
        join(ROOT, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--mode',
        'all',
        'test/two-clones/histories',
        '--reporter=dot',
      ],
      {
        cwd: ROOT,
        encoding: 'utf8',
        maxBuffer: 2 ** 30,
        env: {
          ...process.env,
          NO_COLOR: '1',
          MEMVAULT_HISTORIES: String(histories),
          MEMVAULT_HISTORIES_SEED: String(seed),
          MEMVAULT_HISTORIES_REPORT: report,
        },
      },
    );
    if (status !== 0)
      throw new Error(
        `a history of seed ${seed} did not hold\n${stdout}${stderr}\n${howToRepeat(seed, stdout + stderr)}`,
      );
    const counts = JSON.parse(readFileSync(report, 'utf8'));
    return [
      ...Object.entries(WORDS).map(([name, what]) => ({ what, value: counts[name], unit: '' })),
      { what: 'histories that lost something or ended different', value: 0, unit: '', most: 0 },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function howToRepeat(seed, words) {
  const path = /path: "([^"]+)"/.exec(words)?.[1];
  return path === undefined
    ? ''
    : `to play it again: MEMVAULT_HISTORIES_SEED=${seed} MEMVAULT_HISTORIES_PATH=${path} npx vitest run --mode all test/two-clones/histories`;
}
